//! Rivers: from the high ground down to sea or edge, the same course in every
//! realm, with crossings (WO-610). What lies beside them is not its business.

use alloc::{collections::BTreeSet, collections::BinaryHeap, vec, vec::Vec};
use core::cmp::Reverse;

use super::draft::Draft;
use super::land;
use crate::ids::{Pos, Tile};
use crate::map::Terrain;

/// The shortest course that is a river, in tiles, on small and on large maps: it
/// holds two crossings.
const SHORTEST: (usize, usize) = (5, 7);
/// Tiles from one crossing to the next, about.
const SPAN: usize = 6;
/// Sources that are looked at for one river.
const SOURCES: usize = 80;
/// Rivers keep so far from every capital.
const CLEAR: u32 = 1;
/// How near two rivers lie that run side by side, and for how many tiles they may:
/// so many as they need to meet.
const BESIDE: u32 = 3;
const MEETING: usize = 5;

/// Lays as many rivers as the map has room for; `None` if that is not one. Only
/// islands may be without.
pub(super) fn carve(draft: &mut Draft) -> Option<()> {
    let wanted = 1 + draft.map.terrain.len() / (draft.seats() * 600);
    let below = drainage(draft);
    let home =
        |tile: &Tile| draft.realm(*tile).0 == 0 && draft.map.terrain(*tile) == Terrain::Plain;
    let springs: Vec<Tile> = draft.all_tiles().filter(home).collect();
    for _ in 0..wanted {
        let mut best: Vec<Vec<Tile>> = Vec::new();
        for _ in 0..SOURCES {
            let source = draft.any(&springs)?;
            if let Some(courses) = courses(draft, &below, source)
                && best
                    .first()
                    .is_none_or(|river| river.len() < courses[0].len())
            {
                best = courses;
            }
        }
        for river in best {
            for tile in &river {
                draft.map.terrain[tile.ix()] = Terrain::River;
            }
            let fords = crossings(draft, &river);
            for tile in fords {
                draft.map.terrain[tile.ix()] = Terrain::Ford;
            }
            draft.rivers.push(river);
        }
    }
    (draft.settings.islands || !draft.rivers.is_empty()).then_some(())
}

/// Where the water of each tile goes next; itself, where it leaves the land.
fn drainage(draft: &Draft) -> Vec<Tile> {
    let grid = draft.grid();
    let tiles = draft.map.terrain.len();
    let (mut below, mut filled) = (vec![Tile(0); tiles], vec![false; tiles]);
    let mut open = BinaryHeap::new();
    for tile in draft.all_tiles() {
        let edge = grid.neighbours(tile).count() < 8;
        if edge || draft.map.terrain(tile) == Terrain::Sea {
            below[tile.ix()] = tile;
            filled[tile.ix()] = true;
            open.push(Reverse((draft.height[tile.ix()], tile)));
        }
    }
    while let Some(Reverse((level, tile))) = open.pop() {
        for near in grid.neighbours(tile) {
            if !filled[near.ix()] {
                filled[near.ix()] = true;
                below[near.ix()] = tile;
                // What lies lower than its outlet fills up to it.
                open.push(Reverse((level.max(draft.height[near.ix()]), near)));
            }
        }
    }
    below
}

/// The river from a source, one course a realm, that of seat 0 first; `None` if
/// they are too short or get into each other's way.
fn courses(draft: &Draft, below: &[Tile], source: Tile) -> Option<Vec<Vec<Tile>>> {
    let first = descent(draft, below, source)?;
    let mut all = vec![first];
    for seat in 1..draft.seats() {
        let river = image(draft, below, &all[0], seat)?;
        all.push(river);
    }
    let mut taken: BTreeSet<Tile> = BTreeSet::new();
    let shortest = (usize::from(draft.grid().width) / 6).clamp(SHORTEST.0, SHORTEST.1);
    for river in &all {
        if river.len() < shortest || crossings(draft, river).len() < 2 {
            return None;
        }
        let near_another = |tile: &Tile| {
            taken.contains(tile) || draft.grid().neighbours(*tile).any(|n| taken.contains(&n))
        };
        if river.iter().any(near_another) {
            return None;
        }
        taken.extend(river);
    }
    Some(all)
}

/// Down from a source, until the water leaves the land or meets a river.
fn descent(draft: &Draft, below: &[Tile], source: Tile) -> Option<Vec<Tile>> {
    let grid = draft.grid();
    let water = |tile: Tile| matches!(draft.map.terrain(tile), Terrain::River | Terrain::Ford);
    let mut river = Vec::new();
    let mut beside = 0;
    let mut at = source;
    loop {
        let ground = draft.map.terrain(at);
        if ground == Terrain::Sea {
            return Some(river);
        }
        if ground != Terrain::Plain || draft.realm(at).1 <= CLEAR {
            return None;
        }
        river.push(at);
        let next = below[at.ix()];
        if next == at || grid.neighbours(at).any(water) {
            return Some(river);
        }
        beside += usize::from(grid.within(at, BESIDE).any(water));
        if beside > MEETING {
            return None;
        }
        at = next;
    }
}

/// The same course in another realm. Where realms turn and the turned course lies
/// badly, the water finds its own way from the same source.
fn image(draft: &Draft, below: &[Tile], first: &[Tile], seat: usize) -> Option<Vec<Tile>> {
    if !draft.symmetry.turns() {
        return first.iter().map(|tile| draft.image(seat, *tile)).collect();
    }
    let own_way = || descent(draft, below, draft.image(seat, first[0])?);
    turned(draft, below, first, seat).or_else(own_way)
}

