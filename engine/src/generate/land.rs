//! Where the land ends, and what grows and rises on it (WO-610). Nothing that
//! people built is laid here.

use alloc::{vec, vec::Vec};

use super::draft::Draft;
use super::noise::upper;
use super::ways;
use crate::ids::Tile;
use crate::map::{Mobility, Terrain};

/// Tiles around a capital that are land whatever the noise says, and that are open.
const HEARTH: u32 = 3;
const OPEN: u32 = 1;
/// The fewest tiles of an island; what is smaller is a shoal.
const ISLET: usize = 6;

/// Cuts land from sea; `None` where the land is not what was asked for.
pub(super) fn shape(draft: &mut Draft) -> Option<()> {
    let shore: Vec<i64> = draft.all_tiles().map(|tile| dryness(draft, tile)).collect();
    let sea = if draft.settings.islands {
        520
    } else if draft.symmetry.turns() {
        210
    } else if draft.settings.wrap {
        60
    } else {
        90
    };
    let level = upper(shore.clone(), 1000 - sea);
    for tile in draft.all_tiles() {
        if shore[tile.ix()] < level {
            draft.map.terrain[tile.ix()] = Terrain::Sea;
        }
    }
    if draft.settings.islands {
        drown(draft, &islets(draft));
        return Some(());
    }
    let whole = reached(draft, draft.capitals[0]);
    let apart: Vec<Tile> = draft.all_tiles().filter(|tile| !whole[tile.ix()]).collect();
    drown(draft, &apart);
    draft
        .capitals
        .iter()
        .all(|capital| whole[capital.ix()])
        .then_some(())
}

/// The higher, the sooner it is land.
fn dryness(draft: &Draft, tile: Tile) -> i64 {
    let grid = draft.grid();
    let (_, near, next) = draft.realm(tile);
    if near <= HEARTH {
        return i64::MAX;
    }
    // Sums of as many draws as there are realms swing by their root.
    let swing = i64::from(u32::from(draft.settings.seats).isqrt());
    let field = draft.height[tile.ix()] / swing;
    let mut dry = field;
    if !draft.settings.wrap {
        let (u, v) = draft.off_centre(grid.pos(tile));
        let side = i64::from(grid.width);
        dry -= if draft.symmetry.turns() || draft.settings.islands {
            // Round: the corners lie outside of all realms.
            ((u * u + v * v) * 1000 / (side * side) - 700).max(0) * 40
        } else {
            (u.abs().max(v.abs()) * 1000 / side - 940).max(0) * 120
        };
    }
    if draft.settings.islands {
        let home = i64::from(draft.reach()) * 11 / 20;
        let (near, next) = (i64::from(near), i64::from(next));
        // A home island, and smaller ones where the finer noise has it.
        dry += 2 * draft.wet[tile.ix()] / swing + (home - near).max(0) * 9000 / home;
        // A strait between one realm and the next, wider and narrower.
        let strait = (6 - (next - near)).max(0);
        dry -= strait * strait * 600;
    }
    dry
}

/// Land that can be walked to.
pub(super) fn reached(draft: &Draft, from: Tile) -> Vec<bool> {
    let costs = ways::costs(&draft.map, &draft.city_flags(), &[from], Mobility::Foot);
    costs.into_iter().map(|cost| cost != u32::MAX).collect()
}

/// Land that is too small for an island.
fn islets(draft: &Draft) -> Vec<Tile> {
    let mut seen = vec![false; draft.map.terrain.len()];
    let mut small = Vec::new();
    for tile in draft.all_tiles() {
        if seen[tile.ix()] || draft.map.terrain(tile) == Terrain::Sea {
            continue;
        }
        seen[tile.ix()] = true;
        let mut island = vec![tile];
        let mut next = 0;
        while let Some(at) = island.get(next).copied() {
            next += 1;
            for near in draft.grid().neighbours(at) {
                if !seen[near.ix()] && draft.map.terrain(near) != Terrain::Sea {
                    seen[near.ix()] = true;
                    island.push(near);
                }
            }
        }
        if island.len() < ISLET {
            small.extend(island);
        }
    }
    small
}

fn drown(draft: &mut Draft, tiles: &[Tile]) {
    for tile in tiles {
        draft.map.terrain[tile.ix()] = Terrain::Sea;
    }
}

/// Hills and mountains in ranges, woods in clusters, marshes along the water.
pub(super) fn clothe(draft: &mut Draft) {
    let bare = |draft: &Draft| -> Vec<Tile> {
        let hearth = |tile: &Tile| draft.realm(*tile).1 <= OPEN;
        let tiles = draft.all_tiles();
        tiles
            .filter(|tile| draft.map.terrain(*tile) == Terrain::Plain && !hearth(tile))
            .collect()
    };
    let paint = |draft: &mut Draft, field: &[i64], share: usize, with: Terrain| {
        let mut tiles = bare(draft);
        // What the field leaves out has no part in the share either.
        tiles.retain(|tile| field[tile.ix()] > i64::MIN);
        let level = upper(tiles.iter().map(|tile| field[tile.ix()]).collect(), share);
        for tile in tiles {
            if field[tile.ix()] >= level {
                draft.map.terrain[tile.ix()] = with;
            }
        }
    };
    let range = draft.range.clone();
    paint(draft, &range, 45, Terrain::Mountain);
    paint(draft, &range, 130, Terrain::Hill);
    let wet = draft.wet.clone();
    paint(draft, &wet, 240, Terrain::Forest);
    let low: Vec<i64> = draft
        .all_tiles()
        .map(|tile| {
            let bank = draft
                .grid()
                .neighbours(tile)
                .any(|near| matches!(draft.map.terrain(near), Terrain::River | Terrain::Sea));
            if bank {
                -draft.height[tile.ix()]
            } else {
                i64::MIN
            }
        })
        .collect();
    paint(draft, &low, 140, Terrain::Marsh);
}
