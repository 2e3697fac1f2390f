//! People at real browsers, from the mail that invites them to the turn that has been fought.
//! Mails go over SMTP to a real server, the host does its work by itself, and every page is looked at
//! at the width of a desk and of a phone.

mod support;

use std::time::Duration;

use fieldpost::auth::{Email, invitations};
use fieldpost::games::{self, GameRow, NewGame};
use fieldpost::worker::Workers;
use support::browser::{Browsers, Session};
use support::players::Player;
use support::smtp::SmtpSink;
use support::{TestApp, TestGame, kelsey_ford};

/// Makes a game without a deadline and mails an invitation for each of its seats.
async fn invite(app: &TestApp, names: &[&str]) -> GameRow {
    let mut conn = app.database.connect().await;
    let new = NewGame {
        name: None,
        scenario: kelsey_ford(),
        deadline_seconds: None,
        reserve_seconds: 0,
        created_by: None,
    };
    let game = games::create(&mut conn, new).await.unwrap();
    for (seat, name) in (0..).zip(names) {
        let email = Email::parse(&Player::email_of(name)).unwrap();
        invitations::offer(&mut conn, &app.state.auth, game.id, seat, Some(&email))
            .await
            .unwrap();
    }
    game
}

/// Waits until nothing is left to be sent, then lets the host's own work end.
async fn finish(app: &TestApp, workers: Workers) {
    let waiting = "SELECT count(*) AS n FROM outbox WHERE state = 'waiting'";
    while app.number(waiting).await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    workers.stop(Duration::from_secs(5)).await;
}

/// How many records of a kind a game's log holds.
async fn records(app: &TestApp, game: &GameRow, kind: &str) -> i64 {
    let (id, of) = (game.id, "SELECT count(*) AS n FROM log WHERE game_id");
    app.number(&format!("{of} = {id} AND kind = '{kind}'"))
        .await
}

/// Opens a unit's panel.
async fn select(page: &Session, game: &str, unit: u32) {
    page.open(&format!("{game}?unit={unit}")).await;
    page.find("#form-SetTask").await;
}

/// Opens the part of a form that holds a field, if it is folded.
async fn unfold(page: &Session, part: &str, field: &str) {
    if !page.visible(field).await {
        page.click(&format!("{part} summary")).await;
    }
}

