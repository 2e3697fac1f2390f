//! People who act on one gathering game at the same instant: whatever the order
//! turns out to be, nobody shares a seat, nobody has two, and it begins once.

mod support;

use fieldpost::games::{
    self, GameRow, NewGame, Pass,
    terms::{Maker, Terms},
};
use fieldpost_engine::scenario::Controller;
use support::{TestApp, account, kelsey_ford};

async fn public_game(app: &TestApp, maker: Option<(i64, i16)>) -> GameRow {
    let mut conn = app.state.db.get().await.unwrap();
    let new = NewGame {
        name: None,
        scenario: kelsey_ford(),
        deadline_seconds: None,
        reserve_seconds: 0,
        created_by: maker.map(|(account, _)| account),
    };
    let terms = Terms {
        is_public: true,
        maker: maker.map_or(Maker::Away, |(_, seat)| Maker::Plays(seat)),
        ..Terms::default()
    };
    games::create_with(&mut conn, &app.state.auth, new, &terms)
        .await
        .unwrap()
}

/// Joins on a connection of its own.
fn join(
    app: &TestApp,
    key: &str,
    seat: i16,
    account: i64,
) -> tokio::task::JoinHandle<Result<bool, &'static str>> {
    let (state, key) = (app.state.clone(), key.to_owned());
    tokio::spawn(async move {
        let mut conn = state.db.get().await.unwrap();
        let joined = games::join(&mut conn, &state.auth, &key, seat, account, Pass::default());
        joined
            .await
            .map(|taken| taken.has_started)
            .map_err(|error| error.code())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_want_one_seat_one_has_it() {
    let app = TestApp::start().await;
    for round in 0..5 {
        let game = public_game(&app, None).await;
        let mut tries = Vec::new();
        for person in 0..8 {
            let account = account(&app, &format!("p{person}.{round}@example.org")).await;
            tries.push(join(&app, &game.key, 1, account));
        }
        let mut outcomes = Vec::new();
        for tried in tries {
            outcomes.push(tried.await.unwrap());
        }
        let lucky = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(lucky, 1, "{outcomes:?}");
        let refused = outcomes.iter().filter_map(|outcome| outcome.err());
        assert!(refused.into_iter().all(|code| code == "seat-taken"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_who_wants_every_seat_at_once_has_one_of_them() {
    let app = TestApp::start().await;
    let game = public_game(&app, None).await;
    let ada = account(&app, "ada@example.org").await;
    let tries: Vec<_> = (0..3)
        .cycle()
        .take(12)
        .map(|seat| join(&app, &game.key, seat, ada))
        .collect();
    for tried in tries {
        tried.await.unwrap().unwrap();
    }
    let held = format!("SELECT count(*) AS n FROM seats WHERE account_id = {ada}");
    assert_eq!(app.number(&held).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_seats_filled_at_once_begin_the_game_once() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    for round in 0..5 {
        let game = public_game(&app, None).await;
        let mut tries = Vec::new();
        for seat in 0..3_i16 {
            let account = account(&app, &format!("q{seat}.{round}@example.org")).await;
            tries.push(join(&app, &game.key, seat, account));
        }
        let mut begun = 0;
        for tried in tries {
            begun += usize::from(tried.await.unwrap().unwrap());
        }
        assert_eq!(begun, 1);
        let mails = format!(
            "SELECT count(*) AS n FROM outbox WHERE kind = 'game_started' AND game_id = {}",
            game.id
        );
        assert_eq!(app.number(&mails).await, 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_taken_left_emptied_and_handed_over_at_once_stays_whole() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    let maker = account(&app, "maker@example.org").await;
    for round in 0..6 {
        let game = public_game(&app, Some((maker, 0))).await;
        let ben = account(&app, &format!("ben{round}@example.org")).await;
        join(&app, &game.key, 1, ben).await.unwrap().unwrap();
        let (state, key) = (app.state.clone(), game.key.clone());
        let leaving = tokio::spawn(async move {
            let mut conn = state.db.get().await.unwrap();
            games::leave(&mut conn, &key, ben).await.is_ok()
        });
        let (state, key) = (app.state.clone(), game.key.clone());
        let kicking = tokio::spawn(async move {
            let mut conn = state.db.get().await.unwrap();
            games::kick(&mut conn, &key, 1, maker).await.is_ok()
        });
        let (state, key) = (app.state.clone(), game.key.clone());
        let handing = tokio::spawn(async move {
            let mut conn = state.db.get().await.unwrap();
            games::set_controller(&mut conn, &key, 1, maker, Controller::Ai)
                .await
                .is_ok()
        });
        let cleo = account(&app, &format!("cleo{round}@example.org")).await;
        let joined = join(&app, &game.key, 1, cleo).await.unwrap().is_ok();
        let (left, kicked) = (leaving.await.unwrap(), kicking.await.unwrap());
        let handed = handing.await.unwrap();
        assert!(left || kicked, "somebody emptied it");
        // Whoever is kicked may be Cleo, once Ben has left.
        assert!(!(joined && handed) || kicked, "one seat, one holder");
        let both = format!(
            "SELECT count(*) AS n FROM seats WHERE game_id = {} AND ai IS NOT NULL \
             AND account_id IS NOT NULL",
            game.id
        );
        assert_eq!(app.number(&both).await, 0);
        let same = format!(
            "SELECT count(*) AS n FROM games g JOIN seats s ON s.game_id = g.id WHERE g.id = {} \
             AND header::jsonb #>> array['scenario', 'seats', s.seat::text, 'controller'] \
                 = CASE WHEN s.ai IS NULL THEN 'human' ELSE 'ai' END",
            game.id
        );
        assert_eq!(app.number(&same).await, 3, "header and table say the same");
    }
}
