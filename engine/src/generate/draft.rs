//! A map while it is being made. It holds what the steps hand on to each other
//! and answers what they all ask; no step is taken here.

use alloc::{vec, vec::Vec};

use super::noise::{Grain, Noise};
use super::symmetry::Symmetry;
use super::{Settings, flags};
use crate::ids::{Pos, Tile};
use crate::map::{Grid, Map, Terrain};
use crate::rng::{Draws, Stream};

/// A city to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct City {
    pub(super) tile: Tile,
    pub(super) owner: Option<u8>,
    pub(super) output: u32,
    pub(super) militia: bool,
}

/// A map in the making.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) settings: Settings,
    pub(super) symmetry: Symmetry,
    pub(super) draws: Stream,
    pub(super) map: Map,
    /// How high each tile lies: where water flows.
    pub(super) height: Vec<i64>,
    /// How much of a range each tile is: where hills and mountains are.
    pub(super) range: Vec<i64>,
    /// How wet: where woods and marshes are.
    pub(super) wet: Vec<i64>,
    /// One a seat, where it begins.
    pub(super) capitals: Vec<Tile>,
    /// Every river, from its source down.
    pub(super) rivers: Vec<Vec<Tile>>,
    pub(super) cities: Vec<City>,
}

impl Draft {
    pub(super) fn new(settings: Settings, mut draws: Stream) -> Self {
        let side = settings.size.side();
        let grid = Grid {
            width: side,
            height: side,
            wrap_x: settings.wrap,
            wrap_y: settings.wrap,
        };
        let tiles = grid.tiles() as usize;
        let symmetry = Symmetry::new(usize::from(settings.seats), side, settings.wrap);
        let mut field = |octaves: &[(u16, i64)]| {
            let mut sum = vec![0; tiles];
            for (grain, weight) in octaves {
                let noise = Noise::new(&mut draws);
                let grain = Grain::new(side, settings.wrap, *grain);
                for (ix, value) in sum.iter_mut().enumerate() {
                    let at = grid.pos(Tile(ix as u32));
                    *value += weight * noise.symmetric(&symmetry, at, grain);
                }
            }
            sum
        };
        let height = field(&[(14, 4), (7, 2), (4, 1)]);
        let crest = field(&[(11, 2), (5, 1)]);
        let wet = field(&[(6, 2), (3, 1)]);
        // A range runs where a field passes through its middle, higher inland.
        let range = height.iter().zip(crest).map(|(up, at)| up / 6 - at.abs());
        Self {
            settings,
            range: range.collect(),
            height,
            wet,
            symmetry,
            draws,
            map: Map {
                grid,
                terrain: vec![Terrain::Plain; tiles],
                roads: vec![false; tiles],
            },
            capitals: Vec::new(),
            rivers: Vec::new(),
            cities: Vec::new(),
        }
    }

    pub(super) fn grid(&self) -> Grid {
        self.map.grid
    }

    pub(super) fn seats(&self) -> usize {
        usize::from(self.settings.seats)
    }

    pub(super) fn all_tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (0..self.map.grid.tiles()).map(Tile)
    }

    /// Which tiles hold a city.
    pub(super) fn city_flags(&self) -> Vec<bool> {
        let tiles = self.grid().tiles() as usize;
        flags(tiles, self.cities.iter().map(|city| city.tile))
    }

    /// The tile of a seat's realm that answers to one of seat 0's.
    pub(super) fn image(&self, seat: usize, tile: Tile) -> Option<Tile> {
        let grid = self.grid();
        let [from, to] = [0, seat].map(|seat| grid.pos(self.capitals[seat]));
        let image = self.symmetry.image_about(seat, grid.pos(tile), from, to);
        image.map(|at| grid.tile(at))
    }

    /// Straight distances to the nearest capital and to the next, and whose the
    /// nearest is (the lower seat's, where two are as near).
    pub(super) fn realm(&self, tile: Tile) -> (usize, u32, u32) {
        let mut near = (0, u32::MAX, u32::MAX);
        for (seat, capital) in self.capitals.iter().enumerate() {
            let far = self.grid().distance(tile, *capital);
            if far < near.1 {
                near = (seat, far, near.1);
            } else if far < near.2 {
                near.2 = far;
            }
        }
        near
    }

    /// About how far a realm reaches from its capital, in tiles.
    pub(super) fn reach(&self) -> u32 {
        let side = u32::from(self.settings.size.side());
        (side * side / u32::from(self.settings.seats)).isqrt() / 2
    }

    /// Any of a list, each as likely; `None` of an empty one.
    pub(super) fn any<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let count = u32::try_from(list.len()).ok().filter(|count| *count > 0)?;
        list.get(self.draws.below(count) as usize).copied()
    }

    /// A number within bounds, each as likely.
    pub(super) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.draws.below(high.max(low) - low + 1)
    }

    /// The middle of the map, twice: no halves.
    pub(super) fn off_centre(&self, at: Pos) -> (i64, i64) {
        let side = i64::from(self.settings.size.side());
        (
            2 * i64::from(at.x) + 1 - side,
            2 * i64::from(at.y) + 1 - side,
        )
    }
}
