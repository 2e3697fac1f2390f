//! A game is made: its row, its seats, its terms, in one transaction. The seed
//! is drawn and committed to here and shown to nobody before the end.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    log::{Header, chain_start},
    ruleset::RULES_VERSION,
    scenario::{Controller, Scenario},
    validate::shape::is_hidden,
};

use super::{
    GameRow, start, table,
    terms::{Maker, Terms},
};
use crate::{
    ai,
    auth::Auth,
    calendar::{DEADLINE_SECONDS, RESERVE_SECONDS, Rule},
    deadline::{Pace, default_clock},
    error::Error,
    phases,
    schema::{games, lobby, seats},
};

/// Longest name of a game, in characters.
const NAME_LENGTH: usize = 60;

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

/// Makes a game that is entered by invitation. It waits until all seats are
/// taken.
///
/// # Errors
/// A deadline or reserve out of bounds, or the database's.
pub async fn create(conn: &mut AsyncPgConnection, new: NewGame) -> Result<GameRow, Error> {
    make(conn, key()?, new, &Terms::default(), None).await
}

/// Makes a game on the terms of whoever makes it.
///
/// # Errors
/// A deadline or reserve out of bounds, terms that exclude one another, or the
/// database's.
pub async fn create_with(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    new: NewGame,
    terms: &Terms,
) -> Result<GameRow, Error> {
    let key = key()?;
    let password = terms.password.as_deref();
    let hash = password.map(|password| auth.game_password(&key, password));
    make(conn, key, new, terms, hash).await
}

async fn make(
    conn: &mut AsyncPgConnection,
    key: String,
    new: NewGame,
    terms: &Terms,
    password_hash: Option<[u8; 32]>,
) -> Result<GameRow, Error> {
    let mut new = new;
    if let Some(pace) = terms.usual_pace {
        let usual = default_clock(pace, people(&new.scenario));
        (new.deadline_seconds, new.reserve_seconds) = usual;
    }
    check(&new, terms)?;
    let name = named(new.name.as_deref(), &new.scenario)?;
    let mut seed = [0; 32];
    random(&mut seed)?;
    let mut scenario = new.scenario;
    scenario.options.ranked = terms.is_ranked;
    let header = Header::new(scenario, seed, RULES_VERSION);
    conn.transaction(async |conn| {
        let game: GameRow = diesel::insert_into(games::table)
            .values((
                games::key.eq(&key),
                games::name.eq(&name),
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
        if let Some(calendar) = &terms.calendar {
            phases::set_rule(conn, game.id, &Rule::Calendar(calendar.clone())).await?;
        }
        add_seats(conn, &game, &header.scenario).await?;
        add_terms(conn, &game, &header.scenario, terms, password_hash).await?;
        if let (Maker::Plays(seat), Some(maker)) = (terms.maker, new.created_by) {
            table::sit(conn, game.id, seat, maker).await?;
        }
        start::if_ready(conn, game.id).await?;
        Ok(game)
    })
    .await
}

/// What a game is called: by its maker, or else as its scenario is. Blanks are made
/// one, by whatever way the name came.
///
/// # Errors
/// [`Error::BadRequest`] for one that is too long, is not one line, or hides
/// something or turns the text around.
pub(super) fn named(wanted: Option<&str>, scenario: &Scenario) -> Result<String, Error> {
    let words = wanted.unwrap_or_default().split(' ');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    match name.as_str() {
        // The scenario was checked when it was read.
        "" => Ok(scenario.name.clone()),
        name if is_name(name) => Ok(name.to_owned()),
        _ => Err(Error::BadRequest("bad-game-name")),
    }
}

/// Whether a game can be called so; nothing at all is its scenario's name.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.chars().count() <= NAME_LENGTH && !name.chars().any(is_hidden)
}

fn check(new: &NewGame, terms: &Terms) -> Result<(), Error> {
    if new
        .deadline_seconds
        .is_some_and(|seconds| !DEADLINE_SECONDS.contains(&seconds))
    {
        return Err(Error::BadRequest("bad-deadline"));
    }
    if !RESERVE_SECONDS.contains(&new.reserve_seconds) {
        return Err(Error::BadRequest("bad-reserve"));
    }
    let seats = &new.scenario.seats;
    let is_ai =
        |seat: &&fieldpost_engine::scenario::ScenarioSeat| seat.controller == Controller::Ai;
    // Ratings compare people; who plays against a program is compared with nobody.
    if terms.is_ranked && (seats.len() < 2 || seats.iter().any(|seat| is_ai(&seat))) {
        return Err(Error::Conflict("ranked-needs-people"));
    }
    if let Maker::Plays(seat) = terms.maker {
        let seat = usize::try_from(seat).ok().and_then(|at| seats.get(at));
        if seat.is_none_or(|seat| is_ai(&seat)) {
            return Err(Error::BadRequest("no-such-seat"));
        }
    }
    Ok(())
}

pub(super) async fn add_seats(
    conn: &mut AsyncPgConnection,
    game: &GameRow,
    scenario: &Scenario,
) -> Result<(), Error> {
    let rows: Vec<_> = (0_i16..)
        .zip(&scenario.seats)
        .map(|(index, seat)| {
            (
                seats::game_id.eq(game.id),
                seats::seat.eq(index),
                seats::name.eq(&seat.name),
                seats::reserve_seconds_left.eq(game.reserve_seconds),
                seats::ai.eq(commander(seat.controller)),
            )
        })
        .collect();
    diesel::insert_into(seats::table)
        .values(rows)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn add_terms(
    conn: &mut AsyncPgConnection,
    game: &GameRow,
    scenario: &Scenario,
    terms: &Terms,
    password_hash: Option<[u8; 32]>,
) -> Result<(), Error> {
    let (master, sees_all) = match terms.maker {
        Maker::Master { sees_all } => (game.created_by, sees_all),
        Maker::Away | Maker::Plays(_) => (None, false),
    };
    diesel::insert_into(lobby::table)
        .values((
            lobby::game_id.eq(game.id),
            lobby::is_public.eq(terms.is_public),
            lobby::password_hash.eq(password_hash.map(|hash| hash.to_vec())),
            lobby::press.eq(terms.press.as_str()),
            lobby::is_anonymous.eq(terms.is_anonymous),
            lobby::spectators.eq(terms.spectators.as_str()),
            lobby::spectator_delay.eq(terms.spectators.delay()),
            lobby::is_ranked.eq(terms.is_ranked),
            lobby::starts_at.eq(terms.starts_at),
            lobby::master_id.eq(master),
            lobby::is_open_to_master.eq(sees_all),
            lobby::scenario.eq(&scenario.name),
            lobby::map_width.eq(i32::from(scenario.map.width)),
            lobby::map_height.eq(i32::from(scenario.map.height)),
            lobby::is_ground_hidden.eq(terms.is_ground_hidden),
            lobby::tier.eq(i16::from(scenario.options.initiative_tier)),
            lobby::usual_pace.eq(terms.usual_pace.map(Pace::as_str)),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// How many seats people play.
#[must_use]
pub fn people(scenario: &Scenario) -> usize {
    let seats = scenario.seats.iter();
    seats
        .filter(|seat| seat.controller == Controller::Human)
        .count()
}

/// Who plays a seat, as the table has it.
pub(super) fn commander(controller: Controller) -> Option<&'static str> {
    match controller {
        Controller::Human => None,
        Controller::Ai => Some(ai::STANDARD),
    }
}

/// A fresh name for addresses: ten characters of lower-case base32, 50 random
/// bits.
///
/// # Errors
/// When the operating system has no randomness to give.
pub fn key() -> Result<String, Error> {
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
