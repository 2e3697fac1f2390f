//! Games and seats as rows, and how they are found. Making games, taking seats
//! and beginning stand below; nothing here knows the rules of play.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::PlainToken,
    clock::Instant,
    error::Error,
    schema::{games, seats},
};

mod create;
pub mod import;
mod seating;
mod start;
mod table;
pub mod terms;
pub mod uploads;

pub use create::{NewGame, create, create_with, is_name, key, people};
pub use seating::{Pass, Taken, call_off, join, kick, leave, set_controller, take_seat};
pub use start::{if_ready, step};

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
    /// The fixed times at which phases end, if they do.
    pub deadline_calendar: Option<String>,
    /// Reserve that each seat began with.
    pub reserve_seconds: i32,
    /// What was published of the seed.
    pub seed_commitment: String,
    /// Under which rules it is played.
    pub rules_version: i32,
    /// And with which ruleset.
    pub ruleset: String,
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
    /// Since when it may be offered to somebody else, as its player is away.
    pub standby_since: Option<Instant>,
    /// Who holds it from the next turn on.
    pub next_account_id: Option<i64>,
    /// Since when its player wants it back from the AI that holds it.
    pub resume_wanted_at: Option<Instant>,
    /// When whoever holds it agreed that the game is watched while it runs.
    pub watching_agreed_at: Option<Instant>,
}

impl SeatRow {
    /// Whether somebody will give its orders.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        !self.is_on_offer() && (self.account_id.is_some() || self.is_ai())
    }

    /// Whether a running game looks for somebody to take it over.
    #[must_use]
    pub fn is_on_offer(&self) -> bool {
        self.standby_since.is_some() && self.next_account_id.is_none()
    }

    /// Whether a program gives them.
    #[must_use]
    pub fn is_ai(&self) -> bool {
        self.ai.is_some()
    }
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

/// Whether something can be a game's name in an address at all. What cannot is not
/// asked for: the database takes no NUL in a text.
fn is_key(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A game by its name in addresses.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub async fn find(conn: &mut AsyncPgConnection, key: &str) -> Result<GameRow, Error> {
    if !is_key(key) {
        return Err(Error::NotFound);
    }
    let row = games::table
        .filter(games::key.eq(key))
        .select(GameRow::as_select());
    Ok(row.first(conn).await?)
}

/// The names in addresses of games, by their numbers.
///
/// # Errors
/// The database's.
pub async fn keys(
    conn: &mut AsyncPgConnection,
    ids: &[i64],
) -> Result<BTreeMap<i64, String>, Error> {
    let rows: Vec<(i64, String)> = games::table
        .filter(games::id.eq_any(ids))
        .select((games::id, games::key))
        .load(conn)
        .await?;
    Ok(rows.into_iter().collect())
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
    if !is_key(key) {
        return Err(Error::NotFound);
    }
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

/// A game's header line, without its seed.
///
/// # Errors
/// [`Error::NotFound`] if there is no such game.
pub async fn header(conn: &mut AsyncPgConnection, game_id: i64) -> Result<String, Error> {
    let row = games::table.find(game_id).select(games::header);
    Ok(row.first(conn).await?)
}
