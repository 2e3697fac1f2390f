//! The guard over the database's clock: outages are given back, and a clock that
//! was set closes no turn.

mod support;

use std::time::Duration;

use fieldpost::{
    close::{self, Ensured},
    heartbeat::{self, Beat, Pulse},
    phases::{self, GameClock},
};
use support::{TestApp, TestGame};

/// One process's heart: what it remembers, and a host clock moved by hand.
#[derive(Default)]
struct Heart {
    pulse: Pulse,
    uptime: Duration,
}

impl Heart {
    /// Time passes on both clocks, and then it beats.
    async fn beat(&mut self, app: &TestApp, host: u64, database: f64) -> Beat {
        self.uptime += Duration::from_secs(host);
        app.leap_seconds(database).await;
        let mut conn = app.state.db.get().await.unwrap();
        heartbeat::beat(&mut conn, &mut self.pulse, self.uptime)
            .await
            .unwrap()
    }
}

async fn clock(app: &TestApp, game: &TestGame) -> GameClock {
    let mut conn = app.state.db.get().await.unwrap();
    phases::read(&mut conn, game.id).await.unwrap()
}

/// Whole seconds until the deadline, as near as the test's own time allows.
async fn left(app: &TestApp, game: &TestGame) -> i64 {
    let clock = clock(app, game).await;
    (clock.phase_clock.deadline_at.unwrap() - clock.now).num_seconds()
}

