//! The first half of a close, under the game row's lock: who ran out of time is told so
//! in the log, the phase is closed, reserves are drawn. Computes no turn.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    ids::SeatId,
    log::Hash,
    order::{Marker, Order},
};

use super::{Begun, Patience, due::head_start};
use crate::{
    bus::{self, Notice},
    clock::Instant,
    deadline::Standing,
    error::Error,
    heartbeat, log, phases,
    replays::unsigned,
    schema::{clocks, games, seats},
    votes,
};

/// Closes the phase of a game's turn if it is over.
///
/// # Errors
/// The database's; what a row of the game holds that no host has written.
pub(super) async fn begin(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: u32,
    patience: Patience,
) -> Result<Begun, Error> {
    conn.transaction(async |conn| {
        let Some(head) = lock(conn, game_id, patience).await? else {
            return Ok(Begun::Elsewhere);
        };
        if head.phase != "orders" || unsigned(head.turn) != turn {
            return Ok(Begun::Elsewhere);
        }
        if !heartbeat::may_act(conn).await? {
            return Ok(Begun::NotDue);
        }
        let clock = phases::read(conn, game_id).await?;
        if !clock.phase_clock.is_over(clock.now) {
            return Ok(Begun::NotDue);
        }
        let mut standings = clock.phase_clock.standings(clock.now);
        // Of a seat that an AI holds the log says just that, however it ended.
        standings.retain(|standing| !clock.substituted.contains(&standing.seat));
        let seat_count: i64 = seats::table
            .filter(seats::game_id.eq(game_id))
            .count()
            .get_result(conn)
            .await?;
        let mut orders = votes::close(conn, game_id, &clock).await?;
        orders.extend(last_words(&standings, clock.now));
        orders.push(Order::CloseOrders {
            markers: markers(seat_count, &standings, &clock.substituted),
        });
        let records = head.of_log()?.followed_by(turn, orders);
        log::append_for_authority(conn, game_id, &records, "closing").await?;
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
        diesel::update(clocks::table.find((game_id, head.turn)))
            .set((
                clocks::closed_at.eq(clock.now),
                clocks::over_at.eq(clock.phase_clock.over_since(clock.now)),
                // From then on others may go on with it.
                clocks::due_at.eq(clock.now + head_start(conn, game_id).await?),
            ))
            .execute(conn)
            .await?;
        bus::notify(conn, &Notice::Turn { game_id }).await?;
        Ok(Begun::Here)
    })
    .await
}

/// A game's row under lock.
#[derive(Queryable)]
pub(super) struct Head {
    turn: i32,
    phase: String,
    seq: i32,
    chain: Vec<u8>,
}

impl Head {
    /// Where the game's log ends.
    pub(super) fn of_log(&self) -> Result<log::Head, Error> {
        let chain = self.chain.as_slice().try_into();
        Ok(log::Head {
            seq: unsigned(self.seq),
            chain: Hash(chain.map_err(|_| Error::internal("bad head chain"))?),
        })
    }
}

/// Locks it; `None` if somebody else has and this call has no patience.
pub(super) async fn lock(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    patience: Patience,
) -> Result<Option<Head>, Error> {
    let row = games::table.find(game_id).select((
        games::turn,
        games::phase,
        games::head_seq,
        games::head_chain,
    ));
    // Not the stronger lock: seats and mails refer to the row.
    let head = match patience {
        Patience::Waits => row.for_no_key_update().first(conn).await,
        Patience::None => row.for_no_key_update().skip_locked().first(conn).await,
    };
    Ok(head.optional()?)
}

/// What the authority has to say of the seats before it closes the phase.
fn last_words(standings: &[Standing], now: Instant) -> Vec<Order> {
    let about = |standing: &Standing| SeatId(standing.seat);
    let absent = standings.iter().filter(|standing| standing.is_absent);
    let timed_out = standings.iter().filter(|one| one.is_timed_out(now));
    absent
        .map(|standing| Order::MarkAbsent {
            about: about(standing),
        })
        .chain(timed_out.map(|standing| Order::TurnTimeout {
            about: about(standing),
        }))
        .collect()
}

/// How each seat's phase ended (TM-300). One that is not waited for, as it is
/// out of the game, is marked absent.
fn markers(seat_count: i64, standings: &[Standing], substituted: &[u8]) -> Vec<Marker> {
    let seats = 0..u8::try_from(seat_count).unwrap_or(u8::MAX);
    let marker = |seat: u8| {
        let standing = standings.iter().find(|standing| standing.seat == seat);
        match standing {
            _ if substituted.contains(&seat) => Marker::Substituted,
            Some(standing) if standing.is_committed => Marker::Committed,
            Some(standing) if standing.is_absent => Marker::Absent,
            Some(_) => Marker::TimedOut,
            None => Marker::Absent,
        }
    };
    seats.map(marker).collect()
}
