//! What belongs into one sentence: a unit's steps make a journey, with what it
//! sighted on the way and how it ended; a reaction and its fire are one thing.

use fieldpost_engine::event::{EngagementKind, Event, Halt};
use fieldpost_engine::ids::{Pos, Seq};

/// A stretch of the stream that is told in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Passage<'a> {
    Journey(Journey),
    /// Everything that stands alone.
    Single(&'a Event),
}

/// A unit on its way, as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Journey {
    pub(super) unit: Seq,
    /// It came into sight here, at `from`.
    pub(super) came: bool,
    pub(super) from: Pos,
    pub(super) to: Pos,
    /// Tiles entered after `from`.
    pub(super) steps: u32,
    pub(super) halt: Option<Halt>,
    /// It was last seen at `to`.
    pub(super) gone: bool,
    /// Foreign units that it brought into sight, with where.
    pub(super) sighted: Vec<(Seq, Pos)>,
    /// Foreign units that were lost from sight by its leaving, with where.
    pub(super) lost: Vec<(Seq, Pos)>,
}

impl Journey {
    fn new(unit: Seq, from: Pos, to: Pos, steps: u32) -> Self {
        Self {
            unit,
            came: false,
            from,
            to,
            steps,
            halt: None,
            gone: false,
            sighted: Vec::new(),
            lost: Vec::new(),
        }
    }
}

/// Gathers a stream into passages, in order.
pub(super) fn gather(stream: &[Event], is_own: impl Fn(Seq) -> bool) -> Vec<Passage<'_>> {
    let mut passages: Vec<Passage<'_>> = Vec::new();
    for (index, event) in stream.iter().enumerate() {
        let journey = match passages.last_mut() {
            Some(Passage::Journey(journey)) => Some(journey),
            _ => None,
        };
        match (event, journey) {
            (Event::Moved { unit, from, to }, Some(journey))
                if continues(journey, *unit, *from, *to) =>
            {
                // Where the step into sight is told after the sighting, it is
                // the same tile and no step beyond it.
                if journey.to != *to {
                    journey.steps += 1;
                    journey.to = *to;
                }
            }
            (Event::Moved { unit, from, to }, _) => {
                passages.push(Passage::Journey(Journey::new(*unit, *from, *to, 1)));
            }
            (Event::Appeared { unit, at, .. }, Some(journey))
                if journey.unit == *unit
                    && journey.to == *at
                    && !journey.came
                    && journey.steps == 1 =>
            {
                journey.came = true;
                journey.from = *at;
                journey.steps = 0;
            }
            (Event::Appeared { unit, at, .. }, Some(journey)) if is_own(journey.unit) => {
                journey.sighted.push((*unit, *at));
            }
            (Event::Appeared { unit, at, .. }, _) => {
                let mut journey = Journey::new(*unit, *at, *at, 0);
                journey.came = true;
                passages.push(Passage::Journey(journey));
            }
            (Event::Vanished { unit, .. }, Some(journey)) if journey.unit == *unit => {
                journey.gone = true;
            }
            (Event::Vanished { unit, at }, Some(journey)) if is_own(journey.unit) => {
                journey.lost.push((*unit, *at));
            }
            (Event::Halted { unit, at, why }, _) => {
                if !halts_a_journey(&mut passages, *unit, *at, *why) {
                    passages.push(Passage::Single(event));
                }
            }
            (Event::Reaction { .. }, _) if is_told_by_next(stream, index) => {}
            _ => passages.push(Passage::Single(event)),
        }
    }
    passages
}

fn continues(journey: &Journey, unit: Seq, from: Pos, to: Pos) -> bool {
    journey.unit == unit
        && !journey.gone
        && (journey.to == from || (journey.came && journey.steps == 0 && journey.to == to))
}

/// Puts a halt to the journey it ended, also where a reaction stands between.
fn halts_a_journey(passages: &mut [Passage<'_>], unit: Seq, at: Pos, why: Halt) -> bool {
    let last = passages
        .iter_mut()
        .rev()
        .take(4)
        .find_map(|passage| match passage {
            Passage::Journey(journey) if journey.unit == unit => Some(journey),
            _ => None,
        });
    match last {
        Some(journey) if journey.to == at && journey.halt.is_none() => {
            journey.halt = Some(why);
            true
        }
        _ => false,
    }
}

/// A reaction is told with the fire that follows it.
fn is_told_by_next(stream: &[Event], index: usize) -> bool {
    matches!(
        stream.get(index + 1),
        Some(Event::Engagement {
            kind: EngagementKind::Reaction,
            ..
        })
    )
}
