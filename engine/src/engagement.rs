//! What happens when units meet. A fight is a function of who is in it, the
//! ground, and its own stream; it knows no map, no seats and no orders.
//!
//! It runs on the tempo schedule (who may begin something, and when) and by the
//! tick doctrine (how long it takes, and who may answer). Profiles decide; on
//! the drill ground a person may.

use alloc::vec::Vec;

use crate::event::{EngagementKind, EngagementResult};
use crate::ids::Seq;
use crate::num::DeterminismError;
use crate::rng::Draws;
use crate::ruleset::tactics::Act;
use crate::ruleset::{ClassId, Ruleset};
use crate::stance::Stance;

mod bout;
mod choose;
mod cycle;
mod loss;
pub mod predict;
pub mod schedule;

pub use choose::{Choice, Chooser, Profiles, Question};
pub use cycle::FightPhase;

/// One unit as it goes into a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    pub seq: Seq,
    pub class: ClassId,
    pub role: Role,
    pub neutral: bool,
    pub strength: u32,
    pub veterancy: u8,
    /// Frozen for this Cascade.
    pub initiative: i32,
    /// The other side's owner did not observe it when the fight began (EN-030).
    pub unseen: bool,
    /// Effective Stance (TM-760).
    pub stance: Stance,
    pub entrenchment: u8,
    pub disrupted: bool,
    pub supplied: bool,
    /// Strength lost earlier in this Cascade (EN-100).
    pub lost_before: u32,
    /// It stands on a ford or bridge (WO-120).
    pub on_crossing: bool,
    /// Defence of its ground and works, per mille each.
    pub terrain: i64,
    pub works: i64,
}

/// What somebody does in a fight (EN-010, EN-018).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Acts and reacts.
    Full,
    /// Reacts only, at half its force: the others on an assaulted tile.
    Support,
    /// Reacts only: a mover that is reacted to.
    Mover,
}

/// A fight to be fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub kind: EngagementKind,
    /// Opening distance on the line (EN-010, EN-015, EN-018).
    pub distance: u32,
    /// Whether anybody may change its place on the line.
    pub can_close: bool,
    /// The acting unit, or the reactor, first.
    pub attackers: Vec<Combatant>,
    /// The front unit, or the mover, first.
    pub defenders: Vec<Combatant>,
}

impl Setup {
    pub fn combatants(&self) -> impl Iterator<Item = &Combatant> {
        self.attackers.iter().chain(&self.defenders)
    }

    /// How many ticks it lasts at most (EN-040).
    pub fn ticks(&self) -> u32 {
        match self.kind {
            EngagementKind::Assault => 64,
            EngagementKind::Bombardment => 20,
            EngagementKind::Reaction => 12,
        }
    }
}

/// How a fight went (EN-130).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub result: EngagementResult,
    /// Strength lost, by participant, those without loss too.
    pub losses: Vec<(Seq, u32)>,
    /// Who broke, and by whom, in the order in which they broke.
    pub broken: Vec<(Seq, Seq)>,
    /// Whether the front defender dealt back at all.
    pub answered: bool,
    /// Everything that was done, by tick; empty where nobody asked for it.
    pub log: Vec<Entry>,
}

impl Report {
    pub fn loss_of(&self, seq: Seq) -> u32 {
        self.losses
            .iter()
            .find(|(other, _)| *other == seq)
            .map_or(0, |(_, loss)| *loss)
    }
}

/// One line of a fight's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub tick: u32,
    pub who: Seq,
    pub what: Deed,
}

/// What somebody did, or what befell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// An action entered a phase.
    Phase {
        act: Act,
        phase: FightPhase,
        on: Seq,
    },
    /// A reaction was begun.
    Reacted {
        act: Act,
        on: Seq,
    },
    /// It came to stand at another place on the line.
    Moved {
        from: i32,
        to: i32,
    },
    /// It lost strength.
    Lost {
        points: u32,
        by: Seq,
        act: Act,
    },
    /// Its action was broken off: by its own reaction, or spoiled.
    Cancelled {
        act: Act,
    },
    Broke {
        by: Seq,
    },
}

/// How a fight came to a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Fought(Report),
    /// Somebody has to decide first (TD-130); the log so far.
    Asked(Question, Vec<Entry>),
}

/// Experience at which a grade begins (EN-120).
pub fn grade_threshold(grade: u8) -> u32 {
    match grade {
        0 => 0,
        1 => 2,
        2 => 5,
        _ => 9,
    }
}

/// The grade that an amount of experience makes.
pub fn grade_of(experience: u32) -> u8 {
    match experience {
        0..2 => 0,
        2..5 => 1,
        5..9 => 2,
        _ => 3,
    }
}

/// Losses at which a unit breaks (EN-100).
pub fn nerve(ruleset: &Ruleset, combatant: &Combatant) -> u32 {
    ruleset.class(combatant.class).nerve + 5 * u32::from(combatant.veterancy)
}

/// Strength at or below which a unit is at its end (EN-100).
pub const LAST_STRENGTH: u32 = 10;

/// Fights by the profiles.
///
/// # Errors
/// Where a number leaves its range, or a side is empty.
pub fn fight<D: Draws>(
    ruleset: &Ruleset,
    setup: &Setup,
    stream: &mut D,
    keep_log: bool,
) -> Result<Report, DeterminismError> {
    match fight_with(ruleset, setup, stream, &mut Profiles, keep_log)? {
        Ended::Fought(report) => Ok(report),
        Ended::Asked(..) => Err(DeterminismError::Invariant {
            what: "a profile that asks",
        }),
    }
}

/// Fights with somebody else's decisions: the same ones give the same fight.
///
/// # Errors
/// Where a number leaves its range, or a side is empty.
pub fn fight_with<C: Chooser, D: Draws>(
    ruleset: &Ruleset,
    setup: &Setup,
    stream: &mut D,
    chooser: &mut C,
    keep_log: bool,
) -> Result<Ended, DeterminismError> {
    bout::Bout::new(ruleset, setup, stream, chooser, keep_log)?.run()
}
