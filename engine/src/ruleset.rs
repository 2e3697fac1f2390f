//! The ruleset: unit classes as data (WO-3xx), embedded, named and versioned.
//! A ruleset that breaks a bound is refused with every fault listed (WO-330).

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::map::Mobility;
use crate::stance::Stance;

pub mod tactics;

use tactics::{Act, Tactics};

/// The version of the rules in this build (TM-2450): any change to a rule or to
/// a shipped ruleset's numbers raises it.
pub const RULES_VERSION: u32 = 1;

/// Families that base initiative, matchups and profiles speak of (TM-930).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    Scouts,
    LightHorse,
    HeavyHorse,
    LightInfantry,
    LineInfantry,
    Militia,
    Pioneers,
    Artillery,
    Transports,
    Warships,
}

/// One unit class (WO-3xx). Plain integers; units are named where they are not obvious.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    pub name: String,
    pub family: Family,
    /// Base initiative, 24…64 (TM-930).
    pub base: i32,
    /// Movement allowance in points.
    #[serde(rename = "move")]
    pub allowance: u32,
    pub mobility: Mobility,
    /// Vision radius in tiles.
    pub vision: u32,
    /// Reaction reach in tiles, 1…3 (TM-1580).
    pub reach: u32,
    pub stances: Vec<Stance>,
    pub fire: u32,
    pub shock: u32,
    pub guard: u32,
    /// Turn speed in an engagement, 1…16 (TS-020).
    pub speed: u32,
    pub drill: u32,
    pub nerve: u32,
    pub cost: u32,
    pub upkeep: u32,
    /// No upkeep on an own city's tile.
    #[serde(default)]
    pub free_in_city: bool,
    /// Room it takes in a carrier; `None` where it cannot be carried.
    pub size: Option<u32>,
    /// Room it has for others (WO-320).
    #[serde(default)]
    pub carries: u32,
    /// Fire range in tiles (WO-320).
    #[serde(default = "one")]
    pub range: u32,
    /// Whether it builds works (WO-400).
    #[serde(default)]
    pub builds: bool,
    /// The profile it fights by (EN-080).
    pub profile: String,
}

fn one() -> u32 {
    1
}

/// Index of a class within its ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u8);

/// A named set of classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Name and version, as scenarios refer to it: `standard/1`.
    pub name: String,
    pub classes: Vec<Class>,
    pub tactics: Tactics,
}

/// One thing wrong with a ruleset (WO-330).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetFault {
    #[error("the ruleset is not readable: {0}")]
    Unreadable(String),
    #[error("class {class}: {field} is {value}; it must be within {low} to {high}")]
    OutOfBounds {
        class: String,
        field: &'static str,
        value: i64,
        low: i64,
        high: i64,
    },
    #[error("class {0} lets no Stance in; list at least Advance")]
    NoStance(String),
    #[error("class {0} may not take Advance, which every unit falls back to; list it")]
    NoAdvance(String),
    #[error("class {0} is listed twice; rename one")]
    Twice(String),
    #[error("there are {0} classes; at most 255 are possible")]
    TooMany(usize),
    #[error("the table of actions lacks {0:?}; give it a row")]
    ActMissing(Act),
    #[error("{0:?} needs at least one tick of execution and one of recovery")]
    ActTicks(Act),
    #[error("profile {profile} lists {act:?} in the wrong place; actions and reactions are apart")]
    ActOutOfPlace { profile: String, act: Option<Act> },
    #[error("class {class} fights by profile {profile}, which is not there")]
    ProfileMissing { class: String, profile: String },
}

const STANDARD_1: &str = include_str!("../rulesets/standard-1.json");

/// The names of the rulesets in this build.
pub const SHIPPED: &[&str] = &["standard/1"];

impl Ruleset {
    /// A ruleset that ships with the engine, by the name in a scenario.
    pub fn shipped(name: &str) -> Option<Self> {
        // The embedded file is part of the build and checked by a test.
        (name == "standard/1")
            .then(|| Self::parse(STANDARD_1).ok())
            .flatten()
    }

    /// Reads and checks a ruleset.
    ///
    /// # Errors
    /// Every fault found (WO-330).
    pub fn parse(text: &str) -> Result<Self, Vec<RulesetFault>> {
        use alloc::{string::ToString, vec};
        let mut ruleset: Self = crate::json::read(text)
            .map_err(|error| vec![RulesetFault::Unreadable(error.to_string())])?;
        let faults = ruleset.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        ruleset.tactics.lay_out();
        Ok(ruleset)
    }

    /// Everything that breaks a bound of WO-330.
    pub fn faults(&self) -> Vec<RulesetFault> {
        let mut faults = Vec::new();
        if self.classes.len() > 255 {
            faults.push(RulesetFault::TooMany(self.classes.len()));
        }
        for (index, class) in self.classes.iter().enumerate() {
            let bounds = [
                ("base", i64::from(class.base), 24, 64),
                ("reach", i64::from(class.reach), 1, 3),
                ("speed", i64::from(class.speed), 1, 16),
                ("vision", i64::from(class.vision), 1, 8),
                ("move", i64::from(class.allowance), 0, 16),
                ("guard", i64::from(class.guard), 1, 1000),
                ("range", i64::from(class.range), 1, 2),
            ];
            for (field, value, low, high) in bounds {
                if !(low..=high).contains(&value) {
                    let class = class.name.clone();
                    faults.push(RulesetFault::OutOfBounds {
                        class,
                        field,
                        value,
                        low,
                        high,
                    });
                }
            }
            if class.stances.is_empty() {
                faults.push(RulesetFault::NoStance(class.name.clone()));
            } else if !class.stances.contains(&Stance::Advance) {
                faults.push(RulesetFault::NoAdvance(class.name.clone()));
            }
            if self.classes[..index]
                .iter()
                .any(|earlier| earlier.name == class.name)
            {
                faults.push(RulesetFault::Twice(class.name.clone()));
            }
        }
        faults.extend(self.tactics.faults(&self.classes));
        faults
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[usize::from(id.0)]
    }

    pub fn find(&self, name: &str) -> Option<ClassId> {
        // At most 255 classes (`faults`), so the index fits.
        self.classes
            .iter()
            .position(|class| class.name == name)
            .map(|index| ClassId(index as u8))
    }
}

impl Class {
    pub fn allows(&self, stance: Stance) -> bool {
        self.stances.contains(&stance)
    }

    pub fn is_foot(&self) -> bool {
        self.mobility == Mobility::Foot
    }

    pub fn is_horse(&self) -> bool {
        self.mobility == Mobility::Horse
    }

    /// Whether it captures sites (WO-420).
    pub fn captures(&self) -> bool {
        self.is_foot() || self.is_horse()
    }
}
