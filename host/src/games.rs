//! Games and seats: made from a scenario, offered by invitation, taken, begun.
//!
//! Knows nothing of the rules beyond what a scenario says of its seats.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    log::{Header, chain_start},
    ruleset::RULES_VERSION,
    scenario::{Controller, Scenario},
};

use crate::{
    ai,
    auth::PlainToken,
    bus::{self, Notice},
    calendar::DEADLINE_SECONDS,
    clock,
    error::Error,
    mail::outbox::{self, Kind},
    phases::{self, Opening},
    schema::{games, seats},
};

/// What a new game is to be.
#[derive(Debug)]
pub struct NewGame {
    /// What players call it; the scenario's name if there is none.
    pub name: Option<String>,
    /// Map, seats, units.
    pub scenario: Scenario,
    /// Seconds a phase stays open; `None` waits for everybody.
    pub deadline_seconds: Option<i32>,
    /// Seconds beyond it that each seat has for the whole game.
    pub reserve_seconds: i32,
    /// Who made it.
    pub created_by: Option<i64>,
}

/// A game's row, as far as it is not secret.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = games)]
pub struct GameRow {
    /// Its number, for queries only.
    pub id: i64,
    /// Its name in addresses.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// `gathering`, `orders`, `closing`, `ended` or `stalled`.
    pub phase: String,
    /// The turn that is open; 0 before the game starts.
    pub turn: i32,
    /// Seconds a phase stays open.
    pub deadline_seconds: Option<i32>,
    /// Reserve that each seat began with.
    pub reserve_seconds: i32,
    /// What was published of the seed.
    pub seed_commitment: String,
    /// Under which rules it is played.
    pub rules_version: i32,
    /// Who made it.
    pub created_by: Option<i64>,
}

/// A seat's row, without its invitation.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = seats)]
pub struct SeatRow {
    /// The game.
    pub game_id: i64,
    /// Its index.
    pub seat: i16,
    /// Its name in the scenario.
    pub name: String,
    /// Who holds it.
    pub account_id: Option<i64>,
    /// Whom it was offered to last.
    pub invite_email: Option<String>,
    /// What is left of its reserve.
    pub reserve_seconds_left: i32,
    /// The commander that plays it, if no person does.
    pub ai: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The game's name in addresses.
    pub game_key: String,
    /// The seat's index.
    pub seat: i16,
    /// Whether the game has started with it.
    pub has_started: bool,
}

/// Makes a game and its seats. It waits until all of them are taken that are
/// meant for people; the others have commanders.
///
/// # Errors
/// A deadline or reserve out of bounds, a scenario without a seat for anybody,
/// or the database's.
pub async fn create(conn: &mut AsyncPgConnection, new: NewGame) -> Result<GameRow, Error> {
    if new
        .deadline_seconds
        .is_some_and(|seconds| !DEADLINE_SECONDS.contains(&seconds))
    {
        return Err(Error::BadRequest("bad-deadline"));
    }
    if !(0..=*DEADLINE_SECONDS.end()).contains(&new.reserve_seconds) {
        return Err(Error::BadRequest("bad-reserve"));
    }
    // Nobody would take a seat of it, and it would never start.
    if new
        .scenario
        .seats
        .iter()
        .all(|seat| seat.controller == Controller::Ai)
    {
        return Err(Error::BadRequest("scenario-without-people"));
    }
    let mut seed = [0; 32];
    random(&mut seed)?;
    let header = Header::new(new.scenario, seed, RULES_VERSION);
    let name = new.name.filter(|name| !name.trim().is_empty());
    conn.transaction(async |conn| {
        let game = diesel::insert_into(games::table)
            .values((
                games::key.eq(random_key()?),
                games::name.eq(name.as_deref().unwrap_or(&header.scenario.name).trim()),
                games::header.eq(&header.public_line),
                games::seed.eq(seed.as_slice()),
                games::seed_commitment.eq(header.seed_commitment.to_string()),
                games::rules_version.eq(header.rules_version.cast_signed()),
                games::head_chain.eq(chain_start(&header).0.as_slice()),
                games::deadline_seconds.eq(new.deadline_seconds),
                games::reserve_seconds.eq(new.reserve_seconds),
                games::created_by.eq(new.created_by),
            ))
            .returning(GameRow::as_returning())
            .get_result(conn)
            .await?;
        let rows: Vec<_> = (0_i16..)
            .zip(&header.scenario.seats)
            .map(|(index, seat)| {
                let ai = (seat.controller == Controller::Ai).then_some(ai::STANDARD);
                (
                    seats::game_id.eq(game.id),
                    seats::seat.eq(index),
                    seats::ai.eq(ai),
                    seats::name.eq(&seat.name),
                    seats::reserve_seconds_left.eq(new.reserve_seconds),
                )
            })
            .collect();
        diesel::insert_into(seats::table)
            .values(rows)
            .execute(conn)
            .await?;
        Ok(game)
    })
    .await
}

/// The free or taken seat that an invitation is for.
///
/// # Errors
/// [`Error::NotFound`] if it is void.
pub async fn invited_to(
    conn: &mut AsyncPgConnection,
    token: &PlainToken,
) -> Result<(GameRow, SeatRow), Error> {
    Ok(seats::table
        .inner_join(games::table)
        .filter(seats::invite_hash.eq(token.hashed().as_bytes()))
        .select((GameRow::as_select(), SeatRow::as_select()))
        .first(conn)
        .await?)
}

