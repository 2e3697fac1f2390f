//! Scenario files between their upload and the game that is made of them: the
//! last few of each account, seen by nobody else.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{error::Error, schema::uploads};

/// Longest file, in bytes.
pub const LONGEST: usize = fieldpost_engine::scenario::SIZE_MOST;

/// How many are kept for an account.
const KEPT: i64 = 5;

/// Keeps a checked file, and gives the name by which its owner finds it again.
///
/// # Errors
/// The database's.
pub async fn keep(
    conn: &mut AsyncPgConnection,
    account_id: i64,
    scenario: &str,
) -> Result<String, Error> {
    let key = super::key()?;
    conn.transaction(async |conn| {
        diesel::insert_into(uploads::table)
            .values((
                uploads::account_id.eq(account_id),
                uploads::key.eq(&key),
                uploads::scenario.eq(scenario),
            ))
            .execute(conn)
            .await?;
        let old: Vec<String> = uploads::table
            .filter(uploads::account_id.eq(account_id))
            .order((uploads::created_at.desc(), uploads::key))
            .offset(KEPT)
            .select(uploads::key)
            .load(conn)
            .await?;
        diesel::delete(uploads::table)
            .filter(uploads::account_id.eq(account_id))
            .filter(uploads::key.eq_any(old))
            .execute(conn)
            .await?;
        Ok(key)
    })
    .await
}

/// The file that an account put there.
///
/// # Errors
/// [`Error::NotFound`] for one that is another's, or gone.
pub async fn find(
    conn: &mut AsyncPgConnection,
    account_id: i64,
    key: &str,
) -> Result<String, Error> {
    // No database takes a NUL, not even to look for it.
    if key.contains('\0') {
        return Err(Error::NotFound);
    }
    let row = uploads::table
        .find((account_id, key))
        .select(uploads::scenario);
    Ok(row.first(conn).await?)
}
