//! Routes by an owner's knowledge (WO-160): cheapest, then fewest steps, then
//! fewest diagonal steps, then the smaller tile index at the first difference.
//!
//! A search backward from the goal gives every tile on an optimal route its
//! exact distance; the walk forward then takes the smallest index among equals,
//! which no order of expansion can change.

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;

use crate::ids::{Owner, Tile};
use crate::map::Mobility;
use crate::world::World;

/// Units of one side on a tile (WO-140).
pub(crate) const STACK: usize = 3;

/// Where a traveller is going: any tile within so many of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) tile: Tile,
    pub(crate) within: u32,
}

/// Who travels, and what is in the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traveller {
    pub(crate) owner: Owner,
    pub(crate) group: usize,
    pub(crate) mobility: Mobility,
    /// Whether units block: not when a way is asked for as if none did (TM-1390).
    pub(crate) units_block: bool,
    /// Whether tiles next to a known enemy are shunned (`Withdraw`).
    pub(crate) shun: bool,
}

/// Scratch space for searches, kept for a whole Cascade.
#[derive(Debug)]
pub(crate) struct Router {
    /// Packed distance to the goal; valid where `stamp` is the current search.
    best: Vec<u64>,
    stamp: Vec<u32>,
    search: u32,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

/// Cost, steps and diagonal steps in one word, in that order of weight.
const STEP: u64 = 1 << 20;
const COST: u64 = 1 << 40;

impl Router {
    pub(crate) fn new(tiles: u32) -> Self {
        let tiles = tiles as usize;
        Self {
            best: vec![0; tiles],
            stamp: vec![0; tiles],
            search: 0,
            open: BinaryHeap::new(),
        }
    }

    /// The best route from a tile to the nearest tile of the goal, without the
    /// start; empty if it is there already; `None` if there is none.
    pub(crate) fn plan(
        &mut self,
        world: &World,
        who: &Traveller,
        from: Tile,
        goal: Goal,
    ) -> Option<Vec<Tile>> {
        let grid = world.state.map.grid;
        if grid.distance(from, goal.tile) <= goal.within {
            return Some(Vec::new());
        }
        self.search += 1;
        self.open.clear();
        let estimate = |tile| u64::from(grid.distance(from, tile)) * (COST + STEP);
        for tile in grid.within(goal.tile, goal.within) {
            if entry_cost(world, who, tile).is_some() && !blocked(world, who, tile, goal) {
                self.reach(tile, 0, estimate(tile));
            }
        }
        while let Some(Reverse((bound, tile))) = self.open.pop() {
            let tile = Tile(tile);
            if self.best_of(from).is_some_and(|best| bound > best) {
                break;
            }
            let here = self.best[tile.ix()];
            if bound != here + estimate(tile) || tile == from {
                continue;
            }
            // A tile off the goal counts only if it may be stood on in passing.
            let Some(cost) = entry_cost(world, who, tile) else {
                continue;
            };
            for before in grid.neighbours(tile) {
                let passable = before == from
                    || (entry_cost(world, who, before).is_some()
                        && !blocked(world, who, before, goal));
                if !passable || !diagonal_open(world, who, before, tile) {
                    continue;
                }
                let diagonal = u64::from(grid.diagonal(before, tile).is_some());
                let distance = here + u64::from(cost) * COST + STEP + diagonal;
                if self.best_of(before).is_none_or(|best| distance < best) {
                    self.reach(before, distance, distance + estimate(before));
                }
            }
        }
        self.best_of(from).map(|_| self.walk(world, who, from))
    }

    fn best_of(&self, tile: Tile) -> Option<u64> {
        (self.stamp[tile.ix()] == self.search).then(|| self.best[tile.ix()])
    }

    fn reach(&mut self, tile: Tile, distance: u64, bound: u64) {
        self.best[tile.ix()] = distance;
        self.stamp[tile.ix()] = self.search;
        self.open.push(Reverse((bound, tile.0)));
    }

