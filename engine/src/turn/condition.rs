//! Conditions, on the owner's knowledge at this instant (CM-35x, TM-1370). What
//! is known is seen now or remembered (CM-225).

use crate::command::{Action, Condition, Holder, Target};
use crate::engagement::predict::Memo;
use crate::ids::{Owner, Seq, Tile};
use crate::num::DeterminismError;
use crate::state::TaskState;
use crate::world::World;

/// The unit that asks, its Task, and what the clause in question would do.
pub(crate) struct Asker<'a> {
    pub(crate) world: &'a World,
    pub(crate) ix: usize,
    pub(crate) task: &'a TaskState,
    pub(crate) action: &'a Action,
    pub(crate) memo: &'a Memo,
}

impl Asker<'_> {
    pub(crate) fn holds(&self, condition: &Condition) -> Result<bool, DeterminismError> {
        let world = self.world;
        let unit = world.unit(self.ix);
        let grid = world.state.map.grid;
        Ok(match condition {
            Condition::EnemyAt { tile, n } => {
                known_enemies(world, unit.owner, grid.tile(*tile)) >= usize::from(*n)
            }
            Condition::EnemyWithin { tile, r, n } => {
                let around = grid.within(grid.tile(*tile), u32::from(*r));
                let enemies: usize = around
                    .map(|tile| known_enemies(world, unit.owner, tile))
                    .sum();
                enemies >= usize::from(*n)
            }
            Condition::Held { tile, by } => holder(world, unit.owner, grid.tile(*tile)) == *by,
            Condition::UnitAt { unit: other, tile } => {
                known_tile(world, unit.owner, *other) == Some(grid.tile(*tile))
            }
            Condition::UnitLost(other) => known_lost(world, unit.owner, *other),
            Condition::StrengthBelow(strength) => unit.strength < u32::from(*strength),
            Condition::Supplied => unit.supplied,
            Condition::InCommand => super::formation::in_command(&world.state, unit),
            Condition::WinChance(chance) => self.win_chance(u32::from(*chance))?,
            Condition::Turn(turn) => world.state.turn >= *turn,
            Condition::Turns(turns) => world.state.turn.saturating_sub(self.task.since) >= *turns,
            Condition::Arrived => self.task.arrived,
            Condition::Not(inner) => !self.holds(inner)?,
            Condition::All(list) => {
                for inner in list {
                    if !self.holds(inner)? {
                        return Ok(false);
                    }
                }
                true
            }
            Condition::Any(list) => {
                for inner in list {
                    if self.holds(inner)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    /// Against whom the action would attack; false without anybody.
    fn win_chance(&self, wanted: u32) -> Result<bool, DeterminismError> {
        let Action::Attack(target) = self.action else {
            return Ok(false);
        };
        let owner = self.world.unit(self.ix).owner;
        let tile = match target {
            Target::Tile(at) => Some(self.world.state.map.grid.tile(*at)),
            Target::Unit(unit) => known_tile(self.world, owner, *unit),
        };
        let Some(tile) = tile else { return Ok(false) };
        let chance = super::fight::predict(self.world, self.ix, tile, self.memo)?;
        Ok(chance.is_some_and(|chance| chance >= wanted))
    }
}

/// Hostile units known on a tile: those seen there now, or those remembered.
pub(crate) fn known_enemies(world: &World, owner: Owner, tile: Tile) -> usize {
    let group = world.state.sight_group(owner);
    if world.observes(group, tile) {
        let hostile = |ix: &usize| world.state.hostile(owner, world.unit(*ix).owner);
        return world.units_at(tile).filter(hostile).count();
    }
    if world.index.ghosts[group][tile.ix()] == 0 {
        return 0;
    }
    let contacts = world.state.knowledge[group].contacts.values();
    contacts
        .filter(|seen| seen.tile == tile && world.state.hostile(owner, seen.owner))
        .count()
}

/// Where a unit is known to be: an own one where it is, a foreign one as seen.
pub(crate) fn known_tile(world: &World, owner: Owner, seq: Seq) -> Option<Tile> {
    let group = world.state.sight_group(owner);
    if let Some(unit) = world.state.unit(seq)
        && unit.alive
        && world.state.sight_group(unit.owner) == group
    {
        return Some(unit.tile);
    }
    world.state.knowledge[group]
        .contacts
        .get(&seq)
        .map(|seen| seen.tile)
}

/// Whose a unit is known to be: a foreign one's owner as last seen.
pub(crate) fn known_holder(world: &World, owner: Owner, seq: Seq) -> Option<Owner> {
    let group = world.state.sight_group(owner);
    let seen = world.state.knowledge[group].contacts.get(&seq);
    let own = world
        .state
        .unit(seq)
        .filter(|unit| unit.alive && world.state.sight_group(unit.owner) == group);
    own.map(|unit| unit.owner).or(seen.map(|seen| seen.owner))
}

/// Whether a unit is known to be destroyed or captured away.
pub(crate) fn known_lost(world: &World, owner: Owner, seq: Seq) -> bool {
    world.state.knowledge[world.state.sight_group(owner)]
        .lost
        .contains(&seq)
}

/// By whom a tile is held as far as an owner knows (CM-35x).
pub(crate) fn holder(world: &World, owner: Owner, tile: Tile) -> Holder {
    if known_enemies(world, owner, tile) > 0 {
        return Holder::Theirs;
    }
    let group = world.state.sight_group(owner);
    let ours_there = world.observes(group, tile) && world.friends_at(tile, owner) > 0;
    let site = world.site_at(tile);
    let known_owner = site.and_then(|site| world.state.knowledge[group].sites.get(&site.seq));
    match known_owner {
        _ if ours_there => Holder::Ours,
        Some(holder) if world.state.hostile(owner, *holder) => Holder::Theirs,
        Some(_) => Holder::Ours,
        None => Holder::Nobody,
    }
}