async fn accept(app: &TestApp) -> Option<heartbeat::Accepted> {
    let mut conn = app.state.db.get().await.unwrap();
    heartbeat::accept(&mut conn).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_given_back_to_the_phase_and_shown() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    let untimed = TestGame::start(&app).await;
    let mut heart = Heart::default();
    assert_eq!(heart.beat(&app, 0, 0.0).await, Beat::Steady);
    assert_eq!(heart.beat(&app, 50, 50.0).await, Beat::Steady);
    let before = left(&app, &game).await;
    // Nobody is there for two hours. Whoever comes back closes nothing before
    // the beat has given the time back.
    app.leap_seconds(7200.0).await;
    assert!(close::step(&app.state).await.unwrap().is_none());
    let beat = heart.beat(&app, 7200, 0.0).await;
    assert!(
        matches!(
            beat,
            Beat::Credited {
                seconds: 7200..7230,
                phases: 2
            }
        ),
        "{beat:?}"
    );
    assert!(close::step(&app.state).await.unwrap().is_none());
    let after = left(&app, &game).await;
    assert!((before - 30..=before).contains(&after), "{before} {after}");
    let pauses = clock(&app, &game).await.pauses;
    assert_eq!(pauses.len(), 1);
    assert_eq!(pauses[0].cause, "downtime");
    assert_eq!(clock(&app, &untimed).await.pauses.len(), 1);
    let noted = "SELECT count(*) AS n FROM clock_events WHERE kind = 'credited' AND phases = 2";
    assert_eq!(app.number(noted).await, 1);
    // And then it ends like any other.
    app.advance_seconds(3600.0).await;
    assert!(close::step(&app.state).await.unwrap().is_some());
    assert_eq!(game.standing(&app).await.0, 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reserve_is_drawn_for_an_outage() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(100), 600).await;
    let mut heart = Heart::default();
    heart.beat(&app, 0, 0.0).await;
    app.advance_seconds(150.0).await;
    let beat = heart.beat(&app, 1150, 1000.0).await;
    assert!(matches!(beat, Beat::Credited { .. }), "{beat:?}");
    let clock = clock(&app, &game).await;
    for standing in clock.phase_clock.standings(clock.now) {
        assert!((50..80).contains(&standing.drawn_seconds), "{standing:?}");
    }
    // A commit before it is charged for what it was late and no more.
    game.commit(&app.state, 0, 1).await;
    game.commit(&app.state, 1, 1).await;
    app.advance_seconds(600.0).await;
    assert!(close::step(&app.state).await.unwrap().is_some());
    let reserves = game.reserves(&app).await;
    assert!((520..=550).contains(&reserves[0]), "{reserves:?}");
    assert_eq!(reserves[2], 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_went_back_closes_nothing_until_it_is_accepted() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let all_in = TestGame::start(&app).await;
    let mut heart = Heart::default();
    heart.beat(&app, 0, 0.0).await;
    let before = left(&app, &game).await;
    assert_eq!(heart.beat(&app, 10, -3600.0).await, Beat::Halted);
    for seat in 0..3 {
        all_in.commit(&app.state, seat, 1).await;
    }
    assert!(close::step(&app.state).await.unwrap().is_none());
    let ensured = close::close_if_due(&app.state, all_in.id).await.unwrap();
    assert_eq!(ensured, Ensured::NotDue);
    assert_eq!(all_in.standing(&app).await, (1, "orders".to_owned()));
    assert!(clock(&app, &game).await.is_halted);
    // It stays so, whatever the clock does.
    assert_eq!(heart.beat(&app, 10, 7200.0).await, Beat::Halted);
    app.leap_seconds(-7200.0).await;
    let accepted = accept(&app).await.unwrap();
    assert!((-3601..-3500).contains(&accepted.seconds), "{accepted:?}");
    assert!(accepted.why.contains("behind"), "{accepted:?}");
    assert!(accept(&app).await.is_none());
    let after = left(&app, &game).await;
    assert!((before - 60..=before).contains(&after), "{before} {after}");
    assert_eq!(heart.beat(&app, 10, 10.0).await, Beat::Steady);
    assert!(close::step(&app.state).await.unwrap().is_some());
    assert_eq!(all_in.standing(&app).await.0, 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_leaps_while_beats_go_on_halts_and_one_that_slept_does_not() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let (mut heart, mut other) = (Heart::default(), Heart::default());
    heart.beat(&app, 0, 0.0).await;
    other.beat(&app, 0, 0.0).await;
    // A laptop that slept: both clocks say so.
    let slept = heart.beat(&app, 28_800, 28_800.0).await;
    assert!(matches!(slept, Beat::Credited { .. }), "{slept:?}");
    other.uptime += Duration::from_secs(28_800);
    // Nearly ten minutes ahead are an outage, for whatever reason.
    let late = heart.beat(&app, 10, 500.0).await;
    assert!(matches!(late, Beat::Credited { .. }), "{late:?}");
    let before = left(&app, &game).await;
    // Further ahead than ten minutes in all: the clock was set.
    assert_eq!(heart.beat(&app, 10, 200.0).await, Beat::Halted);
    assert!(close::step(&app.state).await.unwrap().is_none());
    assert_eq!(other.beat(&app, 20, 0.0).await, Beat::Halted);
    let accepted = accept(&app).await.unwrap();
    assert!(accepted.why.contains("ahead"), "{accepted:?}");
    let after = left(&app, &game).await;
    assert!((before - 60..=before).contains(&after), "{before} {after}");
    // Neither process holds what was accepted against the clock again.
    assert_eq!(heart.beat(&app, 10, 10.0).await, Beat::Steady);
    assert_eq!(other.beat(&app, 10, 10.0).await, Beat::Steady);
    let events = "SELECT count(*) AS n FROM clock_events WHERE kind IN ('halted', 'accepted')";
    assert_eq!(app.number(events).await, 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_never_saw_the_acceptance_takes_it_too() {
    let app = TestApp::start().await;
    let (mut heart, mut other) = (Heart::default(), Heart::default());
    heart.beat(&app, 0, 0.0).await;
    other.beat(&app, 0, 0.0).await;
    assert_eq!(heart.beat(&app, 10, 3600.0).await, Beat::Halted);
    accept(&app).await.unwrap();
    assert_eq!(other.beat(&app, 15, 5.0).await, Beat::Steady);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_overdue_can_be_asked_and_how_late_a_close_was_stays() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(60), 0).await;
    app.advance_seconds(90.0).await;
    let overdue = {
        let mut conn = app.state.db.get().await.unwrap();
        close::overdue(&mut conn).await.unwrap()
    };
    assert_eq!(overdue.games, 1);
    assert!((30..60).contains(&overdue.seconds), "{overdue:?}");
    assert!(close::step(&app.state).await.unwrap().is_some());
    let sql = format!(
        "SELECT extract(epoch FROM closed_at - over_at)::bigint AS n FROM clocks \
         WHERE game_id = {} AND turn = 1",
        game.id
    );
    assert!((30..60).contains(&app.number(&sql).await));
    app.work().await;
}
