//! A game's terms in words, for whoever thinks of joining and whoever plays.

use chrono_tz::Tz;

use crate::{
    games::{
        GameRow,
        terms::{Press, Spectators, TermsRow},
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
    let mut facts = vec![fact(
        "terms-pace",
        pace(game.deadline_seconds, game.reserve_seconds),
    )];
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
    facts.push(fact("terms-press", press(terms.press())));
    facts.push(fact("terms-spectators", spectators(terms.spectators())));
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

/// The clock in words.
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

/// Which messages there are.
#[must_use]
pub fn press(press: Press) -> String {
    Texts::english().t(match press {
        Press::All => "terms-press-all",
        Press::Public => "terms-press-public",
        Press::None => "terms-press-none",
    })
}

/// Who may watch.
#[must_use]
pub fn spectators(spectators: Spectators) -> String {
    let texts = Texts::english();
    match spectators {
        Spectators::None => texts.t("terms-spectators-none"),
        Spectators::AfterEnd => texts.t("terms-spectators-after-end"),
        Spectators::Delayed(turns) => texts
            .say("terms-spectators-delayed")
            .with("turns", turns)
            .to_string(),
    }
}
