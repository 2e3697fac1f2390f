//! How units fight, as data: the table of actions (EN-06x) and the profiles that
//! choose among them (EN-080, TD-130).

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{Class, Family};

/// Everything that can be done in a fight; the last five are reactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Volley,
    Skirmish,
    Bombard,
    Canister,
    Charge,
    Melee,
    Close,
    FallBack,
    Brace,
    SnapFire,
    Spoil,
    Riposte,
    PartingShot,
}

impl Act {
    pub const ALL: [Self; 13] = [
        Self::Volley,
        Self::Skirmish,
        Self::Bombard,
        Self::Canister,
        Self::Charge,
        Self::Melee,
        Self::Close,
        Self::FallBack,
        Self::Brace,
        Self::SnapFire,
        Self::Spoil,
        Self::Riposte,
        Self::PartingShot,
    ];

    /// As rulesets and drills write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Volley => "volley",
            Self::Skirmish => "skirmish",
            Self::Bombard => "bombard",
            Self::Canister => "canister",
            Self::Charge => "charge",
            Self::Melee => "melee",
            Self::Close => "close",
            Self::FallBack => "fall_back",
            Self::Brace => "brace",
            Self::SnapFire => "snap_fire",
            Self::Spoil => "spoil",
            Self::Riposte => "riposte",
            Self::PartingShot => "parting_shot",
        }
    }

    pub fn is_reaction(self) -> bool {
        self >= Self::Brace
    }

    /// Whether it strikes with shock rather than fire.
    pub fn is_shock(self) -> bool {
        matches!(self, Self::Charge | Self::Melee | Self::Riposte)
    }

    /// Whether it strikes at all.
    pub fn strikes(self) -> bool {
        !matches!(self, Self::Close | Self::FallBack | Self::Brace)
    }

    /// Whether it changes its actor's place on the line.
    pub fn moves(self) -> bool {
        matches!(self, Self::Close | Self::FallBack | Self::Charge)
    }
}

/// What becomes of an action when its owner reacts (TD-110).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interrupt {
    Pause,
    Cancel,
}

/// One row of the table of actions; ticks are ticks, distances steps on the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActRow {
    /// Nearest and farthest distance at which it is begun.
    pub distance: (u32, u32),
    /// Ticks of preparation, execution, recovery (TD-020).
    pub per: (u32, u32, u32),
    /// What its fire or shock counts, per mille.
    #[serde(default = "whole")]
    pub power: i64,
    #[serde(default = "pause")]
    pub interrupt: Interrupt,
}

fn whole() -> i64 {
    1000
}

fn pause() -> Interrupt {
    Interrupt::Pause
}

/// When a ranked trigger of a profile matches: every field that is given must.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    #[serde(rename = "do")]
    pub act: Option<Act>,
    /// Nearest and farthest distance to the target, within the action's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub my_strength_below: Option<u32>,
    /// Strength lost in this Cascade is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub my_losses_from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy_strength_below: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enemy_family: Vec<Family>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy_phase: Option<FightPhase>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub my_phase: Option<FightPhase>,
    /// Whether the unit is on the side that began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacking: Option<bool>,
    /// Whether the enemy's ground or works shelter it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy_sheltered: Option<bool>,
}

/// The phase of a PER cycle, or none (TD-020).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightPhase {
    Idle,
    Preparation,
    Execution,
    Recovery,
}

/// How a class fights: ranked triggers, first match wins (TD-130).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(default)]
    pub actions: Vec<Trigger>,
    #[serde(default)]
    pub reactions: Vec<Trigger>,
}

/// The actions and profiles of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactics {
    pub actions: BTreeMap<Act, ActRow>,
    pub profiles: BTreeMap<String, Profile>,
    /// The rows by action, for the tick loop; made of `actions` once.
    #[serde(skip)]
    rows: Vec<ActRow>,
}

impl Tactics {
    /// Lays the rows out by action, once the table is known to be whole.
    pub(super) fn lay_out(&mut self) {
        self.rows = Act::ALL
            .iter()
            .filter_map(|act| self.actions.get(act))
            .copied()
            .collect();
    }

    /// The row of an action.
    pub fn row(&self, act: Act) -> &ActRow {
        &self.rows[act as usize]
    }

    /// What a class fights by.
    pub fn profile(&self, class: &Class) -> &Profile {
        const NONE: &Profile = &Profile {
            actions: Vec::new(),
            reactions: Vec::new(),
        };
        self.profiles.get(&class.profile).unwrap_or(NONE)
    }

    /// Everything that is wrong with the tables (WO-330).
    pub(super) fn faults(&self, classes: &[Class]) -> Vec<super::RulesetFault> {
        use super::RulesetFault::{ActMissing, ActOutOfPlace, ActTicks, ProfileMissing};
        let mut faults = Vec::new();
        for act in Act::ALL {
            match self.actions.get(&act) {
                None => faults.push(ActMissing(act)),
                Some(row) if row.per.1 == 0 || row.per.2 == 0 => faults.push(ActTicks(act)),
                Some(_) => {}
            }
        }
        for (name, profile) in &self.profiles {
            let misplaced = profile.actions.iter().map(|t| (t, false));
            let all = misplaced.chain(profile.reactions.iter().map(|t| (t, true)));
            for (trigger, reaction) in all {
                if trigger.act.is_none_or(|act| act.is_reaction() != reaction) {
                    faults.push(ActOutOfPlace {
                        profile: name.clone(),
                        act: trigger.act,
                    });
                }
            }
        }
        for class in classes {
            if !self.profiles.contains_key(&class.profile) {
                let (class, profile) = (class.name.clone(), class.profile.clone());
                faults.push(ProfileMissing { class, profile });
            }
        }
        faults
    }
}
