//! The outbox: which mails are owed, to whom, and how it went.
//!
//! Rows hold no text: what a mail says follows from the log when it is sent. A
//! key on (game, seat, turn, kind) makes a second row of the same matter
//! vanish, whoever adds it. Nothing here sends.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use crate::auth::Email;
use crate::error::Error;

mod kind;

pub use kind::Kind;

/// How long a process may take over one mail before another takes the row.
const LEASE_SECONDS: i32 = 120;

/// A row under lease. Does not print: it holds an address.
#[derive(QueryableByName)]
pub struct Row {
    /// The row's number.
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    /// The game, where there is one.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub game_id: Option<i64>,
    /// The seat it is for.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub seat: Option<i16>,
    /// The turn it is about.
    #[diesel(sql_type = Nullable<Integer>)]
    pub turn: Option<i32>,
    /// A [`Kind`].
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// Whose seat it was when the row was added.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub account_id: Option<i64>,
    /// Where it goes: the account's address of today, where there is one.
    #[diesel(sql_type = Text)]
    pub email: String,
    /// This attempt's number, from 1.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
    /// What the kind needs besides.
    #[diesel(sql_type = Jsonb)]
    pub params: Value,
    /// When it was added.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// The database's time at the lease.
    #[diesel(sql_type = Timestamptz)]
    pub leased_at: DateTime<Utc>,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Row({}, {})", self.id, self.kind)
    }
}

/// Adds a mail that belongs to no game.
///
/// # Errors
/// The database's.
pub async fn add_plain(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    email: &Email,
    params: &Value,
) -> Result<(), Error> {
    diesel::sql_query("INSERT INTO outbox (kind, email, params) VALUES ($1, $2, $3)")
        .bind::<Text, _>(kind.as_str())
        .bind::<Text, _>(email.as_str())
        .bind::<Jsonb, _>(params)
        .execute(conn)
        .await?;
    Ok(())
}

