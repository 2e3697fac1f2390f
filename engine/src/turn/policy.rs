//! The stack at this instant: which level governs and what it wants (CM-200,
//! TM-1360). Ends and falls back where the rules say so; moves nobody.

use super::condition::{Asker, known_enemies};
use super::plan::{Plan, Source, Standing, standing};
use super::route::Traveller;
use super::{Turn, consignment, formation};
use crate::command::{Action, Attach, Posture, SeizeSites, Station};
use crate::event::Attention;
use crate::ids::{Pos, Tile};
use crate::num::DeterminismError;
use crate::scenario::SiteKind;
use crate::state::ReflexKind;

impl Turn<'_> {
    /// What governs the unit at this instant. One that stands on the site which it is
    /// to seize takes it, and is judged again (WO-420).
    pub(crate) fn decide(&mut self, ix: usize) -> Result<Plan, DeterminismError> {
        let mut plan = self.weigh(ix)?;
        while let Some(site) = self.to_seize(ix, &plan)
            && self.take_site_underfoot(ix, Some(site), false)
        {
            plan = self.weigh(ix)?;
        }
        let unit = self.world.unit(ix);
        self.rec.governed(unit.seq, unit.tile, &plan);
        Ok(plan)
    }

    /// Evaluates the stack from the top; a Task that has ended is popped and
    /// evaluation falls through (CM-200).
    fn weigh(&mut self, ix: usize) -> Result<Plan, DeterminismError> {
        if let Some(reflex) = self.world.unit(ix).reflex {
            return Ok(match reflex.kind {
                ReflexKind::Withdraw => self.withdraw_plan(ix),
                ReflexKind::TakeCover => Plan::stay(Source::Reflex),
            });
        }
        while self.world.unit(ix).task.is_some() {
            if self.until_holds(ix)? {
                self.end_task(ix);
                break;
            }
            match standing(self.world, ix) {
                Standing::Complete => self.end_task(ix),
                Standing::Impossible => self.abandon_task(ix),
                Standing::Open => {
                    let (source, action) = self.governing(ix)?;
                    if source == Source::Do && self.pass_leg(ix) {
                        // It stands where its leg ends: judge again.
                        continue;
                    }
                    return Ok(self.task_plan(ix, source, &action));
                }
            }
        }
        Ok(self.posture_plan(ix))
    }

    pub(crate) fn until_holds(&self, ix: usize) -> Result<bool, DeterminismError> {
        let Some(task) = &self.world.unit(ix).task else {
            return Ok(false);
        };
        let asker = Asker {
            world: self.world,
            ix,
            task,
            action: &task.task.action,
            memo: self.memo,
        };
        task.task
            .until
            .as_ref()
            .map_or(Ok(false), |until| asker.holds(until))
    }

    /// The first clause whose condition holds, else `do` (CM-220).
    pub(crate) fn governing(&self, ix: usize) -> Result<(Source, Action), DeterminismError> {
        let Some(task) = &self.world.unit(ix).task else {
            return Ok((Source::Posture, Action::Halt(None)));
        };
        for (index, clause) in task.task.clauses.iter().enumerate() {
            let asker = Asker {
                world: self.world,
                ix,
                task,
                action: &clause.then,
                memo: self.memo,
            };
            if asker.holds(&clause.when)? {
                // At most four clauses.
                return Ok((Source::Clause(index as u8), clause.then));
            }
        }
        Ok((Source::Do, task.task.action))
    }

    fn task_plan(&self, ix: usize, source: Source, action: &Action) -> Plan {
        let plan = Plan::of(self.world, ix, source, action);
        match self.leg(ix) {
            Some(waypoint) if source == Source::Do => Plan {
                waypoint: true,
                deed: None,
                ..Plan::travel(source, waypoint, 0)
            },
            _ => plan,
        }
    }

    /// The waypoint that `do` is bound for, if one is left.
    fn leg(&self, ix: usize) -> Option<Tile> {
        let task = self.world.unit(ix).task.as_ref()?;
        let at = task.task.via.get(usize::from(task.passed))?;
        Some(self.world.state.map.grid.tile(*at))
    }

    /// `do` governs, or made the last step: if the unit stands where its leg
    /// ends, the waypoint is passed or the destination reached. Says whether
    /// there was progress.
    pub(crate) fn pass_leg(&mut self, ix: usize) -> bool {
        let here = self.world.unit(ix).tile;
        let leg = self.leg(ix);
        let grid = self.world.state.map.grid;
        let Some(task) = &mut self.world.unit_mut(ix).task else {
            return false;
        };
        let destination: Option<Pos> = match task.task.action {
            Action::MoveTo(at) | Action::Withdraw(at) | Action::Halt(Some(at)) => Some(at),
            Action::Attack(crate::command::Target::Tile(at)) => Some(at),
            _ => None,
        };
        match leg {
            Some(waypoint) if waypoint == here => {
                task.passed += 1;
                true
            }
            None if !task.arrived && destination.is_some_and(|at| grid.tile(at) == here) => {
                task.arrived = true;
                true
            }
            _ => false,
        }
    }

    /// The Task has done its work: it goes, and its owner is told.
    pub(crate) fn end_task(&mut self, ix: usize) {
        let unit = self.world.unit_mut(ix);
        if unit.task.take().is_none() {
            return;
        }
        unit.work_done = 0;
        let (seq, owner, at) = (unit.seq, unit.owner, self.at(ix));
        self.rec
            .attend(owner, Attention::TaskDone { unit: seq, at });
        self.rec.attend(owner, Attention::Idle { unit: seq, at });
    }

    /// The Task's referent is gone: the fallback Posture, if it names one that the unit
    /// can have (CM-310).
    fn abandon_task(&mut self, ix: usize) {
        let unit = self.world.unit_mut(ix);
        let fallback = unit.task.take().and_then(|task| task.task.fallback);
        unit.work_done = 0;
        let (owner, seq) = (unit.owner, unit.seq);
        let posture = fallback
            .and_then(|posture| formation::adoptable(&self.world.state, owner, &posture, seq));
        if let Some(posture) = posture {
            let unit = self.world.unit_mut(ix);
            unit.posture = posture;
            unit.patrol_place = 0;
        }
        let at = self.at(ix);
        self.rec
            .attend(owner, Attention::Impossible { unit: seq, at });
    }

    pub(crate) fn at(&self, ix: usize) -> Pos {
        self.world.state.map.grid.pos(self.world.unit(ix).tile)
    }

    fn posture_plan(&mut self, ix: usize) -> Plan {
        let unit = self.world.unit(ix);
        if let Some(ends) = consignment::ends(&self.world.state, unit) {
            return consignment::plan(self.world, ix, ends);
        }
        let posture = unit.posture.clone();
        let looks = matches!(posture, Posture::Explore(_) | Posture::Patrol(_));
        let plan = self.standing_job(ix, posture);
        Plan { looks, ..plan }
    }

    /// What a Posture asks for.
    fn standing_job(&mut self, ix: usize, posture: Posture) -> Plan {
        let stay = Plan::stay(Source::Posture);
        let here = self.world.unit(ix).tile;
        let grid = self.world.state.map.grid;
        let seize = matches!(
            posture,
            Posture::Reserve | Posture::Patrol(_) | Posture::Explore(_)
        );
        if let Some(site) = seize.then(|| self.site_to_seize(ix)).flatten() {
            return Plan::travel(Source::Posture, site, 0);
        }
        match posture {
            Posture::Reserve
            | Posture::Garrison(Station::Here)
            | Posture::Picket(Station::Here) => stay,
            Posture::Garrison(Station::Tile(at)) | Posture::Picket(Station::Tile(at)) => {
                let tile = grid.tile(at);
                if tile == here {
                    stay
                } else {
                    Plan::travel(Source::Posture, tile, 0)
                }
            }
            Posture::Patrol(patrol) => {
                let unit = self.world.unit_mut(ix);
                let round = patrol.tiles.len();
                let mut place = usize::from(unit.patrol_place) % round;
                if grid.tile(patrol.tiles[place]) == here {
                    place = (place + 1) % round;
                    // At most eight tiles.
                    unit.patrol_place = place as u8;
                }
                let tile = grid.tile(patrol.tiles[place]);
                Plan::travel(Source::Posture, tile, 0)
            }
            Posture::Explore(area) => self.explore_plan(ix, area),
            Posture::Attach(attach) => self.attach_plan(ix, &attach),
        }
    }

    /// Toward the commander's destination as its snapshot has it (CM-960).
    fn attach_plan(&mut self, ix: usize, attach: &Attach) -> Plan {
        let stay = Plan::stay(Source::Posture);
        let unit = self.world.unit(ix);
        let Some(formation) = formation::find(&self.world.state, unit.owner, &attach.formation)
        else {
            // The formation is gone: nothing is left to keep with (CM-1340).
            self.world.unit_mut(ix).posture = Posture::Reserve;
            return stay;
        };
        if formation.commander == Some(unit.seq) {
            return stay;
        }
        let within = formation.pace.radius();
        match formation.intent {
            Some(intent) => Plan::travel(
                Source::Posture,
                intent.destination.unwrap_or(intent.tile),
                within,
            ),
            None => stay,
        }
    }

    /// An undefended hostile or neutral site that a unit in Reserve, on patrol
    /// or exploring may take with a single step (CM-58x, `Seize`).
    fn site_to_seize(&self, ix: usize) -> Option<Tile> {
        let unit = self.world.unit(ix);
        let state = &self.world.state;
        let own = |site: &crate::state::Site| !state.hostile(unit.owner, site.owner);
        if unit.sanctions.seize == SeizeSites::Never
            || !state.class(unit).captures()
            || self.world.site_at(unit.tile).is_some_and(own)
        {
            return None;
        }
        let knowledge = &state.knowledge[state.sight_group(unit.owner)];
        let who = self.traveller(ix);
        state.map.grid.neighbours(unit.tile).find(|tile| {
            let site = self.world.site_at(*tile);
            let known = site.and_then(|site| knowledge.sites.get(&site.seq));
            known.is_some_and(|holder| state.hostile(unit.owner, *holder))
                && known_enemies(self.world, unit.owner, *tile) == 0
                // A single step, so one that the ground lets it take.
                && super::route::entry_cost(self.world, &who, *tile).is_some()
                && super::route::diagonal_open(self.world, &who, unit.tile, *tile)
        })
    }

    pub(crate) fn traveller(&self, ix: usize) -> Traveller {
        let unit = self.world.unit(ix);
        Traveller {
            owner: unit.owner,
            group: self.world.state.sight_group(unit.owner),
            mobility: self.world.state.class(unit).mobility,
            units_block: true,
            shun: false,
        }
    }

    /// Away from the enemy, toward the nearest own city (CM-1400); without a
    /// city that can be reached, to the neighbouring tile farthest from the
    /// nearest known enemy, ties by tile index.
    fn withdraw_plan(&mut self, ix: usize) -> Plan {
        let who = self.traveller(ix);
        let world = &*self.world;
        let here = world.unit(ix).tile;
        let city = |tile: Tile| {
            world
                .site_at(tile)
                .is_some_and(|site| site.kind == SiteKind::City && site.owner == who.owner)
        };
        if let Some(city) = self.router.nearest(world, &who, here, city) {
            return Plan {
                shun: true,
                ..Plan::travel(Source::Reflex, city, 0)
            };
        }
        let grid = world.state.map.grid;
        let Some(enemy) = nearest_enemy(world, ix) else {
            return Plan::stay(Source::Reflex);
        };
        let open = |tile: &Tile| {
            super::route::entry_cost(world, &who, *tile).is_some()
                && super::route::diagonal_open(world, &who, here, *tile)
                && !super::route::hostile_seen(world, &who, *tile)
        };
        let away = grid.neighbours(here).filter(open);
        let best = away.max_by_key(|tile| (grid.distance(*tile, enemy), core::cmp::Reverse(*tile)));
        match best.filter(|tile| grid.distance(*tile, enemy) > grid.distance(here, enemy)) {
            Some(tile) => Plan::travel(Source::Reflex, tile, 0),
            None => Plan::stay(Source::Reflex),
        }
    }
}

/// The nearest known enemy's tile, ties by tile index.
pub(crate) fn nearest_enemy(world: &crate::world::World, ix: usize) -> Option<Tile> {
    let unit = world.unit(ix);
    let knowledge = &world.state.knowledge[world.state.sight_group(unit.owner)];
    let hostile = knowledge
        .contacts
        .values()
        .filter(|seen| world.state.hostile(unit.owner, seen.owner));
    let grid = world.state.map.grid;
    hostile
        .map(|seen| (grid.distance(unit.tile, seen.tile), seen.tile))
        .min()
        .map(|(_, t)| t)
}
