//! What the page shows, read for one player.

use chrono_tz::Tz;

use super::super::{clock_box::asks_to_watch, seated::Seated, terms::Watched};
use crate::{
    absence::{self, held::Held},
    app::State,
    changes::{self, Teller},
    error::Error,
    games::terms,
    phases::{self, GameClock},
    texts::{self, Texts},
    votes::{self, Question, Vote},
};

/// How many changes are shown.
const SHOWN_CHANGES: i64 = 12;

/// Turns back for which decided votes are shown.
const SHOWN_TURNS: u32 = 3;

/// All of it.
#[derive(Debug)]
pub(super) struct Sitting {
    /// How turns end.
    pub(super) rule: String,
    /// What keeps the clock from running, and what was given back.
    pub(super) stops: Vec<String>,
    /// When the open turn is due.
    pub(super) deadline: Option<String>,
    /// Whether there is anything to decide still.
    pub(super) is_on: bool,
    /// The reader's absences.
    pub(super) own: Vec<AwayLine>,
    /// What is known of the others'.
    pub(super) others: Vec<String>,
    /// Open votes.
    pub(super) votes: Vec<VoteLine>,
    /// What has changed lately, with its instant, the newest first.
    pub(super) changes: Vec<String>,
    /// Votes that were decided lately.
    pub(super) decided: Vec<String>,
    /// Whether the reader has a say in what concerns all.
    pub(super) has_say: bool,
    /// Whether an AI plays the reader's seat, and until when.
    pub(super) held: Option<Held>,
    /// Turns of delay that the reader has not agreed to yet.
    pub(super) asked_to_watch: Option<Watched>,
    /// Whether the game is adjourned, and who of how many is ready.
    pub(super) adjourned: Option<Adjourned>,
    /// Seats that the reader may give notice to: index and name.
    pub(super) late: Vec<(u8, String)>,
    /// Seats that an AI plays, which may be offered: index and name.
    pub(super) vacant: Vec<(u8, String)>,
    /// Those of them that are on offer.
    pub(super) on_offer: Vec<(u8, String)>,
}

/// An absence of the reader.
#[derive(Debug)]
pub(super) struct AwayLine {
    /// Its number, where it can be taken back.
    pub(super) id: Option<i64>,
    /// What it says.
    pub(super) text: String,
}

/// An open vote.
#[derive(Debug)]
pub(super) struct VoteLine {
    /// Its number.
    pub(super) id: i64,
    /// What is asked.
    pub(super) question: String,
    /// When it is counted, and how many must be in favour.
    pub(super) how: Vec<String>,
    /// Whether the reader has a say.
    pub(super) has_say: bool,
    /// His own ballot.
    pub(super) ballot: Option<bool>,
}

/// An adjourned game.
#[derive(Debug)]
pub(super) struct Adjourned {
    /// Names of those who are ready.
    pub(super) ready: Vec<String>,
    /// Whether the reader is.
    pub(super) is_own: bool,
}

