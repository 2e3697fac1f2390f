//! The page of clock, absence and votes, and the calendar that other programs
//! read, as people use them: by forms, without a script.

mod support;

use diesel_async::RunQueryDsl;
use fieldpost::close;
use reqwest::StatusCode;
use support::people::{Browser, Page, field};
use support::{TestApp, TestGame};

async fn players(app: &TestApp, game: &TestGame) -> Vec<Browser> {
    let mut browsers = Vec::new();
    for seat in 0..3 {
        let browser = Browser::at(app);
        let email = format!("seat{seat}.{}@example.org", game.key);
        browser.sign_in(app, &email).await;
        browsers.push(browser);
    }
    browsers
}

fn path(game: &TestGame) -> String {
    format!("/games/{}/clock", game.key)
}

/// Sends a form of the page and opens the page that it leads to.
async fn send(browser: &Browser, game: &TestGame, fields: &[(&str, &str)]) -> Page {
    let page = browser.get(&path(game)).await;
    let answer = browser.submit(&page, &path(game), fields).await;
    assert_eq!(
        answer.status,
        StatusCode::SEE_OTHER,
        "{fields:?}: {}",
        answer.body
    );
    browser.get(answer.location()).await
}

/// A page without what is new each time it is asked for.
fn plain(page: &Page) -> String {
    let body = page.body.replace(page.csrf(), "");
    let mut rest = body.as_str();
    let mut text = String::new();
    while let Some(at) = rest.find("name=\"csrf\" value=\"") {
        text.push_str(&rest[..at]);
        let value = &rest[at + 19..];
        rest = &value[value.find('"').expect("a value ends")..];
    }
    text + rest
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_is_announced_seen_and_taken_back() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let players = players(&app, &game).await;
    let away = [
        ("act", "announce"),
        ("from", "2020-01-01T08:00"),
        ("until", "2020-01-02T08:00"),
    ];
    let page = players[0].get(&path(&game)).await;
    let past = players[0].submit(&page, &path(&game), &away).await;
    assert_eq!(past.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(past.body.contains("Choose a later end"), "{}", past.body);
    // What was typed is still there.
    assert!(past.body.contains("2020-01-02T08:00"));
    let until = (chrono::Utc::now() + chrono::TimeDelta::days(5)).format("%Y-%m-%dT%H:%M");
    let away = [
        ("act", "announce"),
        ("from", "2020-01-01T08:00"),
        ("until", &until.to_string()),
    ];
    let page = send(&players[0], &game, &away).await;
    assert!(
        page.body.contains("Your absence is announced"),
        "{}",
        page.body
    );
    assert!(page.body.contains("You are away from"));
    let other = players[1].get(&path(&game)).await;
    assert!(other.body.contains("is away from"), "{}", other.body);
    let board = players[1].get(&format!("/games/{}", game.key)).await;
    assert!(board.body.contains(">away<"));
    let id = field(&page.body, "id").to_owned();
    let page = send(&players[0], &game, &[("act", "return"), ("id", &id)]).await;
    assert!(!page.body.contains("You are away from"));
    // Who has no seat there learns nothing.
    let stranger = Browser::at(&app);
    stranger.sign_in(&app, "stranger@example.org").await;
    let missing = stranger.get(&path(&game)).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_is_asked_cast_and_counted_and_no_ballot_shows_before() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    let players = players(&app, &game).await;
    let wrong = [
        ("act", "ask-deadline"),
        ("rule", "calendar"),
        ("times", "25:00"),
        ("zone", "Europe/Vienna"),
        ("day-mon", "yes"),
    ];
    let page = players[0].get(&path(&game)).await;
    let refused = players[0].submit(&page, &path(&game), &wrong).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("times of day"), "{}", refused.body);
    assert!(refused.body.contains("25:00"));
    let ask = [
        ("act", "ask-deadline"),
        ("rule", "calendar"),
        ("times", "20:00, 8:00"),
        ("zone", "Europe/Vienna"),
        ("day-mon", "yes"),
        ("day-thu", "yes"),
    ];
    let page = send(&players[0], &game, &ask).await;
    let question = "Turns are due at 08:00 and 20:00 (Europe/Vienna), Mondays and Thursdays.";
    assert!(page.body.contains(question), "{}", page.body);
    assert!(page.body.contains("You are in favour."));
    let board = players[2].get(&format!("/games/{}", game.key)).await;
    assert!(board.body.contains("one vote is open"), "{}", board.body);
    // Whatever the others do meanwhile, the page of the third stays the same.
    let before = players[2].get(&path(&game)).await;
    let id = field(&before.body, "id").to_owned();
    for ballot in ["no", "yes"] {
        let fields = [("act", "vote"), ("id", id.as_str()), ("ballot", ballot)];
        send(&players[1], &game, &fields).await;
        let after = players[2].get(&path(&game)).await;
        assert_eq!(plain(&before), plain(&after), "{ballot}");
    }
    let page = send(
        &players[2],
        &game,
        &[("act", "vote"), ("id", &id), ("ballot", "yes")],
    )
    .await;
    assert!(page.body.contains("Your ballot is in"));
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert!(close::step(&app.state).await.unwrap().is_some());
    let page = players[1].get(&path(&game)).await;
    assert!(
        page.body.contains("Yes, with 3 of 3 in favour."),
        "{}",
        page.body
    );
    // Counted is counted.
    let late = [("act", "vote"), ("id", id.as_str()), ("ballot", "no")];
    let late = players[1].submit(&page, &path(&game), &late).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_reads_ones_own_deadlines_until_its_address_is_taken_back() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    let player = Browser::at(&app);
    player
        .sign_in(&app, &format!("seat0.{}@example.org", game.key))
        .await;
    let page = player.get("/account/calendar").await;
    let made = player.submit(&page, "/account/calendar", &[]).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let link = support::people::link_in(&app, &made.body.replace(['<', '>'], " "), "/calendar/");
    // Not a second time.
    let page = player.get("/account/calendar").await;
    assert!(!page.body.contains(&link));
    let program = Browser::at(&app);
    let feed = program.get(&link).await;
    assert_eq!(feed.status, StatusCode::OK, "{}", feed.body);
    assert!(
        feed.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/calendar")
    );
    let unfolded = feed.body.replace("\r\n ", "");
    assert!(unfolded.contains("orders for turn 1 are due"), "{unfolded}");
    assert_eq!(unfolded.matches("BEGIN:VEVENT").count(), 1);
    for seat in ["Ostry", "Karsk", "Meridian", "@example.org"] {
        assert!(!unfolded.contains(seat), "{unfolded}");
    }
    game.commit(&app.state, 0, 1).await;
    let feed = program.get(&link).await;
    assert!(
        feed.body
            .replace("\r\n ", "")
            .contains("you have committed")
    );
    // It reads, and nothing else: no page takes it for a session.
    assert_eq!(program.get("/account").await.status, StatusCode::SEE_OTHER);
    let page = player.get("/account/calendar").await;
    player.submit(&page, "/account/calendar/revoke", &[]).await;
    assert_eq!(program.get(&link).await.status, StatusCode::NOT_FOUND);
    // Nor does it read for whoever was shown out.
    let page = player.get("/account/calendar").await;
    let made = player.submit(&page, "/account/calendar", &[]).await;
    let link = support::people::link_in(&app, &made.body.replace(['<', '>'], " "), "/calendar/");
    assert_eq!(program.get(&link).await.status, StatusCode::OK);
    let mut conn = app.database.connect().await;
    diesel::sql_query("UPDATE accounts SET blocked_at = fieldpost_now()")
        .execute(&mut conn)
        .await
        .unwrap();
    assert_eq!(program.get(&link).await.status, StatusCode::NOT_FOUND);
    app.work().await;
}
