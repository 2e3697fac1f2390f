//! Who sits where: seats are taken, changed, left, emptied, handed to a program.
//!
//! Each of these happens under the game row's lock, one after the other, so
//! that two people never have one seat and exactly one sees the last one filled.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::scenario::Controller;

use super::{
    find, invited_to, start,
    table::{Table, control, sit, stand_by, stand_up},
};
use crate::{
    auth::{Auth, PlainToken},
    bus::{self, Notice},
    clock,
    error::Error,
    lobby::watching,
    outbox::{self, Kind, Owed, To},
    schema::{kicked, lobby},
};

/// A seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The game's name in addresses.
    pub game_key: String,
    /// The seat's index.
    pub seat: i16,
    /// Whether the game has started with it.
    pub has_started: bool,
    /// Whether it is the account's only from the next turn on.
    pub is_from_next_turn: bool,
}

/// Takes the seat of an invitation for an account. Taking it again is no
/// error. When the last seat is taken the game starts.
///
/// # Errors
/// [`Error::NotFound`] for a void invitation, [`Error::Conflict`] if somebody
/// else has the seat, the account holds another seat of the game, directs it or has
/// watched it, or the game was called off.
pub async fn take_seat(
    conn: &mut AsyncPgConnection,
    token: &PlainToken,
    account_id: i64,
) -> Result<Taken, Error> {
    let (game, seat) = invited_to(conn, token).await?;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game.id).await?;
        match table.seat_of(account_id) {
            Some(own) if own == seat.seat => {
                return Ok(Taken {
                    has_started: table.game.phase != "gathering",
                    is_from_next_turn: table.seat(seat.seat)?.account_id != Some(account_id),
                    game_key: table.game.key,
                    seat: seat.seat,
                });
            }
            // Whoever held two would see two sides of the fog.
            Some(_) => return Err(Error::Conflict("already-seated")),
            None => {}
        }
        if table.terms.called_off_at.is_some() {
            return Err(Error::Conflict("called-off"));
        }
        table.must_not_direct(account_id)?;
        watching::must_not_have(conn, game.id, account_id).await?;
        if table.seat(seat.seat)?.is_filled() {
            return Err(Error::Conflict("seat-taken"));
        }
        if table.seat(seat.seat)?.is_on_offer() {
            stand_by(conn, game.id, seat.seat, account_id).await?;
            return Ok(Taken {
                has_started: false,
                game_key: table.game.key,
                seat: seat.seat,
                is_from_next_turn: true,
            });
        }
        sit(conn, game.id, seat.seat, account_id).await?;
        tell_maker(conn, &table, seat.seat, account_id).await?;
        taken(conn, &table, seat.seat).await
    })
    .await
}

/// What somebody without an invitation of their own shows at the door.
#[derive(Debug, Default)]
pub struct Pass<'a> {
    /// The password, as typed.
    pub password: &'a str,
    /// The game's shared link.
    pub link: Option<&'a PlainToken>,
}

/// Takes a free seat of a gathering game, or changes to it from another one.
///
/// # Errors
/// [`Error::NotFound`] for a game that is not for this person to know,
/// [`Error::Refused`] for a wrong password, [`Error::Conflict`] where the seat
/// is taken, the game has begun or was called off, or its maker does not want
/// them.
pub async fn join(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    key: &str,
    seat: i16,
    account_id: i64,
    pass: Pass<'_>,
) -> Result<Taken, Error> {
    let game_id = find(conn, key).await?.id;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        let own = table.seat_of(account_id);
        if own.is_none() && table.game.created_by != Some(account_id) {
            admit(auth, &table, &pass)?;
        }
        table.must_gather()?;
        table.must_not_direct(account_id)?;
        let is_kicked: bool = diesel::select(diesel::dsl::exists(
            kicked::table.find((game_id, account_id)),
        ))
        .get_result(conn)
        .await?;
        if is_kicked {
            return Err(Error::Conflict("kicked"));
        }
        if own == Some(seat) {
            return taken(conn, &table, seat).await;
        }
        if table.seat(seat)?.is_filled() {
            return Err(Error::Conflict("seat-taken"));
        }
        if let Some(own) = own {
            stand_up(conn, game_id, own).await?;
        }
        sit(conn, game_id, seat, account_id).await?;
        if own.is_none() {
            tell_maker(conn, &table, seat, account_id).await?;
        }
        taken(conn, &table, seat).await
    })
    .await
}

fn admit(auth: &Auth, table: &Table, pass: &Pass<'_>) -> Result<(), Error> {
    let link = auth.game_link(&table.terms.link_nonce).hashed();
    if pass.link.is_some_and(|shown| shown.hashed() == link) {
        return Ok(());
    }
    if !table.terms.is_public {
        return Err(Error::NotFound);
    }
    let Some(wanted) = &table.terms.password_hash else {
        return Ok(());
    };
    let typed = auth.game_password(&table.game.key, pass.password);
    // blake3's comparison takes the same time wherever the difference lies.
    if blake3::Hash::from(typed) == *wanted.as_slice() {
        return Ok(());
    }
    Err(Error::Refused {
        code: "wrong-password",
        values: Vec::new(),
    })
}

