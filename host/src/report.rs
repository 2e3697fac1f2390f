//! A turn in sentences, as one seat saw it: for mails and for the report page.
//!
//! In goes what the engine gave that seat and nothing else: its observation
//! stream, its dispatch, and its views before and after. So nothing can be told
//! here that the seat did not see. Words come from the catalogue by code; this
//! module decides which sentence is due, and what belongs into one.

mod cast;
mod dispatch;
mod ending;
mod engagement;
pub mod fight;
mod lesson;
mod names;
mod passages;
mod words;

pub use cast::Cast;
pub use ending::ending;
pub use lesson::{Lesson, lesson};

use fieldpost_engine::event::{Attention, Event};
use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::turn::account::FightView;
use fieldpost_engine::view::SeatView;

use crate::texts::Texts;
use passages::Passage;
use words::Writer;

/// One thing worth telling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The sentence or sentences.
    pub text: String,
    /// The tile to look at.
    pub at: Option<Pos>,
    /// The unit it is mostly about.
    pub unit: Option<Seq>,
    /// The place of the fight it tells of, among those the seat is told of.
    pub fight: Option<usize>,
}

/// A turn as one seat saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was seen, in the order in which it happened.
    pub happened: Vec<Line>,
    /// What the seat's own units lost.
    pub losses: Vec<Line>,
    /// What its owner may want to decide on.
    pub attention: Vec<Line>,
}

/// Writes a turn's report.
#[must_use]
pub fn write(
    texts: Texts,
    cast: &Cast,
    stream: &[Event],
    fights: &[FightView],
    dispatch: &[Attention],
) -> Report {
    let writer = Writer { texts, cast };
    // A fight stands beside each engagement of the stream, in the same order.
    let mut engagements = 0..;
    Report {
        happened: passages::gather(stream, |unit| cast.is_own(unit))
            .iter()
            .filter(|passage| !is_in_dispatch(passage, dispatch))
            .map(|passage| match passage {
                Passage::Single(event @ Event::Engagement { .. }) => {
                    let place = engagements.next().unwrap_or_default();
                    writer.fight(event, place, fights.get(place))
                }
                _ => writer.passage(passage),
            })
            .collect(),
        losses: losses(&writer, stream),
        attention: attention(&writer, dispatch),
    }
}

/// Who takes part in a fight, by the names that the seat has for them.
#[must_use]
pub fn people(texts: Texts, cast: &Cast, fight: &FightView) -> Vec<fight::Person> {
    Writer { texts, cast }.people(fight)
}

/// A halt without a step before it is no story; it stands in the dispatch.
fn is_in_dispatch(passage: &Passage<'_>, dispatch: &[Attention]) -> bool {
    let Passage::Single(Event::Halted { unit, .. }) = passage else {
        return false;
    };
    dispatch
        .iter()
        .any(|item| matches!(item, Attention::Halted { unit: halted, .. } if halted == unit))
}

/// What a seat has, a line a unit: what it is told when a game begins.
#[must_use]
pub fn force(texts: Texts, view: &SeatView) -> Vec<String> {
    view.units
        .iter()
        .map(|unit| {
            let class = names::class_name(texts, &unit.class);
            let name = if unit.name.is_empty() {
                class.clone()
            } else {
                unit.name.clone()
            };
            let named = texts
                .say("unit-named")
                .with("name", name)
                .with("number", unit.unit.0.to_string())
                .to_string();
            texts
                .say("report-force")
                .with("unit", named)
                .with("class", class)
                .with("at", unit.at.to_string())
                .with("strength", unit.strength)
                .to_string()
        })
        .collect()
}

/// Own units whose strength went down or that are gone, by number.
fn losses(writer: &Writer<'_>, stream: &[Event]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (unit, own) in writer.cast.own_units() {
        let Some(before) = own.strength_before else {
            continue;
        };
        let line = match own.strength_after {
            Some(after) if after < before => writer.weaker(unit, before - after, own.hunger, after),
            Some(_) => continue,
            None => writer.gone(unit, stream.iter().find(|event| ends(event, unit))),
        };
        lines.push(line);
    }
    lines
}

/// Whether an event takes a unit from its seat.
fn ends(event: &Event, unit: Seq) -> bool {
    match event {
        Event::Destroyed { unit: gone, .. } | Event::UnitCaptured { unit: gone, .. } => {
            *gone == unit
        }
        _ => false,
    }
}

/// The dispatch without what only repeats the story above it, and with a task's
/// end told once.
fn attention(writer: &Writer<'_>, dispatch: &[Attention]) -> Vec<Line> {
    let is_idle = |unit: Seq| {
        dispatch
            .iter()
            .any(|item| matches!(item, Attention::Idle { unit: idle, .. } if *idle == unit))
    };
    dispatch
        .iter()
        .filter(|item| match item {
            Attention::UnitLost { .. }
            | Attention::UnitEngaged { .. }
            | Attention::ReactionFired { .. }
            | Attention::EnemySighted { .. } => false,
            Attention::TaskDone { unit, .. } => !is_idle(*unit),
            _ => true,
        })
        .map(|item| writer.attention(item))
        .collect()
}

#[cfg(test)]
mod tests;
