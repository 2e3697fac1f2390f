//! Orders, commits, revocations and closes against each other, in every order
//! that two of them can meet in (HO-060). Locks of a third connection hold each
//! where it is between its look and its deed; nothing here waits for a time.

mod support;

use std::sync::Arc;

use diesel::{QueryableByName, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{
    app::State,
    close::{self, Ensured},
    orders::Answer,
};
use support::{TestApp, TestGame};
use tokio::task::JoinHandle;

/// A transaction that holds a lock until it is told to let go.
struct Gate(AsyncPgConnection);

impl Gate {
    /// Nobody appends to the game's log or closes it, but everybody has looked.
    async fn on_row(app: &TestApp, game: &TestGame) -> Self {
        let id = game.id;
        Self::taking(
            app,
            &format!("SELECT FROM games WHERE id = {id} FOR NO KEY UPDATE"),
        )
        .await
    }

    /// Orders have been looked at and do not get in; closes go on.
    async fn on_orders(app: &TestApp) -> Self {
        Self::taking(app, "LOCK TABLE idempotency IN SHARE MODE").await
    }

    /// Turns have been computed and are not written down.
    async fn on_witnesses(app: &TestApp) -> Self {
        Self::taking(app, "LOCK TABLE witnesses IN SHARE MODE").await
    }

    async fn taking(app: &TestApp, lock: &str) -> Self {
        let mut conn = app.database.connect().await;
        conn.batch_execute(&format!("BEGIN; {lock}")).await.unwrap();
        Self(conn)
    }

    /// Comes back once so many wait at a lock: then each of them stands exactly
    /// there, in the order in which they came.
    async fn until_waiting(&mut self, count: i64) {
        #[derive(QueryableByName)]
        struct Waiting {
            #[diesel(sql_type = BigInt)]
            n: i64,
        }
        for _ in 0..20_000 {
            // The view is kept for a transaction's length unless told otherwise.
            self.0
                .batch_execute("SELECT pg_stat_clear_snapshot()")
                .await
                .unwrap();
            let waiting: Waiting = diesel::sql_query(
                "SELECT count(*) AS n FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
            .get_result(&mut self.0)
            .await
            .unwrap();
            if waiting.n >= count {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("{count} never came to wait");
    }

    async fn open(mut self) {
        self.0.batch_execute("COMMIT").await.unwrap();
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Commit(u8),
    Revoke(u8),
    Order(u8),
    Close,
}

/// How it ended: an order taken or not, a phase closed or not.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Taken,
    Late,
    Closed,
    Open,
}

fn start(state: &State, game: &Arc<TestGame>, deed: Deed) -> JoinHandle<End> {
    let (state, game) = (state.clone(), Arc::clone(game));
    tokio::spawn(async move {
        let (seat, kind) = match deed {
            Deed::Commit(seat) => (seat, "CommitOrders"),
            Deed::Revoke(seat) => (seat, "RevokeCommit"),
            Deed::Order(seat) => (seat, "OfferDraw"),
            Deed::Close => {
                return match close::close_if_due(&state, game.id).await.unwrap() {
                    Ensured::NotDue => End::Open,
                    Ensured::Here(_) | Ensured::Elsewhere => End::Closed,
                };
            }
        };
        let order = format!(r#"{{"kind":"{kind}"}}"#);
        // Under a key, as a form is sent: the gate on orders stands at the keys.
        let key = format!("{seat} {kind}");
        let orders = [order.as_str()];
        let answers = game.send_once(&state, seat, 1, &orders, Some(&key)).await;
        let answers = answers.unwrap();
        match &answers[0] {
            Answer::Taken(_) => End::Taken,
            Answer::Refused(refused) => {
                assert_eq!(refused.code, "phase-closed");
                End::Late
            }
        }
    })
}

struct Table {
    app: TestApp,
    other: support::Host,
    game: Arc<TestGame>,
}

impl Table {
    /// A game without clock; these seats have committed.
    async fn set(committed: &[u8]) -> Self {
        let app = TestApp::start().await;
        let other = app.second_host().await;
        let game = Arc::new(TestGame::start(&app).await);
        for seat in committed {
            game.commit(&app.state, *seat, 1).await;
        }
        Self { app, other, game }
    }

    /// Both have looked; then the first does its deed, then the second, on two
    /// hosts.
    async fn race(&self, first: Deed, second: Deed) -> (End, End) {
        let mut gate = Gate::on_row(&self.app, &self.game).await;
        let one = start(&self.app.state, &self.game, first);
        gate.until_waiting(1).await;
        let two = start(&self.other.state, &self.game, second);
        gate.until_waiting(2).await;
        gate.open().await;
        (one.await.unwrap(), two.await.unwrap())
    }

    /// What the log of turn 1 has behind the first three records.
    async fn end(&self, expect: &[&str], turn: i32) {
        let lines = self.game.assert_sound(&self.app).await;
        let kinds: Vec<&str> = lines.iter().map(|line| line.kind.as_str()).collect();
        assert!(kinds.ends_with(expect), "{kinds:?}");
        let closes = kinds.iter().filter(|kind| **kind == "CloseOrders").count();
        assert_eq!(closes, usize::from(turn == 2));
        assert_eq!(
            self.game.standing(&self.app).await,
            (turn, "orders".to_owned())
        );
        let mails = self.game.owed(&self.app, "turn_ready").await;
        assert_eq!(mails.len(), 3 * closes);
        assert_eq!(self.app.number("SELECT count(*) AS n FROM alarms").await, 0);
        self.app.work().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_revocation_before_the_close_keeps_the_phase_open() {
    let table = Table::set(&[0, 1, 2]).await;
    let ends = table.race(Deed::Revoke(2), Deed::Close).await;
    assert_eq!(ends, (End::Taken, End::Open));
    table.end(&["CommitOrders", "RevokeCommit"], 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_revocation_behind_the_close_is_told_that_it_is_late() {
    let table = Table::set(&[0, 1, 2]).await;
    let ends = table.race(Deed::Close, Deed::Revoke(2)).await;
    assert_eq!(ends, (End::Closed, End::Late));
    table.end(&["CommitOrders", "CloseOrders"], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_order_before_the_close_is_in_the_turn() {
    let table = Table::set(&[0, 1, 2]).await;
    let ends = table.race(Deed::Order(0), Deed::Close).await;
    assert_eq!(ends, (End::Taken, End::Closed));
    table.end(&["OfferDraw", "CloseOrders"], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_order_behind_the_close_is_refused_and_leaves_no_trace() {
    let table = Table::set(&[0, 1, 2]).await;
    let ends = table.race(Deed::Close, Deed::Order(0)).await;
    assert_eq!(ends, (End::Closed, End::Late));
    table.end(&["CommitOrders", "CloseOrders"], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_closes_are_one() {
    let table = Table::set(&[0, 1, 2]).await;
    let ends = table.race(Deed::Close, Deed::Close).await;
    assert_eq!(ends, (End::Closed, End::Closed));
    table.end(&["CommitOrders", "CloseOrders"], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_commit_and_a_revocation_both_count_in_either_order() {
    for (first, second) in [
        (Deed::Commit(2), Deed::Revoke(0)),
        (Deed::Revoke(0), Deed::Commit(2)),
    ] {
        let table = Table::set(&[0, 1]).await;
        let ends = table.race(first, second).await;
        assert_eq!(ends, (End::Taken, End::Taken), "{first:?} {second:?}");
        assert!(close::step(&table.app.state).await.unwrap().is_none());
        let lines = table.game.assert_sound(&table.app).await;
        assert_eq!(lines.len(), 4, "{first:?} {second:?}");
        table.end(&[], 1).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_two_commits_close_the_turn_together() {
    let table = Table::set(&[0]).await;
    let ends = table.race(Deed::Commit(1), Deed::Commit(2)).await;
    assert_eq!(ends, (End::Taken, End::Taken));
    assert!(close::step(&table.app.state).await.unwrap().is_some());
    table
        .end(&["CommitOrders", "CommitOrders", "CloseOrders"], 2)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_browsers_of_one_player_end_as_the_later_one_says() {
    for (first, second, last) in [
        (Deed::Commit(2), Deed::Revoke(2), "RevokeCommit"),
        (Deed::Revoke(2), Deed::Commit(2), "CommitOrders"),
    ] {
        let table = Table::set(&[0, 1]).await;
        let ends = table.race(first, second).await;
        assert_eq!(ends, (End::Taken, End::Taken), "{first:?} {second:?}");
        let is_closed = close::step(&table.app.state).await.unwrap().is_some();
        assert_eq!(is_closed, last == "CommitOrders");
        let lines = table.game.assert_sound(&table.app).await;
        assert_eq!(lines[3].kind, last);
        table.app.work().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_was_looked_at_before_a_whole_close_is_late_behind_it() {
    for deed in [Deed::Commit(2), Deed::Revoke(2), Deed::Order(2)] {
        let table = Table::set(&[0, 1, 2]).await;
        let mut gate = Gate::on_orders(&table.app).await;
        let order = start(&table.other.state, &table.game, deed);
        gate.until_waiting(1).await;
        assert!(close::step(&table.app.state).await.unwrap().is_some());
        gate.open().await;
        assert_eq!(order.await.unwrap(), End::Late, "{deed:?}");
        table.end(&["CommitOrders", "CloseOrders"], 2).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_as_time_runs_out_counts_before_the_close_and_not_behind_it() {
    for is_first in [true, false] {
        let app = TestApp::start().await;
        let other = app.second_host().await;
        let game = Arc::new(TestGame::with_clock(&app, Some(60), 0).await);
        game.commit(&app.state, 0, 1).await;
        game.commit(&app.state, 1, 1).await;
        // The commit has looked before the deadline and gets no further.
        let (end, marker) = if is_first {
            let mut gate = Gate::on_row(&app, &game).await;
            let commit = start(&app.state, &game, Deed::Commit(2));
            gate.until_waiting(1).await;
            app.advance_seconds(61.0).await;
            let close = start(&other.state, &game, Deed::Close);
            gate.until_waiting(2).await;
            gate.open().await;
            assert_eq!(close.await.unwrap(), End::Closed);
            (commit.await.unwrap(), "Committed")
        } else {
            let mut gate = Gate::on_orders(&app).await;
            let commit = start(&app.state, &game, Deed::Commit(2));
            gate.until_waiting(1).await;
            app.advance_seconds(61.0).await;
            let close = start(&other.state, &game, Deed::Close);
            assert_eq!(close.await.unwrap(), End::Closed);
            gate.open().await;
            (commit.await.unwrap(), "TimedOut")
        };
        assert_eq!(end, if is_first { End::Taken } else { End::Late });
        let lines = game.assert_sound(&app).await;
        let markers = format!(r#""markers":["Committed","Committed","{marker}"]"#);
        assert!(lines.last().unwrap().record.contains(&markers));
        app.work().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_that_both_computed_a_turn_write_it_down_once() {
    let table = Table::set(&[0, 1, 2]).await;
    let mut gate = Gate::on_witnesses(&table.app).await;
    let one = start(&table.app.state, &table.game, Deed::Close);
    gate.until_waiting(1).await;
    let two = start(&table.other.state, &table.game, Deed::Close);
    gate.until_waiting(2).await;
    gate.open().await;
    assert_eq!(one.await.unwrap(), End::Closed);
    assert_eq!(two.await.unwrap(), End::Closed);
    assert_eq!(
        table
            .app
            .number("SELECT count(*) AS n FROM witnesses")
            .await,
        1
    );
    table.end(&["CommitOrders", "CloseOrders"], 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_form_sent_twice_at_once_enters_once_and_is_answered_alike() {
    let table = Table::set(&[]).await;
    let mut gate = Gate::on_row(&table.app, &table.game).await;
    let mut sent = Vec::new();
    for (count, host) in [(1, &table.app.host), (2, &table.other)] {
        let (state, game) = (host.state.clone(), Arc::clone(&table.game));
        sent.push(tokio::spawn(async move {
            let order = [r#"{"kind":"CommitOrders"}"#];
            game.send_once(&state, 0, 1, &order, Some("form"))
                .await
                .unwrap()
        }));
        gate.until_waiting(count).await;
    }
    gate.open().await;
    let mut answers = Vec::new();
    for task in sent {
        answers.push(task.await.unwrap());
    }
    assert_eq!(answers[0], answers[1]);
    assert!(matches!(answers[0][..], [Answer::Taken(_)]));
    assert_eq!(table.game.assert_sound(&table.app).await.len(), 1);
    table.app.work().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_worker_passes_by_a_game_that_another_is_at() {
    let table = Table::set(&[0, 1, 2]).await;
    let second = TestGame::start(&table.app).await;
    for seat in 0..3 {
        second.commit(&table.app.state, seat, 1).await;
    }
    let gate = Gate::on_row(&table.app, &table.game).await;
    assert!(close::step(&table.other.state).await.unwrap().is_some());
    assert_eq!(second.standing(&table.app).await.0, 2);
    assert!(close::step(&table.other.state).await.unwrap().is_none());
    assert_eq!(table.game.standing(&table.app).await.0, 1);
    gate.open().await;
    assert!(close::step(&table.other.state).await.unwrap().is_some());
    table.end(&["CommitOrders", "CloseOrders"], 2).await;
}
