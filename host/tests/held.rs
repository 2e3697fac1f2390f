//! A seat that an AI holds for its player: the AI alone gives its orders, until
//! the boundary at which its player has it back by one button.

mod support;

use fieldpost::{ai, feeds, mail, votes, votes::Question};
use reqwest::StatusCode;
use serde_json::json;
use support::clocks::{HOUR, clock_of, close_all, turn};
use support::html::{assert_sound, text_of};
use support::lobby::{somebody, table};
use support::people::{Browser, Page, deliver, mails_to};
use support::{TestApp, TestGame};

const STANCE: &str = r#"{"kind":"SetStance","unit":231,"stance":"Hold"}"#;

/// Seats 0 and 1 commit, a commander too, and the hour passes.
async fn play(app: &TestApp, game: &TestGame, turn: u32) {
    game.commit(&app.state, 0, turn).await;
    game.commit(&app.state, 1, turn).await;
    app.advance_seconds(10.0).await;
    while ai::seats::step(&app.state).await.unwrap() {}
    app.advance_seconds(HOUR).await;
    assert_eq!(close_all(app).await, 1);
}

/// A ranked game for an hour a turn, made and joined by page.
async fn ranked(app: &TestApp) -> (TestGame, Vec<Browser>) {
    let hour = [
        ("pace", "custom"),
        ("deadline_hours", "1"),
        ("ranked", "yes"),
    ];
    table(app, &hour).await
}

async fn page(browser: &Browser, path: &str) -> Page {
    let page = browser.get(path).await;
    assert_eq!(page.status, StatusCode::OK, "{path}: {}", page.body);
    assert_sound(&page.body);
    page
}

