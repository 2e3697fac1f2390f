//! When a phase is over: pure arithmetic on what the database says, in whole
//! seconds of its clock (TM-480…TM-550).
//!
//! Nothing here reads a clock, a log or a table.

use chrono::TimeDelta;

use crate::clock::Instant;

/// The shortest and longest deadline, in seconds: half a minute, sixty days.
pub const DEADLINE_SECONDS: std::ops::RangeInclusive<i32> = 30..=5_184_000;

/// What the clock of a phase is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseClock {
    /// When the seats' own reserves begin to run; `None` for no clock at all.
    pub deadline_at: Option<Instant>,
    /// The seats that are expected to act.
    pub seats: Vec<SeatClock>,
}

/// One seat's part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// Index of the seat.
    pub seat: u8,
    /// What it had when the phase opened.
    pub reserve_seconds: u32,
    /// Its commits (`true`) and revocations in this turn, oldest first.
    pub commits: Vec<(Instant, bool)>,
}

/// Where a seat stands at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Index of the seat.
    pub seat: u8,
    /// Whether it stands committed.
    pub is_committed: bool,
    /// Whole seconds taken from its reserve in this phase.
    pub drawn_seconds: u32,
    /// When it is out of time if it does nothing; `None` if it is committed or
    /// there is no clock.
    pub runs_out_at: Option<Instant>,
}

impl Standing {
    /// Whether its time is over and it has not committed.
    pub fn is_timed_out(&self, now: Instant) -> bool {
        self.runs_out_at.is_some_and(|at| at <= now)
    }
}

impl PhaseClock {
    /// Every seat's standing at `now`.
    pub fn standings(&self, now: Instant) -> Vec<Standing> {
        self.seats
            .iter()
            .map(|seat| seat.standing(self.deadline_at, now))
            .collect()
    }

    /// Whether nobody is left to wait for.
    pub fn is_over(&self, now: Instant) -> bool {
        let standings = self.standings(now);
        standings
            .iter()
            .all(|seat| seat.is_committed || seat.is_timed_out(now))
    }

    /// When it will be over if nobody does anything; `None` if never.
    pub fn over_at(&self, now: Instant) -> Option<Instant> {
        let waiting = self
            .standings(now)
            .into_iter()
            .filter(|seat| !seat.is_committed);
        waiting
            .map(|seat| seat.runs_out_at)
            .try_fold(now, |latest, at| Some(latest.max(at?)))
    }
}

impl SeatClock {
    /// The reserve runs while the seat is uncommitted after the deadline, also
    /// if it committed before and took that back. Begun seconds are not drawn.
    fn standing(&self, deadline_at: Option<Instant>, now: Instant) -> Standing {
        let mut is_committed = false;
        let mut spent = TimeDelta::zero();
        // Since when the reserve runs, were the present state to go on.
        let mut running_since = deadline_at;
        for &(at, commit) in &self.commits {
            if commit && !is_committed {
                spent += running_since.map_or_else(TimeDelta::zero, |since| after(since, at));
            } else if !commit && is_committed {
                running_since = deadline_at.map(|deadline| deadline.max(at));
            }
            is_committed = commit;
        }
        let reserve = TimeDelta::seconds(self.reserve_seconds.into());
        let left = (reserve - spent).max(TimeDelta::zero());
        let runs_out_at = running_since
            .filter(|_| !is_committed)
            .map(|since| since + left);
        if let Some(since) = running_since.filter(|_| !is_committed) {
            spent += after(since, now);
        }
        let drawn = spent.num_seconds().clamp(0, self.reserve_seconds.into());
        Standing {
            seat: self.seat,
            is_committed,
            drawn_seconds: u32::try_from(drawn).unwrap_or(self.reserve_seconds),
            runs_out_at,
        }
    }
}

fn after(since: Instant, at: Instant) -> TimeDelta {
    (at - since).max(TimeDelta::zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> Instant {
        Instant::UNIX_EPOCH + TimeDelta::milliseconds((seconds * 1000.0) as i64)
    }

    fn seat(reserve_seconds: u32, commits: &[(f64, bool)]) -> SeatClock {
        let commits = commits
            .iter()
            .map(|&(when, commit)| (at(when), commit))
            .collect();
        SeatClock {
            seat: 0,
            reserve_seconds,
            commits,
        }
    }

    /// (committed, drawn, timed out) with the deadline at second 100.
    fn check(seat: &SeatClock, now: f64, expect: (bool, u32, bool)) {
        let standing = seat.standing(Some(at(100.0)), at(now));
        let got = (
            standing.is_committed,
            standing.drawn_seconds,
            standing.is_timed_out(at(now)),
        );
        assert_eq!(got, expect, "{seat:?} at {now}");
    }

    #[test]
    fn the_reserve_is_drawn_in_whole_seconds_after_the_deadline() {
        let idle = seat(60, &[]);
        check(&idle, 0.0, (false, 0, false));
        check(&idle, 100.9, (false, 0, false));
        check(&idle, 101.0, (false, 1, false));
        check(&idle, 159.999, (false, 59, false));
        check(&idle, 160.0, (false, 60, true));
        check(&idle, 1e6, (false, 60, true));
    }

    #[test]
    fn without_reserve_the_deadline_is_the_end() {
        check(&seat(0, &[]), 99.999, (false, 0, false));
        check(&seat(0, &[]), 100.0, (false, 0, true));
    }

    #[test]
    fn a_commit_stops_the_drawing_and_a_revocation_starts_it_again() {
        check(&seat(60, &[(50.0, true)]), 200.0, (true, 0, false));
        check(&seat(60, &[(110.5, true)]), 200.0, (true, 10, false));
        let twice = seat(60, &[(110.5, true), (150.0, false)]);
        check(&twice, 160.0, (false, 20, false));
        check(&twice, 199.5, (false, 60, true));
        check(
            &seat(60, &[(50.0, true), (60.0, false)]),
            103.0,
            (false, 3, false),
        );
        // The same twice over changes nothing.
        check(
            &seat(60, &[(105.0, true), (150.0, true)]),
            200.0,
            (true, 5, false),
        );
    }

    #[test]
    fn a_commit_after_all_time_is_gone_counts_while_the_phase_is_open() {
        check(&seat(10, &[(130.0, true)]), 131.0, (true, 10, false));
    }

    #[test]
    fn a_phase_is_over_when_nobody_is_left_to_wait_for() {
        let deadline_at = Some(at(100.0));
        let seats = vec![seat(60, &[(10.0, true)]), seat(30, &[])];
        let phase = PhaseClock { deadline_at, seats };
        assert_eq!(phase.over_at(at(0.0)), Some(at(130.0)));
        assert!(!phase.is_over(at(129.999)) && phase.is_over(at(130.0)));
        let untimed = PhaseClock {
            deadline_at: None,
            seats: vec![seat(0, &[])],
        };
        assert!(!untimed.is_over(at(1e9)) && untimed.over_at(at(0.0)).is_none());
        let done = PhaseClock {
            deadline_at: None,
            seats: vec![seat(0, &[(5.0, true)])],
        };
        assert!(done.is_over(at(5.0)));
    }
}
