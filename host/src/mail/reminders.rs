//! Who has not committed is written to before the deadline (HO-090): with a
//! quarter of the time left, and an hour before, and only if it is so.
//!
//! The moments stand in the clock's row, so that nothing is looked for that is
//! not due. Composes nothing and sends nothing.

use chrono::TimeDelta;
use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Integer, Timestamptz},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    app::State,
    aside::{DueGame, MAY_TRY, Step},
    clock::Instant,
    error::Error,
    heartbeat,
    outbox::{self, Kind, Owed, To},
    phases,
    schema::clocks,
};

/// Nearer to the deadline than this it is the last letter.
const HOUR: TimeDelta = TimeDelta::hours(1);

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = BigInt)]
    game_id: i64,
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Timestamptz)]
    deadline_at: Instant,
}

/// SQL for a phase in which somebody is to be written to now.
const IS_DUE: &str = "c.closed_at IS NULL AND c.stopped_at IS NULL \
    AND c.remind_at <= (SELECT fieldpost_now())";

/// Owes the letters of one phase whose moment has come. Yields whether there was
/// one.
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
            "SELECT c.game_id, coalesce(f.attempts, 0) AS attempts FROM clocks c {failed} \
             WHERE {IS_DUE} AND {MAY_TRY} ORDER BY c.remind_at, c.game_id LIMIT 100",
            failed = Step::Remind.join("c.game_id::text"),
        ))
        .load(&mut conn)
        .await?
    };
    let remind = |game_id| remind_one(state, game_id);
    let found = state.asides.first_of(Step::Remind, due, remind).await?;
    if found {
        state.wake();
    }
    Ok(found)
}

/// Owes the letters of a game's open phase. Yields whether it was this process.
async fn remind_one(state: &State, game_id: i64) -> Result<bool, Error> {
    let mut conn = state.db.get().await?;
    conn.transaction::<_, Error, _>(async |conn| {
        let due: Option<Due> = diesel::sql_query(format!(
            "SELECT c.game_id, c.turn, c.deadline_at FROM clocks c \
             WHERE c.game_id = $1 AND {IS_DUE} LIMIT 1 FOR UPDATE SKIP LOCKED"
        ))
        .bind::<BigInt, _>(game_id)
        .load(conn)
        .await?
        .pop();
        let Some(due) = due else { return Ok(false) };
        remind(conn, &due).await?;
        Ok(true)
    })
    .await
}

async fn remind(conn: &mut AsyncPgConnection, due: &Due) -> Result<(), Error> {
    let clock = phases::read(conn, due.game_id).await?;
    // Late beyond the deadline is too late to be of use.
    if clock.phase == "orders" && clock.now < due.deadline_at {
        let kind = match due.deadline_at - clock.now {
            left if left <= HOUR => Kind::DeadlineHour,
            _ => Kind::DeadlineNear,
        };
        // An AI that holds a seat for its player needs no reminder, nor do they.
        let waited_for: Vec<i16> = clock
            .phase_clock
            .standings(clock.now)
            .iter()
            .filter(|own| own.is_waited_for(clock.now) && !clock.substituted.contains(&own.seat))
            .map(|own| i16::from(own.seat))
            .collect();
        // A deadline that was moved is another one.
        let owed = Owed::of_game(kind, due.game_id, To::Seats(&waited_for));
        let owed = owed.turn(due.turn).matter(due.deadline_at.timestamp());
        outbox::owe(conn, &owed).await?;
    }
    // The row's trigger finds the next moment.
    diesel::update(clocks::table.find((due.game_id, due.turn)))
        .set(clocks::reminded.eq(clocks::reminded + 1))
        .execute(conn)
        .await?;
    Ok(())
}
