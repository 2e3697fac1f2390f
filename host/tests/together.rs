//! Orders that go in together: each as if it had come alone, and none at the mercy of
//! another.

mod support;

use std::time::Duration;

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{
    log::{self, Append, Busy},
    orders::Answer,
};
use futures_util::future::join_all;
use support::{TestApp, TestGame};

const MARCH: &str = r#"{"kind":"SetStance","unit":601,"stance":"March"}"#;
const COMMIT: &str = r#"{"kind":"CommitOrders"}"#;

async fn append(app: &TestApp, appends: &[Append]) -> Vec<bool> {
    let mut conn = app.state.db.get().await.unwrap();
    log::append(&mut conn, appends, Busy::Skip).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_appends_each_holds_or_not_by_itself() {
    let app = TestApp::start().await;
    let mut appends = Vec::new();
    let mut games = Vec::new();
    for _ in 0..5 {
        let game = TestGame::start(&app).await;
        appends.push(game.append(&app, 0, MARCH).await);
        games.push(game);
    }
    // Of two for one game the log has room for one.
    appends.push(games[0].append(&app, 1, COMMIT).await);
    // One that was written behind a log that ends elsewhere, and one too early.
    appends[1].head_seq = 7;
    appends[2].turn = 2;
    // One whose sender has no session, and one for a game that is not there.
    appends[3].session = Some(vec![0; 32]);
    appends[4].game_id = 0;
    let [first, others @ .., second] = &append(&app, &appends).await[..] else {
        panic!("one word each")
    };
    assert_eq!(others, [false; 4]);
    assert!(first ^ second, "{first} {second}");
    for (index, game) in games.iter().enumerate() {
        let lines = game.assert_sound(&app).await;
        assert_eq!(lines.len(), usize::from(index == 0));
    }
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_used_before_keeps_nobody_else_out() {
    let app = TestApp::start().await;
    let (game, other) = (TestGame::start(&app).await, TestGame::start(&app).await);
    let first = game
        .send_once(&app.state, 0, 1, &[MARCH], Some("form 1"))
        .await
        .unwrap();
    let keyed = |append: Append| Append {
        keep: Some(("form 1".to_owned(), serde_json::json!("other"))),
        ..append
    };
    let again = keyed(game.append(&app, 0, MARCH).await);
    let theirs = keyed(other.append(&app, 0, MARCH).await);
    assert_eq!(append(&app, &[again, theirs]).await, [false, true]);
    let answered = game
        .send_once(&app.state, 0, 1, &[MARCH], Some("form 1"))
        .await
        .unwrap();
    assert_eq!(answered, first);
    assert_eq!(game.assert_sound(&app).await.len(), 1);
    assert_eq!(other.assert_sound(&app).await.len(), 1);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_being_closed_holds_up_no_other() {
    let app = TestApp::start().await;
    let (busy, free) = (TestGame::start(&app).await, TestGame::start(&app).await);
    // So that this host remembers both, and orders are built on that.
    for game in [&busy, &free] {
        game.take(&app.state, 0, 1, MARCH).await;
    }
    let mut closer = app.database.connect().await;
    closer.batch_execute("BEGIN").await.unwrap();
    diesel::sql_query(format!(
        "SELECT FROM games WHERE id = {} FOR UPDATE",
        busy.id
    ))
    .execute(&mut closer)
    .await
    .unwrap();
    // More than there are connections, and each must leave its own to others.
    let mut waiting = Box::pin(join_all(
        (0..40).map(|_| busy.send(&app.state, 0, 1, &[MARCH])),
    ));
    let orders = join_all((0..3).map(|_| free.send(&app.state, 0, 1, &[MARCH])));
    tokio::select! {
        answers = &mut waiting => panic!("it is locked: {answers:?}"),
        answers = tokio::time::timeout(Duration::from_secs(20), orders) => {
            for answer in answers.expect("nobody waits for another's game") {
                assert!(matches!(answer.unwrap()[..], [Answer::Taken(_)]));
            }
        }
    }
    closer.batch_execute("COMMIT").await.unwrap();
    for answers in waiting.await {
        assert!(matches!(answers.unwrap()[..], [Answer::Taken(_)]));
    }
    assert_eq!(busy.assert_sound(&app).await.len(), 41);
    assert_eq!(free.assert_sound(&app).await.len(), 4);
    app.work().await;
}

/// A row that refers to the game, such as a mail or a vote, holds it by its key alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_somebody_only_adds_to_is_not_passed_over() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let mut other = app.database.connect().await;
    let refers = format!(
        "BEGIN; SELECT FROM games WHERE id = {} FOR KEY SHARE",
        game.id
    );
    other.batch_execute(&refers).await.unwrap();
    let order = game.append(&app, 0, MARCH).await;
    assert_eq!(append(&app, &[order]).await, [true]);
    other.batch_execute("COMMIT").await.unwrap();
    app.work().await;
}

/// Twenty games, three seats each, everybody at once: what is taken is in, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_loses_nothing_and_doubles_nothing() {
    let app = TestApp::start().await;
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(TestGame::start(&app).await);
    }
    let crowd = games.iter().flat_map(|game| {
        let state = &app.state;
        (0..3).map(move |seat| async move {
            for _ in 0..4 {
                game.take(state, seat, 1, COMMIT).await;
                game.take(state, seat, 1, r#"{"kind":"RevokeCommit"}"#)
                    .await;
            }
        })
    });
    join_all(crowd).await;
    for game in &games {
        let lines = game.assert_sound(&app).await;
        for seat in 0..3 {
            let own = lines.iter().filter(|line| line.seat == Some(seat));
            let kinds: Vec<&str> = own.map(|line| line.kind.as_str()).collect();
            assert_eq!(kinds, ["CommitOrders", "RevokeCommit"].repeat(4));
        }
    }
    app.work().await;
}
