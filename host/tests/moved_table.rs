//! What stands around a game moves with it: who is away and what is asked, for the
//! other host alone. And a game is called by the same rules, by whatever way it comes.

mod support;

use chrono::TimeDelta;
use fieldpost::auth::invitations;
use fieldpost::export::table::{Table, TableError};
use fieldpost::games::import::{ImportError, Settings, import};
use fieldpost::votes::{self, Question};
use fieldpost::{absence, admin, audit::Actor, clock, error::Error, export, games};
use fieldpost_engine::log::GameFile;
use support::clocks::{HOUR, announce, close_all, turn};
use support::{TestApp, TestGame, account, kelsey_ford};

/// The file that goes to another host.
async fn moving(app: &TestApp, game: &TestGame) -> String {
    let mut conn = app.database.connect().await;
    let row = games::find(&mut conn, &game.key).await.unwrap();
    let public = export::game_file(&mut conn, &row).await.unwrap();
    assert!(!public.contains("\"table\""));
    let mut file = export::read(&mut conn, game.id).await.unwrap();
    file.table = Table::read(&mut conn, &row).await.unwrap().line();
    file.print(true)
}

/// The game on the other host, with everybody on their seats.
async fn arrive(app: &TestApp, text: &str, rule: &str) -> TestGame {
    let mut conn = app.database.connect().await;
    let file = GameFile::parse(text).unwrap();
    let settings = Settings {
        table: Table::of(file.table.as_ref()).unwrap(),
        rule: Some(rule.parse().unwrap()),
        ..Settings::default()
    };
    let row = import(&mut conn, &file, settings).await.unwrap();
    let mut accounts = Vec::new();
    for seat in 0..3 {
        let account = account(app, &format!("seat{seat}.{}@example.org", row.key)).await;
        let token = invitations::offer(&mut conn, &app.state.auth, row.id, seat, None);
        let token = token.await.unwrap();
        games::take_seat(&mut conn, &token, account).await.unwrap();
        accounts.push(account);
    }
    TestGame {
        id: row.id,
        key: row.key,
        accounts,
    }
}

