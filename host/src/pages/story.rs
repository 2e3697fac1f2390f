//! A turn that is over, as a seat's page tells it: the report, the dispatch with
//! links, the order in which its own units acted. Rebuilt from the log whenever
//! somebody looks; of the turn it reads the seat's own streams alone.

mod stood_by;

use fieldpost_engine::{
    ids::SeatId,
    turn::{TurnResult, account::FightView},
    view::SeatView,
};

use super::names::Names;
use super::seated::Seated;
use super::timeline::{self, Timeline};
use crate::{
    app::State,
    error::Error,
    report::{
        self, Cast, Line,
        fight::{self, Tick, Told},
    },
    texts::Texts,
};

/// One turn, told.
#[derive(Debug)]
pub struct Story {
    /// The turn.
    pub turn: u32,
    /// What was seen.
    pub happened: Vec<StoryLine>,
    /// What was lost.
    pub losses: Vec<StoryLine>,
    /// What wants attention.
    pub attention: Vec<StoryLine>,
    /// Own units in the order in which they acted.
    pub order: Vec<Acted>,
    /// Own units with a task that neither moved nor fought, and what they were told.
    pub stood_by: Vec<StoryLine>,
}

/// A sentence and where it leads.
#[derive(Debug)]
pub struct StoryLine {
    /// The sentence.
    pub text: String,
    /// The address that selects its unit, if that is still to be seen.
    pub href: Option<String>,
    /// The fight it tells of, where the seat has its log.
    pub fight: Option<Fight>,
}

/// A fight, tick by tick.
#[derive(Debug)]
pub struct Fight {
    pub timeline: Timeline,
    /// The same in words.
    pub ticks: Vec<Tick>,
}

/// An own unit's place in the order of a turn.
#[derive(Debug)]
pub struct Acted {
    /// The unit.
    pub unit: String,
    /// Its frozen Initiative.
    pub score: i32,
    /// What it was made of.
    pub terms: Vec<Term>,
}

/// One term of an Initiative.
#[derive(Debug)]
pub struct Term {
    /// What it is called.
    pub name: String,
    /// What it adds, with its sign.
    pub value: String,
}

/// Tells the story of a turn. `address` is the page that links select units on.
///
/// # Errors
/// [`Error::NotFound`] for a turn that is not over.
pub async fn tell(
    state: &State,
    seated: &Seated,
    turn: u32,
    address: &str,
) -> Result<(Story, SeatView), Error> {
    let before = seated.after(state, turn.checked_sub(1).ok_or(Error::NotFound)?);
    let before = seated.view(&*before.await?)?;
    let replayed = seated.after(state, turn).await?;
    let after = seated.view(&replayed)?;
    let result = replayed.last_turn.as_deref().ok_or(Error::NotFound)?;
    let seat = usize::from(seated.seat.0);
    let stream = result.streams.get(seat).map_or(&[][..], Vec::as_slice);
    let dispatch = result.dispatch.get(seat).map_or(&[][..], Vec::as_slice);
    let hunger = result.hunger.get(seat).map_or(&[][..], Vec::as_slice);
    let cast = Cast::of(&before, &after, stream).with_hunger(hunger);
    let ordered = seated.view(&*seated.ordered(state, turn).await?)?;
    let texts = Texts::english();
    let fights = result.fights_for(seated.seat);
    let report = report::write(texts, &cast, stream, &fights, dispatch);
    let lines = |lines: Vec<Line>| {
        lines.into_iter().map(|one| {
            let place = one.fight;
            let fight = place.and_then(|place| shown(texts, &cast, place, fights.get(place)?));
            line(one, fight, &after, address)
        })
    };
    let tier = replayed.header.scenario.options.initiative_tier;
    let story = Story {
        turn,
        happened: lines(report.happened).collect(),
        losses: lines(report.losses).collect(),
        attention: lines(report.attention).collect(),
        order: acted(texts, &before, seated.seat, result, tier),
        stood_by: stood_by::lines(texts, &ordered, &after, stream, dispatch, address),
    };
    Ok((story, after))
}

fn shown(texts: Texts, cast: &Cast, place: usize, view: &FightView) -> Option<Fight> {
    let log = &view.course.as_ref()?.log;
    let last = log.last()?.tick;
    let people = report::people(texts, cast, view);
    let told = Told {
        kind: view.kind,
        result: view.result,
        people: &people,
        log,
    };
    Some(Fight {
        timeline: timeline::draw(texts, &place.to_string(), &people, log, last),
        ticks: fight::ticks(texts, &told),
    })
}

fn line(line: Line, fight: Option<Fight>, view: &SeatView, address: &str) -> StoryLine {
    let is_known = |unit| {
        view.units.iter().any(|own| own.unit == unit)
            || view.others.iter().any(|other| other.unit == unit)
    };
    let unit = line.unit.filter(|unit| is_known(*unit));
    StoryLine {
        text: line.text,
        href: unit.map(|unit| format!("{address}?unit={}#selected", unit.0)),
        fight,
    }
}

fn acted(
    texts: Texts,
    before: &SeatView,
    seat: SeatId,
    result: &TurnResult,
    tier: u8,
) -> Vec<Acted> {
    let names = Names {
        texts,
        view: before,
    };
    let own = result
        .order
        .iter()
        .filter(|slot| slot.owner == Some(seat))
        .map(|slot| Acted {
            unit: names.unit(slot.seq),
            score: slot.initiative.score,
            terms: terms(texts, &slot.initiative.terms, tier),
        });
    own.collect()
}

/// The names of the terms, in their order.
const TERMS: [&str; 7] = [
    "term-base",
    "term-stance",
    "term-forming-up",
    "term-veterancy",
    "term-disrupted",
    "term-command",
    "term-supply",
];

/// The terms that count in a game.
#[must_use]
pub fn terms(texts: Texts, values: &[i32; 7], tier: u8) -> Vec<Term> {
    let active = fieldpost_engine::initiative::active_terms(tier);
    let term = |(code, value): (&&str, &i32)| Term {
        name: texts.t(code),
        value: signed(*value),
    };
    TERMS.iter().zip(values).take(active).map(term).collect()
}

/// A number with its sign: `+8`, `−12`, `0`.
#[must_use]
pub fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}
