//! What one action means for its unit at this instant: where to go, and what to
//! do there. Built from the owner's knowledge, carried out on the truth.

use super::condition::{known_holder, known_lost, known_tile};
use super::consignment::{Ends, waits_at_the_first_place};
use super::route::Goal;
use crate::command::{Action, Target, Unload, Work};
use crate::ids::{Seq, Tile};
use crate::state::TaskState;
use crate::world::World;

/// Which part of the stack the plan comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Reflex,
    /// The Task's own `do`.
    Do,
    /// The Task's clause of that index.
    Clause(u8),
    Posture,
}

/// What governs a unit now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) source: Source,
    pub(crate) goal: Option<Goal>,
    /// Shun tiles next to known enemies if there is another way.
    pub(crate) shun: bool,
    /// The goal is a waypoint: no deed is done there.
    pub(crate) waypoint: bool,
    pub(crate) deed: Option<Deed>,
    /// What is new to its side halts the unit for its owner (`Explore` and `Patrol`,
    /// CM-1340); not a consignment that acts in their place.
    pub(crate) looks: bool,
}

/// What is done besides moving (TM-1320 step 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Attack whoever is on that tile; `into` if the order was for the tile, so
    /// that its unit goes in when it has been cleared (EN-110).
    Attack {
        tile: Tile,
        into: bool,
    },
    /// Take the site that the unit stands on.
    Seize,
    Board(Seq),
    Unload(Unload),
    Disband,
    /// Stand with effective Stance Hold.
    Brace,
    /// Work that counts at the Reckoning.
    Build,
    /// Load at the one place, unload at the other (CM-700).
    Consign(Ends),
}

impl Plan {
    pub(crate) fn stay(source: Source) -> Self {
        Self {
            source,
            goal: None,
            shun: false,
            waypoint: false,
            deed: None,
            looks: false,
        }
    }

    pub(crate) fn travel(source: Source, tile: Tile, within: u32) -> Self {
        Self {
            goal: Some(Goal { tile, within }),
            ..Self::stay(source)
        }
    }

    pub(super) fn with(self, deed: Deed) -> Self {
        Self {
            deed: Some(deed),
            ..self
        }
    }

    /// What an action comes to.
    pub(crate) fn of(world: &World, ix: usize, source: Source, action: &Action) -> Self {
        let unit = world.unit(ix);
        let grid = world.state.map.grid;
        let known = |seq: Seq| known_tile(world, unit.owner, seq);
        let stay = Self::stay(source);
        match *action {
            Action::MoveTo(at) | Action::Halt(Some(at)) => Self::travel(source, grid.tile(at), 0),
            Action::Withdraw(at) => Self {
                shun: true,
                ..Self::travel(source, grid.tile(at), 0)
            },
            Action::Halt(None) => stay,
            Action::Brace => stay.with(Deed::Brace),
            Action::Build(_) => stay.with(Deed::Build),
            Action::Disband => stay.with(Deed::Disband),
            Action::Attack(Target::Tile(at)) => {
                let tile = grid.tile(at);
                Self::travel(source, tile, 0).with(Deed::Attack { tile, into: true })
            }
            Action::Attack(Target::Unit(target)) => known(target).map_or(stay, |tile| {
                Self::travel(source, tile, 0).with(Deed::Attack { tile, into: false })
            }),
            Action::Seize(site) => world.state.site(site).map_or(stay, |site| {
                Self::travel(source, site.tile, 0).with(Deed::Seize)
            }),
            Action::Board(carrier) => known(carrier).map_or(stay, |tile| {
                // Who waits for a transport that comes by anyway goes aboard when
                // it is there, and until then has nothing to fail at.
                match waits_at_the_first_place(&world.state, unit, carrier) {
                    true if grid.distance(unit.tile, tile) > 1 => stay,
                    true => stay.with(Deed::Board(carrier)),
                    false => Self::travel(source, tile, 1).with(Deed::Board(carrier)),
                }
            }),
            Action::Unload(unload) => {
                Self::travel(source, grid.tile(unload.tile), 1).with(Deed::Unload(unload))
            }
            Action::Follow(leader) => {
                known(leader).map_or(stay, |tile| Self::travel(source, tile, 1))
            }
        }
    }
}

