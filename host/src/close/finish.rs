//! The second half of a close: the turn is computed from the log and its
//! consequences are written down, once.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::turn::TurnResult;

use super::{Closed, boundary};
use crate::{
    admin::people,
    app::State,
    bus::{self, Notice},
    clock::Instant,
    error::Error,
    log,
    outbox::{self, Kind, Owed, To},
    phases,
    replays::{ReplayError, Replayed, unsigned},
    schema::{alarms, clocks, games, witnesses},
    votes,
};

/// Computes the turn of a game in `closing` and moves the game on. Does nothing
/// for a game that is not, or no more. Yields what this call closed.
///
/// # Errors
/// The database's. A replay that fails stalls the game and is no error.
pub async fn finish(state: &State, game_id: i64) -> Result<Option<Closed>, Error> {
    let (phase, turn, head_seq): (String, i32, i32) = {
        let mut conn = state.db.get().await?;
        games::table
            .find(game_id)
            .select((games::phase, games::turn, games::head_seq))
            .first(&mut conn)
            .await?
    };
    if phase != "closing" {
        return Ok(None);
    }
    let replayed = state
        .replays
        .at(&state.db, game_id, unsigned(head_seq))
        .await;
    let mut conn = state.db.get().await?;
    let operators = &state.config.access.operators;
    let mut closed = None;
    match replayed {
        Ok(replayed) => match &replayed.last_turn {
            Some(result) if result.turn == unsigned(turn) => {
                if settle(&mut conn, operators, game_id, &replayed, result).await? {
                    closed = Some(look_back(&mut conn, game_id, turn, &replayed).await?);
                }
            }
            _ => {
                let cause = "the log closes no turn at its end";
                stall(&mut conn, operators, game_id, turn, cause).await?;
            }
        },
        Err(ReplayError::Read(error)) => return Err(error),
        // Another process has these rules.
        Err(ReplayError::Version(_) | ReplayError::Ruleset(_)) => {}
        Err(broken) => stall(&mut conn, operators, game_id, turn, &broken.to_string()).await?,
    }
    state.wake();
    Ok(closed)
}

/// Stalls a game whose close has failed too often for another reason than its log.
///
/// # Errors
/// The database's.
pub(super) async fn give_up(
    state: &State,
    game_id: i64,
    turn: i32,
    cause: &str,
) -> Result<(), Error> {
    let mut conn = state.db.get().await?;
    stall(
        &mut conn,
        &state.config.access.operators,
        game_id,
        turn,
        cause,
    )
    .await
}

/// What is told of a close.
async fn look_back(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    replayed: &Replayed,
) -> Result<Closed, Error> {
    let (over_at, closed_at): (Option<Instant>, Option<Instant>) = clocks::table
        .find((game_id, turn))
        .select((clocks::over_at, clocks::closed_at))
        .first(conn)
        .await?;
    let late = over_at.zip(closed_at);
    Ok(Closed {
        game_id,
        turn: unsigned(turn),
        late: late.map(|(over_at, closed_at)| (closed_at - over_at).max(TimeDelta::zero())),
        has_ended: replayed.game.outcome().is_some(),
    })
}

