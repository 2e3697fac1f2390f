//! Undoing and redoing: the orders that stood before one of a seat's changes of this
//! turn, or behind one that was undone, are entered again as records of their own
//! (HO-058). Nothing leaves the log. What can be undone and redone is read out of it:
//! a change that leads back to where the one before it began is an undoing.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use fieldpost_engine::{game::Game, ids::SeatId, order::Order};

use super::{
    RECORDS_A_TURN, Sender, Submission,
    lines::{self, Told, Written},
    submit,
};
use crate::{
    app::State,
    error::Error,
    replays::{Replayed, unsigned},
    schema::log,
};

mod history;

use history::{Change, History};

/// Kinds that are no part of what a unit, city or formation is told: each has a
/// way of its own to be taken back, or none.
const APART: [&str; 5] = [
    "CommitOrders",
    "RevokeCommit",
    "OfferDraw",
    "WithdrawDraw",
    "Concede",
];

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The last change that is not undone is.
    Undo,
    /// The last one that was undone comes back.
    Redo,
}

/// Whose change is to be undone or redone.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The game's row.
    pub game_id: i64,
    /// The seat. The caller has made sure that it is the sender's.
    pub seat: SeatId,
    /// The turn that is open.
    pub turn: u32,
    /// How many records the seat had in the game when its player saw what to undo.
    pub seen: u32,
    /// Which way.
    pub way: Way,
}

/// What became of it.
#[derive(Clone, Debug)]
pub enum Undone {
    /// Something was entered since its player looked, so nothing was done.
    Overtaken,
    /// There is nothing more to go to.
    Nothing,
    /// Orders were entered, or refused by now.
    Told {
        /// What became of each.
        told: Told,
        /// Whether the commit that was given with the change is taken back with it.
        revoked: bool,
    },
}

/// Undoes a seat's last change of the turn, all that was entered with one form, or
/// brings back the last one that was undone. Tasks that come back begin anew; how far
/// they had come is not kept.
///
/// # Errors
/// Internal ones alone.
pub async fn undo(state: &State, undo: Undo) -> Result<Undone, Error> {
    let now = state.replays.head(&state.db, undo.game_id).await?;
    let count = now.counts.get(usize::from(undo.seat.0)).copied();
    if count.unwrap_or_default().total != undo.seen {
        return Ok(Undone::Overtaken);
    }
    let changes = changes(state, undo).await?;
    let Some(history) = History::read(state, undo, &changes).await? else {
        return Ok(Undone::Nothing);
    };
    let Some(step) = history.step(undo.way) else {
        return Ok(Undone::Nothing);
    };
    let written = Written {
        game_id: undo.game_id,
        seat: undo.seat,
        turn: undo.turn,
        text: &step.text,
        base: Some(&history.now),
        is_part: false,
        commits: false,
        is_sure: false,
        key: None,
    };
    let told = lines::enter(state, written).await?;
    let revoked = told.is_clean()
        && step.commits
        && has_committed(&now, undo.seat)
        && revoke(state, undo).await?;
    Ok(Undone::Told { told, revoked })
}

fn has_committed(now: &Replayed, seat: SeatId) -> bool {
    let seat = now.game.state().seats.get(usize::from(seat.0));
    seat.is_some_and(|seat| seat.committed)
}

async fn revoke(state: &State, undo: Undo) -> Result<bool, Error> {
    let submission = Submission {
        game_id: undo.game_id,
        seat: undo.seat,
        by: Sender::Player,
        turn: undo.turn,
        orders: vec![Ok(Order::RevokeCommit {})],
        key: None,
        session: None,
    };
    let answers = submit(state, &submission).await?;
    Ok(answers.iter().all(|answer| answer.refusal().is_none()))
}

/// The lines of a seat's orders in a game.
fn lines_of(game: &Game, seat: SeatId) -> Result<String, Error> {
    let view = game.view(seat);
    let view = view.ok_or_else(|| Error::internal("a seat that its game does not have"))?;
    Ok(lines::present_text(&view, &lines::names(game, &view)))
}

/// The seat's changes of the turn, oldest first. What came with one form was written
/// at one instant.
async fn changes(state: &State, undo: Undo) -> Result<Vec<Change>, Error> {
    let mut conn = state.db.get().await?;
    let turn = i32::try_from(undo.turn).map_err(Error::internal)?;
    let most = i64::try_from(RECORDS_A_TURN).map_err(Error::internal)?;
    let records: Vec<(i32, DateTime<Utc>, String)> = log::table
        .filter(log::game_id.eq(undo.game_id))
        .filter(log::turn.eq(turn))
        .filter(log::seat.eq(i16::from(undo.seat.0)))
        .order(log::seq.asc())
        .limit(most + 1)
        .select((log::seq, log::recorded_at, log::kind))
        .load(&mut conn)
        .await?;
    let same_instant =
        |a: &(i32, DateTime<Utc>, String), b: &(i32, DateTime<Utc>, String)| a.1 == b.1;
    let forms = records.chunk_by(same_instant);
    let change = |form: &[(i32, DateTime<Utc>, String)]| {
        let is_change = form
            .iter()
            .any(|(.., kind)| !APART.contains(&kind.as_str()));
        let last = form.last().filter(|_| is_change)?;
        Some(Change {
            last: unsigned(last.0),
            commits: form.iter().any(|(.., kind)| kind == "CommitOrders"),
        })
    };
    Ok(forms.filter_map(change).collect())
}
