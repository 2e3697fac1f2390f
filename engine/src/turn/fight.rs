//! From the board to a fight and back: who takes part (EN-010…018), what its
//! owner may know of it beforehand.

use alloc::vec::Vec;

use super::Turn;
use super::activation::Walk;
use super::plan::{Plan, Source};
use crate::command::Engage;
use crate::engagement::predict::Memo;
use crate::engagement::{self, Combatant, Report, Role, Setup};
use crate::event::EngagementKind;
use crate::ids::{Seq, Tile};
use crate::num::DeterminismError;
use crate::record::Clash;
use crate::rng::Stream;
use crate::stance::Stance;
use crate::state::Contact;
use crate::world::World;

impl Turn<'_> {
    /// The attack of an order that names one; says whether there was a fight.
    pub(crate) fn attack(
        &mut self,
        ix: usize,
        tile: Tile,
        into: bool,
        plan: &Plan,
        walk: &mut Walk,
    ) -> Result<bool, DeterminismError> {
        if !self.may_attack(ix, tile) {
            return Ok(false);
        }
        if plan.source == Source::Do
            && let Some(task) = &mut self.world.unit_mut(ix).task
        {
            task.attacked = true;
        }
        self.strike(ix, tile)?;
        if into && walk.halted.is_none() {
            self.advance_into(ix, tile, walk)?;
        } else if walk.halted.is_none() {
            self.pursue(ix, tile, walk)?;
        }
        Ok(true)
    }

    /// On contact under an order that is no attack: a fight, if the Engage
    /// sanction authorises it (CM-58x).
    pub(crate) fn engage_on_contact(
        &mut self,
        ix: usize,
        tile: Tile,
        walk: &mut Walk,
    ) -> Result<bool, DeterminismError> {
        let willing = match self.world.unit(ix).sanctions.engage {
            Engage::Never => false,
            Engage::Always => true,
            Engage::Winning(wanted) => predict(self.world, ix, tile, self.memo)?
                .is_some_and(|chance| chance >= u32::from(wanted)),
        };
        if !willing || !self.may_attack(ix, tile) {
            return Ok(false);
        }
        self.strike(ix, tile)?;
        self.pursue(ix, tile, walk)?;
        Ok(true)
    }

    /// Whether the unit can start combat against a tile from where it stands.
    fn may_attack(&self, ix: usize, tile: Tile) -> bool {
        let unit = self.world.unit(ix);
        let class = self.world.state.class(unit);
        unit.committed_stance.may_initiate_combat()
            && !unit.broken
            && unit.alive
            && class.fire + class.shock > 0
            && self.world.state.map.grid.distance(unit.tile, tile) <= class.range
            && self.world.owner_observes(unit.owner, tile)
            && self.world.hostile_at(tile, unit.owner)
    }

    /// An assault, or from a range of two a bombardment (EN-010, EN-015).
    fn strike(&mut self, ix: usize, tile: Tile) -> Result<(), DeterminismError> {
        if self.rec.marks.is_some() {
            return self.foresee_strike(ix, tile);
        }
        let Some(setup) = setup(self.world, ix, tile, |c| self.scores[c]) else {
            return Ok(());
        };
        let front = setup.defenders[0].seq;
        let report = if self.world.state.unit(front).is_some_and(|unit| unit.broken) {
            // A beaten army that is caught dies (EN-100).
            Report {
                result: crate::event::EngagementResult::AttackerWon,
                losses: alloc::vec![(setup.attackers[0].seq, 0), (front, 0)],
                broken: alloc::vec![(front, setup.attackers[0].seq)],
                answered: true,
                log: Vec::new(),
                order: Vec::new(),
            }
        } else {
            self.resolve(&setup)?
        };
        self.settle(&setup, &report)
    }

    /// In a preview no fight is fought: it is marked, with the chance that its
    /// owner may count on (EN-140).
    fn foresee_strike(&mut self, ix: usize, tile: Tile) -> Result<(), DeterminismError> {
        let (unit, range) = {
            let unit = self.world.unit(ix);
            (unit.seq, self.world.state.class(unit).range)
        };
        let Some(foe) = front(self.world, tile, self.world.unit(ix).owner) else {
            return Ok(());
        };
        let with = self.world.unit(foe).seq;
        let chance = predict(self.world, ix, tile, self.memo)?;
        let kind = if range > 1 {
            EngagementKind::Bombardment
        } else {
            EngagementKind::Assault
        };
        if let Some(marks) = &mut self.rec.marks {
            marks.clashes.push(Clash {
                unit,
                with,
                kind,
                tile,
                chance,
            });
        }
        Ok(())
    }

    /// A reaction: the reactor against the mover alone (EN-018).
    pub(crate) fn fight_reaction(
        &mut self,
        reactor: usize,
        mover: usize,
    ) -> Result<(), DeterminismError> {
        if let Some(marks) = &mut self.rec.marks {
            let (unit, with) = (self.world.unit(mover), self.world.unit(reactor).seq);
            marks.clashes.push(Clash {
                unit: unit.seq,
                with,
                kind: EngagementKind::Reaction,
                tile: unit.tile,
                chance: None,
            });
            return Ok(());
        }
        let grid = self.world.state.map.grid;
        let apart = grid.distance(self.world.unit(reactor).tile, self.world.unit(mover).tile);
        let setup = Setup {
            kind: EngagementKind::Reaction,
            distance: apart.clamp(1, 3) + 1,
            can_close: apart <= 1,
            attackers: alloc::vec![combatant(self.world, reactor, mover, self.scores[reactor])],
            defenders: alloc::vec![Combatant {
                role: Role::Mover,
                ..combatant(self.world, mover, reactor, self.scores[mover])
            }],
        };
        let report = self.resolve(&setup)?;
        self.settle(&setup, &report)
    }

    fn resolve(&mut self, setup: &Setup) -> Result<Report, DeterminismError> {
        let rules = &self.world.state.rules;
        let turn = self.world.state.turn;
        let mut stream = Stream::of_engagement(&rules.seed, turn, self.acting, self.ordinal);
        self.ordinal += 1;
        engagement::fight(&rules.ruleset, setup, &mut stream, self.rec.keeps())
    }
}

