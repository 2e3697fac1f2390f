//! What each slot of the frozen order came to: the record that no unit's turn is
//! lost without a reason (TM-1430). A seat is told of its own units' alone.

use serde::Serialize;

use super::TurnResult;
use super::activation::Walk;
use super::plan::{Plan, Source};
use crate::event::{Halt, Hindrance, Skipped};
use crate::ids::{SeatId, Seq};
use crate::initiative::Initiative;

/// What an activation came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// It moved, fought or did what it was told besides; it may have fallen over it.
    Acted,
    /// It was halted before its first step.
    Halted(Halt),
    /// It stayed, as its orders have it (TM-1230): they, or how they branched,
    /// asked for nothing else.
    StoodBy(Level),
    /// It could do nothing of what it was told (TM-1400).
    Nothing(Hindrance),
    /// Its slot was skipped (TM-2350).
    Skipped(Skipped),
}

/// The level of a stack that governed (CM-200).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Reflex,
    /// The Task's own `do`.
    Task,
    /// The Task's clause of that index, from 0.
    Clause(u8),
    Posture,
}

impl From<Source> for Level {
    fn from(source: Source) -> Self {
        match source {
            Source::Reflex => Self::Reflex,
            Source::Do => Self::Task,
            Source::Clause(index) => Self::Clause(index),
            Source::Posture => Self::Posture,
        }
    }
}

impl Part {
    /// Of an activation that is over; `nothing` where it was a fallback.
    pub(super) fn of(plan: &Plan, walk: &Walk, nothing: Option<Hindrance>) -> Self {
        match (nothing, walk.halted) {
            (Some(why), _) => Self::Nothing(why),
            (None, Some(why)) if walk.steps == 0 && !walk.acted => Self::Halted(why),
            (None, _) if walk.steps == 0 && !walk.acted => Self::StoodBy(plan.source.into()),
            (None, _) => Self::Acted,
        }
    }
}

impl TurnResult {
    /// What became of a seat's own slots, in their order among themselves, with the
    /// Initiative that they were frozen with (TM-2340, TM-2350).
    pub fn parts_of(&self, seat: SeatId) -> impl Iterator<Item = (Seq, Initiative, Part)> + '_ {
        let slots = self.order.iter().zip(&self.parts);
        slots
            .filter(move |(slot, _)| slot.owner == Some(seat))
            .map(|(slot, part)| (slot.seq, slot.initiative, *part))
    }
}
