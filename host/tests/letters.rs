//! The mails of a game as their readers get them: whole letters as snapshots,
//! one a matter, and what must never stand in them.

mod support;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost::auth::{Email, invitations};
use fieldpost::games::{self, NewGame};
use fieldpost::mail::mailbox::Opened;
use fieldpost::outbox::{self, Kind, Owed, To};
use fieldpost::schema;
use fieldpost::{close, mail};
use fieldpost_engine::log::{Hash, Header, blinded_witness, chain_start};
use support::people::{deliver, mails_to};
use support::{TestApp, TestGame, kelsey_ford};

/// Pins what chance decides, so that a letter is the same each time. Only
/// possible before the first record.
async fn pin_seed(app: &TestApp, game: &TestGame) {
    let seed = [42; 32];
    let header = Header::new(kelsey_ford(), seed, 1);
    diesel::update(schema::games::table.find(game.id))
        .set((
            schema::games::header.eq(&header.public_line),
            schema::games::seed.eq(seed.as_slice()),
            schema::games::seed_commitment.eq(header.seed_commitment.to_string()),
            schema::games::head_chain.eq(chain_start(&header).0.as_slice()),
        ))
        .execute(&mut app.database.connect().await)
        .await
        .expect("the game is still without a record");
    app.state.replays.clear();
}

/// Everybody commits, the turn is fought, the mails go out.
async fn fight(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in 0..3 {
        game.commit(&app.state, seat, turn).await;
    }
    while close::step(&app.state).await.expect("a close").is_some() {}
    deliver(app).await;
}

fn address(game: &TestGame, seat: u8) -> String {
    format!("seat{seat}.{}@example.org", game.key)
}

/// The newest mail to a seat whose subject has these words.
async fn letter(app: &TestApp, game: &TestGame, seat: u8, subject: &str) -> Opened {
    let mails = mails_to(app, &address(game, seat)).await;
    let subjects: Vec<_> = mails.iter().map(|mail| mail.item.subject.clone()).collect();
    let found = mails.into_iter().find(|mail| mail.text.contains(subject));
    found.unwrap_or_else(|| panic!("no mail about {subject:?} among {subjects:?}"))
}

