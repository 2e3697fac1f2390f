//! The way to Postgres: a pool of connections, and migrations.
//!
//! Must not know any table's meaning. Connections are made on the runtime that
//! built the pool, so that one outlives the web worker that asked for it.

use std::{future::Future, time::Duration};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{
    AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, PoolableConnection,
        bb8::{self, PooledConnection},
    },
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use futures_util::FutureExt;
use tokio::runtime::Handle;

use crate::error::Error;

mod prepared;
mod wires;

pub use prepared::{Prepared, prepared};
use wires::Wires;

/// The migrations, built into the program.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../migrations");

/// Any fixed number: what two processes that migrate at once wait on.
const MIGRATION_LOCK: i64 = 0x0f1e_1d70_0057;

/// A borrowed connection; goes back to the pool when dropped.
pub type Conn<'a> = PooledConnection<'a, AsyncPgConnection>;

/// The pool. Cloning it is cheap and gives the same pool.
#[derive(Clone, Debug)]
pub struct Db {
    pool: bb8::Pool<AsyncPgConnection>,
    wires: Wires,
    /// After so long without any answer the database hangs: longer than the server
    /// itself lets anybody wait for a lock that a lost host holds.
    pub patience: Duration,
}

impl Db {
    /// Opens a pool of at most `size` connections to `url`, and fails if not
    /// even one can be made.
    pub async fn connect(url: &str, size: u32) -> Result<Self, Error> {
        // The pool would try for ten seconds before it said what is wrong.
        drop(establish(url.to_owned()).await.map_err(Error::internal)?);
        let wires = Wires::default();
        let (home, made_by) = (Handle::current(), wires.clone());
        let mut config = ManagerConfig::default();
        config.custom_setup = Box::new(move |url| {
            let (url, wires) = (url.to_owned(), made_by.clone());
            let made = home.spawn(async move { set_up(wires.connect(&with_patience(url))).await });
            async move {
                made.await
                    .map_err(|gone| ConnectionError::BadConnection(gone.to_string()))?
            }
            .boxed()
        });
        let pool = bb8::Pool::builder()
            .max_size(size)
            .connection_timeout(Duration::from_secs(10))
            // A round trip saved per request; `get` throws dead ones away.
            .test_on_check_out(false)
            .build(AsyncDieselConnectionManager::new_with_config(url, config))
            .await
            .map_err(Error::internal)?;
        Ok(Self {
            pool,
            wires,
            patience: Duration::from_secs(30),
        })
    }

    /// A living connection. One that died while it lay in the pool (a restart
    /// of the server) is thrown away and another taken.
    pub async fn get(&self) -> Result<Conn<'_>, Error> {
        loop {
            let mut conn = self.pool.get().await.map_err(Error::internal)?;
            if !conn.is_broken() {
                return Ok(conn);
            }
        }
    }
}

impl Db {
    /// Asks the database for a sign of life. If it gives none in time, all connections
    /// are thrown away: whoever waits for it is told, and does not wait for ever.
    ///
    /// # Errors
    /// Why there was none.
    pub async fn probe(&self) -> Result<(), Error> {
        let ask = async {
            let mut conn = self.get().await?;
            diesel::sql_query("SELECT 1").execute(&mut conn).await?;
            Ok(())
        };
        match tokio::time::timeout(self.patience, ask).await {
            Ok(answer) => answer,
            Err(_) => {
                let connections = self.wires.cut();
                let seconds = self.patience.as_secs();
                tracing::error!(
                    seconds,
                    connections,
                    "the database hangs: connections dropped"
                );
                Err(Error::internal("the database hangs"))
            }
        }
    }
}

/// How long a host may keep the server waiting.
const SESSION: &str = "SELECT set_config('idle_in_transaction_session_timeout', '10s', false), \
     set_config('statement_timeout', '60s', false), \
     set_config('tcp_user_timeout', '30s', false)";

/// A host notices a dead wire as the server does: without this it would wait for
/// an answer for hours. What the operator set stands.
fn with_patience(mut url: String) -> String {
    for (name, value) in WIRE {
        if !url.contains(name) {
            url.push(if url.contains('?') { '&' } else { '?' });
            url.push_str(name);
            url.push('=');
            url.push_str(value);
        }
    }
    url
}

/// Settings of a connection, in seconds.
const WIRE: [(&str, &str); 5] = [
    ("connect_timeout", "10"),
    ("keepalives_idle", "20"),
    ("keepalives_interval", "5"),
    ("keepalives_retries", "3"),
    ("tcp_user_timeout", "30"),
];