async fn absences(app: &TestApp, game: &TestGame) -> Vec<(i16, String)> {
    let mut conn = app.database.connect().await;
    let row = games::find(&mut conn, &game.key).await.unwrap();
    let now = clock::now(&mut conn).await.unwrap();
    let turn = row.turn.cast_unsigned();
    let standing = absence::standing(&mut conn, game.id, turn, now).await;
    let line = |one: absence::Absence| (one.seat, format!("{:?} {:?}", one.from, one.until));
    standing.unwrap().into_iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_and_what_is_asked_moves_and_is_counted_there() {
    let (mut here, mut there) = (TestApp::start().await, TestApp::start().await);
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::with_clock(&here, Some(3600), 0).await;
    for turn in 1..=3 {
        game.commit(&here.state, 0, turn).await;
        game.commit(&here.state, 1, turn).await;
        here.advance_seconds(HOUR + 1.0).await;
        assert_eq!(close_all(&here).await, 1);
    }
    announce(&here, &game, 1, 30, 50).await;
    let mut conn = here.database.connect().await;
    let vote = votes::of_game(&mut conn, game.id, 0)
        .await
        .unwrap()
        .remove(0);
    votes::cast(&mut conn, game.id, vote.id, 0, true)
        .await
        .unwrap();
    let text = moving(&here, &game).await;
    // Before the end mark, which counts it.
    let mut last = text.lines().rev();
    assert!(
        last.next()
            .is_some_and(|line| line.contains("\"table\":true"))
    );
    assert!(
        last.next()
            .is_some_and(|line| line.starts_with("{\"table\":"))
    );

    let arrived = arrive(&there, &text, "3600").await;
    assert_eq!(
        absences(&there, &arrived).await,
        absences(&here, &game).await
    );
    assert_eq!(absences(&there, &arrived).await.len(), 1);
    let mut conn = there.database.connect().await;
    let asked = votes::of_game(&mut conn, arrived.id, 0).await.unwrap();
    let [asked] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!(asked.question, Question::Substitute(2));
    assert_eq!((asked.turn, asked.counted_from), (4, None));
    let own = votes::ballots_of(&mut conn, arrived.id, 0).await.unwrap();
    assert_eq!(own, [(asked.id, true)]);
    votes::cast(&mut conn, arrived.id, asked.id, 1, true)
        .await
        .unwrap();
    admin::games::resume(&mut conn, Actor::Console, arrived.id)
        .await
        .unwrap();
    arrived.commit(&there.state, 0, 4).await;
    arrived.commit(&there.state, 1, 4).await;
    there.advance_seconds(5.0 * 24.0 * HOUR).await;
    assert_eq!(close_all(&there).await, 1);
    let (kinds, _) = turn(&there, &arrived, 4).await;
    assert!(kinds.contains(&"SubstitutePlayer".to_owned()), "{kinds:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_to_be_counted_at_a_time_waits_for_those_who_have_a_say() {
    let (mut here, mut there) = (TestApp::start().await, TestApp::start().await);
    here.leave_jobs();
    there.leave_jobs();
    let game = TestGame::with_clock(&here, None, 0).await;
    let mut conn = here.database.connect().await;
    votes::ask(&mut conn, game.id, 0, &Question::Adjourn)
        .await
        .unwrap();
    here.advance_seconds(71.0 * HOUR).await;
    let arrived = arrive(&there, &moving(&here, &game).await, "none").await;
    let mut conn = there.database.connect().await;
    let now = clock::now(&mut conn).await.unwrap();
    let vote = votes::of_game(&mut conn, arrived.id, 0)
        .await
        .unwrap()
        .remove(0);
    let left = vote.counted_from.unwrap() - now;
    assert!(left > TimeDelta::hours(71), "{left}");
    for by in [1, 2] {
        votes::cast(&mut conn, arrived.id, vote.id, by, true)
            .await
            .unwrap();
    }
    there.advance_seconds(73.0 * HOUR).await;
    assert!(votes::step(&there.state).await.unwrap());
    let vote = votes::of_game(&mut conn, arrived.id, 0)
        .await
        .unwrap()
        .remove(0);
    assert_eq!(
        (vote.outcome.as_deref(), vote.count),
        (Some("passed"), Some((3, 3)))
    );
    // Decided and without effect yet, it moves on once more.
    let mut third = TestApp::start().await;
    third.leave_jobs();
    let again = arrive(&third, &moving(&there, &arrived).await, "none").await;
    let mut conn = third.database.connect().await;
    let vote = votes::of_game(&mut conn, again.id, 0)
        .await
        .unwrap()
        .remove(0);
    assert_eq!(
        (vote.outcome.as_deref(), vote.is_applied),
        (Some("passed"), false)
    );
    admin::games::resume(&mut conn, Actor::Console, again.id)
        .await
        .unwrap();
    for seat in 0..3 {
        again.commit(&third.state, seat, 1).await;
    }
    assert_eq!(close_all(&third).await, 1);
    let (kinds, _) = turn(&third, &again, 2).await;
    assert_eq!(kinds, ["Adjourn"]);
}

/// As a game file carries it.
fn table(text: &str) -> Result<Table, TableError> {
    let line = serde_json::from_str(text).expect("sound JSON");
    Table::of(Some(&line))
}

#[test]
fn a_line_that_is_none_or_does_not_fit_is_refused() {
    let away = |seat: i16, until: &str, turn: &str| {
        format!(
            r#"{{"absences":[{{"seat":{seat},"from_at":"2026-12-01T00:00:00Z","until_at":{until},"cause":"announced","turn":{turn}}}],"votes":[]}}"#
        )
    };
    let until = "\"2026-12-02T00:00:00Z\"";
    let good = table(&away(1, until, "null")).unwrap();
    assert_eq!(good.check(3, 4), Ok(()));
    assert_eq!(Table::of(good.line().as_ref()), Ok(good.clone()));
    for line in [
        away(3, until, "null"),
        away(1, "\"2026-11-30T00:00:00Z\"", "null"),
        away(1, "null", "null"),
        away(1, until, "4"),
    ] {
        let unfit = table(&line).unwrap().check(3, 4);
        assert_eq!(unfit, Err(TableError::Unfit("an absence")), "{line}");
    }
    let vote = |kind: &str, rule: &str, turn: i32, ballots: &str| {
        format!(
            r#"{{"absences":[],"votes":[{{"vote":{{"kind":"{kind}","seat":null,"rule":{rule},"turn":{turn},"opened_at":"2026-12-01T00:00:00Z","counted_from":null,"is_automatic":false,"outcome":null,"decided_at":null,"in_favour":null,"eligible":null}},"ballots":{ballots}}}]}}"#
        )
    };
    let good = vote("adjourn", "null", 4, "[[0,true],[2,false]]");
    assert_eq!(table(&good).unwrap().check(3, 4), Ok(()));
    for line in [
        vote("adjourn", "null", 5, "[]"),
        vote("adjourn", "\"3600\"", 4, "[]"),
        vote("deadline", "null", 4, "[]"),
        vote("deadline", "\"whenever\"", 4, "[]"),
        vote("substitute", "null", 4, "[]"),
        vote("surrender", "null", 4, "[]"),
        vote("adjourn", "null", 4, "[[0,true],[0,true]]"),
        vote("adjourn", "null", 4, "[[3,true]]"),
    ] {
        let unfit = table(&line).unwrap().check(3, 4);
        assert_eq!(unfit, Err(TableError::Unfit("a vote")), "{line}");
    }
    for text in ["{}", "[]", r#"{"absences":[],"votes":[],"x":1}"#] {
        let told = table(text);
        assert!(matches!(told, Err(TableError::Unreadable(_))), "{told:?}");
    }
    assert_eq!(Table::of(None), Ok(Table::default()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_called_by_the_same_rules_however_it_comes() {
    let (mut app, mut there) = (TestApp::start().await, TestApp::start().await);
    app.leave_jobs();
    there.leave_jobs();
    let game = TestGame::start(&app).await;
    let file = GameFile::parse(&moving(&app, &game).await).unwrap();
    let mut conn = there.database.connect().await;
    let long = "x".repeat(61);
    for wrong in ["a\u{202E}b", "a\nb", "a\tb", "a\0", "\u{200B}", &long] {
        let settings = Settings {
            name: Some(wrong.to_owned()),
            ..Settings::default()
        };
        let told = import(&mut conn, &file, settings).await;
        let is_told = matches!(
            told,
            Err(ImportError::Host(Error::BadRequest("bad-game-name")))
        );
        assert!(is_told, "{wrong:?}: {told:?}");
        let new = games::NewGame {
            name: Some(wrong.to_owned()),
            scenario: kelsey_ford(),
            deadline_seconds: None,
            reserve_seconds: 0,
            created_by: None,
        };
        let told = games::create(&mut conn, new).await;
        assert!(
            matches!(told, Err(Error::BadRequest("bad-game-name"))),
            "{wrong:?}"
        );
    }
    assert_eq!(there.number("SELECT count(*) AS n FROM games").await, 0);
    let settings = Settings {
        name: Some("  Mud  on the road ".to_owned()),
        ..Settings::default()
    };
    let row = import(&mut conn, &file, settings).await.unwrap();
    assert_eq!(row.name, "Mud on the road");
}
