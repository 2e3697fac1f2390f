//! One row that cannot be worked on silences no other: whatever table it is in, all
//! other games go on, an operator sees it, and it goes on when its cause is gone.

mod support;

use std::time::Duration;

use diesel_async::SimpleAsyncConnection;
use fieldpost::{
    admin::games,
    aside::{self, ATTEMPTS, Done, Failing, Step},
    audit::Actor,
    calendar::Rule,
    error::Error,
    mail::reminders,
    votes::{self, Question},
};
use support::clocks::{HOUR, clock_of, close_all};
use support::people::mails_to;
use support::{TestApp, TestGame};

/// Breaks a row, or puts it right, with the rights of the tables' owner.
async fn set(app: &TestApp, sql: &str) {
    let mut owner = app.database.connect().await;
    owner.batch_execute(sql).await.unwrap();
}

async fn failing(app: &TestApp) -> Vec<Failing> {
    let mut conn = app.state.db.get().await.unwrap();
    aside::failing(&mut conn, None, 100).await.unwrap()
}

/// Lets all pauses between attempts pass, with work in between.
async fn keep_trying(app: &TestApp) {
    for pause in [2.0, 10.0, 60.0, 300.0] {
        app.work().await;
        app.advance_seconds(pause).await;
    }
    app.work().await;
}

/// A calendar that no program can read.
fn nowhere(game: &TestGame) -> String {
    format!(
        "UPDATE games SET deadline_calendar = 'Europe/Nowhere daily 20:00', \
         deadline_seconds = NULL WHERE id = {}",
        game.id
    )
}

