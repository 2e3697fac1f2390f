//! One way to owe a mail: what it is about, to whom, and its matter, which makes a
//! second row of the same vanish, whoever adds it. Called in the transaction that
//! changes the world; sends nothing.

use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Nullable, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::Value;

use super::{
    Audience, Kind,
    reader::{self, Reader},
};
use crate::error::Error;

/// To whom a mail is owed.
#[derive(Clone, Copy, Debug)]
pub enum To<'a> {
    /// Every person who holds a seat of the game.
    Table,
    /// The persons who hold these seats.
    Seats(&'a [i16]),
    /// An account, with the seat that it is about where there is one.
    Account(i64, Option<i16>),
    /// An address, with the seat that is offered to it where there is one.
    Address(&'a str, Option<i16>),
    /// Those who are marked as operators, and those whom the configuration names.
    Operators(&'a [String]),
}

/// A mail that is owed.
#[derive(Clone, Debug)]
pub struct Owed<'a> {
    /// What it is about.
    pub kind: Kind,
    /// The game, where there is one.
    pub game_id: Option<i64>,
    /// To whom.
    pub to: To<'a>,
    /// The turn it is about: the one that opens for `GameStarted` (1), the one that
    /// was fought for `TurnReady`, else the open one.
    pub turn: Option<i32>,
    /// What tells it from others of its kind in the same turn: the number of a vote,
    /// the instant of a deadline. Empty where there can be no other.
    pub matter: String,
    /// What its letter needs besides: no text, no secret.
    pub params: Value,
}

impl<'a> Owed<'a> {
    /// A mail that belongs to no game.
    #[must_use]
    pub fn new(kind: Kind, to: To<'a>) -> Self {
        Self {
            kind,
            game_id: None,
            to,
            turn: None,
            matter: String::new(),
            params: Value::Object(serde_json::Map::new()),
        }
    }

    /// A mail of a game.
    #[must_use]
    pub fn of_game(kind: Kind, game_id: i64, to: To<'a>) -> Self {
        Self {
            game_id: Some(game_id),
            ..Self::new(kind, to)
        }
    }

    /// About a turn.
    #[must_use]
    pub fn turn(self, turn: i32) -> Self {
        Self {
            turn: Some(turn),
            ..self
        }
    }

    /// About one of several things of its kind in a turn.
    #[must_use]
    pub fn matter(self, matter: impl ToString) -> Self {
        Self {
            matter: matter.to_string(),
            ..self
        }
    }

    /// With what its letter needs besides.
    #[must_use]
    pub fn params(self, params: Value) -> Self {
        Self { params, ..self }
    }
}

/// Owes a mail to each of its readers who may read it and to whom it was not owed
/// before. Returns how many there were.
///
/// # Errors
/// The database's.
pub async fn owe(conn: &mut AsyncPgConnection, owed: &Owed<'_>) -> Result<usize, Error> {
    let readers = readers(conn, owed).await?;
    if readers.is_empty() {
        return Ok(0);
    }
    // Asking for a link takes the same work for every address, so that its time tells
    // nothing; such mails are looked at when they are sent.
    let hindrances = match owed.kind.audience() {
        Audience::Address => vec![None; readers.len()],
        _ => reader::hindrances(conn, owed.kind, owed.game_id, owed.turn, &readers).await?,
    };
    let may_read: Vec<Reader> = readers
        .into_iter()
        .zip(hindrances)
        .filter_map(|(reader, hindrance)| hindrance.is_none().then_some(reader))
        .collect();
    let seats: Vec<_> = may_read.iter().map(|reader| reader.seat).collect();
    let accounts: Vec<_> = may_read.iter().map(|reader| reader.account_id).collect();
    let emails: Vec<_> = may_read.iter().map(|reader| &*reader.email).collect();
    let added = diesel::sql_query(
        "INSERT INTO outbox (game_id, seat, turn, kind, account_id, email, matter, params, urgency) \
         SELECT $1, r.seat, $2, $3, r.account_id, r.email, $4, $5, $6 \
         FROM unnest($7, $8, $9) WITH ORDINALITY AS r (seat, account_id, email, place) \
         ORDER BY r.place ON CONFLICT DO NOTHING",
    )
    .bind::<Nullable<BigInt>, _>(owed.game_id)
    .bind::<Nullable<Integer>, _>(owed.turn)
    .bind::<Text, _>(owed.kind.as_str())
    .bind::<Text, _>(&owed.matter)
    .bind::<Jsonb, _>(&owed.params)
    .bind::<SmallInt, _>(owed.kind.urgency())
    .bind::<Array<Nullable<SmallInt>>, _>(seats)
    .bind::<Array<Nullable<BigInt>>, _>(accounts)
    .bind::<Array<Text>, _>(emails)
    .execute(conn)
    .await?;
    Ok(added)
}

async fn readers(conn: &mut AsyncPgConnection, owed: &Owed<'_>) -> Result<Vec<Reader>, Error> {
    const SEATED: &str = "SELECT s.seat, a.id AS account_id, a.email \
        FROM seats s JOIN accounts a ON a.id = s.account_id \
        WHERE s.game_id = $1 AND ($2 IS NULL OR s.seat = ANY ($2)) ORDER BY s.seat";
    let seated = |seats: Option<Vec<i16>>| {
        diesel::sql_query(SEATED)
            .bind::<Nullable<BigInt>, _>(owed.game_id)
            .bind::<Nullable<Array<SmallInt>>, _>(seats)
    };
    let readers =
        match owed.to {
            To::Table => seated(None).load(conn).await?,
            To::Seats(seats) => seated(Some(seats.to_vec())).load(conn).await?,
            To::Account(account_id, seat) => diesel::sql_query(
                "SELECT $2 AS seat, a.id AS account_id, a.email FROM accounts a WHERE a.id = $1",
            )
            .bind::<BigInt, _>(account_id)
            .bind::<Nullable<SmallInt>, _>(seat)
            .load(conn)
            .await?,
            To::Address(email, seat) => vec![Reader {
                seat,
                account_id: None,
                email: email.to_owned(),
            }],
            To::Operators(named) => {
                diesel::sql_query(
                    "SELECT NULL::smallint AS seat, a.id AS account_id, \
                     coalesce(a.email, n.email) AS email \
                 FROM (SELECT * FROM accounts WHERE is_operator OR email = ANY ($1)) a \
                 FULL JOIN unnest($1) AS n (email) ON n.email = a.email",
                )
                .bind::<Array<Text>, _>(named)
                .load(conn)
                .await?
            }
        };
    Ok(readers)
}
