//! Whoever has seen the board of a running game from no seat's place takes no seat of
//! it: neither one on offer, nor one that the operator gives away.

mod support;

use std::time::Duration;

use diesel_async::RunQueryDsl;
use fieldpost::{
    admin::people,
    audit::Actor,
    auth::{Email, invitations},
    games,
    lobby::watching,
};
use support::html::text_of;
use support::lobby::{somebody, table};
use support::table::{fight, status};
use support::{TestApp, TestGame, account};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_watched_a_running_game_takes_no_seat_of_it() {
    let app = TestApp::start().await;
    let terms = [("spectators", "delayed"), ("spectator_delay", "5")];
    let (game, players) = table(&app, &terms).await;
    let (dora, eve) = (somebody(&app, "dora").await, somebody(&app, "eve").await);
    let watch = format!("/games/{}/watch", game.key);
    let watched = format!(
        "SELECT count(*) AS n FROM watched WHERE game_id = {}",
        game.id
    );
    fight(&app, &game, 1).await;
    // Word of when it begins is no board.
    for reader in [&dora, &eve] {
        assert_eq!(status(&reader.get(&watch).await), 200);
    }
    for turn in 2..=6 {
        fight(&app, &game, turn).await;
    }
    assert_eq!(status(&dora.get(&format!("{watch}/7")).await), 404);
    assert_eq!(status(&players[1].get(&watch).await), 404);
    assert_eq!(app.number(&watched).await, 0);
    for rest in ["", "/0"] {
        assert_eq!(status(&dora.get(&format!("{watch}{rest}")).await), 200);
    }
    assert_eq!(app.number(&watched).await, 1);

    let mut conn = app.state.db.get().await.unwrap();
    let to = Email::parse("dora@example.org").unwrap();
    let replaced = people::replace_seat(&mut conn, Actor::Console, game.id, 2, &to).await;
    assert_eq!(replaced.unwrap_err().code(), "has-watched");
    let on_offer = format!(
        "WITH s AS (UPDATE seats SET standby_since = fieldpost_now() \
             WHERE game_id = {} AND seat = 2 RETURNING 1) SELECT count(*) AS n FROM s",
        game.id
    );
    assert_eq!(app.number(&on_offer).await, 1);
    let token = invitations::offer(&mut conn, &app.state.auth, game.id, 2, None);
    let token = token.await.unwrap();
    let link = invitations::path(&token);
    let offered = dora.get(&link).await;
    let refused = dora.submit(&offered, &link, &[]).await;
    assert_eq!(status(&refused), 409);
    let text = text_of(&refused.body);
    assert!(
        text.contains("has seen what its seats must not see"),
        "{text}"
    );
    // Who has not may, and from then on watches no more.
    let offered = eve.get(&link).await;
    let taken = eve.submit(&offered, &link, &[]).await;
    assert_eq!(status(&taken), 303, "{}", text_of(&taken.body));
    assert_eq!(status(&eve.get(&watch).await), 404);
    let id = "SELECT id AS n FROM accounts WHERE email = 'eve@example.org'";
    let id = app.number(id).await;
    let late = watching::remember(&mut conn, game.id, id).await;
    assert_eq!(late.unwrap_err().code(), "not-found");
    assert_eq!(app.number(&watched).await, 1);
    let seat = games::seats_of(&mut conn, game.id).await.unwrap().remove(2);
    assert_eq!(seat.next_account_id, Some(id));
}

/// Looking and taking a seat wait for one another, so that nobody does both at once.
#[tokio::test(flavor = "multi_thread")]
async fn who_looks_while_a_seat_is_being_taken_is_shown_nothing() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    app.work().await;
    let eve = account(&app, "eve@example.org").await;
    let mut taking = app.database.connect().await;
    for step in [
        "BEGIN".to_owned(),
        format!("SELECT FROM games WHERE id = {} FOR NO KEY UPDATE", game.id),
        format!(
            "UPDATE seats SET next_account_id = {eve} WHERE game_id = {} AND seat = 2",
            game.id
        ),
    ] {
        diesel::sql_query(step).execute(&mut taking).await.unwrap();
    }
    let state = app.state.clone();
    let id = game.id;
    let looking = tokio::spawn(async move {
        let mut conn = state.db.get().await.unwrap();
        watching::remember(&mut conn, id, eve).await
    });
    let waits = "SELECT count(*) AS n FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while app.number(waits).await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!looking.is_finished());
    diesel::sql_query("COMMIT")
        .execute(&mut taking)
        .await
        .unwrap();
    let looked = looking.await.unwrap();
    assert_eq!(looked.unwrap_err().code(), "not-found");
    assert_eq!(app.number("SELECT count(*) AS n FROM watched").await, 0);
}
