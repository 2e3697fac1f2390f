//! What happens when units meet. A fight is a function of who is in it, the
//! ground, and its own stream; it knows no map, no seats and no orders.
//!
//! It runs on the tempo schedule (who may begin something, and when) and by the
//! tick doctrine (how long it takes, and who may answer). Profiles decide; on
//! the drill ground a person may.

use alloc::vec::Vec;

use serde::Serialize;

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
pub mod drill;
mod loss;
pub mod predict;
pub mod schedule;

use schedule::Due;

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
    /// Who came when within a tick, with the initiative it had (EN-030); empty
    /// where nobody asked for the log.
    pub order: Vec<(Seq, i32)>,
}

impl Report {
    pub fn loss_of(&self, seq: Seq) -> u32 {
        self.losses
            .iter()
            .find(|(other, _)| *other == seq)
            .map_or(0, |(_, loss)| *loss)
    }
}

/// One line of a fight's log. Who is who is told by `W`: by number, or where it
/// is told to somebody, by the place in the list of those he may know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entry<W = Seq> {
    pub tick: u32,
    pub who: W,
    pub what: Deed<W>,
}

/// What somebody did, or what befell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed<W = Seq> {
    /// An action entered a phase, which lasts so many of its bearer's ticks.
    Phase {
        act: Act,
        phase: FightPhase,
        on: W,
        ticks: u32,
    },
    /// A reaction was begun; the ticks of its preparation, execution, recovery.
    Reacted {
        act: Act,
        on: W,
        ticks: [u32; 3],
    },
    /// It came to stand at another place on the line.
    Moved {
        from: i32,
        to: i32,
    },
    /// It lost strength.
    Lost {
        points: u32,
        by: W,
        act: Act,
    },
    /// Its blow fell where nobody was within its reach any more (EN-050).
    Missed {
        act: Act,
        on: W,
    },
    /// Its action was broken off: by its own reaction, or spoiled.
    Cancelled {
        act: Act,
    },
    Broke {
        by: W,
    },
}

impl<W> Entry<W> {
    /// The same with everybody told otherwise.
    pub fn told<V>(self, as_whom: impl Fn(W) -> V) -> Entry<V> {
        let what = match self.what {
            Deed::Phase {
                act,
                phase,
                on,
                ticks,
            } => Deed::Phase {
                act,
                phase,
                on: as_whom(on),
                ticks,
            },
            Deed::Reacted { act, on, ticks } => Deed::Reacted {
                act,
                on: as_whom(on),
                ticks,
            },
            Deed::Moved { from, to } => Deed::Moved { from, to },
            Deed::Lost { points, by, act } => Deed::Lost {
                points,
                by: as_whom(by),
                act,
            },
            Deed::Missed { act, on } => Deed::Missed {
                act,
                on: as_whom(on),
            },
            Deed::Cancelled { act } => Deed::Cancelled { act },
            Deed::Broke { by } => Deed::Broke { by: as_whom(by) },
        };
        Entry {
            tick: self.tick,
            who: as_whom(self.who),
            what,
        }
    }
}

/// How a fight came to a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Fought(Report),
    /// Somebody has to decide first (TD-130); the log so far.
    Asked(Question, Vec<Entry>),
}

/// How one combatant stands in the middle of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub seq: Seq,
    pub attacking: bool,
    /// Its engagement initiative (EN-030).
    pub initiative: i32,
    /// Its place on the line (EN-050).
    pub place: i32,
    pub strength: u32,
    pub lost: u32,
    pub broken: bool,
    /// It may begin an action (EN-040).
    pub token: bool,
    /// What it is about, and where in it; a reaction before the action that waits.
    pub doing: Option<(Act, FightPhase)>,
}

/// A fight as far as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The last tick that was begun.
    pub tick: u32,
    /// In the order of TD-040.
    pub standing: Vec<Standing>,
    /// The turns that come next, by the schedule's own advance (TS-050).
    pub upcoming: Vec<Due>,
    pub log: Vec<Entry>,
    /// What has to be decided before it goes on.
    pub question: Option<Question>,
    /// How it ended, if it has; its log stands above.
    pub report: Option<Report>,
}

/// How long a fight is wanted, and how far to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// The last tick to be fought.
    pub tick: u32,
    /// Turns to foretell.
    pub upcoming: usize,
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

/// The same as far as a tick, or to where somebody has to decide.
///
/// # Errors
/// Where a number leaves its range, or a side is empty.
pub fn fight_until<C: Chooser, D: Draws>(
    ruleset: &Ruleset,
    setup: &Setup,
    stream: &mut D,
    chooser: &mut C,
    until: Until,
) -> Result<Stage, DeterminismError> {
    bout::Bout::new(ruleset, setup, stream, chooser, true)?.stage(until)
}
