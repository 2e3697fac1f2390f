//! Routes by an owner's knowledge (WO-160): cheapest, then fewest steps, then
//! fewest diagonal steps, then the smaller tile index at the first difference.
//!
//! A search backward from the goal gives every tile on an optimal route its
//! exact distance; the walk forward then takes the smallest index among equals,
//! which no order of expansion can change.

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;

use crate::ids::{Owner, Tile};
use crate::map::{Grid, Mobility};
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
    /// One entry a tile, valid where its `stamp` is the current search.
    marks: Vec<Mark>,
    search: u32,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// Sectors that the current search has read, and when each was last.
    read: Vec<u32>,
    sector_stamps: Vec<u32>,
}

/// What the current search knows of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    stamp: u32,
    /// Points to enter it by the ground; 0 where that is not possible.
    cost: u8,
    /// Units close it.
    closed: bool,
    /// Packed distance to the goal; `FAR` while it is not reached.
    best: u64,
}

/// Cost, steps and diagonal steps in one word, in that order of weight.
const STEP: u64 = 1 << 20;
const COST: u64 = 1 << 40;
const FAR: u64 = u64::MAX;

/// A search under way.
struct Search<'a> {
    router: &'a mut Router,
    world: &'a World,
    who: &'a Traveller,
    goal: Goal,
}

impl Search<'_> {
    fn mark(&mut self, tile: Tile) -> Mark {
        let mark = self.router.marks[tile.ix()];
        if mark.stamp == self.router.search {
            return mark;
        }
        let cost = entry_cost(self.world, self.who, tile);
        let mark = Mark {
            stamp: self.router.search,
            // Ground costs three points at most.
            cost: cost.unwrap_or(0) as u8,
            closed: cost.is_some() && blocked(self.world, self.who, tile, self.goal),
            best: FAR,
        };
        self.router.marks[tile.ix()] = mark;
        self.router
            .note(crate::routes::sector(self.world.state.map.grid, tile));
        mark
    }

    /// Whether a diagonal between two tiles is open by the ground (WO-130).
    fn slips_through(&mut self, sides: Option<(Tile, Tile)>) -> bool {
        sides.is_none_or(|(one, other)| self.mark(one).cost > 0 || self.mark(other).cost > 0)
    }

    fn reach(&mut self, tile: Tile, distance: u64, bound: u64) {
        self.router.marks[tile.ix()].best = distance;
        self.router.open.push(Reverse((bound, tile.0)));
    }

    /// Distances from the goal backward, exact on every optimal route to `from`.
    fn spread(&mut self, from: Tile) {
        let grid = self.world.state.map.grid;
        let start = grid.pos(from);
        let estimate = |pos| u64::from(grid.apart(start, pos)) * (COST + STEP);
        self.mark(from);
        for tile in grid.within(self.goal.tile, self.goal.within) {
            let mark = self.mark(tile);
            if mark.cost > 0 && !mark.closed {
                self.reach(tile, 0, estimate(grid.pos(tile)));
            }
        }
        while let Some(Reverse((bound, tile))) = self.router.open.pop() {
            let tile = Tile(tile);
            let here = self.mark(tile);
            if bound > self.mark(from).best {
                break;
            }
            if bound != here.best + estimate(grid.pos(tile)) || tile == from {
                continue;
            }
            let entered = here.best + u64::from(here.cost) * COST + STEP;
            for step in grid.steps(tile) {
                let before = self.mark(step.to);
                let passable = step.to == from || (before.cost > 0 && !before.closed);
                let distance = entered + u64::from(step.sides.is_some());
                if passable && distance < before.best && self.slips_through(step.sides) {
                    self.reach(step.to, distance, distance + estimate(step.pos));
                }
            }
        }
    }

    /// Follows the distances down to the goal, smallest index first.
    fn walk(&mut self, from: Tile) -> Vec<Tile> {
        let grid = self.world.state.map.grid;
        let mut route = Vec::new();
        let mut at = from;
        loop {
            let left = self.mark(at).best;
            let mut next: Option<Tile> = None;
            for step in grid.steps(at).filter(|_| left > 0) {
                let there = self.mark(step.to);
                let diagonal = u64::from(step.sides.is_some());
                let fits = there.best != FAR
                    && there.best + u64::from(there.cost) * COST + STEP + diagonal == left
                    && self.slips_through(step.sides);
                if fits && next.is_none_or(|best| step.to < best) {
                    next = Some(step.to);
                }
            }
            match next {
                Some(tile) => {
                    route.push(tile);
                    at = tile;
                }
                None => return route,
            }
        }
    }
}

impl Router {
    pub(crate) fn new(grid: Grid) -> Self {
        Self {
            marks: vec![Mark::default(); grid.tiles() as usize],
            search: 0,
            open: BinaryHeap::new(),
            read: Vec::new(),
            sector_stamps: vec![0; crate::routes::sectors(grid)],
        }
    }

    /// A router that is asked for no route.
    pub(crate) fn idle() -> Self {
        Self {
            marks: Vec::new(),
            search: 0,
            open: BinaryHeap::new(),
            read: Vec::new(),
            sector_stamps: Vec::new(),
        }
    }

    fn note(&mut self, sector: u32) {
        let stamp = &mut self.sector_stamps[sector as usize];
        if *stamp != self.search {
            *stamp = self.search;
            self.read.push(sector);
        }
    }

    /// The sectors that the last search has read.
    pub(crate) fn read(&self) -> &[u32] {
        &self.read
    }

    fn search<'a>(&'a mut self, world: &'a World, who: &'a Traveller, goal: Goal) -> Search<'a> {
        self.search += 1;
        self.open.clear();
        self.read.clear();
        Search {
            router: self,
            world,
            who,
            goal,
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
        if world.state.map.grid.distance(from, goal.tile) <= goal.within {
            return Some(Vec::new());
        }
        let mut search = self.search(world, who, goal);
        search.spread(from);
        (search.mark(from).best != FAR).then(|| search.walk(from))
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
        let mut search = self.search(
            world,
            who,
            Goal {
                tile: from,
                within: 0,
            },
        );
        search.mark(from);
        search.reach(from, 0, 0);
        while let Some(Reverse((bound, tile))) = search.router.open.pop() {
            let tile = Tile(tile);
            if bound != search.mark(tile).best {
                continue;
            }
            if wanted(tile) {
                return Some(tile);
            }
            for step in grid.steps(tile) {
                let next = search.mark(step.to);
                let distance = bound + u64::from(next.cost) * COST;
                let open = next.cost > 0 && !next.closed && distance < next.best;
                if open && search.slips_through(step.sides) {
                    search.reach(step.to, distance, distance);
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
    if let Some(site) = world.site_at(tile).filter(|site| site.is_city())
        && knowledge.sites.contains_key(&site.seq)
    {
        return world.cost(tile, who.mobility);
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
/// a hostile one, friends beyond the limit, or one that shuns them a known enemy next
/// to it; never the goal, which exempts no other tile (WO-140, WO-160, CM-300).
pub(crate) fn blocked(world: &World, who: &Traveller, tile: Tile, goal: Goal) -> bool {
    let grid = world.state.map.grid;
    if grid.distance(tile, goal.tile) <= goal.within {
        // A goal of one tile may be held by the enemy; of several, the held ones are not it.
        return who.units_block && goal.within > 0 && hostile_seen(world, who, tile);
    }
    if who.shun && next_to_enemy(world, who, tile) {
        return true;
    }
    who.units_block && (hostile_seen(world, who, tile) || world.friends_at(tile, who.owner) > STACK)
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
