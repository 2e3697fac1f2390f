//! What a side of sight has learned (WO-210). Only `sight` writes it.

use alloc::collections::{BTreeMap, BTreeSet};

use crate::canon::{TileSet, canon_struct};
use crate::event::Band;
use crate::ids::{Owner, Seq, Tile};
use crate::ruleset::ClassId;

/// What one side of sight has learned (WO-210). What it observes *now* is
/// computed from where its units stand; see `sight`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Tiles ever observed.
    pub explored: TileSet,
    /// Tiles last seen with a road.
    pub roads: TileSet,
    /// Foreign units seen now or remembered.
    pub contacts: BTreeMap<Seq, Contact>,
    /// Sites ever observed, with the owner as last seen.
    pub sites: BTreeMap<Seq, Owner>,
    /// Foreign units ever seen.
    pub met: BTreeSet<Seq>,
    /// Units known to be destroyed or captured away.
    pub lost: BTreeSet<Seq>,
}

impl Knowledge {
    /// Of a side that has never looked.
    pub(crate) fn nothing(tiles: u32) -> Self {
        Self {
            explored: TileSet::new(tiles),
            roads: TileSet::new(tiles),
            contacts: BTreeMap::new(),
            sites: BTreeMap::new(),
            met: BTreeSet::new(),
            lost: BTreeSet::new(),
        }
    }
}

/// A foreign unit as last seen (WO-210).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    pub class: ClassId,
    pub owner: Owner,
    pub tile: Tile,
    pub band: Band,
    pub turn: u32,
    /// Remembered, not seen now.
    pub stale: bool,
    /// Seen moving in the turn noted (EN-140).
    pub moving: bool,
}

canon_struct!(Knowledge {
    explored,
    roads,
    contacts,
    sites,
    met,
    lost
});
canon_struct!(Contact {
    class,
    owner,
    tile,
    band,
    turn,
    stale,
    moving
});
