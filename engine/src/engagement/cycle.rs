//! The PER cycle: preparation, execution, recovery, tick by tick (TD-020).

use crate::ruleset::tactics::{Act, ActRow};

pub use crate::ruleset::tactics::FightPhase;

/// An action or reaction under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    pub(super) act: Act,
    pub(super) row: ActRow,
    /// Index of the combatant it is aimed at.
    pub(super) target: usize,
    /// Its shock is halved: the target has braced (EN-06x, `brace`).
    pub(super) halved: bool,
    /// Ticks of each phase, as shortened and jittered (EN-070).
    lengths: [u32; 3],
    phase: usize,
    done: u32,
}

/// One tick of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticked {
    pub(super) phase: FightPhase,
    /// The first tick of the phase: a phase event.
    pub(super) first: bool,
    /// The last one: where an execution takes effect.
    pub(super) last: bool,
}

const PHASES: [FightPhase; 3] = [
    FightPhase::Preparation,
    FightPhase::Execution,
    FightPhase::Recovery,
];

impl Cycle {
    /// Begins a cycle. `shorter` ticks come off preparation and recovery, `jitter`
    /// is added to each, never below 0 and 1; execution never changes (EN-070).
    pub(super) fn begin(
        act: Act,
        row: ActRow,
        target: usize,
        shorter: i64,
        jitter: (i64, i64),
    ) -> Self {
        let (preparation, execution, recovery) = row.per;
        let fit = |ticks: u32, jitter: i64, least: i64| {
            // Within a handful of ticks: it fits.
            (i64::from(ticks) - shorter + jitter).max(least) as u32
        };
        let lengths = [
            fit(preparation, jitter.0, 0),
            execution,
            fit(recovery, jitter.1, 1),
        ];
        // A preparation of nothing flows into execution in the same tick.
        let phase = usize::from(lengths[0] == 0);
        Self {
            act,
            row,
            target,
            halved: false,
            lengths,
            phase,
            done: 0,
        }
    }

    /// Ticks of the phase that it is in.
    pub(super) fn length(&self) -> u32 {
        self.lengths[self.phase]
    }

    pub(super) fn lengths(&self) -> [u32; 3] {
        self.lengths
    }

    pub(super) fn phase(&self) -> FightPhase {
        PHASES[self.phase]
    }

    /// The tick that is due now; [`Cycle::pass`] moves on behind it.
    pub(super) fn now(&self) -> Ticked {
        Ticked {
            phase: self.phase(),
            first: self.done == 0,
            last: self.done + 1 >= self.lengths[self.phase],
        }
    }

    /// The tick is over; says whether the cycle goes on.
    pub(super) fn pass(&mut self) -> bool {
        self.done += 1;
        if self.done >= self.lengths[self.phase] {
            self.phase += 1;
            self.done = 0;
        }
        self.phase < PHASES.len()
    }
}
