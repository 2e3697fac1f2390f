//! Who is away is not waited for.

mod support;

use chrono::TimeDelta;
use fieldpost::{absence, mail};
use support::clocks::{HOUR, announce, clock_of, close_all, turn};
use support::people::deliver;
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn an_announced_absence_is_marked_and_not_waited_for() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    announce(&app, &game, 2, 0, 48).await;
    // It is no commit of the others.
    game.commit(&app.state, 0, 1).await;
    assert_eq!(close_all(&app).await, 0);
    game.commit(&app.state, 1, 1).await;
    assert_eq!(close_all(&app).await, 1);
    let (kinds, close) = turn(&app, &game, 1).await;
    assert_eq!(kinds[2..], ["MarkAbsent", "CloseOrders"]);
    assert!(
        close.contains(r#""markers":["Committed","Committed","Absent"]"#),
        "{close}"
    );
    // Who commits all the same was there.
    game.commit(&app.state, 0, 2).await;
    game.commit(&app.state, 2, 2).await;
    game.commit(&app.state, 1, 2).await;
    assert_eq!(close_all(&app).await, 1);
    let (_, close) = turn(&app, &game, 2).await;
    assert!(close.contains(r#""markers":["Committed","Committed","Committed"]"#));
    // Behind it the seat is waited for again.
    app.advance_seconds(49.0 * HOUR).await;
    game.commit(&app.state, 0, 3).await;
    game.commit(&app.state, 1, 3).await;
    assert_eq!(close_all(&app).await, 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absence_that_is_taken_back_ends_at_once_and_one_to_come_never_was() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    announce(&app, &game, 2, 0, 48).await;
    announce(&app, &game, 2, 100, 148).await;
    let clock = clock_of(&app, &game).await;
    assert!(clock.phase_clock.standings(clock.now)[2].is_absent);
    let mut conn = app.state.db.get().await.unwrap();
    let standing = absence::standing(&mut conn, game.id, 1, clock.now)
        .await
        .unwrap();
    assert_eq!(standing.len(), 2);
    // Nobody else's to take back.
    let other = absence::take_back(&mut conn, game.id, 1, standing[0].id).await;
    assert_eq!(other.unwrap_err().code(), "not-found");
    for one in standing {
        absence::take_back(&mut conn, game.id, 2, one.id)
            .await
            .unwrap();
    }
    let clock = clock_of(&app, &game).await;
    assert!(!clock.phase_clock.standings(clock.now)[2].is_absent);
    let standing = absence::standing(&mut conn, game.id, 1, clock.now)
        .await
        .unwrap();
    assert_eq!(standing, []);
    let wrong = absence::announce(&mut conn, game.id, 2, clock.now, clock.now).await;
    assert_eq!(wrong.unwrap_err().code(), "absence-ends-first");
    let long = clock.now + TimeDelta::days(61);
    let wrong = absence::announce(&mut conn, game.id, 2, clock.now, long).await;
    assert_eq!(wrong.unwrap_err().code(), "absence-too-long");
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_does_not_run_away_while_all_its_people_are_absent() {
    let app = TestApp::start().await;
    let (timed, untimed) = (
        TestGame::with_clock(&app, Some(3600), 0).await,
        TestGame::start(&app).await,
    );
    for game in [&timed, &untimed] {
        for seat in 0..3 {
            announce(&app, game, seat, 0, 24).await;
        }
    }
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(HOUR).await;
    assert_eq!(close_all(&app).await, 1);
    assert_eq!(timed.standing(&app).await.0, 2);
    assert_eq!(untimed.standing(&app).await.0, 1);
    // One who looks in all the same carries it on.
    untimed.commit(&app.state, 1, 1).await;
    assert_eq!(close_all(&app).await, 1);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lets_the_others_wait_for_a_week_gets_three_days_notice() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    game.commit(&app.state, 0, 1).await;
    game.commit(&app.state, 1, 1).await;
    let mut conn = app.state.db.get().await.unwrap();
    let early = absence::give_notice(&mut conn, game.id, 0, 2).await;
    assert_eq!(early.unwrap_err().code(), "notice-not-now");
    app.advance_seconds(7.0 * 24.0 * HOUR).await;
    // Not by one who is waited for himself, nor about one who is not.
    for (by, about) in [(2, 0), (0, 1)] {
        let wrong = absence::give_notice(&mut conn, game.id, by, about).await;
        assert_eq!(wrong.unwrap_err().code(), "notice-not-now", "{by} {about}");
    }
    absence::give_notice(&mut conn, game.id, 0, 2)
        .await
        .unwrap();
    let again = absence::give_notice(&mut conn, game.id, 1, 2).await;
    assert_eq!(again.unwrap_err().code(), "notice-not-now");
    assert_eq!(game.owed(&app, "notice").await, [(Some(2), Some(1))]);
    deliver(&app).await;
    app.advance_seconds(71.0 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(HOUR).await;
    assert_eq!(close_all(&app).await, 1);
    let (kinds, _) = turn(&app, &game, 1).await;
    assert_eq!(kinds[2..], ["MarkAbsent", "CloseOrders"]);
    // It was for that turn alone.
    game.commit(&app.state, 0, 2).await;
    game.commit(&app.state, 1, 2).await;
    assert_eq!(close_all(&app).await, 0);
    while mail::step(&app.state).await.unwrap() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_can_stop_a_clock_let_it_go_on_and_give_more_time() {
    use fieldpost::phases::standstill;
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    let mut conn = app.state.db.get().await.unwrap();
    assert!(standstill::stop(&mut conn, game.id).await.unwrap());
    assert!(!standstill::stop(&mut conn, game.id).await.unwrap());
    app.advance_seconds(10.0 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    assert!(
        standstill::go_on(&mut conn, game.id, "paused")
            .await
            .unwrap()
    );
    assert!(
        !standstill::go_on(&mut conn, game.id, "paused")
            .await
            .unwrap()
    );
    let more = TimeDelta::minutes(30);
    let extended = standstill::extend(&mut conn, game.id, more).await.unwrap();
    assert!(extended.is_some());
    app.advance_seconds(1.4 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    // Also behind the deadline, as long as nothing has closed the turn.
    app.advance_seconds(0.2 * HOUR).await;
    let extended = standstill::extend(&mut conn, game.id, more).await.unwrap();
    assert!(extended.is_some());
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(0.5 * HOUR).await;
    assert_eq!(close_all(&app).await, 1);
    app.work().await;
}
