//! Movement within one activation, tile by tile in route order (TM-1480…1520):
//! what may stop the next step, what entering a tile brings about, and when the
//! way is planned anew.

use alloc::vec::Vec;

use super::Turn;
use super::activation::Walk;
use super::plan::{Plan, Source};
use super::route::{self, Goal, STACK, Traveller};
use crate::command::Posture;
use crate::event::{Event, Halt};
use crate::ids::Tile;
use crate::num::DeterminismError;

/// The way ahead.
#[derive(Debug, Default)]
pub(crate) struct Course {
    goal: Option<Goal>,
    /// Tiles still to be entered, the next one last.
    ahead: Vec<Tile>,
    /// The way ends before its goal: units stand in it (TM-1390 case 1).
    cut: bool,
}

impl Turn<'_> {
    /// Takes one step of a plan, or none; says whether the activation goes on,
    /// with `plan` as it is after the tile entered.
    pub(crate) fn step(
        &mut self,
        ix: usize,
        plan: &mut Plan,
        walk: &mut Walk,
    ) -> Result<bool, DeterminismError> {
        let here = self.world.unit(ix).tile;
        let grid = self.world.state.map.grid;
        let ahead = plan
            .goal
            .filter(|goal| grid.distance(here, goal.tile) > goal.within);
        // Being where it wants to be is no failure; a deed left undone is one.
        walk.wanted = ahead.is_some() || plan.deed.is_some_and(|deed| !deed.is_standing());
        let Some(goal) = ahead else { return Ok(false) };
        if !self.world.unit(ix).effective_stance.may_move() {
            return Ok(false);
        }
        self.keep_course(ix, plan, goal, walk);
        let Some(next) = walk.route.ahead.last().copied() else {
            self.halt(ix, walk, Halt::Blocked);
            return Ok(false);
        };
        if let Some(why) = self.obstacle(ix, next, walk) {
            self.meet(ix, next, why, plan, walk)?;
            return Ok(false);
        }
        walk.route.ahead.pop();
        self.enter(ix, next, walk)?;
        if !self.world.unit(ix).alive {
            return Ok(false);
        }
        self.after_entry(ix, plan, walk)
    }

    /// Plans where there is no course, the goal has changed, or what was learned
    /// blocks the way (WO-160).
    fn keep_course(&mut self, ix: usize, plan: &Plan, goal: Goal, walk: &mut Walk) {
        let who = self.traveller(ix);
        let here = self.world.unit(ix).tile;
        let course = &walk.route;
        if course.goal == Some(goal) && self.still_open(&who, here, course, goal) {
            return;
        }
        walk.route = self.new_course(ix, &who, plan, goal);
    }

    fn new_course(&mut self, ix: usize, who: &Traveller, plan: &Plan, goal: Goal) -> Course {
        let here = self.world.unit(ix).tile;
        let way = if plan.shun {
            self.shunning_way(who, here, goal)
        } else {
            None
        };
        let way = way.or_else(|| self.open_way(ix, who, goal));
        let world = &*self.world;
        if let Some(mut ahead) = way {
            ahead.reverse();
            return Course {
                goal: Some(goal),
                ahead,
                cut: false,
            };
        }
        // TM-1390 case 1: as if no unit blocked, up to where one does. A patrol
        // waits for its way to clear just so.
        let ghostly = Traveller {
            units_block: false,
            ..*who
        };
        let mut ahead = self
            .router
            .plan(world, &ghostly, here, goal)
            .unwrap_or_default();
        let blocked = |tile: &Tile| {
            route::hostile_seen(world, who, *tile) || world.friends_at(*tile, who.owner) > STACK
        };
        let open = ahead.iter().position(blocked).unwrap_or(ahead.len());
        ahead.truncate(open);
        ahead.reverse();
        Course {
            goal: Some(goal),
            ahead,
            cut: true,
        }
    }

    /// A way that keeps clear of known enemies.
    fn shunning_way(&mut self, who: &Traveller, here: Tile, goal: Goal) -> Option<Vec<Tile>> {
        let shunning = Traveller { shun: true, ..*who };
        self.router.plan(self.world, &shunning, here, goal)
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

    /// Whether nothing that is known now closes the rest of the way. The next
    /// tile is not asked for hostile units: meeting one there is contact.
    fn still_open(&self, who: &Traveller, here: Tile, course: &Course, goal: Goal) -> bool {
        if course.cut {
            return true;
        }
        let mut from = here;
        for (place, tile) in course.ahead.iter().rev().enumerate() {
            let ground = route::entry_cost(self.world, who, *tile).is_some()
                && route::diagonal_open(self.world, who, from, *tile);
            if !ground || (place > 0 && route::blocked(self.world, who, *tile, goal)) {
                return false;
            }
            from = *tile;
        }
        true
    }

    /// What forbids entering the next tile, on the truth.
    fn obstacle(&self, ix: usize, next: Tile, walk: &Walk) -> Option<Halt> {
        let unit = self.world.unit(ix);
        let mobility = self.world.state.class(unit).mobility;
        if self.world.hostile_at(next, unit.owner) {
            return Some(Halt::Contact);
        }
        if !self.world.step_open(unit.tile, next, mobility) {
            return Some(Halt::Blocked);
        }
        let cost = self.world.cost(next, mobility)?;
        if cost > walk.points {
            return Some(Halt::Spent);
        }
        if self.world.friends_at(next, unit.owner) >= STACK && !self.passes_full(ix, walk, cost) {
            return Some(Halt::Stacking);
        }
        None
    }

    /// Whether the points reach a later tile of the route that is not full, by
    /// the owner's knowledge (WO-140).
    fn passes_full(&self, ix: usize, walk: &Walk, first: u32) -> bool {
        let who = self.traveller(ix);
        let mut left = walk.points.saturating_sub(first);
        for tile in walk.route.ahead.iter().rev().skip(1) {
            let Some(cost) = route::entry_cost(self.world, &who, *tile) else {
                return false;
            };
            if cost > left || route::hostile_seen(self.world, &who, *tile) {
                return false;
            }
            if self.world.friends_at(*tile, who.owner) < STACK {
                return true;
            }
            left -= cost;
        }
        false
    }

    /// The next tile cannot be entered: the unit halts before it, and fights if
    /// a sanction says so (TM-1380, CM-58x).
    fn meet(
        &mut self,
        ix: usize,
        next: Tile,
        why: Halt,
        plan: &Plan,
        walk: &mut Walk,
    ) -> Result<(), DeterminismError> {
        self.halt(ix, walk, why);
        if why == Halt::Contact {
            self.rec.contact(self.world.unit(ix).seq, next);
        }
        if why == Halt::Contact && plan.source != Source::Reflex && !self.is_seizing(ix, plan) {
            let fought = self.engage_on_contact(ix, next, walk)?;
            walk.acted |= fought;
        }
        Ok(())
    }

    /// Whether a `Seize` governs, which takes what is empty and never fights.
    fn is_seizing(&self, ix: usize, plan: &Plan) -> bool {
        let task = self.world.unit(ix).task.as_ref().map(|state| &state.task);
        let action = task.and_then(|task| match plan.source {
            Source::Do => Some(&task.action),
            Source::Clause(index) => {
                let clause = task.clauses.get(usize::from(index));
                clause.map(|clause| &clause.then)
            }
            Source::Reflex | Source::Posture => None,
        });
        matches!(action, Some(crate::command::Action::Seize(_)))
    }

    /// Enters a tile: its effects, then reactions (TM-1560, WO-170).
    pub(crate) fn enter(
        &mut self,
        ix: usize,
        to: Tile,
        walk: &mut Walk,
    ) -> Result<(), DeterminismError> {
        let unit = self.world.unit(ix);
        let (seq, from) = (unit.seq, unit.tile);
        let mobility = self.world.state.class(unit).mobility;
        let cost = self.world.cost(to, mobility).unwrap_or(walk.points);
        walk.points = walk.points.saturating_sub(cost);
        walk.steps += 1;
        self.rec.clear_novelty();
        self.relocate(ix, to);
        let grid = self.world.state.map.grid;
        let moved = Event::Moved {
            unit: seq,
            from: grid.pos(from),
            to: grid.pos(to),
        };
        self.rec.seen(self.world, &[from, to], moved);
        self.world.watch_step(ix, from, to, self.rec);
        self.take_site_underfoot(ix, true);
        self.world.shift_eyes(ix, Some(from), Some(to), self.rec);
        self.react_to(ix, walk)
    }

    /// Puts a unit and what it carries on another tile. Entrenchment is gone,
    /// whatever moved it (TM-700, TM-1900); what is seen is the caller's affair.
    pub(crate) fn relocate(&mut self, ix: usize, to: Tile) {
        self.world.take(ix);
        let carries = self.world.state.class(self.world.unit(ix)).carries > 0;
        let unit = self.world.unit_mut(ix);
        unit.tile = to;
        unit.moved = true;
        unit.entrenchment = 0;
        unit.work_done = 0;
        let seq = unit.seq;
        self.world.put(ix);
        if carries {
            for cargo in self
                .world
                .state
                .units
                .iter_mut()
                .filter(|u| u.carrier == Some(seq))
            {
                cargo.tile = to;
            }
        }
    }

    /// What follows on a tile entered alive: arrival, halts, the clauses again
    /// (CM-220, WO-150). Says whether the unit may go on.
    fn after_entry(
        &mut self,
        ix: usize,
        plan: &mut Plan,
        walk: &mut Walk,
    ) -> Result<bool, DeterminismError> {
        if walk.halted.is_none()
            && let Some(why) = self.halts_here(ix, plan)
        {
            self.halt(ix, walk, why);
        }
        // Arrival is judged for the action that made the step, halted or not.
        if plan.source == Source::Do {
            self.pass_leg(ix);
        }
        if walk.halted.is_some() {
            // No halted unit moves on: what is left of the order is its deed.
            if !plan.waypoint
                && super::plan::standing(self.world, ix) == super::plan::Standing::Open
            {
                self.do_deed(ix, plan, walk)?;
            }
            return Ok(false);
        }
        *plan = self.decide(ix)?;
        Ok(true)
    }

    /// Halts of the tile just entered: `cautious`, then Opportunity.
    fn halts_here(&self, ix: usize, plan: &Plan) -> Option<Halt> {
        let unit = self.world.unit(ix);
        let who = self.traveller(ix);
        let of_task = matches!(plan.source, Source::Do | Source::Clause(_));
        let cautious = unit.task.as_ref().is_some_and(|task| task.task.cautious);
        if of_task && cautious {
            let mut around = self.world.state.map.grid.neighbours(unit.tile);
            if around.any(|tile| route::hostile_seen(self.world, &who, tile)) {
                return Some(Halt::Contact);
            }
        }
        let looking = matches!(unit.posture, Posture::Explore(_) | Posture::Patrol(_));
        (plan.source == Source::Posture && looking && self.rec.is_novel_to(who.group))
            .then_some(Halt::Opportunity)
    }
}
