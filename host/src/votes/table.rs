//! Coming back: a player to his seat, and everybody to a game that they had
//! adjourned.

use diesel::{prelude::*, sql_types::Double};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{ids::SeatId, order::Order};

use super::{Question, WITHOUT_DEADLINE, electorate, locked};
use crate::{
    app::State,
    aside::{DueGame, MAY_TRY, Step},
    changes::{self, Change},
    clock::Instant,
    error::Error,
    heartbeat,
    outbox::To,
    phases::{self, GameClock, standstill},
    schema::{games, seats},
};

/// A player wants his seat back from the AI that plays it: it is his from the
/// next turn on (TM-600).
///
/// # Errors
/// [`Error::Conflict`] for a seat that no AI plays for its player.
pub async fn want_back(conn: &mut AsyncPgConnection, game_id: i64, seat: u8) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let clock = locked(conn, game_id).await?;
        if !clock.substituted.contains(&seat) || clock.phase == "ended" {
            return Err(Error::Conflict("seat-is-yours"));
        }
        let wanted = diesel::update(seats::table.find((game_id, i16::from(seat))))
            .filter(seats::next_account_id.is_null())
            .set((
                seats::resume_wanted_at.eq(clock.now),
                // Whoever comes back first has it.
                seats::standby_since.eq(None::<Instant>),
                seats::invite_hash.eq(None::<Vec<u8>>),
            ))
            .execute(conn)
            .await?;
        match wanted {
            1 => Ok(()),
            _ => Err(Error::Conflict("seat-given-away")),
        }
    })
    .await
}

/// The records of those who come back at this close: their players, or who was
/// found to play on for them.
pub(super) async fn returns(
    conn: &mut AsyncPgConnection,
    game_id: i64,
) -> Result<Vec<Order>, Error> {
    let back: Vec<i16> = diesel::update(seats::table.filter(seats::game_id.eq(game_id)))
        .filter(seats::ai.is_not_null())
        .filter(
            seats::resume_wanted_at
                .is_not_null()
                .or(seats::next_account_id.is_not_null()),
        )
        .set(seats::resume_wanted_at.eq(None::<Instant>))
        .returning(seats::seat)
        .get_results(conn)
        .await?;
    let about = |seat| SeatId(phases::index(seat));
    let mut orders: Vec<Order> = back
        .into_iter()
        .map(|seat| Order::ResumePlayer { about: about(seat) })
        .collect();
    orders.sort_by_key(|order| match order {
        Order::ResumePlayer { about } => about.0,
        _ => u8::MAX,
    });
    Ok(orders)
}

/// A player of an adjourned game is ready to go on. It does when all are, or when
/// more than half are and the first of them has waited for three days. Yields
/// whether it does.
///
/// # Errors
/// [`Error::Conflict`] for a game that is not adjourned,
/// [`Error::Forbidden`] for who does not play in it.
pub async fn ready(conn: &mut AsyncPgConnection, game_id: i64, seat: u8) -> Result<bool, Error> {
    conn.transaction(async |conn| {
        let clock = locked(conn, game_id).await?;
        if !clock.is_adjourned || clock.phase != "orders" {
            return Err(Error::Conflict("not-adjourned"));
        }
        if !players(&clock).contains(&seat) {
            return Err(Error::Forbidden("vote-no-say"));
        }
        let is_new = diesel::update(seats::table.find((game_id, i16::from(seat))))
            .filter(seats::ready_at.is_null())
            .set(seats::ready_at.eq(clock.now))
            .execute(conn)
            .await?;
        let goes_on = reconvene_if_ready(conn, game_id, &clock).await?;
        if !goes_on && is_new == 1 {
            let ready = who_is_ready(conn, game_id).await?;
            let others: Vec<i16> = players(&clock)
                .into_iter()
                .filter(|seat| !ready.iter().any(|(own, _)| own == seat))
                .map(i16::from)
                .collect();
            changes::tell(conn, game_id, &Change::Ready { seat }, To::Seats(&others)).await?;
        }
        Ok(goes_on)
    })
    .await
}

/// The seats that are ready to go on, with since when.
///
/// # Errors
/// The database's.
pub async fn who_is_ready(
    conn: &mut AsyncPgConnection,
    game_id: i64,
) -> Result<Vec<(u8, Instant)>, Error> {
    let rows: Vec<(i16, Option<Instant>)> = seats::table
        .filter(seats::game_id.eq(game_id))
        .filter(seats::ready_at.is_not_null())
        .order(seats::seat)
        .select((seats::seat, seats::ready_at))
        .load(conn)
        .await?;
    let ready = rows.into_iter();
    Ok(ready
        .filter_map(|(seat, at)| Some((phases::index(seat), at?)))
        .collect())
}

fn players(clock: &GameClock) -> Vec<u8> {
    electorate(clock, &Question::Adjourn)
}

async fn reconvene_if_ready(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
) -> Result<bool, Error> {
    let players = players(clock);
    let ready = who_is_ready(conn, game_id).await?;
    let ready: Vec<Instant> = ready
        .into_iter()
        .filter(|(seat, _)| players.contains(seat))
        .map(|(_, at)| at)
        .collect();
    let has_waited = ready
        .iter()
        .min()
        .is_some_and(|first| *first + WITHOUT_DEADLINE <= clock.now)
        && heartbeat::may_act(conn).await?;
    let goes_on = ready.len() == players.len() || (has_waited && ready.len() * 2 > players.len());
    if goes_on {
        diesel::update(games::table.find(game_id))
            .set(games::adjourned_at.eq(None::<Instant>))
            .execute(conn)
            .await?;
        diesel::update(seats::table.filter(seats::game_id.eq(game_id)))
            .set(seats::ready_at.eq(None::<Instant>))
            .execute(conn)
            .await?;
        standstill::go_on(conn, game_id, "adjourned").await?;
        changes::tell(conn, game_id, &Change::Reconvened {}, To::Table).await?;
    }
    Ok(goes_on)
}

/// Adjourned games in which somebody has been ready for long enough.
pub(super) async fn waiting(conn: &mut AsyncPgConnection) -> Result<Vec<DueGame>, Error> {
    Ok(diesel::sql_query(format!(
        "SELECT g.id AS game_id, coalesce(f.attempts, 0) AS attempts FROM games g {failed} \
         WHERE g.adjourned_at IS NOT NULL AND g.phase = 'orders' AND {MAY_TRY} \
           AND EXISTS (SELECT FROM seats s WHERE s.game_id = g.id \
               AND s.ready_at + make_interval(secs => $1) <= (SELECT fieldpost_now())) \
         ORDER BY g.id LIMIT 100",
        failed = Step::Vote.join("g.id::text"),
    ))
    .bind::<Double, _>(WITHOUT_DEADLINE.as_seconds_f64())
    .load(conn)
    .await?)
}

/// Lets an adjourned game go on whose players have waited long enough. Yields
/// whether they had.
pub(super) async fn reconvene_late(state: &State, game_id: i64) -> Result<bool, Error> {
    let mut conn = state.db.get().await?;
    conn.transaction::<_, Error, _>(async |conn| {
        let clock = locked(conn, game_id).await?;
        reconvene_if_ready(conn, game_id, &clock).await
    })
    .await
}
