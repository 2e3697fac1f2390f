//! Who decides in a fight: the profiles, ranked triggers of which the first
//! match wins, or a person, by the same options (TD-130, EN-080).

use alloc::vec::Vec;

use super::cycle::FightPhase;
use crate::ids::Seq;
use crate::ruleset::tactics::{Act, Trigger};
use crate::ruleset::{Class, Family};

/// What is put to whoever decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub tick: u32,
    pub who: Seq,
    /// Whom it would be aimed at.
    pub on: Seq,
    pub distance: u32,
    /// Whether a reaction is asked for.
    pub reaction: bool,
    /// What could be done; what the profile would do stands first.
    pub options: Vec<Act>,
    /// What the profile would do; `None` for nothing.
    pub habit: Option<Act>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// As the profile would.
    Profile,
    Do(Act),
    /// Nothing now; the token is kept.
    Wait,
    /// Not decided yet: the fight stops and asks.
    Ask,
}

/// Somebody who decides.
pub trait Chooser {
    /// Whether it wants to be asked for this combatant at all: questions cost.
    fn decides_for(&self, who: Seq) -> bool;

    fn choose(&mut self, question: &Question) -> Choice;
}

/// The profiles and nobody else.
#[derive(Clone, Copy, Debug)]
pub struct Profiles;

impl Chooser for Profiles {
    fn decides_for(&self, _: Seq) -> bool {
        false
    }

    fn choose(&mut self, _: &Question) -> Choice {
        Choice::Profile
    }
}

/// What a trigger is held against.
pub(super) struct Sight {
    pub(super) distance: u32,
    pub(super) my_strength: u32,
    pub(super) my_losses: u32,
    pub(super) my_phase: FightPhase,
    pub(super) attacking: bool,
    pub(super) enemy_family: Family,
    pub(super) enemy_strength: u32,
    pub(super) enemy_phase: FightPhase,
    pub(super) enemy_sheltered: bool,
}

impl Sight {
    /// Whether every field that the trigger gives is met.
    pub(super) fn matches(&self, trigger: &Trigger) -> bool {
        let Trigger {
            act: _,
            distance,
            my_strength_below,
            my_losses_from,
            enemy_strength_below,
            enemy_family,
            enemy_phase,
            my_phase,
            attacking,
            enemy_sheltered,
        } = trigger;
        distance.is_none_or(|(near, far)| (near..=far).contains(&self.distance))
            && my_strength_below.is_none_or(|below| self.my_strength < below)
            && my_losses_from.is_none_or(|from| self.my_losses >= from)
            && enemy_strength_below.is_none_or(|below| self.enemy_strength < below)
            && (enemy_family.is_empty() || enemy_family.contains(&self.enemy_family))
            && enemy_phase.is_none_or(|phase| phase == self.enemy_phase)
            && my_phase.is_none_or(|phase| phase == self.my_phase)
            && attacking.is_none_or(|attacking| attacking == self.attacking)
            && enemy_sheltered.is_none_or(|sheltered| sheltered == self.enemy_sheltered)
    }
}

/// What a unit may do at all (EN-06x, *who*), a bit an action: by its class, by
/// its veterancy, and by having what the action strikes with.
pub(super) fn repertoire(class: &Class, veterancy: u8) -> u16 {
    let may = |act: Act| {
        let family = class.family;
        let is_gun = family == Family::Artillery;
        let who = match act {
            Act::Volley | Act::Brace => class.is_foot(),
            Act::Skirmish => matches!(
                family,
                Family::LightInfantry | Family::LightHorse | Family::Scouts
            ),
            Act::Bombard => is_gun || family == Family::Warships,
            Act::Canister => is_gun,
            Act::Charge => class.is_horse(),
            Act::Spoil => veterancy >= 1,
            Act::Melee
            | Act::Close
            | Act::FallBack
            | Act::SnapFire
            | Act::Riposte
            | Act::PartingShot => true,
        };
        let armed = match act {
            act if !act.strikes() => true,
            act if act.is_shock() => class.shock > 0,
            _ => class.fire > 0,
        };
        who && armed
    };
    let known = Act::ALL.into_iter().filter(|act| may(*act));
    known.fold(0, |bits, act| bits | 1 << act as u16)
}
