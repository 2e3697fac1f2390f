//! Scenarios, `fieldpost-scenario/1`: the format, and the check that lists every
//! fault by its path. What a checked scenario becomes is `setup`'s business.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::command::{Posture, Task};
use crate::ids::{Pos, Seq};
use crate::stance::Stance;

mod check;
mod fault;
mod flaw;
mod limits;
mod read;

pub use fault::{FAULTS_MOST, ScenarioFault};
pub use flaw::{Flaw, Kind};

/// The format name of a scenario.
pub const FORMAT: &str = "fieldpost-scenario/1";

/// The longest text of a scenario, in bytes.
pub const SIZE_MOST: usize = 1024 * 1024;

/// A scenario as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub format: String,
    pub name: String,
    /// A ruleset's name and version, `standard/1`.
    pub ruleset: String,
    pub map: ScenarioMap,
    pub seats: Vec<ScenarioSeat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<ScenarioSite>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<ScenarioUnit>,
    #[serde(default)]
    pub options: Options,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioMap {
    pub width: u16,
    pub height: u16,
    #[serde(default)]
    pub wrap_x: bool,
    #[serde(default)]
    pub wrap_y: bool,
    /// One string a row, one terrain glyph a tile (WO-110).
    pub terrain: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Pos>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSeat {
    pub name: String,
    #[serde(default)]
    pub team: Option<String>,
    #[serde(default)]
    pub controller: Controller,
    #[serde(default)]
    pub treasury: u32,
}

/// Who is meant to hold a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    #[default]
    Human,
    Ai,
}

/// Kinds of site (WO-400).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    City,
    Depot,
    Fort,
}

impl SiteKind {
    /// Defence of who stands on it, per mille (WO-400).
    pub fn defence(self) -> i64 {
        match self {
            Self::City => 1300,
            Self::Fort => 1500,
            Self::Depot => 1000,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioSite {
    pub kind: SiteKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub at: Pos,
    /// A seat's index, or null for Neutral.
    #[serde(default)]
    pub owner: Option<u8>,
    /// What a city yields each Reckoning, 2…6 (WO-400).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub output: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<String>,
    /// Points already in the head of the queue.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub progress: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioUnit {
    pub class: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A seat's index, or null for Neutral.
    #[serde(default)]
    pub owner: Option<u8>,
    pub at: Pos,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
    /// 0…4; units placed at setup are formed up (TM-970).
    #[serde(default = "formed_up")]
    pub age: u8,
    #[serde(default)]
    pub veterancy: u8,
    #[serde(default = "full_strength")]
    pub strength: u32,
    #[serde(default)]
    pub entrenchment: u8,
    #[serde(default)]
    pub disrupted: bool,
    /// The override, if there is one.
    #[serde(default)]
    pub stance: Option<Stance>,
    #[serde(default = "reserve")]
    pub posture: Posture,
    #[serde(default)]
    pub task: Option<Task>,
}

fn formed_up() -> u8 {
    4
}

fn full_strength() -> u32 {
    100
}

fn reserve() -> Posture {
    Posture::Reserve
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Which initiative terms count, 1…3 (TM-1030).
    #[serde(default = "first_tier")]
    pub initiative_tier: u8,
    #[serde(default)]
    pub ranked: bool,
    #[serde(default)]
    pub shared_sight: bool,
    #[serde(default)]
    pub victory: Vec<VictoryCondition>,
}

fn first_tier() -> u8 {
    1
}

impl Default for Options {
    fn default() -> Self {
        Self {
            initiative_tier: first_tier(),
            ranked: false,
            shared_sight: false,
            victory: Vec::new(),
        }
    }
}

/// One way of winning (WO-500).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum VictoryCondition {
    LastStanding {},
    /// A side holds so many cities at so many Reckonings running.
    Cities {
        count: u32,
        reckonings: u32,
    },
    /// The highest score at that turn's end wins.
    TurnLimit {
        turn: u32,
    },
    /// A side holds the named sites at that turn's end.
    Hold {
        sites: Vec<String>,
        turn: u32,
    },
}

impl Scenario {
    /// Reads and checks a scenario.
    ///
    /// # Errors
    /// The faults found, from top to bottom of the file: at least one, and at most
    /// [`FAULTS_MOST`] before one that says how many more there are.
    pub fn parse(text: &str) -> Result<Self, Vec<ScenarioFault>> {
        Self::checked(read::text(text), false)
    }

    /// The same, from a value that is already parsed.
    ///
    /// # Errors
    /// As [`Scenario::parse`].
    pub fn from_value(value: Value) -> Result<Self, Vec<ScenarioFault>> {
        Self::checked(read::value(value, fault::Faults::default()), false)
    }

    /// The same as [`Scenario::parse`], and whether people can play it: what somebody
    /// uploads to make a game of it must.
    ///
    /// # Errors
    /// As [`Scenario::parse`].
    pub fn parse_playable(text: &str) -> Result<Self, Vec<ScenarioFault>> {
        Self::checked(read::text(text), true)
    }

    fn checked(
        read: Result<read::Reading, fault::Faults>,
        by_people: bool,
    ) -> Result<Self, Vec<ScenarioFault>> {
        let reading = read.map_err(|faults| faults.list(None))?;
        let (scenario, faults) = check::all(reading, by_people);
        if faults.is_empty() {
            Ok(scenario)
        } else {
            Err(faults.list(Some(&scenario)))
        }
    }
}

/// The scenarios that ship with the engine, by id, the easiest first (WO-620). Their
/// names, seats and maps stand in their texts; what each is about is the catalogue's.
pub const SHIPPED: &[(&str, &str)] = &[
    ("first-steps", include_str!("../scenarios/first-steps.json")),
    ("kelsey-ford", include_str!("../scenarios/kelsey-ford.json")),
    ("two-rivers", include_str!("../scenarios/two-rivers.json")),
    (
        "crown-and-league",
        include_str!("../scenarios/crown-and-league.json"),
    ),
    ("archipelago", include_str!("../scenarios/archipelago.json")),
    ("great-game", include_str!("../scenarios/great-game.json")),
];

/// The text of a scenario that ships with the engine.
pub fn shipped(id: &str) -> Option<&'static str> {
    SHIPPED
        .iter()
        .find(|(shipped, _)| *shipped == id)
        .map(|(_, text)| *text)
}

/// The id under which a scenario of that name ships, whatever its host has changed
/// in it: by it a catalogue finds what is told of the scenario.
pub fn shipped_id(name: &str) -> Option<&'static str> {
    let mut ids = SHIPPED.iter().map(|(id, _)| *id);
    ids.find(|id| {
        let words = id.split('-');
        words.eq(name.split(' ').map(str::to_lowercase))
    })
}
