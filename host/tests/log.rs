//! The order log: what goes in, what is refused, and that nothing comes out.

mod support;

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{
    db,
    error::Error,
    orders::{Answer, RECORDS_A_TURN},
};
use fieldpost_engine::log::{Hash, receipt};
use support::{TestApp, TestGame};

const MARCH: &str = r#"{"kind":"SetStance","unit":601,"stance":"March"}"#;
const COMMIT: &str = r#"{"kind":"CommitOrders"}"#;

fn code(answer: &Answer) -> &str {
    answer.refusal().map_or("taken", |refused| &refused.code)
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_numbered_chained_and_answered_with_receipts() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let answers = game.send(&app.state, 0, 1, &[MARCH, COMMIT]).await.unwrap();
    game.take(&app.state, 1, 1, COMMIT).await;
    let later = game.send(&app.state, 0, 1, &[MARCH]).await.unwrap();

    let lines = game.assert_sound(&app).await;
    let kinds: Vec<_> = lines
        .iter()
        .map(|line| (line.seat, line.kind.as_str()))
        .collect();
    let expected = [
        (Some(0), "SetStance"),
        (Some(0), "CommitOrders"),
        (Some(1), "CommitOrders"),
        (Some(0), "SetStance"),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(
        lines[0].record,
        r#"{"kind":"SetStance","seat":0,"seq":1,"stance":"March","turn":1,"unit":601}"#
    );

    let seed = game.seed(&app).await;
    // The seat's own count says nothing of the record between.
    for (answer, line, count) in [
        (&answers[0], &lines[0], 1),
        (&answers[1], &lines[1], 2),
        (&later[0], &lines[3], 3),
    ] {
        let Answer::Taken(got) = answer else {
            panic!("{answer:?}")
        };
        let chain = Hash(line.chain.clone().try_into().unwrap());
        assert_eq!(
            (got.game.as_str(), got.turn, got.count),
            (game.key.as_str(), 1, count)
        );
        assert_eq!(got.mac, receipt(&seed, chain).to_string());
    }
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_leaves_the_log_as_it_was() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    game.take(&app.state, 0, 1, MARCH).await;
    let before = game.log(&app).await;
    let off_map = r#"{"kind":"SetTask","unit":601,"task":{"do":{"MoveTo":[99,9]}}}"#;
    let cases = [
        // Another's unit, seen or not, one that is not there, another turn.
        (
            2,
            1,
            r#"{"kind":"SetStance","unit":488,"stance":"Hold"}"#,
            "not-your-unit",
        ),
        (
            0,
            1,
            r#"{"kind":"SetStance","unit":117,"stance":"Hold"}"#,
            "unknown-unit",
        ),
        (
            0,
            1,
            r#"{"kind":"SetStance","unit":9999,"stance":"Hold"}"#,
            "unknown-unit",
        ),
        (0, 2, MARCH, "wrong-turn"),
        (0, 1, off_map, "off-map"),
        // Nothing that can be read as an order.
        (0, 1, "", "malformed"),
        (0, 1, "{", "malformed"),
        (0, 1, "[]", "malformed"),
        (0, 1, r#"{"kind":"Nonsense"}"#, "malformed"),
        (0, 1, r#"{"kind":"SetStance","unit":601}"#, "malformed"),
        (
            0,
            1,
            r#"{"kind":"SetStance","unit":601,"stance":"March","more":1}"#,
            "malformed",
        ),
        // The authority's records are not a player's to send.
        (
            0,
            1,
            r#"{"kind":"TurnTimeout","about":1}"#,
            "not-yours-to-issue",
        ),
        (
            0,
            1,
            r#"{"kind":"CloseOrders","markers":["Committed"]}"#,
            "not-yours-to-issue",
        ),
    ];
    for (seat, turn, order, expected) in cases {
        let answers = game.send(&app.state, seat, turn, &[order]).await.unwrap();
        assert_eq!(
            answers.iter().map(code).collect::<Vec<_>>(),
            [expected],
            "{order}"
        );
    }
    assert_eq!(game.log(&app).await, before);
    // One bad line among good ones keeps none of those out.
    let answers = game
        .send(&app.state, 0, 1, &["{", MARCH, off_map, COMMIT])
        .await
        .unwrap();
    let codes: Vec<_> = answers.iter().map(code).collect();
    assert_eq!(codes, ["malformed", "taken", "off-map", "taken"]);
    assert_eq!(game.assert_sound(&app).await.len(), before.len() + 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_close_an_order_is_refused_as_late() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    while fieldpost::close::step(&app.state).await.unwrap().is_some() {}
    let before = game.log(&app).await;
    for order in [MARCH, r#"{"kind":"RevokeCommit"}"#] {
        let answers = game.send(&app.state, 0, 1, &[order]).await.unwrap();
        assert_eq!(code(&answers[0]), "phase-closed");
    }
    assert_eq!(game.log(&app).await, before);
    game.take(&app.state, 0, 2, MARCH).await;
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_sent_twice_enters_once() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let other = app.second_host().await;
    let send = |state: &fieldpost::app::State| {
        let state = state.clone();
        let game = &game;
        async move {
            game.send_once(&state, 0, 1, &["{", MARCH], Some("form-1"))
                .await
        }
    };
    let (first, twin) = tokio::join!(send(&app.state), send(&other.state));
    let first = first.unwrap();
    assert_eq!(first, twin.unwrap());
    assert_eq!(send(&app.state).await.unwrap(), first);
    assert_eq!(game.assert_sound(&app).await.len(), 1);

    // Also when its turn is long over.
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    while fieldpost::close::step(&app.state).await.unwrap().is_some() {}
    assert_eq!(send(&app.state).await.unwrap(), first);

    let reused = game
        .send_once(&app.state, 0, 2, &[COMMIT], Some("form-1"))
        .await;
    assert!(
        matches!(reused, Err(Error::Conflict("idempotency-key-reused"))),
        "{reused:?}"
    );
    // A key is one seat's own.
    let another = game
        .send_once(&app.state, 1, 2, &[COMMIT], Some("form-1"))
        .await
        .unwrap();
    assert_eq!(code(&another[0]), "taken");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_has_so_many_records_a_turn_and_no_more() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let many = vec![MARCH; RECORDS_A_TURN - 1];
    let answers = game.send(&app.state, 0, 1, &many).await.unwrap();
    assert!(answers.iter().all(|answer| code(answer) == "taken"));
    let answers = game.send(&app.state, 0, 1, &[MARCH, MARCH]).await.unwrap();
    assert_eq!(
        answers.iter().map(code).collect::<Vec<_>>(),
        ["taken", "too-many-records"]
    );
    // Whoever has edited so much can commit all the same, once and for all.
    let ends = [COMMIT, COMMIT, r#"{"kind":"RevokeCommit"}"#];
    let answers = game.send(&app.state, 0, 1, &ends).await.unwrap();
    assert_eq!(
        answers.iter().map(code).collect::<Vec<_>>(),
        ["taken", "too-many-records", "too-many-records"]
    );
    // Others have their own, and the next turn begins afresh.
    game.take(&app.state, 1, 1, COMMIT).await;
    assert_eq!(game.assert_sound(&app).await.len(), RECORDS_A_TURN + 2);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn appends_from_many_sides_at_once_all_land_in_one_chain() {
    let app = TestApp::start().await;
    let game = std::sync::Arc::new(TestGame::start(&app).await);
    let other = app.second_host().await;
    let mut senders = tokio::task::JoinSet::new();
    for sender in 0..24_u8 {
        let state = if sender % 2 == 0 {
            app.state.clone()
        } else {
            other.state.clone()
        };
        let game = std::sync::Arc::clone(&game);
        senders.spawn(async move {
            for _ in 0..3 {
                game.take(&state, sender % 3, 1, r#"{"kind":"RevokeCommit"}"#)
                    .await;
            }
        });
    }
    senders.join_all().await;
    assert_eq!(game.assert_sound(&app).await.len(), 72);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_keeps_the_log_append_only() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    game.take(&app.state, 0, 1, MARCH).await;
    let before = game.log(&app).await;
    let statements = [
        "UPDATE log SET turn = 2",
        "UPDATE log SET turn = 2 WHERE false",
        "DELETE FROM log",
        "TRUNCATE log",
        "TRUNCATE games CASCADE",
    ];
    for sql in statements {
        // Even for the owner of the table, who is a superuser here.
        let refused = app
            .database
            .connect()
            .await
            .batch_execute(sql)
            .await
            .unwrap_err();
        assert!(
            refused.to_string().contains("append-only"),
            "{sql}: {refused}"
        );
        // The host has not even the right to try.
        let mut host = db::establish(app.database.url.clone()).await.unwrap();
        let denied = host.batch_execute(sql).await.unwrap_err();
        assert!(
            denied.to_string().contains("permission denied"),
            "{sql}: {denied}"
        );
    }
    let twice = "INSERT INTO log SELECT * FROM log";
    assert!(
        app.database
            .connect()
            .await
            .batch_execute(twice)
            .await
            .is_err()
    );
    assert_eq!(game.log(&app).await, before);

    let mut host = db::establish(app.database.url.clone()).await.unwrap();
    let role = diesel::sql_query("SELECT WHERE current_user = 'fieldpost_host'");
    assert_eq!(role.execute(&mut host).await.unwrap(), 1);
    app.work().await;
}