async fn code(browser: &Browser, game: &TestGame, turn: u32, order: &str) -> String {
    let csrf = page(browser, "/account").await;
    let order: serde_json::Value = serde_json::from_str(order).unwrap();
    let body = json!({ "turn": turn, "orders": [order] });
    let path = format!("/api/v1/games/{}/orders", game.key);
    let answer = browser.post_json(&path, Some(csrf.csrf()), &body).await;
    let document: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    document["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_ranked_game_three_misses_hand_a_seat_to_an_ai_that_nobody_talks_into() {
    let app = TestApp::start().await;
    let (game, players) = ranked(&app).await;
    let (ada, cleo) = (&players[0], &players[2]);
    for turn in 1..=3 {
        assert_eq!(clock_of(&app, &game).await.substituted, [] as [u8; 0]);
        play(&app, &game, turn).await;
    }
    // Nobody is asked and nobody can vote; who commits in this turn is back.
    let vote = {
        let mut conn = app.state.db.get().await.unwrap();
        let vote = votes::of_game(&mut conn, game.id, 0).await.unwrap();
        let [vote] = &vote[..] else {
            panic!("{vote:?}")
        };
        let cast = votes::cast(&mut conn, game.id, vote.id, 0, false).await;
        assert_eq!(cast.unwrap_err().code(), "vote-decided");
        vote.clone()
    };
    assert_eq!(vote.question, Question::Substitute(2));
    assert!(vote.is_automatic);
    assert!(game.owed(&app, "vote_open").await.is_empty());
    play(&app, &game, 4).await;
    let (kinds, _) = turn(&app, &game, 4).await;
    let tail = ["SubstitutePlayer", "TurnTimeout", "CloseOrders"];
    assert_eq!(kinds[2..], tail);
    assert_eq!(clock_of(&app, &game).await.substituted, [2]);
    deliver(&app).await;
    let mails = mails_to(&app, "cleo@example.org").await;
    // No mail asks him for orders, nor reminds him: each leads to the way back.
    let fought = mails
        .iter()
        .find(|mail| mail.text.contains("turn 4 is fought"));
    let fought = &fought.expect("a mail of turn 4").text;
    for part in [
        "An AI plays Ostry and gives its orders",
        "Turn 5 is due",
        "Take Ostry back",
    ] {
        assert!(fought.contains(part), "{part}: {fought}");
    }
    assert!(fought.contains("ran out before you committed"), "{fought}");
    let asks = fought.contains("Write orders") || fought.contains("wants your attention");
    assert!(!asks, "{fought}");
    let others = mails_to(&app, "ada@example.org").await;
    let asked = others
        .iter()
        .any(|mail| mail.text.contains("Write orders for turn 5"));
    assert!(asked, "{others:?}");
    app.advance_seconds(HOUR * 0.8).await;
    while mail::reminders::step(&app.state).await.unwrap() {}
    let reminded = game.owed(&app, "deadline_hour").await;
    let of_turn = reminded.iter().filter(|(_, turn)| *turn == Some(5));
    let seats: Vec<_> = of_turn.filter_map(|(seat, _)| *seat).collect();
    assert_eq!(seats, [0, 1]);
    let token = {
        let mut conn = app.state.db.get().await.unwrap();
        feeds::make(&mut conn, game.accounts[2]).await.unwrap()
    };
    {
        let mut conn = app.state.db.get().await.unwrap();
        let (_, dues) = feeds::read(&mut conn, &token).await.unwrap();
        assert!(dues.is_empty(), "nothing of his is due");
    }

    // By whatever door: the seat's orders are the AI's.
    assert_eq!(code(cleo, &game, 5, STANCE).await, "seat-held-by-ai");
    let commit = r#"{"kind":"CommitOrders"}"#;
    assert_eq!(code(cleo, &game, 5, commit).await, "seat-held-by-ai");
    let revoke = r#"{"kind":"RevokeCommit"}"#;
    assert_eq!(code(cleo, &game, 5, revoke).await, "seat-held-by-ai");
    let path = format!("/games/{}", game.key);
    let shown = page(cleo, &path).await;
    let text = text_of(&shown.body);
    assert!(text.contains("An AI took your seat over"), "{text}");
    assert!(!shown.body.contains("form-pad"));
    assert!(!text.contains("wants your attention"), "{text}");
    assert!(!text.contains("Give the game up"), "{text}");
    assert!(text.contains("An AI plays Ostry for you"), "{text}");
    assert!(!text.contains("to give it orders"), "{text}");
    assert!(!shown.body.contains("data-commit>"));
    for (path, fields) in [
        ("orders", vec![("kind", "CommitOrders"), ("turn", "5")]),
        (
            "pad",
            vec![("text", "stance #231 hold"), ("base", ""), ("turn", "5")],
        ),
        (
            "pad/check",
            vec![("text", "stance #231 hold"), ("base", ""), ("turn", "5")],
        ),
    ] {
        let path = format!("/games/{}/{path}", game.key);
        let told = cleo.submit(&shown, &path, &fields).await;
        let text = text_of(&told.body);
        assert!(
            text.contains("An AI plays your seat in this turn"),
            "{path}: {text}"
        );
    }
    let own = format!(
        "SELECT count(*) AS n FROM log WHERE game_id = {} AND turn = 5 AND seat = 2",
        game.id
    );
    assert_eq!(app.number(&own).await, 0);
    // Of the others' pages nothing is taken.
    let text = text_of(&page(ada, &path).await.body);
    assert!(text.contains("played by an AI"), "{text}");
    assert!(text.contains("Commit turn 5"), "{text}");

    // One button, and the seat is his from the next turn on.
    let resume = [("act", "resume")];
    let done = cleo.submit(&shown, &format!("{path}/clock"), &resume).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    let text = text_of(&page(cleo, &path).await.body);
    assert!(
        text.contains("You play your seat again from the next turn on"),
        "{text}"
    );
    assert!(!text.contains("Take my seat back"), "{text}");
    assert_eq!(code(cleo, &game, 5, STANCE).await, "seat-held-by-ai");
    play(&app, &game, 5).await;
    let (kinds, _) = turn(&app, &game, 5).await;
    assert!(kinds.contains(&"ResumePlayer".to_owned()), "{kinds:?}");
    assert_eq!(code(cleo, &game, 6, commit).await, "");
    let text = text_of(&page(cleo, &path).await.body);
    assert!(text.contains("You have committed"), "{text}");
    // His misses are forgotten: it takes three more.
    game.take(&app.state, 2, 6, revoke).await;
    play(&app, &game, 6).await;
    play(&app, &game, 7).await;
    let open = format!(
        "SELECT count(*) AS n FROM votes WHERE game_id = {} AND outcome IS NULL",
        game.id
    );
    assert_eq!(app.number(&open).await, 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_on_offer_is_shown_invited_to_and_taken_by_page() {
    let app = TestApp::start().await;
    let (game, players) = ranked(&app).await;
    let (ada, cleo) = (&players[0], &players[2]);
    for turn in 1..=4 {
        play(&app, &game, turn).await;
    }
    let clock = format!("/games/{}/clock", game.key);
    let send = async |browser: &Browser, fields: &[(&str, &str)]| {
        let shown = page(browser, &clock).await;
        let sent = browser.submit(&shown, &clock, fields).await;
        assert_eq!(
            sent.status,
            StatusCode::SEE_OTHER,
            "{}",
            text_of(&sent.body)
        );
    };
    let text = text_of(&page(ada, &clock).await.body);
    assert!(text.contains("to somebody else"), "{text}");
    send(ada, &[("act", "ask-standby"), ("seat", "2")]).await;
    // He has no say in it, and the AI none for him.
    let vote = {
        let mut conn = app.state.db.get().await.unwrap();
        votes::of_game(&mut conn, game.id, 0)
            .await
            .unwrap()
            .remove(0)
    };
    let id = vote.id.to_string();
    let ballot = [("act", "vote"), ("id", id.as_str()), ("ballot", "yes")];
    let shown = page(cleo, &clock).await;
    let refused = cleo.submit(&shown, &clock, &ballot).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    send(&players[1], &ballot).await;
    play(&app, &game, 5).await;
    let shown = page(ada, &clock).await;
    assert!(shown.body.contains("value=\"invite\""), "{}", shown.body);
    // Not by him whose seat it is.
    let own = [("act", "invite"), ("seat", "2"), ("email", "x@example.org")];
    let shown = page(cleo, &clock).await;
    let refused = cleo.submit(&shown, &clock, &own).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let newcomer = [
        ("act", "invite"),
        ("seat", "2"),
        ("email", "dora@example.org"),
    ];
    send(ada, &newcomer).await;
    deliver(&app).await;
    let mail = mails_to(&app, "dora@example.org").await.remove(0);
    let dora = somebody(&app, "dora").await;
    let link = support::people::link_in(&app, &mail.text, "/invitations/");
    let offered = page(&dora, &link).await;
    let taken = dora.submit(&offered, &link, &[]).await;
    assert_eq!(
        taken.status,
        StatusCode::SEE_OTHER,
        "{}",
        text_of(&taken.body)
    );
    // Until the turn closes it is neither hers to see nor his to play.
    let table = format!("/games/{}", game.key);
    assert_eq!(dora.get(&table).await.status, StatusCode::NOT_FOUND);
    let text = text_of(&page(cleo, &table).await.body);
    assert!(text.contains("somebody else plays this seat"), "{text}");
    play(&app, &game, 6).await;
    assert_eq!(cleo.get(&table).await.status, StatusCode::NOT_FOUND);
    let text = text_of(&page(&dora, &table).await.body);
    assert!(text.contains("Commit turn 7"), "{text}");
    assert_eq!(code(&dora, &game, 7, STANCE).await, "");
    app.work().await;
}
