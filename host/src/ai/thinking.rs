//! A commander at work: on a thread of its own, for a limited time. One that loops is
//! left behind with its thread, which nothing can end but the process; one that stops
//! at a fault is caught. Either costs its own seat its orders, and nobody else anything.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fieldpost_engine::{ids::SeatId, order::Order};
use tokio::sync::oneshot;

use super::{Commander, commander, orders_for};
use crate::{aside::panicked, replays::Replayed};

/// How long a commander may think. One with 2,000 units needs well under a second.
const PATIENCE: Duration = Duration::from_secs(20);

/// So many that were left behind, and nobody thinks any more until one of them ends:
/// each takes a whole core.
const LEFT_BEHIND: usize = 4;

/// Who commands, and for how long they are waited for. Cloning it is cheap, and what
/// was left behind is counted together.
#[derive(Clone)]
pub struct Commanders {
    /// A commander by its name.
    pub by_name: fn(&str) -> Option<Box<dyn Commander>>,
    /// How long one may think.
    pub patience: Duration,
    left_behind: Arc<AtomicUsize>,
}

impl Default for Commanders {
    fn default() -> Self {
        Self {
            by_name: commander,
            patience: PATIENCE,
            left_behind: Arc::default(),
        }
    }
}

impl fmt::Debug for Commanders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commanders({} left behind)", self.left_behind())
    }
}

/// Why a commander has no orders.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOrders {
    /// This program has none of that name.
    #[error("there is no commander {0}")]
    Unknown(String),
    /// It thought for too long.
    #[error("the commander did not come to an end within {0:?}, and its thread goes on")]
    Endless(Duration),
    /// It stopped at a fault.
    #[error("the commander {0}")]
    Panicked(String),
    /// Others that did not come to an end take up the machine.
    #[error("{0} commanders that did not come to an end are still running: restart the host")]
    Crowded(usize),
    /// The system gives no thread.
    #[error("no thread for a commander: {0}")]
    NoThread(String),
}

impl Commanders {
    /// How many were given up and run all the same.
    #[must_use]
    pub fn left_behind(&self) -> usize {
        self.left_behind.load(Ordering::Relaxed)
    }

    /// What the commander of that name orders for a seat.
    ///
    /// # Errors
    /// Why it has no orders.
    pub async fn orders(
        &self,
        name: &str,
        replayed: Arc<Replayed>,
        seat: SeatId,
    ) -> Result<Vec<Order>, NoOrders> {
        let mut commander =
            (self.by_name)(name).ok_or_else(|| NoOrders::Unknown(name.to_owned()))?;
        let crowd = self.left_behind();
        if crowd >= LEFT_BEHIND {
            return Err(NoOrders::Crowded(crowd));
        }
        let (says, answer) = oneshot::channel();
        let left_behind = Arc::clone(&self.left_behind);
        let think = move || {
            let think = || orders_for(&replayed.game, seat, commander.as_mut());
            let orders = catch_unwind(AssertUnwindSafe(think));
            let orders = orders.map_err(|panic| panicked(panic.as_ref()));
            // Fails if nobody waits any more: then it was counted, and is no longer.
            if says.send(orders).is_err() {
                left_behind.fetch_sub(1, Ordering::Relaxed);
            }
        };
        std::thread::Builder::new()
            .name("commander".to_owned())
            .spawn(think)
            .map_err(|error| NoOrders::NoThread(error.to_string()))?;
        let mut answer = answer;
        match tokio::time::timeout(self.patience, &mut answer).await {
            Ok(Ok(Ok(orders))) => Ok(orders),
            Ok(Ok(Err(panic))) => Err(NoOrders::Panicked(panic)),
            Ok(Err(gone)) => Err(NoOrders::Panicked(gone.to_string())),
            Err(_) => {
                // Counted before the channel closes, so that the thread takes it back.
                self.left_behind.fetch_add(1, Ordering::Relaxed);
                answer.close();
                // It may have ended just now: then it did not see the channel closed.
                if answer.try_recv().is_ok() {
                    self.left_behind.fetch_sub(1, Ordering::Relaxed);
                }
                Err(NoOrders::Endless(self.patience))
            }
        }
    }
}