/// A course turned, its tiles joined up again; the last of them flows on to where
/// water leaves the land.
fn turned(draft: &Draft, below: &[Tile], first: &[Tile], seat: usize) -> Option<Vec<Tile>> {
    let grid = draft.grid();
    let mut river: Vec<Tile> = Vec::new();
    for tile in first {
        let Some(next) = draft.image(seat, *tile) else {
            break;
        };
        while let Some(last) = river.last().copied().filter(|last| *last != next) {
            let step = toward(grid.pos(last), grid.pos(next));
            river.push(grid.tile(step));
        }
        if river.is_empty() {
            river.push(next);
        }
    }
    let end = river.pop()?;
    if river
        .iter()
        .any(|tile| draft.map.terrain(*tile) == Terrain::Sea)
    {
        let sea = |tile: &Tile| draft.map.terrain(*tile) == Terrain::Sea;
        let dry = river.iter().position(sea).unwrap_or(river.len());
        river.truncate(dry);
    } else {
        river.extend(descent(draft, below, end)?);
    }
    let plain = |tile: &Tile| draft.map.terrain(*tile) == Terrain::Plain;
    let clear = |tile: &Tile| draft.realm(*tile).1 > CLEAR;
    river
        .iter()
        .all(|tile| plain(tile) && clear(tile))
        .then_some(river)
}

/// One step nearer.
fn toward(from: Pos, to: Pos) -> Pos {
    let step = |from: u16, to: u16| match from.cmp(&to) {
        core::cmp::Ordering::Less => from + 1,
        core::cmp::Ordering::Equal => from,
        core::cmp::Ordering::Greater => from - 1,
    };
    Pos::new(step(from.x, to.x), step(from.y, to.y))
}

/// Where a river can be crossed: at about equal distances, where both banks are land.
fn crossings(draft: &Draft, river: &[Tile]) -> Vec<Tile> {
    let count = (river.len() / SPAN).max(2);
    let mut found: Vec<usize> = Vec::new();
    for part in 1..=count {
        let middle = river.len() * (2 * part - 1) / (2 * count);
        let around = [0, 1, -1, 2, -2].map(|by| middle as isize + by);
        let fits = around.into_iter().filter_map(|at| usize::try_from(at).ok());
        let ford = fits
            .filter(|at| !found.iter().any(|other| other.abs_diff(*at) < 2))
            .find(|at| has_banks(draft, river, *at));
        found.extend(ford);
    }
    found.into_iter().map(|at| river[at]).collect()
}

/// Whether one gets from a tile of a river to open land on either side of it.
fn has_banks(draft: &Draft, river: &[Tile], at: usize) -> bool {
    let grid = draft.grid();
    let Some(above) = at.checked_sub(1).and_then(|before| river.get(before)) else {
        return false;
    };
    let (Some(here), Some(below)) = (river.get(at), river.get(at + 1)) else {
        return false;
    };
    let around = || (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    let way = |to: &Tile| around().find(|(dx, dy)| grid.offset(*here, *dx, *dy) == Some(*to));
    let (Some(up), Some(down)) = (way(above), way(below)) else {
        return false;
    };
    let flow = (down.0 - up.0, down.1 - up.1);
    let dry = |dx: i32, dy: i32| {
        let tile = grid.offset(*here, dx, dy);
        tile.is_some_and(|tile| !river.contains(&tile) && draft.map.terrain(tile) == Terrain::Plain)
    };
    // A diagonal step needs one open side (WO-130).
    let open = |dx: i32, dy: i32| dry(dx, dy) && (dx * dy == 0 || dry(dx, 0) || dry(0, dy));
    let side = |(dx, dy): &(i32, i32)| (flow.0 * dy - flow.1 * dx).signum();
    let bank = |of: i32| around().any(|to| side(&to) == of && open(to.0, to.1));
    bank(1) && bank(-1)
}

/// Opens fords until all land that is not an island can be walked to; `None` if
/// that does not help.
pub(super) fn open(draft: &mut Draft) -> Option<()> {
    if draft.settings.islands {
        return Some(());
    }
    for _ in 0..40 {
        let whole = land::reached(draft, draft.capitals[0]);
        let water = |tile: Tile| {
            matches!(draft.map.terrain(tile), Terrain::Sea | Terrain::River)
                && !draft.map.has_road(tile)
        };
        let Some(cut_off) = draft
            .all_tiles()
            .find(|tile| !whole[tile.ix()] && !water(*tile))
        else {
            return Some(());
        };
        let beyond = land::reached(draft, cut_off);
        let grid = draft.grid();
        let joins = |tile: &Tile| {
            draft.map.terrain(*tile) == Terrain::River
                && grid.neighbours(*tile).any(|near| whole[near.ix()])
                && grid.neighbours(*tile).any(|near| beyond[near.ix()])
        };
        let ford = draft.all_tiles().find(joins)?;
        let everywhere: Vec<Option<Tile>> = if draft.symmetry.turns() {
            vec![Some(ford)]
        } else {
            let home = home_of(draft, ford);
            (0..draft.seats())
                .map(|seat| draft.image(seat, home))
                .collect()
        };
        for tile in everywhere.into_iter().flatten() {
            if draft.map.terrain(tile) == Terrain::River {
                draft.map.terrain[tile.ix()] = Terrain::Ford;
            }
        }
    }
    None
}

/// A tile of which another is an image: its images are all there are of it.
fn home_of(draft: &Draft, tile: Tile) -> Tile {
    let is_home =
        |home: &Tile| (0..draft.seats()).any(|seat| draft.image(seat, *home) == Some(tile));
    draft.all_tiles().find(is_home).unwrap_or(tile)
}