impl Deed {
    /// Whether it is a way of standing still, at which nobody fails.
    pub(crate) fn is_standing(self) -> bool {
        matches!(self, Self::Brace | Self::Build | Self::Consign(_))
    }
}

/// How a Task's `do` stands, on its owner's knowledge (the table of actions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Open,
    Complete,
    /// Its referent has ceased to exist (CM-1340).
    Impossible,
}

/// Judges a Task's `do`; completion before impossibility (CM-225).
pub(crate) fn standing(world: &World, ix: usize) -> Standing {
    let unit = world.unit(ix);
    let Some(task) = &unit.task else {
        return Standing::Open;
    };
    let grid = world.state.map.grid;
    let owner = unit.owner;
    let when = |complete: bool| {
        if complete {
            Standing::Complete
        } else {
            Standing::Open
        }
    };
    match task.task.action {
        Action::MoveTo(_) | Action::Withdraw(_) => when(task.arrived),
        Action::Attack(Target::Tile(at)) => {
            let tile = grid.tile(at);
            let cleared = task.attacked
                && grid.distance(unit.tile, tile) <= 1
                && world.owner_observes(owner, tile)
                && !world.hostile_at(tile, owner);
            when(unit.tile == tile || cleared)
        }
        Action::Attack(Target::Unit(target)) => {
            let ours = known_holder(world, owner, target)
                .is_some_and(|holder| !world.state.hostile(owner, holder));
            // One that was captured away is lost and can be seen all the same.
            when(ours || known_tile(world, owner, target).is_none())
        }
        Action::Seize(site) => when(
            world
                .state
                .site(site)
                .is_none_or(|site| site.owner == owner),
        ),
        Action::Board(carrier) => {
            if unit.carrier == Some(carrier) {
                return Standing::Complete;
            }
            let there = world.state.unit(carrier);
            let ours = there.is_some_and(|carrier| carrier.alive && carrier.owner == owner);
            if ours {
                Standing::Open
            } else {
                Standing::Impossible
            }
        }
        Action::Unload(unload) => match unload.unit {
            crate::command::Cargo::All => {
                let aboard = |other: &crate::state::Unit| other.carrier == Some(unit.seq);
                when(!world.state.units.iter().any(aboard))
            }
            crate::command::Cargo::Unit(cargo) => {
                match world.state.unit(cargo).filter(|cargo| cargo.alive) {
                    Some(cargo) => when(cargo.carrier != Some(unit.seq)),
                    None => Standing::Impossible,
                }
            }
        },
        Action::Build(work) => build_standing(world, ix, work),
        Action::Follow(leader) => {
            let unseen = known_tile(world, owner, leader).is_none();
            if unseen && known_lost(world, owner, leader) {
                Standing::Impossible
            } else {
                when(unseen)
            }
        }
        Action::Halt(_) | Action::Brace | Action::Disband => Standing::Open,
    }
}

/// A work is complete where one of its kind stands for its side. Where any other site
/// does, it can never be built; a Task that may lead elsewhere is kept all the same.
fn build_standing(world: &World, ix: usize, work: Work) -> Standing {
    let unit = world.unit(ix);
    let Some(kind) = work.site() else {
        return if world.state.map.has_road(unit.tile) {
            Standing::Complete
        } else {
            Standing::Open
        };
    };
    let Some(site) = world.site_at(unit.tile) else {
        return Standing::Open;
    };
    if site.kind == kind && !world.state.hostile(unit.owner, site.owner) {
        Standing::Complete
    } else if unit.task.as_ref().is_some_and(TaskState::stays) {
        Standing::Impossible
    } else {
        Standing::Open
    }
}
