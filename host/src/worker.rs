//! The work that nobody asks for: turns that are due, mails that are owed.
//!
//! All of it is steps that do one thing and say whether there was one; the
//! loops around them know nothing. Any number of processes may run them.

use std::{future::Future, time::Duration};

use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
};

use crate::{
    admin::retention,
    app::State,
    close,
    error::Error,
    games,
    heartbeat::{self, Pulse},
    mail,
};

/// How long a loop with nothing to do sleeps, unless it is woken.
const IDLE: Duration = Duration::from_secs(1);

/// The pause after a failure, which is most often a database that is away.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// How often it is looked for what is too old to be kept.
const RETENTION: Duration = Duration::from_secs(600);

/// Wakes the loops of this process when there is something to do at once.
#[derive(Debug, Default)]
pub struct Wake {
    turns: Notify,
    mails: Notify,
}

impl Wake {
    /// Both loops look again.
    pub fn all(&self) {
        self.turns.notify_one();
        self.mails.notify_one();
    }
}

/// Does one thing that is due. Yields whether there was one.
///
/// # Errors
/// Whatever keeps the thing from being done.
pub async fn step(state: &State) -> Result<bool, Error> {
    Ok(turns(state).await? || mail::step(state).await?)
}

/// What the clock makes due: games that begin, closes, then letters about what
/// is near.
async fn turns(state: &State) -> Result<bool, Error> {
    Ok(games::step(state).await?
        || close::step(state).await?
        || mail::reminders::step(state).await?)
}

/// The loops of one process: turns, mails (which may wait for a slow server),
/// the heartbeat, and the ear for other processes.
#[derive(Debug)]
pub struct Workers {
    stop: watch::Sender<bool>,
    loops: JoinSet<()>,
    ear: JoinSet<()>,
}

impl Workers {
    /// Starts them.
    pub fn start(state: &State) -> Self {
        let (stop, stopped) = watch::channel(false);
        let (mut loops, mut ear) = (JoinSet::new(), JoinSet::new());
        let (turns, until) = (state.clone(), stopped.clone());
        loops.spawn(async move {
            // Nothing is closed on the word of a clock that nobody has looked at.
            let mut pulse = Pulse::default();
            beat(&turns, &mut pulse).await;
            let beating = turns.clone();
            tokio::join!(
                heart(&beating, pulse, until.clone()),
                repeat("turns", &turns.wakes.turns, until, || self::turns(&turns)),
            );
        });
        let mails = state.clone();
        loops.spawn(async move {
            repeat("mails", &mails.wakes.mails, stopped, || mail::step(&mails)).await;
        });
        ear.spawn(listen(state));
        // Cut short it loses nothing: what is left is old tomorrow as well.
        ear.spawn(forget(state.clone()));
        Self { stop, loops, ear }
    }

    /// Lets each loop end the step it is in, for at most `patience`. Cutting
    /// one short loses nothing; at worst a mail goes out twice.
    pub async fn stop(mut self, patience: Duration) {
        // Fails only if the loops are gone already.
        let _ = self.stop.send(true);
        self.ear.abort_all();
        let ended = async { while self.loops.join_next().await.is_some() {} };
        if tokio::time::timeout(patience, ended).await.is_err() {
            tracing::warn!("background work was cut short");
        }
    }
}

async fn forget(state: State) {
    loop {
        tokio::time::sleep(RETENTION).await;
        while retention::step(&state).await.unwrap_or_else(|error| {
            tracing::warn!(?error, "what is too old was not dropped");
            false
        }) {}
    }
}

/// The ear alone, for a host whose steps are called by hand.
pub fn listen(state: &State) -> impl Future<Output = ()> + Send + use<> {
    let (bus, url) = (state.bus.clone(), state.config.database_url.clone());
    async move { bus.listen(url).await }
}

/// Beats until told to stop. Its own loop: a turn that takes long to compute is
/// no outage.
async fn heart(state: &State, mut pulse: Pulse, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        tokio::select! {
            _ = stopped.changed() => {}
            () = tokio::time::sleep(heartbeat::INTERVAL) => beat(state, &mut pulse).await,
        }
    }
}

async fn beat(state: &State, pulse: &mut Pulse) {
    let beat = async {
        let mut conn = state.db.get().await?;
        heartbeat::beat(&mut conn, pulse, heartbeat::uptime()).await
    };
    if let Err(error) = beat.await {
        tracing::error!(?error, "no heartbeat: the database does not answer");
    }
}

async fn repeat<F>(
    what: &str,
    wake: &Notify,
    mut stopped: watch::Receiver<bool>,
    step: impl Fn() -> F,
) where
    F: Future<Output = Result<bool, Error>>,
{
    while !*stopped.borrow() {
        let wait = match step().await {
            Ok(true) => continue,
            Ok(false) => IDLE,
            Err(Error::Internal(cause)) => {
                tracing::error!(what, ?cause, "a background step failed");
                AFTER_FAILURE
            }
            Err(error) => {
                tracing::error!(what, %error, "a background step failed");
                AFTER_FAILURE
            }
        };
        tokio::select! {
            () = wake.notified() => {}
            _ = stopped.changed() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
}
