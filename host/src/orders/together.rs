//! Orders that arrive while the database is at work go in together, by one statement.
//!
//! A statement and a durable commit cost the same for one order and for twenty, so the
//! busier a host is, the less an order costs; a host that has little to do waits for
//! nobody. Nothing is kept here but what somebody is waiting for, and nobody is told
//! anything before it is durable.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use diesel::result::{DatabaseErrorKind, Error as DbError};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
};

use crate::{
    db::Db,
    error::Error,
    log::{self, Append, Busy},
};

/// How many statements of this kind one process has on the way: while one is made
/// durable, the next is put together.
const WRITERS: usize = 2;

/// How many connections may wait for games that somebody else writes to. They are
/// few of those that a process has: the others are for the other games.
const WAITERS: usize = 4;

/// How many submissions go into one statement at most.
const MOST: usize = 64;

/// What became of one append.
#[derive(Debug)]
enum Outcome {
    Holds,
    DoesNot,
    /// There is no connection, or it broke, and then it may be in.
    Unknown,
}

type Waiting = (Append, oneshot::Sender<Outcome>);

/// What waits to go in. Cloning it gives the same.
#[derive(Clone, Debug)]
pub struct Together {
    waiting: Arc<Mutex<VecDeque<Waiting>>>,
    writers: Arc<Semaphore>,
    waiters: Arc<Semaphore>,
    /// Outlives the web worker by which an order came.
    home: Handle,
    db: Db,
}

impl Together {
    /// For the orders of one process. What is written runs on the runtime that calls.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self {
            waiting: Arc::default(),
            writers: Arc::new(Semaphore::new(WRITERS)),
            waiters: Arc::new(Semaphore::new(WAITERS)),
            home: Handle::current(),
            db,
        }
    }

    /// Yields whether the records are in the log. Where they are not, it may be for
    /// reasons that would not have kept them out alone, such as another's transaction
    /// in their game.
    ///
    /// # Errors
    /// Internal ones, if nobody can say whether they are in.
    pub async fn append(&self, append: Append) -> Result<bool, Error> {
        let (told, outcome) = oneshot::channel();
        self.lock().push_back((append, told));
        if self.writers.available_permits() > 0 {
            self.home.spawn(self.clone().write());
        }
        match outcome.await {
            Ok(Outcome::Holds) => Ok(true),
            Ok(Outcome::DoesNot) => Ok(false),
            Ok(Outcome::Unknown) | Err(_) => Err(Error::internal(
                "an append has no answer: the way to the database is broken",
            )),
        }
    }

    /// The same by a statement of its own, which waits for its game to be free, unless
    /// enough others wait already. Those come again, and hold no connection meanwhile.
    ///
    /// # Errors
    /// As [`Self::append`], and the database's.
    pub async fn append_alone(&self, append: Append) -> Result<bool, Error> {
        let place = self.waiters.try_acquire();
        let busy = match place {
            Ok(_) => Busy::Wait,
            Err(_) => Busy::Skip,
        };
        let mut conn = self.db.get().await?;
        match log::append(&mut conn, &[append], busy).await {
            // The same form won the race.
            Err(DbError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(false),
            held => Ok(held? == [true]),
        }
    }

    /// Writes until nobody waits, unless enough others do.
    async fn write(self) {
        // Looked at again once the permit is back: whoever came in between has seen
        // that all writers were at work, and left it to them.
        while !self.lock().is_empty() {
            let Ok(_permit) = self.writers.try_acquire() else {
                return;
            };
            loop {
                let batch = self.take();
                if batch.is_empty() {
                    break;
                }
                self.enter(batch).await;
            }
        }
    }

    fn take(&self) -> Vec<Waiting> {
        let mut waiting = self.lock();
        let count = waiting.len().min(MOST);
        waiting.drain(..count).collect()
    }

    async fn enter(&self, batch: Vec<Waiting>) {
        let (appends, told): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        let outcomes = match self.db.get().await {
            Ok(mut conn) => {
                let held = log::append(&mut conn, &appends, Busy::Skip).await;
                Outcome::of_all(held, appends.len())
            }
            // Nothing was sent, and whoever tried again would wait as long once more.
            Err(cause) => {
                tracing::warn!(?cause, count = appends.len(), "no way to the database");
                Outcome::repeat(|| Outcome::Unknown, appends.len())
            }
        };
        for (told, outcome) in told.into_iter().zip(outcomes) {
            // Who has gone need not be told.
            let _ = told.send(outcome);
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outcome {
    fn of_all(held: Result<Vec<bool>, DbError>, count: usize) -> Vec<Self> {
        use DatabaseErrorKind::{ClosedConnection, UnableToSendCommand};
        match held {
            Ok(held) => held
                .into_iter()
                .map(|holds| if holds { Self::Holds } else { Self::DoesNot })
                .collect(),
            // The server has spoken, and taken all of it back. Alone, only the one
            // that is to blame fails.
            Err(DbError::DatabaseError(kind, _))
                if !matches!(kind, ClosedConnection | UnableToSendCommand) =>
            {
                Self::repeat(|| Self::DoesNot, count)
            }
            Err(cause) => {
                tracing::warn!(%cause, count, "appends without an answer");
                Self::repeat(|| Self::Unknown, count)
            }
        }
    }

    fn repeat(outcome: impl FnMut() -> Self, count: usize) -> Vec<Self> {
        std::iter::repeat_with(outcome).take(count).collect()
    }
}
