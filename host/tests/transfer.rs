//! A running game moves from one host to another as a file, and goes on there
//! with the same hashes; a file that was changed does not come in.

mod support;

use fieldpost::auth::invitations;
use fieldpost::games::import::{ImportError, Settings, import};
use fieldpost::{admin, audit::Actor, close, export, games};
use fieldpost_engine::log::GameFile;
use support::{TestApp, TestGame, account};

const STANCE: &str = r#"{"kind":"SetStance","unit":601,"stance":"Advance"}"#;

/// Everybody commits, and the turn is computed.
async fn fight(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in 0..3 {
        game.commit(&app.state, seat, turn).await;
    }
    while close::step(&app.state).await.unwrap() {}
}

async fn hashes(app: &TestApp, game: i64) -> Vec<String> {
    let mut conn = app.database.connect().await;
    let file = export::read(&mut conn, game).await.unwrap();
    let hashes = file.witnesses.iter();
    hashes.map(|turn| turn.turn_hash.to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_goes_on_elsewhere_as_it_would_have_here() {
    let mut here = TestApp::start().await;
    let mut there = TestApp::start().await;
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::start(&here).await;
    fight(&here, &game, 1).await;
    // What was written in the open turn goes along.
    game.take(&here.state, 0, 2, STANCE).await;
    let text = {
        let mut conn = here.database.connect().await;
        let row = games::find(&mut conn, &game.key).await.unwrap();
        let public = export::game_file(&mut conn, &row).await.unwrap();
        let public = GameFile::parse(&public).unwrap();
        let mut elsewhere = there.database.connect().await;
        let refused = import(&mut elsewhere, &public, Settings::default()).await;
        assert!(matches!(refused, Err(ImportError::NoSeed)));
        export::read(&mut conn, game.id).await.unwrap().print(true)
    };
    let file = GameFile::parse(&text).unwrap();
    let mut conn = there.database.connect().await;
    let moved = import(&mut conn, &file, Settings::default()).await.unwrap();
    assert_eq!((moved.turn, moved.phase.as_str()), (2, "orders"));
    let again = import(&mut conn, &file, Settings::default()).await;
    assert!(matches!(again, Err(ImportError::Known(key)) if key == moved.key));

    let mut accounts = Vec::new();
    for seat in 0..3 {
        let account = account(&there, &format!("seat{seat}.{}@example.org", moved.key)).await;
        let token = invitations::offer(&mut conn, &there.state.auth, moved.id, seat, None);
        let token = token.await.unwrap();
        games::take_seat(&mut conn, &token, account).await.unwrap();
        accounts.push(account);
    }
    let arrived = TestGame {
        id: moved.id,
        key: moved.key.clone(),
        accounts,
    };
    arrived.assert_sound(&there).await;
    for seat in 0..3 {
        arrived.commit(&there.state, seat, 2).await;
    }
    // Its clock stands until an operator lets it run.
    assert!(!close::step(&there.state).await.unwrap());
    admin::games::resume(&mut conn, Actor::Console, moved.id)
        .await
        .unwrap();
    while close::step(&there.state).await.unwrap() {}
    fight(&here, &game, 2).await;
    let both = (hashes(&here, game.id).await, hashes(&there, moved.id).await);
    assert_eq!(both.0.len(), 2);
    assert_eq!(both.0, both.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_changed_does_not_come_in() {
    let mut app = TestApp::start().await;
    app.leave_jobs();
    let game = TestGame::start(&app).await;
    game.take(&app.state, 0, 1, STANCE).await;
    fight(&app, &game, 1).await;
    let mut conn = app.database.connect().await;
    let text = export::read(&mut conn, game.id).await.unwrap().print(true);
    let other = TestApp::start().await;
    let mut conn = other.database.connect().await;
    for (from, to) in [
        ("Advance", "Entrench"),
        ("\"turn_hash\":\"", "\"turn_hash\":\"00"),
    ] {
        let mut changed = text.replacen(from, to, 1);
        if from.contains("turn_hash") {
            let at = changed.find(to).unwrap() + to.len();
            changed.replace_range(at..at + 2, "");
        }
        let file = GameFile::parse(&changed).unwrap();
        let refused = import(&mut conn, &file, Settings::default()).await;
        assert!(
            matches!(refused, Err(ImportError::Fault(_))),
            "{from}: {refused:?}"
        );
    }
    assert_eq!(other.number("SELECT count(*) AS n FROM games").await, 0);
}
