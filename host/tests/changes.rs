//! What changes around a game but by its orders: each change is told once to those
//! whom it concerns, and stays on the game's page with its instant.

mod support;

use fieldpost::admin::{games, people};
use fieldpost::audit::Actor;
use fieldpost::auth::Email;
use fieldpost::mail::mailbox::Opened;
use fieldpost::votes::{self, Question};
use support::browser::Browsers;
use support::clocks::{HOUR, close_all};
use support::html::text_of;
use support::people::{Browser, deliver, link_in, mails_to};
use support::table::player;
use support::{TestApp, TestGame};

const DAY: f64 = 24.0 * HOUR;

fn address(game: &TestGame, seat: u8) -> String {
    format!("seat{seat}.{}@example.org", game.key)
}

/// The mails to an address whose text has these words, however it is broken.
async fn saying(app: &TestApp, email: &str, words: &str) -> Vec<Opened> {
    let mails = mails_to(app, email).await;
    mails
        .into_iter()
        .filter(|mail| one_line(&mail.text).contains(words))
        .collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text or HTML with what differs from run to run named instead: addresses, and
/// instants, whose length moves the ends of lines.
fn stable(app: &TestApp, game: &TestGame, body: &str) -> String {
    let body = body
        .replace("\r\n", "\n")
        .replace(&app.address, "http://HOST")
        .replace(&game.key, "GAMEKEY");
    let mut out = String::new();
    for part in body.split("\n\n") {
        let mut joined = String::new();
        for line in part.lines() {
            let is_own = line.starts_with(['-', '<']) || line.starts_with("http");
            joined.push_str(if joined.is_empty() || is_own {
                "\n"
            } else {
                " "
            });
            joined.push_str(line.trim_end());
        }
        out.push_str(joined.trim_start_matches([' ']));
        out.push('\n');
    }
    for day in ["Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun"] {
        let day = format!("{day}day ");
        while let Some(from) = out.find(&day) {
            let to = out[from..]
                .find("(UTC)")
                .map(|at| from + at + "(UTC)".len());
            let to = to.expect("an instant ends with its zone");
            out.replace_range(from..to, "INSTANT");
        }
    }
    out.trim().to_owned()
}

/// One letter and no second one says it; its text and HTML are as they were read.
async fn pinned(app: &TestApp, game: &TestGame, email: &str, words: &str, name: &str) {
    deliver(app).await;
    let found = saying(app, email, words).await;
    assert_eq!(found.len(), 1, "{words}: {:?}", mails_to(app, email).await);
    let mail = &found[0];
    let text = format!("Subject: {}\n\n{}", mail.item.subject, mail.text);
    insta::assert_snapshot!(format!("{name}_text"), stable(app, game, &text));
    insta::assert_snapshot!(format!("{name}_html"), stable(app, game, &mail.html));
}

async fn page_of(browser: &Browser, game: &TestGame) -> String {
    let page = browser.get(&format!("/games/{}/clock", game.key)).await;
    one_line(&text_of(&page.body))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_stopped_started_and_moved_is_told_each_time() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    deliver(&app).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    let me = Actor::Console;
    games::pause(&mut conn, me, game.id).await.expect("it runs");
    let to = address(&game, 1);
    pinned(&app, &game, &to, "has stopped the clock", "paused").await;
    games::resume(&mut conn, me, game.id)
        .await
        .expect("it stands");
    pinned(&app, &game, &to, "has started the clock", "resumed").await;
    for days in [1, 2] {
        let seconds = days * 86_400;
        games::extend(&mut conn, me, game.id, seconds)
            .await
            .expect("a deadline");
        deliver(&app).await;
        let told = saying(&app, &to, "has moved the deadline").await.len();
        assert_eq!(told, usize::try_from(days).expect("small"), "each move");
    }
    let told = saying(&app, &to, "has moved the deadline").await;
    let text = format!("Subject: {}\n\n{}", told[0].item.subject, told[0].text);
    insta::assert_snapshot!("extended_text", stable(&app, &game, &text));
    // Of what was overtaken before it went out only the last is told.
    games::pause(&mut conn, me, game.id).await.expect("it runs");
    games::resume(&mut conn, me, game.id)
        .await
        .expect("it stands");
    deliver(&app).await;
    assert_eq!(saying(&app, &to, "has stopped the clock").await.len(), 1);
    assert_eq!(saying(&app, &to, "has started the clock").await.len(), 2);
    let page = page_of(&player(&app, &game, 1).await, &game).await;
    for part in [
        "What has changed",
        "has stopped the clock",
        "has moved the deadline",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_is_counted_is_told_with_its_count() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    {
        let mut conn = app.state.db.get().await.expect("a connection");
        votes::ask(&mut conn, game.id, 0, &Question::Adjourn)
            .await
            .expect("it can be asked");
    }
    pinned(
        &app,
        &game,
        &address(&game, 1),
        "you are asked",
        "vote_open",
    )
    .await;
    app.advance_seconds(3.0 * DAY + 60.0).await;
    assert!(votes::step(&app.state).await.expect("a count"));
    assert!(!votes::step(&app.state).await.expect("none left"));
    pinned(
        &app,
        &game,
        &address(&game, 2),
        "No, with 1 of 3",
        "vote_failed",
    )
    .await;
    let page = page_of(&player(&app, &game, 1).await, &game).await;
    assert!(page.contains("No, with 1 of 3 in favour"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_says_who_is_waited_for_and_when_it_goes_on() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    deliver(&app).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    votes::ask(&mut conn, game.id, 0, &Question::Adjourn)
        .await
        .expect("it can be asked");
    let id = votes::of_game(&mut conn, game.id, 0).await.expect("votes")[0].id;
    for seat in [1, 2] {
        votes::cast(&mut conn, game.id, id, seat, true)
            .await
            .expect("a ballot");
    }
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    deliver(&app).await;
    // The letter of the turn says it, and asks for nothing by a date that is none.
    let turn = saying(&app, &address(&game, 1), "turn 1 is fought").await;
    assert_eq!(turn.len(), 1);
    let text = one_line(&turn[0].text);
    assert!(text.contains("Yes, with 3 of 3 in favour."), "{text}");
    assert!(text.contains("have adjourned the game"), "{text}");
    assert!(!text.contains("are due by"), "{text}");
    votes::ready(&mut conn, game.id, 0)
        .await
        .expect("adjourned");
    votes::ready(&mut conn, game.id, 0)
        .await
        .expect("pressed twice");
    pinned(
        &app,
        &game,
        &address(&game, 1),
        "is ready to go on with the game.",
        "ready",
    )
    .await;
    assert!(
        saying(&app, &address(&game, 0), "is ready to go on with the game.")
            .await
            .is_empty()
    );
    for seat in [1, 2] {
        votes::ready(&mut conn, game.id, seat)
            .await
            .expect("adjourned");
    }
    pinned(
        &app,
        &game,
        &address(&game, 0),
        "The game goes on",
        "reconvened",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn misses_say_what_will_come_of_them_before_it_does() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    for turn in 1..=4 {
        game.commit(&app.state, 0, turn).await;
        game.commit(&app.state, 1, turn).await;
        app.advance_seconds(HOUR + 1.0).await;
        assert_eq!(close_all(&app).await, 1);
        deliver(&app).await;
    }
    let to = address(&game, 2);
    for says in [
        "You have missed one turn. After 3 in a row the others are asked",
        "You have missed 2 turns in a row. After 3 in a row the others are asked",
        "You have missed 3 turns in a row. The others are asked now",
    ] {
        assert_eq!(saying(&app, &to, says).await.len(), 1, "{says}");
        assert!(
            saying(&app, &address(&game, 0), says).await.is_empty(),
            "{says}"
        );
    }
    let turns = saying(&app, &to, "is fought").await;
    assert_eq!(turns.len(), 4, "one letter a turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_given_a_seat_or_loses_one_is_told_why() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    let dora = Email::parse("dora@example.org").expect("an address");
    people::replace_seat(&mut conn, Actor::Console, game.id, 1, &dora)
        .await
        .expect("a seat");
    pinned(
        &app,
        &game,
        "dora@example.org",
        "has given you Karsk",
        "seat_given",
    )
    .await;
    pinned(
        &app,
        &game,
        &address(&game, 1),
        "given your seat, Karsk",
        "seat_lost",
    )
    .await;
    pinned(
        &app,
        &game,
        &address(&game, 0),
        "given Karsk to another",
        "seat_replaced",
    )
    .await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    deliver(&app).await;
    let first = saying(&app, "dora@example.org", "Turn 1 was the last").await;
    assert_eq!(first.len(), 1);
    let text = one_line(&first[0].text);
    for never in ["missed", "ran out before you"] {
        assert!(!text.contains(never), "{text}");
    }
    assert!(
        text.contains("the operator of this host has given you the seat"),
        "{text}"
    );
    assert_eq!(
        mails_to(&app, &address(&game, 1)).await.len(),
        2,
        "nothing of turn 1"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_hears_that_a_player_was_shown_out() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    people::remove(&mut conn, Actor::Console, game.accounts[2])
        .await
        .expect("an account");
    pinned(&app, &game, &address(&game, 0), "has shown out", "removed").await;
    assert_eq!(
        mails_to(&app, &address(&game, 2)).await.len(),
        1,
        "the start"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_what_has_changed_fits_a_phone() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    let me = Actor::Console;
    games::pause(&mut conn, me, game.id).await.expect("it runs");
    games::resume(&mut conn, me, game.id)
        .await
        .expect("it stands");
    games::extend(&mut conn, me, game.id, 3600)
        .await
        .expect("a deadline");
    people::remove(&mut conn, me, game.accounts[2])
        .await
        .expect("an account");
    let browsers = Browsers::start();
    let ann = browsers.session("changes").await;
    ann.open(&app.url("/sign-in")).await;
    let to = address(&game, 0);
    ann.fill("input[name=email]", &to).await;
    ann.click("main form button[type=submit]").await;
    ann.wait_for_text("Look in your mail").await;
    deliver(&app).await;
    let mail = saying(&app, &to, "asked to sign in").await.remove(0);
    let link = link_in(&app, &mail.text, "/sign-in/link/");
    ann.open(&app.url(&link)).await;
    ann.click("main form button[type=submit]").await;
    ann.wait_for_address(&app.url("/")).await;
    ann.open(&app.url(&format!("/games/{}/clock", game.key)))
        .await;
    ann.wait_for_text("has moved the deadline").await;
    ann.screenshot("changed").await;
}
