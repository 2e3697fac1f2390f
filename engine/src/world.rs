//! The state together with what is computed from it: who stands where, and how
//! many eyes are on every tile. Every change of place goes through here, so that
//! the two never part; [`World::recompute`] says what they must be.

use alloc::{vec, vec::Vec};

use crate::ids::{Owner, Tile};
use crate::map::{Mobility, Terrain};
use crate::routes::{Routes, sector};
use crate::scenario::SiteKind;
use crate::shared::Shared;
use crate::state::{Site, State, Unit};
use crate::turn::route::STACK;

/// No entry.
const NONE: u32 = u32::MAX;

/// A state and its indexes.
#[derive(Clone, Debug)]
pub struct World {
    pub state: State,
    pub(crate) index: Shared<Index>,
    pub(crate) routes: Shared<Routes>,
}

/// Everything here follows from the state and is never hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index {
    /// Units in play by tile, ascending in number.
    occupants: Vec<Vec<u32>>,
    /// The site on each tile.
    site_at: Vec<u32>,
    /// Observers by sight group and tile (WO-220).
    pub(crate) observers: Vec<Vec<u16>>,
    /// Stale contacts by sight group and tile: how many are remembered there.
    pub(crate) ghosts: Vec<Vec<u16>>,
}

impl World {
    /// Puts the indexes beside a state.
    pub fn new(state: State) -> Self {
        let index = Self::recompute(&state);
        let routes = Routes::new(state.knowledge.len(), state.map.grid);
        Self {
            state,
            index: index.into(),
            routes: routes.into(),
        }
    }

    /// The indexes from scratch.
    pub(crate) fn recompute(state: &State) -> Index {
        let tiles = state.map.grid.tiles() as usize;
        let groups = state.knowledge.len();
        let mut index = Index {
            occupants: vec![Vec::new(); tiles],
            site_at: vec![NONE; tiles],
            observers: vec![vec![0; tiles]; groups],
            ghosts: vec![vec![0; tiles]; groups],
        };
        for (ix, site) in state.sites.iter().enumerate() {
            index.site_at[site.tile.ix()] = ix as u32;
            let eyes = &mut index.observers[state.sight_group(site.owner)];
            crate::sight::disc(state, site.tile, crate::sight::SITE_VISION, |tile| {
                eyes[tile.ix()] += 1;
            });
        }
        for (ix, unit) in state
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.in_play())
        {
            index.occupants[unit.tile.ix()].push(ix as u32);
            let eyes = &mut index.observers[state.sight_group(unit.owner)];
            crate::sight::disc(state, unit.tile, state.class(unit).vision, |tile| {
                eyes[tile.ix()] += 1;
            });
        }
        for (ghosts, knowledge) in index.ghosts.iter_mut().zip(state.knowledge.iter()) {
            for contact in knowledge.contacts.values().filter(|contact| contact.stale) {
                ghosts[contact.tile.ix()] += 1;
            }
        }
        index
    }

    /// Whether the indexes that were kept up step by step are what they would be
    /// from scratch (WO-220).
    pub fn is_consistent(&self) -> bool {
        *self.index == Self::recompute(&self.state)
    }

    pub fn unit(&self, ix: usize) -> &Unit {
        &self.state.units[ix]
    }

    pub fn unit_mut(&mut self, ix: usize) -> &mut Unit {
        &mut self.state.units[ix]
    }

    /// Indexes of the units in play on a tile, ascending in number.
    pub fn units_at(&self, tile: Tile) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.index.occupants[tile.ix()]
            .iter()
            .map(|ix| *ix as usize)
    }

    /// The index of the site on a tile.
    pub fn site_ix_at(&self, tile: Tile) -> Option<usize> {
        let ix = self.index.site_at[tile.ix()];
        (ix != NONE).then_some(ix as usize)
    }

    pub fn site_at(&self, tile: Tile) -> Option<&Site> {
        self.site_ix_at(tile).map(|ix| &self.state.sites[ix])
    }

    /// Whether a unit hostile to `owner` is really there.
    pub fn hostile_at(&self, tile: Tile, owner: Owner) -> bool {
        self.units_at(tile)
            .any(|ix| self.state.hostile(owner, self.unit(ix).owner))
    }

    /// Units in play on a tile that are not hostile to `owner`.
    pub fn friends_at(&self, tile: Tile, owner: Owner) -> usize {
        self.units_at(tile)
            .filter(|ix| !self.state.hostile(owner, self.unit(*ix).owner))
            .count()
    }

    /// Points to enter a tile as it really is (WO-110, WO-120).
    pub fn cost(&self, tile: Tile, mobility: Mobility) -> Option<u32> {
        let city = self
            .site_at(tile)
            .is_some_and(|site| site.kind == SiteKind::City);
        if city && (mobility != Mobility::Ship || self.state.map.is_coastal(tile)) {
            return Some(1);
        }
        self.state.map.ground_cost(tile, mobility)
    }

    /// Whether a step between neighbours is open to a mobility by the ground as
    /// it really is, diagonals included (WO-130).
    pub fn step_open(&self, from: Tile, to: Tile, mobility: Mobility) -> bool {
        let passes = |tile| self.cost(tile, mobility).is_some();
        passes(to)
            && self
                .state
                .map
                .grid
                .diagonal(from, to)
                .is_none_or(|(one, other)| passes(one) || passes(other))
    }

    /// Defence of a tile by its ground and works, per mille each (WO-400).
    pub fn ground_defence(&self, tile: Tile) -> (i64, i64) {
        let site = self.site_at(tile);
        let works = site.map_or(1000, |site| site.kind.defence());
        (self.state.map.defence(tile), works)
    }

    pub fn terrain(&self, tile: Tile) -> Terrain {
        self.state.map.terrain(tile)
    }

    pub(crate) fn put_site(&mut self, ix: usize) {
        self.index.site_at[self.state.sites[ix].tile.ix()] = ix as u32;
    }

    pub(crate) fn put(&mut self, ix: usize) {
        let tile = self.state.units[ix].tile;
        let here = &mut self.index.occupants[tile.ix()];
        let place = here.binary_search(&(ix as u32));
        if let Err(place) = place {
            here.insert(place, ix as u32);
        }
        self.touch_routes(ix, tile);
    }

    pub(crate) fn take(&mut self, ix: usize) {
        let tile = self.state.units[ix].tile;
        self.index.occupants[tile.ix()].retain(|other| *other != ix as u32);
        self.touch_routes(ix, tile);
    }

    /// A unit has come to a tile or left it: searches of those who see it as an
    /// enemy there, or to whom the tile has become too full or free, have read
    /// something else.
    fn touch_routes(&mut self, ix: usize, tile: Tile) {
        let owner = self.state.units[ix].owner;
        let sector = sector(self.state.map.grid, tile);
        for group in 0..self.state.knowledge.len() {
            let changed = if self.hostile_to_group(group, owner) {
                self.observes(group, tile)
            } else {
                self.index.occupants[tile.ix()].len() >= STACK
            };
            if changed {
                self.routes.touch(group, sector);
            }
        }
    }

    /// What a side knows of a tile's ground, or whom it sees there, has changed.
    pub(crate) fn touch_ground(&mut self, group: usize, tile: Tile) {
        let sector = sector(self.state.map.grid, tile);
        self.routes.touch(group, sector);
    }
}