/// Sends the form of a task and waits for word that it was entered.
async fn send_task(page: &Session) {
    page.click("#form-SetTask button.main").await;
    page.find(".notice[role=status]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_people_play_a_turn_from_the_first_mail_to_the_next_turn() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let workers = Workers::start(&app.state);
    let browsers = Browsers::start();
    let game = invite(&app, &["ada", "ben", "cleo"]).await;
    let address = app.url(&format!("/games/{}", game.key));

    let ada = Player::join(&app, &sink, &browsers, "ada").await;
    ada.page.screenshot("gathering").await;
    let ben = Player::join(&app, &sink, &browsers, "ben").await;
    let cleo = Player::join(&app, &sink, &browsers, "cleo").await;
    for player in [&ada, &ben, &cleo] {
        let begun = player.mail(&sink, "the game begins").await;
        player.page.open(&begun.link(&app, "/games/")).await;
        player.page.screenshot("turn-1").await;
    }

    // Ada sends her horse ahead, to stop short of the ford if somebody else holds it.
    select(&ada.page, &address, 601).await;
    ada.page.screenshot("unit").await;
    ada.page.click("#form-SetStance input[value=Advance]").await;
    ada.page.click("#form-SetStance button[type=submit]").await;
    ada.page.find(".notice[role=status]").await;
    select(&ada.page, &address, 601).await;
    ada.page.choose("#do_kind", "MoveTo").await;
    ada.page.fill("#do_tile", "14,9").await;
    unfold(&ada.page, "details.clause", "#c1_a_kind").await;
    ada.page.choose("#c1_a_kind", "EnemyAt").await;
    ada.page.fill("#c1_a_tile", "15,9").await;
    ada.page.choose("#c1_join", "Any").await;
    ada.page.choose("#c1_b_kind", "Supplied").await;
    ada.page.click("input[name=c1_b_not]").await;
    ada.page.choose("#c1_then_kind", "Halt").await;
    ada.page.screenshot("task").await;
    send_task(&ada.page).await;
    ada.page.screenshot("task-entered").await;
    // Her foot stays; a tile off the map is told of beside the field and enters nothing.
    select(&ada.page, &address, 402).await;
    ada.page.choose("#do_kind", "MoveTo").await;
    ada.page.fill("#do_tile", "99,9").await;
    ada.page.click("#form-SetTask button.main").await;
    ada.page.find("#form-SetTask [role=alert]").await;
    let focused = ada.page.evaluate("return document.activeElement.id").await;
    assert_eq!(focused, "do_tile", "the reader is led to what is wrong");
    ada.page.screenshot("refused").await;
    ada.page.choose("#do_kind", "Halt").await;
    ada.page.fill("#do_tile", "").await;
    // A halt with an exception to it ends by itself only if it is told when.
    unfold(&ada.page, "details.until", "#until_a_kind").await;
    ada.page.choose("#until_a_kind", "Turns").await;
    ada.page.fill("#until_a_n", "2").await;
    send_task(&ada.page).await;

    // Cleo attacks what holds the ford, Ben moves a gun.
    select(&cleo.page, &address, 644).await;
    cleo.page.choose("#do_kind", "AttackTile").await;
    cleo.page.fill("#do_tile", "15,9").await;
    send_task(&cleo.page).await;
    select(&ben.page, &address, 455).await;
    ben.page.choose("#do_kind", "MoveTo").await;
    ben.page.fill("#do_tile", "18,9").await;
    send_task(&ben.page).await;

    // Ada commits, takes it back, commits again, and leaves her page open.
    ada.page.open(&address).await;
    ada.commit().await;
    ada.page.screenshot("committed").await;
    ada.revoke().await;
    ada.commit().await;
    ben.page.open(&address).await;
    ben.commit().await;
    assert_eq!(records(&app, &game, "CloseOrders").await, 0);
    cleo.page.open(&address).await;
    cleo.page.click("form.commit button").await;

    // Her page hears of it by itself.
    ada.page.find("[data-turn-ready]:not([hidden])").await;
    ada.page.click("[data-turn-ready] a").await;
    ada.page.wait_for_text("turn 2").await;
    for player in [&ada, &ben, &cleo] {
        let fought = player.mail(&sink, "turn 1 is fought").await;
        assert!(fought.text.contains("What happened"), "{}", fought.text);
        player.page.open(&fought.link(&app, "/games/")).await;
        player.page.find("#report").await;
        player.page.find("form.commit button.main").await;
        player.page.screenshot("turn-2").await;
        player.page.open(&format!("{address}/turns/1")).await;
        player.page.screenshot("history").await;
    }

    let expected = [
        ("SetStance", 1),
        ("SetTask", 4),
        ("CommitOrders", 4),
        ("RevokeCommit", 1),
        ("CloseOrders", 1),
    ];
    for (kind, count) in expected {
        assert_eq!(records(&app, &game, kind).await, count, "{kind}");
    }
    finish(&app, workers).await;
    let fought = "turn 1 is fought";
    for player in [&ada, &ben, &cleo] {
        assert_eq!(player.mails(&sink, fought).len(), 1, "one mail a seat");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_commit_in_time_loses_the_reserve_and_then_the_wait() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let workers = Workers::start(&app.state);
    let browsers = Browsers::start();
    let game = TestGame::with_clock(&app, Some(3600), 600).await;
    let address = app.url(&format!("/games/{}", game.key));
    for seat in [0, 1] {
        game.commit(&app.state, seat, 1).await;
    }
    let late = Player {
        page: browsers.phone("late").await,
        email: format!("seat2.{}@example.org", game.key),
    };
    late.sign_in_at(&app, &sink, &address).await;
    late.page.screenshot("in-time").await;
    select(&late.page, &address, 644).await;
    late.page.choose("#do_kind", "MoveTo").await;
    late.page.fill("#do_tile", "18,7").await;
    send_task(&late.page).await;

    // Past the deadline the reserve runs, and the phase stays open.
    app.advance_seconds(3700.0).await;
    late.page.open(&address).await;
    late.page.screenshot("on-reserve").await;
    assert_eq!(game.standing(&app).await, (1, "orders".to_owned()));
    app.advance_seconds(600.0).await;

    let told = late.mail(&sink, "turn 1 is fought").await;
    late.page.open(&told.link(&app, "/games/")).await;
    late.page.wait_for_text("turn 2").await;
    late.page.screenshot("timed-out").await;
    assert_eq!(game.reserves(&app).await, [600, 600, 0]);
    let log = game.assert_sound(&app).await;
    let record = |kind: &str| {
        log.iter()
            .find(|line| line.kind == kind)
            .map(|line| &line.record)
    };
    assert!(record("TurnTimeout").is_some_and(|record| record.contains(r#""about":2"#)));
    let markers = r#""markers":["Committed","Committed","TimedOut"]"#;
    assert!(record("CloseOrders").is_some_and(|record| record.contains(markers)));
    // What was written without being committed counts all the same.
    assert!(record("SetTask").is_some());
    finish(&app, workers).await;
}
