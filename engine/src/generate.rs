//! Maps made from a seed (WO-610): the same seed and settings give the same
//! scenario, everywhere. It draws from its own stream and touches no game.
//!
//! Land comes first: fields of noise that are the same in every seat's realm are
//! cut into sea, ranges of hills and woods. Then come rivers, cities, roads and
//! troops. What does not come out fair or whole is thrown away and tried again.

use alloc::vec::Vec;

use crate::rng::Stream;
use crate::scenario::Scenario;

mod draft;
mod fairness;
mod land;
mod names;
mod noise;
mod number;
mod places;
mod rivers;
mod roads;
mod symmetry;
mod ways;
mod write;

pub use fairness::{Measure, measures};

/// How large a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    Small,
    Medium,
    Large,
    Huge,
}

impl Size {
    pub const ALL: [Self; 4] = [Self::Small, Self::Medium, Self::Large, Self::Huge];

    /// Tiles along each side.
    pub fn side(self) -> u16 {
        match self {
            Self::Small => 24,
            Self::Medium => 36,
            Self::Large => 64,
            Self::Huge => 128,
        }
    }

    /// The word for it: `small`, `medium`, `large`, `huge`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }

    /// The size of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.word() == word)
    }

    /// The most seats that find room for three cities each and for ground between
    /// them; islands need the room of the sea besides.
    pub fn most_seats(self, islands: bool) -> u8 {
        match (self, islands) {
            (Self::Small, false) => 4,
            (Self::Small, true) => 2,
            (Self::Medium, true) => 4,
            _ => 8,
        }
    }
}

/// What a map is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// 2 to 8.
    pub seats: u8,
    pub size: Size,
    /// Whether both axes go on across the edge.
    pub wrap: bool,
    /// Whether each seat begins on land of its own, with sea between.
    pub islands: bool,
}

/// Why there is no such map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    #[error("{0} seats; a generated map has 2 to 8")]
    Seats(u8),
    #[error(
        "{seats} seats find no room on a {} map{}; it takes {most} at most, so choose fewer seats or a larger map",
        .size.word(),
        if *.islands { " of islands" } else { "" }
    )]
    Crowded {
        seats: u8,
        size: Size,
        islands: bool,
        most: u8,
    },
    #[error("no fair map came of this seed in {tries} tries; choose another seed")]
    NoMap { tries: u32 },
}

/// Drafts that are looked at before a seed is given up. One in a few is taken.
const TRIES: u32 = 400;

/// The scenario of a seed.
///
/// # Errors
/// Settings that no map can meet; or, which no seed has been seen to do, no fair
/// map in many tries.
pub fn generate(seed: &[u8; 32], settings: Settings) -> Result<Scenario, GenerateError> {
    let Settings {
        seats,
        size,
        wrap,
        islands,
    } = settings;
    if !(2..=8).contains(&seats) {
        return Err(GenerateError::Seats(seats));
    }
    let most = size.most_seats(islands);
    if seats > most {
        return Err(GenerateError::Crowded {
            seats,
            size,
            islands,
            most,
        });
    }
    let words = [seats, size.side() as u8, u8::from(wrap), u8::from(islands)];
    let tries = (0..TRIES).map(|attempt| Stream::of_map(seed, words, attempt));
    let mut fair = tries.filter_map(|draws| attempt(settings, draws));
    fair.next().ok_or(GenerateError::NoMap { tries: TRIES })
}

/// One draft, if it is whole and fair.
fn attempt(settings: Settings, draws: Stream) -> Option<Scenario> {
    let mut draft = draft::Draft::new(settings, draws);
    places::capitals(&mut draft)?;
    land::shape(&mut draft)?;
    rivers::carve(&mut draft)?;
    land::clothe(&mut draft);
    places::cities(&mut draft)?;
    roads::lay(&mut draft)?;
    rivers::open(&mut draft)?;
    let scenario = write::scenario(draft)?;
    fairness::is_fair(&scenario).then_some(scenario)
}

/// Every tile's place in a list that is the same for each of some tiles.
fn flags(tiles: usize, set: impl IntoIterator<Item = crate::ids::Tile>) -> Vec<bool> {
    let mut flags = alloc::vec![false; tiles];
    for tile in set {
        flags[tile.ix()] = true;
    }
    flags
}
