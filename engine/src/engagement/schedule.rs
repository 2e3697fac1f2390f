//! The tempo schedule (TS-010…060): speed is how often somebody's turn comes.
//! It knows turns and instants; what anybody does with a turn is not its affair.

use alloc::vec::Vec;

/// Virtual time that every speed from 1 to 16 divides (TS-020).
pub const CADENCE: u64 = 720_720;

/// Why nobody could be put on a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    #[error("a speed of 0 never comes to a turn; give a speed of 1 or more")]
    NoSpeed,
    #[error("ordinal {0} is on the schedule already; ordinals are distinct")]
    OrdinalTaken(u32),
}

/// One bearer of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    ordinal: u32,
    interval: u64,
    /// The instant at which it joined.
    joined: u64,
    /// Turns it has had.
    turns: u64,
}

impl Entry {
    /// Computed, never added up: a rounded interval errs once (TS-020).
    fn due(&self) -> u64 {
        self.joined + self.interval * (self.turns + 1)
    }
}

/// A turn handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    pub at: u64,
    pub ordinal: u32,
}

/// Who is due when. Ties go to the lower ordinal (TS-030).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    entries: Vec<Entry>,
}

impl Schedule {
    pub fn with_capacity(entries: usize) -> Self {
        Self {
            entries: Vec::with_capacity(entries),
        }
    }

    /// Puts somebody on the schedule at an instant; its first turn comes one
    /// interval later, and it is owed no backlog (TS-040).
    ///
    /// # Errors
    /// A speed of 0; an ordinal that is taken.
    pub fn join(&mut self, ordinal: u32, speed: u32, now: u64) -> Result<(), ScheduleError> {
        if speed == 0 {
            return Err(ScheduleError::NoSpeed);
        }
        if self.entries.iter().any(|entry| entry.ordinal == ordinal) {
            return Err(ScheduleError::OrdinalTaken(ordinal));
        }
        let speed = u64::from(speed);
        // Rounds half up, once; exact for every speed up to 16.
        let interval = ((2 * CADENCE + speed) / (2 * speed)).max(1);
        self.entries.push(Entry {
            ordinal,
            interval,
            joined: now,
            turns: 0,
        });
        Ok(())
    }

    /// Takes somebody off; everybody else's turns stay as they were due.
    pub fn leave(&mut self, ordinal: u32) {
        self.entries.retain(|entry| entry.ordinal != ordinal);
    }

    /// The next turn, without taking it.
    pub fn next(&self) -> Option<Due> {
        self.first().map(|(_, due)| due)
    }

    /// Hands out the next turn.
    pub fn advance(&mut self) -> Option<Due> {
        self.advance_until(u64::MAX)
    }

    /// Hands out the next turn if it is due by an instant.
    pub fn advance_until(&mut self, now: u64) -> Option<Due> {
        let (place, due) = self.first().filter(|(_, due)| due.at <= now)?;
        self.entries[place].turns += 1;
        Some(due)
    }

    /// Who is due first, and its place in the list.
    fn first(&self) -> Option<(usize, Due)> {
        let due = |(place, entry): (usize, &Entry)| {
            let due = Due {
                at: entry.due(),
                ordinal: entry.ordinal,
            };
            (place, due)
        };
        let all = self.entries.iter().enumerate().map(due);
        all.min_by_key(|(_, due)| *due)
    }