async fn ask_for_deadline(app: &TestApp, game: &TestGame) {
    let mut conn = app.state.db.get().await.unwrap();
    let daily = Question::Deadline("86400".parse().unwrap());
    votes::ask(&mut conn, game.id, 0, &daily).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_broken_row_of_any_table_stops_nobody_else() {
    let app = TestApp::start().await;
    // One game for each row, and one of each kind that is sound.
    let by_day = async || TestGame::with_clock(&app, Some(86_400), 0).await;
    let without = async || TestGame::start(&app).await;
    let (calendar, log, reminded, mail) = (
        by_day().await,
        by_day().await,
        by_day().await,
        by_day().await,
    );
    let (asked, fine_asked) = (without().await, without().await);
    let fine = by_day().await;
    for game in [&asked, &fine_asked] {
        ask_for_deadline(&app, game).await;
    }
    app.work().await;
    let (log_id, mail_id) = (log.id, mail.id);
    for sql in [
        nowhere(&calendar),
        format!(
            "ALTER TABLE log DISABLE TRIGGER USER; \
             INSERT INTO log (game_id, seq, turn, seat, kind, record, chain) \
             VALUES ({log_id}, 1, 1, 0, 'OfferDraw', 'no record', sha256('')); \
             UPDATE games SET head_seq = 1 WHERE id = {log_id}; \
             ALTER TABLE log ENABLE TRIGGER USER"
        ),
        format!(
            "UPDATE clocks SET reminded = 32767 WHERE game_id = {}",
            reminded.id
        ),
        format!(
            "UPDATE votes SET rule = 'no rule' WHERE game_id = {}",
            asked.id
        ),
        format!(
            "INSERT INTO outbox (game_id, seat, turn, kind, email) \
             VALUES ({mail_id}, 9, 1, 'turn_ready', 'no address')"
        ),
    ] {
        set(&app, &sql).await;
    }
    // A quarter of the time is left: those who have not committed are reminded.
    app.advance_seconds(18.1 * HOUR).await;
    while reminders::step(&app.state).await.unwrap() {}
    assert_eq!(fine.owed(&app, "deadline_near").await.len(), 3);
    assert!(reminded.owed(&app, "deadline_near").await.is_empty());
    app.work().await;
    let told = mails_to(&app, &format!("seat1.{}@example.org", fine.key)).await;
    assert_eq!(told.len(), 2, "the start and the reminder go out");
    // The deadline passes, and the votes' three days.
    app.advance_seconds(55.0 * HOUR).await;
    keep_trying(&app).await;
    assert_eq!(fine.standing(&app).await.1, "orders");
    assert!(fine.standing(&app).await.0 >= 2, "its turn has closed");
    assert!(mail.standing(&app).await.0 >= 2);
    assert!(reminded.standing(&app).await.0 >= 2);
    assert_eq!(calendar.standing(&app).await, (1, "stalled".to_owned()));
    assert_eq!(log.standing(&app).await, (1, "stalled".to_owned()));
    let outcome = async |game: &TestGame| {
        app.number(&format!(
            "SELECT count(*) AS n FROM votes WHERE game_id = {} AND outcome IS NOT NULL",
            game.id
        ))
        .await
    };
    assert_eq!((outcome(&fine_asked).await, outcome(&asked).await), (1, 0));
    // What failed is known, by step and game, and nothing else is.
    let failing = failing(&app).await;
    let known: Vec<(&str, Option<&str>, bool)> = failing
        .iter()
        .map(|job| (job.step.as_str(), job.key.as_deref(), job.is_aside))
        .collect();
    assert!(
        known.contains(&("vote", Some(&asked.key), true)),
        "{known:?}"
    );
    for (step, key, _) in &known {
        let is_broken = *key == Some(asked.key.as_str()) || *key == Some(reminded.key.as_str());
        assert!(is_broken, "{step} {key:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_closed_stalls_with_its_cause_and_goes_on_when_told_to() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    set(&app, &nowhere(&game)).await;
    app.advance_seconds(HOUR + 1.0).await;
    app.work().await;
    // Not at the first failure: it may pass.
    assert_eq!(game.standing(&app).await.1, "closing");
    assert_eq!(failing(&app).await[0].attempts, 1);
    keep_trying(&app).await;
    assert_eq!(game.standing(&app).await, (1, "stalled".to_owned()));
    assert!(failing(&app).await.is_empty(), "the stall is the alarm");
    assert_eq!(game.owed(&app, "stalled").await.len(), 3);
    let mut conn = app.state.db.get().await.unwrap();
    let alarms = games::alarms(&mut conn, 10).await.unwrap();
    assert_eq!(alarms[0].kind, "stalled");
    assert!(
        alarms[0].detail.contains("time zone"),
        "{}",
        alarms[0].detail
    );

    let mend = format!(
        "UPDATE games SET deadline_calendar = NULL, deadline_seconds = 3600 WHERE id = {}",
        game.id
    );
    set(&app, &mend).await;
    games::retry(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    app.work().await;
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    game.assert_sound(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phase_that_cannot_even_be_closed_stalls_and_loses_nothing() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    ask_for_deadline(&app, &game).await;
    let rule = |rule: &str| {
        format!(
            "UPDATE votes SET rule = '{rule}' WHERE game_id = {}",
            game.id
        )
    };
    set(&app, &rule("no rule")).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(HOUR + 1.0).await;
    keep_trying(&app).await;
    assert_eq!(game.standing(&app).await, (1, "stalled".to_owned()));
    set(&app, &rule("7200")).await;
    let mut conn = app.state.db.get().await.unwrap();
    games::retry(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    assert_eq!(game.standing(&app).await, (1, "orders".to_owned()));
    app.work().await;
    assert_eq!(game.standing(&app).await, (2, "orders".to_owned()));
    game.assert_sound(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_again_and_again_is_set_aside_and_tried_again_when_told_to() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    ask_for_deadline(&app, &game).await;
    set(&app, "UPDATE votes SET rule = 'no rule'").await;
    app.advance_seconds(73.0 * HOUR).await;
    // Growing pauses, kept where every process sees them.
    let other = app.second_host().await;
    for attempts in 1..=ATTEMPTS {
        app.work().await;
        while fieldpost::worker::step(&other.state).await.unwrap() {}
        let job = failing(&app).await.remove(0);
        assert_eq!(
            (job.attempts, job.is_aside),
            (attempts, attempts == ATTEMPTS)
        );
        let pauses = [2.0, 10.0, 60.0, 300.0, 0.0];
        let pause = pauses[usize::try_from(attempts - 1).unwrap()];
        app.advance_seconds(pause).await;
    }
    let job = failing(&app).await.remove(0);
    assert_eq!(
        (job.step.as_str(), job.key.as_deref()),
        ("vote", Some(game.key.as_str()))
    );
    let unreadable = "no rule".parse::<Rule>().unwrap_err();
    assert_eq!(job.cause, unreadable.to_string());

    set(&app, "UPDATE votes SET rule = '86400'").await;
    app.work().await;
    assert_eq!(failing(&app).await.len(), 1, "it has an hour's pause");
    let mut conn = app.state.db.get().await.unwrap();
    aside::retry(&mut conn, Actor::Console, job.id)
        .await
        .unwrap();
    let again = aside::retry(&mut conn, Actor::Console, job.id).await;
    assert!(matches!(again, Err(Error::NotFound)));
    app.work().await;
    assert!(failing(&app).await.is_empty());
    let counted = "SELECT count(*) AS n FROM votes WHERE outcome IS NOT NULL";
    assert_eq!(app.number(counted).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_and_a_job_without_end_are_failures_like_any_other() {
    let app = TestApp::start().await;
    let mut asides = app.state.asides.clone();
    asides.patience = Duration::from_millis(50);
    let job = Step::Retain.whole(0);
    let fault = async { panic!("on purpose") };
    let done: Done<()> = asides.isolated(&job, fault).await.unwrap();
    let Done::Failed { attempts, cause } = done else {
        panic!("{done:?}")
    };
    assert_eq!(attempts, 1);
    assert!(cause.contains("on purpose"), "{cause}");
    let endless = std::future::pending::<Result<(), Error>>();
    let done = asides.isolated(&job, endless).await.unwrap();
    assert!(matches!(done, Done::Failed { attempts: 2, .. }), "{done:?}");
    // What works again is forgotten.
    let job = Step::Retain.whole(2);
    let works = async { Ok(7) };
    assert_eq!(asides.isolated(&job, works).await.unwrap(), Done::Well(7));
    assert!(failing(&app).await.is_empty());
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_run_on_their_reserves_keep_no_other_from_closing() {
    let app = TestApp::start().await;
    // More than are read at once.
    let mut late = Vec::new();
    for _ in 0..110 {
        late.push(TestGame::with_clock(&app, Some(60), 86_400).await);
    }
    let fine = TestGame::with_clock(&app, Some(60), 86_400).await;
    app.advance_seconds(61.0).await;
    for seat in 0..3 {
        fine.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    assert_eq!(fine.standing(&app).await.0, 2);
    // Each was looked at once, and is not again before its reserve has run out.
    let looked = "SELECT count(*) AS n FROM clocks WHERE due_at <= fieldpost_now()";
    assert_eq!(app.number(looked).await, 0);
    app.advance_seconds(86_400.0).await;
    let mut conn = app.state.db.get().await.unwrap();
    let overdue = fieldpost::close::overdue(&mut conn).await.unwrap();
    assert_eq!(overdue.games, 110, "all of them are counted");
    assert_eq!(close_all(&app).await, 110);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_moves_the_end_of_a_phase_has_it_looked_at_again() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 600).await;
    let is_due = async || {
        let sql = "SELECT count(*) AS n FROM clocks WHERE due_at <= fieldpost_now()";
        app.number(sql).await == 1
    };
    let rests = async |what: &str| {
        assert_eq!(close_all(&app).await, 0, "{what}");
        assert!(!is_due().await, "{what}: looked at, and not over");
    };
    rests("opened").await;
    game.commit(&app.state, 0, 1).await;
    assert!(is_due().await, "a commit");
    rests("a commit").await;
    let revoke = r#"{"kind":"RevokeCommit"}"#;
    game.take(&app.state, 0, 1, revoke).await;
    assert!(is_due().await, "a commit taken back");
    rests("a commit taken back").await;
    support::clocks::announce(&app, &game, 1, 0, 5).await;
    assert!(is_due().await, "an absence");
    rests("an absence").await;
    let mut conn = app.state.db.get().await.unwrap();
    games::extend(&mut conn, Actor::Console, game.id, 60)
        .await
        .unwrap();
    assert!(is_due().await, "a deadline");
    rests("a deadline").await;
    games::pause(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    assert!(is_due().await, "a pause");
    rests("a pause").await;
    app.advance_seconds(48.0 * HOUR).await;
    rests("two days later").await;
    games::resume(&mut conn, Actor::Console, game.id)
        .await
        .unwrap();
    assert!(is_due().await, "the end of a pause");
    rests("the end of a pause").await;
    let sql = format!(
        "UPDATE seats SET reserve_seconds_left = 10 WHERE game_id = {}",
        game.id
    );
    set(&app, &sql).await;
    assert!(is_due().await, "a reserve");
    rests("a reserve").await;
    // And the last instant is the right one: the deadline and what is left of reserves.
    let clock = clock_of(&app, &game).await;
    let over_at = clock.phase_clock.over_at(clock.now).unwrap();
    let left = (over_at - clock.now).as_seconds_f64();
    app.advance_seconds(left - 2.0).await;
    rests("two seconds before").await;
    app.advance_seconds(3.0).await;
    assert_eq!(close_all(&app).await, 1);
    app.work().await;
}
