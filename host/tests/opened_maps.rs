//! On a telephone no map fits: those that are only looked at open where something is.
//! The operator's lists are looked at on the way.

mod support;

use std::time::Duration;

use fieldpost::worker::Workers;
use support::browser::Browsers;
use support::players::Player;
use support::smtp::SmtpSink;
use support::table::fight;
use support::{TestApp, TestGame, account};

/// How many units lie wholly in the map's frame.
const IN_SIGHT: &str = "const frame = document.querySelector('.map-frame'); \
    const view = frame.getBoundingClientRect(); \
    if (frame.scrollWidth <= frame.clientWidth) return -1; \
    return [...frame.querySelectorAll('.counter')] \
        .map((counter) => counter.getBoundingClientRect()) \
        .filter((box) => box.left >= view.left && box.right <= view.right \
            && box.top >= view.top && box.bottom <= view.bottom).length;";

#[tokio::test(flavor = "multi_thread")]
async fn a_map_that_is_only_looked_at_opens_where_something_is() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let olga = account(&app, &Player::email_of("olga")).await;
    let dora = account(&app, &Player::email_of("dora")).await;
    let over = TestGame::start(&app).await;
    for seat in [1, 2] {
        over.take(&app.state, seat, 1, r#"{"kind":"Concede"}"#)
            .await;
    }
    fight(&app, &over, 1).await;
    let directed = TestGame::with_clock(&app, Some(86_400), 0).await;
    let terms = format!(
        "WITH o AS (UPDATE lobby SET is_public = true, spectators = 'after_end' \
             WHERE game_id = {} RETURNING 1), \
         d AS (UPDATE lobby SET master_id = {dora}, is_open_to_master = true \
             WHERE game_id = {} RETURNING 1), \
         a AS (UPDATE accounts SET is_operator = true WHERE id = {olga} RETURNING 1) \
         SELECT count(*) AS n FROM o, d, a",
        over.id, directed.id
    );
    assert_eq!(app.number(&terms).await, 1);
    let workers = Workers::start(&app.state);
    let browsers = Browsers::start();
    let reader = Player {
        page: browsers.phone("dora").await,
        email: Player::email_of("dora"),
    };
    let watch = app.url(&format!("/games/{}/watch", over.key));
    reader.sign_in_at(&app, &sink, &watch).await;
    for (what, path) in [
        ("watch", format!("/games/{}/watch/1", over.key)),
        ("master", format!("/games/{}/master", directed.key)),
    ] {
        reader.page.open(&app.url(&path)).await;
        reader.page.screenshot(what).await;
        let seen = reader.page.evaluate(IN_SIGHT).await;
        assert!(seen.as_i64().is_some_and(|seen| seen > 0), "{what}: {seen}");
    }
    let operator = Player {
        page: browsers.session("olga").await,
        email: Player::email_of("olga"),
    };
    let games = app.url("/admin/games");
    operator.sign_in_at(&app, &sink, &games).await;
    for (what, path) in [
        ("admin", "/admin".to_owned()),
        ("admin-games", "/admin/games".to_owned()),
        ("admin-game", format!("/admin/games/{}", directed.key)),
    ] {
        operator.page.open(&app.url(&path)).await;
        operator.page.screenshot(what).await;
    }
    let waiting = "SELECT count(*) AS n FROM outbox WHERE state = 'waiting'";
    while app.number(waiting).await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    workers.stop(Duration::from_secs(5)).await;
}
