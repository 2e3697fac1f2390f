//! A drill as it is written, `fieldpost-drill/1`: one engagement, its seed, and
//! what was decided in it so far. What is left out has its plainest value.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::event::EngagementKind;
use crate::map::Terrain;
use crate::ruleset::tactics::Act;
use crate::scenario::SiteKind;
use crate::stance::Stance;

/// The format name of a drill.
pub const FORMAT: &str = "fieldpost-drill/1";

/// One engagement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillFile {
    pub format: String,
    #[serde(default = "standard", skip_serializing_if = "is_standard")]
    pub ruleset: String,
    pub kind: EngagementKind,
    /// Steps between the sides when it begins; the kind's own if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Whether anybody may change its place on the line; as the kind has it if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<bool>,
    pub attackers: SideFile,
    pub defenders: SideFile,
    #[serde(default)]
    pub seed: u32,
    /// The side that somebody decides for; the profiles where nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides: Option<Side>,
    /// What was decided, question by question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
}

/// One side: its ground, and who stands on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    #[serde(default, skip_serializing_if = "is_open")]
    pub ground: Ground,
    pub units: Vec<DrillUnit>,
}

/// The tile that a side stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    #[serde(default = "plain")]
    pub terrain: Terrain,
    /// On a river it makes a bridge.
    #[serde(default)]
    pub road: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteKind>,
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillUnit {
    pub class: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default = "whole")]
    pub strength: u32,
    #[serde(default)]
    pub veterancy: u8,
    #[serde(default = "advance")]
    pub stance: Stance,
    #[serde(default)]
    pub entrenchment: u8,
    #[serde(default)]
    pub disrupted: bool,
    #[serde(default = "yes")]
    pub supplied: bool,
    /// Lost earlier in the same Cascade: it counts towards its nerve (EN-100).
    #[serde(default)]
    pub lost_before: u32,
    /// The other side did not see it (EN-030).
    #[serde(default)]
    pub unseen: bool,
    /// Nobody's: it loses a tie against a seat's (EN-030).
    #[serde(default)]
    pub neutral: bool,
    /// Its frozen Initiative; from its class, Stance and state if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<i32>,
}

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Attackers,
    Defenders,
}

/// An answer to a question of the fight: an action's name, `wait` or `profile`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Decision {
    /// As its class would.
    Profile,
    /// Nothing now.
    Wait,
    Do(Act),
}

impl DrillFile {
    pub fn side(&self, side: Side) -> &SideFile {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }

    /// Steps between the sides (EN-010, EN-015, EN-018).
    pub fn opening(&self) -> u32 {
        self.distance.unwrap_or(match self.kind {
            EngagementKind::Assault | EngagementKind::Reaction => 2,
            EngagementKind::Bombardment => 4,
        })
    }

    /// Whether places on the line may change.
    pub fn may_close(&self) -> bool {
        self.closes.unwrap_or(match self.kind {
            EngagementKind::Assault => true,
            EngagementKind::Bombardment => false,
            EngagementKind::Reaction => self.opening() <= 2,
        })
    }
}

impl Side {
    /// As a drill writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attackers => "attackers",
            Self::Defenders => "defenders",
        }
    }
}

impl Decision {
    /// As a drill writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Wait => "wait",
            Self::Do(act) => act.name(),
        }
    }
}

impl TryFrom<String> for Decision {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        match word.as_str() {
            "profile" => Ok(Self::Profile),
            "wait" => Ok(Self::Wait),
            word => Act::ALL
                .into_iter()
                .find(|act| act.name() == word)
                .map(Self::Do)
                .ok_or_else(|| format!("`{word}` is no action; give one, or `wait` or `profile`")),
        }
    }
}

impl From<Decision> for String {
    fn from(decision: Decision) -> Self {
        decision.name().into()
    }
}

impl Default for Ground {
    fn default() -> Self {
        Self {
            terrain: Terrain::Plain,
            road: false,
            site: None,
        }
    }
}

impl DrillUnit {
    /// A fresh unit of a class, in Advance.
    pub fn fresh(class: &str) -> Self {
        Self {
            class: class.into(),
            name: String::new(),
            strength: whole(),
            veterancy: 0,
            stance: advance(),
            entrenchment: 0,
            disrupted: false,
            supplied: true,
            lost_before: 0,
            unseen: false,
            neutral: false,
            initiative: None,
        }
    }
}

fn standard() -> String {
    "standard/1".into()
}

fn is_standard(name: &str) -> bool {
    name == "standard/1"
}

fn is_open(ground: &Ground) -> bool {
    *ground == Ground::default()
}

fn plain() -> Terrain {
    Terrain::Plain
}

fn whole() -> u32 {
    100
}

fn advance() -> Stance {
    Stance::Advance
}

fn yes() -> bool {
    true
}
