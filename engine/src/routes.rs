//! Routes kept from one activation to the next, as long as nothing that their
//! search has read has changed. A kept route is the one that a new search would
//! find, so it is no state: it is never hashed and may be dropped at any time.
//!
//! Ground and units are watched by sectors of eight by eight tiles, for each side
//! of sight. A search notes the sectors it has read; what happens elsewhere cannot
//! make its route worse or another one better, because a better one would have to
//! lead through a tile next to those that were read.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use crate::command::Area;
use crate::ids::{Owner, Seq, Tile};
use crate::map::Grid;
use crate::turn::route::Goal;

/// Side of a sector, in tiles.
const SECTOR: u32 = 8;

/// The sector that a tile lies in.
pub(crate) fn sector(grid: Grid, tile: Tile) -> u32 {
    let (x, y) = (
        tile.0 % u32::from(grid.width),
        tile.0 / u32::from(grid.width),
    );
    y / SECTOR * u32::from(grid.width).div_ceil(SECTOR) + x / SECTOR
}

/// How many sectors there are.
pub(crate) fn sectors(grid: Grid) -> usize {
    (u32::from(grid.width).div_ceil(SECTOR) * u32::from(grid.height).div_ceil(SECTOR)) as usize
}

/// The routes that are kept, and what has changed by side of sight and sector.
#[derive(Clone, Debug)]
pub(crate) struct Routes {
    /// Changes so far; they only grow, so an equal sum means that none came.
    changes: Vec<Vec<u64>>,
    kept: BTreeMap<Seq, Kept>,
    sought: BTreeMap<Seq, Sought>,
}

/// What an explorer has found to be the nearest dark tile, if any can be reached.
#[derive(Clone, Debug)]
struct Sought {
    owner: Owner,
    area: Option<Area>,
    from: Tile,
    found: Option<Tile>,
    read: Vec<u32>,
    sum: u64,
}

#[derive(Clone, Debug)]
struct Kept {
    owner: Owner,
    goal: Goal,
    /// From the tile where it was planned, the goal last.
    tiles: Vec<Tile>,
    /// The sectors that the search read, and the sum of their changes then.
    read: Vec<u32>,
    sum: u64,
}

impl Routes {
    pub(crate) fn new(groups: usize, grid: Grid) -> Self {
        Self {
            changes: vec![vec![0; sectors(grid)]; groups],
            kept: BTreeMap::new(),
            sought: BTreeMap::new(),
        }
    }

    /// Something that a search of that side reads has changed there.
    pub(crate) fn touch(&mut self, group: usize, sector: u32) {
        self.changes[group][sector as usize] += 1;
    }

    fn sum(&self, group: usize, read: &[u32]) -> u64 {
        read.iter()
            .map(|sector| self.changes[group][*sector as usize])
            .sum()
    }

    /// What is left of a unit's kept route from where it stands, without that
    /// tile; `None` if there is none or something has changed.
    pub(crate) fn find(
        &self,
        seq: Seq,
        (owner, group): (Owner, usize),
        from: Tile,
        goal: Goal,
    ) -> Option<Vec<Tile>> {
        let kept = self.kept.get(&seq)?;
        if kept.owner != owner || kept.goal != goal || kept.sum != self.sum(group, &kept.read) {
            return None;
        }
        let here = kept.tiles.iter().position(|tile| *tile == from)?;
        Some(kept.tiles[here + 1..].to_vec())
    }

    pub(crate) fn keep(
        &mut self,
        seq: Seq,
        (owner, group): (Owner, usize),
        (from, goal): (Tile, Goal),
        route: &[Tile],
        read: Vec<u32>,
    ) {
        let sum = self.sum(group, &read);
        let tiles = core::iter::once(from)
            .chain(route.iter().copied())
            .collect();
        self.kept.insert(
            seq,
            Kept {
                owner,
                goal,
                tiles,
                read,
                sum,
            },
        );
    }

    /// Where an explorer's last search began and what it found, while a new one
    /// would read the same.
    pub(crate) fn sought(
        &self,
        seq: Seq,
        (owner, group): (Owner, usize),
        area: Option<Area>,
    ) -> Option<(Tile, Option<Tile>)> {
        let sought = self.sought.get(&seq)?;
        let same = sought.owner == owner
            && sought.area == area
            && sought.sum == self.sum(group, &sought.read);
        same.then_some((sought.from, sought.found))
    }

    pub(crate) fn note_sought(
        &mut self,
        seq: Seq,
        (owner, group): (Owner, usize),
        area: Option<Area>,
        (from, found): (Tile, Option<Tile>),
        read: Vec<u32>,
    ) {
        let sum = self.sum(group, &read);
        self.sought.insert(
            seq,
            Sought {
                owner,
                area,
                from,
                found,
                read,
                sum,
            },
        );
    }

    /// Whoever is gone has nowhere to go.
    pub(crate) fn forget(&mut self, gone: impl Fn(Seq) -> bool) {
        self.kept.retain(|seq, _| !gone(*seq));
        self.sought.retain(|seq, _| !gone(*seq));
    }
}
