//! Step 3: who is supplied, attrition, recovery (WO-430).

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;

use crate::ids::{Owner, Tile};
use crate::map::Mobility;
use crate::record::Recorder;
use crate::scenario::SiteKind;
use crate::world::World;

/// The longest way that supply comes, in points.
pub(crate) const REACH: u32 = 6;
/// Reckonings without supply that cost nothing, and what each further one costs.
const GRACE: u32 = 3;
const ATTRITION: u32 = 5;
const RECOVERY: u32 = 10;

/// Runs the step; units that step 2 marked short stay without supply.
pub(super) fn run(world: &mut World, rec: &mut Recorder) {
    let before: Vec<bool> = world
        .state
        .units
        .iter()
        .map(|unit| unit.unsupplied_for == 0)
        .collect();
    let owners = world.state.seat_ids().map(Some);
    for owner in owners.collect::<Vec<Owner>>() {
        supply_side(world, owner);
    }
    for ix in 0..world.state.units.len() {
        let at_depot = next_to_own_depot(world, ix);
        let unit = &mut world.state.units[ix];
        if unit.supplied || unit.owner.is_none() {
            unit.supplied = true;
            unit.unsupplied_for = 0;
            if at_depot && !unit.fought {
                unit.strength = (unit.strength + RECOVERY).min(100);
            }
        } else {
            unit.unsupplied_for += 1;
            if unit.unsupplied_for > GRACE {
                // Hunger wears a unit down to its last strength; fights end it.
                let floor = crate::engagement::LAST_STRENGTH.min(unit.strength);
                unit.strength = unit.strength.saturating_sub(ATTRITION).max(floor);
            }
        }
    }
    super::tell_out_of_supply(world, rec, &before);
}

/// Marks the units of an owner that no supply reaches.
fn supply_side(world: &mut World, owner: Owner) {
    let land = reached(world, owner, Mobility::Foot);
    let sea = reached(world, owner, Mobility::Ship);
    let tiles: Vec<(usize, Tile, bool)> = world
        .state
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.alive && unit.owner == owner)
        .map(|(ix, unit)| {
            let carrier = unit
                .carrier
                .and_then(|seq| world.state.unit(seq))
                .unwrap_or(unit);
            (
                ix,
                unit.tile,
                world.state.class(carrier).mobility == Mobility::Ship,
            )
        })
        .collect();
    for (ix, tile, afloat) in tiles {
        let within = if afloat { &sea } else { &land };
        world.state.units[ix].supplied &= within[tile.ix()];
    }
}

/// The tiles within reach of a city or depot of the owner's side, through tiles
/// that hold no hostile unit.
fn reached(world: &World, owner: Owner, mobility: Mobility) -> Vec<bool> {
    let grid = world.state.map.grid;
    let mut best = vec![u32::MAX; grid.tiles() as usize];
    let mut open = BinaryHeap::new();
    for site in &world.state.sites {
        let feeds = site.kind != SiteKind::Fort && !world.state.hostile(owner, site.owner);
        if feeds && site.owner.is_some() {
            best[site.tile.ix()] = 0;
            open.push(Reverse((0, site.tile)));
        }
    }
    while let Some(Reverse((cost, tile))) = open.pop() {
        if cost > best[tile.ix()] {
            continue;
        }
        for next in grid.neighbours(tile) {
            let Some(step) = world.cost(next, mobility) else {
                continue;
            };
            let total = cost + step;
            let open_to_us = total <= REACH
                && total < best[next.ix()]
                && world.step_open(tile, next, mobility)
                && !world.hostile_at(next, owner);
            if open_to_us {
                best[next.ix()] = total;
                open.push(Reverse((total, next)));
            }
        }
    }
    best.into_iter().map(|cost| cost != u32::MAX).collect()
}

fn next_to_own_depot(world: &World, ix: usize) -> bool {
    let unit = world.unit(ix);
    let grid = world.state.map.grid;
    let feeds = |tile: Tile| {
        world.site_at(tile).is_some_and(|site| {
            site.kind != SiteKind::Fort && site.owner == unit.owner && site.owner.is_some()
        })
    };
    unit.alive && (feeds(unit.tile) || grid.neighbours(unit.tile).any(feeds))
}
