//! Stance: four values and the table of all that they do (TM-640).

use serde::{Deserialize, Serialize};

/// The per-turn tactical setting of a unit (TM-630).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stance {
    March,
    Advance,
    Hold,
    Entrench,
}

impl Stance {
    pub const ALL: [Self; 4] = [Self::March, Self::Advance, Self::Hold, Self::Entrench];

    /// Initiative term 2 (TM-900).
    pub fn initiative(self) -> i32 {
        match self {
            Self::March => 8,
            Self::Advance => 0,
            Self::Hold => -6,
            Self::Entrench => -12,
        }
    }

    /// What it adds to the movement allowance, in points (TM-660).
    pub fn movement_bonus(self) -> u32 {
        u32::from(self == Self::March)
    }

    /// Whether a unit in it moves of its own will (TM-690).
    pub fn may_move(self) -> bool {
        matches!(self, Self::March | Self::Advance)
    }

    /// Whether a unit in it may start combat, be it only from where it stands (TM-670).
    pub fn may_initiate_combat(self) -> bool {
        self != Self::March
    }

    /// Reactions a turn (TM-1530); `entrenchment` as it stood at the close.
    pub fn reaction_capacity(self, entrenchment: u8) -> u8 {
        match self {
            Self::March | Self::Advance => 0,
            Self::Hold => 1,
            Self::Entrench if entrenchment == 0 => 1,
            Self::Entrench => 2,
        }
    }

    /// Defensive treatment, per mille (TM-640, TM-700).
    pub fn defence(self, entrenchment: u8) -> i64 {
        match self {
            Self::March => 750,
            Self::Advance => 1000,
            Self::Hold => 1250,
            Self::Entrench => match entrenchment {
                0 => 1250,
                1 => 1400,
                2 => 1550,
                _ => 1700,
            },
        }
    }

    /// What horse attacking foot in this Stance fights at, per mille (TM-640).
    pub fn horse_against_foot(self) -> i64 {
        match self {
            Self::March | Self::Advance => 1200,
            Self::Hold | Self::Entrench => 550,
        }
    }

    /// What artillery attacking this Stance fights at, per mille (TM-640).
    pub fn artillery_against(self, entrenchment: u8) -> i64 {
        if self == Self::Entrench && entrenchment > 0 {
            700
        } else {
            1000
        }
    }
}
