//! One activation, in full (TM-1320): skip tests, the stack, movement tile by
//! tile, what else the order asks for, and the record of it.

use super::Turn;
use super::deed::in_own_city;
use super::part::{Level, Part};
use super::plan::{Deed, Plan, Source};
use super::policy::nearest_enemy;
use super::route::Goal;
use crate::command::Retire;
use crate::event::{Attention, Event, Halt, Hindrance};
use crate::ids::SeatId;
use crate::num::DeterminismError;
use crate::stance::Stance;
use crate::state::{Intent, Reflex, ReflexKind};

/// How an activation stands.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Movement points left.
    pub(crate) points: u32,
    pub(crate) steps: u32,
    pub(crate) halted: Option<Halt>,
    /// A deed was done.
    pub(crate) acted: bool,
    /// The order wanted something that was not to be had.
    pub(crate) wanted: bool,
    pub(crate) route: super::course::Course,
}

impl Turn<'_> {
    /// Activates a unit, once (TM-1200).
    pub(crate) fn activate(&mut self, ix: usize) -> Result<Part, DeterminismError> {
        let unit = self.world.unit(ix);
        if let Some(why) = unit.skipped() {
            return Ok(Part::Skipped(why));
        }
        self.acting = unit.seq;
        self.ordinal = 0;
        self.world.unit_mut(ix).activated = true;
        let owner = self.world.unit(ix).owner;
        let out = |seat: SeatId| self.world.state.seats[usize::from(seat.0)].out;
        if owner.is_none_or(out) {
            return Ok(Part::StoodBy(Level::Posture));
        }
        self.push_withdraw(ix);
        self.take_site_underfoot(ix, None, false);

        let mut walk = self.set_out(ix);
        let mut plan = self.decide(ix)?;
        loop {
            if self.do_deed(ix, &plan, &mut walk)? || !self.step(ix, &mut plan, &mut walk)? {
                break;
            }
        }
        if !self.world.unit(ix).alive {
            return Ok(Part::Acted);
        }
        Ok(self.conclude(ix, &plan, &walk))
    }

    fn set_out(&mut self, ix: usize) -> Walk {
        let unit = self.world.unit(ix);
        let allowance =
            self.world.state.class(unit).allowance + unit.committed_stance.movement_bonus();
        let unit = self.world.unit_mut(ix);
        let points = allowance + core::mem::take(&mut unit.banked);
        Walk {
            points,
            steps: 0,
            halted: None,
            acted: false,
            wanted: false,
            route: super::course::Course::default(),
        }
    }

    /// The Withdraw reflex of the Retire sanction (CM-58x, CM-1400).
    fn push_withdraw(&mut self, ix: usize) {
        let unit = self.world.unit(ix);
        let weak =
            matches!(unit.sanctions.retire, Retire::Below(n) if unit.strength < u32::from(n));
        let on_own_site = self
            .world
            .site_at(unit.tile)
            .is_some_and(|site| site.owner == unit.owner);
        if weak && unit.reflex.is_none() && !on_own_site && self.enemy_known_within(ix, 2) {
            let since = self.world.state.turn;
            let unit = self.world.unit_mut(ix);
            unit.reflex = Some(Reflex {
                kind: ReflexKind::Withdraw,
                since,
            });
            unit.effective_stance = Stance::Advance;
        }
    }

    pub(crate) fn enemy_known_within(&self, ix: usize, radius: u32) -> bool {
        enemy_known_within(self.world, ix, radius)
    }

    /// TM-1320 step 6: what the activation came to.
    fn conclude(&mut self, ix: usize, plan: &Plan, walk: &Walk) -> Part {
        let (seq, owner, at) = (
            self.world.unit(ix).seq,
            self.world.unit(ix).owner,
            self.at(ix),
        );
        if let Some(why) = walk.halted {
            self.bank(ix, walk, why);
        }
        // A halt with a class of its own says why, and is no fallback (WO-150).
        let governed = matches!(
            walk.halted,
            Some(Halt::Contact | Halt::Blocked | Halt::Reaction | Halt::Stacking)
        );
        let fell_back = walk.steps == 0 && !walk.acted && walk.wanted && !governed;
        let nothing = fell_back.then(|| self.hindrance(ix, plan, walk));
        if let Some(why) = nothing {
            self.rec.fallback(owner);
            let unit = seq;
            self.rec
                .attend(owner, Attention::Fallback { unit, at, why });
        }
        self.take_intent_snapshot(ix, plan);
        // What a deed has completed is completed now, not next turn.
        if plan.source == Source::Do
            && super::plan::standing(self.world, ix) == super::plan::Standing::Complete
        {
            self.end_task(ix);
        }
        Part::of(plan, walk, nothing)
    }

    /// What kept a unit from all that it was told (TM-1400).
    fn hindrance(&self, ix: usize, plan: &Plan, walk: &Walk) -> Hindrance {
        let unit = self.world.unit(ix);
        let class = self.world.state.class(unit);
        let grid = self.world.state.map.grid;
        let is_there = |goal: Goal| grid.distance(unit.tile, goal.tile) <= goal.within;
        if walk.halted == Some(Halt::Spent) {
            return Hindrance::Points;
        }
        if !plan.goal.is_none_or(is_there) {
            return Hindrance::Stance;
        }
        match plan.deed {
            Some(Deed::Attack { .. }) if unit.broken || class.fire + class.shock == 0 => {
                Hindrance::UnfitToAttack
            }
            Some(Deed::Attack { .. }) if !unit.committed_stance.may_initiate_combat() => {
                Hindrance::Stance
            }
            Some(Deed::Attack { .. }) => Hindrance::NobodyThere,
            Some(Deed::Seize) => Hindrance::SiteNotTaken,
            Some(Deed::Board(_)) if !unit.effective_stance.may_move() => Hindrance::Stance,
            Some(Deed::Board(_)) if walk.points == 0 => Hindrance::Points,
            Some(Deed::Board(_)) => Hindrance::NoRoomAboard,
            Some(Deed::Unload(_)) => Hindrance::NoLanding,
            // Nobody disbands over the heads of those whom it carries (CM-300).
            Some(Deed::Disband) if in_own_city(self.world, ix) => Hindrance::NoLanding,
            Some(Deed::Disband) => Hindrance::NotInOwnCity,
            // Ways of standing still, at which nobody fails.
            Some(Deed::Brace | Deed::Build | Deed::Consign(_)) | None => Hindrance::Stance,
        }
    }

    /// A unit comes to a halt where it stands: told before whatever it still does
    /// from there, for a fight may drive it off (TM-1320, TM-1330).
    pub(crate) fn halt(&mut self, ix: usize, walk: &mut Walk, why: Halt) {
        // One halt an activation, though a pursuit may meet a reaction behind it.
        if walk.halted.is_some() {
            return;
        }
        walk.halted = Some(why);
        let unit = self.world.unit(ix);
        if !unit.alive {
            return;
        }
        let (unit, owner, at) = (unit.seq, unit.owner, self.at(ix));
        self.rec.owners(owner, Event::Halted { unit, at, why });
        if matches!(
            why,
            Halt::Contact | Halt::Opportunity | Halt::Blocked | Halt::Stacking
        ) {
            self.rec.attend(owner, Attention::Halted { unit, at, why });
        }
    }

    /// CM-1550: at most half the class's allowance, for one that has moved.
    fn bank(&mut self, ix: usize, walk: &Walk, why: Halt) {
        if matches!(why, Halt::Opportunity | Halt::Blocked) && walk.steps > 0 {
            let half = self.world.state.class(self.world.unit(ix)).allowance / 2;
            self.world.unit_mut(ix).banked = walk.points.min(half);
        }
    }

    /// A commander's destination and tile, for those who keep with it (CM-960).
    fn take_intent_snapshot(&mut self, ix: usize, plan: &Plan) {
        let unit = self.world.unit(ix);
        let (seq, tile, owner) = (unit.seq, unit.tile, unit.owner);
        let destination = plan.goal.map(|goal| goal.tile);
        let Some(seat) = owner else { return };
        let formations = &mut self.world.state.seats[usize::from(seat.0)].formations;
        for formation in formations.values_mut().filter(|f| f.commander == Some(seq)) {
            formation.intent = Some(Intent {
                tile,
                destination,
                age: 0,
            });
        }
    }
}

/// Whether an enemy is known within so many tiles of a unit.
pub(crate) fn enemy_known_within(world: &crate::world::World, ix: usize, radius: u32) -> bool {
    let here = world.unit(ix).tile;
    nearest_enemy(world, ix).is_some_and(|tile| world.state.map.grid.distance(here, tile) <= radius)
}
