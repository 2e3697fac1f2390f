//! Tables: what a seat did, and where that leaves it.

use chrono::TimeDelta;

use super::{Pace, PhaseClock, SeatClock, default_clock};
use crate::clock::Instant;

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
        ..SeatClock::default()
    }
}

/// (committed, drawn, timed out) with the deadline at second 100.
fn check(seat: &SeatClock, now: f64, expect: (bool, u32, bool)) {
    check_in(&PhaseClock::default(), seat, now, expect);
}

/// The same on a clock that stood still now and then.
fn check_in(clock: &PhaseClock, seat: &SeatClock, now: f64, expect: (bool, u32, bool)) {
    let clock = PhaseClock {
        deadline_at: Some(at(100.0)),
        seats: vec![seat.clone()],
        ..clock.clone()
    };
    let standing = clock.standings(at(now))[0];
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
    let phase = PhaseClock {
        deadline_at,
        seats,
        ..PhaseClock::default()
    };
    assert_eq!(phase.over_at(at(0.0)), Some(at(130.0)));
    assert!(!phase.is_over(at(129.999)) && phase.is_over(at(130.0)));
    let untimed = PhaseClock {
        deadline_at: None,
        seats: vec![seat(0, &[])],
        ..PhaseClock::default()
    };
    assert!(!untimed.is_over(at(1e9)) && untimed.over_at(at(0.0)).is_none());
    let done = PhaseClock {
        deadline_at: None,
        seats: vec![seat(0, &[(5.0, true)])],
        ..PhaseClock::default()
    };
    assert!(done.is_over(at(5.0)));
}

fn with_pauses(pauses: &[(f64, f64)]) -> PhaseClock {
    PhaseClock {
        pauses: pauses.iter().map(|(a, b)| (at(*a), at(*b))).collect(),
        ..PhaseClock::default()
    }
}

#[test]
fn no_reserve_is_drawn_while_the_clock_stands_still() {
    let idle = seat(60, &[]);
    // The host was away from 110 to 200: ten seconds were drawn before.
    let away = with_pauses(&[(110.0, 200.0)]);
    check_in(&away, &idle, 150.0, (false, 10, false));
    check_in(&away, &idle, 200.0, (false, 10, false));
    check_in(&away, &idle, 249.9, (false, 59, false));
    check_in(&away, &idle, 250.0, (false, 60, true));
    // One that lies across the deadline moved it before this is asked.
    check_in(
        &with_pauses(&[(40.0, 100.0)]),
        &idle,
        130.0,
        (false, 30, false),
    );
    // What was drawn before a commit is not given back, nor drawn twice.
    let back = seat(60, &[(120.0, true), (300.0, false)]);
    check_in(&away, &back, 400.0, (false, 60, true));
    check_in(&away, &back, 349.0, (false, 59, false));
    check_in(
        &with_pauses(&[(310.0, 320.0)]),
        &back,
        349.0,
        (false, 59, false),
    );
}

#[test]
fn a_stopped_clock_draws_nothing_and_closes_nothing() {
    let stopped = PhaseClock {
        stopped_at: Some(at(110.0)),
        ..PhaseClock::default()
    };
    check_in(&stopped, &seat(60, &[]), 1e6, (false, 10, false));
    let clock = PhaseClock {
        deadline_at: Some(at(100.0)),
        stopped_at: Some(at(50.0)),
        seats: vec![seat(0, &[(5.0, true)]), seat(0, &[])],
        ..PhaseClock::default()
    };
    assert!(!clock.is_over(at(1e6)) && clock.over_at(at(1e6)).is_none());
}

#[test]
fn who_is_absent_is_not_waited_for_unless_nobody_else_is_there() {
    let absent = SeatClock {
        leaves: vec![(at(0.0), None)],
        is_person: true,
        ..seat(60, &[])
    };
    let there = |commits: &[(f64, bool)]| SeatClock {
        is_person: true,
        ..seat(60, commits)
    };
    let clock = |deadline: Option<f64>, seats: &[&SeatClock]| PhaseClock {
        deadline_at: deadline.map(at),
        needs_person: true,
        seats: seats.iter().map(|seat| (*seat).clone()).collect(),
        ..PhaseClock::default()
    };
    let both = clock(Some(100.0), &[&absent, &there(&[(5.0, true)])]);
    assert!(both.is_over(at(5.0)));
    assert_eq!(both.standings(at(500.0))[0].drawn_seconds, 0);
    assert!(!clock(Some(100.0), &[&absent, &there(&[])]).is_over(at(99.0)));
    // An AI commits at once; alone it does not drive the game on.
    let ai = seat(0, &[(1.0, true)]);
    let alone = clock(Some(100.0), &[&absent, &ai]);
    assert!(!alone.is_over(at(99.9)) && alone.is_over(at(100.0)));
    assert_eq!(alone.over_at(at(5.0)), Some(at(100.0)));
    let untimed = clock(None, &[&absent, &ai]);
    assert!(!untimed.is_over(at(1e9)) && untimed.over_at(at(5.0)).is_none());
    // Nobody of flesh and blood ever had a part in it: it runs.
    let machines = PhaseClock {
        needs_person: false,
        ..untimed
    };
    let machines = PhaseClock {
        seats: vec![machines.seats[1].clone()],
        ..machines
    };
    assert!(machines.is_over(at(1.0)));
}

#[test]
fn a_close_is_late_since_the_last_thing_that_it_waited_for() {
    let phase = PhaseClock {
        deadline_at: Some(at(100.0)),
        seats: vec![seat(60, &[(10.0, true)]), seat(30, &[])],
        ..PhaseClock::default()
    };
    assert_eq!(phase.over_since(at(129.0)), None);
    assert_eq!(phase.over_since(at(500.0)), Some(at(130.0)));
    let done = PhaseClock {
        seats: vec![seat(60, &[(10.0, true)]), seat(0, &[(40.0, true)])],
        ..phase
    };
    assert_eq!(done.over_since(at(500.0)), Some(at(40.0)));
}

#[test]
fn the_default_clocks_are_those_of_the_table() {
    for pace in [Pace::Live, Pace::Correspondence] {
        for people in 0..=2 {
            assert_eq!(default_clock(pace, people), (None, 0));
        }
    }
    for (people, live) in [
        (3, (300, 600)),
        (4, (300, 600)),
        (5, (480, 900)),
        (8, (480, 900)),
    ] {
        assert_eq!(default_clock(Pace::Live, people), (Some(live.0), live.1));
        let letters = default_clock(Pace::Correspondence, people);
        assert_eq!(letters, (Some(86_400), 259_200));
    }
}

mod leaves;
