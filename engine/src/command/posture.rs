//! Postures: the standing jobs, with their JSON shapes (CM-39x…55x).

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::ids::Pos;
use crate::shape::{Wire, bare_or_tagged};

/// A unit's standing job: the bottom of its stack, never empty (CM-39x…55x).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posture {
    Reserve,
    Garrison(Station),
    Picket(Station),
    Patrol(Patrol),
    Explore(Option<Area>),
    Attach(Attach),
}

/// A tile, or `"Here"`: where the unit is when a doctrine or Posting gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    Tile(Pos),
    Here,
}

/// A round of two to eight tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patrol {
    pub tiles: Vec<Pos>,
}

/// The neighbourhood an explorer keeps to, radius in tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub tile: Pos,
    pub r: u16,
}

/// The formation a unit keeps with, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attach {
    pub formation: String,
}

#[derive(Serialize, Deserialize)]
enum BareStation {
    Here,
}

#[derive(Serialize, Deserialize)]
enum FullStation {
    #[serde(rename = "tile")]
    Tile(Pos),
}

impl From<BareStation> for Station {
    fn from(BareStation::Here: BareStation) -> Self {
        Self::Here
    }
}

impl From<FullStation> for Station {
    fn from(FullStation::Tile(tile): FullStation) -> Self {
        Self::Tile(tile)
    }
}

impl Station {
    fn wire(self) -> Wire<BareStation, FullStation> {
        match self {
            Self::Tile(tile) => Wire::Full(FullStation::Tile(tile)),
            Self::Here => Wire::Bare(BareStation::Here),
        }
    }
}

bare_or_tagged!(
    Station,
    BareStation,
    FullStation,
    "{\"tile\":[x,y]} or \"Here\""
);

#[derive(Serialize, Deserialize)]
enum BarePosture {
    Reserve,
    Explore,
}

#[derive(Serialize, Deserialize)]
enum FullPosture {
    Garrison(Station),
    Picket(Station),
    Patrol(Patrol),
    Explore(Area),
    Attach(Attach),
}

impl From<BarePosture> for Posture {
    fn from(bare: BarePosture) -> Self {
        match bare {
            BarePosture::Reserve => Self::Reserve,
            BarePosture::Explore => Self::Explore(None),
        }
    }
}

impl From<FullPosture> for Posture {
    fn from(full: FullPosture) -> Self {
        match full {
            FullPosture::Garrison(station) => Self::Garrison(station),
            FullPosture::Picket(station) => Self::Picket(station),
            FullPosture::Patrol(patrol) => Self::Patrol(patrol),
            FullPosture::Explore(area) => Self::Explore(Some(area)),
            FullPosture::Attach(attach) => Self::Attach(attach),
        }
    }
}

impl Posture {
    fn wire(&self) -> Wire<BarePosture, FullPosture> {
        match self {
            Self::Reserve => Wire::Bare(BarePosture::Reserve),
            Self::Garrison(station) => Wire::Full(FullPosture::Garrison(*station)),
            Self::Picket(station) => Wire::Full(FullPosture::Picket(*station)),
            Self::Patrol(patrol) => Wire::Full(FullPosture::Patrol(patrol.clone())),
            Self::Explore(None) => Wire::Bare(BarePosture::Explore),
            Self::Explore(Some(area)) => Wire::Full(FullPosture::Explore(*area)),
            Self::Attach(attach) => Wire::Full(FullPosture::Attach(attach.clone())),
        }
    }
}

bare_or_tagged!(Posture, BarePosture, FullPosture, "a posture");
