//! Where seats begin and where cities lie (WO-610): each seat's at the same
//! distances. Terrain is made fit for a city and is otherwise left alone.

use alloc::{vec, vec::Vec};

use super::draft::{City, Draft};
use super::ways::{self, Costs};
use crate::ids::{Pos, Tile};
use crate::map::{Mobility, Terrain};
use crate::rng::Draws;

/// Tiles between two cities, at least.
const APART: u32 = 4;
/// Places that are looked at for one city.
const LOOKS: usize = 40;
/// What a seat's cities yield, the capital's first.
const OUTPUTS: [u32; 4] = [6, 6, 6, 6];

/// Chooses where seats begin.
pub(super) fn capitals(draft: &mut Draft) -> Option<()> {
    let side = u32::from(draft.settings.size.side());
    let seats = draft.seats();
    let grid = draft.grid();
    if draft.symmetry.turns() {
        let ideal = ring(draft, side)?;
        draft.capitals = even(draft, &ideal);
        return Some(());
    }
    let first = if draft.settings.wrap {
        Pos::new(
            draft.between(0, side - 1) as u16,
            draft.between(0, side - 1) as u16,
        )
    } else {
        // From the centre outward, in thousandths of a side: along, and across.
        let (along, across) = match seats {
            2 => (draft.between(300, 350), draft.between(0, 350)),
            _ => (draft.between(270, 330), draft.between(150, 330)),
        };
        let place = |thousandths: u32| (side / 2 + side * thousandths / 1000) as u16;
        Pos::new(place(along), place(across))
    };
    let images = (0..seats).map(|seat| draft.symmetry.image(seat, first));
    draft.capitals = images
        .map(|at| at.map(|at| grid.tile(at)))
        .collect::<Option<_>>()?;
    Some(())
}

/// Seats around the centre, at equal angles, turned so that one edge lies level:
/// with three, six and eight all neighbours are then as far apart in steps.
fn ring(draft: &mut Draft, side: u32) -> Option<Vec<Pos>> {
    let out = side * draft.between(320, 360) / 1000;
    // Level edges want a seat at the top with odd counts, at the side with even ones.
    let half = (side / 2) as u16;
    let out = out as u16;
    let first = match (draft.seats() % 2, draft.draws.below(2)) {
        (1, 0) => Pos::new(half, half - out),
        (1, _) => Pos::new(half, half + out),
        (_, 0) => Pos::new(half - out, half),
        _ => Pos::new(half, half - out),
    };
    let images = (0..draft.seats()).map(|seat| draft.symmetry.image(seat, first));
    images.collect()
}

/// Moves seats by a few tiles until each is as far from its nearest rival as the
/// others: a turned tile lies elsewhere in the counting of steps.
fn even(draft: &Draft, ideal: &[Pos]) -> Vec<Tile> {
    let grid = draft.grid();
    let mut best: Vec<Pos> = ideal.to_vec();
    let unfairness = |places: &[Pos]| {
        let nearest = |seat: usize| {
            let others = places
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != seat);
            others.map(|(_, at)| grid.apart(places[seat], *at)).min()
        };
        let distances: Vec<u32> = (0..places.len()).filter_map(nearest).collect();
        let sum: u32 = distances.iter().sum();
        let squares: u32 = distances.iter().map(|far| far * far).sum();
        // How far they lie from their mean, each, without dividing.
        let spread = squares * distances.len() as u32 - sum * sum;
        let moved: u32 = places
            .iter()
            .zip(ideal)
            .map(|(a, b)| grid.apart(*a, *b))
            .sum();
        (spread, moved)
    };
    loop {
        let mut next = (unfairness(&best), best.clone());
        for seat in 0..best.len() {
            for near in grid.within(grid.tile(ideal[seat]), 4) {
                let mut moved = best.clone();
                moved[seat] = grid.pos(near);
                let score = unfairness(&moved);
                if score < next.0 {
                    next = (score, moved);
                }
            }
        }
        if next.1 == best {
            break;
        }
        best = next.1;
    }
    best.iter().map(|at| grid.tile(*at)).collect()
}

/// One city a realm that is to be placed.
#[derive(Clone, Copy, Debug)]
struct Plan {
    own: bool,
    /// Whether its way from the capital must be as long in every realm.
    close: bool,
    output: u32,
    militia: bool,
}

