//! Closing a turn, exactly once, by whichever process sees it due (HO-040).
//!
//! One transaction ends the phase in the log; then the turn is computed, in no
//! transaction; another one writes down its hashes, opens the next phase and
//! owes the mails. A process may die between any two lines of this: whoever
//! looks next goes on from what the database says.

use chrono::TimeDelta;

use crate::{
    app::State,
    aside::{self, Done},
    error::Error,
    metrics::Metrics,
    phases, versions,
};

mod begin;
mod boundary;
mod due;
mod finish;

use begin::begin;
pub use due::{Due, Overdue, Place, Size, due, overdue};
pub use finish::finish;

/// A turn that was closed and computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The game's row.
    pub game_id: i64,
    /// The turn.
    pub turn: u32,
    /// How long its phase had been over when it was closed, where that is known.
    pub late: Option<TimeDelta>,
    /// Whether the game ended with it.
    pub has_ended: bool,
}

impl Closed {
    /// Counts it, and has the whole game counted if it ended with it.
    pub fn count(&self, metrics: &Metrics) {
        metrics.closed(self.late.and_then(|late| late.to_std().ok()));
        if self.has_ended {
            metrics.owe_game(self.game_id);
        }
    }
}

/// What came of looking at a phase that was due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// It is closed.
    Closed(Closed),
    /// It is not to be looked at again before its next instant.
    Later,
    /// Somebody else is at it.
    Elsewhere,
}

/// Looks at one phase that is due: closes it if it is over, goes on with it if somebody
/// left it half closed. A game that cannot be closed is tried again, and stalled when
/// it has failed too often.
///
/// # Errors
/// Only those of a database that is away: what else goes wrong is the game's alone.
pub async fn look(state: &State, due: &Due) -> Result<Look, Error> {
    let done = state
        .asides
        .isolated(&due.job(), look_once(state, due))
        .await?;
    match done {
        Done::Well(look) => Ok(look),
        Done::Failed { attempts, cause } => {
            if attempts >= aside::ATTEMPTS {
                finish::give_up(state, due.game_id, due.turn, &cause).await?;
                state.asides.forget(&due.job()).await?;
            }
            Ok(Look::Later)
        }
    }
}

async fn look_once(state: &State, due: &Due) -> Result<Look, Error> {
    let closed = if due.is_half_closed {
        finish(state, due.game_id).await?
    } else {
        match close_one(state, due.game_id, Patience::None, Some(due)).await? {
            (Begun::NotDue, _) => return Ok(Look::Later),
            (_, closed) => closed,
        }
    };
    Ok(closed.map_or(Look::Elsewhere, Look::Closed))
}

/// Closes one game that is due, for a host whose steps are called by hand. Yields what
/// was closed, if anything was.
///
/// # Errors
/// As for [`look`].
pub async fn step(state: &State) -> Result<Option<Closed>, Error> {
    for size in [Size::Small, Size::Large] {
        let mut behind = None;
        loop {
            let page = due(state, size, behind).await?;
            let Some(last) = page.last() else { break };
            behind = Some(last.place());
            for due in &page {
                if let Look::Closed(closed) = look(state, due).await? {
                    return Ok(Some(closed));
                }
            }
        }
    }
    Ok(None)
}

/// How a phase was found that somebody wanted closed at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ensured {
    /// It is closed, and this call computed its turn.
    Here(Closed),
    /// It is closed, by somebody else.
    Elsewhere,
    /// It is not over.
    NotDue,
}

/// Closes the game's phase if it is over, and computes the turn: the phase that was
/// open when this was called is closed behind it, by whomever.
///
/// # Errors
/// The database's.
pub async fn close_if_due(state: &State, game_id: i64) -> Result<Ensured, Error> {
    let (begun, mut closed) = close_one(state, game_id, Patience::Waits, None).await?;
    if begun == Begun::NotDue {
        return Ok(Ensured::NotDue);
    }
    if begun == Begun::Elsewhere {
        // Its turn may be wanted at once; whoever is second compares.
        closed = finish(state, game_id).await?;
    }
    Ok(closed.map_or(Ensured::Elsewhere, Ensured::Here))
}

async fn close_one(
    state: &State,
    game_id: i64,
    patience: Patience,
    due: Option<&Due>,
) -> Result<(Begun, Option<Closed>), Error> {
    let begun = {
        let mut conn = state.db.get().await?;
        if !versions::has_those_of(&mut conn, game_id).await? {
            return Ok((Begun::NotDue, None));
        }
        let clock = phases::read(&mut conn, game_id).await?;
        if clock.phase == "orders" && !clock.phase_clock.is_over(clock.now) {
            if let Some(due) = due {
                due::put_off(&mut conn, due, &clock).await?;
            }
            return Ok((Begun::NotDue, None));
        }
        begin(&mut conn, game_id, clock.turn, patience).await?
    };
    match begun {
        Begun::Here => Ok((begun, finish(state, game_id).await?)),
        Begun::Elsewhere | Begun::NotDue => Ok((begun, None)),
    }
}

/// Whether to wait for a game that somebody else has locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    Waits,
    None,
}

/// How the first transaction of a close went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begun {
    /// This call closed the phase.
    Here,
    /// Another did, or is about to.
    Elsewhere,
    /// It is not over.
    NotDue,
}
