//! The ground: runs of terrain, water and roads as lines, and the fog over it.

use fieldpost_engine::{
    ids::Pos,
    map::Terrain,
    view::{SeatView, TileView},
};

use super::{Point, Run, TILE, middle};

/// Ground under everything, one rectangle for tiles that lie side by side.
pub(super) fn ground(view: &SeatView) -> Vec<Run> {
    runs(view, |_, tile| {
        Some(match tile.terrain? {
            Terrain::Plain => "plain",
            Terrain::Forest => "forest",
            Terrain::Hill => "hill",
            Terrain::Marsh => "marsh",
            Terrain::Mountain => "mountain",
            // Their water is drawn as lines.
            Terrain::River | Terrain::Ford => "plain",
            Terrain::Sea => "sea",
        })
    })
}

/// What hides it: never seen, or not seen now.
pub(super) fn fog(view: &SeatView) -> Vec<Run> {
    runs(view, |_, tile| match tile {
        TileView { terrain: None, .. } => Some("unknown"),
        TileView {
            observed: false, ..
        } => Some("unseen"),
        _ => None,
    })
}

/// Tiles of one kind in one rectangle, row by row. `kind` is told a tile's index.
pub(super) fn runs(
    view: &SeatView,
    kind: impl Fn(u32, &TileView) -> Option<&'static str>,
) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut indexes = 0..;
    for (y, row) in (0..).zip(view.tiles.chunks(usize::from(view.width))) {
        let y = y * TILE;
        for (x, tile) in (0..).zip(row) {
            let x = x * TILE;
            let index = indexes.next().unwrap_or_default();
            let Some(kind) = kind(index, tile) else {
                continue;
            };
            match runs.last_mut() {
                Some(last) if last.kind == kind && last.y == y && last.x + last.width == x => {
                    last.width += TILE;
                }
                _ => runs.push(Run {
                    kind,
                    x,
                    y,
                    width: TILE,
                }),
            }
        }
    }
    runs
}

fn at(view: &SeatView, x: i32, y: i32) -> Option<&TileView> {
    let (width, height) = (i32::from(view.width), i32::from(view.height));
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        return None;
    }
    view.tiles.get(usize::try_from(y * width + x).ok()?)
}

fn is_water(tile: Option<&TileView>) -> bool {
    tile.is_some_and(|tile| {
        matches!(
            tile.terrain,
            Some(Terrain::River | Terrain::Ford | Terrain::Sea)
        )
    })
}

fn is_stream(tile: Option<&TileView>) -> bool {
    tile.is_some_and(|tile| matches!(tile.terrain, Some(Terrain::River | Terrain::Ford)))
}

/// Streams as lines from tile to tile, also into the sea.
pub(super) fn rivers(view: &SeatView) -> String {
    lines(view, |here, there| {
        (is_stream(here) && is_water(there)) || (is_water(here) && is_stream(there))
    })
}

/// Known roads as lines from tile to tile.
pub(super) fn roads(view: &SeatView) -> String {
    let is_road = |tile: Option<&TileView>| tile.is_some_and(|tile| tile.road);
    lines(view, |here, there| is_road(here) && is_road(there))
}

/// Joins neighbours that belong together. A diagonal is drawn only where no way
/// round the corner is, or every bend would become a triangle.
fn lines(view: &SeatView, joined: impl Fn(Option<&TileView>, Option<&TileView>) -> bool) -> String {
    let mut path = String::new();
    let mut line = |from: (i32, i32), to: (i32, i32)| {
        let centre = |at: i32| at * TILE + TILE / 2;
        path.push_str(&format!(
            "M{} {}L{} {}",
            centre(from.0),
            centre(from.1),
            centre(to.0),
            centre(to.1)
        ));
    };
    for y in 0..i32::from(view.height) {
        for x in 0..i32::from(view.width) {
            let here = at(view, x, y);
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let there = at(view, x + dx, y + dy);
                if !joined(here, there) {
                    continue;
                }
                let is_diagonal = dx != 0 && dy != 0;
                let round = joined(here, at(view, x + dx, y)) || joined(here, at(view, x, y + dy));
                if !(is_diagonal && round) {
                    line((x, y), (x + dx, y + dy));
                }
            }
        }
    }
    path
}

/// The known fords.
pub(super) fn fords(view: &SeatView) -> Vec<Point> {
    positions(view)
        .filter(|(_, tile)| tile.terrain == Some(Terrain::Ford))
        .map(|(at, _)| middle(at))
        .collect()
}

fn positions(view: &SeatView) -> impl Iterator<Item = (Pos, &TileView)> {
    let places = (0..view.height).flat_map(|y| (0..view.width).map(move |x| Pos::new(x, y)));
    places.zip(&view.tiles)
}

/// One character a tile for scripts.
pub(super) fn codes(view: &SeatView) -> String {
    let glyph = |tile: &TileView| tile.terrain.map_or('?', Terrain::glyph);
    view.tiles.iter().map(glyph).collect()
}

/// How each tile is known, for scripts.
pub(super) fn seen(view: &SeatView) -> String {
    let known = |tile: &TileView| match tile {
        TileView { observed: true, .. } => '2',
        TileView {
            terrain: Some(_), ..
        } => '1',
        _ => '0',
    };
    view.tiles.iter().map(known).collect()
}

/// Where roads are, for scripts.
pub(super) fn road_flags(view: &SeatView) -> String {
    let flag = |tile: &TileView| if tile.road { '1' } else { '0' };
    view.tiles.iter().map(flag).collect()
}
