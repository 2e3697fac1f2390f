//! The outbox: which mails are owed, to whom, and how it went.
//!
//! Rows hold no text: what a mail says follows from the log when it is sent. A
//! key on game, seat, reader, turn, kind and matter makes a second row of the same
//! vanish, whoever adds it. Nothing here sends.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use crate::error::Error;

mod kind;
mod owe;
mod reader;

pub use kind::{Audience, Kind};
pub use owe::{Owed, To, owe};
pub use reader::{Dropped, Reader};

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
    /// What tells it from others of its kind in the same turn.
    #[diesel(sql_type = Text)]
    pub matter: String,
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

/// Takes the most urgent row that is due for this process alone, until the lease
/// ends. One statement, so its lock is gone before anything is sent. A row of a kind
/// that this program does not know waits for a newer one, and holds up no other.
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
             WHERE state = 'waiting' AND kind = ANY ($2) \
               AND not_before <= (SELECT fieldpost_now()) \
               AND (leased_until IS NULL OR leased_until <= (SELECT fieldpost_now())) \
             ORDER BY urgency, not_before, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
         RETURNING id, game_id, seat, turn, kind, matter, account_id, attempts, params, created_at, \
             coalesce((SELECT a.email FROM accounts a WHERE a.id = account_id), email) AS email, \
             fieldpost_now() AS leased_at",
    )
    .bind::<Integer, _>(LEASE_SECONDS)
    .bind::<Array<Text>, _>(Kind::ALL.map(Kind::as_str).to_vec())
    .load(conn)
    .await?;
    Ok(rows.into_iter().next())
}

/// What keeps a leased row from its reader now, if anything does.
///
/// # Errors
/// The database's.
pub async fn hindrance(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    row: &Row,
) -> Result<Option<Dropped>, Error> {
    let reader = Reader {
        seat: row.seat,
        account_id: row.account_id,
        email: row.email.clone(),
    };
    let found = reader::hindrances(conn, kind, row.game_id, row.turn, &[reader]).await?;
    Ok(found.into_iter().next().flatten())
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
    /// There is no letter any more that its reader may have.
    Dropped(Dropped),
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
        Outcome::Dropped(why) => ("dropped", None, Some(why.as_str()), 0),
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

/// The address of an account and how its newest letter failed; nothing where that
/// went out, or waits.
///
/// # Errors
/// The database's.
pub async fn bounced(
    conn: &mut AsyncPgConnection,
    account_id: i64,
) -> Result<Option<(String, String)>, Error> {
    use crate::schema::{accounts, outbox};
    let newest: Option<(String, String, Option<String>)> = outbox::table
        .inner_join(accounts::table)
        .filter(outbox::account_id.eq(account_id))
        .filter(outbox::state.eq_any(["sent", "dead"]))
        .order(outbox::id.desc())
        .select((accounts::email, outbox::state, outbox::last_error))
        .first(conn)
        .await
        .optional()?;
    Ok(newest
        .filter(|(_, state, _)| state == "dead")
        .map(|(email, _, why)| (email, why.unwrap_or_default())))
}
