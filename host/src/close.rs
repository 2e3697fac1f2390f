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
    log::Hash,
    order::{Marker, Order},
};

use crate::{
    app::State,
    bus::{self, Notice},
    clock::Instant,
    db::prepared,
    deadline::Standing,
    error::Error,
    heartbeat, log, phases,
    replays::unsigned,
    schema::{clocks, games, seats},
    versions, votes,
};

mod boundary;
mod counted;
mod finish;

/// How long whoever began a close is left alone with it.
const HEAD_START_SECONDS: i32 = 1;

pub use finish::finish;

/// Closes one game that is due, or goes on with one that was left half closed.
/// Yields whether there was one.
///
/// # Errors
/// The database's. A game that cannot be replayed is no error: it is stalled.
pub async fn step(state: &State) -> Result<bool, Error> {
    let (half_closed, candidates) = {
        let mut conn = state.db.get().await?;
        if !heartbeat::may_close(&mut conn).await? {
            return Ok(false);
        }
        (half_closed(&mut conn).await?, candidates(&mut conn).await?)
    };
    // One game that fails must not keep the others waiting.
    let mut failure = None;
    for game_id in half_closed {
        match finish(state, game_id).await {
            Ok(()) => return Ok(true),
            Err(error) => failure = Some(error),
        }
    }
    for candidate in candidates {
        match close_one(state, candidate.id, Patience::None).await {
            Ok(Begun::Here) => return Ok(true),
            // Another process is at it.
            Ok(Begun::Elsewhere | Begun::NotDue) => {}
            Err(error) => failure = Some(error),
        }
    }
    failure.map_or(Ok(false), Err)
}

/// Closes the game's phase if it is over, and computes the turn. Yields whether
/// the phase that was open when this was called is closed, by whomever.
///
/// # Errors
/// The database's.
pub async fn close_if_due(state: &State, game_id: i64) -> Result<bool, Error> {
    let begun = close_one(state, game_id, Patience::Waits).await?;
    if begun == Begun::Elsewhere {
        // Its turn may be wanted at once; whoever is second compares.
        finish(state, game_id).await?;
    }
    Ok(begun != Begun::NotDue)
}

async fn close_one(state: &State, game_id: i64, patience: Patience) -> Result<Begun, Error> {
    let begun = {
        let mut conn = state.db.get().await?;
        if !versions::has_those_of(&mut conn, game_id).await? {
            return Ok(Begun::NotDue);
        }
        let clock = phases::read(&mut conn, game_id).await?;
        if clock.phase == "orders" && !clock.phase_clock.is_over(clock.now) {
            return Ok(Begun::NotDue);
        }
        begin(&mut conn, game_id, clock.turn, patience).await?
    };
    if begun == Begun::Here {
        finish(state, game_id).await?;
    }
    Ok(begun)
}

/// Whether to wait for a game that somebody else has locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    Waits,
    None,
}

/// How the first transaction of a close went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begun {
    /// This call closed the phase.
    Here,
    /// Another did, or is about to.
    Elsewhere,
    /// It is not over.
    NotDue,
}

/// How many phases are over and not closed, and for how long: what an operator
/// watches, and what is reported of a host that falls behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overdue {
    /// Games whose phase is over.
    pub games: usize,
    /// Seconds since the first of them was.
    pub seconds: i64,
}

/// Counts what [`step`] would close now, were it let.
///
/// # Errors
/// The database's.
pub async fn overdue(conn: &mut AsyncPgConnection) -> Result<Overdue, Error> {
    let mut overdue = Overdue::default();
    for candidate in candidates(conn).await? {
        let clock = phases::read(conn, candidate.id).await?;
        if let Some(since) = clock.phase_clock.over_since(clock.now) {
            overdue.games += 1;
            overdue.seconds = overdue.seconds.max((clock.now - since).num_seconds());
        }
    }
    Ok(overdue)
}

#[derive(QueryableByName)]
struct GameId {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Games that somebody began to close and should have gone on with by now: a
/// process that lives is done within a moment. Those of other rules versions
/// are left to processes that have them.
async fn half_closed(conn: &mut AsyncPgConnection) -> Result<Vec<i64>, Error> {
    let rows: Vec<GameId> = diesel::sql_query(
        "SELECT g.id FROM games g JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
         WHERE g.phase = 'closing' AND g.rules_version = $1 AND g.ruleset = ANY($3) \
           AND c.closed_at <= (SELECT fieldpost_now()) - make_interval(secs => $2) \
         ORDER BY c.closed_at, g.id LIMIT 100",
    )
    .bind::<Integer, _>(versions::RULES)
    .bind::<Integer, _>(HEAD_START_SECONDS)
    .bind::<Array<Text>, _>(versions::rulesets())
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Games whose deadline is past or whose seats have all committed; the exact
/// look, with reserves, is the caller's. Most open games are not even looked at:
/// nobody has committed in them, nobody is away, and their deadline is to come.
async fn candidates(conn: &mut AsyncPgConnection) -> Result<Vec<GameId>, Error> {
    let query = diesel::sql_query(
        "WITH asking AS ( \
             SELECT game_id FROM clocks \
             WHERE closed_at IS NULL AND deadline_at <= (SELECT fieldpost_now()) \
             UNION SELECT game_id FROM clocks \
             WHERE closed_at IS NULL AND (has_commit OR expected = '{}') \
             UNION SELECT game_id FROM absences \
             WHERE from_at <= (SELECT fieldpost_now()) \
               AND (until_at IS NULL OR until_at > (SELECT fieldpost_now()))) \
         SELECT g.id FROM asking q JOIN games g ON g.id = q.game_id \
         JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
         WHERE g.phase = 'orders' AND g.rules_version = $1 AND g.ruleset = ANY($2) \
           AND c.closed_at IS NULL \
           AND c.stopped_at IS NULL \
           AND (c.deadline_at <= (SELECT fieldpost_now()) OR NOT EXISTS ( \
               SELECT FROM unnest(c.expected) AS e (seat) WHERE ( \
                   SELECT l.kind FROM log l WHERE l.game_id = g.id AND l.turn = g.turn \
                     AND l.seat = e.seat AND l.kind IN ('CommitOrders', 'RevokeCommit') \
                   ORDER BY l.seq DESC LIMIT 1) IS DISTINCT FROM 'CommitOrders' \
               AND NOT EXISTS (SELECT FROM absences a \
                   WHERE a.game_id = g.id AND a.seat = e.seat \
                     AND a.from_at <= (SELECT fieldpost_now()) \
                     AND (a.until_at IS NULL OR a.until_at > (SELECT fieldpost_now())) \
                     AND (a.turn IS NULL OR a.turn = g.turn)))) \
         ORDER BY c.deadline_at NULLS LAST, g.id LIMIT 1000",
    )
    .bind::<Integer, _>(versions::RULES)
    .bind::<Array<Text>, _>(versions::rulesets());
    Ok(prepared(query).load(conn).await?)
}

/// The first transaction: under the game row's lock, whoever ran out of time is
/// told so in the log, the phase is closed, reserves are drawn.
async fn begin(
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
        if !heartbeat::may_close(conn).await? {
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
struct Head {
    turn: i32,
    phase: String,
    seq: i32,
    chain: Vec<u8>,
}

impl Head {
    fn of_log(&self) -> Result<log::Head, Error> {
        let chain = self.chain.as_slice().try_into();
        Ok(log::Head {
            seq: unsigned(self.seq),
            chain: Hash(chain.map_err(|_| Error::internal("bad head chain"))?),
        })
    }
}

/// Locks it; `None` if somebody else has and this call has no patience.
async fn lock(
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
