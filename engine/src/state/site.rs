//! A site: a city, depot or fort (WO-400).

use alloc::{string::String, vec::Vec};

use crate::canon::canon_struct;
use crate::ids::{Owner, Seq, Tile};
use crate::ruleset::ClassId;
use crate::scenario::SiteKind;

/// A city, depot or fort (WO-400).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub seq: Seq,
    pub kind: SiteKind,
    pub name: String,
    pub tile: Tile,
    pub owner: Owner,
    pub output: u32,
    pub queue: Vec<ClassId>,
    /// Points paid for the class that was the head at the last Reckoning.
    pub progress: u32,
    /// That class. Where the head is another by the coming Reckoning, the points are
    /// forfeit; until then a change of mind costs nothing (TM-360).
    pub paid_for: Option<ClassId>,
}

impl Site {
    /// Points in the head of the queue as it stands.
    pub fn in_head(&self) -> u32 {
        if self.paid_for == self.queue.first().copied() {
            self.progress
        } else {
            0
        }
    }

    pub fn is_city(&self) -> bool {
        self.kind == SiteKind::City
    }
}

canon_struct!(Site {
    seq,
    kind,
    name,
    tile,
    owner,
    output,
    queue,
    progress,
    paid_for
});
