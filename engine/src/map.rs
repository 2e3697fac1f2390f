//! The ground: a rectangle of tiles, its terrain, distances and neighbours
//! (WO-1xx). It knows what a step costs by the ground alone; who stands where
//! is the state's business, and who knows what is `sight`'s.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::ids::{Pos, Tile};

/// Smallest and largest side of a map, in tiles (WO-100).
pub const SIDE: core::ops::RangeInclusive<u16> = 8..=256;

/// What lies on a tile (WO-110).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    Plain,
    Forest,
    Hill,
    Marsh,
    Mountain,
    River,
    Ford,
    Sea,
}

/// How a class moves (WO-110).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mobility {
    Foot,
    Horse,
    Wheels,
    Ship,
}

impl Terrain {
    pub const ALL: [Self; 8] = [
        Self::Plain,
        Self::Forest,
        Self::Hill,
        Self::Marsh,
        Self::Mountain,
        Self::River,
        Self::Ford,
        Self::Sea,
    ];

    /// The character that stands for it in a scenario.
    pub fn glyph(self) -> char {
        match self {
            Self::Plain => '.',
            Self::Forest => 'f',
            Self::Hill => 'h',
            Self::Marsh => 'm',
            Self::Mountain => '^',
            Self::River => 'r',
            Self::Ford => '=',
            Self::Sea => '~',
        }
    }

    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|terrain| terrain.glyph() == glyph)
    }

    /// Points to enter it, or `None` where the mobility cannot (WO-110).
    pub fn cost(self, mobility: Mobility) -> Option<u32> {
        use Mobility::{Foot, Horse, Ship, Wheels};
        match (self, mobility) {
            (Self::Sea, Ship) => Some(1),
            (_, Ship) | (Self::River | Self::Sea, _) => None,
            (Self::Plain | Self::Ford, _) => Some(1),
            (Self::Forest | Self::Hill, Foot | Horse) => Some(2),
            (Self::Marsh, Foot) => Some(2),
            (Self::Marsh, Horse) => Some(3),
            (Self::Mountain, Foot) => Some(2),
            (_, Horse | Wheels) => None,
        }
    }

    /// Defence of who stands on it, per mille (WO-110).
    pub fn defence(self) -> i64 {
        match self {
            Self::Plain | Self::River | Self::Sea => 1000,
            Self::Forest | Self::Hill => 1250,
            Self::Marsh | Self::Ford => 900,
            Self::Mountain => 1400,
        }
    }

    /// Whether it is observed from distance 1 at most (WO-200).
    pub fn conceals(self) -> bool {
        self == Self::Forest
    }
}

/// Width, height and wrap of a map: all that distances need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub width: u16,
    pub height: u16,
    pub wrap_x: bool,
    pub wrap_y: bool,
}

/// Offsets of the eight neighbours, row by row.
const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

