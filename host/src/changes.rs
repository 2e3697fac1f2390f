//! What changes around a game but by its orders: its clock, its seats, what the
//! players decided. Each change is a row, so that it is told once by mail and stays
//! on the game's page with its instant.
//!
//! Called in the transaction that makes the change. Changes nothing of the game.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};

use crate::{
    audit::Actor,
    clock::Instant,
    error::Error,
    outbox::{self, Kind, Owed, To},
    schema::{changes, games},
};

mod words;

pub use words::{Teller, line};

/// Who changed it, as far as the players are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The game master.
    Master,
    /// The operator of this host, by page or command line.
    Operator,
}

impl From<Actor> for By {
    fn from(actor: Actor) -> Self {
        match actor {
            Actor::Master(_) => Self::Master,
            Actor::Operator(_) | Actor::Console | Actor::Host => Self::Operator,
        }
    }
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// The open turn's clock was stopped.
    Paused {
        /// Who stopped it.
        by: By,
    },
    /// It runs again.
    Resumed {
        /// Who let it.
        by: By,
    },
    /// The open turn's deadline was moved.
    Extended {
        /// Who moved it.
        by: By,
        /// Where it is now.
        due: Instant,
    },
    /// A vote was counted.
    Voted {
        /// Its number in the game.
        vote: i64,
    },
    /// A player of an adjourned game is ready to go on.
    Ready {
        /// Their seat.
        seat: u8,
    },
    /// An adjourned game goes on.
    Reconvened {},
    /// An AI took a seat over.
    Substituted {
        /// The seat.
        seat: u8,
    },
    /// A person plays a seat again that an AI had taken over.
    Returned {
        /// The seat.
        seat: u8,
    },
    /// The operator gave a seat to somebody else, from the next turn on.
    Replaced {
        /// The seat.
        seat: u8,
    },
    /// A seat's player gets another address, from the next turn on.
    Moving {
        /// The seat.
        seat: u8,
    },
    /// A seat's player was shown out of this host.
    Removed {
        /// The seat.
        seat: u8,
    },
    /// A seat was given notice: the turn does not wait for it after that.
    Noticed {
        /// The seat.
        seat: u8,
        /// From when it does not.
        from: Instant,
    },
}

impl Change {
    /// Whether it is about how the open turn's clock runs, so that a later one of
    /// these says all that an earlier one did.
    #[must_use]
    pub fn is_of_clock(&self) -> bool {
        matches!(
            self,
            Self::Paused { .. }
                | Self::Resumed { .. }
                | Self::Extended { .. }
                | Self::Ready { .. }
                | Self::Reconvened {}
        )
    }
}

/// A change as the table has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its number.
    pub id: i64,
    /// The turn in which it came about.
    pub turn: u32,
    /// When.
    pub at: Instant,
    /// What.
    pub change: Change,
}

/// Tells of a change by a letter of its own, to those readers who may have it.
///
/// # Errors
/// The database's.
pub async fn tell(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    change: &Change,
    to: To<'_>,
) -> Result<(), Error> {
    let turn: i32 = games::table
        .find(game_id)
        .select(games::turn)
        .first(conn)
        .await?;
    let id = add(conn, game_id, turn, change, false).await?;
    let owed = Owed::of_game(Kind::Changed, game_id, to);
    outbox::owe(conn, &owed.turn(turn).matter(id)).await?;
    Ok(())
}

/// Keeps a change that comes with the close of a turn: the letter of that turn says
/// it, and there is no other.
///
/// # Errors
/// The database's.
pub async fn with_turn(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    change: &Change,
) -> Result<(), Error> {
    add(conn, game_id, turn, change, true).await.map(drop)
}

async fn add(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
    change: &Change,
    with_turn: bool,
) -> Result<i64, Error> {
    Ok(diesel::insert_into(changes::table)
        .values((
            changes::game_id.eq(game_id),
            changes::turn.eq(turn),
            changes::with_turn.eq(with_turn),
            changes::what.eq(serde_json::to_value(change).map_err(Error::internal)?),
        ))
        .returning(changes::id)
        .get_result(conn)
        .await?)
}

/// What came with the close of a turn, in its order.
///
/// # Errors
/// The database's.
pub async fn of_close(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    turn: i32,
) -> Result<Vec<Changed>, Error> {
    let rows = changes::table
        .filter(changes::game_id.eq(game_id))
        .filter(changes::turn.eq(turn))
        .filter(changes::with_turn)
        .order(changes::id)
        .select((changes::id, changes::turn, changes::at, changes::what))
        .load::<Row>(conn)
        .await?;
    Ok(rows.into_iter().filter_map(read).collect())
}

/// The newest changes of a game, the newest first.
///
/// # Errors
/// The database's.
pub async fn newest(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    most: i64,
) -> Result<Vec<Changed>, Error> {
    let rows = changes::table
        .filter(changes::game_id.eq(game_id))
        .order(changes::id.desc())
        .limit(most)
        .select((changes::id, changes::turn, changes::at, changes::what))
        .load::<Row>(conn)
        .await?;
    Ok(rows.into_iter().filter_map(read).collect())
}

type Row = (i64, i32, Instant, serde_json::Value);

/// One that a newer program wrote is passed over.
fn read((id, turn, at, what): Row) -> Option<Changed> {
    Some(Changed {
        id,
        turn: u32::try_from(turn).ok()?,
        at,
        change: serde_json::from_value(what).ok()?,
    })
}
