//! The one clock: the database's. The host's own wall clock decides nothing;
//! tests move the database's offset by hand.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{error::Error, schema::fieldpost_now};

/// An instant, always in UTC.
pub type Instant = DateTime<Utc>;

/// What the database's clock says now.
pub async fn now(conn: &mut AsyncPgConnection) -> Result<Instant, Error> {
    Ok(diesel::select(fieldpost_now()).get_result(conn).await?)
}
