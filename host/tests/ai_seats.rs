//! Games in which not every seat has a person: the commanders' part is done by
//! whatever process comes by, once, and nobody ever waits for it.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{
    ai::seats::COMMITS_AFTER_SECONDS,
    auth::invitations,
    error::Error,
    games::{self},
    worker,
};
use fieldpost_engine::{log::GameFile, scenario::Controller, verify::verify};
use support::{LogLine, TestApp, TestGame, kelsey_ford};

/// Kelsey Ford with one person, at the first seat.
async fn start(app: &TestApp) -> TestGame {
    let mut scenario = kelsey_ford();
    for seat in &mut scenario.seats[1..] {
        seat.controller = Controller::Ai;
    }
    TestGame::of_one_person(app, scenario).await
}

async fn turn(app: &TestApp, game: &TestGame) -> i64 {
    app.number(&format!(
        "SELECT turn::bigint AS n FROM games WHERE id = {}",
        game.id
    ))
    .await
}

fn of_seat(log: &[LogLine], seat: i16, turn: i32) -> Vec<&str> {
    let own = log
        .iter()
        .filter(|line| line.seat == Some(seat) && line.turn == turn);
    own.map(|line| line.kind.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_commanders_goes_on_when_its_person_commits() {
    let app = TestApp::start().await;
    let game = start(&app).await;
    for number in 1..=3_u32 {
        assert_eq!(turn(&app, &game).await, i64::from(number));
        app.work().await;
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        app.work().await;
        assert_eq!(
            turn(&app, &game).await,
            i64::from(number),
            "it waits for the person"
        );
        game.commit(&app.state, 0, number).await;
        // A process that was killed leaves nothing that the next one lacks.
        app.state.replays.clear();
        app.work().await;
        assert_eq!(turn(&app, &game).await, i64::from(number) + 1);
    }
    let log = game.log(&app).await;
    for seat in [1, 2] {
        let first = of_seat(&log, seat, 1);
        assert!(first.len() > 1, "seat {seat} ordered nothing: {first:?}");
        for number in 1..=3 {
            let kinds = of_seat(&log, seat, number);
            let commits = kinds.iter().filter(|kind| **kind == "CommitOrders").count();
            assert_eq!(commits, 1, "seat {seat}, turn {number}");
            assert_eq!(kinds.last(), Some(&"CommitOrders"));
        }
    }
    // What is in the log is enough: no commander is asked again (TM-2420).
    let mut conn = app.state.db.get().await.unwrap();
    let row = games::find(&mut conn, &game.key).await.unwrap();
    let text = fieldpost::export::game_file(&mut conn, &row).await.unwrap();
    let mut file = GameFile::parse(&text).unwrap();
    file.header.seed = Some(game.seed(&app).await);
    assert_eq!(verify(&file), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commit_comes_at_its_time_whatever_there_was_to_think_about() {
    let app = TestApp::start().await;
    let game = start(&app).await;
    app.work().await;
    let log = game.log(&app).await;
    assert!(!of_seat(&log, 1, 1).is_empty());
    assert!(!of_seat(&log, 1, 1).contains(&"CommitOrders"), "too early");
    // The person is quick: the turn waits for the commanders, and for them alone.
    game.commit(&app.state, 0, 1).await;
    app.work().await;
    assert_eq!(turn(&app, &game).await, 1);
    app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
    app.work().await;
    assert_eq!(turn(&app, &game).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_enter_a_commanders_orders_once() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let game = start(&app).await;
    for number in 1..=4_u32 {
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        let run = async |state| {
            while worker::step(state).await.unwrap() {}
        };
        tokio::join!(run(&app.state), run(&other.state));
        game.commit(&other.state, 0, number).await;
        tokio::join!(run(&app.state), run(&other.state));
        assert_eq!(turn(&app, &game).await, i64::from(number) + 1);
    }
    let log = game.log(&app).await;
    for (seat, number) in [(1, 1), (1, 4), (2, 1), (2, 4)] {
        let own = log
            .iter()
            .filter(|line| line.seat == Some(seat) && line.turn == number);
        let mut records: Vec<String> = own.map(without_seq).collect();
        let all = records.len();
        records.sort();
        records.dedup();
        assert_eq!(
            records.len(),
            all,
            "seat {seat}, turn {number}: something is there twice"
        );
    }
}

fn without_seq(line: &LogLine) -> String {
    let mut record: serde_json::Value = serde_json::from_str(&line.record).unwrap();
    record.as_object_mut().unwrap().remove("seq");
    record.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_substitute_commits_first_and_orders_later() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    for number in 1..=2 {
        substitute(&app, &game, number).await;
        app.work().await;
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        app.work().await;
        let kinds = game.log(&app).await;
        let kinds = of_seat(&kinds, 1, number);
        if number == 1 {
            assert_eq!(kinds, ["CommitOrders"]);
        } else {
            assert!(kinds.len() > 1, "{kinds:?}");
        }
        for seat in [0, 2] {
            game.commit(&app.state, seat, number.unsigned_abs()).await;
        }
        app.work().await;
    }
    assert_eq!(turn(&app, &game).await, 3);
}

/// An AI holds the second seat for its player in this turn.
async fn substitute(app: &TestApp, game: &TestGame, turn: i32) {
    let sql = format!(
        "UPDATE clocks SET substituted = '{{1}}', expected = '{{0,2}}' \
         WHERE game_id = {} AND turn = {turn}",
        game.id
    );
    let mut conn = app.database.connect().await;
    conn.batch_execute(&sql).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commanders_seat_cannot_be_offered() {
    let app = TestApp::start().await;
    let game = start(&app).await;
    let mut conn = app.state.db.get().await.unwrap();
    let offer = invitations::offer(&mut conn, &app.state.auth, game.id, 1, None).await;
    assert!(matches!(offer, Err(Error::NotFound)));
    app.work().await;
}
