//! Undoing: the orders that stood before a seat's last change of this turn are
//! entered again, as records of their own (HO-058). Nothing leaves the log, and to
//! undo an undoing brings the change back.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use fieldpost_engine::ids::SeatId;

use super::{
    RECORDS_A_TURN,
    lines::{self, Told, Written},
};
use crate::{app::State, error::Error, replays::unsigned, schema::log};

/// Kinds that are no part of what a unit, city or formation is told: each has a
/// way of its own to be taken back, or none.
const APART: [&str; 5] = [
    "CommitOrders",
    "RevokeCommit",
    "OfferDraw",
    "WithdrawDraw",
    "Concede",
];

/// Whose last change is to be undone.
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
}

/// Undoes a seat's last change of the turn: all that was entered with one form.
/// Tasks that come back begin anew; how far they had come is not kept.
///
/// # Errors
/// Internal ones alone. Where something was entered since, nothing is, and the
/// answer says that it was sent before.
pub async fn undo(state: &State, undo: Undo) -> Result<Told, Error> {
    let now = state.replays.head(&state.db, undo.game_id).await?;
    let count = now.counts.get(usize::from(undo.seat.0)).copied();
    if count.unwrap_or_default().total != undo.seen {
        let is_repeat = true;
        return Ok(Told {
            is_repeat,
            ..Told::default()
        });
    }
    let Some(first) = last_change(state, undo).await? else {
        return Ok(Told::default());
    };
    let before = state.replays.at(&state.db, undo.game_id, first - 1).await?;
    let lines = |game: &fieldpost_engine::game::Game| {
        let view = game.view(undo.seat);
        let view = view.ok_or_else(|| Error::internal("a seat that its game does not have"))?;
        let names = lines::names(game, &view);
        Ok::<_, Error>(lines::present_text(&view, &names))
    };
    let (text, base) = (lines(&before.game)?, lines(&now.game)?);
    let written = Written {
        game_id: undo.game_id,
        seat: undo.seat,
        turn: undo.turn,
        text: &text,
        base: Some(&base),
        is_part: false,
        commits: false,
        is_sure: false,
        key: None,
    };
    lines::enter(state, written).await
}

/// The first record of what the seat entered last. What came with one form was
/// written at one instant.
async fn last_change(state: &State, undo: Undo) -> Result<Option<u32>, Error> {
    let mut conn = state.db.get().await?;
    let turn = i32::try_from(undo.turn).map_err(Error::internal)?;
    let most = i64::try_from(RECORDS_A_TURN).map_err(Error::internal)?;
    let records: Vec<(i32, DateTime<Utc>)> = log::table
        .filter(log::game_id.eq(undo.game_id))
        .filter(log::turn.eq(turn))
        .filter(log::seat.eq(i16::from(undo.seat.0)))
        .filter(log::kind.ne_all(APART))
        .order(log::seq.desc())
        .limit(most)
        .select((log::seq, log::recorded_at))
        .load(&mut conn)
        .await?;
    let last = records.as_slice().first().map(|(_, at)| *at);
    let same = records.iter().take_while(|(_, at)| Some(*at) == last);
    Ok(same.last().map(|(seq, _)| unsigned(*seq)))
}
