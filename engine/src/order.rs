//! Everything a player or the authority can put into the log: one enum, in this
//! one file (TM-200, TM-220), and the record that carries it (TM-210).
//! It says what an order *is*; whether it may be given is `validate`'s business.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::command::{Pace, Posture, Sanction, Task};
use crate::ids::{SeatId, Seq};
use crate::stance::Stance;

/// The union of all order kinds (TM-220; `docs/rules/orders.md`).
///
/// On the wire the variant's name is the field `kind` of the record and the
/// payload's fields stand beside it; see [`crate::log::OrderRecord`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Order {
    /// Sets or, with `Derived`, clears a unit's Stance override (TM-720).
    SetStance {
        unit: Seq,
        stance: StanceChoice,
    },
    /// Puts a Task on a unit's stack in place of the one that is there (CM-220).
    SetTask {
        unit: Seq,
        task: Task,
    },
    /// Takes the Task off a unit's stack.
    ClearTask {
        unit: Seq,
    },
    /// Gives a unit its standing job (CM-390…550).
    SetPosture {
        unit: Seq,
        posture: Posture,
    },
    /// Sets one of a unit's four sanctions (CM-580).
    SetSanction {
        unit: Seq,
        sanction: Sanction,
    },
    /// Posture and sanctions for new and captured units of a class (CM-700).
    SetDoctrine {
        class: String,
        posture: Posture,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sanctions: Vec<Sanction>,
    },
    /// Names a selection of units; no rules effect (CM-700).
    SetGroup {
        name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        units: Vec<Seq>,
    },
    /// What the units that a city builds begin with (CM-700).
    SetPosting {
        city: Seq,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        posture: Option<Posture>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<Task>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        formation: Option<String>,
    },
    /// A transport's standing loop; without `from` and `to` it is ended (CM-700).
    SetConsignment {
        unit: Seq,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seq>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seq>,
    },
    /// So many units of a class wanted at a Posting; 0 withdraws it (CM-700).
    SetRequisition {
        class: String,
        count: u16,
        to: Seq,
    },
    /// Founds a formation (CM-950).
    CreateFormation {
        name: String,
        commander: Seq,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        members: Vec<Seq>,
        pace: Pace,
    },
    /// Changes a formation (CM-950).
    EditFormation {
        name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        add: Vec<Seq>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remove: Vec<Seq>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commander: Option<Seq>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pace: Option<Pace>,
    },
    /// Ends a formation; its members stand in Reserve (CM-950).
    DisbandFormation {
        name: String,
    },
    /// A city's whole production queue, head first, at most 12 entries.
    SetProduction {
        city: Seq,
        queue: Vec<String>,
    },
    /// Offers a draw until withdrawn (WO-510).
    OfferDraw {},
    WithdrawDraw {},
    /// Leaves the game at the coming Reckoning's step 8 (WO-510).
    Concede {},
    /// Marks the seat ready (TM-390).
    CommitOrders {},
    /// Marks the seat not ready (TM-420).
    RevokeCommit {},

    /// Authority: the seat's clock ran out (TM-520).
    TurnTimeout {
        about: SeatId,
    },
    /// Authority: the seat is away (TM-610).
    MarkAbsent {
        about: SeatId,
    },
    /// Authority: from the next boundary an AI holds the seat (TM-590).
    SubstitutePlayer {
        about: SeatId,
    },
    /// Authority: from the next boundary its player holds it again (TM-600).
    ResumePlayer {
        about: SeatId,
    },
    /// Authority: a deadline changed by consent; no effect on the game (TM-480).
    SetDeadline {
        seconds: DeadlineSeconds,
    },
    /// Authority: the next phase's clock stands still (TM-620).
    Adjourn {},
    Reconvene {},
    /// Authority: closes the phase; one marker a seat, by seat index (TM-430).
    CloseOrders {
        markers: Vec<Marker>,
    },
}

/// The Stance of a `SetStance`: one of the four, or back to the derived one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StanceChoice {
    March,
    Advance,
    Hold,
    Entrench,
    Derived,
}

impl StanceChoice {
    /// The override this choice leaves on the unit.
    pub fn stance(self) -> Option<Stance> {
        match self {
            Self::March => Some(Stance::March),
            Self::Advance => Some(Stance::Advance),
            Self::Hold => Some(Stance::Hold),
            Self::Entrench => Some(Stance::Entrench),
            Self::Derived => None,
        }
    }
}

/// How a seat's Orders phase ended (TM-300).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Marker {
    Committed,
    TimedOut,
    Absent,
    Substituted,
}

/// Whole seconds, or the word `None` for no deadline (TM-480).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadlineSeconds(pub Option<u32>);

impl Serialize for DeadlineSeconds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(seconds) => serializer.serialize_u32(seconds),
            None => serializer.serialize_str("None"),
        }
    }
}

impl<'de> Deserialize<'de> for DeadlineSeconds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seconds;
        impl serde::de::Visitor<'_> for Seconds {
            type Value = DeadlineSeconds;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("whole seconds or \"None\"")
            }

            fn visit_u64<E: serde::de::Error>(self, seconds: u64) -> Result<Self::Value, E> {
                u32::try_from(seconds)
                    .map(|seconds| DeadlineSeconds(Some(seconds)))
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(seconds), &self))
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Self::Value, E> {
                match word {
                    "None" => Ok(DeadlineSeconds(None)),
                    other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                }
            }
        }
        deserializer.deserialize_any(Seconds)
    }
}

impl Order {
    /// The kind as it stands in the log.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SetStance { .. } => "SetStance",
            Self::SetTask { .. } => "SetTask",
            Self::ClearTask { .. } => "ClearTask",
            Self::SetPosture { .. } => "SetPosture",
            Self::SetSanction { .. } => "SetSanction",
            Self::SetDoctrine { .. } => "SetDoctrine",
            Self::SetGroup { .. } => "SetGroup",
            Self::SetPosting { .. } => "SetPosting",
            Self::SetConsignment { .. } => "SetConsignment",
            Self::SetRequisition { .. } => "SetRequisition",
            Self::CreateFormation { .. } => "CreateFormation",
            Self::EditFormation { .. } => "EditFormation",
            Self::DisbandFormation { .. } => "DisbandFormation",
            Self::SetProduction { .. } => "SetProduction",
            Self::OfferDraw {} => "OfferDraw",
            Self::WithdrawDraw {} => "WithdrawDraw",
            Self::Concede {} => "Concede",
            Self::CommitOrders {} => "CommitOrders",
            Self::RevokeCommit {} => "RevokeCommit",
            Self::TurnTimeout { .. } => "TurnTimeout",
            Self::MarkAbsent { .. } => "MarkAbsent",
            Self::SubstitutePlayer { .. } => "SubstitutePlayer",
            Self::ResumePlayer { .. } => "ResumePlayer",
            Self::SetDeadline { .. } => "SetDeadline",
            Self::Adjourn {} => "Adjourn",
            Self::Reconvene {} => "Reconvene",
            Self::CloseOrders { .. } => "CloseOrders",
        }
    }

    /// Whether only the authority may issue it (TM-220).
    pub fn is_authority(&self) -> bool {
        matches!(
            self,
            Self::TurnTimeout { .. }
                | Self::MarkAbsent { .. }
                | Self::SubstitutePlayer { .. }
                | Self::ResumePlayer { .. }
                | Self::SetDeadline { .. }
                | Self::Adjourn {}
                | Self::Reconvene {}
                | Self::CloseOrders { .. }
        )
    }
}
