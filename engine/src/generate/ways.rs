//! Ways over a draft of a map: costs from somewhere to everywhere, and the
//! cheapest way for a road. It changes nothing.

use alloc::{vec, vec::Vec};

use crate::ids::Tile;
use crate::map::{Map, Mobility, Step, Terrain};

/// More than the dearest step costs: a new road over a mountain, diagonally.
const LISTS: u32 = 32;

/// What it costs to get to every tile, `u32::MAX` where nothing leads.
pub(super) type Costs = Vec<u32>;

/// Points to enter a tile, cities counted (WO-120).
pub(super) fn entry(map: &Map, cities: &[bool], tile: Tile, by: Mobility) -> Option<u32> {
    if cities[tile.ix()] && (by != Mobility::Ship || map.is_coastal(tile)) {
        return Some(1);
    }
    map.ground_cost(tile, by)
}

/// From any of some tiles to all that a mobility can reach.
pub(super) fn costs(map: &Map, cities: &[bool], from: &[Tile], by: Mobility) -> Costs {
    let enter: Vec<Option<u32>> = (0..map.grid.tiles())
        .map(|tile| entry(map, cities, Tile(tile), by))
        .collect();
    let open = |step: &Step| {
        let passes = |tile: Tile| enter[tile.ix()].is_some();
        step.sides.is_none_or(|(a, b)| passes(a) || passes(b))
    };
    let cost = |_: Tile, step: &Step| enter[step.to.ix()].filter(|_| open(step));
    search(map, from, None, cost).0
}

/// The way for a road between two tiles, both ends included: nearly straight, for
/// that is what a road is for, but round a mountain and over a ford where it can,
/// and along roads that are there.
pub(super) fn road(map: &Map, cities: &[bool], from: Tile, to: Tile) -> Option<Vec<Tile>> {
    let works = |tile: Tile| {
        if cities[tile.ix()] || map.has_road(tile) {
            return Some(3);
        }
        match map.terrain(tile) {
            Terrain::Plain | Terrain::Ford => Some(4),
            Terrain::Forest | Terrain::Hill | Terrain::Marsh => Some(5),
            Terrain::River => Some(6),
            Terrain::Mountain => Some(7),
            Terrain::Sea => None,
        }
    };
    let rolls = |tile: Tile| entry(map, cities, tile, Mobility::Wheels).is_some();
    let cost = |_: Tile, step: &Step| {
        // A waggon must get round every corner of it (WO-130).
        let open = step.sides.is_none_or(|(a, b)| rolls(a) || rolls(b));
        // As many steps as a straight line has, but no needless corners.
        let bend = u32::from(step.sides.is_some());
        works(step.to).filter(|_| open).map(|cost| 4 * cost + bend)
    };
    let (best, before) = search(map, &[from], Some(to), cost);
    if best[to.ix()] == u32::MAX {
        return None;
    }
    let mut way = vec![to];
    while let Some(previous) = way.last().and_then(|tile| before[tile.ix()]) {
        way.push(previous);
    }
    way.reverse();
    Some(way)
}

/// Cheapest costs, and the tile before each on its way.
fn search(
    map: &Map,
    from: &[Tile],
    to: Option<Tile>,
    cost: impl Fn(Tile, &Step) -> Option<u32>,
) -> (Costs, Vec<Option<Tile>>) {
    let tiles = map.grid.tiles() as usize;
    let (mut best, mut before) = (vec![u32::MAX; tiles], vec![None; tiles]);
    // By what it cost to get there: no step is dearer than there are lists.
    let mut open: [Vec<Tile>; LISTS as usize] = Default::default();
    for start in from {
        best[start.ix()] = 0;
        open[0].push(*start);
    }
    let mut waiting = from.len();
    let mut spent = 0;
    while waiting > 0 {
        let Some(tile) = open[(spent % LISTS) as usize].pop() else {
            spent += 1;
            continue;
        };
        waiting -= 1;
        if Some(tile) == to {
            break;
        }
        if spent > best[tile.ix()] {
            continue;
        }
        for step in map.grid.steps(tile) {
            let Some(total) = cost(tile, &step).map(|cost| spent + cost) else {
                continue;
            };
            if total < best[step.to.ix()] {
                best[step.to.ix()] = total;
                before[step.to.ix()] = Some(tile);
                open[(total % LISTS) as usize].push(step.to);
                waiting += 1;
            }
        }
    }
    (best, before)
}
