//! Deadlines by the calendar, and letters to those who have not committed.

mod support;

use chrono::{Datelike, Timelike};
use chrono_tz::Tz;
use fieldpost::{close, mail::reminders, phases};
use support::people::{deliver, mails_to};
use support::{TestApp, TestGame};

async fn remind(app: &TestApp) -> usize {
    let mut steps = 0;
    while reminders::step(&app.state).await.unwrap() {
        steps += 1;
    }
    steps
}

async fn subjects(app: &TestApp, game: &TestGame, seat: u8) -> Vec<String> {
    let mails = mails_to(app, &format!("seat{seat}.{}@example.org", game.key)).await;
    mails.into_iter().map(|mail| mail.item.subject).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_not_committed_is_reminded_with_a_quarter_left_and_an_hour_before() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(86_400), 0).await;
    game.commit(&app.state, 0, 1).await;
    app.advance_seconds(17.9 * 3600.0).await;
    assert_eq!(remind(&app).await, 0);
    app.advance_seconds(0.2 * 3600.0).await;
    assert_eq!(remind(&app).await, 1);
    let missing = [(Some(1), Some(1)), (Some(2), Some(1))];
    assert_eq!(game.owed(&app, "deadline_near").await, missing);
    // Seat 2 commits before its letter is written: it gets none.
    game.commit(&app.state, 2, 1).await;
    deliver(&app).await;
    assert_eq!(subjects(&app, &game, 2).await.len(), 1, "the start alone");
    let mails = mails_to(&app, &format!("seat1.{}@example.org", game.key)).await;
    let letter = mails
        .iter()
        .find(|mail| mail.text.contains("turn 1 waits for you"))
        .expect("a letter");
    assert!(letter.text.contains("(UTC)"), "{}", letter.text);
    assert!(!letter.text.contains("seat 0"), "{}", letter.text);
    // An hour before, the one who is still missing; and then no more.
    app.advance_seconds(5.0 * 3600.0).await;
    assert_eq!(remind(&app).await, 1);
    let missing = [(Some(1), Some(1))];
    assert_eq!(game.owed(&app, "deadline_hour").await, missing);
    app.advance_seconds(1800.0).await;
    assert_eq!(remind(&app).await, 0);
    deliver(&app).await;
    assert_eq!(subjects(&app, &game, 1).await.len(), 3);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_reminded_in_a_short_phase_nor_behind_a_deadline() {
    let app = TestApp::start().await;
    TestGame::with_clock(&app, Some(300), 0).await;
    app.advance_seconds(299.0).await;
    assert_eq!(remind(&app).await, 0);
    let game = TestGame::with_clock(&app, Some(7200), 86_400).await;
    // The host slept through the moment; the reserve runs already.
    app.advance_seconds(7300.0).await;
    assert_eq!(remind(&app).await, 1);
    assert!(game.owed(&app, "deadline_near").await.is_empty());
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_is_kept_from_turn_to_turn_however_early_one_closes() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let rule = "Europe/Vienna daily 20:00".parse().unwrap();
    let mut conn = app.state.db.get().await.unwrap();
    phases::set_rule(&mut conn, game.id, &rule).await.unwrap();
    assert_eq!(phases::rule(&mut conn, game.id).await.unwrap(), rule);
    // The turn that is open stays as it was opened.
    let clock = phases::read(&mut conn, game.id).await.unwrap();
    assert_eq!(clock.phase_clock.deadline_at, None);
    let mut last = None;
    for turn in 1..=3 {
        for seat in 0..3 {
            game.commit(&app.state, seat, turn).await;
        }
        assert!(close::step(&app.state).await.unwrap().is_some());
        let clock = phases::read(&mut conn, game.id).await.unwrap();
        let due = clock.phase_clock.deadline_at.unwrap();
        let local = due.with_timezone(&Tz::Europe__Vienna);
        assert_eq!((local.hour(), local.minute(), local.second()), (20, 0, 0));
        let left = due - clock.now;
        assert!(left.num_hours() >= 11 && left.num_hours() <= 36, "{left}");
        // Three turns within a minute are due on one evening, but for a test
        // that runs as half a day before it passes.
        if let Some(last) = last {
            assert!(local.ordinal() == last || clock.now.timestamp() % 86_400 / 60 == 7 * 60);
        }
        last = Some(local.ordinal());
    }
    app.work().await;
}
