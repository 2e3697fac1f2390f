//! Calendars of a player's own deadlines: their tokens, and what is in them.

use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Bool, Integer, Text, Timestamptz},
};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::PlainToken,
    clock::{self, Instant},
    error::Error,
    schema::{accounts, calendar_feeds},
};

/// A turn that waits for the player, or waited for him.
#[derive(Debug, QueryableByName)]
pub struct Due {
    /// The game's name in addresses.
    #[diesel(sql_type = Text)]
    pub key: String,
    /// Its name for people.
    #[diesel(sql_type = Text)]
    pub game: String,
    /// The turn.
    #[diesel(sql_type = Integer)]
    pub turn: i32,
    /// Its deadline.
    #[diesel(sql_type = Timestamptz)]
    pub at: Instant,
    /// Whether the player has committed.
    #[diesel(sql_type = Bool)]
    pub is_committed: bool,
}

/// Whether an account has given an address out.
///
/// # Errors
/// The database's.
pub async fn has(conn: &mut AsyncPgConnection, account_id: i64) -> Result<bool, Error> {
    let living: i64 = calendar_feeds::table
        .filter(calendar_feeds::account_id.eq(account_id))
        .filter(calendar_feeds::revoked_at.is_null())
        .count()
        .get_result(conn)
        .await?;
    Ok(living > 0)
}

/// Makes a new one; those from before open nothing any more.
///
/// # Errors
/// The database's, or no randomness.
pub async fn make(conn: &mut AsyncPgConnection, account_id: i64) -> Result<PlainToken, Error> {
    let token = PlainToken::random().map_err(|error| Error::internal(error.to_string()))?;
    conn.transaction::<_, Error, _>(async |conn| {
        revoke(conn, account_id).await?;
        diesel::insert_into(calendar_feeds::table)
            .values((
                calendar_feeds::hash.eq(token.hashed().as_bytes()),
                calendar_feeds::account_id.eq(account_id),
            ))
            .execute(conn)
            .await?;
        Ok(())
    })
    .await?;
    Ok(token)
}

/// Takes an account's addresses back.
///
/// # Errors
/// The database's.
pub async fn revoke(conn: &mut AsyncPgConnection, account_id: i64) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    diesel::update(calendar_feeds::table)
        .filter(calendar_feeds::account_id.eq(account_id))
        .filter(calendar_feeds::revoked_at.is_null())
        .set(calendar_feeds::revoked_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}

/// What a token's owner has due, and the time it is read at.
///
/// # Errors
/// [`Error::NotFound`] for a token that opens nothing.
pub async fn read(
    conn: &mut AsyncPgConnection,
    token: &PlainToken,
) -> Result<(Instant, Vec<Due>), Error> {
    let account_id: i64 = calendar_feeds::table
        .inner_join(accounts::table)
        .filter(calendar_feeds::hash.eq(token.hashed().as_bytes()))
        .filter(calendar_feeds::revoked_at.is_null())
        .filter(accounts::blocked_at.is_null())
        .select(calendar_feeds::account_id)
        .first(conn)
        .await?;
    let now = clock::now(conn).await?;
    let dues = diesel::sql_query(
        "SELECT g.key, g.name AS game, g.turn, c.deadline_at AS at, \
             coalesce((SELECT l.kind = 'CommitOrders' FROM log l \
                 WHERE l.game_id = g.id AND l.turn = g.turn AND l.seat = s.seat \
                   AND l.kind IN ('CommitOrders', 'RevokeCommit') \
                 ORDER BY l.seq DESC LIMIT 1), false) AS is_committed \
         FROM seats s JOIN games g ON g.id = s.game_id \
         JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
         WHERE s.account_id = $1 AND s.ai IS NULL AND s.seat = ANY (c.expected) \
           AND NOT s.seat = ANY (c.substituted) \
           AND g.phase = 'orders' AND c.deadline_at IS NOT NULL AND c.stopped_at IS NULL \
         ORDER BY c.deadline_at, g.id LIMIT 500",
    )
    .bind::<BigInt, _>(account_id)
    .load(conn)
    .await?;
    Ok((now, dues))
}
