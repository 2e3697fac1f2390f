//! One loop: it does its step again and again, whatever becomes of it, until it is
//! told to stop. Knows nothing of what the step does.

use std::{future::Future, time::Duration};

use tokio::sync::{Notify, watch};

use super::Wake;
use crate::{
    app::State,
    aside::{Done, Step},
    error::Error,
};

/// The pause after a failure, which is most often a database that is away; twice as
/// long after each further one, up to a minute.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// A loop of a process.
pub(super) struct Loop {
    /// What it is called in `/readyz`.
    pub(super) name: &'static str,
    /// What it does.
    pub(super) step: Step,
    /// How long it sleeps with nothing to do, unless it is woken.
    pub(super) idle: Duration,
    /// What wakes it.
    pub(super) wake: fn(&Wake) -> &Notify,
    /// What it works with.
    pub(super) state: State,
    /// Turns true when it must end.
    pub(super) stopped: watch::Receiver<bool>,
    /// Turns true when it may begin.
    pub(super) may_begin: watch::Receiver<bool>,
}

impl Loop {
    /// Goes round. A step that fails or panics is noted, and tried again.
    pub(super) async fn run<F>(mut self, step: impl Fn(State) -> F + Send)
    where
        F: Future<Output = Result<bool, Error>> + Send,
    {
        let health = self.state.health.begin(self.name);
        // Fails only where nobody will say so any more: then it need not wait.
        let _ = self.may_begin.wait_for(|may| *may).await;
        let mut attempts = 0;
        while !*self.stopped.borrow() {
            health.round();
            let job = self.step.whole(attempts);
            let done = self.state.asides.isolated(&job, step(self.state.clone()));
            let wait = match done.await {
                Ok(Done::Well(is_more)) => {
                    attempts = 0;
                    if is_more {
                        continue;
                    }
                    self.idle
                }
                Ok(Done::Failed {
                    attempts: so_far, ..
                }) => {
                    attempts = so_far;
                    AFTER_FAILURE * (1 << (attempts.clamp(1, 5) - 1))
                }
                Err(error) => {
                    tracing::error!(what = self.name, ?error, "the database does not answer");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = (self.wake)(&self.state.wakes).notified() => {}
                _ = self.stopped.changed() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
        health.end();
    }
}
