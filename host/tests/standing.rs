//! What is known of players: deadlines kept, ratings from finished ranked games,
//! and a game master's clock and board.

mod support;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{close, ratings};
use support::html::{assert_sound, text_of};
use support::lobby::{act, make, somebody, text_at};
use support::people::deliver;
use support::table::status;
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_that_were_met_are_counted_of_those_that_were_due() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    // Without a deadline nothing is due.
    let idle = TestGame::start(&app).await;
    for seat in 0..3 {
        idle.commit(&app.state, seat, 1).await;
    }
    for turn in 1..=3 {
        game.commit(&app.state, 0, turn).await;
        if turn != 2 {
            game.commit(&app.state, 1, turn).await;
        }
        app.advance_seconds(3601.0).await;
        while close::step(&app.state).await.unwrap().is_some() {}
    }
    let known = {
        let mut conn = app.state.db.get().await.unwrap();
        ratings::reliability(&mut conn, &game.accounts)
            .await
            .unwrap()
    };
    let counts: Vec<_> = game
        .accounts
        .iter()
        .map(|account| (known[account].met, known[account].due))
        .collect();
    assert_eq!(counts, [(3, 3), (2, 3), (0, 3)]);
    // A running anonymous game counts for nobody yet.
    let hide = format!(
        "UPDATE lobby SET is_anonymous = true WHERE game_id = {}",
        game.id
    );
    app.database
        .connect()
        .await
        .batch_execute(&hide)
        .await
        .unwrap();
    let mut conn = app.state.db.get().await.unwrap();
    assert!(
        ratings::reliability(&mut conn, &game.accounts)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_follow_from_finished_ranked_games_and_can_be_made_again() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    let game = TestGame::start(&app).await;
    // Two concede: the third is the last who stands.
    for seat in [1, 2] {
        game.take(&app.state, seat, 1, r#"{"kind":"Concede"}"#)
            .await;
    }
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    while close::step(&app.state).await.unwrap().is_some() {}
    assert_eq!(game.standing(&app).await.1, "ended");
    assert!(
        ratings::all(&app.state).await.unwrap().is_empty(),
        "it was not ranked"
    );
    let rank = "UPDATE lobby SET is_ranked = true";
    app.database
        .connect()
        .await
        .batch_execute(rank)
        .await
        .unwrap();
    let first = ratings::all(&app.state).await.unwrap();
    let strength = |seat: usize| first[&game.accounts[seat]].strength;
    assert!(strength(0) > 25.0 && strength(1) < 25.0 && strength(1) == strength(2));
    // Whatever is kept of it may be dropped.
    app.database
        .connect()
        .await
        .batch_execute("DELETE FROM results")
        .await
        .unwrap();
    let other = app.second_host().await;
    let again = ratings::all(&other.state).await.unwrap();
    assert_eq!(*first, *again);
    other.kill().await;
    let ada = support::table::player(&app, &game, 0).await;
    assert!(text_at(&ada, "/").await.contains("You won"));
    let profile = ada.get("/players/me").await.location().to_owned();
    let profile = text_at(&ada, &profile).await;
    assert!(profile.contains("after one ranked game"), "{profile}");
    assert!(!profile.contains("Kelsey"), "a private game is not listed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_stops_the_clock_gives_time_and_sees_what_was_declared() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let key = make(
        &ada,
        &[
            ("part", "master-sees"),
            ("by1", "ai"),
            ("by2", "ai"),
            ("pace", "daily"),
        ],
    )
    .await;
    let blind = make(&ada, &[("part", "master"), ("by1", "ai"), ("by2", "ai")]).await;
    let plays = act(&ada, &key, "join", &[("seat", "0")]).await;
    assert_eq!(status(&plays), 409, "a master takes no seat");
    let told = text_at(&ben, &format!("/lobby/{key}")).await;
    assert!(told.contains("sees the whole board"), "{told}");
    for key in [&key, &blind] {
        assert_eq!(status(&act(&ben, key, "join", &[("seat", "0")]).await), 303);
    }
    let game = ben.get(&format!("/games/{key}")).await;
    assert!(text_of(&game.body).contains("a game master sees the whole board"));
    let desk = format!("/games/{key}/master");
    assert_eq!(status(&ben.get(&desk).await), 404);
    let page = ada.get(&desk).await;
    assert_eq!(status(&page), 200, "{}", text_of(&page.body));
    assert_sound(&page.body);
    // Units of all three, whom no player sees together.
    for side in 0..3 {
        let counter = format!("class=\"counter side-{side}\"");
        assert!(page.body.contains(&counter), "side {side}");
    }
    let other = ada.get(&format!("/games/{blind}/master")).await;
    assert!(status(&other) == 200 && !other.body.contains("<svg"));
    let send = async |fields: &[(&str, &str)]| status(&ada.submit(&page, &desk, fields).await);
    assert_eq!(send(&[("act", "pause")]).await, 303);
    assert_eq!(send(&[("act", "pause")]).await, 409);
    assert!(text_at(&ada, &desk).await.contains("The clock stands"));
    assert_eq!(send(&[("act", "resume")]).await, 303);
    assert_eq!(send(&[("act", "extend"), ("hours", "24")]).await, 303);
    assert_eq!(send(&[("act", "extend"), ("hours", "x")]).await, 400);
    let acts = "SELECT count(*) AS n FROM audit WHERE actor = 'master'";
    assert_eq!(app.number(acts).await, 3);
    let page = ben.get("/games/new").await;
    let tried = ben.submit(&page, &desk, &[("act", "pause")]).await;
    assert_eq!(status(&tried), 404);
    deliver(&app).await;
}
