//! What the game is won by: who is about to hold enough cities, and whether it is
//! time to take chances. It gives nobody a job.

use std::collections::BTreeMap;

use fieldpost_engine::{ids::SeatId, scenario::VictoryCondition};

use super::{
    Plan,
    board::{City, Side},
};

/// Somebody is about to win who lacks no more cities than this.
const ABOUT_TO: usize = 2;

/// So many turns before the last one chances are taken: what is not won by then is
/// only counted.
const LATE: u32 = 20;

/// What taking a city from an enemy is worth, and from one about to win, in turns.
const ENEMY: u32 = 4;
const LEADER: u32 = 10;

/// Sees how far everybody is on the way to winning, as far as is known.
pub(super) fn look(plan: &mut Plan<'_>, victory: &[VictoryCondition]) {
    let mut ours = 0;
    let mut theirs: BTreeMap<SeatId, usize> = BTreeMap::new();
    for city in &plan.board.cities {
        match (city.side, city.site.owner) {
            (Side::Ours | Side::Allied, _) => ours += 1,
            (Side::Theirs, Some(owner)) => *theirs.entry(owner).or_default() += 1,
            _ => {}
        }
    }
    for way in victory {
        match way {
            VictoryCondition::Cities { count, .. } => {
                let near = |held: usize| held + ABOUT_TO >= *count as usize;
                plan.presses |= near(ours);
                let first = theirs.iter().max_by_key(|(seat, held)| (**held, **seat));
                plan.leader = first
                    .filter(|(_, held)| near(**held))
                    .map(|(seat, _)| *seat);
            }
            VictoryCondition::TurnLimit { turn } => {
                plan.presses |= plan.board.view.turn + LATE > *turn;
            }
            VictoryCondition::LastStanding {} | VictoryCondition::Hold { .. } => {}
        }
    }
}

impl Plan<'_> {
    /// By how many turns a city is worth going farther for, for whose it is.
    pub(super) fn prize(&self, city: &City<'_>) -> u32 {
        match (city.side, city.site.owner) {
            (Side::Theirs, owner) if owner.is_some() && owner == self.leader => LEADER,
            (Side::Theirs, _) => ENEMY,
            _ => 0,
        }
    }
}
