//! Names for things: entities, seats, tiles. Nothing here knows a rule.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Creation sequence number of a unit or site (TM-810): unique over the whole
/// game, never reissued, and the last tie-break of every ordering (TM-120).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub u32);

/// A player position, by its index in the scenario (0…).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u8);

/// Who something belongs to: a seat, or `None` for Neutral (WO-520).
pub type Owner = Option<SeatId>;

/// The index that stands for Neutral wherever an owner is encoded as a byte.
pub const NEUTRAL_INDEX: u8 = 255;

/// An owner as the byte that hashes and encodings use.
pub fn owner_index(owner: Owner) -> u8 {
    owner.map_or(NEUTRAL_INDEX, |seat| seat.0)
}

/// A place on the map, in tiles; written and serialised as `x,y` / `[x,y]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct Pos {
    pub x: u16,
    pub y: u16,
}

impl Pos {
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }
}

impl From<(u16, u16)> for Pos {
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl From<Pos> for (u16, u16) {
    fn from(pos: Pos) -> Self {
        (pos.x, pos.y)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Index of a tile: `y × width + x` (WO-100). The key by which tiles are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub u32);

impl Tile {
    /// The tile as an index into a slice with one entry a tile.
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}
