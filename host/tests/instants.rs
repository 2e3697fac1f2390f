//! Every instant in the tables is one of a list, and what runs by one is given back
//! after an outage and does not come while the database's clock is not trusted.

mod support;

use std::{collections::BTreeSet, time::Duration};

use diesel::{QueryableByName, sql_types::Text};
use diesel_async::RunQueryDsl;
use fieldpost::{
    admin, audit,
    calendar::Rule,
    games,
    heartbeat::{self, Beat, Pulse, instants::INSTANTS},
    mail::reminders,
    votes::{self, Question},
};
use support::clocks::{HOUR, announce, clock_of, close_all, turn};
use support::{TestApp, TestDatabase, TestGame};

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn every_instant_of_the_schema_is_in_the_list() {
    let database = TestDatabase::migrated().await;
    let rows: Vec<Column> = diesel::sql_query(
        "SELECT table_name || '.' || column_name AS name FROM information_schema.columns \
         WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations' \
           AND data_type LIKE 'timestamp%'",
    )
    .load(&mut database.connect().await)
    .await
    .unwrap();
    let in_database: BTreeSet<String> = rows.into_iter().map(|row| row.name).collect();
    let names = INSTANTS
        .iter()
        .map(|(table, column, _)| format!("{table}.{column}"));
    let listed: BTreeSet<String> = names.clone().collect();
    assert_eq!(names.count(), listed.len(), "one is listed twice");
    assert_eq!(
        listed, in_database,
        "say in heartbeat/instants.rs what becomes of each instant in an outage"
    );
}

/// A process that beats: time passes for the host and, by leaps, in the database.
#[derive(Default)]
struct Heart {
    pulse: Pulse,
    uptime: u64,
}

impl Heart {
    async fn beat(&mut self, app: &TestApp, host_hours: u64) -> Beat {
        self.uptime += host_hours * 3600;
        let mut conn = app.state.db.get().await.unwrap();
        let uptime = Duration::from_secs(self.uptime);
        heartbeat::beat(&mut conn, &mut self.pulse, uptime)
            .await
            .unwrap()
    }
}

/// An untimed game that is asked for a deadline: counted in 72 hours.
async fn asked(app: &TestApp) -> TestGame {
    let game = TestGame::start(app).await;
    let mut conn = app.state.db.get().await.unwrap();
    let question = Question::Deadline("86400".parse::<Rule>().unwrap());
    votes::ask(&mut conn, game.id, 0, &question).await.unwrap();
    game
}

async fn hours_until(app: &TestApp, what: &str) -> i64 {
    let sql =
        format!("SELECT round(extract(epoch FROM ({what}) - fieldpost_now()) / 3600)::bigint AS n");
    app.number(&sql).await
}