impl Grid {
    /// Number of tiles.
    pub fn tiles(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    pub fn contains(self, pos: Pos) -> bool {
        pos.x < self.width && pos.y < self.height
    }

    /// The tile at a position that is on the map.
    pub fn tile(self, pos: Pos) -> Tile {
        Tile(u32::from(pos.y) * u32::from(self.width) + u32::from(pos.x))
    }

    /// The tile at a position, or `None` off the map.
    pub fn checked_tile(self, pos: Pos) -> Option<Tile> {
        self.contains(pos).then(|| self.tile(pos))
    }

    pub fn pos(self, tile: Tile) -> Pos {
        let width = u32::from(self.width);
        // Both fit: a side is at most 256.
        Pos::new((tile.0 % width) as u16, (tile.0 / width) as u16)
    }

    /// Chebyshev distance, across a wrap where there is one (WO-100).
    pub fn distance(self, a: Tile, b: Tile) -> u32 {
        self.apart(self.pos(a), self.pos(b))
    }

    /// The same between positions.
    pub fn apart(self, a: Pos, b: Pos) -> u32 {
        let dx = along(a.x, b.x, self.width, self.wrap_x);
        let dy = along(a.y, b.y, self.height, self.wrap_y);
        dx.max(dy)
    }

    /// The tile at an offset, or `None` beyond an edge that does not wrap.
    pub fn offset(self, tile: Tile, dx: i32, dy: i32) -> Option<Tile> {
        let pos = self.pos(tile);
        let x = shift(pos.x, dx, self.width, self.wrap_x)?;
        let y = shift(pos.y, dy, self.height, self.wrap_y)?;
        Some(self.tile(Pos::new(x, y)))
    }

    /// The neighbours of a tile, row by row (WO-100).
    pub fn neighbours(self, tile: Tile) -> impl Iterator<Item = Tile> {
        AROUND
            .into_iter()
            .filter_map(move |(dx, dy)| self.offset(tile, dx, dy))
    }

    /// The steps from a tile to its neighbours, row by row, with what a search
    /// needs of each.
    pub fn steps(self, tile: Tile) -> impl Iterator<Item = Step> {
        let at = self.pos(tile);
        AROUND.into_iter().filter_map(move |(dx, dy)| {
            let x = shift(at.x, dx, self.width, self.wrap_x)?;
            let y = shift(at.y, dy, self.height, self.wrap_y)?;
            let diagonal = dx != 0 && dy != 0;
            let sides =
                diagonal.then(|| (self.tile(Pos::new(x, at.y)), self.tile(Pos::new(at.x, y))));
            let pos = Pos::new(x, y);
            Some(Step {
                to: self.tile(pos),
                pos,
                sides,
            })
        })
    }

    /// Every tile within a radius, the centre included, each once (WO-200).
    pub fn within(self, centre: Tile, radius: u32) -> impl Iterator<Item = Tile> {
        let (left, right) = span(radius, self.width, self.wrap_x);
        let (up, down) = span(radius, self.height, self.wrap_y);
        (-up..=down)
            .flat_map(move |dy| (-left..=right).filter_map(move |dx| self.offset(centre, dx, dy)))
    }

    /// Whether the step between two neighbours is diagonal, and the two tiles it
    /// passes between (WO-130).
    pub fn diagonal(self, from: Tile, to: Tile) -> Option<(Tile, Tile)> {
        let (a, b) = (self.pos(from), self.pos(to));
        (a.x != b.x && a.y != b.y)
            .then(|| (self.tile(Pos::new(b.x, a.y)), self.tile(Pos::new(a.x, b.y))))
    }
}

/// A step to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub to: Tile,
    pub pos: Pos,
    /// The two tiles that a diagonal step passes between (WO-130).
    pub sides: Option<(Tile, Tile)>,
}

/// Distance along one axis.
fn along(a: u16, b: u16, side: u16, wrap: bool) -> u32 {
    let direct = u32::from(a.abs_diff(b));
    if wrap {
        direct.min(u32::from(side) - direct)
    } else {
        direct
    }
}

/// One coordinate moved, or `None` off the edge.
fn shift(at: u16, by: i32, side: u16, wrap: bool) -> Option<u16> {
    let moved = i32::from(at) + by;
    let side = i32::from(side);
    let moved = if wrap { moved.rem_euclid(side) } else { moved };
    // `rem_euclid` and the filter keep it within u16.
    (0..side).contains(&moved).then_some(moved as u16)
}

/// How far a square of a radius reaches to either side of its centre, no tile twice.
fn span(radius: u32, side: u16, wrap: bool) -> (i32, i32) {
    let radius = radius as i32;
    let side = i32::from(side);
    if wrap && 2 * radius + 1 > side {
        ((side - 1) / 2, side / 2)
    } else {
        (radius, radius)
    }
}

/// The ground of one game. Roads may be added; terrain never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub grid: Grid,
    /// One entry a tile, by tile index.
    pub terrain: Vec<Terrain>,
    /// One entry a tile: whether a road is on it.
    pub roads: Vec<bool>,
}

impl Map {
    pub fn terrain(&self, tile: Tile) -> Terrain {
        self.terrain[tile.ix()]
    }

    pub fn has_road(&self, tile: Tile) -> bool {
        self.roads[tile.ix()]
    }

    /// Points to enter a tile that has no city on it (WO-110, WO-120).
    pub fn ground_cost(&self, tile: Tile, mobility: Mobility) -> Option<u32> {
        if self.has_road(tile) && mobility != Mobility::Ship {
            return Some(1);
        }
        self.terrain(tile).cost(mobility)
    }

    /// Defence by terrain, per mille; a bridge counts as plain (WO-120).
    pub fn defence(&self, tile: Tile) -> i64 {
        if self.is_bridge(tile) {
            1000
        } else {
            self.terrain(tile).defence()
        }
    }

    pub fn is_bridge(&self, tile: Tile) -> bool {
        self.terrain(tile) == Terrain::River && self.has_road(tile)
    }

    /// Whether an attack from here is made at 750 ‰ (WO-120).
    pub fn is_crossing(&self, tile: Tile) -> bool {
        self.terrain(tile) == Terrain::Ford || self.is_bridge(tile)
    }

    /// Whether one of the neighbours is sea: what lets ships into a city (WO-120).
    pub fn is_coastal(&self, tile: Tile) -> bool {
        self.grid
            .neighbours(tile)
            .any(|next| self.terrain(next) == Terrain::Sea)
    }
}