/// Subject and text with what differs from run to run named instead.
fn stable(app: &TestApp, game: &TestGame, subject: &str, body: &str) -> String {
    let text = format!("Subject: {subject}\n\n{body}")
        .replace(&app.address, "http://HOST")
        .replace(&game.key, "GAMEKEY");
    // Deadlines move with the clock of the run.
    text.lines()
        .map(|line| {
            let line = line.trim_end();
            match line.find("are due by ") {
                Some(at) => format!("{}are due by …", &line[..at]),
                None => line.to_owned(),
            }
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_letters_of_a_turn() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    pin_seed(&app, &game).await;
    deliver(&app).await;
    let started = letter(&app, &game, 0, "begins").await;
    insta::assert_snapshot!(
        "game_started_text",
        stable(&app, &game, &started.item.subject, &started.text)
    );
    fight(&app, &game, 1).await;
    for seat in 0..3 {
        let mail = letter(&app, &game, seat, "turn 1 is fought").await;
        insta::assert_snapshot!(
            format!("turn_ready_text_seat_{seat}"),
            stable(&app, &game, &mail.item.subject, &mail.text)
        );
        if seat == 0 {
            insta::assert_snapshot!(
                "turn_ready_html",
                stable(&app, &game, &mail.item.subject, &mail.html)
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_letters_that_bring_somebody_in() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    let visitor = support::people::Browser::at(&app);
    visitor.ask_for_link("new@example.org", "/").await;
    deliver(&app).await;
    let mail = support::people::newest_mail(&app, "new@example.org").await;
    let link = support::people::link_in(&app, &mail.text, "/sign-in/link/");
    let token = link.rsplit('/').next().expect("a token").to_owned();
    let text = stable(&app, &game, &mail.item.subject, &mail.text).replace(&token, "TOKEN");
    insta::assert_snapshot!("sign_in_text", text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_told_nothing_that_it_did_not_see() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    pin_seed(&app, &game).await;
    fight(&app, &game, 1).await;
    let replayed = app
        .state
        .replays
        .after_turn(&app.state.db, game.id, 1)
        .await
        .expect("a replay");
    let before = app
        .state
        .replays
        .after_turn(&app.state.db, game.id, 0)
        .await
        .expect("a replay");
    let result = replayed.last_turn.as_ref().expect("a turn");
    let seed = game.seed(&app).await;
    for seat in 0..3_u8 {
        let id = fieldpost_engine::ids::SeatId(seat);
        let mail = letter(&app, &game, seat, "turn 1 is fought").await;
        // Every unit named is one of its own, or one that it has seen.
        let views =
            [before.game.view(id), replayed.game.view(id)].map(|view| view.expect("a seat"));
        let stream = serde_json::to_string(&result.streams[usize::from(seat)]).expect("json");
        for number in mail
            .text
            .split("(#")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let number: u32 = number.parse().expect("a number");
            let known = views.iter().any(|view| {
                view.units.iter().any(|unit| unit.unit.0 == number)
                    || view.others.iter().any(|unit| unit.unit.0 == number)
            }) || stream.contains(&format!(":{number}"));
            assert!(known, "seat {seat} is told of #{number}");
        }
        // The witness is the blinded one; neither hash, seed nor log shows.
        assert!(
            mail.text
                .contains(&blinded_witness(&seed, result.turn_hash).to_string())
        );
        for secret in [
            result.turn_hash,
            result.state,
            result.activation,
            Hash(seed),
        ] {
            assert!(
                !mail.text.contains(&secret.to_string())
                    && !mail.html.contains(&secret.to_string())
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_mails_of_a_game_to_a_seat_are_one_thread() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    fight(&app, &game, 1).await;
    let mut threads = Vec::new();
    let mut ids = Vec::new();
    for entry in std::fs::read_dir(&app.mailbox).expect("a mailbox") {
        let raw = std::fs::read(entry.expect("an entry").path()).expect("a mail");
        let mail = mail_parser::MessageParser::default()
            .parse(&raw)
            .expect("a message");
        let to = mail
            .to()
            .and_then(|to| to.first())
            .and_then(|to| to.address())
            .expect("a recipient")
            .to_owned();
        let thread = mail.references().as_text().expect("a thread").to_owned();
        assert_eq!(mail.in_reply_to().as_text(), Some(thread.as_str()));
        ids.push(mail.message_id().expect("an id").to_owned());
        threads.push((to, thread));
    }
    threads.sort();
    threads.dedup();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6, "two mails a seat");
    assert_eq!(threads.len(), 3, "one thread a seat: {threads:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_matter_is_one_mail_however_often_it_is_added() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    fight(&app, &game, 1).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    for kind in [Kind::TurnReady, Kind::GameStarted] {
        for to in [To::Table, To::Seats(&[2])] {
            let owed = Owed::of_game(kind, game.id, to).turn(1);
            let added = outbox::owe(&mut conn, &owed).await;
            assert_eq!(added.expect("the outbox works"), 0);
        }
    }
    assert!(!mail::step(&app.state).await.expect("a step"));
    assert_eq!(app.number("SELECT count(*) AS n FROM outbox").await, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_changed_hands_gets_no_mail_of_before() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    deliver(&app).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    while close::step(&app.state).await.expect("a close").is_some() {}
    let other = format!(
        "UPDATE seats SET account_id = NULL WHERE game_id = {} AND seat = 1",
        game.id
    );
    diesel::sql_query(other)
        .execute(&mut app.database.connect().await)
        .await
        .expect("an update");
    deliver(&app).await;
    assert_eq!(
        mails_to(&app, &address(&game, 1)).await.len(),
        1,
        "the start alone"
    );
    assert_eq!(mails_to(&app, &address(&game, 0)).await.len(), 2);
    assert_eq!(
        app.number("SELECT count(*) AS n FROM outbox WHERE state = 'dropped' AND seat = 1")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_clock_ran_out_is_told_so() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 60).await;
    pin_seed(&app, &game).await;
    deliver(&app).await;
    game.commit(&app.state, 0, 1).await;
    game.commit(&app.state, 2, 1).await;
    app.advance_seconds(3661.0).await;
    while close::step(&app.state).await.expect("a close").is_some() {}
    deliver(&app).await;
    let mail = letter(&app, &game, 1, "turn 1 is fought").await;
    insta::assert_snapshot!(
        "timed_out_text",
        stable(&app, &game, &mail.item.subject, &mail.text)
    );
    let all = mails_to(&app, &address(&game, 0)).await;
    assert!(!all.iter().any(|mail| mail.text.contains("ran out")));
    let late = mails_to(&app, &address(&game, 1)).await;
    assert_eq!(late.len(), 2, "the start and one letter of the turn");
    let turn = letter(&app, &game, 0, "turn 1 is fought").await;
    assert!(turn.text.contains("(UTC)."), "{}", turn.text);
    assert!(
        turn.text.contains("Your reserve beyond that: one minute."),
        "{}",
        turn.text
    );
}

/// A letter's text without the one line that is the whole state's seal.
fn without_witness(text: &str) -> String {
    let at = text.find("Witness of turn").expect("a witness");
    text[..at].to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_seat_cannot_see_changes_nothing_in_its_mail() {
    let app = TestApp::start().await;
    let (plain, busy) = (TestGame::start(&app).await, TestGame::start(&app).await);
    for game in [&plain, &busy] {
        pin_seed(&app, game).await;
    }
    for order in [
        r#"{"kind":"SetDoctrine","class":"line_infantry","posture":{"Garrison":"Here"}}"#,
        r#"{"kind":"SetGroup","name":"Guns","units":[455]}"#,
    ] {
        busy.take(&app.state, 1, 1, order).await;
    }
    fight(&app, &plain, 1).await;
    fight(&app, &busy, 1).await;
    let mut letters = Vec::new();
    for game in [&plain, &busy] {
        let mail = letter(&app, game, 0, "turn 1 is fought").await;
        let text = stable(&app, game, &mail.item.subject, &mail.text);
        letters.push((text.len(), without_witness(&text)));
    }
    assert_eq!(letters[0], letters[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_says_what_it_is_to_and_its_link_is_the_last_one_offered() {
    let app = TestApp::start().await;
    let mut conn = app.state.db.get().await.expect("a connection");
    let new = NewGame {
        name: Some("Autumn on the Kelsey".to_owned()),
        scenario: kelsey_ford(),
        deadline_seconds: None,
        reserve_seconds: 0,
        created_by: None,
    };
    let game = games::create(&mut conn, new).await.expect("a game");
    let email = Email::parse("cleo@example.org").expect("an address");
    let offer = async |conn: &mut diesel_async::AsyncPgConnection| {
        let offered = invitations::offer(conn, &app.state.auth, game.id, 2, Some(&email)).await;
        invitations::path(&offered.expect("a free seat"))
    };
    // The first is overtaken before it is sent: nothing goes out for it.
    offer(&mut conn).await;
    let path = offer(&mut conn).await;
    deliver(&app).await;
    let mails = mails_to(&app, "cleo@example.org").await;
    assert_eq!(mails.len(), 1);
    let text = format!("Subject: {}\n\n{}", mails[0].item.subject, mails[0].text)
        .replace(&app.url(&path), "http://HOST/invitations/TOKEN")
        .replace(&app.address, "http://HOST");
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    insta::assert_snapshot!("invitation_text", lines.join("\n"));
    // Nothing in the tables opens the seat.
    let token = path.rsplit('/').next().expect("a token");
    for table in ["outbox", "seats"] {
        let sql = format!("SELECT count(*) AS n FROM {table} t WHERE t::text LIKE '%{token}%'");
        assert_eq!(app.number(&sql).await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_a_game_is_over_everybody_is_told_who_won_and_gets_the_seed() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    pin_seed(&app, &game).await;
    deliver(&app).await;
    for seat in [1, 2] {
        game.take(&app.state, seat, 1, r#"{"kind":"Concede"}"#)
            .await;
    }
    fight(&app, &game, 1).await;
    assert_eq!(game.standing(&app).await.1, "ended");
    let mail = letter(&app, &game, 2, "the game is over").await;
    insta::assert_snapshot!(
        "game_over_text",
        stable(&app, &game, &mail.item.subject, &mail.text)
    );
    assert!(mail.text.contains(&Hash(game.seed(&app).await).to_string()));
    for seat in 0..3 {
        let mails = mails_to(&app, &address(&game, seat)).await;
        assert_eq!(mails.len(), 2, "the start and the end");
    }
}
