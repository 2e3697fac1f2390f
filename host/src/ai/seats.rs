//! The commanders' part of a phase: whoever sees a seat without a person that
//! has not had its say asks its commander, and enters what it answers as any
//! player's orders are entered.
//!
//! Two processes may do it at once: both write the same, and the log takes it
//! once. Nothing about the moment may tell how much there was to think about,
//! so the commit comes at a fixed time behind the opening.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Integer, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{ids::SeatId, order::Order, ruleset::RULES_VERSION};

use super::{STANDARD, commander, orders_for};
use crate::{
    app::State,
    error::Error,
    orders::{self, Answer, Sender, Submission},
    replays::unsigned,
};

/// Seconds from the opening of a phase to a commander's commit.
pub const COMMITS_AFTER_SECONDS: i32 = 2;

/// Lets one commander do what is due. Yields whether anything was entered.
///
/// # Errors
/// The database's. A game that a commander cannot play is no error: its seat
/// commits all the same, so that nobody waits for it.
pub async fn step(state: &State) -> Result<bool, Error> {
    let due = {
        let mut conn = state.db.get().await?;
        due(&mut conn).await?
    };
    for seat in due {
        match play(state, &seat).await {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            // The other games must not wait for this one.
            Err(error) => {
                let (game_id, seat) = (seat.game_id, seat.seat);
                tracing::error!(game_id, seat, ?error, "a commander could not have its say");
            }
        }
    }
    Ok(false)
}

/// A commander's seat in an open phase that has not committed.
#[derive(Debug, QueryableByName)]
struct Due {
    #[diesel(sql_type = BigInt)]
    game_id: i64,
    #[diesel(sql_type = SmallInt)]
    seat: i16,
    #[diesel(sql_type = Text)]
    ai: String,
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Bool)]
    has_ordered: bool,
    #[diesel(sql_type = Bool)]
    may_commit: bool,
}

/// The keys under which a seat's orders, and its commit, enter once a turn.
fn key(what: &str, turn: i32) -> String {
    format!("ai-{what}-{turn}")
}

async fn due(conn: &mut AsyncPgConnection) -> Result<Vec<Due>, Error> {
    // Whoever takes a player's place only commits in its first phase (CM-2010).
    Ok(diesel::sql_query(
        "SELECT * FROM ( \
             SELECT s.game_id, s.seat, coalesce(s.ai, $3) AS ai, g.turn, c.opened_at, \
                 (s.ai IS NULL AND NOT EXISTS ( \
                     SELECT FROM clocks p WHERE p.game_id = g.id AND p.turn = g.turn - 1 \
                       AND s.seat = ANY (p.substituted))) \
                 OR EXISTS ( \
                     SELECT FROM idempotency i WHERE i.game_id = s.game_id AND i.seat = s.seat \
                       AND i.key = 'ai-orders-' || g.turn) AS has_ordered, \
                 c.opened_at + $2 * interval '1 second' <= (SELECT fieldpost_now()) AS may_commit \
             FROM games g JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
             JOIN seats s ON s.game_id = g.id \
               AND (s.seat = ANY (c.substituted) OR (s.ai IS NOT NULL AND s.seat = ANY (c.expected))) \
             WHERE g.phase = 'orders' AND g.rules_version = $1 AND c.closed_at IS NULL \
               AND (c.substituted <> '{}' OR EXISTS ( \
                   SELECT FROM seats a WHERE a.game_id = g.id AND a.ai IS NOT NULL)) \
               AND (SELECT l.kind FROM log l WHERE l.game_id = g.id AND l.turn = g.turn \
                      AND l.seat = s.seat AND l.kind IN ('CommitOrders', 'RevokeCommit') \
                    ORDER BY l.seq DESC LIMIT 1) IS DISTINCT FROM 'CommitOrders') AS d \
         WHERE may_commit OR NOT has_ordered ORDER BY opened_at, game_id, seat LIMIT 1000",
    )
    .bind::<Integer, _>(RULES_VERSION.cast_signed())
    .bind::<Integer, _>(COMMITS_AFTER_SECONDS)
    .bind::<Text, _>(STANDARD)
    .load(conn)
    .await?)
}

/// Orders first, then, when it is time, the commit. Yields whether anything
/// was entered.
async fn play(state: &State, due: &Due) -> Result<bool, Error> {
    if !due.has_ordered {
        let orders = think(state, due).await.unwrap_or_else(|error| {
            let (game_id, seat) = (due.game_id, due.seat);
            tracing::error!(game_id, seat, ?error, "a commander did not come to an end");
            Vec::new()
        });
        if enter(state, due, orders, &key("orders", due.turn)).await? {
            return Ok(true);
        }
    }
    if !due.may_commit {
        return Ok(false);
    }
    let commit = vec![Order::CommitOrders {}];
    enter(state, due, commit, &key("commit", due.turn)).await
}

/// What the commander wants, on the seat's view of this moment.
async fn think(state: &State, due: &Due) -> Result<Vec<Order>, Error> {
    let replayed = state.replays.head(&state.db, due.game_id).await?;
    if replayed.game.turn() != unsigned(due.turn) {
        return Ok(Vec::new());
    }
    let mut commander = commander(&due.ai)
        .ok_or_else(|| Error::internal(format!("there is no commander {}", due.ai)))?;
    let seat = seat_id(due)?;
    // The runtime's threads have others to serve, and a panic ends here.
    tokio::task::spawn_blocking(move || orders_for(&replayed.game, seat, commander.as_mut()))
        .await
        .map_err(|panic| Error::internal(panic.to_string()))
}

async fn enter(state: &State, due: &Due, orders: Vec<Order>, key: &str) -> Result<bool, Error> {
    let submission = Submission {
        game_id: due.game_id,
        seat: seat_id(due)?,
        by: Sender::Commander,
        turn: unsigned(due.turn),
        orders: orders.into_iter().map(Ok).collect(),
        key: Some(key),
        session: None,
    };
    match orders::submit(state, &submission).await {
        Ok(answers) => Ok(answers
            .iter()
            .any(|answer| matches!(answer, Answer::Taken(_)))),
        // Another process was first, and saw another moment.
        Err(Error::Conflict(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

fn seat_id(due: &Due) -> Result<SeatId, Error> {
    u8::try_from(due.seat).map(SeatId).map_err(Error::internal)
}
