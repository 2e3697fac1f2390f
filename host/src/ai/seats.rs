//! The commanders' part of a phase: whoever sees a seat without a person that
//! has not had its say asks its commander, and enters what it answers as any
//! player's orders are entered.
//!
//! Two processes may do it at once: both write the same, and the log takes it
//! once. Nothing about the moment may tell how much there was to think about,
//! so the commit comes at a fixed time behind the opening.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Integer, SmallInt, Text, Timestamptz},
};
use diesel_async::RunQueryDsl;
use fieldpost_engine::{ids::SeatId, order::Order, ruleset::RULES_VERSION};

use crate::{
    app::State,
    aside::{Done, Job, MAY_TRY, Step},
    clock::Instant,
    db::prepared,
    error::Error,
    orders::{self, Answer, Sender, Submission},
    replays::unsigned,
};

/// Seconds from the opening of a phase to a commander's commit.
pub const COMMITS_AFTER_SECONDS: i32 = 2;

/// A seat by the opening of its phase, its game and its index.
pub(crate) type Place = (Instant, i64, i16);

/// How many seats are read at once.
const PAGE: i64 = 200;

/// Lets one commander do what is due, for a host whose steps are called by hand.
/// Yields whether anything was entered.
///
/// # Errors
/// The database's. A game that a commander cannot play is no error: its seat
/// commits all the same, so that nobody waits for it.
pub async fn step(state: &State) -> Result<bool, Error> {
    let mut behind = None;
    loop {
        let due = due(state, behind).await?;
        let Some(last) = due.last() else {
            return Ok(false);
        };
        behind = Some(last.place());
        for due in &due {
            if play(state, due).await? {
                return Ok(true);
            }
        }
    }
}

/// A commander's seat in an open phase that has not committed.
#[derive(Debug, QueryableByName)]
pub(crate) struct Due {
    #[diesel(sql_type = BigInt)]
    game_id: i64,
    #[diesel(sql_type = SmallInt)]
    seat: i16,
    #[diesel(sql_type = Text)]
    ai: String,
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Timestamptz)]
    opened_at: Instant,
    #[diesel(sql_type = Bool)]
    has_ordered: bool,
    #[diesel(sql_type = Bool)]
    may_commit: bool,
    #[diesel(sql_type = Integer)]
    failed_entries: i32,
    #[diesel(sql_type = Integer)]
    failed_thoughts: i32,
    #[diesel(sql_type = Bool)]
    may_think: bool,
}

impl Due {
    /// Where it is in the order in which seats are looked at.
    pub(crate) fn place(&self) -> Place {
        (self.opened_at, self.game_id, self.seat)
    }

    /// What it is about, where something is written down of it.
    pub(crate) fn subject(&self) -> String {
        format!("{}/{}", self.game_id, self.seat)
    }

    /// Entering what was thought, the commit above all.
    fn entering(&self) -> Job {
        Job {
            step: Step::Command,
            subject: self.subject(),
            game_id: Some(self.game_id),
            attempts: self.failed_entries,
        }
    }

    /// Thinking. A thing of its own: who cannot think commits all the same.
    fn thinking(&self) -> Job {
        Job {
            step: Step::Think,
            attempts: self.failed_thoughts,
            ..self.entering()
        }
    }
}

/// The keys under which a seat's orders, and its commit, enter once a turn.
fn key(what: &str, turn: i32) -> String {
    format!("ai-{what}-{turn}")
}

/// Seats that have something to say, from the first or behind one: a page of them.
///
/// # Errors
/// The database's.
pub(crate) async fn due(state: &State, behind: Option<Place>) -> Result<Vec<Due>, Error> {
    let mut conn = state.db.get().await?;
    let behind = behind.unwrap_or((Instant::UNIX_EPOCH, 0, 0));
    let query = diesel::sql_query(format!(
        "SELECT * FROM ( \
             SELECT s.game_id, s.seat, s.ai, g.turn, c.opened_at, \
                 g.turn < s.ai_from_turn OR EXISTS ( \
                     SELECT FROM idempotency i WHERE i.game_id = s.game_id AND i.seat = s.seat \
                       AND i.key = 'ai-orders-' || g.turn) AS has_ordered, \
                 c.opened_at + $2 * interval '1 second' <= (SELECT fieldpost_now()) \
                     AS may_commit, \
                 coalesce(f.attempts, 0) AS failed_entries, \
                 coalesce(t.attempts, 0) AS failed_thoughts, \
                 (t.next_try_at IS NULL OR t.next_try_at <= (SELECT fieldpost_now())) \
                     AS may_think \
             FROM clocks c JOIN seats s ON s.game_id = c.game_id AND s.seat = ANY (c.expected) \
             JOIN games g ON g.id = s.game_id AND g.turn = c.turn \
             {failed} \
             LEFT JOIN set_aside t ON t.step = '{think}' AND t.subject = s.game_id || '/' || s.seat \
             WHERE c.closed_at IS NULL AND s.ai IS NOT NULL \
               AND (c.opened_at, s.game_id, s.seat) > ($3, $4, $5) \
               AND g.phase = 'orders' AND g.rules_version = $1 AND {MAY_TRY} \
               AND (SELECT l.kind FROM log l WHERE l.game_id = g.id AND l.turn = g.turn \
                      AND l.seat = s.seat AND l.kind IN ('CommitOrders', 'RevokeCommit') \
                    ORDER BY l.seq DESC LIMIT 1) IS DISTINCT FROM 'CommitOrders') AS d \
         WHERE may_commit OR NOT has_ordered ORDER BY opened_at, game_id, seat LIMIT $6",
        failed = Step::Command.join("s.game_id || '/' || s.seat"),
        think = Step::Think.as_str(),
    ))
    .bind::<Integer, _>(RULES_VERSION.cast_signed())
    .bind::<Integer, _>(COMMITS_AFTER_SECONDS)
    .bind::<Timestamptz, _>(behind.0)
    .bind::<BigInt, _>(behind.1)
    .bind::<SmallInt, _>(behind.2)
    .bind::<BigInt, _>(PAGE);
    Ok(prepared(query).load(&mut conn).await?)
}

/// Orders first, then, when it is time, the commit. Yields whether anything
/// was entered.
///
/// # Errors
/// Only a database that is away: what else goes wrong is noted.
pub(crate) async fn play(state: &State, due: &Due) -> Result<bool, Error> {
    let say = async {
        if !due.has_ordered && due.may_think {
            let orders = think(state, due).await?;
            if enter(state, due, orders, &key("orders", due.turn)).await? {
                return Ok(true);
            }
        }
        if !due.may_commit {
            return Ok(false);
        }
        let commit = vec![Order::CommitOrders {}];
        enter(state, due, commit, &key("commit", due.turn)).await
    };
    let done = state.asides.isolated(&due.entering(), say).await?;
    Ok(done.well().unwrap_or(false))
}

/// What the commander wants, on the seat's view of this moment: nothing where it
/// fails, which is written down.
async fn think(state: &State, due: &Due) -> Result<Vec<Order>, Error> {
    let replayed = state.replays.head(&state.db, due.game_id).await?;
    if replayed.game.turn() != unsigned(due.turn) {
        return Ok(Vec::new());
    }
    let seat = seat_id(due)?;
    let think = async {
        let orders = state.commanders.orders(&due.ai, replayed, seat).await;
        orders.map_err(Error::internal)
    };
    match state.asides.isolated(&due.thinking(), think).await? {
        Done::Well(orders) => Ok(orders),
        Done::Failed { .. } => Ok(Vec::new()),
    }
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
