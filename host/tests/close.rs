//! Closing turns: once, on time, and whatever dies in between.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::close;
use support::html::text_of;
use support::people::mails_to;
use support::table::player;
use support::{TestApp, TestGame};

const OPERATOR: &str = "operator@example.org";

/// Does all that is due with turns; mails are another matter.
async fn close_all(app: &TestApp) -> usize {
    let mut closed = 0;
    while close::step(&app.state).await.unwrap().is_some() {
        closed += 1;
    }
    closed
}

async fn kinds(app: &TestApp, game: &TestGame) -> Vec<String> {
    game.assert_sound(app)
        .await
        .into_iter()
        .map(|line| line.kind)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_commit_closes_the_turn_and_opens_the_next() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    assert_eq!(game.owed(&app, "game_started").await.len(), 3);
    game.commit(&app.state, 0, 1).await;
    game.commit(&app.state, 1, 1).await;
    game.take(&app.state, 1, 1, r#"{"kind":"RevokeCommit"}"#)
        .await;
    game.commit(&app.state, 2, 1).await;
    assert_eq!(close_all(&app).await, 0);
    game.commit(&app.state, 1, 1).await;
    assert_eq!(close_all(&app).await, 1);

    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    let lines = game.assert_sound(&app).await;
    assert_eq!(
        lines.last().unwrap().record,
        r#"{"kind":"CloseOrders","markers":["Committed","Committed","Committed"],"seat":null,"seq":6,"turn":1}"#
    );
    let turn_1 = [(Some(0), Some(1)), (Some(1), Some(1)), (Some(2), Some(1))];
    assert_eq!(game.owed(&app, "turn_ready").await, turn_1);
    assert_eq!(app.number("SELECT count(*) AS n FROM witnesses").await, 1);
    // Commits do not carry over.
    assert_eq!(close_all(&app).await, 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deadline_then_the_reserve_then_the_close() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 60).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(3590.0).await;
    assert_eq!(close_all(&app).await, 0);
    // Ten seconds and a half into its reserve, seat 1 commits.
    app.advance_seconds(20.5).await;
    assert_eq!(close_all(&app).await, 0);
    game.commit(&app.state, 1, 1).await;
    // The test itself takes some time, so this stays well below the minute.
    app.advance_seconds(40.0).await;
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(10.0).await;
    assert_eq!(close_all(&app).await, 1);

    let records: Vec<_> = game
        .assert_sound(&app)
        .await
        .into_iter()
        .map(|line| line.record)
        .collect();
    assert!(
        records[2].contains(r#""about":2,"kind":"TurnTimeout","seat":null"#),
        "{records:?}"
    );
    assert!(records[3].contains(r#""markers":["Committed","Committed","TimedOut"]"#));
    assert_eq!(records.len(), 4);
    let owed = game.owed(&app, "turn_ready").await;
    let each_once = [0, 1, 2].map(|seat| (Some(seat), Some(1)));
    assert_eq!(owed, each_once, "one letter each, late or not");
    let reserves = game.reserves(&app).await;
    assert_eq!((reserves[0], reserves[2]), (60, 0));
    assert!((47..=50).contains(&reserves[1]), "{reserves:?}");
    let clock = {
        let mut conn = app.state.db.get().await.unwrap();
        fieldpost::phases::read(&mut conn, game.id).await.unwrap()
    };
    let wait = clock.phase_clock.deadline_at.unwrap() - clock.opened_at.unwrap();
    assert_eq!((clock.turn, wait.num_seconds()), (2, 3600));

    // The next turn: reserves are what was left, and never refill.
    app.advance_seconds(3600.0).await;
    game.commit(&app.state, 0, 2).await;
    app.advance_seconds(60.0).await;
    assert_eq!(close_all(&app).await, 1);
    assert_eq!(game.reserves(&app).await[1..], [0, 0]);
    assert!(kinds(&app, &game).await.ends_with(&[
        "CommitOrders".to_owned(),
        "TurnTimeout".to_owned(),
        "TurnTimeout".to_owned(),
        "CloseOrders".to_owned(),
    ]));
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_behind_all_time_is_late_even_if_nobody_has_closed_yet() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(60), 0).await;
    app.advance_seconds(61.0).await;
    let answers = game
        .send(&app.state, 0, 1, &[r#"{"kind":"CommitOrders"}"#])
        .await
        .unwrap();
    assert_eq!(answers[0].refusal().unwrap().code, "phase-closed");
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    let timed_out = r#""markers":["TimedOut","TimedOut","TimedOut"]"#;
    assert!(
        game.log(&app)
            .await
            .last()
            .unwrap()
            .record
            .contains(timed_out)
    );
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_left_half_closed_is_picked_up_by_another_process() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    // The witness cannot be written, so the process fails between its two
    // transactions, as one that is killed there would.
    let mut owner = app.database.connect().await;
    owner
        .batch_execute("REVOKE INSERT ON witnesses FROM fieldpost_host")
        .await
        .unwrap();
    assert_eq!(close::step(&app.state).await.unwrap(), None);
    assert_eq!(game.standing(&app).await, (1, "closing".to_owned()));
    let late = game
        .send(&app.state, 0, 1, &[r#"{"kind":"RevokeCommit"}"#])
        .await
        .unwrap();
    assert_eq!(late[0].refusal().unwrap().code, "phase-closed");
    // Whoever comes back from a commit just then is told neither that the turn is
    // open nor that the game is over.
    let reader = player(&app, &game, 0).await;
    let back = format!("/games/{}?of=1&done=CommitOrders", game.key);
    let told = text_of(&reader.get(&back).await.body);
    assert!(told.contains("Turn 1 is being fought."), "{told}");
    app.kill().await;

    owner
        .batch_execute("GRANT INSERT ON witnesses TO fieldpost_host")
        .await
        .unwrap();
    let other = app.second_host().await;
    // Whoever began it has a moment to go on, and what failed is left alone for one.
    app.advance_seconds(2.0).await;
    assert!(close::step(&other.state).await.unwrap().is_some());
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    assert_eq!(
        kinds(&app, &game)
            .await
            .iter()
            .filter(|kind| *kind == "CloseOrders")
            .count(),
        1
    );
    assert_eq!(game.owed(&app, "turn_ready").await.len(), 3);
    assert!(close::step(&other.state).await.unwrap().is_none());
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_replayed_stalls_its_game_and_no_other() {
    let app = TestApp::start().await;
    app.database
        .connect()
        .await
        .batch_execute(&format!(
            "INSERT INTO accounts (email, name, is_operator) VALUES ('{OPERATOR}', '', true)"
        ))
        .await
        .unwrap();
    let broken = TestGame::start(&app).await;
    let sound = TestGame::start(&app).await;
    for seat in 0..3 {
        broken.commit(&app.state, seat, 1).await;
        sound.commit(&app.state, seat, 1).await;
    }
    // Somebody with an owner's rights forged a record.
    let forge = format!(
        "ALTER TABLE log DISABLE TRIGGER USER; \
         UPDATE log SET record = replace(record, '\"seat\":0', '\"seat\":1') \
             WHERE game_id = {} AND seq = 1; \
         ALTER TABLE log ENABLE TRIGGER USER",
        broken.id
    );
    app.database
        .connect()
        .await
        .batch_execute(&forge)
        .await
        .unwrap();
    // Nothing that was replayed before the forgery may hide it.
    app.state.replays.clear();
    assert_eq!(close_all(&app).await, 1);
    assert_eq!(broken.standing(&app).await, (1, "stalled".to_owned()));
    assert_eq!(sound.standing(&app).await, (2, "orders".to_owned()));
    assert!(broken.owed(&app, "turn_ready").await.is_empty());
    // Its players are told, once.
    let told = [(Some(0), Some(1)), (Some(1), Some(1)), (Some(2), Some(1))];
    assert_eq!(broken.owed(&app, "stalled").await, told);
    assert!(sound.owed(&app, "stalled").await.is_empty());
    // And so is the operator, with what to do.
    let letters = mails_to(&app, OPERATOR).await;
    assert_eq!(letters.len(), 0, "before the mails go out");
    app.work().await;
    let letters = mails_to(&app, OPERATOR).await;
    assert_eq!(letters.len(), 1);
    let retry = format!("fieldpost admin retry {}", broken.key);
    let text: Vec<&str> = letters[0].text.split_whitespace().collect();
    assert!(text.join(" ").contains(&retry), "{}", letters[0].text);
    let alarms = "SELECT count(*) AS n FROM alarms WHERE kind = 'stalled'";
    assert_eq!(app.number(alarms).await, 1);
    let answers = broken
        .send(&app.state, 0, 1, &[r#"{"kind":"CommitOrders"}"#])
        .await
        .unwrap();
    assert_eq!(answers[0].refusal().unwrap().code, "not-in-orders");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_that_compute_different_turns_raise_an_alarm() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let winner = format!(
        "INSERT INTO witnesses VALUES ({}, 1, 'other', 'other', 'other')",
        game.id
    );
    app.database
        .connect()
        .await
        .batch_execute(&winner)
        .await
        .unwrap();
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    close::step(&app.state).await.unwrap();
    let alarms = "SELECT count(*) AS n FROM alarms WHERE kind = 'hash-mismatch'";
    assert_eq!(app.number(alarms).await, 1);
    // It does not go round in circles either.
    assert_eq!(close_all(&app).await, 0);
    assert_eq!(game.standing(&app).await, (1, "stalled".to_owned()));
    assert!(game.owed(&app, "turn_ready").await.is_empty());
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_every_cached_state_changes_nothing_but_time() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    for turn in 1..=3 {
        for seat in 0..3 {
            app.state.replays.clear();
            game.commit(&app.state, seat, turn).await;
        }
        app.state.replays.clear();
        assert_eq!(close_all(&app).await, 1);
    }
    let cold = app.second_host().await;
    for turn in 0..=3 {
        let warm = app
            .state
            .replays
            .after_turn(&app.state.db, game.id, turn)
            .await
            .unwrap();
        let cold = cold
            .state
            .replays
            .after_turn(&cold.state.db, game.id, turn)
            .await
            .unwrap();
        assert_eq!(
            (warm.seq, warm.chain, &warm.counts),
            (cold.seq, cold.chain, &cold.counts)
        );
        let hashes = |state: &fieldpost::replays::Replayed| {
            state
                .last_turn
                .as_ref()
                .map(|turn| (turn.activation, turn.state, turn.turn_hash))
        };
        assert_eq!(hashes(&warm), hashes(&cold));
    }
    app.work().await;
}
