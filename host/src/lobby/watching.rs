//! Who besides its players sees the board of a game, and up to which turn: what
//! was agreed when it was made decides, and nothing else (HO-130).
//!
//! Whoever has looked while the game ran takes no seat of it any more: they have seen
//! what the seat must not. Says how far one may look; looks at no board.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use super::Offer;
use crate::{
    clock,
    error::Error,
    games::{SeatRow, terms::Spectators},
    schema::{games, seats, watched},
};

/// How far somebody may look into a game in which they do not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// At the boards behind all turns up to this one; 0 is the beginning.
    Through(u32),
    /// At none yet: the first is shown while this turn is played.
    From(u32),
    /// At none until everybody who holds a seat has agreed to it.
    Unagreed,
}

impl Window {
    /// Whether the board behind a turn is in it.
    #[must_use]
    pub fn shows(self, turn: u32) -> bool {
        matches!(self, Self::Through(last) if turn <= last)
    }
}

/// What a reader may see of a game; `None` where there is nothing to watch, which
/// is to look as if there were no such page. Whoever plays in it watches when it is
/// over, and until then sees what their seat sees.
#[must_use]
pub fn window(offer: &Offer, reader: i64) -> Option<Window> {
    let turn = u32::try_from(offer.game.turn).ok()?;
    let is_over = offer.game.phase == "ended";
    if offer.game.phase == "gathering" {
        return None;
    }
    // Behind an open turn stand those that are closed.
    let newest = if is_over { turn } else { turn.checked_sub(1)? };
    if offer.is_master && offer.terms.is_open_to_master {
        return Some(Window::Through(newest));
    }
    let plays = |seat: &SeatRow| [seat.account_id, seat.next_account_id].contains(&Some(reader));
    let mut chairs = offer.chairs.iter();
    match offer.terms.spectators() {
        Spectators::None => None,
        Spectators::AfterEnd | Spectators::Delayed(_) if is_over => Some(Window::Through(newest)),
        Spectators::AfterEnd => None,
        Spectators::Delayed(_) if chairs.any(|chair| plays(&chair.seat)) => None,
        Spectators::Delayed(delay) => {
            let delay = u32::try_from(delay).ok()?;
            let is_agreed = offer.chairs.iter().all(|chair| has_agreed(&chair.seat));
            Some(match newest.checked_sub(delay) {
                _ if !is_agreed => Window::Unagreed,
                Some(last) => Window::Through(last),
                None => Window::From(delay.saturating_add(1)),
            })
        }
    }
}

/// Whether those who do not play find anything to watch, be it a word of when it
/// begins.
#[must_use]
pub fn is_watchable(offer: &Offer) -> bool {
    match offer.terms.spectators() {
        Spectators::None => false,
        Spectators::AfterEnd => offer.game.phase == "ended",
        Spectators::Delayed(_) => offer.game.phase != "gathering",
    }
}

/// Whether whoever holds the seat has agreed; of one that nobody holds nobody need.
fn has_agreed(seat: &SeatRow) -> bool {
    seat.account_id.is_none() || seat.watching_agreed_at.is_some()
}

/// Whoever holds a seat agrees that the game is watched while it runs. It cannot be
/// taken back; who takes the seat over is asked anew.
///
/// # Errors
/// The database's.
pub async fn agree(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    account_id: i64,
) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    diesel::update(seats::table)
        .filter(seats::game_id.eq(game_id))
        .filter(seats::account_id.eq(account_id))
        .filter(seats::watching_agreed_at.is_null())
        .set(seats::watching_agreed_at.eq(now))
        .execute(conn)
        .await?;
    Ok(())
}

/// Keeps that somebody is about to be shown a board of a game that runs, before it is
/// shown. Under the game row's lock, which taking a seat needs too: so nobody does both
/// at once.
///
/// # Errors
/// [`Error::NotFound`] for who has come to hold a seat of it meanwhile.
pub async fn remember(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    account_id: i64,
) -> Result<(), Error> {
    if has_watched(conn, game_id, account_id).await? {
        return Ok(());
    }
    conn.transaction(async |conn| {
        let _: i64 = games::table
            .find(game_id)
            .select(games::id)
            .for_share()
            .first(conn)
            .await?;
        let plays = seats::table.filter(seats::game_id.eq(game_id)).filter(
            seats::account_id
                .eq(account_id)
                .or(seats::next_account_id.eq(account_id)),
        );
        let plays: bool = diesel::select(diesel::dsl::exists(plays))
            .get_result(conn)
            .await?;
        if plays {
            return Err(Error::NotFound);
        }
        diesel::insert_into(watched::table)
            .values((
                watched::game_id.eq(game_id),
                watched::account_id.eq(account_id),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        Ok(())
    })
    .await
}

/// Refuses a seat to whoever has watched the game. The caller holds its row's lock.
///
/// # Errors
/// [`Error::Conflict`] for them.
pub async fn must_not_have(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    account_id: i64,
) -> Result<(), Error> {
    match has_watched(conn, game_id, account_id).await? {
        true => Err(Error::Conflict("has-watched")),
        false => Ok(()),
    }
}

async fn has_watched(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    account_id: i64,
) -> Result<bool, Error> {
    let known = watched::table.find((game_id, account_id));
    Ok(diesel::select(diesel::dsl::exists(known))
        .get_result(conn)
        .await?)
}
