//! After a fight: losses, retreats, captures and deaths on the board, and the
//! winner's advance (EN-100…120, WO-420).

use super::Turn;
use super::activation::Walk;
use super::deed::cargo_of;
use crate::command::Pursue;
use crate::engagement::{LAST_STRENGTH, Report, Setup};
use crate::event::{Attention, EngagementKind, EngagementResult, Event};
use crate::ids::{Owner, Seq, Tile};
use crate::num::DeterminismError;
use crate::ruleset::Family;
use crate::stance::Stance;
use crate::state::{Reflex, ReflexKind, Spent};

impl Turn<'_> {
    /// Carries a report out on the board.
    pub(crate) fn settle(
        &mut self,
        setup: &Setup,
        report: &Report,
    ) -> Result<(), DeterminismError> {
        for (seq, loss) in &report.losses {
            let Some(ix) = self.world.state.unit_index(*seq) else {
                continue;
            };
            let unit = self.world.unit_mut(ix);
            unit.strength = unit.strength.saturating_sub(*loss);
            unit.losses += loss;
            unit.fought = true;
        }
        self.award_experience(setup, report);
        self.announce_fight(setup, report);
        let mut caught = alloc::vec::Vec::new();
        for (seq, breaker) in &report.broken {
            let Some(ix) = self.world.state.unit_index(*seq) else {
                continue;
            };
            if core::mem::replace(&mut self.world.unit_mut(ix).broken, true) {
                caught.push(*seq);
            }
            // The dead stay where they fell: who fled with its last breath would still
            // see where it fled to.
            let lives = self.world.unit(ix).strength > LAST_STRENGTH;
            if lives && setup.kind != EngagementKind::Reaction {
                self.retreat(ix, *breaker, caught.contains(seq));
            }
        }
        for (seq, _) in &report.losses {
            let Some(ix) = self.world.state.unit_index(*seq) else {
                continue;
            };
            let unit = self.world.unit(ix);
            if unit.alive && unit.strength <= LAST_STRENGTH {
                self.destroy(ix);
            }
        }
        self.take_cover(setup, report);
        Ok(())
    }

    /// One for each on the winning side, two if that side was the weaker (EN-120).
    fn award_experience(&mut self, setup: &Setup, report: &Report) {
        let worth = |c: &crate::engagement::Combatant| {
            self.world.state.rules.ruleset.class(c.class).cost * c.strength
        };
        let (attack, defence) = (
            worth(&setup.attackers[0]),
            setup.defenders.iter().map(worth).sum::<u32>(),
        );
        let (winners, weaker): (alloc::vec::Vec<Seq>, bool) = match report.result {
            EngagementResult::StandOff => return,
            EngagementResult::AttackerWon => {
                (alloc::vec![setup.attackers[0].seq], attack < defence)
            }
            EngagementResult::DefenderWon => (
                setup.defenders.iter().map(|c| c.seq).collect(),
                defence < attack,
            ),
        };
        for seq in winners {
            if let Some(ix) = self.world.state.unit_index(seq) {
                self.world.unit_mut(ix).experience_won += if weaker { 2 } else { 1 };
            }
        }
    }

    /// One tile back: the farthest from whoever broke it, then the nearest to an
    /// own city, then the lowest index. Where there is none, or where a beaten
    /// unit was caught again, it is captured or destroyed (EN-100).
    fn retreat(&mut self, ix: usize, breaker: Seq, caught: bool) {
        let enemy = self.world.state.unit(breaker).map(|unit| unit.tile);
        match self.refuge(ix, enemy).filter(|_| !caught) {
            Some(tile) => {
                let unit = self.world.unit(ix);
                let (seq, from) = (unit.seq, unit.tile);
                self.relocate(ix, tile);
                let grid = self.world.state.map.grid;
                let event = Event::Retreated {
                    unit: seq,
                    from: grid.pos(from),
                    to: grid.pos(tile),
                };
                self.rec.seen(self.world, &[from, tile], event);
                self.world.watch_step(ix, from, tile, self.rec);
                self.world.shift_eyes(ix, Some(from), Some(tile), self.rec);
            }
            None => match self.captor(ix, breaker) {
                Some(captor) => self.change_owner(ix, captor),
                None => self.destroy(ix),
            },
        }
    }

    fn refuge(&self, ix: usize, enemy: Option<Tile>) -> Option<Tile> {
        let world = &*self.world;
        let unit = world.unit(ix);
        let grid = world.state.map.grid;
        let mobility = world.state.class(unit).mobility;
        let safe = |tile: &Tile| {
            world.step_open(unit.tile, *tile, mobility)
                && !world.hostile_at(*tile, unit.owner)
                && world
                    .site_at(*tile)
                    .is_none_or(|s| !world.state.hostile(unit.owner, s.owner))
        };
        let cities = || {
            world
                .state
                .sites
                .iter()
                .filter(|site| site.is_city() && site.owner == unit.owner)
        };
        let home = |tile| cities().map(|city| grid.distance(tile, city.tile)).min();
        let key = |tile: &Tile| {
            let away = enemy.map_or(0, |enemy| grid.distance(*tile, enemy));
            (
                core::cmp::Reverse(away),
                home(*tile).unwrap_or(u32::MAX),
                *tile,
            )
        };
        grid.neighbours(unit.tile).filter(safe).min_by_key(key)
    }

    /// Who takes a gun, wagon or transport that cannot get away: who broke it if
    /// adjacent, else the adjacent enemy of the lowest number; nobody while
    /// former friends share its tile (WO-420).
    fn captor(&self, ix: usize, breaker: Seq) -> Option<Owner> {
        let world = &*self.world;
        let unit = world.unit(ix);
        let family = world.state.class(unit).family;
        if !matches!(family, Family::Artillery | Family::Transports)
            || unit.strength <= LAST_STRENGTH
            || world.friends_at(unit.tile, unit.owner) > 1
        {
            return None;
        }
        let grid = world.state.map.grid;
        let adjacent = |seq: Seq| {
            world
                .state
                .unit(seq)
                .filter(|other| other.in_play() && grid.distance(other.tile, unit.tile) <= 1)
        };
        if let Some(captor) = adjacent(breaker) {
            return Some(captor.owner);
        }
        let around = grid
            .neighbours(unit.tile)
            .flat_map(|tile| world.units_at(tile));
        let enemy =
            around.filter(|other| world.state.hostile(unit.owner, world.unit(*other).owner));
        enemy.min().map(|captor| world.unit(captor).owner)
    }

    /// A unit is no more, and what it carries with it.
    pub(crate) fn destroy(&mut self, ix: usize) {
        let unit = self.world.unit(ix);
        let (seq, owner, tile) = (unit.seq, unit.owner, unit.tile);
        let cargo: alloc::vec::Vec<usize> = cargo_of(self.world, seq).collect();
        for ix in cargo {
            let unit = self.world.unit_mut(ix);
            unit.alive = false;
            let (seq, owner) = (unit.seq, unit.owner);
            let at = self.world.state.map.grid.pos(tile);
            self.rec.owners(owner, Event::Destroyed { unit: seq, at });
            self.mourn(seq, owner, tile);
        }
        let at = self.world.state.map.grid.pos(tile);
        self.rec
            .seen(self.world, &[tile], Event::Destroyed { unit: seq, at });
        self.world.take(ix);
        self.world.unit_mut(ix).alive = false;
        self.mourn(seq, owner, tile);
        self.world.shift_eyes(ix, Some(tile), None, self.rec);
    }

    /// Who saw it go knows that it is gone; its owner always does.
    fn mourn(&mut self, seq: Seq, owner: Owner, tile: Tile) {
        let own = self.world.state.sight_group(owner);
        for group in 0..self.world.state.knowledge.len() {
            let witness = group != own
                && self.world.observes(group, tile)
                && self.world.state.knowledge[group]
                    .contacts
                    .contains_key(&seq);
            if witness {
                self.world.strike_contact(group, seq);
            }
            if witness || group == own {
                self.world.state.knowledge[group].lost.insert(seq);
            }
        }
        let at = self.world.state.map.grid.pos(tile);
        self.rec
            .attend(owner, Attention::UnitLost { unit: seq, at });
    }

    /// A unit changes sides (TM-1870): number kept, age, stack and capacity lost.
    fn change_owner(&mut self, ix: usize, owner: Owner) {
        let unit = self.world.unit(ix);
        let (seq, tile, former) = (unit.seq, unit.tile, unit.owner);
        let at = self.world.state.map.grid.pos(tile);
        let event = Event::UnitCaptured {
            unit: seq,
            by: owner,
        };
        let world = &*self.world;
        self.rec.told(world, event.clone(), |seat, group| {
            let party = Some(seat) == owner || Some(seat) == former;
            (party || world.observes(group, tile)).then(|| event.clone())
        });
        self.rec
            .attend(former, Attention::UnitLost { unit: seq, at });
        let cargo: alloc::vec::Vec<usize> = cargo_of(self.world, seq).collect();
        self.world.shift_eyes(ix, Some(tile), None, self.rec);
        for aboard in core::iter::once(ix).chain(cargo) {
            self.hand_over(aboard, owner);
        }
        self.world.shift_eyes(ix, None, Some(tile), self.rec);
        // Every side that sees it now sees whose it is.
        for group in 0..self.world.state.knowledge.len() {
            self.world.touch_ground(group, tile);
            if group != self.world.state.sight_group(owner) && self.world.observes(group, tile) {
                self.world
                    .sight_unit(group, ix, false, Some(&mut *self.rec));
            }
        }
    }

    fn hand_over(&mut self, ix: usize, owner: Owner) {
        let former = self.world.unit(ix).owner;
        let seq = self.world.unit(ix).seq;
        let (lost, won) = (
            self.world.state.sight_group(former),
            self.world.state.sight_group(owner),
        );
        self.world.strike_contact(won, seq);
        self.world.state.knowledge[lost].lost.insert(seq);
        // Taken back, it is lost no more.
        self.world.state.knowledge[won].lost.remove(&seq);
        if let Some(seat) = former {
            let seat = &mut self.world.state.seats[usize::from(seat.0)];
            seat.consignments.remove(&seq);
        }
        let class = self.world.unit(ix).class;
        let (mut posture, sanctions) =
            super::commit::doctrine(&self.world.state, owner, class, seq);
        let at = self.at(ix);
        super::commit::settle_here(&mut posture, at);
        let unit = self.world.unit_mut(ix);
        unit.owner = owner;
        unit.age = 0;
        unit.task = None;
        unit.reflex = None;
        unit.stance_override = None;
        unit.posture = posture;
        unit.patrol_place = 0;
        unit.sanctions = sanctions;
        unit.banked = 0;
        unit.work_done = 0;
        unit.entrenchment = 0;
        unit.spent = Some(Spent::ChangedSides);
        unit.reaction_capacity = 0;
        unit.committed_stance = Stance::Advance;
        unit.effective_stance = Stance::Advance;
    }

    /// TakeCover, after a bombardment that could not be answered, for a unit whose
    /// own activation is past (CM-1400).
    fn take_cover(&mut self, setup: &Setup, report: &Report) {
        if setup.kind != EngagementKind::Bombardment || report.answered {
            return;
        }
        let Some(ix) = self.world.state.unit_index(setup.defenders[0].seq) else {
            return;
        };
        let since = self.world.state.turn;
        let unit = self.world.unit_mut(ix);
        if unit.alive && unit.activated && unit.reflex.is_none() && unit.owner.is_some() {
            unit.reflex = Some(Reflex {
                kind: ReflexKind::TakeCover,
                since,
            });
            unit.brace();
        }
    }

    /// After an assault that left the tile empty: in, if the order was for the
    /// tile; that entry is one like any other (EN-110).
    pub(crate) fn advance_into(
        &mut self,
        ix: usize,
        tile: Tile,
        walk: &mut Walk,
    ) -> Result<(), DeterminismError> {
        let unit = self.world.unit(ix);
        let class = self.world.state.class(unit);
        let open = unit.alive
            && !unit.broken
            && unit.effective_stance.may_move()
            && class.range == 1
            && !self.world.hostile_at(tile, unit.owner)
            && self.world.state.map.grid.distance(unit.tile, tile) == 1
            && self.world.step_open(unit.tile, tile, class.mobility)
            && self.world.friends_at(tile, unit.owner) < super::route::STACK;
        if open {
            self.enter(ix, tile, None, walk)
        } else {
            Ok(())
        }
    }

    /// The same for an attack on a unit, where the Pursue sanction says so.
    pub(crate) fn pursue(
        &mut self,
        ix: usize,
        tile: Tile,
        walk: &mut Walk,
    ) -> Result<(), DeterminismError> {
        if self.world.unit(ix).sanctions.pursue == Pursue::Once {
            self.advance_into(ix, tile, walk)?;
        }
        Ok(())
    }
}
