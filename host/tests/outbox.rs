//! Who is owed a mail, in which order mails go out, and what comes to nothing: each
//! matter once, and nothing to who is out.

mod support;

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use fieldpost::admin::people;
use fieldpost::audit::Actor;
use fieldpost::mail;
use fieldpost::outbox::{self, Kind, Owed, To};
use fieldpost::votes::{self, Question};
use support::clocks::{HOUR, close_all};
use support::people::{Browser, deliver, mails_to};
use support::smtp::SmtpSink;
use support::{TestApp, TestGame};

fn address(game: &TestGame, seat: u8) -> String {
    format!("seat{seat}.{}@example.org", game.key)
}

async fn ask(app: &TestApp, game: &TestGame, by: u8, question: &Question) {
    let mut conn = app.state.db.get().await.expect("a connection");
    votes::ask(&mut conn, game.id, by, question)
        .await
        .expect("it can be asked");
}

async fn rows(app: &TestApp, condition: &str) -> i64 {
    let sql = format!("SELECT count(*) AS n FROM outbox WHERE {condition}");
    app.number(&sql).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_question_of_a_turn_is_a_letter_of_its_own() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    deliver(&app).await;
    ask(&app, &game, 0, &Question::Adjourn).await;
    deliver(&app).await;
    let rule = "7200".parse().expect("a rule");
    ask(&app, &game, 1, &Question::Deadline(rule)).await;
    deliver(&app).await;
    let mails = mails_to(&app, &address(&game, 2)).await;
    assert_eq!(mails.len(), 3, "the start and two questions");
    let asked = |words: &str| {
        mails
            .iter()
            .filter(|mail| mail.text.contains(words))
            .count()
    };
    assert_eq!(asked("Shall the game stand still"), 1);
    assert_eq!(asked("Shall turns end like this"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_shown_out_is_told_nothing_more() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    deliver(&app).await;
    ask(&app, &game, 0, &Question::Adjourn).await;
    let removed = game.accounts[2];
    {
        let mut conn = app.state.db.get().await.expect("a connection");
        people::remove(&mut conn, Actor::Console, removed)
            .await
            .expect("an account");
    }
    deliver(&app).await;
    for turn in 1..=2 {
        game.commit(&app.state, 0, turn).await;
        game.commit(&app.state, 1, turn).await;
        app.advance_seconds(HOUR + 1.0).await;
        assert_eq!(close_all(&app).await, 1);
        deliver(&app).await;
    }
    assert_eq!(
        mails_to(&app, &address(&game, 2)).await.len(),
        1,
        "the start"
    );
    assert!(mails_to(&app, &address(&game, 0)).await.len() >= 3);
    // What was owed before is dropped, not dead; later nothing was owed.
    let own = format!("account_id = {removed}");
    assert_eq!(rows(&app, &format!("{own} AND state = 'dropped'")).await, 1);
    assert_eq!(rows(&app, &own).await, 2);
    assert_eq!(rows(&app, "state = 'dead'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_conceded_hears_of_that_turn_and_of_none_behind_it() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    game.take(&app.state, 2, 1, r#"{"kind":"Concede"}"#).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    app.work().await;
    let told = mails_to(&app, &address(&game, 2)).await;
    assert_eq!(told.len(), 2, "the start and the turn");
    for seat in 0..2 {
        game.commit(&app.state, seat, 2).await;
    }
    app.work().await;
    assert_eq!(game.standing(&app).await, (3, "orders".to_owned()));
    assert_eq!(mails_to(&app, &address(&game, 2)).await.len(), 2);
    assert_eq!(mails_to(&app, &address(&game, 0)).await.len(), 3);
    let last = told.iter().find(|mail| mail.text.contains("turn 1"));
    let last = &last.expect("a letter of turn 1").text;
    assert!(last.contains("out of the game"), "{last}");
    assert!(!last.contains("Write orders"), "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kind_of_a_newer_program_waits_for_it_and_holds_up_nothing() {
    let mut app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let newer = "INSERT INTO outbox (kind, email, urgency) VALUES ('press', 'ann@example.org', 0)";
    let mut direct = app.database.connect().await;
    direct.batch_execute(newer).await.expect("a row");
    deliver(&app).await;
    assert_eq!(mails_to(&app, &address(&game, 0)).await.len(), 1);
    assert_eq!(
        rows(
            &app,
            "kind = 'press' AND state = 'waiting' AND attempts = 0"
        )
        .await,
        1
    );
    let mut conn = app.state.db.get().await.expect("a connection");
    let listed = fieldpost::admin::mails::failed(&mut conn, 10).await;
    let listed = listed.expect("the list");
    assert_eq!(listed.len(), 1, "its operator sees why it waits");
    assert!(listed[0].last_error.contains("newer program"));
    drop(conn);
    app.leave_jobs();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_letter_goes_before_all_that_wait() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let _games = [TestGame::start(&app).await, TestGame::start(&app).await];
    assert_eq!(rows(&app, "state = 'waiting'").await, 6);
    Browser::at(&app).ask_for_link("ann@example.org", "/").await;
    assert!(mail::step(&app.state).await.expect("a step"));
    assert_eq!(sink.received()[0].to, ["ann@example.org"]);
    deliver(&app).await;
    assert_eq!(sink.received().len(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_is_owed_once_however_many_owe_it_at_once() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    let owe = async |matter: i64| {
        let mut conn = app.state.db.get().await.expect("a connection");
        let owed = Owed::of_game(Kind::VoteOpen, game.id, To::Table);
        outbox::owe(&mut conn, &owed.turn(1).matter(matter))
            .await
            .expect("the outbox works")
    };
    let (a, b, c) = tokio::join!(owe(7), owe(7), owe(8));
    assert_eq!(a + b, 3, "each seat once");
    assert_eq!(c, 3, "another matter");
    let left = "DELETE FROM outbox WHERE kind = 'vote_open'";
    diesel::sql_query(left)
        .execute(&mut app.database.connect().await)
        .await
        .expect("a statement");
}