/// Whether an error says that the server is not there, or not ready yet: what passes
/// by itself, as against a setting that is wrong.
#[must_use]
pub fn is_away(error: &Error) -> bool {
    use diesel::{ConnectionError::*, result::Error::DatabaseError};
    let Error::Internal(cause) = error else {
        return false;
    };
    let said = match cause.downcast_ref::<ConnectionError>() {
        Some(BadConnection(said)) => said.as_str(),
        Some(CouldntSetupConfiguration(DatabaseError(_, said))) => said.message(),
        _ => return false,
    };
    AWAY.iter().any(|words| said.contains(words))
}

/// What client and server say then.
const AWAY: [&str; 9] = [
    "error connecting to server",
    "error communicating with the server",
    "connection closed",
    "timeout waiting for server",
    "the database system is",
    "too many clients",
    "too many connections",
    "remaining connection slots",
    "terminating connection",
];

/// One connection outside any pool, with the host's restricted rights where
/// the server has that role and this login is a member of it.
pub async fn establish(url: String) -> ConnectionResult<AsyncPgConnection> {
    set_up(AsyncPgConnection::establish(&with_patience(url))).await
}

/// How long a server may take to let somebody in.
const LETS_IN: Duration = Duration::from_secs(15);

/// Waits for a connection, and says who we are.
async fn set_up(
    connect: impl Future<Output = ConnectionResult<AsyncPgConnection>>,
) -> ConnectionResult<AsyncPgConnection> {
    let late = |_| ConnectionError::BadConnection("timeout waiting for server".to_owned());
    let set_up = async { introduce(connect.await?).await };
    tokio::time::timeout(LETS_IN, set_up).await.map_err(late)?
}

async fn introduce(mut conn: AsyncPgConnection) -> ConnectionResult<AsyncPgConnection> {
    // A process that stands still must not hold a game's lock for long, and the
    // server should notice when the wire to one is dead.
    diesel::sql_query(SESSION)
        .execute(&mut conn)
        .await
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    diesel::sql_query(
        "SELECT set_config('role', rolname, false) FROM pg_roles \
         WHERE rolname = 'fieldpost_host' AND pg_has_role(oid, 'MEMBER') \
         AND has_table_privilege(oid, to_regclass('log'), 'INSERT')",
    )
    .execute(&mut conn)
    .await
    .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

/// Applies what migrations are missing and returns their names. Two processes
/// that do it at once go one after the other.
///
/// Must run on a multi-threaded runtime: the migrations block.
pub async fn migrate(url: &str) -> Result<Vec<String>, Error> {
    harness(url, |harness| {
        let versions = harness.run_pending_migrations(MIGRATIONS)?;
        Ok(versions.iter().map(ToString::to_string).collect())
    })
    .await
}

/// Takes every migration back. Only tests call it.
pub async fn revert_all(url: &str) -> Result<usize, Error> {
    harness(url, |harness| {
        Ok(harness.revert_all_migrations(MIGRATIONS)?.len())
    })
    .await
}

/// Whether the database has all migrations of this program.
pub async fn is_migrated(conn: &mut AsyncPgConnection) -> Result<bool, Error> {
    use diesel::{migration::MigrationSource, pg::Pg};
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(Error::Internal)?;
    let rows: Vec<Version> = diesel::sql_query("SELECT version FROM __diesel_schema_migrations")
        .load(conn)
        .await?;
    Ok(known.iter().all(|migration| {
        let version = migration.name().version().to_string();
        rows.iter().any(|row| row.version == version)
    }))
}

#[derive(diesel::QueryableByName)]
struct Version {
    #[diesel(sql_type = diesel::sql_types::Text)]
    version: String,
}

type Harness = AsyncMigrationHarness<AsyncPgConnection>;

async fn harness<T>(
    url: &str,
    work: impl FnOnce(&mut Harness) -> Result<T, Box<dyn std::error::Error + Send + Sync>>,
) -> Result<T, Error> {
    let mut conn = AsyncPgConnection::establish(url)
        .await
        .map_err(Error::internal)?;
    diesel::sql_query(format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))
        .execute(&mut conn)
        .await?;
    // Closing the connection gives the lock back.
    work(&mut AsyncMigrationHarness::new(conn)).map_err(Error::Internal)
}

#[cfg(test)]
mod tests {
    use super::with_patience;

    #[test]
    fn a_dead_wire_is_noticed_and_the_operators_word_stands() {
        let given = "postgresql://host/db?tcp_user_timeout=7".to_owned();
        let url = with_patience(given);
        assert!(url.starts_with("postgresql://host/db?tcp_user_timeout=7&connect_timeout=10&"));
        assert_eq!(url.matches("tcp_user_timeout").count(), 1);
        let plain = with_patience("postgresql://host/db".to_owned());
        assert!(
            plain.starts_with("postgresql://host/db?connect_timeout=10&"),
            "{plain}"
        );
    }
}