/// The front unit of a tile: highest guard × strength, then lowest number; one
/// that has broken only where there is no other (EN-010, EN-100).
fn front(world: &World, tile: Tile, against: crate::ids::Owner) -> Option<usize> {
    let hostile = world
        .units_at(tile)
        .filter(|ix| world.state.hostile(against, world.unit(*ix).owner));
    hostile.max_by_key(|ix| {
        let unit = world.unit(*ix);
        let weight = world.state.class(unit).guard * unit.strength;
        (!unit.broken, weight, core::cmp::Reverse(unit.seq))
    })
}

/// The fight that a unit would start against a tile, on the truth.
fn setup(world: &World, ix: usize, tile: Tile, score: impl Fn(usize) -> i32) -> Option<Setup> {
    let unit = world.unit(ix);
    let class = world.state.class(unit);
    let first = front(world, tile, unit.owner)?;
    let apart = world.state.map.grid.distance(unit.tile, tile);
    let bombards = class.range > 1;
    let mut defenders = alloc::vec![combatant(world, first, ix, score(first))];
    if !bombards {
        let rest = world.units_at(tile).filter(|other| {
            *other != first && world.state.hostile(unit.owner, world.unit(*other).owner)
        });
        defenders.extend(rest.map(|other| Combatant {
            role: Role::Support,
            ..combatant(world, other, ix, score(other))
        }));
    }
    Some(Setup {
        kind: if bombards {
            EngagementKind::Bombardment
        } else {
            EngagementKind::Assault
        },
        distance: if bombards && apart > 1 { 4 } else { 2 },
        can_close: !bombards && world.step_open(unit.tile, tile, class.mobility),
        attackers: alloc::vec![combatant(world, ix, first, score(ix))],
        defenders,
    })
}

