//! A transport's standing loop (CM-700): it goes to the first place, takes aboard
//! who waits there for it, carries them to the second, sets them down, returns.
//! It stands in the place of the transport's Posture and keeps no record of where
//! in the loop it is: what is aboard says it.

use alloc::vec::Vec;

use super::Turn;
use super::activation::Walk;
use super::deed::{cargo_of, fits};
use super::plan::{Deed, Plan, Source};
use crate::command::{Action, Cargo, Unload};
use crate::ids::{Seq, Tile};
use crate::map::Grid;
use crate::state::{State, Unit};
use crate::world::World;

/// The two tiles of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) from: Tile,
    pub(crate) to: Tile,
}

/// The loop that a unit is on. It rests while the seat knows either end to be
/// another side's: then the transport's Posture goes on.
pub(crate) fn ends(state: &State, unit: &Unit) -> Option<Ends> {
    let (from, to) = *state.seat(unit.owner?)?.consignments.get(&unit.seq)?;
    let known = &state.knowledge[state.sight_group(unit.owner)].sites;
    let tile = |site: Seq| {
        let holder = known.get(&site)?;
        let ours = !state.hostile(unit.owner, *holder);
        state.site(site).filter(|_| ours).map(|site| site.tile)
    };
    Some(Ends {
        from: tile(from)?,
        to: tile(to)?,
    })
}

/// Whether a unit that is to board a transport waits for it where it stands: at
/// the first place of the transport's loop it does not walk after it.
pub(crate) fn waits_at_the_first_place(state: &State, unit: &Unit, carrier: Seq) -> bool {
    state
        .unit(carrier)
        .filter(|carrier| carrier.alive && carrier.owner == unit.owner)
        .and_then(|carrier| ends(state, carrier))
        .is_some_and(|ends| state.map.grid.distance(unit.tile, ends.from) <= 1)
}

pub(crate) fn plan(world: &World, ix: usize, ends: Ends) -> Plan {
    let laden = cargo_of(world, world.unit(ix).seq).next().is_some();
    let travel = if laden {
        Plan::travel(Source::Posture, ends.to, 1)
    } else {
        Plan::travel(Source::Posture, ends.from, 0)
    };
    travel.with(Deed::Consign(ends))
}

impl Turn<'_> {
    /// Loads or unloads, if it can be done from here; either ends the activation.
    pub(crate) fn consign(&mut self, ix: usize, ends: Ends, walk: &mut Walk) -> bool {
        let carrier = self.world.unit(ix);
        let (seq, here) = (carrier.seq, carrier.tile);
        let grid = self.world.state.map.grid;
        if grid.distance(here, ends.from) <= 1 && self.load_waiting(ix, ends.from, walk) {
            return true;
        }
        let laden = cargo_of(self.world, seq).next().is_some();
        laden
            && grid.distance(here, ends.to) <= 1
            && self.unload(
                ix,
                Unload {
                    unit: Cargo::All,
                    tile: grid.pos(ends.to),
                },
            )
    }

    /// Takes aboard those who are ordered to board it and stand there, in
    /// ascending number, as far as room and its own points go: as boarding costs
    /// the unit a point, loading costs the transport one.
    fn load_waiting(&mut self, ix: usize, at: Tile, walk: &mut Walk) -> bool {
        let carrier = self.world.unit(ix);
        let (seq, owner, here) = (carrier.seq, carrier.owner, carrier.tile);
        let grid = self.world.state.map.grid;
        let waits = |unit: &Unit| {
            unit.owner == owner
                && unit.in_play()
                && near_both(grid, unit.tile, at, here)
                && unit
                    .task
                    .as_ref()
                    .is_some_and(|task| task.task.action == Action::Board(seq))
        };
        let units = self.world.state.units.iter().enumerate();
        let waiting: Vec<usize> = units.filter(|(_, u)| waits(u)).map(|(ix, _)| ix).collect();
        let mut loaded = false;
        for unit in waiting {
            if walk.points > 0 && fits(self.world, unit, ix) {
                walk.points -= 1;
                self.embark(unit, ix);
                self.end_task(unit);
                loaded = true;
            }
        }
        loaded
    }
}

/// At the place, and within a step of the transport.
fn near_both(grid: Grid, unit: Tile, place: Tile, transport: Tile) -> bool {
    grid.distance(unit, place) <= 1 && grid.distance(unit, transport) <= 1
}