    /// The next `count` turns, by a copy that really advances (TS-050).
    pub fn upcoming(&self, count: usize) -> Vec<Due> {
        let mut copy = self.clone();
        core::iter::from_fn(|| copy.advance()).take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(speeds: &[(u32, u32)]) -> Schedule {
        let mut schedule = Schedule::default();
        for (ordinal, speed) in speeds {
            schedule.join(*ordinal, *speed, 0).expect("a speed");
        }
        schedule
    }

    fn ordinals(schedule: &Schedule, count: usize) -> Vec<u32> {
        schedule
            .upcoming(count)
            .into_iter()
            .map(|due| due.ordinal)
            .collect()
    }

    #[test]
    fn speeds_two_and_one_give_two_turns_to_one() {
        // A is due at 1, 2, 3 … halves, B at 1, 2, 3 … wholes. At each whole both
        // are due and the lower ordinal, A, is first: A (½) A (1) B (1) and again.
        let schedule = of(&[(0, 2), (1, 1)]);
        assert_eq!(ordinals(&schedule, 9), [0, 0, 1, 0, 0, 1, 0, 0, 1]);
    }

    #[test]
    fn double_speed_acts_exactly_twice_as_often() {
        // 300 turns are 100 times the pattern above: 200 and 100.
        let turns = ordinals(&of(&[(0, 2), (1, 1)]), 300);
        assert_eq!(turns.iter().filter(|ordinal| **ordinal == 0).count(), 200);
    }

    #[test]
    fn thirteen_against_seven_holds_the_ratio() {
        // Of 2,000 turns 2,000 × 13 / 20 = 1,300 are the faster one's; 1 % is 13.
        let turns = ordinals(&of(&[(0, 7), (1, 13)]), 2_000);
        let fast = turns.iter().filter(|ordinal| **ordinal == 1).count();
        assert!((1_287..=1_313).contains(&fast), "{fast}");
    }

    #[test]
    fn ties_follow_the_ordinal_whatever_the_insertion_order() {
        // Equal speeds are due together every time: ordinals 1, 2, 3 in turn.
        let expected = [1, 2, 3, 1, 2, 3];
        assert_eq!(ordinals(&of(&[(3, 4), (1, 4), (2, 4)]), 6), expected);
        assert_eq!(ordinals(&of(&[(2, 4), (3, 4), (1, 4)]), 6), expected);
    }

    #[test]
    fn a_casualty_leaves_the_others_as_they_were_due() {
        // The same schedule with the fallen one filtered out of its turns.
        let whole = of(&[(0, 5), (1, 3), (2, 8)]);
        let filtered: Vec<u32> = ordinals(&whole, 60)
            .into_iter()
            .filter(|ordinal| *ordinal != 1)
            .collect();
        let mut without = whole.clone();
        without.leave(1);
        assert_eq!(ordinals(&without, filtered.len()), filtered);
    }

    #[test]
    fn a_reinforcement_is_owed_nothing() {
        // Joining at 10 with speed 1, its first turn is due one interval later.
        let mut schedule = of(&[(0, 1)]);
        schedule.join(1, 1, 10).expect("a speed");
        let due = schedule.upcoming(2);
        assert_eq!(
            due[0],
            Due {
                at: CADENCE,
                ordinal: 0
            }
        );
        assert_eq!(
            due[1],
            Due {
                at: CADENCE + 10,
                ordinal: 1
            }
        );
    }

    #[test]
    fn upcoming_is_what_advancing_brings() {
        let mut schedule = of(&[(0, 5), (1, 3), (2, 8), (3, 16)]);
        // Part-way through a run, not at its tidy beginning.
        for _ in 0..17 {
            schedule.advance();
        }
        let foretold = schedule.upcoming(12);
        let real: Vec<Due> = (0..12).filter_map(|_| schedule.advance()).collect();
        assert_eq!(foretold, real);
    }

    #[test]
    fn speeds_above_sixteen_round_once() {
        // 720720 / 17 = 42395.29…, rounded to 42395; the thousandth turn is due at
        // 1000 × 42395, not at a sum of parts rounded apart.
        let due = of(&[(0, 17)]).upcoming(1_000);
        assert_eq!(due[999].at, 42_395_000);
    }

    #[test]
    fn no_speed_and_no_second_ordinal() {
        let mut schedule = of(&[(4, 1)]);
        assert_eq!(schedule.join(5, 0, 0), Err(ScheduleError::NoSpeed));
        assert_eq!(schedule.join(4, 1, 0), Err(ScheduleError::OrdinalTaken(4)));
    }
}
