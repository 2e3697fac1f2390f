//! Games that stand still or shall: stalled ones, pauses, more time.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    aside,
    audit::{self, Act, Actor},
    bus::{self, Notice},
    calendar::DEADLINE_SECONDS,
    clock::{self, Instant},
    error::Error,
    schema::{clock_pauses, clocks, games},
};

/// Something that an operator must look at.
#[derive(Clone, Debug, QueryableByName)]
pub struct Alarm {
    /// The game's name in addresses.
    #[diesel(sql_type = Text)]
    pub key: String,
    /// How the game stands now.
    #[diesel(sql_type = Text)]
    pub phase: String,
    /// The turn it happened in.
    #[diesel(sql_type = Integer)]
    pub turn: i32,
    /// `stalled`, `hash-mismatch`.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// What was found.
    #[diesel(sql_type = Text)]
    pub detail: String,
    /// When.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
}

/// The newest alarms first; those of games that stand still before all others.
///
/// # Errors
/// The database's.
pub async fn alarms(conn: &mut AsyncPgConnection, most: i64) -> Result<Vec<Alarm>, Error> {
    Ok(diesel::sql_query(
        "SELECT g.key, g.phase, a.turn, a.kind, a.detail, a.created_at \
         FROM alarms a JOIN games g ON g.id = a.game_id \
         ORDER BY g.phase = 'stalled' DESC, a.created_at DESC LIMIT $1",
    )
    .bind::<BigInt, _>(most)
    .load(conn)
    .await?)
}

