//! A game and its seats under the game row's lock, and what may be done to a
//! seat while it is held. Who may do it is for the callers to say.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    log::{Header, chain_start},
    scenario::Controller,
};

use super::{
    GameRow, SeatRow, create,
    terms::{self, TermsRow},
};
use crate::{
    clock,
    deadline::{Pace, default_clock},
    error::Error,
    schema::{games, seats},
};

/// A game with its seats, held by its row's lock until the transaction ends.
pub(super) struct Table {
    pub(super) game: GameRow,
    pub(super) terms: TermsRow,
    pub(super) seats: Vec<SeatRow>,
}

impl Table {
    pub(super) async fn lock(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Self, Error> {
        let game = games::table
            .find(game_id)
            .select(GameRow::as_select())
            .for_no_key_update()
            .first(conn)
            .await?;
        Ok(Self {
            game,
            terms: terms::of(conn, game_id).await?,
            seats: super::seats_of(conn, game_id).await?,
        })
    }

    pub(super) fn is_gathering(&self) -> bool {
        self.game.phase == "gathering" && self.terms.called_off_at.is_none()
    }

    pub(super) fn free(&self) -> impl Iterator<Item = i16> + '_ {
        let free = self.seats.iter().filter(|seat| !seat.is_filled());
        free.map(|seat| seat.seat)
    }

    pub(super) fn seat_of(&self, account_id: i64) -> Option<i16> {
        let own =
            |seat: &&SeatRow| [seat.account_id, seat.next_account_id].contains(&Some(account_id));
        self.seats.iter().find(own).map(|seat| seat.seat)
    }

    pub(super) fn seat(&self, seat: i16) -> Result<&SeatRow, Error> {
        let found = self.seats.iter().find(|other| other.seat == seat);
        found.ok_or(Error::NotFound)
    }

    pub(super) fn must_gather(&self) -> Result<(), Error> {
        if self.terms.called_off_at.is_some() {
            return Err(Error::Conflict("called-off"));
        }
        if self.game.phase != "gathering" {
            return Err(Error::Conflict("game-has-begun"));
        }
        Ok(())
    }

    /// Only its maker may; for others the game need not exist.
    pub(super) fn must_be_made_by(&self, account_id: i64) -> Result<(), Error> {
        (self.game.created_by == Some(account_id))
            .then_some(())
            .ok_or(Error::NotFound)
    }

    /// Whoever directs a game may see what no player may.
    pub(super) fn must_not_direct(&self, account_id: i64) -> Result<(), Error> {
        if self.terms.master_id == Some(account_id) {
            return Err(Error::Conflict("master-plays-not"));
        }
        Ok(())
    }
}

/// Puts an account on a free seat. The caller holds the lock and has looked.
pub(super) async fn sit(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    account_id: i64,
) -> Result<(), Error> {
    let now = clock::now(conn).await?;
    let taken = diesel::update(seats::table.find((game_id, seat)))
        .filter(seats::account_id.is_null())
        .set((seats::account_id.eq(account_id), seats::taken_at.eq(now)))
        .execute(conn)
        .await?;
    (taken == 1)
        .then_some(())
        .ok_or(Error::Conflict("seat-taken"))
}

/// Gives a seat of a running game, whose player is away, to an account from the
/// next turn on. The caller holds the lock and has looked.
pub(super) async fn stand_by(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
    account_id: i64,
) -> Result<(), Error> {
    diesel::update(seats::table.find((game_id, seat)))
        .set(seats::next_account_id.eq(account_id))
        .execute(conn)
        .await?;
    Ok(())
}

/// Empties a seat; the invitation that may have led to it is void.
pub(super) async fn stand_up(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: i16,
) -> Result<(), Error> {
    diesel::update(seats::table.find((game_id, seat)))
        .set((
            seats::account_id.eq(None::<i64>),
            seats::taken_at.eq(None::<clock::Instant>),
            seats::watching_agreed_at.eq(None::<clock::Instant>),
            seats::invite_hash.eq(None::<Vec<u8>>),
            seats::invite_email.eq(None::<String>),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// Says in the table and in the header who gives the seats' orders. The log is
/// empty while a game gathers, so its chain begins anew behind the new header.
pub(super) async fn control(
    conn: &mut AsyncPgConnection,
    table: &Table,
    changed: &[i16],
    controller: Controller,
) -> Result<(), Error> {
    if changed.is_empty() {
        return Ok(());
    }
    let game_id = table.game.id;
    let (line, seed): (String, Vec<u8>) = games::table
        .find(game_id)
        .select((games::header, games::seed))
        .first(conn)
        .await?;
    let seed = seed
        .try_into()
        .map_err(|_| Error::internal("a seed of 32 bytes"))?;
    let header = Header::parse(&line).map_err(|fault| Error::internal(fault.to_string()))?;
    let mut scenario = header.scenario;
    for seat in changed {
        let at = usize::try_from(*seat).map_err(Error::internal)?;
        let seat = scenario.seats.get_mut(at).ok_or(Error::NotFound)?;
        seat.controller = controller;
    }
    if let Some(pace) = table.terms.usual_pace() {
        usual_clock(conn, game_id, pace, create::people(&scenario)).await?;
    }
    let header = Header::new(scenario, seed, header.rules_version);
    let rewritten = diesel::update(games::table.find(game_id))
        .filter(games::phase.eq("gathering"))
        .filter(games::head_seq.eq(0))
        .set((
            games::header.eq(&header.public_line),
            games::head_chain.eq(chain_start(&header).0.as_slice()),
        ))
        .execute(conn)
        .await?;
    if rewritten != 1 {
        return Err(Error::internal("a gathering game with a log"));
    }
    diesel::update(seats::table)
        .filter(seats::game_id.eq(game_id))
        .filter(seats::seat.eq_any(changed))
        .set((
            seats::ai.eq(create::commander(controller)),
            seats::invite_hash.eq(None::<Vec<u8>>),
            seats::invite_email.eq(None::<String>),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// Fewer people or more: the clock that nobody chose is that of their number
/// (TM-490, TM-500).
async fn usual_clock(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    pace: Pace,
    people: usize,
) -> Result<(), Error> {
    let (deadline_seconds, reserve_seconds) = default_clock(pace, people);
    diesel::update(games::table.find(game_id))
        .set((
            games::deadline_seconds.eq(deadline_seconds),
            games::reserve_seconds.eq(reserve_seconds),
        ))
        .execute(conn)
        .await?;
    diesel::update(seats::table.filter(seats::game_id.eq(game_id)))
        .set(seats::reserve_seconds_left.eq(reserve_seconds))
        .execute(conn)
        .await?;
    Ok(())
}
