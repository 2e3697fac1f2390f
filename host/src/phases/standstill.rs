//! A phase's clock that stands still on purpose: by the players' consent or an
//! operator's word. What time was left when it stopped is left when it goes on.

use chrono::TimeDelta;
use diesel::{prelude::*, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    bus::{self, Notice},
    calendar::DEADLINE_SECONDS,
    clock::{self, Instant},
    error::Error,
    heartbeat::instants,
    phases,
    schema::{clock_pauses, clocks},
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
    let (turn, stopped_at): (i32, Option<Instant>) = clocks::table
        .filter(clocks::game_id.eq(game_id))
        .filter(clocks::closed_at.is_null())
        .order(clocks::turn.desc())
        .select((clocks::turn, clocks::stopped_at))
        .first(conn)
        .await
        .optional()?
        .unwrap_or_default();
    let Some(from) = stopped_at else {
        return Ok(false);
    };
    // Of an outage while it stood nothing was given back, so all of it is now.
    let until = clock::now(conn).await?.max(from);
    diesel::update(clocks::table.find((game_id, turn)))
        .set(clocks::stopped_at.eq(None::<Instant>))
        .execute(conn)
        .await?;
    diesel::insert_into(clock_pauses::table)
        .values((
            clock_pauses::game_id.eq(game_id),
            clock_pauses::turn.eq(turn),
            clock_pauses::from_at.eq(from),
            clock_pauses::until_at.eq(until),
            clock_pauses::cause.eq(cause),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    instants::credit(conn, Some(game_id), from, until).await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(true)
}

/// Moves the deadline of a game's open phase further off. Yields until when; `None`
/// where it has none. The caller holds the game row's lock.
///
/// # Errors
/// [`Error::BadRequest`] for less than a second, or for a deadline further off than
/// any may be; the database's.
pub async fn extend(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    by: TimeDelta,
) -> Result<Option<Instant>, Error> {
    let clock = phases::read(conn, game_id).await?;
    let Some(deadline_at) = clock.phase_clock.deadline_at else {
        return Ok(None);
    };
    let from = clock.phase_clock.stopped_at.unwrap_or(clock.now);
    let later = deadline_at + by;
    let most = TimeDelta::seconds((*DEADLINE_SECONDS.end()).into());
    if by < TimeDelta::seconds(1) || by > most || later - from > most {
        return Err(Error::BadRequest("bad-deadline"));
    }
    diesel::update(clocks::table.find((game_id, clock.turn.cast_signed())))
        .filter(clocks::closed_at.is_null())
        .set(clocks::deadline_at.eq(later))
        .execute(conn)
        .await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(Some(later))
}
