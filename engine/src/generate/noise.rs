//! Smooth noise on a lattice, in whole numbers: what the fields of a generated
//! map are made of. It knows no terrain.

use alloc::vec::Vec;

use super::symmetry::Symmetry;
use crate::ids::Pos;
use crate::rng::Draws;

/// Lattice points on a side, before they come again.
const LATTICE: i64 = 64;

/// One field of noise.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    lattice: Vec<i64>,
}

/// Over which map a field is laid, and how coarse it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    pub(super) side: i64,
    /// Lattice cells along a side.
    pub(super) cells: i64,
    /// Whether the field goes on across the edges.
    pub(super) wrap: bool,
}

impl Grain {
    /// About so many tiles from one lattice point to the next on a medium map; on
    /// larger ones more, for there is room for larger things.
    pub(super) fn new(side: u16, wrap: bool, tiles: u16) -> Self {
        let tiles = tiles * (side + 92) / 128;
        let cells = i64::from((side / tiles).max(2));
        Self {
            side: i64::from(side),
            cells,
            wrap,
        }
    }
}

impl Noise {
    pub(super) fn new(draws: &mut impl Draws) -> Self {
        let lattice = (0..LATTICE * LATTICE).map(|_| i64::from(draws.below(4096)) - 2048);
        Self {
            lattice: lattice.collect(),
        }
    }

    /// The sum over all realms at a tile: the same in each of them.
    pub(super) fn symmetric(&self, symmetry: &Symmetry, at: Pos, grain: Grain) -> i64 {
        let points = symmetry.points(at);
        points.map(|point| self.at(point, grain)).sum()
    }

    /// −2048 to 2047, at a point in 256ths of a tile.
    fn at(&self, (x, y): (i64, i64), grain: Grain) -> i64 {
        let place = |at: i64| (at * grain.cells).div_euclid(grain.side);
        let (x, y) = (place(x), place(y));
        let (column, row) = (x.div_euclid(256), y.div_euclid(256));
        let (right, down) = (eased(x.rem_euclid(256)), eased(y.rem_euclid(256)));
        let round = if grain.wrap { grain.cells } else { LATTICE };
        let knot = |dx: i64, dy: i64| {
            let (column, row) = (
                (column + dx).rem_euclid(round),
                (row + dy).rem_euclid(round),
            );
            self.lattice[(row * LATTICE + column) as usize]
        };
        let between = |a: i64, b: i64, share: i64| (a * (256 - share) + b * share) / 256;
        let above = between(knot(0, 0), knot(1, 0), right);
        let below = between(knot(0, 1), knot(1, 1), right);
        between(above, below, down)
    }
}

/// From 0 to 256, gently at both ends.
fn eased(share: i64) -> i64 {
    share * share * (3 * 256 - 2 * share) / 65_536
}

/// The value that about so many per mille of a list are at or above. Nothing is
/// at or above that of none.
pub(super) fn upper(mut values: Vec<i64>, per_mille: usize) -> i64 {
    values.sort_unstable();
    let count = values.len() * per_mille / 1000;
    match values.len().checked_sub(count.max(1)) {
        Some(first) if count > 0 => values[first],
        _ => i64::MAX,
    }
}
