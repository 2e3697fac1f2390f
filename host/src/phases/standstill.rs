//! A phase's clock that stands still on purpose: by the players' consent or an
//! operator's word. What time was left when it stopped is left when it goes on.

use chrono::TimeDelta;
use diesel::sql_types::{BigInt, Double, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    bus::{self, Notice},
    error::Error,
};

/// Stops the clock of a game's open phase. Yields whether it ran. The caller
/// holds the game row's lock.
///
/// # Errors
/// The database's.
pub async fn stop(conn: &mut AsyncPgConnection, game_id: i64) -> Result<bool, Error> {
    let stopped = diesel::sql_query(
        "UPDATE clocks c SET stopped_at = fieldpost_now() FROM games g \
         WHERE g.id = $1 AND g.phase = 'orders' AND c.game_id = g.id AND c.turn = g.turn \
           AND c.closed_at IS NULL AND c.stopped_at IS NULL",
    )
    .bind::<BigInt, _>(game_id)
    .execute(conn)
    .await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(stopped == 1)
}

/// Lets it go on. `cause` is what it stood still for, as the table has it:
/// `adjourned` or `paused`. Yields whether it stood. The caller holds the game
/// row's lock.
///
/// # Errors
/// The database's.
pub async fn go_on(conn: &mut AsyncPgConnection, game_id: i64, cause: &str) -> Result<bool, Error> {
    // Of an outage while it stood nothing was given back, so all of it is now.
    let went_on = diesel::sql_query(
        "WITH now AS MATERIALIZED (SELECT fieldpost_now() AS at), \
         stood AS ( \
             SELECT c.game_id, c.turn, c.stopped_at AS since, now.at FROM clocks c \
             JOIN games g ON g.id = c.game_id AND g.turn = c.turn, now \
             WHERE g.id = $1 AND c.closed_at IS NULL AND c.stopped_at IS NOT NULL), \
         moved AS ( \
             UPDATE clocks c SET stopped_at = NULL, \
                 deadline_at = CASE WHEN c.deadline_at > s.since \
                     THEN c.deadline_at + (s.at - s.since) ELSE c.deadline_at END, \
                 remind_at = CASE WHEN c.remind_at > s.since \
                     THEN c.remind_at + (s.at - s.since) ELSE c.remind_at END \
             FROM stood s WHERE c.game_id = s.game_id AND c.turn = s.turn) \
         INSERT INTO clock_pauses (game_id, turn, from_at, until_at, cause) \
         SELECT game_id, turn, since, at, $2 FROM stood ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Text, _>(cause)
    .execute(conn)
    .await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(went_on == 1)
}

/// Moves the deadline of a game's open phase, further off only. Yields whether
/// there was one to move: behind it reserves run, and it is too late. The caller
/// holds the game row's lock.
///
/// # Errors
/// The database's.
pub async fn extend(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    by: TimeDelta,
) -> Result<bool, Error> {
    if by <= TimeDelta::zero() {
        return Err(Error::BadRequest("bad-deadline"));
    }
    let extended = diesel::sql_query(
        "UPDATE clocks c SET deadline_at = c.deadline_at + make_interval(secs => $2), \
             remind_at = c.remind_at + make_interval(secs => $2) \
         FROM games g WHERE g.id = $1 AND g.phase = 'orders' AND c.game_id = g.id \
           AND c.turn = g.turn AND c.closed_at IS NULL \
           AND c.deadline_at > (SELECT fieldpost_now())",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Double, _>(by.as_seconds_f64())
    .execute(conn)
    .await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(extended == 1)
}
