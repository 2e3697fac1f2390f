//! The one clock: the database's. The host's own wall clock decides nothing;
//! tests move the database's offset by hand.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{error::Error, schema::fieldpost_now};

/// An instant, always in UTC.
pub type Instant = DateTime<Utc>;

/// SQL for what `fieldpost_now()` says, for a statement that runs thousands of times a
/// second: the server would plan the function's own query at every call.
pub const NOW: &str = "clock_timestamp() + (SELECT \"offset\" FROM clock_offset)";

/// What the database's clock says now.
pub async fn now(conn: &mut AsyncPgConnection) -> Result<Instant, Error> {
    Ok(diesel::select(fieldpost_now()).get_result(conn).await?)
}
