//! Seats that an operator gives to somebody else: each has one master at any time,
//! and nobody who sees the whole board gets one.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{admin::people, audit::Actor, auth::Email};
use fieldpost_engine::scenario::Controller;
use support::{TestApp, TestGame, account, gathering, kelsey_ford};

fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}

/// A program's seat is the person's alone from the next turn on.
#[tokio::test(flavor = "multi_thread")]
async fn a_programs_seat_that_is_given_to_a_person_has_one_master() {
    let app = TestApp::start().await;
    let mut scenario = kelsey_ford();
    for seat in &mut scenario.seats[1..] {
        seat.controller = Controller::Ai;
    }
    let game = TestGame::of_one_person(&app, scenario).await;
    let mut conn = app.state.db.get().await.unwrap();
    let dora = email("dora@example.org");
    people::replace_seat(&mut conn, Actor::Console, game.id, 1, &dora)
        .await
        .unwrap();
    let programs = format!(
        "SELECT count(*) AS n FROM seats WHERE game_id = {} AND ai IS NOT NULL",
        game.id
    );
    assert_eq!(app.number(&programs).await, 2, "until the boundary");
    game.commit(&app.state, 0, 1).await;
    for _ in 0..2 {
        app.work().await;
        app.advance_seconds(3.0).await;
    }
    app.work().await;
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    assert_eq!(app.number(&programs).await, 1);
    // The other program commits; the phase waits for both people.
    game.commit(&app.state, 0, 2).await;
    for _ in 0..2 {
        app.advance_seconds(3.0).await;
        app.work().await;
    }
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    game.take(&app.state, 1, 2, r#"{"kind":"CommitOrders"}"#)
        .await;
    app.work().await;
    assert_eq!(game.standing(&app).await, (3, "orders".to_owned()));
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_seat_that_is_given_begins_the_game_and_no_master_gets_one() {
    let app = TestApp::start().await;
    let game = gathering(&app).await;
    let mut conn = app.state.db.get().await.unwrap();
    let me = Actor::Console;
    let master = account(&app, "mia@example.org").await;
    let directs = format!(
        "UPDATE lobby SET master_id = {master} WHERE game_id = {}",
        game.id
    );
    conn.batch_execute(&directs).await.unwrap();
    let mia = email("mia@example.org");
    let refused = people::replace_seat(&mut conn, me, game.id, 0, &mia).await;
    assert_eq!(refused.unwrap_err().code(), "master-plays-not");
    for seat in 0..3 {
        let phase = format!(
            "SELECT count(*) AS n FROM games WHERE id = {} AND phase = 'orders'",
            game.id
        );
        assert_eq!(app.number(&phase).await, 0);
        let to = email(&format!("new{seat}@example.org"));
        people::replace_seat(&mut conn, me, game.id, seat, &to)
            .await
            .unwrap();
        assert_eq!(app.number(&phase).await, i64::from(seat == 2));
    }
    app.work().await;
}
