//! Who has not committed is written to before the deadline (HO-090): with a
//! quarter of the time left, and an hour before, and only if it is so.
//!
//! The moments stand in the clock's row, so that nothing is looked for that is
//! not due. Composes nothing and sends nothing.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Integer, Nullable, SmallInt, Timestamptz},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    app::State,
    clock::Instant,
    deadline,
    error::Error,
    outbox::{self, Kind, Owed, To},
    phases,
};

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = BigInt)]
    game_id: i64,
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Timestamptz)]
    opened_at: Instant,
    #[diesel(sql_type = Timestamptz)]
    deadline_at: Instant,
    #[diesel(sql_type = SmallInt)]
    reminded: i16,
}

/// Owes the letters of one phase whose moment has come. Yields whether there was
/// one.
///
/// # Errors
/// The database's.
pub async fn step(state: &State) -> Result<bool, Error> {
    let mut conn = state.db.get().await?;
    let found = conn
        .transaction::<_, Error, _>(async |conn| {
            let due: Option<Due> = diesel::sql_query(
                "SELECT c.game_id, c.turn, c.opened_at, c.deadline_at, c.reminded \
                 FROM clocks c \
                 WHERE c.closed_at IS NULL AND c.stopped_at IS NULL \
                   AND c.remind_at <= (SELECT fieldpost_now()) \
                 ORDER BY c.remind_at LIMIT 1 FOR UPDATE SKIP LOCKED",
            )
            .load(conn)
            .await?
            .pop();
            let Some(due) = due else { return Ok(false) };
            remind(conn, &due).await?;
            Ok(true)
        })
        .await?;
    if found {
        state.wake();
    }
    Ok(found)
}

async fn remind(conn: &mut AsyncPgConnection, due: &Due) -> Result<(), Error> {
    let clock = phases::read(conn, due.game_id).await?;
    // Late beyond the deadline is too late to be of use.
    if clock.phase == "orders" && clock.now < due.deadline_at {
        let kind = match due.reminded {
            0 => Kind::DeadlineNear,
            _ => Kind::DeadlineHour,
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
    let moments = deadline::reminders(due.opened_at, due.deadline_at);
    let next = moments.into_iter().find(|at| *at > clock.now);
    diesel::sql_query(
        "UPDATE clocks SET reminded = reminded + 1, remind_at = $3 \
         WHERE game_id = $1 AND turn = $2",
    )
    .bind::<BigInt, _>(due.game_id)
    .bind::<Integer, _>(due.turn)
    .bind::<Nullable<Timestamptz>, _>(next)
    .execute(conn)
    .await?;
    Ok(())
}
