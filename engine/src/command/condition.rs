//! Conditions: what a clause or `until` asks, with their JSON shapes (CM-35x).

use alloc::{boxed::Box, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::ids::{Pos, Seq};

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
