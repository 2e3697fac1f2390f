//! What a log says by itself: which turn is open, how the earlier ones were closed, and
//! who has committed (TM-2470). It replays nothing, so it does not know whether the game
//! is over: only a replay shows that.

use alloc::{collections::BTreeSet, vec::Vec};

use super::OrderRecord;
use crate::ids::SeatId;
use crate::order::{Marker, Order};

/// Where a game is by its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The markers of each turn that was closed, of turn 1 first.
    pub closed: Vec<Vec<Marker>>,
    /// Who has committed in the turn that is open.
    pub committed: BTreeSet<SeatId>,
    /// Whether the table has adjourned in it.
    pub is_adjourned: bool,
}

impl Standing {
    /// Reads records in the order of the log.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a OrderRecord>) -> Self {
        let mut standing = Self::default();
        for record in records {
            match (&record.order, record.seat) {
                (Order::CommitOrders {}, Some(seat)) => {
                    standing.committed.insert(seat);
                }
                (Order::RevokeCommit {}, Some(seat)) => {
                    standing.committed.remove(&seat);
                }
                (Order::Adjourn {}, _) => standing.is_adjourned = true,
                (Order::Reconvene {}, _) => standing.is_adjourned = false,
                (Order::CloseOrders { markers }, _) => {
                    standing.closed.push(markers.clone());
                    standing.committed.clear();
                    standing.is_adjourned = false;
                }
                _ => {}
            }
        }
        standing
    }

    /// The turn whose Orders phase is open, unless the last close ended the game.
    pub fn turn(&self) -> u32 {
        super::lines::count(self.closed.len()).saturating_add(1)
    }
}
