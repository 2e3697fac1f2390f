//! Who is away is not waited for, and after three turns the others decide.

mod support;

use chrono::TimeDelta;
use fieldpost::{
    absence, clock, close, mail,
    phases::{self, GameClock},
    votes::{self, Question},
};
use support::people::{deliver, mails_to};
use support::{TestApp, TestGame};

const HOUR: f64 = 3600.0;

async fn close_all(app: &TestApp) -> usize {
    let mut closed = 0;
    while close::step(&app.state).await.unwrap() {
        closed += 1;
    }
    closed
}

async fn clock_of(app: &TestApp, game: &TestGame) -> GameClock {
    let mut conn = app.state.db.get().await.unwrap();
    phases::read(&mut conn, game.id).await.unwrap()
}

async fn announce(app: &TestApp, game: &TestGame, seat: i16, from: i64, until: i64) {
    let mut conn = app.state.db.get().await.unwrap();
    let now = clock::now(&mut conn).await.unwrap();
    let (from, until) = (now + TimeDelta::hours(from), now + TimeDelta::hours(until));
    absence::announce(&mut conn, game.id, seat, from, until)
        .await
        .unwrap();
}

/// The kinds of a turn's records, and the last of them in full.
async fn turn(app: &TestApp, game: &TestGame, turn: i32) -> (Vec<String>, String) {
    let lines = game.assert_sound(app).await;
    let lines: Vec<_> = lines.into_iter().filter(|line| line.turn == turn).collect();
    let last = lines.last().map(|line| line.record.clone());
    let kinds = lines.into_iter().map(|line| line.kind).collect();
    (kinds, last.unwrap_or_default())
}

/// Seats 0 and 1 commit, seat 2 does not, and the turn's hour passes.
async fn miss(app: &TestApp, game: &TestGame, turn: u32) {
    game.commit(&app.state, 0, turn).await;
    game.commit(&app.state, 1, turn).await;
    app.advance_seconds(HOUR + 1.0).await;
    assert_eq!(close_all(app).await, 1);
}

async fn votes_of(app: &TestApp, game: &TestGame) -> Vec<votes::Vote> {
    let mut conn = app.state.db.get().await.unwrap();
    votes::of_game(&mut conn, game.id, 0).await.unwrap()
}

async fn cast(app: &TestApp, game: &TestGame, by: u8, in_favour: bool) {
    let vote = votes_of(app, game).await.remove(0);
    let mut conn = app.state.db.get().await.unwrap();
    votes::cast(&mut conn, game.id, vote.id, by, in_favour)
        .await
        .unwrap();
}