    /// Follows the distances down to the goal, smallest index first.
    fn walk(&self, world: &World, who: &Traveller, from: Tile) -> Vec<Tile> {
        let grid = world.state.map.grid;
        let mut route = Vec::new();
        let mut at = from;
        while let Some(left) = self.best_of(at).filter(|left| *left > 0) {
            let fits = |next: &Tile| {
                let Some(rest) = self.best_of(*next) else {
                    return false;
                };
                let Some(cost) = entry_cost(world, who, *next) else {
                    return false;
                };
                let diagonal = u64::from(grid.diagonal(at, *next).is_some());
                rest + u64::from(cost) * COST + STEP + diagonal == left
                    && diagonal_open(world, who, at, *next)
            };
            let Some(next) = grid.neighbours(at).filter(fits).min() else {
                break;
            };
            route.push(next);
            at = next;
        }
        route
    }

    /// The nearest tile by travelling cost that `wanted` accepts, ties by tile
    /// index; `None` if none can be reached.
    pub(crate) fn nearest(
        &mut self,
        world: &World,
        who: &Traveller,
        from: Tile,
        mut wanted: impl FnMut(Tile) -> bool,
    ) -> Option<Tile> {
        let grid = world.state.map.grid;
        let nowhere = Goal {
            tile: from,
            within: 0,
        };
        self.search += 1;
        self.open.clear();
        self.reach(from, 0, 0);
        while let Some(Reverse((bound, tile))) = self.open.pop() {
            let tile = Tile(tile);
            if bound != self.best[tile.ix()] {
                continue;
            }
            if wanted(tile) {
                return Some(tile);
            }
            for next in grid.neighbours(tile) {
                let Some(cost) = entry_cost(world, who, next) else {
                    continue;
                };
                if blocked(world, who, next, nowhere) || !diagonal_open(world, who, tile, next) {
                    continue;
                }
                let distance = bound + u64::from(cost) * COST;
                if self.best_of(next).is_none_or(|best| distance < best) {
                    self.reach(next, distance, distance);
                }
            }
        }
        None
    }
}

/// Points to enter a tile by the owner's knowledge: unknown ground costs the
/// mobility's cheapest (TM-1460), and every mobility's cheapest is 1.
pub(crate) fn entry_cost(world: &World, who: &Traveller, tile: Tile) -> Option<u32> {
    let knowledge = &world.state.knowledge[who.group];
    if !knowledge.explored.contains(tile) {
        return Some(1);
    }
    if let Some(site) = world.site_at(tile).filter(|site| site.is_city()) {
        if knowledge.sites.contains_key(&site.seq) {
            return world.cost(tile, who.mobility);
        }
    }
    if who.mobility != Mobility::Ship && knowledge.roads.contains(tile) {
        return Some(1);
    }
    world.state.map.terrain(tile).cost(who.mobility)
}

/// WO-130 by the owner's knowledge.
pub(crate) fn diagonal_open(world: &World, who: &Traveller, from: Tile, to: Tile) -> bool {
    let passes = |tile| entry_cost(world, who, tile).is_some();
    world
        .state
        .map
        .grid
        .diagonal(from, to)
        .is_none_or(|(one, other)| passes(one) || passes(other))
}

/// Whether units, as far as the owner sees them now, close a tile to planning:
/// a hostile one, or friends beyond the limit; never the goal (WO-140, WO-160).
pub(crate) fn blocked(world: &World, who: &Traveller, tile: Tile, goal: Goal) -> bool {
    let grid = world.state.map.grid;
    if who.shun && next_to_enemy(world, who, tile) {
        return true;
    }
    if !who.units_block || grid.distance(tile, goal.tile) <= goal.within {
        // A goal of one tile may be held by the enemy; of several, the held ones are not it.
        return who.units_block && goal.within > 0 && hostile_seen(world, who, tile);
    }
    hostile_seen(world, who, tile) || world.friends_at(tile, who.owner) > STACK
}

/// Whether a hostile unit is seen there now.
pub(crate) fn hostile_seen(world: &World, who: &Traveller, tile: Tile) -> bool {
    world.observes(who.group, tile) && world.hostile_at(tile, who.owner)
}

/// Whether a known enemy stands next to a tile.
fn next_to_enemy(world: &World, who: &Traveller, tile: Tile) -> bool {
    let grid = world.state.map.grid;
    grid.neighbours(tile)
        .any(|next| super::condition::known_enemies(world, who.owner, next) > 0)
}