/// The alarms of one game, the newest first.
///
/// # Errors
/// The database's.
pub async fn alarms_of(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    most: i64,
) -> Result<Vec<Alarm>, Error> {
    Ok(diesel::sql_query(
        "SELECT g.key, g.phase, a.turn, a.kind, a.detail, a.created_at \
         FROM alarms a JOIN games g ON g.id = a.game_id \
         WHERE g.id = $1 ORDER BY a.created_at DESC LIMIT $2",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<BigInt, _>(most)
    .load(conn)
    .await?)
}

/// Lets a stalled game try its turn again, and whatever else of a game has failed: after
/// its cause is gone. If it fails again, it is stalled again.
///
/// # Errors
/// [`Error::Conflict`] if it is not stalled and nothing of it fails.
pub async fn retry(conn: &mut AsyncPgConnection, actor: Actor, game_id: i64) -> Result<(), Error> {
    conn.transaction(async |conn| {
        // Where the phase is not even closed yet, that is tried again.
        let stalled = diesel::sql_query(
            "UPDATE games g SET phase = CASE WHEN c.closed_at IS NULL THEN 'orders' \
                 ELSE 'closing' END \
             FROM clocks c WHERE g.id = $1 AND g.phase = 'stalled' \
               AND c.game_id = g.id AND c.turn = g.turn",
        )
        .bind::<BigInt, _>(game_id)
        .execute(conn)
        .await?;
        let jobs = aside::retry_game(conn, game_id).await?;
        if stalled + jobs == 0 {
            return Err(Error::Conflict("not-stalled"));
        }
        diesel::sql_query(
            "UPDATE clocks c SET due_at = fieldpost_now() FROM games g \
             WHERE g.id = $1 AND g.phase IN ('orders', 'closing') \
               AND c.game_id = g.id AND c.turn = g.turn",
        )
        .bind::<BigInt, _>(game_id)
        .execute(conn)
        .await?;
        audit::record(conn, &Act::new(actor, "retry").game(game_id)).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// Stops the clock of the open turn; it does not close, whoever commits. Orders
/// are taken all the same.
///
/// # Errors
/// [`Error::Conflict`] if no turn is open or its clock stands already.
pub async fn pause(conn: &mut AsyncPgConnection, actor: Actor, game_id: i64) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let (turn, now) = open_turn(conn, game_id).await?;
        let stopped = diesel::update(clocks::table.find((game_id, turn)))
            .filter(clocks::closed_at.is_null())
            .filter(clocks::stopped_at.is_null())
            .set(clocks::stopped_at.eq(now))
            .execute(conn)
            .await?;
        if stopped == 0 {
            return Err(Error::Conflict("already-paused"));
        }
        audit::record(conn, &Act::new(actor, "pause").game(game_id)).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// Lets it run again: everybody has the time left that they had when it stopped.
///
/// # Errors
/// [`Error::Conflict`] if no turn is open, its clock runs, the players themselves
/// have adjourned the game, or a master would undo what an operator did.
pub async fn resume(conn: &mut AsyncPgConnection, actor: Actor, game_id: i64) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let (turn, now) = open_turn(conn, game_id).await?;
        let (stopped_at, deadline_at, remind_at) = clocks::table
            .find((game_id, turn))
            .select((clocks::stopped_at, clocks::deadline_at, clocks::remind_at))
            .first::<(Option<Instant>, Option<Instant>, Option<Instant>)>(conn)
            .await?;
        let adjourned_at: Option<Instant> = games::table
            .find(game_id)
            .select(games::adjourned_at)
            .first(conn)
            .await?;
        let Some(stopped_at) = stopped_at.filter(|_| adjourned_at.is_none()) else {
            return Err(Error::Conflict("not-paused"));
        };
        if matches!(actor, Actor::Master(_))
            && !audit::was_by(conn, actor, "pause", game_id).await?
        {
            return Err(Error::Conflict("paused-by-operator"));
        }
        let until = now.max(stopped_at);
        let later = |at: Option<Instant>| {
            at.map(|at| {
                if at > stopped_at {
                    at + (until - stopped_at)
                } else {
                    at
                }
            })
        };
        diesel::update(clocks::table.find((game_id, turn)))
            .set((
                clocks::stopped_at.eq(None::<Instant>),
                clocks::deadline_at.eq(later(deadline_at)),
                clocks::remind_at.eq(later(remind_at)),
            ))
            .execute(conn)
            .await?;
        diesel::insert_into(clock_pauses::table)
            .values((
                clock_pauses::game_id.eq(game_id),
                clock_pauses::turn.eq(turn),
                clock_pauses::from_at.eq(stopped_at),
                clock_pauses::until_at.eq(until),
                clock_pauses::cause.eq("paused"),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        audit::record(conn, &Act::new(actor, "resume").game(game_id)).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// Moves the open turn's deadline by so many seconds.
///
/// # Errors
/// [`Error::BadRequest`] for no such number of seconds, [`Error::Conflict`] if no
/// turn with a deadline is open.
pub async fn extend(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    game_id: i64,
    seconds: i32,
) -> Result<(), Error> {
    if !(1..=*DEADLINE_SECONDS.end()).contains(&seconds) {
        return Err(Error::BadRequest("bad-deadline"));
    }
    conn.transaction(async |conn| {
        let (turn, now) = open_turn(conn, game_id).await?;
        let deadline_at: Option<Instant> = clocks::table
            .find((game_id, turn))
            .select(clocks::deadline_at)
            .first(conn)
            .await?;
        let left = deadline_at.map(|at| (at - now).num_seconds() + i64::from(seconds));
        if left.is_some_and(|left| left > i64::from(*DEADLINE_SECONDS.end())) {
            return Err(Error::BadRequest("bad-deadline"));
        }
        let moved = diesel::sql_query(
            "UPDATE clocks SET deadline_at = deadline_at + make_interval(secs => $3), \
                 remind_at = remind_at + make_interval(secs => $3) \
             WHERE game_id = $1 AND turn = $2 AND deadline_at IS NOT NULL AND closed_at IS NULL",
        )
        .bind::<BigInt, _>(game_id)
        .bind::<Integer, _>(turn)
        .bind::<Integer, _>(seconds)
        .execute(conn)
        .await?;
        if moved == 0 {
            return Err(Error::Conflict("no-deadline"));
        }
        let detail = serde_json::json!({ "turn": turn, "seconds": seconds });
        let act = Act::new(actor, "extend").game(game_id).detail(detail);
        audit::record(conn, &act).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// The turn that takes orders, under the lock that closing it needs too.
async fn open_turn(conn: &mut AsyncPgConnection, game_id: i64) -> Result<(i32, Instant), Error> {
    let (turn, phase): (i32, String) = games::table
        .find(game_id)
        .select((games::turn, games::phase))
        .for_no_key_update()
        .first(conn)
        .await?;
    if phase != "orders" {
        return Err(Error::Conflict("no-open-turn"));
    }
    Ok((turn, clock::now(conn).await?))
}