/// The second transaction. The key of the witness lets one process through;
/// one that comes later compares what it computed with what stands there. Yields
/// whether it was this one.
async fn settle(
    conn: &mut AsyncPgConnection,
    operators: &[String],
    game_id: i64,
    replayed: &Replayed,
    result: &TurnResult,
) -> Result<bool, Error> {
    let turn = result.turn.cast_signed();
    let (activation, state, turn_hash) = (
        result.activation.to_string(),
        result.state.to_string(),
        result.turn_hash.to_string(),
    );
    conn.transaction(async |conn| {
        let is_first = diesel::insert_into(witnesses::table)
            .values((
                witnesses::game_id.eq(game_id),
                witnesses::turn.eq(turn),
                witnesses::activation.eq(&activation),
                witnesses::state.eq(&state),
                witnesses::turn_hash.eq(&turn_hash),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?
            == 1;
        if !is_first {
            compare(conn, game_id, turn, [activation, state, turn_hash]).await?;
            // Whoever wrote the witness moved the game on with it. A game that
            // stands still all the same must not be tried for ever.
            let cause = "its turn has a witness, but did not end";
            stop(conn, operators, game_id, turn, cause).await?;
            return Ok(false);
        }
        if replayed.game.outcome().is_some() {
            move_on(conn, game_id, turn, turn, "ended").await?;
            let owed = Owed::of_game(Kind::GameOver, game_id, To::Table);
            outbox::owe(conn, &owed.turn(turn)).await?;
        } else {
            move_on(conn, game_id, turn, turn + 1, "orders").await?;
            // The report is for whoever holds the seat from here on.
            people::hand_over(conn, game_id).await?;
            phases::open(conn, game_id, turn + 1, boundary::opening(replayed)).await?;
            boundary::cross(conn, game_id, turn, replayed).await?;
            begin(conn, game_id, turn + 1).await?;
            let owed = Owed::of_game(Kind::TurnReady, game_id, To::Table);
            outbox::owe(conn, &owed.turn(turn)).await?;
        }
        bus::notify(conn, &Notice::Turn { game_id }).await?;
        Ok(true)
    })
    .await
}

/// What the table decided that begins with the phase that has just opened (TM-620).
async fn begin(conn: &mut AsyncPgConnection, game_id: i64, turn: i32) -> Result<(), Error> {
    let orders = votes::at_opening(conn, game_id).await?;
    if orders.is_empty() {
        return Ok(());
    }
    let head = super::begin::lock(conn, game_id, super::Patience::Waits).await?;
    let head = head.ok_or_else(|| Error::internal("a game that was closing is no more"))?;
    let records = head.of_log()?.followed_by(unsigned(turn), orders);
    log::append_for_authority(conn, game_id, &records, "orders").await
}

/// Moves the game's row; nobody looks at the turn's clock again.
async fn move_on(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    closed_turn: i32,
    turn: i32,
    phase: &str,
) -> Result<(), Error> {
    let moved = diesel::update(games::table.find(game_id))
        .filter(games::phase.eq("closing"))
        .filter(games::turn.eq(closed_turn))
        .set((games::phase.eq(phase), games::turn.eq(turn)))
        .execute(conn)
        .await?;
    looked_at(conn, game_id, closed_turn).await?;
    match moved {
        1 => Ok(()),
        // Nobody else moves a game that is closing, so its absence is a fault.
        _ => Err(Error::internal("a game that was closing is no more")),
    }
}

/// Two processes must compute the same turn. If not, an operator must know.
async fn compare(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    mine: [String; 3],
) -> Result<(), Error> {
    let (activation, state, turn_hash): (String, String, String) = witnesses::table
        .find((game_id, turn))
        .select((
            witnesses::activation,
            witnesses::state,
            witnesses::turn_hash,
        ))
        .first(conn)
        .await?;
    let theirs = [activation, state, turn_hash];
    if mine == theirs {
        return Ok(());
    }
    let detail = format!("computed {mine:?}, another process computed {theirs:?}");
    tracing::error!(game_id, turn, %detail, "two processes computed different turns");
    alarm(conn, game_id, turn, "hash-mismatch", &detail).await?;
    Ok(())
}

async fn looked_at(conn: &mut AsyncPgConnection, game_id: i64, turn: i32) -> Result<(), Error> {
    diesel::update(clocks::table.find((game_id, turn)))
        .set(clocks::due_at.eq(None::<Instant>))
        .execute(conn)
        .await?;
    Ok(())
}

/// Stops a game that cannot be closed. Nothing looks at it again until an operator
/// does.
async fn stall(
    conn: &mut AsyncPgConnection,
    operators: &[String],
    game_id: i64,
    turn: i32,
    cause: &str,
) -> Result<(), Error> {
    tracing::error!(game_id, turn, %cause, "the game is stalled: its turn cannot be closed");
    conn.transaction(async |conn| stop(conn, operators, game_id, turn, cause).await)
        .await
}

/// Puts a game that closes that turn, or should, into `stalled`.
async fn stop(
    conn: &mut AsyncPgConnection,
    operators: &[String],
    game_id: i64,
    turn: i32,
    cause: &str,
) -> Result<(), Error> {
    let was_running = diesel::update(games::table.find(game_id))
        .filter(games::phase.eq_any(["orders", "closing"]))
        .filter(games::turn.eq(turn))
        .set(games::phase.eq("stalled"))
        .execute(conn)
        .await?;
    if was_running == 1 {
        looked_at(conn, game_id, turn).await?;
        let alarm = alarm(conn, game_id, turn, "stalled", cause).await?;
        let owed = Owed::of_game(Kind::Stalled, game_id, To::Table);
        outbox::owe(conn, &owed.turn(turn)).await?;
        // It may stall in the same turn again, after somebody tried to repair it.
        let owed = Owed::of_game(Kind::StalledOperator, game_id, To::Operators(operators));
        outbox::owe(conn, &owed.turn(turn).matter(alarm)).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await?;
    }
    Ok(())
}

/// Yields its number.
async fn alarm(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    kind: &str,
    detail: &str,
) -> Result<i64, Error> {
    Ok(diesel::insert_into(alarms::table)
        .values((
            alarms::game_id.eq(game_id),
            alarms::turn.eq(turn),
            alarms::kind.eq(kind),
            alarms::detail.eq(detail),
        ))
        .returning(alarms::id)
        .get_result(conn)
        .await?)
}
