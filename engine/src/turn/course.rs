//! The way ahead of a unit within one activation: planned by its owner's knowledge
//! (WO-160), kept while it is the one that was asked for and nothing that was learned
//! closes it. What makes a course stale is said here and nowhere else; nobody moves.

use alloc::vec::Vec;

use super::Turn;
use super::activation::Walk;
use super::plan::{Plan, Source};
use super::route::{self, Goal, STACK, Traveller};
use crate::ids::Tile;

/// What a course was planned for. Another part of the stack plans from where the unit
/// is, though it is bound for the same tile (CM-220), and so does another manner of
/// travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Purpose {
    source: Source,
    goal: Goal,
    shun: bool,
}

/// The way ahead.
#[derive(Debug, Default)]
pub(crate) struct Course {
    purpose: Option<Purpose>,
    /// Tiles still to be entered, the next one last. It may end before its goal, where
    /// units stand in the way (TM-1390 case 1).
    ahead: Vec<Tile>,
    /// It keeps off the tiles next to known enemies, as was asked and could be had.
    shuns: bool,
}

impl Course {
    /// The next tile to enter.
    pub(super) fn next(&self) -> Option<Tile> {
        self.ahead.last().copied()
    }

    /// The tiles to enter, in their order.
    pub(super) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.ahead.iter().rev().copied()
    }

    /// The next tile is taken.
    pub(super) fn advance(&mut self) {
        self.ahead.pop();
    }
}

impl Turn<'_> {
    /// Plans where there is no course for this purpose, or what was learned closes it.
    pub(super) fn keep_course(&mut self, ix: usize, plan: &Plan, goal: Goal, walk: &mut Walk) {
        let purpose = Purpose {
            source: plan.source,
            goal,
            shun: plan.shun,
        };
        if walk.route.purpose != Some(purpose) || !self.holds_good(ix, goal, &walk.route) {
            walk.route = self.new_course(ix, purpose);
        }
    }

    /// Whether a course can still be gone, in the order of WO-150: the ground of the
    /// next tile, then whoever stands there, whom the unit meets, then what lies
    /// farther on. Lost sight and higher costs close nothing.
    fn holds_good(&self, ix: usize, goal: Goal, course: &Course) -> bool {
        let world = &*self.world;
        let who = Traveller {
            shun: course.shuns,
            ..self.traveller(ix)
        };
        let Some(next) = course.next() else {
            return true;
        };
        let here = world.unit(ix).tile;
        if !passes(world, &who, here, next) {
            return false;
        }
        if world.hostile_at(next, who.owner) {
            return true;
        }
        let mut from = here;
        course.tiles().all(|tile| {
            let open = passes(world, &who, from, tile);
            from = tile;
            open && !route::blocked(world, &who, tile, goal)
        })
    }

    fn new_course(&mut self, ix: usize, purpose: Purpose) -> Course {
        let who = self.traveller(ix);
        let (here, goal) = (self.world.unit(ix).tile, purpose.goal);
        let shunning = if purpose.shun {
            let shunning = Traveller { shun: true, ..who };
            self.router.plan(self.world, &shunning, here, goal)
        } else {
            None
        };
        let shuns = shunning.is_some();
        let open = shunning.or_else(|| self.open_way(ix, &who, goal));
        let mut ahead = open.unwrap_or_else(|| self.way_to_the_block(&who, here, goal));
        ahead.reverse();
        Course {
            purpose: Some(purpose),
            ahead,
            shuns,
        }
    }

    /// The way as WO-160 has it: the one that is kept, while it is what a search
    /// would find, else a new one.
    fn open_way(&mut self, ix: usize, who: &Traveller, goal: Goal) -> Option<Vec<Tile>> {
        let (seq, here) = (self.world.unit(ix).seq, self.world.unit(ix).tile);
        let side = (who.owner, who.group);
        if let Some(way) = self.world.routes.find(seq, side, here, goal) {
            return Some(way);
        }
        let way = self.router.plan(self.world, who, here, goal)?;
        let read = self.router.read().to_vec();
        self.world.routes.keep(seq, side, (here, goal), &way, read);
        Some(way)
    }

    /// TM-1390 case 1: as if no unit blocked, up to where one does. A patrol waits for
    /// its way to clear just so.
    fn way_to_the_block(&mut self, who: &Traveller, here: Tile, goal: Goal) -> Vec<Tile> {
        let ghostly = Traveller {
            units_block: false,
            ..*who
        };
        let world = &*self.world;
        let way = self.router.plan(world, &ghostly, here, goal);
        let mut ahead = way.unwrap_or_default();
        let closed = |tile: &Tile| {
            route::hostile_seen(world, who, *tile) || world.friends_at(*tile, who.owner) > STACK
        };
        let open = ahead.iter().position(closed).unwrap_or(ahead.len());
        ahead.truncate(open);
        ahead
    }
}

/// Whether the ground lets a unit step from one tile to the next, by what is known.
fn passes(world: &crate::world::World, who: &Traveller, from: Tile, to: Tile) -> bool {
    route::entry_cost(world, who, to).is_some() && route::diagonal_open(world, who, from, to)
}