/// Gives the seat up again, before the game begins.
///
/// # Errors
/// [`Error::NotFound`] for who has no seat there, [`Error::Conflict`] once the
/// game has begun.
pub async fn leave(conn: &mut AsyncPgConnection, key: &str, account_id: i64) -> Result<(), Error> {
    let game_id = find(conn, key).await?.id;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        let own = table.seat_of(account_id).ok_or(Error::NotFound)?;
        table.must_gather()?;
        stand_up(conn, game_id, own).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// The maker empties a seat before the game begins. Whoever had it is told by
/// mail and stays out, unless by an invitation of their own.
///
/// # Errors
/// [`Error::NotFound`] for everybody but the maker, and for a seat that nobody
/// else holds; [`Error::Conflict`] once the game has begun.
pub async fn kick(
    conn: &mut AsyncPgConnection,
    key: &str,
    seat: i16,
    by: i64,
) -> Result<(), Error> {
    let game_id = find(conn, key).await?.id;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        table.must_be_made_by(by)?;
        table.must_gather()?;
        let held = table.seat(seat)?.account_id.filter(|held| *held != by);
        let held = held.ok_or(Error::NotFound)?;
        stand_up(conn, game_id, seat).await?;
        diesel::insert_into(kicked::table)
            .values((kicked::game_id.eq(game_id), kicked::account_id.eq(held)))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        // By an invitation they can come back, and be taken out again.
        let owed = Owed::of_game(Kind::Kicked, game_id, To::Account(held, None));
        let owed = owed.matter(clock::now(conn).await?.timestamp_micros());
        outbox::owe(conn, &owed).await?;
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// The maker hands a free seat to a program, or takes it back from it.
///
/// # Errors
/// [`Error::NotFound`] for everybody but the maker; [`Error::Conflict`] where
/// the seat is taken, the game is ranked, or has begun.
pub async fn set_controller(
    conn: &mut AsyncPgConnection,
    key: &str,
    seat: i16,
    by: i64,
    controller: Controller,
) -> Result<Taken, Error> {
    let game_id = find(conn, key).await?.id;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        table.must_be_made_by(by)?;
        table.must_gather()?;
        if table.seat(seat)?.account_id.is_some() {
            return Err(Error::Conflict("seat-taken"));
        }
        if table.terms.is_ranked {
            return Err(Error::Conflict("ranked-needs-people"));
        }
        control(conn, &table, &[seat], controller).await?;
        taken(conn, &table, seat).await
    })
    .await
}

/// The maker gives the game up before it begins. It stays as it is, and nobody
/// can join it any more.
///
/// # Errors
/// [`Error::NotFound`] for everybody but the maker; [`Error::Conflict`] once it
/// has begun.
pub async fn call_off(conn: &mut AsyncPgConnection, key: &str, by: i64) -> Result<(), Error> {
    let game_id = find(conn, key).await?.id;
    conn.transaction(async |conn| {
        let table = Table::lock(conn, game_id).await?;
        table.must_be_made_by(by)?;
        table.must_gather()?;
        let now = clock::now(conn).await?;
        diesel::update(lobby::table.find(game_id))
            .set(lobby::called_off_at.eq(now))
            .execute(conn)
            .await?;
        for seat in &table.seats {
            let to = match (seat.account_id, &seat.invite_email) {
                (Some(maker), _) if maker == by => continue,
                (Some(account), _) => To::Account(account, None),
                (None, Some(email)) => To::Address(email, None),
                (None, None) => continue,
            };
            let owed = Owed::of_game(Kind::CalledOff, game_id, to);
            outbox::owe(conn, &owed).await?;
        }
        bus::notify(conn, &Notice::Turn { game_id }).await
    })
    .await
}

/// What came of it, after the game began if that was the last thing it waited for.
async fn taken(conn: &mut AsyncPgConnection, table: &Table, seat: i16) -> Result<Taken, Error> {
    let game_id = table.game.id;
    let has_started = start::if_ready(conn, game_id).await?;
    bus::notify(conn, &Notice::Turn { game_id }).await?;
    Ok(Taken {
        game_key: table.game.key.clone(),
        seat,
        has_started,
        is_from_next_turn: false,
    })
}

/// The maker hears of it, unless it is themselves.
async fn tell_maker(
    conn: &mut AsyncPgConnection,
    table: &Table,
    seat: i16,
    account_id: i64,
) -> Result<(), Error> {
    match table.game.created_by {
        Some(maker) if maker != account_id => {
            let to = To::Account(maker, Some(seat));
            let owed = Owed::of_game(Kind::Joined, table.game.id, to);
            let owed = owed.matter(clock::now(conn).await?.timestamp_micros());
            let params = serde_json::json!({ "account": account_id });
            outbox::owe(conn, &owed.params(params)).await.map(drop)
        }
        _ => Ok(()),
    }
}
