//! Where supply reaches by what a seat knows (WO-430), and where that is not to be
//! relied on: by ground that nobody has seen, or past enemies that one step would
//! bring onto the way. Remembered enemies are a risk and bar nothing.

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;

use super::Ground;
use crate::ids::{Pos, Tile};
use crate::map::{Grid, Mobility, Terrain};
use crate::ruleset::Ruleset;
use crate::scenario::SiteKind;
use crate::turn::SUPPLY_REACH;
use crate::view::{OwnUnit, SeatView};

/// How a tile or unit stands to supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Supply {
    /// A way leads there.
    In,
    /// A way leads there that would be cut, or whose city or depot would be lost,
    /// if every known enemy held the tiles next to it as well; or it leads over
    /// ground that was never seen.
    AtRisk,
    /// Of units alone: a way leads there, and the unit was not paid, so that it counts
    /// as out of supply (WO-410).
    Unpaid,
    /// No way leads there.
    Out,
}

/// Supply by tile, on land and at sea.
#[derive(Clone, Debug)]
pub struct SupplyMap {
    grid: Grid,
    land: Vec<Supply>,
    sea: Vec<Supply>,
    /// Tiles that only ships stand on.
    water: Vec<bool>,
    /// Own ships and those aboard of them.
    afloat: Vec<crate::ids::Seq>,
    /// Own units that the Reckoning left without supply while the treasury was empty.
    short: Vec<crate::ids::Seq>,
}

/// Works it out.
pub fn supply(view: &SeatView, rules: &Ruleset) -> SupplyMap {
    let ground = Ground::of(view);
    let grid = ground.grid;
    let tiles = grid.tiles() as usize;
    let mut held = vec![false; tiles];
    let mut near = vec![false; tiles];
    // Nor does a safe way lead over what nobody has seen.
    let mut shut: Vec<bool> = view
        .tiles
        .iter()
        .map(|tile| tile.terrain.is_none())
        .collect();
    for other in view.others.iter().filter(|other| other.hostile) {
        let Some(tile) = grid.checked_tile(other.at) else {
            continue;
        };
        // A ghost bars nothing for certain; it is a risk.
        held[tile.ix()] |= !other.stale;
        shut[tile.ix()] |= !other.stale;
        near[tile.ix()] = true;
        for next in grid.neighbours(tile) {
            near[next.ix()] = true;
        }
    }
    let sources: Vec<Tile> = view
        .sites
        .iter()
        .filter(|site| site.kind != SiteKind::Fort && view.is_ours(site.owner))
        .filter_map(|site| grid.checked_tile(site.at))
        .collect();
    let judge = |mobility| {
        let now = reached(&ground, &sources, mobility, &held, &held);
        let safe: Vec<Tile> = sources.iter().copied().filter(|s| !near[s.ix()]).collect();
        let then = reached(&ground, &safe, mobility, &shut, &near);
        now.into_iter()
            .zip(then)
            .map(|reached| match reached {
                (false, _) => Supply::Out,
                (true, false) => Supply::AtRisk,
                (true, true) => Supply::In,
            })
            .collect()
    };
    let ship = |class: &str| {
        let class = rules.find(class).map(|id| rules.class(id));
        class.is_some_and(|class| class.mobility == Mobility::Ship)
    };
    let afloat = |unit: &&OwnUnit| {
        let carrier = view.units.iter().find(|own| Some(own.unit) == unit.carrier);
        ship(&carrier.unwrap_or(unit).class)
    };
    SupplyMap {
        grid,
        land: judge(Mobility::Foot),
        sea: judge(Mobility::Ship),
        water: view
            .tiles
            .iter()
            .map(|tile| tile.terrain == Some(Terrain::Sea) && !tile.road)
            .collect(),
        afloat: view
            .units
            .iter()
            .filter(afloat)
            .map(|unit| unit.unit)
            .collect(),
        // Nobody goes short while there is anything left.
        short: view
            .units
            .iter()
            .filter(|unit| view.treasury == 0 && !unit.supplied)
            .map(|unit| unit.unit)
            .collect(),
    }
}

impl SupplyMap {
    /// What stands on a tile: at sea by ships' ways, else by those on foot.
    pub fn tile(&self, tile: Tile) -> Supply {
        if self.water[tile.ix()] {
            self.sea[tile.ix()]
        } else {
            self.land[tile.ix()]
        }
    }

    /// One of the seat's units, by its carrier's ways where it is aboard. Who was left
    /// without supply where a way leads was not paid, if the treasury is empty; it may
    /// instead be that a depot next to it has just been finished.
    pub fn unit(&self, unit: &OwnUnit) -> Supply {
        let ways = if self.afloat.contains(&unit.unit) {
            &self.sea
        } else {
            &self.land
        };
        match self.at(ways, unit.at) {
            Supply::In | Supply::AtRisk if self.short.contains(&unit.unit) => Supply::Unpaid,
            reached => reached,
        }
    }

    fn at(&self, ways: &[Supply], at: Pos) -> Supply {
        let tile = self.grid.checked_tile(at);
        tile.map_or(Supply::Out, |tile| ways[tile.ix()])
    }
}

/// The tiles that a way of at most the reach leads to. `closed` tiles are not
/// entered, `ends` may be entered and not left.
fn reached(
    ground: &Ground<'_>,
    sources: &[Tile],
    mobility: Mobility,
    closed: &[bool],
    ends: &[bool],
) -> Vec<bool> {
    let mut best = vec![u32::MAX; closed.len()];
    let mut open = BinaryHeap::new();
    for source in sources {
        best[source.ix()] = 0;
        open.push(Reverse((0, *source)));
    }
    while let Some(Reverse((cost, tile))) = open.pop() {
        // A city feeds its surroundings even with the enemy in it.
        if cost > best[tile.ix()] || (cost > 0 && ends[tile.ix()]) {
            continue;
        }
        for next in ground.grid.neighbours(tile) {
            let Some(step) = ground.cost(next, mobility) else {
                continue;
            };
            let total = cost + step;
            if total <= SUPPLY_REACH
                && total < best[next.ix()]
                && !closed[next.ix()]
                && ground.step_open(tile, next, mobility)
            {
                best[next.ix()] = total;
                open.push(Reverse((total, next)));
            }
        }
    }
    best.into_iter().map(|cost| cost != u32::MAX).collect()
}
