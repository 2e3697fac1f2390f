//! The connections of a process, to be thrown away at once where the database takes
//! what is sent and never answers. The server's own limits do not help then, nor does
//! the system's: for it the wire is well.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use diesel::{ConnectionResult, result::ConnectionError};
use diesel_async::AsyncPgConnection;
use tokio::task::AbortHandle;
use tokio_postgres::NoTls;

/// What drives each connection. Cloning it gives the same ones.
#[derive(Clone, Default)]
pub(super) struct Wires {
    drivers: Arc<Mutex<Vec<AbortHandle>>>,
}

impl fmt::Debug for Wires {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wires")
    }
}

impl Wires {
    /// Makes a connection that [`Self::cut`] ends.
    pub(super) async fn connect(&self, url: &str) -> ConnectionResult<AsyncPgConnection> {
        let bad = |error: tokio_postgres::Error| ConnectionError::BadConnection(chain(&error));
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.map_err(bad)?;
        let driver = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to the database ended");
            }
        });
        self.keep(driver.abort_handle());
        AsyncPgConnection::try_from(client).await
    }

    fn keep(&self, driver: AbortHandle) {
        let mut drivers = self.lock();
        drivers.retain(|driver| !driver.is_finished());
        drivers.push(driver);
    }

    /// Ends them all: whoever waits for an answer gets an error now, and the pool
    /// makes new ones. Yields how many there were.
    pub(super) fn cut(&self) -> usize {
        let drivers = std::mem::take(&mut *self.lock());
        let alive = drivers.iter().filter(|driver| !driver.is_finished());
        alive.map(AbortHandle::abort).count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<AbortHandle>> {
        self.drivers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What went wrong and why: the client says the latter only behind the former.
fn chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", chain(cause)),
        None => error.to_string(),
    }
}
