//! Actions: what a unit is told to do, with their JSON shapes (CM-3xx).

use serde::{Deserialize, Serialize};

use crate::ids::{Pos, Seq};
use crate::scenario::SiteKind;
use crate::shape::{Wire, bare_or_tagged};

/// What a unit is told to do (CM-3xx).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    MoveTo(Pos),
    Withdraw(Pos),
    Attack(Target),
    /// A site, by its number.
    Seize(Seq),
    /// Goes there if a tile is given, then stays.
    Halt(Option<Pos>),
    Brace,
    /// A carrier, by its number.
    Board(Seq),
    Unload(Unload),
    Build(Work),
    Follow(Seq),
    Disband,
}

/// What an `Attack` is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    #[serde(rename = "tile")]
    Tile(Pos),
    #[serde(rename = "unit")]
    Unit(Seq),
}

/// Who is set down, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unload {
    pub unit: Cargo,
    pub tile: Pos,
}

/// One embarked unit by its number, or all of them (`"all"`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cargo {
    Unit(Seq),
    All,
}

/// What pioneers build where they stand (WO-400).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    Depot,
    Fort,
    Road,
}

impl Work {
    /// The site that it makes of its tile; a road is none.
    pub fn site(self) -> Option<SiteKind> {
        match self {
            Self::Depot => Some(SiteKind::Depot),
            Self::Fort => Some(SiteKind::Fort),
            Self::Road => None,
        }
    }
}

#[derive(Serialize, Deserialize)]
enum BareAction {
    Halt,
    Brace,
    Disband,
}

#[derive(Serialize, Deserialize)]
enum FullAction {
    MoveTo(Pos),
    Withdraw(Pos),
    Attack(Target),
    Seize(Seq),
    Halt(Pos),
    Board(Seq),
    Unload(Unload),
    Build(Work),
    Follow(Seq),
}

impl From<BareAction> for Action {
    fn from(bare: BareAction) -> Self {
        match bare {
            BareAction::Halt => Self::Halt(None),
            BareAction::Brace => Self::Brace,
            BareAction::Disband => Self::Disband,
        }
    }
}

impl From<FullAction> for Action {
    fn from(full: FullAction) -> Self {
        match full {
            FullAction::MoveTo(tile) => Self::MoveTo(tile),
            FullAction::Withdraw(tile) => Self::Withdraw(tile),
            FullAction::Attack(target) => Self::Attack(target),
            FullAction::Seize(site) => Self::Seize(site),
            FullAction::Halt(tile) => Self::Halt(Some(tile)),
            FullAction::Board(unit) => Self::Board(unit),
            FullAction::Unload(unload) => Self::Unload(unload),
            FullAction::Build(work) => Self::Build(work),
            FullAction::Follow(unit) => Self::Follow(unit),
        }
    }
}

impl Action {
    fn wire(&self) -> Wire<BareAction, FullAction> {
        match *self {
            Self::MoveTo(tile) => Wire::Full(FullAction::MoveTo(tile)),
            Self::Withdraw(tile) => Wire::Full(FullAction::Withdraw(tile)),
            Self::Attack(target) => Wire::Full(FullAction::Attack(target)),
            Self::Seize(site) => Wire::Full(FullAction::Seize(site)),
            Self::Halt(None) => Wire::Bare(BareAction::Halt),
            Self::Halt(Some(tile)) => Wire::Full(FullAction::Halt(tile)),
            Self::Brace => Wire::Bare(BareAction::Brace),
            Self::Board(unit) => Wire::Full(FullAction::Board(unit)),
            Self::Unload(unload) => Wire::Full(FullAction::Unload(unload)),
            Self::Build(work) => Wire::Full(FullAction::Build(work)),
            Self::Follow(unit) => Wire::Full(FullAction::Follow(unit)),
            Self::Disband => Wire::Bare(BareAction::Disband),
        }
    }

    /// Whether the action can make its unit travel (TM-710, row 3).
    pub fn can_move(&self) -> bool {
        !matches!(
            self,
            Self::Halt(None) | Self::Brace | Self::Build(_) | Self::Disband
        )
    }

    /// Whether the action ends its Task by itself (the table of actions).
    pub fn ends_by_itself(&self) -> bool {
        !matches!(self, Self::Halt(_) | Self::Brace | Self::Follow(_))
    }
}

bare_or_tagged!(Action, BareAction, FullAction, "an action");

impl Serialize for Cargo {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unit(unit) => unit.serialize(serializer),
            Self::All => serializer.serialize_str("all"),
        }
    }
}

impl<'de> Deserialize<'de> for Cargo {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Which;
        impl serde::de::Visitor<'_> for Which {
            type Value = Cargo;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a unit's number or \"all\"")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Cargo, E> {
                u32::try_from(number)
                    .map(|number| Cargo::Unit(Seq(number)))
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Cargo, E> {
                match word {
                    "all" => Ok(Cargo::All),
                    other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                }
            }
        }
        deserializer.deserialize_any(Which)
    }
}
