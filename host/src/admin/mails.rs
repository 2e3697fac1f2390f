//! Mails that did not go out: looked at, tried again, buried. Their letters are
//! composed when they are sent, so there is nothing here to read or to change.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, SmallInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    audit::{self, Act, Actor},
    error::Error,
    outbox::Kind,
};

/// A mail that is dead, or waits after a failure. Shows no address.
#[derive(Clone, Debug, QueryableByName)]
pub struct Letter {
    /// The row's number.
    #[diesel(sql_type = BigInt)]
    pub id: i64,
    /// The game's name in addresses, where it belongs to one.
    #[diesel(sql_type = Nullable<Text>)]
    pub key: Option<String>,
    /// The seat.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub seat: Option<i16>,
    /// The turn.
    #[diesel(sql_type = Nullable<Integer>)]
    pub turn: Option<i32>,
    /// What it is about.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// `waiting` or `dead`.
    #[diesel(sql_type = Text)]
    pub state: String,
    /// How often it was tried.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
    /// How the last try failed.
    #[diesel(sql_type = Text)]
    pub last_error: String,
    /// When it was owed.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
}

/// Dead letters and those that were put off, the newest first.
///
/// # Errors
/// The database's.
pub async fn failed(conn: &mut AsyncPgConnection, most: i64) -> Result<Vec<Letter>, Error> {
    Ok(diesel::sql_query(
        "SELECT o.id, g.key, o.seat, o.turn, o.kind, o.state, o.attempts, \
             CASE WHEN o.kind = ANY ($2) THEN coalesce(o.last_error, '') \
                 ELSE 'waits for a newer program, which knows its kind' END AS last_error, \
             o.created_at \
         FROM outbox o LEFT JOIN games g ON g.id = o.game_id \
         WHERE o.state = 'dead' OR (o.state = 'waiting' \
             AND (o.last_error IS NOT NULL OR o.kind <> ALL ($2))) \
         ORDER BY o.state, o.id DESC LIMIT $1",
    )
    .bind::<BigInt, _>(most)
    .bind::<Array<Text>, _>(Kind::ALL.map(Kind::as_str).to_vec())
    .load(conn)
    .await?)
}

/// Puts a mail that is not sent at the head of the line.
///
/// # Errors
/// [`Error::Conflict`] if it was sent meanwhile, or is none.
pub async fn retry(conn: &mut AsyncPgConnection, actor: Actor, id: i64) -> Result<(), Error> {
    let sql = "UPDATE outbox SET state = 'waiting', not_before = fieldpost_now(), \
                   leased_until = NULL \
               WHERE id = $1 AND state <> 'sent'";
    change(conn, actor, "retry-mail", id, sql).await
}

/// Gives a mail up. It is kept, and can be tried again.
///
/// # Errors
/// [`Error::Conflict`] if it was sent meanwhile, or is none.
pub async fn bury(conn: &mut AsyncPgConnection, actor: Actor, id: i64) -> Result<(), Error> {
    let sql = "UPDATE outbox SET state = 'dead', last_error = coalesce(last_error, 'buried') \
               WHERE id = $1 AND state = 'waiting'";
    change(conn, actor, "bury-mail", id, sql).await
}

async fn change(
    conn: &mut AsyncPgConnection,
    actor: Actor,
    act: &'static str,
    id: i64,
    sql: &'static str,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let changed = diesel::sql_query(sql)
            .bind::<BigInt, _>(id)
            .execute(conn)
            .await?;
        if changed == 0 {
            return Err(Error::Conflict("mail-not-waiting"));
        }
        let act = Act::new(actor, act).detail(serde_json::json!({ "mail": id }));
        audit::record(conn, &act).await.map(drop)
    })
    .await
}
