//! Sessions as rows: made at sign-in, listed for their owner, revocable.
//!
//! The cookie holds the id, the row its hash. A session ends by its date, by
//! its owner, or by the next sign-in in the same browser; rows that ended are
//! dropped when their account signs in next.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::error::AuthError;
use super::token::{HashedToken, PlainToken};
use crate::schema::{accounts, fieldpost_now, sessions};

/// How long a session lasts. Correspondence is slow: a player who looks in
/// every other week should not have to ask for a link each time.
pub const DAYS: i32 = 90;

/// Longest user agent text kept, in characters.
const AGENT_LENGTH: usize = 200;

/// Who a session belongs to.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct Owner {
    /// The account.
    pub id: i64,
    /// Its address.
    pub email: String,
    /// The name shown to others; empty until its owner sets one.
    pub name: String,
    /// An IANA time zone name.
    pub time_zone: String,
}

impl std::fmt::Debug for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Owner({})", self.id)
    }
}

/// One of an account's sessions, for its owner's eyes.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct Listed {
    /// The row's key.
    hash: Vec<u8>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// What the browser called itself.
    pub agent: String,
}

impl Listed {
    /// The row's name, as a form may carry it.
    #[must_use]
    pub fn hash(&self) -> Option<HashedToken> {
        HashedToken::from_stored(&self.hash)
    }
}

/// Makes a session and returns the id for the cookie. `replaced` is the one
/// that the browser had before: a sign-in never goes on with an old id, which
/// somebody else might have put there.
///
/// # Errors
/// The database's, or no randomness.
pub async fn begin(
    conn: &mut AsyncPgConnection,
    account_id: i64,
    agent: &str,
    replaced: Option<HashedToken>,
) -> Result<PlainToken, AuthError> {
    if let Some(old) = replaced {
        diesel::update(sessions::table.find(old.as_bytes().to_vec()))
            .filter(sessions::revoked_at.is_null())
            .set(sessions::revoked_at.eq(fieldpost_now().nullable()))
            .execute(conn)
            .await?;
    }
    diesel::delete(sessions::table)
        .filter(sessions::account_id.eq(account_id))
        .filter(
            sessions::expires_at
                .le(diesel::select(fieldpost_now())
                    .single_value()
                    .assume_not_null())
                .or(sessions::revoked_at.is_not_null()),
        )
        .execute(conn)
        .await?;
    let id = PlainToken::random()?;
    diesel::sql_query(
        "INSERT INTO sessions (hash, account_id, expires_at, agent) \
         VALUES ($1, $2, fieldpost_now() + make_interval(days => $3), $4)",
    )
    .bind::<diesel::sql_types::Bytea, _>(id.hashed().as_bytes())
    .bind::<diesel::sql_types::BigInt, _>(account_id)
    .bind::<diesel::sql_types::Integer, _>(DAYS)
    .bind::<diesel::sql_types::Text, _>(agent.chars().take(AGENT_LENGTH).collect::<String>())
    .execute(conn)
    .await?;
    Ok(id)
}

/// The account whose session this is, if it stands.
///
/// # Errors
/// The database's.
pub async fn owner(
    conn: &mut AsyncPgConnection,
    session: HashedToken,
) -> Result<Option<Owner>, AuthError> {
    let owner = sessions::table
        .inner_join(accounts::table)
        .filter(sessions::hash.eq(session.as_bytes()))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(fieldpost_now()))
        .filter(accounts::blocked_at.is_null())
        .select(Owner::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(owner)
}

/// The standing sessions of an account, newest first.
///
/// # Errors
/// The database's.
pub async fn list(conn: &mut AsyncPgConnection, account_id: i64) -> Result<Vec<Listed>, AuthError> {
    let listed = sessions::table
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::expires_at.gt(fieldpost_now()))
        .order(sessions::created_at.desc())
        .select(Listed::as_select())
        .load(conn)
        .await?;
    Ok(listed)
}

/// Ends one session of an account. Another account's is left alone.
///
/// # Errors
/// The database's.
pub async fn revoke(
    conn: &mut AsyncPgConnection,
    account_id: i64,
    session: HashedToken,
) -> Result<bool, AuthError> {
    let ended = diesel::update(sessions::table)
        .filter(sessions::hash.eq(session.as_bytes()))
        .filter(sessions::account_id.eq(account_id))
        .filter(sessions::revoked_at.is_null())
        .set(sessions::revoked_at.eq(fieldpost_now().nullable()))
        .execute(conn)
        .await?;
    Ok(ended == 1)
}
