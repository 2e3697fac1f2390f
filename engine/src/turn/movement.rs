//! Movement within one activation, tile by tile in route order (TM-1480…1520):
//! what may stop the next step, and what entering a tile brings about. The way
//! itself is `course`'s.

use super::Turn;
use super::activation::Walk;
use super::plan::{Plan, Source};
use super::route::{self, STACK};
use crate::command::Action;
use crate::event::{Event, Halt};
use crate::ids::{Seq, Tile};
use crate::num::DeterminismError;

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
        let Some(next) = walk.route.next() else {
            self.halt(ix, walk, Halt::Blocked);
            return Ok(false);
        };
        if let Some(why) = self.obstacle(ix, next, walk) {
            self.meet(ix, next, why, plan, walk)?;
            return Ok(false);
        }
        walk.route.advance();
        let leave = self.to_seize(ix, plan);
        self.enter(ix, next, leave, walk)?;
        if !self.world.unit(ix).alive {
            return Ok(false);
        }
        self.after_entry(ix, plan, walk)
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
        for tile in walk.route.tiles().skip(1) {
            let Some(cost) = route::entry_cost(self.world, &who, tile) else {
                return false;
            };
            if cost > left || route::hostile_seen(self.world, &who, tile) {
                return false;
            }
            if self.world.friends_at(tile, who.owner) < STACK {
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
        if why == Halt::Contact
            && plan.source != Source::Reflex
            && self.to_seize(ix, plan).is_none()
        {
            let fought = self.engage_on_contact(ix, next, walk)?;
            walk.acted |= fought;
        }
        Ok(())
    }

    /// The site that a governing `Seize` is for: it alone may be taken by order, and
    /// whoever is to take it never fights (CM-300, CM-580).
    pub(super) fn to_seize(&self, ix: usize, plan: &Plan) -> Option<Seq> {
        let task = self.world.unit(ix).task.as_ref().map(|state| &state.task)?;
        let action = match plan.source {
            Source::Do => &task.action,
            Source::Clause(index) => &task.clauses.get(usize::from(index))?.then,
            Source::Reflex | Source::Posture => return None,
        };
        match action {
            Action::Seize(site) => Some(*site),
            _ => None,
        }
    }

    /// Enters a tile: its effects, then reactions (TM-1560, WO-170). `leave` is the
    /// site that the action which makes the step is to seize.
    pub(crate) fn enter(
        &mut self,
        ix: usize,
        to: Tile,
        leave: Option<Seq>,
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
        self.take_site_underfoot(ix, leave, true);
        self.world.shift_eyes(ix, Some(from), Some(to), self.rec);
        self.react_to(ix, walk)
    }

    /// Puts a unit and what it carries on another tile. Entrenchment is gone,
    /// whatever moved it (TM-700, TM-1900); what is seen is the caller's affair.
    pub(crate) fn relocate(&mut self, ix: usize, to: Tile) {
        self.world.take(ix);
        let carries = self.world.state.class(self.world.unit(ix)).carries > 0;
        let unit = self.world.unit_mut(ix);
        unit.displace(to);
        let seq = unit.seq;
        self.world.put(ix);
        if carries {
            let units = self.world.state.units.iter_mut();
            for cargo in units.filter(|unit| unit.carrier == Some(seq)) {
                cargo.displace(to);
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
        // A last waypoint on the destination is passed and the destination reached.
        if plan.source == Source::Do {
            while self.pass_leg(ix) {}
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
        (plan.looks && self.rec.is_novel_to(who.group)).then_some(Halt::Opportunity)
    }
}