async fn ask(app: &TestApp, game: &TestGame, by: u8, question: &Question) -> Option<&'static str> {
    let mut conn = app.state.db.get().await.unwrap();
    let asked = votes::ask(&mut conn, game.id, by, question).await;
    asked.err().map(|error| error.code())
}

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
async fn after_three_misses_the_others_vote_and_the_player_can_come_back() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    for turn in 1..=3 {
        assert!(votes_of(&app, &game).await.is_empty());
        miss(&app, &game, turn).await;
    }
    let vote = votes_of(&app, &game).await.remove(0);
    assert_eq!(vote.question, Question::Substitute(2));
    assert_eq!((vote.turn, vote.counted_from), (4, None));
    // Those who have a say are told; he has none.
    let asked = [(Some(0), Some(4)), (Some(1), Some(4))];
    assert_eq!(game.owed(&app, "vote_open").await, asked);
    deliver(&app).await;
    let mails = mails_to(&app, &format!("seat0.{}@example.org", game.key)).await;
    let letter = mails
        .iter()
        .find(|mail| mail.item.subject.contains("you are asked"));
    let text = &letter.expect("a letter").text;
    assert!(text.contains("Shall an AI play"), "{text}");
    cast(&app, &game, 0, true).await;
    cast(&app, &game, 1, false).await;
    cast(&app, &game, 1, true).await;
    let own = {
        let mut conn = app.state.db.get().await.unwrap();
        votes::cast(&mut conn, game.id, vote.id, 2, false).await
    };
    assert_eq!(own.unwrap_err().code(), "vote-no-say");
    // Nothing is decided before the turn closes.
    assert_eq!(votes_of(&app, &game).await[0].outcome, None);
    miss(&app, &game, 4).await;
    let (kinds, _) = turn(&app, &game, 4).await;
    assert_eq!(
        kinds[2..],
        ["SubstitutePlayer", "TurnTimeout", "CloseOrders"]
    );
    let vote = votes_of(&app, &game).await.remove(0);
    assert_eq!(
        (vote.outcome.as_deref(), vote.count),
        (Some("passed"), Some((2, 2)))
    );
    assert_eq!(game.owed(&app, "substituted").await.len(), 3);
    let clock = clock_of(&app, &game).await;
    assert_eq!(clock.substituted, [2]);
    deliver(&app).await;
    let mails = mails_to(&app, &format!("seat2.{}@example.org", game.key)).await;
    let letter = mails
        .iter()
        .find(|mail| mail.item.subject.contains("changed hands"));
    assert!(
        letter
            .expect("a letter")
            .text
            .contains("The seat stays yours")
    );

    // The game goes on without him, and he takes it back.
    {
        let mut conn = app.state.db.get().await.unwrap();
        let not_his = votes::want_back(&mut conn, game.id, 0).await;
        assert_eq!(not_his.unwrap_err().code(), "seat-is-yours");
        votes::want_back(&mut conn, game.id, 2).await.unwrap();
    }
    assert_eq!(clock_of(&app, &game).await.substituted, [2]);
    game.commit(&app.state, 0, 5).await;
    game.commit(&app.state, 1, 5).await;
    app.advance_seconds(HOUR + 1.0).await;
    close_all(&app).await;
    let (kinds, close) = turn(&app, &game, 5).await;
    assert!(
        kinds.ends_with(&["ResumePlayer".to_owned(), "CloseOrders".to_owned()]),
        "{kinds:?}"
    );
    assert!(
        close.contains(r#""markers":["Committed","Committed","Substituted"]"#),
        "{close}"
    );
    assert_eq!(clock_of(&app, &game).await.substituted, [] as [u8; 0]);
    assert_eq!(game.owed(&app, "substituted").await.len(), 6);
    game.commit(&app.state, 0, 6).await;
    game.commit(&app.state, 1, 6).await;
    assert_eq!(close_all(&app).await, 0);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_is_no_majority_and_who_is_back_ends_the_vote() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    for turn in 1..=3 {
        miss(&app, &game, turn).await;
    }
    cast(&app, &game, 0, true).await;
    miss(&app, &game, 4).await;
    // Refused, and asked again for the next turn.
    let all = votes_of(&app, &game).await;
    assert_eq!(all.len(), 2);
    assert_eq!(
        (all[1].outcome.as_deref(), all[1].count),
        (Some("failed"), Some((1, 2)))
    );
    cast(&app, &game, 0, true).await;
    cast(&app, &game, 1, true).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 5).await;
    }
    assert_eq!(close_all(&app).await, 1);
    let all = votes_of(&app, &game).await;
    assert_eq!(all[0].outcome.as_deref(), Some("lapsed"));
    assert_eq!(all.len(), 2, "his count begins anew");
    let (kinds, _) = turn(&app, &game, 5).await;
    assert!(!kinds.contains(&"SubstitutePlayer".to_owned()));
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_deadline_a_vote_runs_three_days_and_then_nobody_waits() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    announce(&app, &game, 2, 0, 24).await;
    for turn in 1..=3 {
        game.commit(&app.state, 0, turn).await;
        game.commit(&app.state, 1, turn).await;
        assert_eq!(close_all(&app).await, 1);
    }
    cast(&app, &game, 0, true).await;
    cast(&app, &game, 1, true).await;
    app.advance_seconds(25.0 * HOUR).await;
    game.commit(&app.state, 0, 4).await;
    game.commit(&app.state, 1, 4).await;
    assert!(!votes::step(&app.state).await.unwrap());
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(48.0 * HOUR).await;
    assert!(votes::step(&app.state).await.unwrap());
    assert!(!votes::step(&app.state).await.unwrap());
    assert_eq!(close_all(&app).await, 1);
    let (kinds, close) = turn(&app, &game, 4).await;
    assert_eq!(
        kinds[2..],
        ["SubstitutePlayer", "MarkAbsent", "CloseOrders"]
    );
    assert!(close.contains(r#""Absent"]"#), "{close}");
    assert_eq!(clock_of(&app, &game).await.substituted, [2]);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_changes_when_everybody_wants_it() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    let rule: fieldpost::calendar::Rule = "7200".parse().unwrap();
    let question = Question::Deadline(rule.clone());
    let same = Question::Deadline("3600".parse().unwrap());
    assert_eq!(ask(&app, &game, 0, &same).await, Some("vote-not-now"));
    assert_eq!(ask(&app, &game, 0, &question).await, None);
    let other = Question::Deadline("none".parse().unwrap());
    assert_eq!(ask(&app, &game, 1, &other).await, Some("vote-open"));
    cast(&app, &game, 1, true).await;
    cast(&app, &game, 2, false).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    assert_eq!(
        votes_of(&app, &game).await[0].outcome.as_deref(),
        Some("failed")
    );
    assert_eq!(ask(&app, &game, 0, &question).await, None);
    cast(&app, &game, 1, true).await;
    cast(&app, &game, 2, true).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 2).await;
    }
    assert_eq!(close_all(&app).await, 1);
    let (kinds, _) = turn(&app, &game, 2).await;
    assert_eq!(kinds[3..], ["SetDeadline", "CloseOrders"]);
    let clock = clock_of(&app, &game).await;
    let span = clock.phase_clock.deadline_at.unwrap() - clock.opened_at.unwrap();
    assert_eq!(span.num_seconds(), 7200);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_stands_still_until_all_are_back() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    assert_eq!(ask(&app, &game, 2, &Question::Adjourn).await, None);
    cast(&app, &game, 0, true).await;
    cast(&app, &game, 1, true).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    let (kinds, _) = turn(&app, &game, 1).await;
    assert_eq!(kinds[3..], ["Adjourn", "CloseOrders"]);
    assert!(clock_of(&app, &game).await.is_adjourned);
    app.advance_seconds(1000.0 * HOUR).await;
    // Orders can be written, but nothing closes, whoever has committed.
    for seat in 0..3 {
        game.commit(&app.state, seat, 2).await;
    }
    assert_eq!(close_all(&app).await, 0);
    game.take(&app.state, 1, 2, r#"{"kind":"RevokeCommit"}"#)
        .await;
    let mut conn = app.state.db.get().await.unwrap();
    assert!(!votes::ready(&mut conn, game.id, 0).await.unwrap());
    assert!(!votes::ready(&mut conn, game.id, 1).await.unwrap());
    assert!(!votes::step(&app.state).await.unwrap());
    assert!(votes::ready(&mut conn, game.id, 2).await.unwrap());
    let clock = clock_of(&app, &game).await;
    assert!(!clock.is_adjourned && clock.phase_clock.stopped_at.is_none());
    let left = clock.phase_clock.deadline_at.unwrap() - clock.now;
    assert!((3590..=3600).contains(&left.num_seconds()), "{left}");
    app.advance_seconds(HOUR + 1.0).await;
    assert_eq!(close_all(&app).await, 1);
    let (kinds, close) = turn(&app, &game, 2).await;
    assert!(kinds.ends_with(&["Reconvene", "TurnTimeout", "CloseOrders"].map(str::to_owned)));
    assert!(
        close.contains(r#""markers":["Committed","TimedOut","Committed"]"#),
        "{close}"
    );
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn most_of_the_players_need_not_wait_for_ever_for_the_last() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    assert_eq!(ask(&app, &game, 0, &Question::Adjourn).await, None);
    cast(&app, &game, 1, true).await;
    cast(&app, &game, 2, true).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    assert_eq!(close_all(&app).await, 1);
    let mut conn = app.state.db.get().await.unwrap();
    votes::ready(&mut conn, game.id, 0).await.unwrap();
    app.advance_seconds(73.0 * HOUR).await;
    assert!(!votes::step(&app.state).await.unwrap(), "one is not most");
    assert!(votes::ready(&mut conn, game.id, 1).await.unwrap());
    assert!(!clock_of(&app, &game).await.is_adjourned);
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
    assert!(standstill::extend(&mut conn, game.id, more).await.unwrap());
    app.advance_seconds(1.4 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(0.1 * HOUR).await;
    assert!(!standstill::extend(&mut conn, game.id, more).await.unwrap());
    assert_eq!(close_all(&app).await, 1);
    app.work().await;
}
