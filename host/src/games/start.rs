//! A gathering game begins: when every seat is taken, or at its time with the
//! seats that are still free handed to a program.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::scenario::Controller;

use super::table::{self, Table};
use crate::{
    app::State,
    aside::{DueGame, MAY_TRY, Step},
    clock,
    error::Error,
    heartbeat,
    outbox::{self, Kind, Owed, To},
    phases::{self, Opening},
    schema::games,
};

/// Begins the game if nothing is left to wait for. The caller is in the
/// transaction that made it so. Yields whether it began.
///
/// # Errors
/// The database's.
pub async fn if_ready(conn: &mut AsyncPgConnection, game_id: i64) -> Result<bool, Error> {
    let table = Table::lock(conn, game_id).await?;
    let now = clock::now(conn).await?;
    let is_time = match table.terms.starts_at {
        Some(at) => at <= now && heartbeat::may_act(conn).await?,
        None => true,
    };
    let is_ready =
        table.is_gathering() && is_time && table.seats.iter().all(|seat| seat.is_filled());
    if is_ready {
        begin(conn, &table).await?;
    }
    Ok(is_ready)
}

/// Turn 1 opens, its clock begins, everybody is told by mail.
async fn begin(conn: &mut AsyncPgConnection, table: &Table) -> Result<(), Error> {
    let id = table.game.id;
    diesel::update(games::table.find(id))
        .set((games::phase.eq("orders"), games::turn.eq(1)))
        .execute(conn)
        .await?;
    let opening = Opening {
        expected: table.seats.iter().map(|seat| seat.seat).collect(),
        ..Opening::default()
    };
    phases::open(conn, id, 1, opening).await?;
    let owed = Owed::of_game(Kind::GameStarted, id, To::Table);
    outbox::owe(conn, &owed.turn(1)).await?;
    Ok(())
}

/// Begins one game whose time has come. Its free seats go to a program; a
/// ranked one waits for people, and one that nobody came to waits too. Yields
/// whether there was one.
///
/// # Errors
/// The database's.
pub async fn step(state: &State) -> Result<bool, Error> {
    let due: Vec<DueGame> = {
        let mut conn = state.db.get().await?;
        if !heartbeat::may_act(&mut conn).await? {
            return Ok(false);
        }
        diesel::sql_query(format!(
            "SELECT l.game_id, coalesce(f.attempts, 0) AS attempts \
             FROM lobby l JOIN games g ON g.id = l.game_id {failed} \
             WHERE l.starts_at <= (SELECT fieldpost_now()) AND g.phase = 'gathering' \
               AND l.called_off_at IS NULL AND {MAY_TRY} \
               AND EXISTS (SELECT FROM seats s \
                   WHERE s.game_id = g.id AND s.account_id IS NOT NULL) \
               AND NOT (l.is_ranked AND EXISTS (SELECT FROM seats s \
                   WHERE s.game_id = g.id AND s.account_id IS NULL)) \
             ORDER BY l.starts_at, l.game_id LIMIT 100",
            failed = Step::Begin.join("l.game_id::text"),
        ))
        .load(&mut conn)
        .await?
    };
    let begin = |game_id| begin_on_time(state, game_id);
    let begun = state.asides.first_of(Step::Begin, due, begin).await?;
    if begun {
        state.wake();
    }
    Ok(begun)
}

async fn begin_on_time(state: &State, game_id: i64) -> Result<bool, Error> {
    let mut conn = state.db.get().await?;
    conn.transaction::<_, Error, _>(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        // Somebody may have left or come while nobody held the lock.
        let is_anybody = table.seats.iter().any(|seat| seat.account_id.is_some());
        if !table.is_gathering() || !is_anybody {
            return Ok(false);
        }
        let free: Vec<i16> = table.free().collect();
        if !free.is_empty() && table.terms.is_ranked {
            return Ok(false);
        }
        table::control(conn, &table, &free, Controller::Ai).await?;
        if_ready(conn, game_id).await
    })
    .await
}