/// Takes the seat of an invitation for an account. Taking it again is no
/// error. When the last seat is taken the game starts.
///
/// # Errors
/// [`Error::NotFound`] for a void invitation, [`Error::Conflict`] if somebody
/// else has the seat or the account holds another seat of the game.
pub async fn take_seat(
    conn: &mut AsyncPgConnection,
    token: &PlainToken,
    account_id: i64,
) -> Result<Taken, Error> {
    let (game, seat) = invited_to(conn, token).await?;
    conn.transaction(async |conn| {
        // One after the other, so that exactly one sees the last seat filled.
        let phase: String = games::table
            .find(game.id)
            .select(games::phase)
            .for_no_key_update()
            .first(conn)
            .await?;
        let holders: Vec<(i16, Option<i64>, Option<String>)> = seats::table
            .filter(seats::game_id.eq(game.id))
            .select((seats::seat, seats::account_id, seats::ai))
            .load(conn)
            .await?;
        let taken = |has_started| Taken {
            game_key: game.key.clone(),
            seat: seat.seat,
            has_started,
        };
        match holders
            .iter()
            .find(|(_, holder, _)| *holder == Some(account_id))
        {
            Some((own, ..)) if *own == seat.seat => return Ok(taken(phase != "gathering")),
            // Whoever held two would see two sides of the fog.
            Some(_) => return Err(Error::Conflict("already-seated")),
            None => {}
        }
        if holders.contains(&(seat.seat, None, None)) {
            let now = clock::now(conn).await?;
            diesel::update(seats::table.find((game.id, seat.seat)))
                .set((seats::account_id.eq(account_id), seats::taken_at.eq(now)))
                .execute(conn)
                .await?;
        } else {
            return Err(Error::Conflict("seat-taken"));
        }
        let is_last = holders
            .iter()
            .all(|(index, holder, ai)| holder.is_some() || ai.is_some() || *index == seat.seat);
        let starts = is_last && phase == "gathering";
        if starts {
            start(
                conn,
                &game,
                holders.iter().map(|(index, ..)| *index).collect(),
            )
            .await?;
        }
        bus::notify(conn, &Notice::Turn { game_id: game.id }).await?;
        Ok(taken(starts))
    })
    .await
}

/// Turn 1 opens, its clock begins, everybody is told by mail.
async fn start(
    conn: &mut AsyncPgConnection,
    game: &GameRow,
    mut expected: Vec<i16>,
) -> Result<(), Error> {
    expected.sort_unstable();
    diesel::update(games::table.find(game.id))
        .set((games::phase.eq("orders"), games::turn.eq(1)))
        .execute(conn)
        .await?;
    let opening = Opening {
        expected,
        ..Opening::default()
    };
    phases::open(conn, game.id, 1, opening).await?;
    outbox::add_for_all_seats(conn, Kind::GameStarted, game.id, 1).await?;
    Ok(())
}

/// A game by its name in addresses.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub async fn find(conn: &mut AsyncPgConnection, key: &str) -> Result<GameRow, Error> {
    let row = games::table
        .filter(games::key.eq(key))
        .select(GameRow::as_select());
    Ok(row.first(conn).await?)
}

/// A game's seats, in order.
///
/// # Errors
/// The database's.
pub async fn seats_of(conn: &mut AsyncPgConnection, game_id: i64) -> Result<Vec<SeatRow>, Error> {
    let rows = seats::table
        .filter(seats::game_id.eq(game_id))
        .order(seats::seat);
    Ok(rows.select(SeatRow::as_select()).load(conn).await?)
}

/// The game and seat that an account plays under a key.
///
/// # Errors
/// [`Error::NotFound`] for no such game and for one the account is not in: the
/// two must look alike.
pub async fn seated(
    conn: &mut AsyncPgConnection,
    key: &str,
    account_id: i64,
) -> Result<(GameRow, SeatRow), Error> {
    Ok(seats::table
        .inner_join(games::table)
        .filter(games::key.eq(key))
        .filter(seats::account_id.eq(account_id))
        .select((GameRow::as_select(), SeatRow::as_select()))
        .first(conn)
        .await?)
}

/// All games that an account has a seat in, newest first.
///
/// # Errors
/// The database's.
pub async fn of_account(
    conn: &mut AsyncPgConnection,
    account_id: i64,
) -> Result<Vec<(GameRow, SeatRow)>, Error> {
    Ok(seats::table
        .inner_join(games::table)
        .filter(seats::account_id.eq(account_id))
        .order(games::id.desc())
        .select((GameRow::as_select(), SeatRow::as_select()))
        .load(conn)
        .await?)
}

/// All games, newest first, for operators.
///
/// # Errors
/// The database's.
pub async fn all(conn: &mut AsyncPgConnection) -> Result<Vec<GameRow>, Error> {
    Ok(games::table
        .order(games::id.desc())
        .select(GameRow::as_select())
        .load(conn)
        .await?)
}

/// Ten characters of lower-case base32: 50 random bits.
fn random_key() -> Result<String, Error> {
    const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut bytes = [0; 10];
    random(&mut bytes)?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(DIGITS[usize::from(byte % 32)]))
        .collect())
}

fn random(bytes: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|error| Error::internal(error.to_string()))
}
