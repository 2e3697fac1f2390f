//! Games as they are offered: who sits where, on what terms, and who may know.
//!
//! The border of HO-130 and HO-140 for everything around the board: a private
//! game does not exist for strangers, and nobody in an anonymous one has a name
//! before it is over. Must not look into a log.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{Auth, PlainToken},
    error::Error,
    games::{self, GameRow, SeatRow, terms::TermsRow},
    schema::{accounts, games as game, lobby, seats},
};

pub mod search;
pub mod watching;

/// How many finished games of a person are listed.
pub const LISTED: i64 = 60;

/// A person as others may know them.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct Person {
    /// The account.
    #[diesel(column_name = id)]
    pub account_id: i64,
    /// The name that its owner chose; may be empty.
    pub name: String,
    /// Their name in addresses.
    pub profile: String,
}

/// A seat with who holds it, as far as the reader may know.
#[derive(Clone, Debug)]
pub struct Chair {
    /// The seat.
    pub seat: SeatRow,
    /// Who holds it; nobody where it is free, a program's or kept unknown.
    pub person: Option<Person>,
    /// Whether the reader holds it.
    pub is_own: bool,
}

/// A game as one reader may know it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The game.
    pub game: GameRow,
    /// Its terms.
    pub terms: TermsRow,
    /// Its seats, in order.
    pub chairs: Vec<Chair>,
    /// Who made it, as far as that may be known.
    pub maker: Option<Person>,
    /// Whether the reader made it.
    pub is_maker: bool,
    /// Whether the reader directs it without playing.
    pub is_master: bool,
}

impl Offer {
    /// Whether it can be joined or changed.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.game.phase == "gathering" && self.terms.called_off_at.is_none()
    }

    /// The reader's own seat.
    #[must_use]
    pub fn own_seat(&self) -> Option<i16> {
        let own = self.chairs.iter().find(|chair| chair.is_own);
        own.map(|chair| chair.seat.seat)
    }

    /// How many seats are free.
    #[must_use]
    pub fn free(&self) -> usize {
        let free = self.chairs.iter().filter(|chair| !chair.seat.is_filled());
        free.count()
    }
}

/// What a reader has to do with: holds a seat of it, made it, or directs it.
/// Newest first.
///
/// # Errors
/// The database's.
pub async fn of_account(conn: &mut AsyncPgConnection, reader: i64) -> Result<Vec<Offer>, Error> {
    let sits = seats::table
        .filter(seats::account_id.eq(reader))
        .select(seats::game_id);
    let rows = game::table
        .inner_join(lobby::table)
        .filter(
            game::id
                .eq_any(sits)
                .or(game::created_by.eq(reader))
                .or(lobby::master_id.eq(reader)),
        )
        .order(game::id.desc())
        .select((GameRow::as_select(), TermsRow::as_select()))
        .load(conn)
        .await?;
    offers(conn, rows, reader).await
}

/// A game under its key, for a reader who may know of it: its people, whoever
/// shows its link, and everybody if it is public.
///
/// # Errors
/// [`Error::NotFound`] for all others, as if there were no such game.
pub async fn find(
    conn: &mut AsyncPgConnection,
    auth: &Auth,
    key: &str,
    reader: i64,
    link: Option<&PlainToken>,
) -> Result<Offer, Error> {
    let found = games::find(conn, key).await?;
    let terms = games::terms::of(conn, found.id).await?;
    let wanted = auth.game_link(&terms.link_nonce).hashed();
    let shows_link = link.is_some_and(|link| link.hashed() == wanted);
    let is_public = terms.is_public;
    let offer = offers(conn, vec![(found, terms)], reader).await?.pop();
    let offer = offer.ok_or(Error::NotFound)?;
    let is_of_it = offer.is_maker || offer.is_master || offer.own_seat().is_some();
    if is_of_it || shows_link || is_public {
        Ok(offer)
    } else {
        Err(Error::NotFound)
    }
}

async fn offers(
    conn: &mut AsyncPgConnection,
    rows: Vec<(GameRow, TermsRow)>,
    reader: i64,
) -> Result<Vec<Offer>, Error> {
    let ids: Vec<i64> = rows.iter().map(|(game, _)| game.id).collect();
    let seats: Vec<SeatRow> = seats::table
        .filter(seats::game_id.eq_any(&ids))
        .order((seats::game_id, seats::seat))
        .select(SeatRow::as_select())
        .load(conn)
        .await?;
    let makers = rows.iter().filter_map(|(game, _)| game.created_by);
    let holders = seats.iter().filter_map(|seat| seat.account_id);
    let people = people(conn, makers.chain(holders).collect()).await?;
    Ok(rows
        .into_iter()
        .map(|(game, terms)| {
            let own = seats.iter().filter(|seat| seat.game_id == game.id);
            let own = own.cloned().collect();
            offer(game, terms, own, &people, reader)
        })
        .collect())
}

/// The finished games of an account that anybody may know of, newest first.
///
/// # Errors
/// The database's.
pub async fn finished_in_public(
    conn: &mut AsyncPgConnection,
    account_id: i64,
) -> Result<Vec<(GameRow, SeatRow)>, Error> {
    Ok(seats::table
        .inner_join(game::table.inner_join(lobby::table))
        .filter(seats::account_id.eq(account_id))
        .filter(game::phase.eq("ended"))
        .filter(lobby::is_public)
        .order(game::id.desc())
        .limit(LISTED)
        .select((GameRow::as_select(), SeatRow::as_select()))
        .load(conn)
        .await?)
}

/// The people behind accounts.
///
/// # Errors
/// The database's.
pub async fn people(
    conn: &mut AsyncPgConnection,
    accounts: Vec<i64>,
) -> Result<BTreeMap<i64, Person>, Error> {
    let rows: Vec<Person> = accounts::table
        .filter(accounts::id.eq_any(accounts))
        .select(Person::as_select())
        .load(conn)
        .await?;
    let by_id = rows.into_iter().map(|person| (person.account_id, person));
    Ok(by_id.collect())
}

fn offer(
    game: GameRow,
    terms: TermsRow,
    seats: Vec<SeatRow>,
    people: &BTreeMap<i64, Person>,
    reader: i64,
) -> Offer {
    let is_hidden = terms.is_anonymous && game.phase != "ended";
    let known = |account: Option<i64>| {
        let account = account.filter(|account| !is_hidden || *account == reader)?;
        people.get(&account).cloned()
    };
    let chairs = seats.into_iter().map(|seat| Chair {
        person: known(seat.account_id),
        is_own: seat.account_id == Some(reader),
        seat,
    });
    Offer {
        chairs: chairs.collect(),
        maker: known(game.created_by),
        is_maker: game.created_by == Some(reader),
        is_master: terms.master_id == Some(reader),
        game,
        terms,
    }
}
