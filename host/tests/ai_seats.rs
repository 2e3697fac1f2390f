//! Games in which not every seat has a person: the commanders' part is done by
//! whatever process comes by, once, and nobody ever waits for it.

mod support;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use diesel_async::SimpleAsyncConnection;
use fieldpost::{
    ai::{self, Brief, Commander, seats::COMMITS_AFTER_SECONDS},
    aside,
    auth::invitations,
    error::Error,
    games,
    votes::{self, Question},
    worker,
};
use fieldpost_engine::{log::GameFile, order::Order, scenario::Controller, verify::verify};
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

/// Seat 2 lets a turn pass, the others commit.
async fn miss(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in 0..2 {
        game.commit(&app.state, seat, turn).await;
    }
    app.advance_seconds(3601.0).await;
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_substitute_changes_no_order_in_its_first_phase_and_plays_from_its_second() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    for turn in 1..=3 {
        miss(&app, &game, turn).await;
    }
    // Three misses: the others are asked, and want an AI (TM-580).
    {
        let mut conn = app.state.db.get().await.unwrap();
        let vote = votes::of_game(&mut conn, game.id, 0)
            .await
            .unwrap()
            .remove(0);
        assert_eq!(vote.question, Question::Substitute(2));
        for seat in 0..2 {
            votes::cast(&mut conn, game.id, vote.id, seat, true)
                .await
                .unwrap();
        }
    }
    miss(&app, &game, 4).await;
    // Turns 5 and 6 are the substitute's.
    for number in 5..=6_u32 {
        assert_eq!(turn(&app, &game).await, i64::from(number));
        app.work().await;
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        app.work().await;
        for seat in 0..2 {
            game.commit(&app.state, seat, number).await;
        }
        app.work().await;
    }
    let log = game.log(&app).await;
    assert_eq!(of_seat(&log, 2, 5), ["CommitOrders"], "TM-590, CM-2010");
    let second = of_seat(&log, 2, 6);
    assert!(second.len() > 1, "it plays on: {second:?}");
    assert_eq!(second.last(), Some(&"CommitOrders"));
}

#[derive(Debug)]
struct Endless;

/// What lets the endless come to an end when the test does.
static MAY_END: AtomicBool = AtomicBool::new(false);

impl Commander for Endless {
    fn orders(&mut self, _: &Brief<'_>) -> Vec<Order> {
        while !MAY_END.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Vec::new()
    }
}

#[derive(Debug)]
struct Faulty;

impl Commander for Faulty {
    fn orders(&mut self, _: &Brief<'_>) -> Vec<Order> {
        panic!("a commander's fault, on purpose")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commander_that_loops_or_fails_costs_its_seat_its_orders_and_nobody_a_turn() {
    let mut app = TestApp::start().await;
    app.host.state.commanders.by_name = |name| match name {
        "endless" => Some(Box::new(Endless)),
        "faulty" => Some(Box::new(Faulty)),
        name => ai::commander(name),
    };
    app.host.state.commanders.patience = Duration::from_millis(200);
    let (game, other) = (start(&app).await, start(&app).await);
    let name = format!(
        "UPDATE seats SET ai = CASE seat WHEN 1 THEN 'endless' ELSE 'faulty' END \
         WHERE game_id = {} AND ai IS NOT NULL",
        game.id
    );
    let mut owner = app.database.connect().await;
    owner.batch_execute(&name).await.unwrap();
    for number in 1..=2_u32 {
        app.work().await;
        app.advance_seconds(f64::from(COMMITS_AFTER_SECONDS)).await;
        app.work().await;
        for game in [&game, &other] {
            game.commit(&app.state, 0, number).await;
        }
        app.work().await;
        for game in [&game, &other] {
            assert_eq!(turn(&app, game).await, i64::from(number) + 1);
        }
    }
    let log = game.log(&app).await;
    for (seat, number) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        assert_eq!(of_seat(&log, seat, number), ["CommitOrders"]);
    }
    let fine = other.log(&app).await;
    assert!(
        of_seat(&fine, 1, 2).len() > 1,
        "another game's plays as ever"
    );
    let mut conn = app.state.db.get().await.unwrap();
    let failing = aside::failing(&mut conn, Some(game.id), 10).await.unwrap();
    let causes: Vec<&str> = failing.iter().map(|job| job.cause.as_str()).collect();
    assert_eq!(causes.len(), 2, "{causes:?}");
    let told = |what: &str| causes.iter().any(|cause| cause.contains(what));
    assert!(
        told("did not come to an end") && told("on purpose"),
        "{causes:?}"
    );
    assert!(app.state.commanders.left_behind() > 0);
    MAY_END.store(true, Ordering::Relaxed);
    while app.state.commanders.left_behind() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
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
