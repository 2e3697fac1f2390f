//! A seat whose player stays away goes to somebody else, when the others want it.

mod support;

use fieldpost::{
    ai,
    auth::invitations,
    games,
    votes::{self, Question},
};
use support::clocks::{HOUR, clock_of, close_all, turn};
use support::{TestApp, TestGame, account};

/// Seats 0 and 1 commit, a commander in seat 2 too, and the hour passes.
async fn play(app: &TestApp, game: &TestGame, turn: u32) {
    game.commit(&app.state, 0, turn).await;
    game.commit(&app.state, 1, turn).await;
    app.advance_seconds(10.0).await;
    while ai::seats::step(&app.state).await.unwrap() {}
    app.advance_seconds(HOUR).await;
    assert_eq!(close_all(app).await, 1);
}

async fn all_in_favour(app: &TestApp, game: &TestGame) {
    let mut conn = app.state.db.get().await.unwrap();
    let vote = votes::of_game(&mut conn, game.id, 0)
        .await
        .unwrap()
        .remove(0);
    for by in [0, 1] {
        votes::cast(&mut conn, game.id, vote.id, by, true)
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn most_of_the_others_offer_the_seat_and_who_takes_it_plays_from_the_next_turn() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    for turn in 1..=3 {
        play(&app, &game, turn).await;
    }
    all_in_favour(&app, &game).await;
    play(&app, &game, 4).await;
    assert_eq!(clock_of(&app, &game).await.substituted, [2]);
    let mut conn = app.state.db.get().await.unwrap();
    // Not before it is decided.
    let early = invitations::offer(&mut conn, &app.state.auth, game.id, 2, None).await;
    assert_eq!(early.unwrap_err().code(), "not-found");
    votes::ask(&mut conn, game.id, 0, &Question::Standby(2))
        .await
        .unwrap();
    all_in_favour(&app, &game).await;
    play(&app, &game, 5).await;
    assert!(votes::is_standby(&mut conn, game.id, 2).await.unwrap());
    let token = invitations::offer(&mut conn, &app.state.auth, game.id, 2, None)
        .await
        .unwrap();
    // Who plays here already would see two sides of the fog.
    let twice = games::take_seat(&mut conn, &token, game.accounts[0]).await;
    assert_eq!(twice.unwrap_err().code(), "already-seated");
    let newcomer = account(&app, "newcomer@example.org").await;
    let taken = games::take_seat(&mut conn, &token, newcomer).await.unwrap();
    assert!(taken.is_from_next_turn);
    let late = votes::want_back(&mut conn, game.id, 2).await;
    assert_eq!(late.unwrap_err().code(), "seat-given-away");
    let held_by = format!(
        "SELECT account_id AS n FROM seats WHERE game_id = {} AND seat = 2",
        game.id
    );
    assert_eq!(app.number(&held_by).await, game.accounts[2]);
    play(&app, &game, 6).await;
    let (kinds, _) = turn(&app, &game, 6).await;
    assert!(kinds.contains(&"ResumePlayer".to_owned()), "{kinds:?}");
    assert_eq!(app.number(&held_by).await, newcomer);
    assert_eq!(clock_of(&app, &game).await.substituted, [] as [u8; 0]);
    // It is a person's again: the turn waits for him.
    game.commit(&app.state, 0, 7).await;
    game.commit(&app.state, 1, 7).await;
    while ai::seats::step(&app.state).await.unwrap() {}
    assert_eq!(close_all(&app).await, 0);
    game.commit(&app.state, 2, 7).await;
    assert_eq!(close_all(&app).await, 1);
    app.work().await;
}
