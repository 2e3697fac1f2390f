//! What an order can say: tasks, actions, conditions, postures, sanctions
//! (`docs/rules/orders.md`). Data only, with the JSON shapes of the formats.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::ids::Pos;
use crate::stance::Stance;

mod action;
mod condition;
mod posture;
mod sanction;

pub use action::{Action, Cargo, Target, Unload, Work};
pub use condition::{Condition, Holder};
pub use posture::{Area, Attach, Patrol, Posture, Station};
pub use sanction::{Engage, Pursue, Retire, Sanction, Sanctions, SeizeSites};

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

    /// Whether any of its actions can lead to another tile; waypoints are no action.
    pub fn can_move(&self) -> bool {
        self.actions().any(Action::can_move)
    }

    /// Every condition: the clauses', then `until`.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.clauses
            .iter()
            .map(|clause| &clause.when)
            .chain(&self.until)
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