/// Adds an invitation to a seat, which nobody holds yet. `params` carries the
/// nonce that its link follows from; a second invitation is a second mail.
///
/// # Errors
/// The database's.
pub async fn add_invitation(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    email: &Email,
    params: &Value,
) -> Result<(), Error> {
    diesel::sql_query(
        "INSERT INTO outbox (game_id, seat, kind, email, params) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<SmallInt, _>(seat)
    .bind::<Text, _>(Kind::Invitation.as_str())
    .bind::<Text, _>(email.as_str())
    .bind::<Jsonb, _>(params)
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds a letter to a game's maker: an account has taken a seat.
///
/// # Errors
/// The database's.
pub async fn add_joined(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    maker_id: i64,
    account_id: i64,
) -> Result<(), Error> {
    let params = serde_json::json!({ "account": account_id });
    add_for_account(conn, Kind::Joined, game_id, Some(seat), maker_id, &params).await
}

/// Adds a letter to somebody who was taken out of a game.
///
/// # Errors
/// The database's.
pub async fn add_kicked(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    account_id: i64,
) -> Result<(), Error> {
    let params = serde_json::json!({});
    add_for_account(conn, Kind::Kicked, game_id, None, account_id, &params).await
}

async fn add_for_account(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    game_id: i64,
    seat: Option<i16>,
    account_id: i64,
    params: &Value,
) -> Result<(), Error> {
    diesel::sql_query(
        "INSERT INTO outbox (game_id, seat, kind, account_id, email, params) \
         SELECT $1, $2, $3, a.id, a.email, $5 FROM accounts a WHERE a.id = $4",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Nullable<SmallInt>, _>(seat)
    .bind::<Text, _>(kind.as_str())
    .bind::<BigInt, _>(account_id)
    .bind::<Jsonb, _>(params)
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds one mail for every seat of a game that a person holds. `turn` is the
/// turn that the mail is about: the one that opens for `GameStarted` (1), the
/// one that was fought for the others. Returns how many were new.
///
/// # Errors
/// The database's.
pub async fn add_for_all_seats(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    game_id: i64,
    turn: i32,
) -> Result<usize, Error> {
    add_for_seats(conn, kind, game_id, turn, None).await
}

/// The same for one seat, if a person holds it.
///
/// # Errors
/// The database's.
pub async fn add_for_seat(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    game_id: i64,
    turn: i32,
    seat: i16,
) -> Result<usize, Error> {
    add_for_seats(conn, kind, game_id, turn, Some(seat)).await
}

async fn add_for_seats(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    game_id: i64,
    turn: i32,
    seat: Option<i16>,
) -> Result<usize, Error> {
    let added = diesel::sql_query(
        "INSERT INTO outbox (game_id, seat, turn, kind, account_id, email) \
         SELECT s.game_id, s.seat, $2, $3, a.id, a.email \
         FROM seats s JOIN accounts a ON a.id = s.account_id \
         WHERE s.game_id = $1 AND ($4::smallint IS NULL OR s.seat = $4) \
         ORDER BY s.seat \
         ON CONFLICT (game_id, seat, turn, kind) DO NOTHING",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(turn)
    .bind::<Text, _>(kind.as_str())
    .bind::<Nullable<SmallInt>, _>(seat)
    .execute(conn)
    .await?;
    Ok(added)
}

/// Adds one mail for every seat that the clock ran out on in a turn, as the log
/// has it.
///
/// # Errors
/// The database's.
pub async fn add_for_timed_out(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
) -> Result<usize, Error> {
    let added = diesel::sql_query(
        "INSERT INTO outbox (game_id, seat, turn, kind, account_id, email) \
         SELECT s.game_id, s.seat, l.turn, $3, a.id, a.email \
         FROM log l \
         JOIN seats s ON s.game_id = l.game_id AND s.seat = (l.record::jsonb ->> 'about')::smallint \
         JOIN accounts a ON a.id = s.account_id \
         WHERE l.game_id = $1 AND l.turn = $2 AND l.kind = 'TurnTimeout' \
         ORDER BY s.seat \
         ON CONFLICT (game_id, seat, turn, kind) DO NOTHING",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(turn)
    .bind::<Text, _>(Kind::TimedOut.as_str())
    .execute(conn)
    .await?;
    Ok(added)
}

/// Adds one mail about a game that stalled for every operator: those who are
/// marked as such, and those whom the configuration names.
///
/// # Errors
/// The database's.
pub async fn add_for_operators(
    conn: &mut AsyncPgConnection,
    named: &[String],
    game_id: i64,
    turn: i32,
) -> Result<usize, Error> {
    let added = diesel::sql_query(
        "INSERT INTO outbox (game_id, turn, kind, account_id, email) \
         SELECT $1, $2, $3, a.id, coalesce(a.email, n.email) \
         FROM (SELECT * FROM accounts WHERE is_operator OR email = ANY ($4)) a \
         FULL JOIN unnest($4) AS n (email) ON n.email = a.email",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(turn)
    .bind::<Text, _>(Kind::StalledOperator.as_str())
    .bind::<diesel::sql_types::Array<Text>, _>(named)
    .execute(conn)
    .await?;
    Ok(added)
}

/// Takes one row that is due for this process alone, until the lease ends. One
/// statement, so its lock is gone before anything is sent.
///
/// # Errors
/// The database's.
pub async fn lease(conn: &mut AsyncPgConnection) -> Result<Option<Row>, Error> {
    // To the end of the answer: see `log::append`.
    let rows: Vec<Row> = diesel::sql_query(
        "UPDATE outbox SET attempts = attempts + 1, \
             leased_until = fieldpost_now() + make_interval(secs => $1) \
         WHERE id = ( \
             SELECT id FROM outbox \
             WHERE state = 'waiting' AND not_before <= (SELECT fieldpost_now()) \
               AND (leased_until IS NULL OR leased_until <= (SELECT fieldpost_now())) \
             ORDER BY not_before, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
         RETURNING id, game_id, seat, turn, kind, account_id, attempts, params, created_at, \
             coalesce((SELECT a.email FROM accounts a WHERE a.id = account_id), email) AS email, \
             fieldpost_now() AS leased_at",
    )
    .bind::<Integer, _>(LEASE_SECONDS)
    .load(conn)
    .await?;
    Ok(rows.into_iter().next())
}

/// How one attempt went.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The server has taken it, under this Message-ID.
    Sent {
        /// Without angle brackets, as the row keeps it.
        message_id: String,
    },
    /// Not now: try again after so many seconds.
    Later {
        /// Why, without addresses.
        why: String,
        /// The wait.
        seconds: i32,
    },
    /// Never: the row is kept and shown to the operator.
    Dead {
        /// Why, without addresses.
        why: String,
    },
}

/// Writes down how a leased row's attempt went. `attempt` is the leased row's:
/// a process that was overtaken after its lease ended changes nothing, unless
/// to say that the mail did go out.
///
/// # Errors
/// The database's.
pub async fn mark(conn: &mut AsyncPgConnection, row: &Row, outcome: &Outcome) -> Result<(), Error> {
    let (state, message_id, why, seconds) = match outcome {
        Outcome::Sent { message_id } => ("sent", Some(message_id.as_str()), None, 0),
        Outcome::Later { why, seconds } => ("waiting", None, Some(why.as_str()), *seconds),
        Outcome::Dead { why } => ("dead", None, Some(why.as_str()), 0),
    };
    diesel::sql_query(
        "UPDATE outbox SET state = $2, leased_until = NULL, \
             message_id = coalesce($3, message_id), last_error = $4, \
             not_before = fieldpost_now() + make_interval(secs => $5), \
             sent_at = CASE WHEN $2 = 'sent' THEN fieldpost_now() END \
         WHERE id = $1 AND state = 'waiting' AND (attempts = $6 OR $2 = 'sent')",
    )
    .bind::<BigInt, _>(row.id)
    .bind::<Text, _>(state)
    .bind::<Nullable<Text>, _>(message_id)
    .bind::<Nullable<Text>, _>(why)
    .bind::<Integer, _>(seconds)
    .bind::<Integer, _>(row.attempts)
    .execute(conn)
    .await?;
    Ok(())
}
