//! The part of the state that is a seat's own, as its view carries it for the
//! engine's use. It must never hold anything that is anybody else's.

use alloc::vec::Vec;

use super::View;
use crate::state::{Knowledge, Seat, Site, Unit};

/// What the seat has of its own as the state keeps it: what a preview begins with.
/// Nothing in it is anybody else's, and it leaves the engine with no page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnState {
    pub(crate) seat: Seat,
    pub(crate) units: Vec<Unit>,
    pub(crate) sites: Vec<Site>,
    pub(crate) knowledge: Knowledge,
}

impl View<'_> {
    pub(super) fn own_state(&self) -> OwnState {
        let state = &self.world.state;
        let mine = |unit: &&Unit| unit.alive && unit.owner == Some(self.seat);
        OwnState {
            seat: Seat {
                // The host's affair (TM-440), and nothing a turn depends on.
                committed: false,
                ..state.seats[usize::from(self.seat.0)].clone()
            },
            sites: state
                .sites
                .iter()
                .filter(|site| site.owner == Some(self.seat))
                .cloned()
                .collect(),
            units: state.units.iter().filter(mine).cloned().collect(),
            knowledge: state.knowledge[self.group()].clone(),
        }
    }
}
