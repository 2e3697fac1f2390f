//! Closing a turn, exactly once, by whichever process sees it due (HO-040).
//!
//! One transaction ends the phase in the log; then the turn is computed, in no
//! transaction; another one writes down its hashes, opens the next phase and
//! owes the mails. A process may die between any two lines of this: whoever
//! looks next goes on from what the database says.

use diesel::{
    prelude::*,
    sql_types::{Array, BigInt, Integer, Text},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    ids::SeatId,
    log::{Hash, OrderRecord},
    order::{Marker, Order},
};

use crate::{
    app::State,
    bus::{self, Notice},
    deadline::Standing,
    error::Error,
    log::{self, ChainedRecord},
    phases,
    replays::unsigned,
    schema::{clocks, games, seats},
    versions,
};

mod finish;

pub use finish::finish;

/// Closes one game that is due, or goes on with one that was left half closed.
/// Yields whether there was one.
///
/// # Errors
/// The database's. A game that cannot be replayed is no error: it is stalled.
pub async fn step(state: &State) -> Result<bool, Error> {
    let half_closed = {
        let mut conn = state.db.get().await?;
        half_closed(&mut conn).await?
    };
    if let Some(game_id) = half_closed {
        finish(state, game_id).await?;
        return Ok(true);
    }
    let candidates = {
        let mut conn = state.db.get().await?;
        candidates(&mut conn).await?
    };
    for candidate in candidates {
        if close_if_due(state, candidate.id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Closes the game's phase if it is over, and computes the turn. Yields whether
/// the phase that was open when this was called is closed, by whomever.
///
/// # Errors
/// The database's.
pub async fn close_if_due(state: &State, game_id: i64) -> Result<bool, Error> {
    let turn = {
        let mut conn = state.db.get().await?;
        if !versions::has_those_of(&mut conn, game_id).await? {
            return Ok(false);
        }
        let clock = phases::read(&mut conn, game_id).await?;
        if clock.phase == "orders" && !clock.phase_clock.is_over(clock.now) {
            return Ok(false);
        }
        clock.turn
    };
    let is_closed = {
        let mut conn = state.db.get().await?;
        begin(&mut conn, game_id, turn).await?
    };
    if is_closed {
        finish(state, game_id).await?;
    }
    Ok(is_closed)
}

#[derive(QueryableByName)]
struct GameId {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// A game that somebody began to close. Those of other rules versions are left
/// to processes that have them.
async fn half_closed(conn: &mut AsyncPgConnection) -> Result<Option<i64>, Error> {
    Ok(games::table
        .filter(games::phase.eq("closing"))
        .filter(games::rules_version.eq(versions::RULES))
        .filter(games::ruleset.eq_any(versions::rulesets()))
        .order(games::id)
        .select(games::id)
        .first(conn)
        .await
        .optional()?)
}

/// Games whose deadline is past or whose seats have all committed; the exact
/// look, with reserves, is the caller's.
async fn candidates(conn: &mut AsyncPgConnection) -> Result<Vec<GameId>, Error> {
    Ok(diesel::sql_query(
        "SELECT g.id FROM games g JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
         WHERE g.phase = 'orders' AND g.rules_version = $1 AND g.ruleset = ANY($2) AND c.closed_at IS NULL \
           AND (c.deadline_at <= (SELECT fieldpost_now()) OR NOT EXISTS ( \
               SELECT FROM unnest(c.expected) AS e (seat) WHERE ( \
                   SELECT l.kind FROM log l WHERE l.game_id = g.id AND l.turn = g.turn \
                     AND l.seat = e.seat AND l.kind IN ('CommitOrders', 'RevokeCommit') \
                   ORDER BY l.seq DESC LIMIT 1) IS DISTINCT FROM 'CommitOrders')) \
         ORDER BY c.deadline_at NULLS LAST, g.id LIMIT 1000",
    )
    .bind::<Integer, _>(versions::RULES)
    .bind::<Array<Text>, _>(versions::rulesets())
    .load(conn)
    .await?)
}

/// The first transaction: under the game row's lock, whoever ran out of time is
/// told so in the log, the phase is closed, reserves are drawn. Yields whether
/// the phase of `turn` is closed now.
async fn begin(conn: &mut AsyncPgConnection, game_id: i64, turn: u32) -> Result<bool, Error> {
    conn.transaction(async |conn| {
        let (open_turn, phase, head_seq, head_chain): (i32, String, i32, Vec<u8>) = games::table
            .find(game_id)
            .select((
                games::turn,
                games::phase,
                games::head_seq,
                games::head_chain,
            ))
            // Not the stronger lock: seats and mails refer to the row.
            .for_no_key_update()
            .first(conn)
            .await?;
        if phase != "orders" || unsigned(open_turn) != turn {
            return Ok(true);
        }
        let clock = phases::read(conn, game_id).await?;
        if !clock.phase_clock.is_over(clock.now) {
            return Ok(false);
        }
        let standings = clock.phase_clock.standings(clock.now);
        let seat_count: i64 = seats::table
            .filter(seats::game_id.eq(game_id))
            .count()
            .get_result(conn)
            .await?;
        let chain = Hash(
            head_chain
                .try_into()
                .map_err(|_| Error::internal("bad head chain"))?,
        );
        let records = closing_records(turn, unsigned(head_seq), chain, seat_count, &standings);
        log::append_for_authority(conn, game_id, &records).await?;
        for standing in standings
            .iter()
            .filter(|standing| standing.drawn_seconds > 0)
        {
            let drawn = standing.drawn_seconds.cast_signed();
            diesel::update(seats::table.find((game_id, i16::from(standing.seat))))
                .set(seats::reserve_seconds_left.eq(seats::reserve_seconds_left - drawn))
                .execute(conn)
                .await?;
        }
        diesel::update(clocks::table.find((game_id, open_turn)))
            .set(clocks::closed_at.eq(clock.now))
            .execute(conn)
            .await?;
        bus::notify(conn, &Notice::Turn { game_id }).await?;
        Ok(true)
    })
    .await
}

/// The authority's last words in a phase. A seat that is not waited for, as it
/// is out of the game, is marked absent.
fn closing_records(
    turn: u32,
    head_seq: u32,
    head_chain: Hash,
    seat_count: i64,
    standings: &[Standing],
) -> Vec<ChainedRecord> {
    let standing = |seat: u8| standings.iter().find(|standing| standing.seat == seat);
    let seats = 0..u8::try_from(seat_count).unwrap_or(u8::MAX);
    let markers = seats
        .map(|seat| match standing(seat) {
            Some(standing) if standing.is_committed => Marker::Committed,
            Some(_) => Marker::TimedOut,
            None => Marker::Absent,
        })
        .collect();
    let timeouts = standings
        .iter()
        .filter(|standing| !standing.is_committed)
        .map(|standing| Order::TurnTimeout {
            about: SeatId(standing.seat),
        });
    let mut records = Vec::new();
    let (mut seq, mut chain) = (head_seq, head_chain);
    for order in timeouts.chain([Order::CloseOrders { markers }]) {
        seq += 1;
        let record = OrderRecord {
            seq,
            turn,
            seat: None,
            order,
        };
        let record = ChainedRecord::behind(chain, record);
        chain = record.chain;
        records.push(record);
    }
    records
}
