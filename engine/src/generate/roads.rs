//! Roads: between a seat's cities, on to the nearest neutral one, and from each
//! capital to its nearest rival's (WO-610), so that guns have ways as well.

use alloc::vec::Vec;

use super::draft::Draft;
use super::ways;
use crate::ids::{Pos, Tile};
use crate::map::Terrain;

/// Lays them all; `None` where a seat's own cities cannot be joined.
pub(super) fn lay(draft: &mut Draft) -> Option<()> {
    if !draft.symmetry.is_exact() {
        for seat in 0..draft.seats() {
            for way in of_seat(draft, seat)? {
                put(draft, &way);
            }
        }
        return Some(());
    }
    for way in of_seat(draft, 0)? {
        for seat in 0..draft.seats() {
            let image = way.iter().map(|tile| draft.image(seat, *tile));
            let image: Vec<Tile> = image.collect::<Option<_>>()?;
            put(draft, &image);
        }
    }
    Some(())
}

/// The ways that begin at a seat's capital.
fn of_seat(draft: &Draft, seat: usize) -> Option<Vec<Vec<Tile>>> {
    let cities = draft.city_flags();
    let capital = draft.capitals[seat];
    let road = |to: Tile| ways::road(&draft.map, &cities, capital, to);
    let mut ways = Vec::new();
    for city in &draft.cities {
        if city.owner.map(usize::from) == Some(seat) && city.tile != capital {
            ways.push(road(city.tile)?);
        }
    }
    let near = |tiles: Vec<Tile>| {
        let far = |tile: &Tile| draft.grid().distance(capital, *tile);
        tiles.into_iter().min_by_key(far)
    };
    let neutral = draft.cities.iter().filter(|city| city.owner.is_none());
    let neutral = near(neutral.map(|city| city.tile).collect());
    let rivals = draft
        .capitals
        .iter()
        .copied()
        .filter(|tile| *tile != capital);
    let rival = near(rivals.collect());
    // Across the sea there is none.
    ways.extend(neutral.and_then(road));
    ways.extend(to_the_centre(draft, &cities).or_else(|| road(rival?)));
    Some(ways)
}

/// Half of the way between two seats that lie opposite each other: its image is the
/// other half, where the whole way's image would be a second road beside it.
fn to_the_centre(draft: &Draft, cities: &[bool]) -> Option<Vec<Tile>> {
    if draft.seats() != 2 || draft.settings.wrap {
        return None;
    }
    let grid = draft.grid();
    let (x, y) = (grid.width / 2, grid.height / 2);
    let mut way = ways::road(
        &draft.map,
        cities,
        draft.capitals[0],
        grid.tile(Pos::new(x, y)),
    )?;
    // With its image all four tiles in the middle: no corner that a gun sticks at.
    way.push(grid.tile(Pos::new(x, y - 1)));
    way.retain(|tile| draft.map.terrain(*tile) != Terrain::Sea);
    Some(way)
}

fn put(draft: &mut Draft, way: &[Tile]) {
    for tile in way {
        draft.map.roads[tile.ix()] = true;
    }
}
