//! Step 3: who is supplied, attrition, recovery (WO-430).

use alloc::{vec, vec::Vec};

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
/// Hunger takes no strength below it.
const HUNGRY_STRENGTH: u32 = crate::engagement::LAST_STRENGTH + 1;

/// Runs the step; units that step 2 marked short stay without supply.
pub(super) fn run(world: &mut World, rec: &mut Recorder) {
    let before: Vec<bool> = world
        .state
        .units
        .iter()
        .map(|unit| unit.unsupplied_for == 0)
        .collect();
    let short: Vec<bool> = world
        .state
        .units
        .iter_mut()
        .map(|unit| !core::mem::replace(&mut unit.supplied, true))
        .collect();
    let mut search = Search::new(world);
    let owners: Vec<Owner> = world.state.seat_ids().map(Some).collect();
    for (seat, owner) in owners.iter().enumerate() {
        // What feeds a side feeds all of it: its first seat's search is everybody's.
        let ally = |other: &&Owner| !world.state.hostile(**other, *owner);
        if !owners[..seat].iter().any(|other| ally(&other)) {
            search.supply(world, *owner);
        }
    }
    let units = world.state.units.iter();
    let reached: Vec<bool> = units.map(|unit| unit.supplied).collect();
    for (ix, short) in short.into_iter().enumerate() {
        world.state.units[ix].supplied &= !short;
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
                // Hunger alone destroys nobody: it leaves what can still stand a shot
                // without a loss (EN-100).
                let floor = HUNGRY_STRENGTH.min(unit.strength);
                let left = unit.strength.saturating_sub(ATTRITION).max(floor);
                rec.starved(unit.owner, unit.seq, unit.strength - left);
                unit.strength = left;
            }
        }
    }
    super::tell_out_of_supply(world, rec, &before, &reached);
}

/// What the searches of all sides share: costs are the same for everybody.
struct Search {
    foot: Vec<Option<u32>>,
    /// Empty where no ship is in play: nobody asks then.
    ship: Vec<Option<u32>>,
    best: Vec<u32>,
    /// Tiles to be looked at, by what it cost to get there.
    open: [Vec<Tile>; REACH as usize + 1],
}

impl Search {
    fn new(world: &World) -> Self {
        let tiles = world.state.map.grid.tiles();
        let costs = |by| (0..tiles).map(|tile| world.cost(Tile(tile), by)).collect();
        let units = world.state.units.iter();
        let sails = units
            .map(|unit| world.state.class(unit).mobility)
            .any(|by| by == Mobility::Ship);
        Self {
            foot: costs(Mobility::Foot),
            ship: if sails {
                costs(Mobility::Ship)
            } else {
                Vec::new()
            },
            best: vec![u32::MAX; tiles as usize],
            open: Default::default(),
        }
    }

    /// Marks the units of an owner's side that no supply reaches.
    fn supply(&mut self, world: &mut World, owner: Owner) {
        let state = &world.state;
        let ours = state.units.iter().enumerate().filter(|(_, unit)| {
            unit.alive && unit.owner.is_some() && !state.hostile(owner, unit.owner)
        });
        let afloat = |ix: usize| {
            let unit = world.unit(ix);
            let carrier = unit.carrier.and_then(|seq| state.unit(seq)).unwrap_or(unit);
            state.class(carrier).mobility == Mobility::Ship
        };
        let (sea, land): (Vec<usize>, Vec<usize>) =
            ours.map(|(ix, _)| ix).partition(|ix| afloat(*ix));
        for (units, ships) in [(land, false), (sea, true)] {
            if units.is_empty() {
                continue;
            }
            self.spread(world, owner, ships);
            for ix in units {
                let tile = world.unit(ix).tile;
                world.unit_mut(ix).supplied &= self.best[tile.ix()] != u32::MAX;
            }
        }
    }

    /// Fills `best` from every city and depot of the owner's side, through tiles on which
    /// the side sees no hostile unit: what it does not see tells it nothing (TM-2220).
    fn spread(&mut self, world: &World, owner: Owner, ships: bool) {
        let Self {
            foot,
            ship,
            best,
            open,
        } = self;
        let costs = if ships { ship } else { foot };
        let grid = world.state.map.grid;
        best.fill(u32::MAX);
        for site in &world.state.sites {
            let feeds = site.kind != SiteKind::Fort && !world.state.hostile(owner, site.owner);
            if feeds && site.owner.is_some() {
                best[site.tile.ix()] = 0;
                open[0].push(site.tile);
            }
        }
        let passes = |tile: Tile| costs[tile.ix()].is_some();
        let allies = world.state.seat_ids().map(Some);
        let mut eyes: Vec<usize> = allies
            .filter(|ally| !world.state.hostile(owner, *ally))
            .map(|ally| world.state.sight_group(ally))
            .collect();
        eyes.dedup();
        let sees = |tile: Tile| eyes.iter().any(|group| world.observes(*group, tile));
        for cost in 0..=REACH {
            // A step costs at least one, so nothing comes into the list that is worked off.
            while let Some(tile) = open[cost as usize].pop() {
                if cost > best[tile.ix()] {
                    continue;
                }
                for step in grid.steps(tile) {
                    let Some(total) = costs[step.to.ix()].map(|entry| cost + entry) else {
                        continue;
                    };
                    let comes = total <= REACH
                        && total < best[step.to.ix()]
                        && step.sides.is_none_or(|(a, b)| passes(a) || passes(b))
                        && !(sees(step.to) && world.hostile_at(step.to, owner));
                    if comes {
                        best[step.to.ix()] = total;
                        open[total as usize].push(step.to);
                    }
                }
            }
        }
    }
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
