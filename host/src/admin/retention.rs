//! What must not be kept for ever: addresses of visitors who have no account,
//! sessions that ended, answers that were kept for forms sent twice. Games,
//! their logs and the list of acts stay.

use diesel::sql_types::Integer;
use diesel_async::RunQueryDsl;

use crate::{
    app::State,
    aside::{Job, Step},
    error::Error,
};

/// After so many days nobody needs them.
pub const DAYS: i32 = 30;

/// How many rows one step drops.
const AT_ONCE: i32 = 1_000;

/// Each drops at most `$2` rows that are `$1` days old.
const DROPS: [&str; 4] = [
    // A mail to somebody without an account: a link, an invitation.
    "UPDATE outbox SET email = '', params = '{}' WHERE id IN ( \
         SELECT id FROM outbox WHERE account_id IS NULL AND email <> '' AND state <> 'waiting' \
           AND created_at < (SELECT fieldpost_now()) - make_interval(days => $1) LIMIT $2)",
    "DELETE FROM sign_in_tokens WHERE hash IN ( \
         SELECT hash FROM sign_in_tokens \
         WHERE expires_at < (SELECT fieldpost_now()) - make_interval(days => $1) LIMIT $2)",
    "DELETE FROM sessions WHERE hash IN ( \
         SELECT hash FROM sessions \
         WHERE least(revoked_at, expires_at) \
             < (SELECT fieldpost_now()) - make_interval(days => $1) LIMIT $2)",
    "DELETE FROM idempotency WHERE ctid IN ( \
         SELECT ctid FROM idempotency \
         WHERE created_at < (SELECT fieldpost_now()) - make_interval(days => $1) LIMIT $2)",
];

/// Drops some of what is old enough. Yields whether there was anything.
///
/// # Errors
/// The database's.
pub async fn step(state: &State) -> Result<bool, Error> {
    let mut dropped = 0;
    for (subject, sql) in (1..).zip(DROPS) {
        let job = Job {
            subject: format!("drop {subject}"),
            ..Step::Retain.whole(1)
        };
        let drop = async {
            let mut conn = state.db.get().await?;
            Ok(diesel::sql_query(sql)
                .bind::<Integer, _>(DAYS)
                .bind::<Integer, _>(AT_ONCE)
                .execute(&mut conn)
                .await?)
        };
        dropped += state.asides.isolated(&job, drop).await?.well().unwrap_or(0);
    }
    Ok(dropped > 0)
}
