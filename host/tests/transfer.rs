//! A running game moves from one host to another as a file, and goes on there
//! with the same hashes; a file that was changed does not come in.

mod support;

use fieldpost::auth::invitations;
use fieldpost::games::import::{ImportError, Settings, import};
use fieldpost::games::terms::{self, Press, Spectators, Terms};
use fieldpost::{admin, audit::Actor, close, deadline::Pace, export, games, phases};
use fieldpost_engine::log::{GameFile, file::Line};
use support::{TestApp, TestGame, account};

const STANCE: &str = r#"{"kind":"SetStance","unit":601,"stance":"Advance"}"#;

/// Everybody commits, and the turn is computed.
async fn fight(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in 0..3 {
        game.commit(&app.state, seat, turn).await;
    }
    while close::step(&app.state).await.unwrap().is_some() {}
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
    assert!(close::step(&there.state).await.unwrap().is_none());
    admin::games::resume(&mut conn, Actor::Console, moved.id)
        .await
        .unwrap();
    while close::step(&there.state).await.unwrap().is_some() {}
    fight(&here, &game, 2).await;
    let both = (hashes(&here, game.id).await, hashes(&there, moved.id).await);
    assert_eq!(both.0.len(), 2);
    assert_eq!(both.0, both.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_comes_in_on_the_terms_that_are_said_and_on_those_of_its_log() {
    let mut here = TestApp::start().await;
    here.leave_jobs();
    let game = TestGame::start(&here).await;
    fight(&here, &game, 1).await;
    let mut conn = here.database.connect().await;
    let file = export::read(&mut conn, game.id).await.unwrap();
    let terms = Terms {
        press: Press::Public,
        spectators: Spectators::Delayed(7),
        is_anonymous: true,
        is_public: true,
        usual_pace: Some(Pace::Correspondence),
        ..Terms::default()
    };
    let come_in = async |file: &GameFile, rule: Option<&str>, reserves: &[i32]| {
        let there = TestApp::start().await;
        let mut conn = there.database.connect().await;
        let settings = Settings {
            name: None,
            rule: rule.map(|text| text.parse().unwrap()),
            reserves: reserves.to_vec(),
            terms: terms.clone(),
            ..Settings::default()
        };
        let row = import(&mut conn, file, settings).await?;
        let seats = games::seats_of(&mut conn, row.id).await.unwrap();
        let left: Vec<i32> = seats.iter().map(|seat| seat.reserve_seconds_left).collect();
        let kept = terms::of(&mut conn, row.id).await.unwrap();
        assert_eq!(
            (
                kept.press(),
                kept.spectators(),
                kept.is_anonymous,
                kept.is_public
            ),
            (Press::Public, Spectators::Delayed(7), true, true)
        );
        let rule = phases::rule(&mut conn, row.id).await.unwrap().to_string();
        let has_deadline = phases::read(&mut conn, row.id).await.unwrap();
        let has_deadline = has_deadline.phase_clock.deadline_at.is_some();
        Ok::<_, ImportError>((rule, has_deadline, left))
    };
    let vienna = "Europe/Vienna mon,thu 20:00";
    let fixed = come_in(&file, Some(vienna), &[7200, 0, 60]).await.unwrap();
    assert_eq!(fixed, (vienna.to_owned(), true, vec![7200, 0, 60]));
    let open = come_in(&file, Some("none"), &[]).await.unwrap();
    assert_eq!((open.0.as_str(), open.1), ("none", false));
    // Nothing was said, and nothing agreed: the usual clock of three.
    let usual = come_in(&file, None, &[]).await.unwrap();
    assert_eq!(usual, ("86400".to_owned(), true, vec![259_200; 3]));
    let two = come_in(&file, None, &[1, 2]).await;
    assert!(matches!(two, Err(ImportError::Reserves(3))), "{two:?}");
    // What the players agreed on stands in the log.
    let agreed = with_deadline(&here, &game, &file).await;
    let agreed = come_in(&agreed, None, &[]).await.unwrap();
    assert_eq!((agreed.0.as_str(), agreed.1), ("7200", true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_an_ai_held_goes_on_with_it_until_somebody_has_taken_it() {
    use fieldpost::{ai, votes};
    let (mut here, mut there) = (TestApp::start().await, TestApp::start().await);
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::with_clock(&here, Some(3600), 0).await;
    let mut conn = here.database.connect().await;
    for turn in 1..=4 {
        for seat in [0, 1] {
            game.commit(&here.state, seat, turn).await;
            if turn == 4 {
                let vote = votes::of_game(&mut conn, game.id, 0)
                    .await
                    .unwrap()
                    .remove(0);
                votes::cast(&mut conn, game.id, vote.id, seat, true)
                    .await
                    .unwrap();
            }
        }
        here.advance_seconds(3601.0).await;
        while close::step(&here.state).await.unwrap().is_some() {}
    }
    let file = export::read(&mut conn, game.id).await.unwrap();
    let mut conn = there.database.connect().await;
    let moved = import(&mut conn, &file, Settings::default()).await.unwrap();
    let clock = phases::read(&mut conn, moved.id).await.unwrap();
    assert_eq!((clock.turn, clock.substituted), (5, vec![2]));
    let mut accounts = Vec::new();
    for seat in 0..3 {
        let account = account(&there, &format!("seat{seat}.{}@example.org", moved.key)).await;
        let token = invitations::offer(&mut conn, &there.state.auth, moved.id, seat, None);
        let token = token.await.unwrap();
        let taken = games::take_seat(&mut conn, &token, account).await;
        assert_eq!(taken.unwrap().is_from_next_turn, seat == 2);
        accounts.push(account);
    }
    let (id, key) = (moved.id, moved.key);
    let arrived = TestGame { id, key, accounts };
    admin::games::resume(&mut conn, Actor::Console, id)
        .await
        .unwrap();
    for turn in [5, 6] {
        for seat in [0, 1] {
            arrived.commit(&there.state, seat, turn).await;
        }
        assert!(
            close::step(&there.state).await.unwrap().is_none(),
            "{turn}: the third is waited for"
        );
        if turn == 5 {
            there.advance_seconds(10.0).await;
            while ai::seats::step(&there.state).await.unwrap() {}
        } else {
            arrived.commit(&there.state, 2, turn).await;
        }
        assert!(close::step(&there.state).await.unwrap().is_some(), "{turn}");
    }
    arrived.assert_sound(&there).await;
}

/// Nobody who plays owes the open turn anything any more: it closes as soon as its
/// clock runs, for no further commit will come to point at it.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_which_all_had_committed_closes_where_it_arrives() {
    let mut here = TestApp::start().await;
    let mut there = TestApp::start().await;
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::start(&here).await;
    for seat in 0..3 {
        game.commit(&here.state, seat, 1).await;
    }
    let mut conn = here.database.connect().await;
    let file = export::read(&mut conn, game.id).await.unwrap();
    let mut conn = there.database.connect().await;
    let moved = import(&mut conn, &file, Settings::default()).await.unwrap();
    assert!(
        close::step(&there.state).await.unwrap().is_none(),
        "it stands still"
    );
    admin::games::resume(&mut conn, Actor::Console, moved.id)
        .await
        .unwrap();
    assert!(close::step(&there.state).await.unwrap().is_some());
}

/// The game's file behind another turn, in which all agreed on two hours.
async fn with_deadline(app: &TestApp, game: &TestGame, file: &GameFile) -> GameFile {
    use fieldpost::votes::{Question, ask, cast, of_game};
    let mut conn = app.database.connect().await;
    let wanted = Question::Deadline("7200".parse().unwrap());
    ask(&mut conn, game.id, 0, &wanted).await.unwrap();
    let vote = of_game(&mut conn, game.id, 0).await.unwrap().remove(0);
    for seat in 1..3 {
        cast(&mut conn, game.id, vote.id, seat, true).await.unwrap();
    }
    fight(app, game, 2).await;
    let later = export::read(&mut conn, game.id).await.unwrap();
    let kinds = |lines: &[Line]| {
        lines
            .iter()
            .any(|line| line.record.order.kind() == "SetDeadline")
    };
    assert!(!kinds(&file.lines) && kinds(&later.lines));
    later
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