/// Reads it.
///
/// # Errors
/// The database's.
pub(super) async fn read(state: &State, seated: &Seated, zone: Tz) -> Result<Sitting, Error> {
    let texts = Texts::english();
    let seats = seated.seats(state).await?;
    let names: Vec<String> = seats.iter().map(|seat| seat.name.clone()).collect();
    let on_offer = |seat: u8| {
        let row = seats.iter().find(|row| row.seat == i16::from(seat));
        row.is_some_and(|row| row.is_on_offer())
    };
    let name = |seat: u8| names.get(usize::from(seat)).cloned().unwrap_or_default();
    let game_id = seated.game.id;
    let own = seated.seat.0;
    let mut conn = state.db.get().await?;
    let clock = phases::read(&mut conn, game_id).await?;
    let rule = phases::rule(&mut conn, game_id).await?;
    let standing = absence::standing(&mut conn, game_id, clock.turn, clock.now).await?;
    let since = clock.turn.saturating_sub(SHOWN_TURNS);
    let all = votes::of_game(&mut conn, game_id, since).await?;
    let ballots = votes::ballots_of(&mut conn, game_id, own).await?;
    let ready = votes::who_is_ready(&mut conn, game_id).await?;
    let terms = terms::of(&mut conn, game_id).await?;
    let teller = Teller {
        texts,
        names: names.clone(),
        own: Some(own),
        zone,
    };
    let mut lately = Vec::new();
    for changed in changes::newest(&mut conn, game_id, SHOWN_CHANGES).await? {
        if let Some(line) = changes::line(&mut conn, game_id, &teller, &changed).await? {
            let phrase = texts.say("change-line").with("line", &line);
            let phrase = phrase.with("at", texts::instant(changed.at, zone));
            lately.push(phrase.to_string());
        }
    }
    drop(conn);

    let is_on = clock.phase == "orders";
    let players = votes::electorate(&clock, &Question::Adjourn);
    let (mine, theirs): (Vec<_>, Vec<_>) =
        standing.iter().partition(|one| one.seat == i16::from(own));
    let away = |one: &absence::Absence, code: &str| {
        let phrase = texts
            .say(code)
            .with("seat", name(phases::index(one.seat)))
            .with("turn", clock.turn)
            .with("from", texts::instant(one.from, zone));
        match one.until {
            Some(until) => phrase.with("until", texts::instant(until, zone)),
            None => phrase,
        }
        .to_string()
    };
    Ok(Sitting {
        rule: texts::rule(texts, &rule),
        stops: stops(texts, &clock, zone),
        deadline: clock
            .phase_clock
            .deadline_at
            .filter(|_| is_on && clock.phase_clock.stopped_at.is_none())
            .map(|at| texts::instant(at, zone)),
        is_on,
        changes: lately,
        own: mine
            .into_iter()
            .map(|one| AwayLine {
                id: (one.cause == "announced").then_some(one.id),
                text: away(one, &format!("away-own-{}", one.cause)),
            })
            .collect(),
        others: theirs
            .into_iter()
            .map(|one| away(one, &format!("away-{}", one.cause)))
            .collect(),
        votes: all
            .iter()
            .filter(|vote| vote.outcome.is_none())
            .map(|vote| open_line(texts, &clock, vote, &names, &ballots, own, zone))
            .collect(),
        decided: all
            .iter()
            .filter_map(|vote| votes::decided(texts, vote, &names))
            .collect(),
        has_say: is_on && players.contains(&own),
        held: Held::of(&clock, &seated.seat_row),
        asked_to_watch: asks_to_watch(&terms, &seated.seat_row),
        adjourned: clock.is_adjourned.then(|| Adjourned {
            ready: ready.iter().map(|(seat, _)| name(*seat)).collect(),
            is_own: ready.iter().any(|(seat, _)| *seat == own),
        }),
        late: players
            .iter()
            .filter(|seat| absence::may_give_notice(&clock, &standing, own, **seat))
            .map(|seat| (*seat, name(*seat)))
            .collect(),
        vacant: clock
            .substituted
            .iter()
            .filter(|seat| **seat != own && !on_offer(**seat))
            .map(|seat| (*seat, name(*seat)))
            .collect(),
        on_offer: clock
            .substituted
            .iter()
            .filter(|seat| **seat != own && on_offer(**seat))
            .map(|seat| (*seat, name(*seat)))
            .collect(),
    })
}

/// What keeps the clock from running, and what was given back for it.
pub(in crate::pages) fn stops(texts: Texts, clock: &GameClock, zone: Tz) -> Vec<String> {
    let mut lines = Vec::new();
    if clock.is_halted {
        lines.push(texts.t("clock-halted"));
    }
    if clock.is_adjourned {
        lines.push(texts.t("clock-adjourned"));
    } else if clock.phase_clock.stopped_at.is_some() {
        lines.push(texts.t("clock-stopped"));
    }
    for pause in &clock.pauses {
        let span = (pause.until - pause.from).num_seconds();
        let span = texts::duration(texts, u64::try_from(span).unwrap_or(0));
        let code = format!("clock-pause-{}", pause.cause);
        let phrase = texts
            .say(&code)
            .with("span", span)
            .with("from", texts::instant(pause.from, zone));
        lines.push(phrase.to_string());
    }
    lines
}

fn open_line(
    texts: Texts,
    clock: &GameClock,
    vote: &Vote,
    names: &[String],
    ballots: &[(i64, bool)],
    own: u8,
    zone: Tz,
) -> VoteLine {
    let electorate = votes::electorate(clock, &vote.question);
    let mut how = Vec::new();
    if vote.is_automatic {
        how.push(texts.t("vote-automatic"));
    } else {
        let code = match vote.question.is_unanimous() {
            true => "vote-needs-all",
            false => "vote-needs-most",
        };
        let phrase = texts.say(code).with("count", electorate.len());
        how.push(phrase.to_string());
    }
    how.push(match vote.counted_from {
        Some(at) => texts
            .say("vote-counted-at")
            .with("at", texts::instant(at, zone))
            .with("turn", vote.turn)
            .to_string(),
        None => texts
            .say("vote-counted-close")
            .with("turn", vote.turn)
            .to_string(),
    });
    let ballot = ballots.iter().find(|(id, _)| *id == vote.id);
    VoteLine {
        id: vote.id,
        question: votes::question(texts, &vote.question, names),
        how,
        has_say: !vote.is_automatic && electorate.contains(&own),
        ballot: ballot.map(|(_, in_favour)| *in_favour),
    }
}
