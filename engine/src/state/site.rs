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
    /// Points in the head of the queue.
    pub progress: u32,
}

impl Site {
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
    progress
});
