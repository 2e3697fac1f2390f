//! The work that nobody asks for: turns that are due, mails that are owed.
//!
//! All of it is steps that do one thing and say whether there was one; the
//! loops around them know nothing. Each step has a loop of its own, so that none
//! hides another; within a step each row is isolated (see `aside`). Any number of
//! processes may run them.

use std::{future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt;
use tokio::{
    sync::{Mutex, Notify, watch},
    task::JoinSet,
};

use crate::{
    admin::retention,
    ai::seats,
    app::State,
    aside::{Step, panicked},
    close::{self, Look, Size},
    error::Error,
    games,
    heartbeat::{self, Pulse},
    mail::{self, reminders},
    votes,
};

mod counted;
mod health;
mod lanes;
mod looped;

pub use health::Health;
use lanes::{Entry, Lanes};
use looped::Loop;

/// How long a loop with nothing to do sleeps, unless it is woken.
const IDLE: Duration = Duration::from_secs(1);

/// The pause before the ear listens again after a fault.
const DEAF: Duration = Duration::from_secs(3);

/// How often it is looked for what is too old to be kept.
const RETENTION: Duration = Duration::from_secs(600);

/// How many commanders think at once in a process.
const COMMANDERS: u32 = 4;

/// How many games a process closes at once, and how many large ones besides.
const CLOSES: u32 = 3;
const LARGE_CLOSES: u32 = 1;

/// Wakes the loops of this process when there is something to do at once.
#[derive(Debug, Default)]
pub struct Wake {
    closes: Notify,
    large_closes: Notify,
    counts: Notify,
    commanders: Notify,
    mails: Notify,
    /// Of loops that only time wakes.
    nobody: Notify,
}

impl Wake {
    /// All loops look again.
    pub fn all(&self) {
        self.closes.notify_one();
        self.large_closes.notify_one();
        self.counts.notify_one();
        self.commanders.notify_one();
        self.mails.notify_one();
    }
}

/// Does one thing of each kind that is due, for a host whose steps are called by hand.
/// Yields whether there was one.
///
/// # Errors
/// Whatever keeps a step from being done at all; the others are done all the same.
pub async fn step(state: &State) -> Result<bool, Error> {
    let done = [
        games::step(state).await,
        close_one(state).await,
        counted::step(state).await,
        votes::step(state).await,
        reminders::step(state).await,
        seats::step(state).await,
        mail::step(state).await,
    ];
    let mut was_any = false;
    for done in done {
        was_any |= done?;
    }
    Ok(was_any)
}

async fn close_one(state: &State) -> Result<bool, Error> {
    let closed = close::step(state).await?;
    if let Some(closed) = &closed {
        closed.count(&state.metrics);
    }
    Ok(closed.is_some())
}

/// The loops of one process.
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
        // Nothing is done on the word of a clock that nobody has looked at.
        let (beaten, may_begin) = watch::channel(false);
        let each = |name, step, idle, wake| Loop {
            name,
            step,
            idle,
            wake,
            state: state.clone(),
            stopped: stopped.clone(),
            may_begin: may_begin.clone(),
        };
        let nobody: fn(&Wake) -> &Notify = |wake| &wake.nobody;
        let (mut loops, mut ear) = (JoinSet::new(), JoinSet::new());
        let (_, at_once) = watch::channel(true);
        let heart = Loop {
            may_begin: at_once,
            ..each("heartbeat", Step::Beat, heartbeat::INTERVAL, nobody)
        };
        loops.spawn(beat(heart, beaten));
        let probe = each("database", Step::Probe, heartbeat::INTERVAL, nobody);
        ear.spawn(probe.run(|state| async move { state.db.probe().await.map(|()| false) }));
        let begins = each("begins", Step::Begin, IDLE, nobody);
        loops.spawn(begins.run(|state| async move { games::step(&state).await }));
        let closes = each("closes", Step::Close, IDLE, |wake| &wake.closes);
        loops.spawn(close(closes, Size::Small, CLOSES));
        let large = each("large closes", Step::Close, IDLE, |wake| &wake.large_closes);
        loops.spawn(close(large, Size::Large, LARGE_CLOSES));
        let counts = each("counts", Step::Count, IDLE, |wake| &wake.counts);
        loops.spawn(counts.run(|state| async move { counted::step(&state).await }));
        let votes = each("votes", Step::Vote, IDLE, nobody);
        loops.spawn(votes.run(|state| async move { votes::step(&state).await }));
        let reminders = each("reminders", Step::Remind, IDLE, nobody);
        loops.spawn(reminders.run(|state| async move { reminders::step(&state).await }));
        let commanders = each("commanders", Step::Command, IDLE, |wake| &wake.commanders);
        loops.spawn(command(commanders));
        let mails = each("mails", Step::Mail, IDLE, |wake| &wake.mails);
        loops.spawn(mails.run(|state| async move { mail::step(&state).await }));
        ear.spawn(hear(state.clone()));
        // Cut short it loses nothing: what is left is old tomorrow as well.
        let retention = each("retention", Step::Retain, RETENTION, nobody);
        ear.spawn(retention.run(|state| async move { retention::step(&state).await }));
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

/// The ear alone, for a host whose steps are called by hand.
pub fn listen(state: &State) -> impl Future<Output = ()> + Send + use<> {
    let (bus, url) = (state.bus.clone(), state.config.database_url.clone());
    async move { bus.listen(url).await }
}

/// Listens, and goes on after a fault.
async fn hear(state: State) {
    loop {
        if let Err(panic) = AssertUnwindSafe(listen(&state)).catch_unwind().await {
            let cause = panicked(panic.as_ref());
            tracing::error!(%cause, "nothing is heard of other processes for a moment");
            // Where not even that can be written down, the log has it.
            let _ = state.asides.note(&Step::Listen.whole(0), &cause).await;
        }
        tokio::time::sleep(DEAF).await;
    }
}

/// Beats until told to stop, and lets the others begin after the first beat. Its own
/// loop: a turn that takes long to compute is no outage.
async fn beat(heart: Loop, beaten: watch::Sender<bool>) {
    let pulse = Arc::new(Mutex::new(Pulse::default()));
    heart
        .run(|state| {
            let (pulse, beaten) = (Arc::clone(&pulse), beaten.clone());
            async move {
                let beat = beat_once(&state, &mut *pulse.lock().await).await;
                // Without one, too: closing asks the guard's row again.
                beaten.send_replace(true);
                beat.map(|()| false)
            }
        })
        .await;
}

async fn beat_once(state: &State, pulse: &mut Pulse) -> Result<(), Error> {
    let mut conn = state.db.get().await?;
    heartbeat::beat(&mut conn, pulse, heartbeat::uptime()).await?;
    Ok(())
}

/// Closes, several at once.
async fn close(closes: Loop, size: Size, most: u32) {
    let (lanes, wake) = (Lanes::new(most), closes.wake);
    let begin = |state| begin_closes(state, lanes.clone(), size, wake);
    closes.run(begin).await;
    lanes.emptied().await;
}

/// Gives each phase that is due a lane, as long as there are any.
async fn begin_closes(
    state: State,
    lanes: Lanes,
    size: Size,
    wake: fn(&Wake) -> &Notify,
) -> Result<bool, Error> {
    let mut behind = None;
    loop {
        let due = close::due(&state, size, behind).await?;
        let Some(last) = due.last() else {
            return Ok(false);
        };
        behind = Some(last.place());
        for due in due {
            let (state, subject) = (state.clone(), due.game_id.to_string());
            let look = async move {
                match close::look(&state, &due).await {
                    Ok(Look::Closed(closed)) => closed.count(&state.metrics),
                    Ok(Look::Later) => {}
                    // Nothing has changed: there is no hurry to look again.
                    Ok(Look::Elsewhere) => return,
                    Err(error) => {
                        tracing::error!(?error, "a close waits for the database");
                        return;
                    }
                }
                wake(&state.wakes).notify_one();
            };
            if lanes.begin(subject, look) == Entry::Full {
                return Ok(false);
            }
        }
    }
}

/// Commanders, several at once.
async fn command(commanders: Loop) {
    let lanes = Lanes::new(COMMANDERS);
    let begin = |state| begin_commanders(state, lanes.clone());
    commanders.run(begin).await;
    lanes.emptied().await;
}

/// Gives each commander that is due a lane, as long as there are any.
async fn begin_commanders(state: State, lanes: Lanes) -> Result<bool, Error> {
    let mut behind = None;
    loop {
        let due = seats::due(&state, behind).await?;
        let Some(last) = due.last() else {
            return Ok(false);
        };
        behind = Some(last.place());
        for due in due {
            let (state, subject) = (state.clone(), due.subject());
            let play = async move {
                match seats::play(&state, &due).await {
                    Ok(true) => state.wakes.commanders.notify_one(),
                    Ok(false) => {}
                    Err(error) => tracing::error!(?error, "a commander waits for the database"),
                }
            };
            if lanes.begin(subject, play) == Entry::Full {
                return Ok(false);
            }
        }
    }
}
