//! What happens, as data: events of the Cascade and the Reckoning (TM-1330,
//! TM-2110), and the attention events of a seat's dispatch (CM-1850).
//!
//! The same type serves the whole truth and a seat's observation stream; what a
//! seat may not know is `None` or told in words there, never left as a gap.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::command::Work;
use crate::ids::{Owner, Pos, SeatId, Seq};

/// One thing that happened, in the order in which it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// One a tile entered.
    Moved {
        unit: Seq,
        from: Pos,
        to: Pos,
    },
    /// The owner's alone; at most one an activation.
    Halted {
        unit: Seq,
        at: Pos,
        why: Halt,
    },
    /// `unit` is the reactor, `on` the mover; `None` where the seat does not observe
    /// its tile (TM-2310). `at` is the mover's tile, or else the reactor's.
    Reaction {
        unit: Option<Seq>,
        on: Option<Seq>,
        at: Pos,
    },
    /// `at` is the defender's tile; a reaction's attacker is the reactor.
    Engagement {
        kind: EngagementKind,
        attacker: Option<Seq>,
        defender: Option<Seq>,
        at: Pos,
        result: EngagementResult,
        /// The attacker's and the defender's.
        losses: (Loss, Loss),
    },
    Retreated {
        unit: Seq,
        from: Pos,
        to: Pos,
    },
    Destroyed {
        unit: Seq,
        at: Pos,
    },
    UnitCaptured {
        unit: Seq,
        by: Owner,
    },
    SiteCaptured {
        site: Seq,
        by: Owner,
        at: Pos,
    },
    /// `at` is the tile left; the carrier is `None` where the seat does not observe
    /// its tile. So it is with `Landed` and the tile landed on.
    Boarded {
        unit: Seq,
        carrier: Option<Seq>,
        at: Pos,
    },
    Landed {
        unit: Seq,
        carrier: Option<Seq>,
        at: Pos,
    },
    /// A seat's alone: a hostile unit came into its sight, with all that it sees of it.
    Appeared {
        unit: Seq,
        at: Pos,
        class: String,
        owner: Owner,
        band: Band,
    },
    /// A seat's alone: a hostile unit left its sight; `at` is where it was last seen.
    Vanished {
        unit: Seq,
        at: Pos,
    },
    TerrainChanged {
        at: Pos,
        work: Work,
    },
}

/// Why a unit halted: the interruption class or the cause (formats, events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Halt {
    Reaction,
    Contact,
    Opportunity,
    Blocked,
    /// The points left are below the next tile's cost.
    Spent,
    Stacking,
}

/// Why a unit could do nothing of what it was told (TM-1400, TM-2320). Told to its
/// owner, so it says only what the owner can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hindrance {
    /// Its Stance does not let it move, or not attack.
    Stance,
    /// Its points do not pay for the next tile.
    Points,
    /// Nobody is seen there whom it could attack.
    NobodyThere,
    /// It was beaten in this Cascade, or bears no arms.
    UnfitToAttack,
    /// It stands on the site and may not take it: an enemy is there, or its class
    /// takes none.
    SiteNotTaken,
    /// The carrier has no room for it, or is itself aboard.
    NoRoomAboard,
    /// Ground, stacking or an enemy keeps its cargo aboard.
    NoLanding,
    /// It stands on no city of its own.
    NotInOwnCity,
}

impl Hindrance {
    /// The code by which catalogues know it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Stance => "stance",
            Self::Points => "points",
            Self::NobodyThere => "nobody-there",
            Self::UnfitToAttack => "unfit-to-attack",
            Self::SiteNotTaken => "site-not-taken",
            Self::NoRoomAboard => "no-room-aboard",
            Self::NoLanding => "no-landing",
            Self::NotInOwnCity => "not-in-own-city",
        }
    }
}

/// Why a unit's slot was skipped (TM-2350).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skipped {
    /// It fell before its turn came (TM-1790).
    Destroyed,
    /// It was, or went, aboard another before its turn came (TM-1830, TM-1860).
    Aboard,
    /// It was set down in this Cascade (TM-1840).
    Landed,
    /// It was captured in this Cascade (TM-1870).
    ChangedSides,
}

impl Skipped {
    /// The code by which catalogues know it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Destroyed => "destroyed",
            Self::Aboard => "aboard",
            Self::Landed => "landed",
            Self::ChangedSides => "changed-sides",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EngagementKind {
    Assault,
    Bombardment,
    Reaction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EngagementResult {
    AttackerWon,
    DefenderWon,
    StandOff,
}

/// Strength lost: a number for the owners of either side, a word for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Loss {
    Points(u32),
    Words(LossWord),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LossWord {
    Light,
    Heavy,
    Shattered,
}

impl Loss {
    /// The loss in the words that onlookers get (EN-130).
    pub fn in_words(points: u32) -> Self {
        Self::Words(match points {
            0..10 => LossWord::Light,
            10..30 => LossWord::Heavy,
            _ => LossWord::Shattered,
        })
    }
}

/// The coarse initiative of a foreign unit (TM-1100).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Band {
    Quick,
    Steady,
    Slow,
}

impl Band {
    pub fn of(initiative: i32) -> Self {
        match initiative {
            52.. => Self::Quick,
            36..52 => Self::Steady,
            _ => Self::Slow,
        }
    }
}

/// Something a seat should look at, from its own view (CM-1850).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attention {
    UnitLost {
        unit: Seq,
        at: Pos,
    },
    UnitEngaged {
        unit: Seq,
        at: Pos,
    },
    /// A unit of the seat reacted, or was reacted to.
    ReactionFired {
        unit: Seq,
        at: Pos,
    },
    Halted {
        unit: Seq,
        at: Pos,
        why: Halt,
    },
    /// An enemy came into sight within its reach (CM-1340, *Threatened*).
    Threatened {
        unit: Seq,
        by: Seq,
        at: Pos,
    },
    TaskDone {
        unit: Seq,
        at: Pos,
    },
    /// The Task's referent is gone; the fallback was adopted (CM-1340).
    Impossible {
        unit: Seq,
        at: Pos,
    },
    /// Nothing could be done (TM-1400), and why.
    Fallback {
        unit: Seq,
        at: Pos,
        why: Hindrance,
    },
    EnemySighted {
        unit: Seq,
        at: Pos,
    },
    SiteLost {
        site: Seq,
        at: Pos,
    },
    SiteTaken {
        site: Seq,
        at: Pos,
    },
    Built {
        entity: Seq,
        at: Pos,
    },
    /// No supply reaches it.
    OutOfSupply {
        unit: Seq,
        at: Pos,
    },
    /// Supply reaches it, and its upkeep could not be paid: it counts as out of
    /// supply (WO-410).
    Unpaid {
        unit: Seq,
        at: Pos,
    },
    /// A Task has just ended and left the unit to its Posture.
    Idle {
        unit: Seq,
        at: Pos,
    },
    CommanderLost {
        formation: String,
        unit: Seq,
        at: Pos,
    },
}

/// How a game ended (WO-5xx), seats in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Won {
        by: alloc::vec::Vec<SeatId>,
        how: Victory,
    },
    Drawn,
}

/// The condition that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    LastStanding,
    Cities,
    Hold,
    TurnLimit,
}
