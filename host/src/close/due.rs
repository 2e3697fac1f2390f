//! Which phases are due: past the instant at which they are over if nobody does
//! anything, or changed since somebody last looked. The database keeps that instant in
//! `clocks.due_at`, and puts it back to now itself whenever anything changes that it
//! follows from. Closes nothing.

use chrono::TimeDelta;
use diesel::{
    QueryableByName,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    app::State,
    aside::{Job, MAY_TRY, Step},
    clock::Instant,
    db::prepared,
    error::Error,
    heartbeat,
    phases::{self, GameClock},
    versions,
};

/// A game whose header is longer, in bytes, is a large one: its scenario has thousands
/// of tiles or units, and a turn of it may take many seconds.
const LARGE_BYTES: i32 = 200_000;

/// How long whoever began to close a game is left alone with it, by its size.
const HEAD_START: TimeDelta = TimeDelta::seconds(1);
const LARGE_HEAD_START: TimeDelta = TimeDelta::seconds(60);

/// How many due phases are looked at exactly to say how many are overdue.
const LOOKED_AT: usize = 1000;

/// How many are read at once.
const PAGE: i64 = 100;

/// Games by how long a turn of theirs may take: large ones are closed in a lane of
/// their own, so that they keep no others waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Most games.
    Small,
    /// Those with a very large scenario.
    Large,
}

/// A phase to look at.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub struct Due {
    /// The game's row.
    #[diesel(sql_type = BigInt)]
    pub game_id: i64,
    /// The turn that is open, or closed and not computed.
    #[diesel(sql_type = Integer)]
    pub(super) turn: i32,
    /// Since when it is due.
    #[diesel(sql_type = Timestamptz)]
    pub(super) due_at: Instant,
    /// Whether its phase is closed, and only its turn is missing.
    #[diesel(sql_type = Bool)]
    pub(super) is_half_closed: bool,
    #[diesel(sql_type = Integer)]
    attempts: i32,
}

/// A phase by when it is due, and its game.
pub type Place = (Instant, i64);

impl Due {
    /// Where it is in the order in which phases are looked at.
    #[must_use]
    pub fn place(&self) -> Place {
        (self.due_at, self.game_id)
    }

    /// Its close as a job.
    pub(super) fn job(&self) -> Job {
        Step::Close.of_game(self.game_id, self.attempts)
    }
}

/// Phases that are due, from the first or behind one: a page of them, the longest due
/// first. None while the database's clock cannot be trusted. Games of other rules
/// versions are left to processes that have them.
///
/// # Errors
/// The database's.
pub async fn due(state: &State, size: Size, behind: Option<Place>) -> Result<Vec<Due>, Error> {
    let mut conn = state.db.get().await?;
    if !heartbeat::may_act(&mut conn).await? {
        return Ok(Vec::new());
    }
    let (behind, behind_id) = behind.unwrap_or((Instant::UNIX_EPOCH, 0));
    let query = diesel::sql_query(format!(
        "SELECT c.game_id, c.turn, c.due_at, g.phase = 'closing' AS is_half_closed, \
             coalesce(f.attempts, 0) AS attempts \
         FROM clocks c JOIN games g ON g.id = c.game_id AND g.turn = c.turn {failed} \
         WHERE c.due_at <= (SELECT fieldpost_now()) AND (c.due_at, c.game_id) > ($4, $5) \
           AND g.phase IN ('orders', 'closing') \
           AND g.rules_version = $1 AND g.ruleset = ANY($2) \
           AND (octet_length(g.header) > {LARGE_BYTES}) = $3 AND {MAY_TRY} \
         ORDER BY c.due_at, c.game_id LIMIT $6",
        failed = Step::Close.join("c.game_id::text"),
    ))
    .bind::<Integer, _>(versions::RULES)
    .bind::<Array<Text>, _>(versions::rulesets())
    .bind::<Bool, _>(size == Size::Large)
    .bind::<Timestamptz, _>(behind)
    .bind::<BigInt, _>(behind_id)
    .bind::<BigInt, _>(PAGE);
    Ok(prepared(query).load(&mut conn).await?)
}

/// Writes down when a phase that is not over must be looked at next, unless something
/// has changed since `due` was read.
pub(super) async fn put_off(
    conn: &mut AsyncPgConnection,
    due: &Due,
    clock: &GameClock,
) -> Result<(), Error> {
    // Never at once again: that would be a loop.
    let soon = clock.now + TimeDelta::seconds(1);
    let over_at = clock.phase_clock.over_at(clock.now).map(|at| at.max(soon));
    // Whoever goes away or comes back moves the end, at an instant known before.
    diesel::sql_query(
        "UPDATE clocks SET due_at = least($4, ( \
             SELECT min(b.at) FROM absences a, LATERAL (VALUES (a.from_at), (a.until_at)) b (at) \
             WHERE a.game_id = $1 AND b.at > $5 AND (a.turn IS NULL OR a.turn = $2))) \
         WHERE game_id = $1 AND turn = $2 AND due_at = $3 AND closed_at IS NULL",
    )
    .bind::<BigInt, _>(due.game_id)
    .bind::<Integer, _>(due.turn)
    .bind::<Timestamptz, _>(due.due_at)
    .bind::<Nullable<Timestamptz>, _>(over_at)
    .bind::<Timestamptz, _>(clock.now)
    .execute(conn)
    .await?;
    Ok(())
}

/// How long whoever begins to close a game is left alone with it.
pub(super) async fn head_start(
    conn: &mut AsyncPgConnection,
    game_id: i64,
) -> Result<TimeDelta, Error> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Bool)]
        is_large: bool,
    }
    let row: Row = diesel::sql_query(format!(
        "SELECT octet_length(header) > {LARGE_BYTES} AS is_large FROM games WHERE id = $1"
    ))
    .bind::<BigInt, _>(game_id)
    .get_result(conn)
    .await?;
    Ok(if row.is_large {
        LARGE_HEAD_START
    } else {
        HEAD_START
    })
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

/// Counts what would be closed now, were it let: all of it. Of a very long list only
/// the beginning is looked at exactly, and the rest is taken for over.
///
/// # Errors
/// The database's.
pub async fn overdue(conn: &mut AsyncPgConnection) -> Result<Overdue, Error> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        game_id: i64,
    }
    let due: Vec<Row> = diesel::sql_query(
        "SELECT c.game_id FROM clocks c JOIN games g ON g.id = c.game_id AND g.turn = c.turn \
         WHERE c.due_at <= (SELECT fieldpost_now()) AND g.phase = 'orders' \
           AND g.rules_version = $1 AND g.ruleset = ANY($2) ORDER BY c.due_at, c.game_id",
    )
    .bind::<Integer, _>(versions::RULES)
    .bind::<Array<Text>, _>(versions::rulesets())
    .load(conn)
    .await?;
    let (looked_at, rest) = due.split_at(due.len().min(LOOKED_AT));
    let mut overdue = Overdue {
        games: rest.len(),
        seconds: 0,
    };
    for row in looked_at {
        let clock = phases::read(conn, row.game_id).await?;
        if let Some(since) = clock.phase_clock.over_since(clock.now) {
            overdue.games += 1;
            overdue.seconds = overdue.seconds.max((clock.now - since).num_seconds());
        }
    }
    Ok(overdue)
}
