//! Phases as the database keeps them: their clocks, and who has committed.
//!
//! Read from the tables and the log; what follows from it is for `deadline` to
//! compute and for `close` to do.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    clock::{self, Instant},
    deadline::{PhaseClock, SeatClock},
    error::Error,
    replays::unsigned,
    schema::{clocks, games, log, seats},
};

/// A game's clock as the database has it now.
#[derive(Clone, Debug)]
pub struct GameClock {
    /// The turn that is open, or was last.
    pub turn: u32,
    /// As in the table: `gathering`, `orders`, `closing`, `ended`, `stalled`.
    pub phase: String,
    /// The database's time.
    pub now: Instant,
    /// When the phase opened; `None` before the game starts.
    pub opened_at: Option<Instant>,
    /// Deadline, reserves and commits.
    pub phase_clock: PhaseClock,
}

/// Reads a game's clock.
///
/// # Errors
/// [`Error::NotFound`] for no such game, else the database's.
pub async fn read(conn: &mut AsyncPgConnection, game_id: i64) -> Result<GameClock, Error> {
    let (turn, phase): (i32, String) = games::table
        .find(game_id)
        .select((games::turn, games::phase))
        .first(conn)
        .await?;
    let clock: Option<(Instant, Option<Instant>, Vec<i16>)> = clocks::table
        .find((game_id, turn))
        .select((clocks::opened_at, clocks::deadline_at, clocks::expected))
        .first(conn)
        .await
        .optional()?;
    let (opened_at, deadline_at, expected) = clock
        .map_or((None, None, Vec::new()), |(opened, deadline, expected)| {
            (Some(opened), deadline, expected)
        });
    let reserves: Vec<(i16, i32)> = seats::table
        .filter(seats::game_id.eq(game_id))
        .filter(seats::seat.eq_any(&expected))
        .order(seats::seat)
        .select((seats::seat, seats::reserve_seconds_left))
        .load(conn)
        .await?;
    let commits = commits(conn, game_id, turn).await?;
    let seats = reserves
        .into_iter()
        .map(|(seat, reserve)| SeatClock {
            seat: index(seat),
            reserve_seconds: unsigned(reserve),
            commits: commits
                .iter()
                .filter(|(by, ..)| *by == Some(seat))
                .map(|(_, kind, at)| (*at, kind == "CommitOrders"))
                .collect(),
        })
        .collect();
    let now = clock::now(conn).await?;
    let phase_clock = PhaseClock { deadline_at, seats };
    Ok(GameClock {
        turn: unsigned(turn),
        phase,
        now,
        opened_at,
        phase_clock,
    })
}

async fn commits(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
) -> Result<Vec<(Option<i16>, String, Instant)>, Error> {
    Ok(log::table
        .filter(log::game_id.eq(game_id))
        .filter(log::turn.eq(turn))
        .filter(log::kind.eq_any(["CommitOrders", "RevokeCommit"]))
        .order(log::seq)
        .select((log::seat, log::kind, log::recorded_at))
        .load(conn)
        .await?)
}

/// Opens a turn's phase: its clock begins now. The caller sets the game's turn.
///
/// # Errors
/// The database's.
pub async fn open(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    deadline_seconds: Option<i32>,
    expected: Vec<i16>,
) -> Result<(), Error> {
    let opened_at = clock::now(conn).await?;
    let deadline_at = deadline_seconds.map(|wait| opened_at + TimeDelta::seconds(wait.into()));
    diesel::insert_into(clocks::table)
        .values((
            clocks::game_id.eq(game_id),
            clocks::turn.eq(turn),
            clocks::opened_at.eq(opened_at),
            clocks::deadline_at.eq(deadline_at),
            clocks::expected.eq(expected),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// A seat's index as the engine has it; the table holds no others.
fn index(seat: i16) -> u8 {
    u8::try_from(seat).unwrap_or(u8::MAX)
}