/// Places every city, a seat's own ones first.
pub(super) fn cities(draft: &mut Draft) -> Option<()> {
    let seats = draft.seats();
    let wanted = draft.map.terrain.len() / 100 / seats;
    let own = if wanted >= 9 { 4 } else { 3 };
    let neutral = wanted
        .saturating_sub(own)
        .max(if seats == 2 { 2 } else { 1 });
    let capital = Plan {
        own: true,
        close: true,
        output: OUTPUTS[0],
        militia: false,
    };
    found(draft, &draft.capitals.clone(), capital);
    let costs: Vec<Costs> = (0..seats).map(|seat| from_capital(draft, seat)).collect();
    // Own cities lie so far from their capital at most, by their ways on foot.
    let home = draft.reach() * 2 / 3 + 2;
    let islands = draft.settings.islands;
    for output in &OUTPUTS[1..own] {
        // One of them is a port: there is no other way off an island.
        let port = islands && *output == OUTPUTS[1];
        let plan = Plan {
            output: *output,
            ..capital
        };
        let ground = ground(draft, |draft, tile| {
            let (_, near, next) = draft.realm(tile);
            let far = costs[0][tile.ix()];
            let harbour = !port || draft.map.is_coastal(tile);
            next >= near + 2 && (APART..=home).contains(&far) && harbour
        });
        settle(draft, &costs, &ground, plan)?;
    }
    // Nobody's nearest is nearer than the others' by more than a tile.
    let mut nearest = 0;
    let close_by = (draft.reach() / 2 + 1).max(8);
    for city in 0..neutral {
        let first = city == 0;
        let plan = Plan {
            own: false,
            close: first,
            output: 3 + draft.draws.below(3),
            militia: !first && draft.draws.below(2) == 0,
        };
        let ground = ground(draft, |draft, tile| {
            let (_, near, next) = draft.realm(tile);
            let far = costs[0][tile.ix()];
            // The first is its seat's nearest and nobody else's; the others lie anywhere.
            let walked = if first {
                far <= close_by && next >= near + 3
            } else {
                islands || far != u32::MAX
            };
            near > nearest + 1 && walked
        });
        let settled = settle(draft, &costs, &ground, plan);
        if first {
            settled?;
            let from = draft
                .capitals
                .iter()
                .zip(draft.cities.iter().rev().take(seats).rev());
            let far = from.map(|(capital, city)| draft.grid().distance(*capital, city.tile));
            nearest = far.max().unwrap_or(0);
        }
    }
    // Broken ground may hold fewer than there should be; a waste is no map.
    let neutrals = draft.cities.len() / seats - own;
    (neutrals * 2 > neutral).then_some(())
}

fn from_capital(draft: &Draft, seat: usize) -> Costs {
    let from = [draft.capitals[seat]];
    ways::costs(&draft.map, &draft.city_flags(), &from, Mobility::Foot)
}

/// The tiles of seat 0's realm that a city may be founded on.
fn ground(draft: &Draft, fits: impl Fn(&Draft, Tile) -> bool) -> Vec<Tile> {
    let home = |tile: &Tile| draft.realm(*tile).0 == 0 && builds_on(draft, *tile);
    let tiles = draft.all_tiles().filter(home);
    tiles.filter(|tile| fits(draft, *tile)).collect()
}

/// A city in every realm, at places that answer to each other. Of some that fit,
/// those farthest from all that stand; `None` if none do.
fn settle(draft: &mut Draft, costs: &[Costs], ground: &[Tile], plan: Plan) -> Option<()> {
    let mut best: Option<(u32, Vec<Tile>)> = None;
    for _ in 0..LOOKS {
        let tile = draft.any(ground)?;
        let Some(all) = answering(draft, costs, tile, plan.close) else {
            continue;
        };
        let room = room(draft, &all);
        if room >= APART && best.as_ref().is_none_or(|(most, _)| *most < room) {
            best = Some((room, all));
        }
    }
    let (_, all) = best?;
    found(draft, &all, plan);
    Some(())
}

/// Builds one city a seat, in seat order.
fn found(draft: &mut Draft, all: &[Tile], plan: Plan) {
    for (seat, tile) in (0u8..).zip(all) {
        draft.map.terrain[tile.ix()] = Terrain::Plain;
        draft.cities.push(City {
            tile: *tile,
            owner: plan.own.then_some(seat),
            output: plan.output,
            militia: plan.militia,
        });
    }
}

/// The least distance of any of some tiles to a city or to another of them.
fn room(draft: &Draft, all: &[Tile]) -> u32 {
    let grid = draft.grid();
    let cities = draft.cities.iter().map(|city| city.tile);
    let mut stand: Vec<Tile> = cities.collect();
    let mut least = u32::MAX;
    for tile in all {
        let near = stand.iter().map(|other| grid.distance(*tile, *other)).min();
        least = least.min(near.unwrap_or(u32::MAX));
        stand.push(*tile);
    }
    least
}

/// Ground for a city: neither water nor rock, and not on the rim of the map.
fn builds_on(draft: &Draft, tile: Tile) -> bool {
    let ground = draft.map.terrain(tile);
    matches!(ground, Terrain::Plain | Terrain::Forest | Terrain::Hill)
        && draft.grid().neighbours(tile).count() == 8
}

/// One tile a seat. Where images are rounded, the tile next to each that is as far
/// from its capital as the first from its own.
fn answering(draft: &Draft, costs: &[Costs], tile: Tile, close: bool) -> Option<Vec<Tile>> {
    let grid = draft.grid();
    let far = costs[0][tile.ix()];
    let direct = grid.distance(tile, draft.capitals[0]);
    let mut all = vec![tile];
    for (seat, costs) in costs.iter().enumerate().skip(1) {
        let image = draft.image(seat, tile)?;
        let tile = if draft.symmetry.is_exact() {
            builds_on(draft, image).then_some(image)
        } else {
            let off = |tile: &Tile| {
                let way = costs[tile.ix()];
                let straight = grid.distance(*tile, draft.capitals[seat]);
                let short = way < far || straight < direct;
                let apart = way.abs_diff(far).max(straight.abs_diff(direct));
                (short, apart, grid.distance(*tile, image))
            };
            let port = draft.settings.islands && draft.map.is_coastal(all[0]);
            let fits = |tile: &Tile| {
                let harbour = !port || draft.map.is_coastal(*tile);
                builds_on(draft, *tile) && draft.realm(*tile).0 == seat && harbour
            };
            let near = grid.within(image, 3).filter(fits).min_by_key(off);
            // Not two apart where one is nearer and another farther than the first.
            near.filter(|near| {
                let way = costs[near.ix()].wrapping_sub(far);
                let straight = grid.distance(*near, draft.capitals[seat]);
                !close || way <= 1 && straight.wrapping_sub(direct) <= 1
            })
        };
        all.push(tile?);
    }
    Some(all)
}
