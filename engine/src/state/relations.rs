//! Who fights whom and who sees for whom: fixed with the teams of a game.

use alloc::{string::String, vec::Vec};

use crate::ids::Owner;

/// Who fights whom and who sees for whom, by slot: a seat's index, and behind
/// the last seat Neutral. Teams are fixed, so this is too.
#[derive(Clone, Debug)]
pub struct Relations {
    seats: usize,
    hostile: Vec<bool>,
    group: Vec<u8>,
}

impl Relations {
    /// From the seats' teams, in seat order (WO-520).
    pub fn new(teams: &[Option<String>], shared_sight: bool) -> Self {
        let seats = teams.len();
        let slots = seats + 1;
        let allied = |a: usize, b: usize| {
            a == b || (a < seats && b < seats && teams[a].is_some() && teams[a] == teams[b])
        };
        let hostile = (0..slots * slots)
            .map(|i| !allied(i / slots, i % slots))
            .collect();
        let group = (0..slots)
            .map(|slot| (0..slot).find(|first| shared_sight && allied(*first, slot)))
            .enumerate()
            // At most nine slots.
            .map(|(slot, first)| first.unwrap_or(slot) as u8)
            .collect();
        Self {
            seats,
            hostile,
            group,
        }
    }

    /// Whether two owners fight each other (WO-520).
    pub(super) fn hostile(&self, a: Owner, b: Owner) -> bool {
        self.hostile[self.slot(a) * (self.seats + 1) + self.slot(b)]
    }

    /// The side of sight that an owner belongs to.
    pub(crate) fn group_of(&self, owner: Owner) -> usize {
        usize::from(self.group[self.slot(owner)])
    }

    fn slot(&self, owner: Owner) -> usize {
        owner.map_or(self.seats, |seat| usize::from(seat.0))
    }
}
