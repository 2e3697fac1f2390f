//! One combatant as the fight goes on, and what others may react to.

use crate::engagement::cycle::{Cycle, FightPhase};
use crate::engagement::{Combatant, LAST_STRENGTH, Standing};
use crate::ruleset::Class;
use crate::ruleset::tactics::{Act, Profile};

/// A combatant as the fight goes on.
pub(super) struct Fighter<'a> {
    pub(super) base: &'a Combatant,
    pub(super) class: &'a Class,
    pub(super) profile: &'a Profile,
    /// What it may do at all.
    pub(super) repertoire: u16,
    pub(super) attacking: bool,
    /// Engagement initiative (EN-030).
    pub(super) initiative: i32,
    pub(super) coin: u32,
    pub(super) luck: i64,
    /// Place on the line (EN-050).
    pub(super) place: i32,
    pub(super) lost: u32,
    pub(super) broken: bool,
    /// May begin an action (EN-040).
    pub(super) token: bool,
    pub(super) action: Option<Cycle>,
    pub(super) reaction: Option<Cycle>,
    /// Which of the two has had its tick: phases change between ticks, for all at
    /// once, and initiative does not order that (TD-050).
    pub(super) action_ticked: bool,
    pub(super) reaction_ticked: bool,
}

impl Fighter<'_> {
    pub(super) fn fights(&self) -> bool {
        !self.broken
    }

    /// Broken, or destroyed once the fight is over: who went in at its last strength
    /// is so without having lost anything (EN-100, EN-110).
    pub(super) fn is_beaten(&self) -> bool {
        self.broken || self.strength() <= LAST_STRENGTH
    }

    pub(super) fn strength(&self) -> u32 {
        self.base.strength.saturating_sub(self.lost)
    }

    pub(super) fn phase(&self) -> FightPhase {
        let cycle = self.reaction.as_ref().or(self.action.as_ref());
        cycle.map_or(FightPhase::Idle, Cycle::phase)
    }

    pub(super) fn standing(&self) -> Standing {
        let cycle = self.reaction.as_ref().or(self.action.as_ref());
        Standing {
            seq: self.base.seq,
            attacking: self.attacking,
            initiative: self.initiative,
            place: self.place,
            strength: self.strength(),
            lost: self.lost,
            broken: self.broken,
            token: self.token,
            doing: cycle.map(|cycle| (cycle.act, cycle.phase())),
        }
    }

    /// Its own phase lets it react, and it is in no reaction (TD-070, EN-055).
    pub(super) fn may_react(&self) -> bool {
        let executing = |cycle: &Cycle| cycle.phase() == FightPhase::Execution;
        self.fights() && self.reaction.is_none() && !self.action.as_ref().is_some_and(executing)
    }
}

/// What somebody did that others may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cue {
    /// The first tick of a phase of an action (EN-055).
    Phase {
        act: Act,
        phase: FightPhase,
        target: usize,
    },
    Leaving {
        from: i32,
        to: i32,
    },
    Entering {
        from: i32,
        to: i32,
    },
}

impl Cue {
    /// Whether there is a reaction to such a thing at all (EN-06x): blows at
    /// close quarters when they fall and when they are over, and what takes long
    /// to make ready.
    pub(super) fn can_be_answered(self) -> bool {
        match self {
            Self::Phase { act, phase, .. } => match phase {
                FightPhase::Preparation => matches!(act, Act::Bombard | Act::Charge),
                FightPhase::Execution | FightPhase::Recovery => {
                    matches!(act, Act::Charge | Act::Melee)
                }
                FightPhase::Idle => false,
            },
            Self::Leaving { .. } | Self::Entering { .. } => true,
        }
    }
}
