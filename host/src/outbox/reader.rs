//! Whether a mail may be read by whom it is for: asked when it is owed and again
//! when it is sent, here alone. Whoever was shown out, gave the seat up or is out of
//! the game is told nothing more of it. Changes nothing.

use std::fmt;

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, SmallInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::kind::{Audience, Kind};
use crate::error::Error;

/// Somebody to whom a mail could go.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub struct Reader {
    /// The seat, where it is about one.
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub seat: Option<i16>,
    /// The account, where there is one.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub account_id: Option<i64>,
    /// The address of today.
    #[diesel(sql_type = Text)]
    pub email: String,
}

/// Why a mail that was owed comes to nothing. It did not fail: there is nothing to
/// repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Its reader was shown out of this host.
    ShownOut,
    /// This host does not let its reader in.
    NotLetIn,
    /// The seat is somebody else's, or nobody's.
    ChangedHands,
    /// The seat is out of the game.
    Out,
    /// The game has ended or was called off.
    Over,
    /// What it asked for is done, or what it told is so no more.
    Settled,
    /// A newer mail of the same matter has taken its place.
    Overtaken,
    /// It waited until it was of no more use.
    TooLate,
}

impl Dropped {
    /// For the row and the operator.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ShownOut => "its reader was shown out",
            Self::NotLetIn => "this host does not let its reader in",
            Self::ChangedHands => "the seat has changed hands",
            Self::Out => "the seat is out of the game",
            Self::Over => "the game is over or was called off",
            Self::Settled => "what it was about is settled",
            Self::Overtaken => "a newer one has taken its place",
            Self::TooLate => "it waited until it was of no more use",
        }
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a reader and a game stand to each other.
#[derive(QueryableByName)]
struct Standing {
    #[diesel(sql_type = Bool)]
    is_blocked: bool,
    #[diesel(sql_type = Bool)]
    is_over: bool,
    #[diesel(sql_type = Bool)]
    is_called_off: bool,
    #[diesel(sql_type = Bool)]
    holds_seat: bool,
    #[diesel(sql_type = Bool)]
    is_out: bool,
    #[diesel(sql_type = Bool)]
    was_out: bool,
}

/// For each reader of a mail what keeps it from them, if anything does. `turn` is the
/// one that the mail is about.
///
/// # Errors
/// The database's.
pub(super) async fn hindrances(
    conn: &mut AsyncPgConnection,
    kind: Kind,
    game_id: Option<i64>,
    turn: Option<i32>,
    readers: &[Reader],
) -> Result<Vec<Option<Dropped>>, Error> {
    let seats: Vec<_> = readers.iter().map(|reader| reader.seat).collect();
    let accounts: Vec<_> = readers.iter().map(|reader| reader.account_id).collect();
    let emails: Vec<_> = readers.iter().map(|reader| &*reader.email).collect();
    // A phase waits for the seats that are in the game (`close::boundary`).
    let standings: Vec<Standing> = diesel::sql_query(
        "SELECT coalesce(a.blocked_at IS NOT NULL, false) AS is_blocked, \
             coalesce(g.phase = 'ended', false) AS is_over, \
             coalesce(l.called_off_at IS NOT NULL, false) AS is_called_off, \
             coalesce(s.account_id = r.account_id, false) AS holds_seat, \
             coalesce(r.seat <> ALL (open.expected), false) AS is_out, \
             coalesce(r.seat <> ALL (past.expected), false) AS was_out \
         FROM unnest($3, $4, $5) WITH ORDINALITY AS r (seat, account_id, email, place) \
         LEFT JOIN accounts a \
             ON a.id = r.account_id OR (r.account_id IS NULL AND a.email = r.email) \
         LEFT JOIN games g ON g.id = $1 \
         LEFT JOIN lobby l ON l.game_id = g.id \
         LEFT JOIN seats s ON s.game_id = g.id AND s.seat = r.seat \
         LEFT JOIN clocks open ON open.game_id = g.id AND open.turn = g.turn \
         LEFT JOIN clocks past ON past.game_id = g.id AND past.turn = $2 \
         ORDER BY r.place",
    )
    .bind::<Nullable<BigInt>, _>(game_id)
    .bind::<Nullable<Integer>, _>(turn)
    .bind::<Array<Nullable<SmallInt>>, _>(seats)
    .bind::<Array<Nullable<BigInt>>, _>(accounts)
    .bind::<Array<Text>, _>(emails)
    .load(conn)
    .await?;
    Ok(standings
        .iter()
        .map(|standing| judge(kind, standing))
        .collect())
}

fn judge(kind: Kind, standing: &Standing) -> Option<Dropped> {
    if standing.is_blocked {
        return Some(Dropped::ShownOut);
    }
    let audience = kind.audience();
    let sits = matches!(
        audience,
        Audience::Player | Audience::Witness | Audience::Holder
    );
    if sits && !standing.holds_seat {
        return Some(Dropped::ChangedHands);
    }
    let is_over = standing.is_over || standing.is_called_off;
    match audience {
        Audience::Player if is_over => Some(Dropped::Over),
        Audience::Player if standing.is_out => Some(Dropped::Out),
        Audience::Witness if standing.was_out => Some(Dropped::Out),
        // Nobody is asked into what is no more.
        Audience::Address if is_over => Some(Dropped::Over),
        _ if kind == Kind::Joined && standing.is_called_off => Some(Dropped::Over),
        _ => None,
    }
}
