//! Leaves: a few by hand, and any of them against a stopwatch.

use super::{at, seat};
use crate::{
    clock::Instant,
    deadline::{PhaseClock, SeatClock},
};

/// (drawn, away, timed out) of a seat that is away now and then.
fn check_away(reserve: u32, leaves: &[(f64, f64)], now: f64, expect: (u32, bool, bool)) {
    let leaves = leaves
        .iter()
        .map(|&(from, until)| (at(from), Some(at(until))));
    let seat = SeatClock {
        leaves: leaves.collect(),
        ..seat(reserve, &[])
    };
    let clock = PhaseClock {
        deadline_at: Some(at(100.0)),
        seats: vec![seat],
        ..PhaseClock::default()
    };
    let standing = clock.standings(at(now))[0];
    let got = (
        standing.drawn_seconds,
        standing.is_absent,
        standing.is_timed_out(at(now)),
    );
    assert_eq!(
        got,
        expect,
        "{leaves:?} at {now}",
        leaves = clock.seats[0].leaves
    );
}

#[test]
fn what_lies_within_a_leave_is_not_drawn_and_what_lay_before_it_stays_drawn() {
    // Away from 50 to 160, the deadline at 100: the whole reserve is there at 160.
    let across = [(50.0, 160.0)];
    check_away(60, &across, 159.0, (0, true, false));
    check_away(60, &across, 161.0, (1, false, false));
    check_away(60, &across, 219.0, (59, false, false));
    check_away(60, &across, 220.0, (60, false, true));
    // Gone at 120 with 20 drawn, back at 150: 40 are left then.
    let inside = [(120.0, 150.0)];
    check_away(60, &inside, 130.0, (20, true, false));
    check_away(60, &inside, 189.0, (59, false, false));
    check_away(60, &inside, 190.0, (60, false, true));
    // Gone when nothing was left: that is no leave.
    check_away(60, &[(170.0, 300.0)], 200.0, (60, false, true));
    // Without a reserve the time is over on coming back: away when it ended.
    check_away(0, &across, 160.0, (0, true, false));
    check_away(0, &across, 500.0, (0, true, false));
    check_away(0, &[(100.0, 160.0)], 100.0, (0, true, false));
    check_away(0, &[(20.0, 60.0)], 100.0, (0, false, true));
    // Leaves that overlap are one.
    check_away(
        60,
        &[(90.0, 130.0), (110.0, 150.0)],
        170.0,
        (20, false, false),
    );
}

#[test]
fn a_leave_that_is_to_come_ends_the_waiting_when_it_comes() {
    let there = SeatClock {
        is_person: true,
        ..seat(60, &[(5.0, true)])
    };
    let leaving = SeatClock {
        is_person: true,
        leaves: vec![(at(40.0), Some(at(500.0)))],
        ..seat(60, &[])
    };
    let clock = PhaseClock {
        deadline_at: Some(at(100.0)),
        needs_person: true,
        seats: vec![there, leaving],
        ..PhaseClock::default()
    };
    assert_eq!(clock.over_at(at(10.0)), Some(at(40.0)));
    assert!(!clock.is_over(at(39.0)) && clock.is_over(at(40.0)));
    assert_eq!(clock.over_since(at(90.0)), Some(at(40.0)));
    // Back with the reserve untouched: it is waited for again.
    assert_eq!(clock.over_at(at(500.0)), Some(at(560.0)));
}

/// A seat's phase looked at second by second: what the arithmetic has to agree with.
fn second_by_second(clock: &PhaseClock, now: i64) -> (u32, bool, bool, bool) {
    let seat = &clock.seats[0];
    let within = |spans: &[(Instant, Instant)], second: i64| {
        let second = at(second as f64);
        spans
            .iter()
            .any(|(from, until)| *from <= second && second < *until)
    };
    let leaves: Vec<_> = seat
        .leaves
        .iter()
        .map(|&(from, until)| (from, until.unwrap_or(at(1e9))))
        .collect();
    let (mut drawn, mut is_committed, mut is_out) = (0, false, false);
    let mut was_away_at_the_end = false;
    for second in 0..=now {
        for (when, is_commit) in &seat.commits {
            if *when == at(second as f64) {
                is_committed = *is_commit;
            }
        }
        let (is_away, stands) = (within(&leaves, second), within(&clock.pauses, second));
        let is_due = Some(at(second as f64)) >= clock.deadline_at;
        if is_due && !is_committed && !is_away && !stands {
            if drawn == seat.reserve_seconds && !is_out {
                is_out = true;
                was_away_at_the_end = second > 0 && within(&leaves, second - 1);
            }
            // The second from `now` on has not passed yet.
            if drawn < seat.reserve_seconds && second < now {
                drawn += 1;
            }
        }
    }
    let is_away = match is_out {
        true => was_away_at_the_end,
        false => within(&leaves, now),
    } && !is_committed;
    let is_timed_out = !is_committed && is_out && !is_away;
    (drawn, is_committed, is_away, is_timed_out)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]
    #[test]
    fn any_leaves_commits_and_pauses_come_to_what_a_stopwatch_says(
        reserve in 0_u32..40,
        deadline in 1_i64..60,
        leaves in proptest::collection::vec((0_i64..120, 1_i64..50), 0..4),
        pause in proptest::option::of((0_i64..100, 1_i64..30)),
        toggles in proptest::collection::btree_set(1_i64..140, 0..5),
        now in 0_i64..160,
    ) {
        let second = |second: i64| at(second as f64);
        let commits = toggles.into_iter().enumerate();
        // A pause that began before the deadline has moved it behind its end.
        let pauses: Vec<_> = pause
            .filter(|(from, _)| *from >= deadline)
            .map(|(from, length)| (second(from), second(from + length)))
            .into_iter()
            .collect();
        let clock = PhaseClock {
            deadline_at: Some(second(deadline)),
            pauses,
            seats: vec![SeatClock {
                reserve_seconds: reserve,
                leaves: leaves
                    .iter()
                    .map(|&(from, length)| (second(from), Some(second(from + length))))
                    .collect(),
                commits: commits.map(|(n, when)| (second(when), n % 2 == 0)).collect(),
                ..SeatClock::default()
            }],
            ..PhaseClock::default()
        };
        let now_at = second(now);
        let standing = clock.standings(now_at)[0];
        let got = (
            standing.drawn_seconds,
            standing.is_committed,
            standing.is_absent,
            standing.is_timed_out(now_at),
        );
        proptest::prop_assert_eq!(got, second_by_second(&clock, now), "{:?} at {}", clock, now);
    }
}
