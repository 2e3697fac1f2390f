//! Whether the background loops of this process still go round: what `/readyz` tells
//! beside the database. A process without background work has none, and is well.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// A loop that has not come round for so long is taken for dead: longer than the
/// longest job may take, and all else is seconds.
const STILL: Duration = Duration::from_secs(900);

/// The loops of a process.
#[derive(Debug, Default)]
pub struct Health {
    rounds: Mutex<BTreeMap<&'static str, Round>>,
}

#[derive(Clone, Copy, Debug)]
enum Round {
    /// It came round then.
    At(Instant),
    /// It ended, and nobody had told it to.
    Gone,
}

impl Health {
    /// The names of loops that do not run any more.
    #[must_use]
    pub fn dead(&self) -> Vec<&'static str> {
        let rounds = self.lock();
        let dead = rounds.iter().filter(|(_, round)| match round {
            Round::At(at) => at.elapsed() > STILL,
            Round::Gone => true,
        });
        dead.map(|(name, _)| *name).collect()
    }

    /// A loop begins; it runs until what this yields is dropped.
    pub(super) fn begin(self: &Arc<Self>, name: &'static str) -> Beginning {
        let beginning = Beginning {
            health: Arc::clone(self),
            name,
            is_over: false,
        };
        beginning.round();
        beginning
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<&'static str, Round>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A loop that runs.
#[derive(Debug)]
pub(super) struct Beginning {
    health: Arc<Health>,
    name: &'static str,
    is_over: bool,
}

impl Beginning {
    /// It comes round.
    pub(super) fn round(&self) {
        let round = Round::At(Instant::now());
        self.health.lock().insert(self.name, round);
    }

    /// It was told to end.
    pub(super) fn end(mut self) {
        self.is_over = true;
        self.health.lock().remove(self.name);
    }
}

impl Drop for Beginning {
    fn drop(&mut self) {
        if !self.is_over {
            self.health.lock().insert(self.name, Round::Gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Health;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_loop_that_ends_unasked_is_dead_and_one_that_was_told_to_is_not() {
        let health = Arc::new(Health::default());
        let (asked, unasked) = (health.begin("asked"), health.begin("unasked"));
        assert_eq!(health.dead(), Vec::<&str>::new());
        asked.end();
        let ends = tokio::spawn(async move {
            unasked.round();
            panic!("on purpose");
        });
        assert!(ends.await.is_err());
        assert_eq!(health.dead(), ["unasked"]);
    }
}
