//! Turns that close, clocks and absences, for tests of who is waited for.

use chrono::TimeDelta;
use fieldpost::{
    absence, clock, close,
    phases::{self, GameClock},
};

use super::{TestApp, TestGame};

pub const HOUR: f64 = 3600.0;

pub async fn close_all(app: &TestApp) -> usize {
    let mut closed = 0;
    while close::step(&app.state).await.unwrap().is_some() {
        closed += 1;
    }
    closed
}

pub async fn clock_of(app: &TestApp, game: &TestGame) -> GameClock {
    let mut conn = app.state.db.get().await.unwrap();
    phases::read(&mut conn, game.id).await.unwrap()
}

pub async fn announce(app: &TestApp, game: &TestGame, seat: i16, from: i64, until: i64) {
    let mut conn = app.state.db.get().await.unwrap();
    let now = clock::now(&mut conn).await.unwrap();
    let (from, until) = (now + TimeDelta::hours(from), now + TimeDelta::hours(until));
    absence::announce(&mut conn, game.id, seat, from, until)
        .await
        .unwrap();
}

/// The kinds of a turn's records, and the last of them in full.
pub async fn turn(app: &TestApp, game: &TestGame, turn: i32) -> (Vec<String>, String) {
    let lines = game.assert_sound(app).await;
    let lines: Vec<_> = lines.into_iter().filter(|line| line.turn == turn).collect();
    let last = lines.last().map(|line| line.record.clone());
    let kinds = lines.into_iter().map(|line| line.kind).collect();
    (kinds, last.unwrap_or_default())
}
