//! Games that stand still or shall: stalled ones, pauses, more time.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    aside,
    audit::{self, Act, Actor},
    bus::{self, Notice},
    changes::{self, Change},
    error::Error,
    outbox::To,
    phases::{self, standstill},
    schema::games,
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
        open_turn(conn, game_id).await?;
        if !standstill::stop(conn, game_id).await? {
            return Err(Error::Conflict("already-paused"));
        }
        audit::record(conn, &Act::new(actor, "pause").game(game_id)).await?;
        let paused = Change::Paused { by: actor.into() };
        changes::tell(conn, game_id, &paused, To::Table).await
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
        open_turn(conn, game_id).await?;
        let clock = phases::read(conn, game_id).await?;
        if clock.is_adjourned || clock.phase_clock.stopped_at.is_none() {
            return Err(Error::Conflict("not-paused"));
        }
        if matches!(actor, Actor::Master(_))
            && !audit::was_by(conn, actor, "pause", game_id).await?
        {
            return Err(Error::Conflict("paused-by-operator"));
        }
        standstill::go_on(conn, game_id, "paused").await?;
        audit::record(conn, &Act::new(actor, "resume").game(game_id)).await?;
        let resumed = Change::Resumed { by: actor.into() };
        changes::tell(conn, game_id, &resumed, To::Table).await
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
    conn.transaction(async |conn| {
        let turn = open_turn(conn, game_id).await?;
        let by = TimeDelta::seconds(seconds.into());
        let due = standstill::extend(conn, game_id, by).await?;
        let due = due.ok_or(Error::Conflict("no-deadline"))?;
        let detail = serde_json::json!({ "turn": turn, "seconds": seconds });
        let act = Act::new(actor, "extend").game(game_id).detail(detail);
        audit::record(conn, &act).await?;
        let extended = Change::Extended {
            by: actor.into(),
            due,
        };
        changes::tell(conn, game_id, &extended, To::Table).await
    })
    .await
}

/// The turn that takes orders, under the lock that closing it needs too.
async fn open_turn(conn: &mut AsyncPgConnection, game_id: i64) -> Result<i32, Error> {
    let (turn, phase): (i32, String) = games::table
        .find(game_id)
        .select((games::turn, games::phase))
        .for_no_key_update()
        .first(conn)
        .await?;
    if phase != "orders" {
        return Err(Error::Conflict("no-open-turn"));
    }
    Ok(turn)
}
