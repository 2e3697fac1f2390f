//! A unit: what it is, what it was told, and what has befallen it this turn.

use alloc::{boxed::Box, string::String};

use super::Opening;
use crate::canon::{canon_enum, canon_struct};
use crate::command::{Posture, Sanctions, Task};
use crate::event::{Band, Skipped};
use crate::ids::{Owner, Seq, Tile};
use crate::ruleset::ClassId;
use crate::stance::Stance;

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub seq: Seq,
    pub name: String,
    pub class: ClassId,
    pub owner: Owner,
    pub tile: Tile,
    pub alive: bool,
    pub carrier: Option<Seq>,
    pub strength: u32,
    pub veterancy: u8,
    pub experience: u32,
    pub age: u8,
    pub entrenchment: u8,
    /// The turn whose step 1 set the flag (TM-1000).
    pub disrupted: Option<u32>,
    pub supplied: bool,
    /// Reckonings running without supply (WO-430).
    pub unsupplied_for: u32,
    /// Band as of the last Reckoning (TM-1100).
    pub band: Band,

    // Orders.
    pub stance_override: Option<Stance>,
    pub task: Option<TaskState>,
    pub posture: Posture,
    /// Place in a patrol's round.
    pub patrol_place: u8,
    pub sanctions: Sanctions,
    pub reflex: Option<Reflex>,
    /// Movement points kept for the next activation (CM-1550).
    pub banked: u32,
    /// Reckonings of work done on what is being built here.
    pub work_done: u32,
    /// What it had been told when the phase opened, if it has been told anything since.
    pub opening: Option<Box<Opening>>,

    // This turn's.
    pub committed_stance: Stance,
    pub effective_stance: Stance,
    pub reaction_capacity: u8,
    pub reactions_spent: u8,
    /// What has cost it its slot in this Cascade.
    pub spent: Option<Spent>,
    pub activated: bool,
    pub moved: bool,
    pub fought: bool,
    pub broken: bool,
    /// Strength lost to fights in this Cascade (EN-100).
    pub losses: u32,
    /// Experience won in this Cascade, awarded at step 1.
    pub experience_won: u32,
}

/// What costs a unit on the map its slot (TM-1840, TM-1870).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    Landed,
    ChangedSides,
}

/// A Task on a stack, with its progress (CM-220, CM-1430).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskState {
    pub task: Task,
    /// The turn in which it was set.
    pub since: u32,
    /// How many waypoints are passed.
    pub passed: u8,
    pub arrived: bool,
    /// It has attacked in pursuit of its `do`.
    pub attacked: bool,
}

impl TaskState {
    pub fn new(task: Task, since: u32) -> Self {
        Self {
            task,
            since,
            passed: 0,
            arrived: false,
            attacked: false,
        }
    }

    /// Whether nothing in it, nor a waypoint that is left, leads to another tile.
    pub(crate) fn stays(&self) -> bool {
        self.task.via.len() <= usize::from(self.passed) && !self.task.can_move()
    }
}

/// What the engine pushes on top of a stack (CM-1400).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reflex {
    pub kind: ReflexKind,
    pub since: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReflexKind {
    Withdraw,
    TakeCover,
}

impl Unit {
    /// Alive, on the map and not aboard another (TM-1140).
    pub fn in_play(&self) -> bool {
        self.alive && self.carrier.is_none()
    }

    /// Why its slot would be skipped now (TM-1790, TM-1830, TM-1870).
    pub fn skipped(&self) -> Option<Skipped> {
        match (self.alive, self.spent, self.carrier) {
            (false, ..) => Some(Skipped::Destroyed),
            (true, Some(Spent::Landed), _) => Some(Skipped::Landed),
            (true, Some(Spent::ChangedSides), _) => Some(Skipped::ChangedSides),
            (true, None, Some(_)) => Some(Skipped::Aboard),
            (true, None, None) => None,
        }
    }

    /// It is on another tile, whatever brought it there, its carrier included: what it
    /// has dug or built ends with the tile it left (TM-700, WO-320, TM-1900).
    pub(crate) fn displace(&mut self, to: Tile) {
        self.tile = to;
        self.moved = true;
        self.entrenchment = 0;
        self.work_done = 0;
    }

    /// Stands as in Hold for the rest of the turn; whoever is dug in does so already,
    /// and better.
    pub(crate) fn brace(&mut self) {
        if self.effective_stance != Stance::Entrench {
            self.effective_stance = Stance::Hold;
        }
    }

    pub fn can_react(&self) -> bool {
        self.in_play() && !self.broken && self.reactions_spent < self.reaction_capacity
    }
}

canon_struct!(Unit {
    seq,
    name,
    class,
    owner,
    tile,
    alive,
    carrier,
    strength,
    veterancy,
    experience,
    age,
    entrenchment,
    disrupted,
    supplied,
    unsupplied_for,
    band,
    stance_override,
    task,
    posture,
    patrol_place,
    sanctions,
    reflex,
    banked,
    work_done,
    opening,
    committed_stance,
    effective_stance,
    reaction_capacity,
    reactions_spent,
    spent,
    activated,
    moved,
    fought,
    broken,
    losses,
    experience_won,
});
canon_struct!(TaskState {
    task,
    since,
    passed,
    arrived,
    attacked
});
canon_struct!(Reflex { kind, since });
canon_enum!(Spent { 0 => Landed, 1 => ChangedSides });
canon_enum!(ReflexKind { 0 => Withdraw, 1 => TakeCover });
