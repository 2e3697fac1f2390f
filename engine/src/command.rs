//! What an order can say: tasks, actions, conditions, postures, sanctions
//! (`command.md`). Data only, with the JSON shapes of the formats.

use alloc::{boxed::Box, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::ids::{Pos, Seq};
use crate::shape::{Wire, bare_or_tagged};
use crate::stance::Stance;

/// A player's explicit job for a unit, with its end (CM-220).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What is done while no clause governs.
    #[serde(rename = "do")]
    pub action: Action,
    /// The first clause whose condition holds governs; at most four.
    #[serde(rename = "when", default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// Ends the Task when it holds; required where `do` does not end by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Condition>,
    /// Waypoints of `do`, at most sixteen, each the destination of its leg.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Pos>,
    /// Halt on entering a tile next to a hostile unit in sight (WO-150).
    #[serde(default, skip_serializing_if = "is_false")]
    pub cautious: bool,
    /// Stance while the Task is on the stack, under an override (TM-710).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// Posture adopted when the Task has become Impossible (CM-310).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Posture>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Task {
    /// A Task of nothing but its action.
    pub fn new(action: Action) -> Self {
        Self {
            action,
            clauses: Vec::new(),
            until: None,
            via: Vec::new(),
            cautious: false,
            stance: None,
            fallback: None,
        }
    }

    /// The action and every clause's action, in order.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        core::iter::once(&self.action).chain(self.clauses.iter().map(|clause| &clause.then))
    }

    /// Every condition: the clauses', then `until`.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.clauses.iter().map(|clause| &clause.when).chain(&self.until)
    }
}

/// One conditional of a Task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    #[serde(rename = "if")]
    pub when: Condition,
    pub then: Action,
}

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
        !matches!(self, Self::Halt(None) | Self::Brace | Self::Build(_) | Self::Disband)
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

/// What a clause or `until` asks of the owner's knowledge (CM-35x).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    EnemyAt {
        tile: Pos,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        n: u16,
    },
    EnemyWithin {
        tile: Pos,
        r: u16,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        n: u16,
    },
    Held {
        tile: Pos,
        by: Holder,
    },
    UnitAt {
        unit: Seq,
        tile: Pos,
    },
    UnitLost(Seq),
    /// Own strength below so many of 100.
    StrengthBelow(u16),
    Supplied,
    InCommand,
    /// Predicted chance of winning, per mille, of what the action would attack.
    WinChance(u16),
    /// The turn's number is at least this.
    Turn(u32),
    /// At least so many turns since the Task was set.
    Turns(u32),
    Arrived,
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

fn one() -> u16 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_one(value: &u16) -> bool {
    *value == 1
}

/// By whom a tile is held, seen from the asking seat (CM-35x).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    Ours,
    Theirs,
    Nobody,
}

impl Condition {
    /// Levels of `Not`, `All` and `Any` above a leaf (at most 3).
    pub fn depth(&self) -> usize {
        match self {
            Self::Not(inner) => 1 + inner.depth(),
            Self::All(list) | Self::Any(list) => {
                1 + list.iter().map(Self::depth).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Visits every leaf, left to right.
    pub fn leaves<'a>(&'a self, visit: &mut impl FnMut(&'a Condition)) {
        match self {
            Self::Not(inner) => inner.leaves(visit),
            Self::All(list) | Self::Any(list) => list.iter().for_each(|inner| inner.leaves(visit)),
            leaf => visit(leaf),
        }
    }
}

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

bare_or_tagged!(Station, BareStation, FullStation, "{\"tile\":[x,y]} or \"Here\"");

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

/// One of a unit's four sanctions with its value (CM-58x).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sanction {
    Engage(Engage),
    Seize(SeizeSites),
    Pursue(Pursue),
    Retire(Retire),
}

/// Starting combat on contact under an order that is no `Attack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Engage {
    Never,
    /// If the predictor gives at least so many per mille.
    Winning(u16),
    Always,
}

/// Capturing an undefended hostile or neutral site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeizeSites {
    Never,
    Undefended,
}

/// Advancing into the tile it has just cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pursue {
    Never,
    Once,
}

/// The Withdraw reflex at a strength below so many of 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Retire {
    Never,
    Below(u16),
}

/// A unit's sanctions, all four (CM-58x).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sanctions {
    pub engage: Engage,
    pub seize: SeizeSites,
    pub pursue: Pursue,
    pub retire: Retire,
}

impl Default for Sanctions {
    fn default() -> Self {
        Self {
            engage: Engage::Never,
            seize: SeizeSites::Undefended,
            pursue: Pursue::Never,
            retire: Retire::Below(30),
        }
    }
}

impl Sanctions {
    pub fn set(&mut self, sanction: Sanction) {
        match sanction {
            Sanction::Engage(value) => self.engage = value,
            Sanction::Seize(value) => self.seize = value,
            Sanction::Pursue(value) => self.pursue = value,
            Sanction::Retire(value) => self.retire = value,
        }
    }

    /// The four, in their stated order.
    pub fn list(&self) -> [Sanction; 4] {
        [
            Sanction::Engage(self.engage),
            Sanction::Seize(self.seize),
            Sanction::Pursue(self.pursue),
            Sanction::Retire(self.retire),
        ]
    }
}

/// How far a formation spreads (CM-950).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pace {
    Column,
    Line,
    Dispersed,
}

impl Pace {
    /// Cohesion radius in tiles (CM-1010).
    pub fn radius(self) -> u32 {
        match self {
            Self::Column => 1,
            Self::Line => 2,
            Self::Dispersed => 4,
        }
    }
}
