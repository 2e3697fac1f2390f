//! Games are pinned to the rules they began with: a host leaves alone what it
//! does not have, says so, and serves the rest.

mod support;

use std::process::{Command, Output};

use diesel_async::SimpleAsyncConnection;
use fieldpost::{error::Error, export, games, replays::ReplayError};
use fieldpost_engine::log::{GameFile, Held};
use fieldpost_engine::verify::{verify, verify_held};
use support::{TestApp, TestGame, table::player};

/// As if the game had been begun by another version of the program.
async fn pin(app: &TestApp, game: &TestGame, from: &str, to: &str) {
    let sql = format!(
        "UPDATE games SET header = replace(header, '{from}', '{to}') WHERE id = {0}; \
         UPDATE games SET rules_version = (header::jsonb ->> 'rules_version')::int WHERE id = {0}",
        game.id
    );
    app.database
        .connect()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    app.state.replays.clear();
}

fn check_games(app: &TestApp) -> (Option<i32>, String) {
    let Output { status, stdout, .. } = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("check-games")
        .env("FIELDPOST_DATABASE_URL", &app.database.url)
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_other_rules_waits_and_the_others_go_on() {
    let mut app = TestApp::start().await;
    let newer = TestGame::start(&app).await;
    let exotic = TestGame::with_clock(&app, Some(60), 0).await;
    let sound = TestGame::start(&app).await;
    let reader = player(&app, &newer, 0).await;
    for seat in 0..3 {
        newer.commit(&app.state, seat, 1).await;
        sound.commit(&app.state, seat, 1).await;
    }
    pin(&app, &newer, "\"rules_version\":1", "\"rules_version\":2").await;
    pin(&app, &exotic, "standard/1", "exotic/7").await;
    app.advance_seconds(61.0).await;
    while fieldpost::close::step(&app.state).await.unwrap().is_some() {}
    assert_eq!(sound.standing(&app).await, (2, "orders".to_owned()));
    for left in [&newer, &exotic] {
        assert_eq!(left.standing(&app).await, (1, "orders".to_owned()));
        let refused = left
            .send(&app.state, 0, 1, &[r#"{"kind":"CommitOrders"}"#])
            .await;
        assert!(matches!(refused, Err(Error::Conflict("rules-version"))));
    }
    let replayed = app.state.replays.head(&app.state.db, exotic.id).await;
    assert!(matches!(replayed, Err(ReplayError::Ruleset(name)) if name == "exotic/7"));
    let page = reader.get(&format!("/games/{}", newer.key)).await;
    assert_eq!(page.status, 409);
    assert!(page.body.contains("rules that this host does not have"));
    // One left half closed by a host that had its rules stops nobody either.
    let sql = format!(
        "UPDATE games SET phase = 'closing' WHERE id = {}",
        exotic.id
    );
    app.database
        .connect()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    assert!(fieldpost::close::step(&app.state).await.unwrap().is_none());
    assert_eq!(app.number("SELECT count(*) AS n FROM alarms").await, 0);

    let (code, said) = check_games(&app);
    assert_eq!(code, Some(4), "{said}");
    for (left, lacks) in [
        (&newer, "rules version 2 and ruleset standard/1"),
        (&exotic, "rules version 1 and ruleset exotic/7"),
    ] {
        let line = format!("{}: begun with {lacks}, and this program has", left.key);
        assert!(said.contains(&line), "{said}");
    }
    let sum = "3 games: 1 as they should be, 0 come out differently, 2 need other rules";
    assert!(said.contains(sum), "{said}");
    app.leave_jobs();
}

#[tokio::test(flavor = "multi_thread")]
async fn check_games_finds_what_comes_out_differently() {
    let app = TestApp::start().await;
    let games = [TestGame::start(&app).await, TestGame::start(&app).await];
    for game in &games {
        for seat in 0..3 {
            game.commit(&app.state, seat, 1).await;
        }
    }
    app.work().await;
    assert_eq!(
        check_games(&app),
        (
            Some(0),
            "2 games: 2 as they should be, 0 come out differently, 0 need other rules\n".to_owned()
        )
    );
    let sql = format!(
        "UPDATE witnesses SET state = repeat('0', 64) WHERE game_id = {}; \
         DELETE FROM witnesses WHERE game_id = {}",
        games[0].id, games[1].id
    );
    app.database
        .connect()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    let (code, said) = check_games(&app);
    assert_eq!(code, Some(3), "{said}");
    let changed = format!(
        "{}: turn 1: the state hash differs from the witness",
        games[0].key
    );
    let missing = format!("{}: turn 1 is closed and has no witness", games[1].key);
    assert!(said.contains(&changed) && said.contains(&missing), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_takes_home_what_the_host_can_be_held_to() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let march = r#"{"kind":"SetStance","unit":601,"stance":"March"}"#;
    game.take(&app.state, 0, 1, march).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    app.work().await;
    let path = format!("/games/{}/receipts.jsonl", game.key);
    let kept = ada.get(&path).await;
    assert_eq!(kept.status, 200);
    let held = Held::parse(&kept.body).unwrap();
    assert_eq!((held.orders.len(), held.witnesses.len()), (2, 1));
    for secret in ["seq", "chain", "\"turn_hash\""] {
        assert!(!kept.body.contains(secret), "{}", kept.body);
    }
    // The game itself is nobody's yet, and neither is anybody else's.
    let file = format!("/games/{}/game.fieldpost", game.key);
    assert_eq!(ada.get(&file).await.status, 404);
    let other = TestGame::start(&app).await;
    let stranger = player(&app, &other, 1).await;
    assert_eq!(stranger.get(&path).await.status, 404);

    for seat in [1, 2] {
        game.take(&app.state, seat, 2, r#"{"kind":"Concede"}"#)
            .await;
    }
    for seat in 0..3 {
        game.commit(&app.state, seat, 2).await;
    }
    app.work().await;
    assert_eq!(game.standing(&app).await.1, "ended");
    let text = ada.get(&file).await.body;
    let played = GameFile::parse(&text).unwrap();
    assert_eq!(verify_held(&played, &held), []);
    assert_eq!(played.header.seed, Some(game.seed(&app).await));

    // At the command line, as anybody would.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(&game.key);
    std::fs::create_dir_all(&folder).unwrap();
    let verifies = |receipts: &str| {
        std::fs::write(folder.join("game"), &text).unwrap();
        std::fs::write(folder.join("held"), receipts).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .arg("verify")
            .arg(folder.join("game"))
            .arg("--held")
            .arg(folder.join("held"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    };
    let (code, said) = verifies(&kept.body);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("2 receipts and 1 promised turns, all kept"),
        "{said}"
    );
    let (code, said) = verifies(&kept.body.replace("March", "Hold"));
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("another order than the one that was given"),
        "{said}"
    );

    // What is stored is what is printed: a forged chain value is not made good.
    let mut conn = app.database.connect().await;
    let forge = format!(
        "ALTER TABLE log DISABLE TRIGGER USER; \
         UPDATE log SET chain = sha256('') WHERE game_id = {} AND seq = 2; \
         ALTER TABLE log ENABLE TRIGGER USER",
        game.id
    );
    conn.batch_execute(&forge).await.unwrap();
    let row = games::find(&mut conn, &game.key).await.unwrap();
    let text = export::game_file(&mut conn, &row).await.unwrap();
    assert!(!verify(&GameFile::parse(&text).unwrap()).is_empty());
}
