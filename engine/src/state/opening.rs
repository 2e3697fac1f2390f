//! What a unit had been told when the phase opened, with the progress it had made of
//! it: orders are judged by what is in force at the close, so whatever is set and taken
//! back within a phase costs nothing (TM-360, CM-1550).

use super::{TaskState, Unit};
use crate::canon::canon_struct;
use crate::command::{Posture, Task};
use crate::stance::Stance;

/// Orders and progress of a unit as the phase opened. Kept from the first order that it
/// is given in a phase until the close.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub stance_override: Option<Stance>,
    pub task: Option<TaskState>,
    pub posture: Posture,
    pub patrol_place: u8,
    pub banked: u32,
    pub work_done: u32,
}

impl Opening {
    pub(crate) fn of(unit: &Unit) -> Self {
        Self {
            stance_override: unit.stance_override,
            task: unit.task.clone(),
            posture: unit.posture.clone(),
            patrol_place: unit.patrol_place,
            banked: unit.banked,
            work_done: unit.work_done,
        }
    }

    /// Gives a unit the progress that its orders, as they are now, leave it: all of it
    /// where they are what they were.
    pub(crate) fn settle(&self, unit: &mut Unit) {
        let same_task = task(unit.task.as_ref()) == task(self.task.as_ref());
        if same_task {
            unit.task.clone_from(&self.task);
        }
        unit.work_done = if same_task { self.work_done } else { 0 };
        let same_posture = unit.posture == self.posture;
        unit.patrol_place = if same_posture { self.patrol_place } else { 0 };
        // CM-1550: a unit told to stand gives up what it had saved.
        let told_to_stand = unit.stance_override != self.stance_override
            && matches!(unit.stance_override, Some(Stance::Hold | Stance::Entrench));
        let keeps = same_task && same_posture && !told_to_stand;
        unit.banked = if keeps { self.banked } else { 0 };
    }
}

fn task(state: Option<&TaskState>) -> Option<&Task> {
    state.map(|state| &state.task)
}

canon_struct!(Opening {
    stance_override,
    task,
    posture,
    patrol_place,
    banked,
    work_done,
});
