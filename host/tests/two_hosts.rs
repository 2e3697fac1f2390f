//! Two host processes on one database, and a crowd of closers at once.

mod support;

use std::{sync::Arc, time::Duration};

use fieldpost::{bus::Notice, close};
use support::{TestApp, TestGame};
use tokio::{sync::Barrier, task::JoinSet};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_closers_on_two_hosts_close_once_and_owe_one_mail_a_seat() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let game = TestGame::start(&app).await;
    for turn in 1..=2 {
        for seat in 0..3 {
            game.commit(&app.state, seat, turn).await;
        }
        let start = Arc::new(Barrier::new(50));
        let mut closers = JoinSet::new();
        for closer in 0..50 {
            let state = if closer % 2 == 0 {
                app.state.clone()
            } else {
                other.state.clone()
            };
            let (start, id) = (Arc::clone(&start), game.id);
            closers.spawn(async move {
                start.wait().await;
                // By the worker's way, and by that of an order that comes late.
                if closer % 3 == 0 {
                    close::step(&state).await.map(|_| ())
                } else {
                    close::close_if_due(&state, id).await.map(|_| ())
                }
            });
        }
        for outcome in closers.join_all().await {
            outcome.unwrap();
        }
        assert_eq!(
            game.standing(&app).await,
            (turn as i32 + 1, "orders".to_owned())
        );
    }
    let lines = game.assert_sound(&app).await;
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.kind == "CloseOrders")
            .count(),
        2
    );
    assert_eq!(lines.len(), 8);
    let expected: Vec<_> = [1, 2]
        .iter()
        .flat_map(|turn| (0..3).map(|seat| (Some(seat), Some(*turn))))
        .collect();
    assert_eq!(game.owed(&app, "turn_ready").await, expected);
    assert_eq!(app.number("SELECT count(*) AS n FROM witnesses").await, 2);
    assert_eq!(app.number("SELECT count(*) AS n FROM alarms").await, 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commits_revocations_orders_and_closes_race_and_nothing_is_lost() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let game = Arc::new(TestGame::start(&app).await);
    let mut players = JoinSet::new();
    for seat in 0..3_u8 {
        let state = if seat == 1 {
            other.state.clone()
        } else {
            app.state.clone()
        };
        let game = Arc::clone(&game);
        players.spawn(async move {
            let mut taken = 0;
            for _ in 0..10 {
                for kind in [
                    "CommitOrders",
                    "RevokeCommit",
                    "WithdrawDraw",
                    "CommitOrders",
                ] {
                    let order = format!(r#"{{"kind":"{kind}"}}"#);
                    let answer = game
                        .send(&state, seat, 1, &[&order])
                        .await
                        .unwrap()
                        .remove(0);
                    match answer.refusal() {
                        None => taken += 1,
                        Some(refused) => assert_eq!(refused.code, "phase-closed"),
                    }
                    close::step(&state).await.unwrap();
                }
            }
            taken
        });
    }
    let taken: usize = players.join_all().await.into_iter().sum();
    let lines = game.assert_sound(&app).await;
    let closes: Vec<_> = lines
        .iter()
        .filter(|line| line.kind == "CloseOrders")
        .map(|line| line.turn)
        .collect();
    assert_eq!(closes, [1]);
    assert_eq!(lines.len(), taken + 1);
    assert_eq!(lines.last().unwrap().kind, "CloseOrders");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_cross_from_one_host_to_the_other_and_survive_a_broken_connection() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let ear = tokio::spawn(fieldpost::worker::listen(&other.state));
    let mut news = other.state.bus.subscribe();
    let game = TestGame::start(&app).await;
    let mut hear = async |wanted: Notice| {
        let heard = async { while news.recv().await.unwrap() != wanted {} };
        tokio::time::timeout(Duration::from_secs(10), heard)
            .await
            .expect("the news arrive");
    };
    hear(Notice::Resync).await;
    game.commit(&app.state, 0, 1).await;
    hear(Notice::Commits { game_id: game.id }).await;

    let cut = "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity \
               WHERE datname = current_database() AND application_name = 'fieldpost bus'";
    assert_eq!(app.number(cut).await, 1);
    hear(Notice::Resync).await;
    game.commit(&app.state, 1, 1).await;
    hear(Notice::Commits { game_id: game.id }).await;
    game.commit(&app.state, 2, 1).await;
    close::step(&app.state).await.unwrap();
    hear(Notice::Turn { game_id: game.id }).await;
    ear.abort();
    app.work().await;
}

/// A host as the system runs it, on the database of a test.
fn process(app: &TestApp) -> std::process::Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("serve")
        .env("FIELDPOST_DATABASE_URL", &app.database.url)
        .env("FIELDPOST_SECRET", "07".repeat(32))
        .env("FIELDPOST_LISTEN", "127.0.0.1:0")
        .env("FIELDPOST_MAILBOX", &app.mailbox)
        .env("RUST_LOG", "warn")
        .spawn()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn real_processes_close_turns_by_themselves_and_one_may_be_killed() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (mut one, mut two) = (process(&app), process(&app));
    let reaches = async |turn: i32| {
        let patience = tokio::time::Instant::now() + Duration::from_secs(20);
        while game.standing(&app).await != (turn, "orders".to_owned()) {
            assert!(
                tokio::time::Instant::now() < patience,
                "turn {turn} does not open"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    for turn in 1..=2 {
        for seat in 0..3 {
            game.commit(&app.state, seat, turn).await;
        }
        reaches(turn as i32 + 1).await;
        // The first time both are there, the second time one.
        one.kill().unwrap();
        one.wait().unwrap();
    }
    let pid = two.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert!(two.wait().unwrap().success());
    let lines = game.assert_sound(&app).await;
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.kind == "CloseOrders")
            .count(),
        2
    );
    assert_eq!(game.owed(&app, "turn_ready").await.len(), 6);
    // What the killed one had in hand is free again when its lease is over.
    app.advance_seconds(121.0).await;
    app.work().await;
}
