//! How the realms of a generated map are images of each other, so that no seat
//! has it better than the next (WO-610). It moves points and knows no terrain.
//!
//! Two and four seats lie under the turns of the square, which take tiles to tiles
//! exactly. On a map that wraps, realms are shifted copies. Three and five to eight
//! seats turn about the centre of a round land; their tiles are rounded.

use alloc::vec::Vec;

use crate::ids::Pos;

/// One entry a seat: how its realm comes from that of seat 0.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    side: i64,
    images: Images,
}

#[derive(Clone, Debug)]
enum Images {
    /// `x' = a·x + b·y, y' = c·x + d·y` about the centre, without rounding.
    Square(Vec<[i64; 4]>),
    /// The same, in 65,536ths.
    Turn(Vec<[i64; 4]>),
    /// Shifts across the wrap, in 256ths of a tile.
    Shift(Vec<(i64, i64)>),
}

/// The turns of the square, so ordered that the first two are a group as well.
const SQUARE: [[i64; 4]; 4] = [[1, 0, 0, 1], [-1, 0, 0, -1], [0, -1, 1, 0], [0, 1, -1, 0]];

const ONE: i64 = 65_536;

/// Cosine and sine of one turn, in 65,536ths.
fn turn(seats: usize) -> (i64, i64) {
    match seats {
        3 => (-32_768, 56_756),
        5 => (20_252, 62_328),
        6 => (32_768, 56_756),
        7 => (40_861, 51_238),
        _ => (46_341, 46_341),
    }
}

impl Symmetry {
    /// Of so many seats on a square map of such a side.
    pub(super) fn new(seats: usize, side: u16, wrap: bool) -> Self {
        let side = i64::from(side);
        let images = if wrap {
            // How far the second axis goes for each step on the first: what keeps
            // neighbours farthest from each other.
            let slope = match seats {
                2 | 3 => 1,
                8 => 3,
                _ => 2,
            };
            let part = |k: i64| k.rem_euclid(seats as i64) * side * 256 / seats as i64;
            let shift = |k| (part(k), part(k * slope));
            Images::Shift((0..seats as i64).map(shift).collect())
        } else if matches!(seats, 2 | 4) {
            Images::Square(SQUARE[..seats].to_vec())
        } else {
            let (cos, sin) = turn(seats);
            let mut turns = Vec::new();
            let (mut c, mut s) = (ONE, 0);
            for _ in 0..seats {
                turns.push([c, -s, s, c]);
                (c, s) = ((c * cos - s * sin) / ONE, (s * cos + c * sin) / ONE);
            }
            Images::Turn(turns)
        };
        Self { side, images }
    }

    /// Whether images are so good that what holds of one realm holds of all.
    pub(super) fn is_exact(&self) -> bool {
        match &self.images {
            Images::Square(_) => true,
            Images::Turn(_) => false,
            Images::Shift(shifts) => shifts.iter().all(|(x, y)| x % 256 == 0 && y % 256 == 0),
        }
    }

    /// Whether realms turn about the centre and their tiles are rounded.
    pub(super) fn turns(&self) -> bool {
        matches!(self.images, Images::Turn(_))
    }

    /// Where a tile's centre lies in each realm, in 256ths of a tile.
    pub(super) fn points(&self, at: Pos) -> impl Iterator<Item = (i64, i64)> + '_ {
        let count = match &self.images {
            Images::Square(list) | Images::Turn(list) => list.len(),
            Images::Shift(list) => list.len(),
        };
        (0..count).map(move |image| self.point(image, at))
    }

    fn point(&self, image: usize, at: Pos) -> (i64, i64) {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        // Twice the way from the centre: no halves.
        let (u, v) = (2 * x + 1 - self.side, 2 * y + 1 - self.side);
        let home = |u: i64| u + self.side * 128;
        match &self.images {
            Images::Square(list) => {
                let [a, b, c, d] = list[image];
                (home((a * u + b * v) * 128), home((c * u + d * v) * 128))
            }
            Images::Turn(list) => {
                let [a, b, c, d] = list[image];
                let part = |p: i64, q: i64| home((p * u + q * v) * 128 / ONE);
                (part(a, b), part(c, d))
            }
            Images::Shift(list) => {
                let (dx, dy) = list[image];
                (x * 256 + 128 + dx, y * 256 + 128 + dy)
            }
        }
    }

    /// The tile of a seat that answers to one of seat 0; `None` beyond the edge.
    pub(super) fn image(&self, seat: usize, at: Pos) -> Option<Pos> {
        self.tile_at(self.point(seat, at))
    }

    /// The same where a realm turns about its own middle, which may have been
    /// moved: `from` is the middle of seat 0's, `to` that of the seat's.
    pub(super) fn image_about(&self, seat: usize, at: Pos, from: Pos, to: Pos) -> Option<Pos> {
        let Images::Turn(list) = &self.images else {
            return self.image(seat, at);
        };
        let [a, b, c, d] = list[seat];
        let (u, v) = (
            i64::from(at.x) - i64::from(from.x),
            i64::from(at.y) - i64::from(from.y),
        );
        let turned = |p: i64, q: i64| (p * u + q * v) * 256 / ONE;
        self.tile_at((
            i64::from(to.x) * 256 + 128 + turned(a, b),
            i64::from(to.y) * 256 + 128 + turned(c, d),
        ))
    }

    fn tile_at(&self, (x, y): (i64, i64)) -> Option<Pos> {
        let (x, y) = (x.div_euclid(256), y.div_euclid(256));
        let (x, y) = match self.images {
            Images::Shift(_) => (x.rem_euclid(self.side), y.rem_euclid(self.side)),
            _ => (x, y),
        };
        let on_map = |at: i64| {
            u16::try_from(at)
                .ok()
                .filter(|at| i64::from(*at) < self.side)
        };
        Some(Pos::new(on_map(x)?, on_map(y)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The images of a tile under turns and mirrors are as many as there are seats,
    /// and the images of an image are the same ones.
    #[test]
    fn images_of_the_square_are_a_group() {
        for seats in [2, 4] {
            let symmetry = Symmetry::new(seats, 24, false);
            let orbit = |at: Pos| {
                let mut all: Vec<Pos> = (0..seats).filter_map(|s| symmetry.image(s, at)).collect();
                all.sort_unstable();
                all
            };
            let first = orbit(Pos::new(3, 7));
            let mut apart = first.clone();
            apart.dedup();
            assert_eq!(apart.len(), seats);
            assert!(first.iter().all(|at| orbit(*at) == first));
        }
    }

    #[test]
    fn a_full_turn_comes_home() {
        for seats in [3, 5, 6, 7, 8] {
            let symmetry = Symmetry::new(seats, 64, false);
            let Images::Turn(turns) = &symmetry.images else {
                panic!("{seats} seats turn");
            };
            let (cos, sin) = turn(seats);
            let [c, _, s, _] = turns[seats - 1];
            let home = ((c * cos - s * sin) / ONE, (s * cos + c * sin) / ONE);
            assert!((home.0 - ONE).abs() < 16 && home.1.abs() < 16, "{home:?}");
        }
    }
}
