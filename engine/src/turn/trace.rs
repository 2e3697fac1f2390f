//! Which event of a turn came of which place in the order: so that two runs of one log
//! can be compared line by line. It is the whole truth of a turn, and no seat's.

use super::TurnResult;
use crate::event::Event;
use crate::state::Phase;

/// Where in a turn an event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub phase: Phase,
    /// The index in the frozen order (TM-1170), from 0; none in the Reckoning.
    pub slot: Option<usize>,
}

impl TurnResult {
    /// The events in their order (TM-1330), each with its place. None where streams are
    /// not kept.
    pub fn trace(&self) -> impl Iterator<Item = (Place, &Event)> {
        let mut slots = 0;
        self.events.iter().enumerate().map(move |(index, event)| {
            // The last slot that had begun when this came.
            while self.begins.get(slots).is_some_and(|begin| *begin <= index) {
                slots += 1;
            }
            let place = match slots.checked_sub(1) {
                Some(slot) if slot < self.order.len() => Place {
                    phase: Phase::Cascade,
                    slot: Some(slot),
                },
                _ => Place {
                    phase: Phase::Reckoning,
                    slot: None,
                },
            };
            (place, event)
        })
    }
}
