//! What the players decide together: after three misses an AI, by consent of all
//! another deadline or an adjournment.

mod support;

use fieldpost::votes::{self, Question};
use support::clocks::{HOUR, announce, clock_of, close_all, turn};
use support::people::{deliver, mails_to};
use support::{TestApp, TestGame};

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
        .find(|mail| mail.text.contains("you are asked"));
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
    let clock = clock_of(&app, &game).await;
    assert_eq!(clock.substituted, [2]);
    // A commander has it, which gives no orders in its first turn.
    let held = format!(
        "SELECT count(*) AS n FROM seats WHERE game_id = {} AND seat = 2 \
           AND ai IS NOT NULL AND ai_from_turn = 6 AND account_id IS NOT NULL",
        game.id
    );
    assert_eq!(app.number(&held).await, 1);
    deliver(&app).await;
    let mails = mails_to(&app, &format!("seat2.{}@example.org", game.key)).await;
    let letter = mails
        .iter()
        .find(|mail| mail.text.contains("turn 4 is fought"));
    let words: Vec<&str> = letter.expect("a letter").text.split_whitespace().collect();
    let text = words.join(" ");
    for part in [
        "From turn 5 on an AI plays your seat",
        "The seat stays yours",
        "Shall an AI play Ostry until its player is back? Yes, with 2 of 2 in favour.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }

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
    // The commander in his place is waited for, and commits when it is time.
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(10.0).await;
    while fieldpost::ai::seats::step(&app.state).await.unwrap() {}
    assert_eq!(close_all(&app).await, 1);
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
    let handed = "SELECT count(*) AS n FROM changes \
                  WHERE with_turn AND what ->> 'change' IN ('substituted', 'returned')";
    assert_eq!(app.number(handed).await, 2);
    assert_eq!(app.number(&held).await, 0);
    game.commit(&app.state, 0, 6).await;
    game.commit(&app.state, 1, 6).await;
    let clock = clock_of(&app, &game).await;
    assert_eq!(close_all(&app).await, 0, "{clock:?}");
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
    assert_eq!(kinds[3..], ["CloseOrders"]);
    // It halts at the boundary: the next turn begins with that.
    let (kinds, _) = turn(&app, &game, 2).await;
    assert_eq!(kinds, ["Adjourn"]);
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
async fn a_deadline_that_all_want_takes_hold_within_a_turn_that_has_none() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, None, 60).await;
    let question = Question::Deadline("7200".parse().unwrap());
    assert_eq!(ask(&app, &game, 0, &question).await, None);
    cast(&app, &game, 1, true).await;
    cast(&app, &game, 2, true).await;
    game.commit(&app.state, 0, 1).await;
    // It is counted when its three days are over, however early all have voted.
    app.advance_seconds(71.9 * HOUR).await;
    assert!(!votes::step(&app.state).await.unwrap());
    assert_eq!(
        clock_of(&app, &game).await.phase_clock.deadline_at,
        None,
        "nothing tells of a ballot"
    );
    app.advance_seconds(0.1 * HOUR).await;
    assert!(votes::step(&app.state).await.unwrap());
    // From then on, and not from when the turn opened.
    let clock = clock_of(&app, &game).await;
    let left = clock.phase_clock.deadline_at.unwrap() - clock.now;
    assert!((7195..=7200).contains(&left.num_seconds()), "{left}");
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(7200.0 + 30.0).await;
    // Behind it runs the reserve.
    assert_eq!(close_all(&app).await, 0);
    app.advance_seconds(31.0).await;
    assert_eq!(close_all(&app).await, 1);
    let (kinds, close) = turn(&app, &game, 1).await;
    assert_eq!(
        kinds[1..],
        ["SetDeadline", "TurnTimeout", "TurnTimeout", "CloseOrders"]
    );
    assert!(
        close.contains(r#"["Committed","TimedOut","TimedOut"]"#),
        "{close}"
    );
    // The next turn has it from its opening.
    let clock = clock_of(&app, &game).await;
    let span = clock.phase_clock.deadline_at.unwrap() - clock.opened_at.unwrap();
    assert_eq!(span.num_seconds(), 7200);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_takes_hold_while_the_clock_stands_gives_its_time_and_no_more() {
    use fieldpost::phases::standstill;
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let question = Question::Deadline("7200".parse().unwrap());
    assert_eq!(ask(&app, &game, 0, &question).await, None);
    cast(&app, &game, 1, true).await;
    cast(&app, &game, 2, true).await;
    let mut conn = app.state.db.get().await.unwrap();
    assert!(standstill::stop(&mut conn, game.id).await.unwrap());
    app.advance_seconds(72.0 * HOUR).await;
    assert!(votes::step(&app.state).await.unwrap());
    app.advance_seconds(10.0 * HOUR).await;
    assert_eq!(close_all(&app).await, 0);
    standstill::go_on(&mut conn, game.id, "paused")
        .await
        .unwrap();
    let clock = clock_of(&app, &game).await;
    let left = clock.phase_clock.deadline_at.unwrap() - clock.now;
    assert!((7195..=7200).contains(&left.num_seconds()), "{left}");
    app.work().await;
}