async fn nothing_happens(app: &TestApp) {
    assert!(!votes::step(&app.state).await.unwrap());
    assert!(!reminders::step(&app.state).await.unwrap());
    assert!(!games::step(&app.state).await.unwrap());
    assert_eq!(close_all(app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_given_back_to_a_vote_as_to_a_deadline() {
    let app = TestApp::start().await;
    let mut heart = Heart::default();
    heart.beat(&app, 0).await;
    let game = asked(&app).await;
    let timed = TestGame::with_clock(&app, Some(86_400), 0).await;
    let counted = format!("SELECT counted_from FROM votes WHERE game_id = {}", game.id);
    let due = format!(
        "SELECT deadline_at FROM clocks WHERE game_id = {}",
        timed.id
    );
    let remind = format!("SELECT remind_at FROM clocks WHERE game_id = {}", timed.id);
    app.leap_seconds(80.0 * HOUR).await;
    // Before the first beat of whoever comes back nothing is counted.
    nothing_happens(&app).await;
    assert!(matches!(heart.beat(&app, 80).await, Beat::Credited { .. }));
    nothing_happens(&app).await;
    assert_eq!(hours_until(&app, &counted).await, 72);
    assert_eq!(hours_until(&app, &due).await, 24);
    assert_eq!(hours_until(&app, &remind).await, 18);
    app.advance_seconds(71.9 * HOUR).await;
    assert!(!votes::step(&app.state).await.unwrap());
    app.advance_seconds(0.2 * HOUR).await;
    assert!(votes::step(&app.state).await.unwrap());
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_by_a_clock_that_leapt_and_what_was_left_is_left() {
    let app = TestApp::start().await;
    let mut heart = Heart::default();
    heart.beat(&app, 0).await;
    let game = asked(&app).await;
    let timed = TestGame::with_clock(&app, Some(86_400), 0).await;
    app.leap_seconds(40.0 * HOUR).await;
    assert_eq!(heart.beat(&app, 0).await, Beat::Halted);
    app.leap_seconds(40.0 * HOUR).await;
    nothing_happens(&app).await;
    let mut conn = app.state.db.get().await.unwrap();
    heartbeat::accept(&mut conn).await.unwrap().unwrap();
    nothing_happens(&app).await;
    let counted = format!("SELECT counted_from FROM votes WHERE game_id = {}", game.id);
    let due = format!(
        "SELECT deadline_at FROM clocks WHERE game_id = {}",
        timed.id
    );
    assert_eq!(hours_until(&app, &counted).await, 72);
    assert_eq!(hours_until(&app, &due).await, 24);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_follow_a_deadline_wherever_it_is_moved() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(18.2 * HOUR).await;
    assert!(reminders::step(&app.state).await.unwrap());
    app.advance_seconds(5.3 * HOUR).await;
    assert!(reminders::step(&app.state).await.unwrap());
    let remind = format!("SELECT remind_at FROM clocks WHERE game_id = {}", game.id);
    let owed = format!(
        "SELECT count(remind_at) AS n FROM clocks WHERE game_id = {}",
        game.id
    );
    assert_eq!(app.number(&owed).await, 0);
    let mut conn = app.state.db.get().await.unwrap();
    let console = audit::Actor::Console;
    admin::games::extend(&mut conn, console, game.id, 7 * 86_400)
        .await
        .unwrap();
    // Eight days in all: a quarter of them is left two days before, 120.5 hours on.
    assert_eq!(hours_until(&app, &remind).await, 120);
    app.advance_seconds(121.0 * HOUR).await;
    assert!(reminders::step(&app.state).await.unwrap());
    // And an hour before: of 168.5 hours 121 have gone.
    assert_eq!(hours_until(&app, &remind).await, 46);
    // A pause moves what is to come and brings nothing again.
    admin::games::pause(&mut conn, console, game.id)
        .await
        .unwrap();
    app.advance_seconds(30.0 * HOUR).await;
    assert!(!reminders::step(&app.state).await.unwrap());
    admin::games::resume(&mut conn, console, game.id)
        .await
        .unwrap();
    assert_eq!(hours_until(&app, &remind).await, 46);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_from_a_leave_has_the_reserve_that_they_left_with() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 3600).await;
    announce(&app, &game, 2, 0, 25).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(24.5 * HOUR).await;
    assert_eq!(close_all(&app).await, 0, "seat 1 is in its reserve");
    game.commit(&app.state, 1, 1).await;
    // The only one who is missing is away: the turn does not wait for them.
    assert_eq!(close_all(&app).await, 1);
    let (_, close) = turn(&app, &game, 1).await;
    assert!(
        close.contains(r#""markers":["Committed","Committed","Absent"]"#),
        "{close}"
    );
    assert_eq!(game.reserves(&app).await[2], 3600);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_leave_ends_behind_the_deadline_is_waited_for_again() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 3600).await;
    announce(&app, &game, 2, 0, 25).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(24.95 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    // The reserve of seat 1 was over when seat 2 came back, six minutes ago.
    app.advance_seconds(0.15 * HOUR).await;
    let clock = clock_of(&app, &game).await;
    let back = clock.phase_clock.standings(clock.now)[2];
    assert!((300..420).contains(&back.drawn_seconds), "{back:?}");
    assert!(back.is_waited_for(clock.now), "{back:?}");
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(HOUR).await;
    assert_eq!(close_all(&app).await, 1);
    let (_, close) = turn(&app, &game, 1).await;
    assert!(
        close.contains(r#""markers":["Committed","TimedOut","TimedOut"]"#),
        "{close}"
    );
    app.work().await;
}