fn combatant(world: &World, ix: usize, foe: usize, initiative: i32) -> Combatant {
    let unit = world.unit(ix);
    let (terrain, works) = world.ground_defence(unit.tile);
    Combatant {
        seq: unit.seq,
        class: unit.class,
        role: Role::Full,
        neutral: unit.owner.is_none(),
        strength: unit.strength,
        veterancy: unit.veterancy,
        initiative,
        unseen: !world.owner_observes(world.unit(foe).owner, unit.tile),
        stance: unit.effective_stance,
        entrenchment: unit.entrenchment,
        disrupted: unit.disrupted.is_some(),
        supplied: unit.supplied,
        lost_before: unit.losses,
        on_crossing: world.state.map.is_crossing(unit.tile),
        terrain,
        works,
    }
}

/// The owner's chance against whoever it knows on a tile, per mille; `None`
/// without anybody. What it cannot know is taken as EN-140 says: full strength,
/// no veterancy, Advance if seen moving this turn and Hold otherwise.
pub(crate) fn predict(
    world: &World,
    ix: usize,
    tile: Tile,
    memo: &Memo,
) -> Result<Option<u32>, DeterminismError> {
    let unit = world.unit(ix);
    let ruleset = &world.state.rules.ruleset;
    let group = world.state.sight_group(unit.owner);
    let contacts = world.state.knowledge[group].contacts.iter();
    let known = contacts
        .filter(|(_, seen)| seen.tile == tile && world.state.hostile(unit.owner, seen.owner));
    let mut foes: Vec<Combatant> = known
        .map(|(seq, seen)| supposed(world, group, *seq, seen))
        .collect();
    if foes.is_empty() {
        return Ok(None);
    }
    foes.sort_by_key(|c| (core::cmp::Reverse(ruleset.class(c.class).guard), c.seq));
    foes.iter_mut().skip(1).for_each(|c| c.role = Role::Support);
    let class = world.state.class(unit);
    let bombards = class.range > 1;
    if bombards {
        foes.truncate(1);
    }
    let far = world.state.map.grid.distance(unit.tile, tile) > 1;
    let initiative = class.base + unit.committed_stance.initiative();
    let attacker = Combatant {
        unseen: false,
        ..combatant(world, ix, ix, initiative)
    };
    let setup = Setup {
        kind: if bombards {
            EngagementKind::Bombardment
        } else {
            EngagementKind::Assault
        },
        distance: if bombards && far { 4 } else { 2 },
        can_close: !bombards,
        attackers: alloc::vec![attacker],
        defenders: foes,
    };
    memo.chance(ruleset, &setup).map(Some)
}

/// A foreign unit as its observer must suppose it to be; nothing that the
/// observer does not know goes in, the ground of an unseen tile included.
fn supposed(world: &World, group: usize, seq: Seq, seen: &Contact) -> Combatant {
    let knowledge = &world.state.knowledge[group];
    let site = world.site_at(seen.tile);
    let knows_site = site.is_some_and(|site| knowledge.sites.contains_key(&site.seq));
    let knows_ground = knowledge.explored.contains(seen.tile);
    let (terrain, works) = world.ground_defence(seen.tile);
    let moving = seen.moving && seen.turn == world.state.turn;
    Combatant {
        seq,
        class: seen.class,
        role: Role::Full,
        neutral: seen.owner.is_none(),
        strength: 100,
        veterancy: 0,
        initiative: world.state.rules.ruleset.class(seen.class).base,
        unseen: false,
        stance: if moving {
            Stance::Advance
        } else {
            Stance::Hold
        },
        entrenchment: 0,
        disrupted: false,
        supplied: true,
        lost_before: 0,
        on_crossing: knows_ground && world.state.map.is_crossing(seen.tile),
        terrain: if knows_ground { terrain } else { 1000 },
        works: if knows_site { works } else { 1000 },
    }
}
