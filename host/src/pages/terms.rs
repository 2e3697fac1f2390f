//! A game's terms in words, for whoever thinks of joining and whoever plays.

use chrono_tz::Tz;

use crate::{
    calendar::{Calendar, Rule},
    games::{
        GameRow,
        terms::{Spectators, TermsRow},
    },
    texts::{self, Texts},
};

/// A heading and what it says.
pub type Fact = (String, String);

/// Everything that was agreed, a fact a line.
#[must_use]
pub fn facts(game: &GameRow, terms: &TermsRow, zone: Tz) -> Vec<Fact> {
    let texts = Texts::english();
    let fact = |code: &'static str, text: String| (texts.t(code), text);
    let mut facts = vec![fact("terms-pace", pace_of(game))];
    if game.phase == "gathering" {
        let start = match terms.starts_at {
            None => texts.t("terms-start-full"),
            Some(at) => {
                let code = if terms.is_ranked {
                    "terms-start-time-ranked"
                } else {
                    "terms-start-time"
                };
                texts
                    .say(code)
                    .with("at", texts::instant(at, zone))
                    .to_string()
            }
        };
        facts.push(fact("terms-start", start));
    }
    let tier = texts.say("terms-tier-value").with("tier", terms.tier);
    facts.push(fact("terms-tier", tier.to_string()));
    facts.push(fact(
        "terms-ranked",
        texts.t(if terms.is_ranked {
            "terms-ranked-yes"
        } else {
            "terms-ranked-no"
        }),
    ));
    let watched = spectators(terms.spectators(), terms.is_public);
    facts.push(fact("terms-spectators", watched));
    facts.push(fact(
        "terms-names",
        texts.t(if terms.is_anonymous {
            "terms-anonymous"
        } else {
            "terms-named"
        }),
    ));
    if terms.master_id.is_some() {
        let code = if terms.is_open_to_master {
            "terms-master-sees"
        } else {
            "terms-master"
        };
        facts.push(fact("terms-master-title", texts.t(code)));
    }
    facts
}

/// A game's clock in words.
#[must_use]
pub fn pace_of(game: &GameRow) -> String {
    let rule = game.deadline_calendar.as_deref().map(str::parse);
    match rule {
        Some(Ok(Rule::Calendar(calendar))) => by_calendar(&calendar, game.reserve_seconds),
        _ => pace(game.deadline_seconds, game.reserve_seconds),
    }
}

/// Fixed times in words: `20:00 on Monday and Thursday (Europe/Vienna)`.
fn by_calendar(calendar: &Calendar, reserve_seconds: i32) -> String {
    let texts = Texts::english();
    let times = calendar.times().iter();
    let times: Vec<_> = times.map(|time| time.format("%H:%M").to_string()).collect();
    let chosen = calendar.days();
    let days: Vec<_> = (0..7)
        .filter(|day| chosen[*day])
        .map(|day| texts.t(&format!("weekday-{}", day + 1)))
        .collect();
    let days = if days.len() == 7 {
        texts.t("weekday-every")
    } else {
        days.join(", ")
    };
    let code = if reserve_seconds > 0 {
        "pace-calendar-reserve"
    } else {
        "pace-calendar"
    };
    texts
        .say(code)
        .with("times", times.join(", "))
        .with("days", days)
        .with("zone", calendar.zone().name())
        .with(
            "reserve",
            texts::duration(texts, u64::try_from(reserve_seconds).unwrap_or(0)),
        )
        .to_string()
}

/// A clock of spans in words.
#[must_use]
pub fn pace(deadline_seconds: Option<i32>, reserve_seconds: i32) -> String {
    let texts = Texts::english();
    let words = |seconds: i32| texts::duration(texts, u64::try_from(seconds).unwrap_or(0));
    match (deadline_seconds, reserve_seconds) {
        (None, _) => texts.t("pace-none"),
        (Some(deadline), 0) => texts
            .say("pace-deadline")
            .with("deadline", words(deadline))
            .to_string(),
        (Some(deadline), reserve) => texts
            .say("pace-deadline-reserve")
            .with("deadline", words(deadline))
            .with("reserve", words(reserve))
            .to_string(),
    }
}

/// What whoever takes a seat agrees to, where the game can be watched while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    /// Turns of delay.
    pub turns: i32,
    /// Who may, as texts ask for it: `all`, or `link` where only its link lets in.
    pub by: &'static str,
}

impl Watched {
    /// Of a game on these terms.
    #[must_use]
    pub fn of(terms: &TermsRow) -> Option<Self> {
        let by = if terms.is_public { "all" } else { "link" };
        let turns = terms.spectators().delay()?;
        Some(Self { turns, by })
    }
}

/// Who may watch: a game that is not listed, only by its link.
#[must_use]
pub fn spectators(spectators: Spectators, is_public: bool) -> String {
    let texts = Texts::english();
    match (spectators, is_public) {
        (Spectators::None, _) => texts.t("terms-spectators-none"),
        (Spectators::AfterEnd, true) => texts.t("terms-spectators-after-end"),
        (Spectators::AfterEnd, false) => texts.t("terms-spectators-after-end-link"),
        (Spectators::Delayed(turns), is_public) => {
            let code = if is_public {
                "terms-spectators-delayed"
            } else {
                "terms-spectators-delayed-link"
            };
            texts.say(code).with("turns", turns).to_string()
        }
    }
}
