//! What the players of a game decide together: an AI in an absent player's place,
//! another person for his seat, another deadline, an adjournment (HO-070).
//!
//! A ballot is secret until its vote is counted, and a vote is counted at a
//! moment that was fixed when it was opened: the close of its turn, or in a turn
//! without a deadline three days later. So nobody can tell from a decision who
//! has just voted, or how (TM-440). Must not close a turn.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};

use crate::{
    calendar::Rule,
    clock::Instant,
    error::Error,
    outbox::{self, Kind, Owed, To},
    phases::{self, GameClock},
    schema::{ballots, games, seats, votes},
};

mod count;
mod table;
mod words;

pub use count::{at_opening, close, step};
pub use table::{ready, want_back, who_is_ready};
pub use words::{decided, question};

/// How long a vote runs in a turn that has no deadline.
pub const WITHOUT_DEADLINE: TimeDelta = TimeDelta::hours(72);

/// Consecutive misses at which the others are asked (TM-580).
pub const MISSES: u32 = 3;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Shall an AI play this seat until its player is back?
    Substitute(u8),
    /// Shall this seat, which an AI plays, be offered to somebody else?
    Standby(u8),
    /// Shall turns end like this from now on?
    Deadline(Rule),
    /// Shall the game stand still from the next turn on?
    Adjourn,
}

impl Question {
    fn kind(&self) -> &'static str {
        match self {
            Self::Substitute(_) => "substitute",
            Self::Standby(_) => "standby",
            Self::Deadline(_) => "deadline",
            Self::Adjourn => "adjourn",
        }
    }

    /// The seat it is about, which has no say in it.
    #[must_use]
    pub fn seat(&self) -> Option<u8> {
        match self {
            Self::Substitute(seat) | Self::Standby(seat) => Some(*seat),
            Self::Deadline(_) | Self::Adjourn => None,
        }
    }

    /// Whether everybody must be in favour; else more than half must.
    #[must_use]
    pub fn is_unanimous(&self) -> bool {
        matches!(self, Self::Deadline(_) | Self::Adjourn)
    }

    /// Whether so many ballots in favour decide it.
    #[must_use]
    pub fn is_carried(&self, in_favour: usize, eligible: usize) -> bool {
        if self.is_unanimous() {
            eligible > 0 && in_favour == eligible
        } else {
            in_favour * 2 > eligible
        }
    }

    /// As the table has it.
    pub(crate) fn read(kind: &str, seat: Option<i16>, rule: Option<&str>) -> Result<Self, Error> {
        let about = || {
            seat.map(phases::index)
                .ok_or_else(|| Error::internal("a vote about no seat"))
        };
        match kind {
            "substitute" => Ok(Self::Substitute(about()?)),
            "standby" => Ok(Self::Standby(about()?)),
            "deadline" => {
                let rule = rule.unwrap_or_default().parse().map_err(Error::internal)?;
                Ok(Self::Deadline(rule))
            }
            "adjourn" => Ok(Self::Adjourn),
            other => Err(Error::internal(format!("a vote of kind {other}"))),
        }
    }
}

/// A vote as the table has it, without its ballots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    /// Its number in the game.
    pub id: i64,
    /// What is asked.
    pub question: Question,
    /// The turn in which it was opened.
    pub turn: u32,
    /// When it is counted if its turn is still open then; `None`: at its close.
    pub counted_from: Option<Instant>,
    /// Whether it needs no ballots, as in a ranked game.
    pub is_automatic: bool,
    /// `passed`, `failed` or `lapsed`, once it is decided.
    pub outcome: Option<String>,
    /// How many were in favour, of how many, once it is decided.
    pub count: Option<(i16, i16)>,
    /// Whether it has taken effect.
    pub is_applied: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = votes)]
struct Row {
    id: i64,
    kind: String,
    seat: Option<i16>,
    rule: Option<String>,
    turn: i32,
    counted_from: Option<Instant>,
    is_automatic: bool,
    outcome: Option<String>,
    in_favour: Option<i16>,
    eligible: Option<i16>,
    applied_turn: Option<i32>,
}

impl TryFrom<Row> for Vote {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        Ok(Self {
            id: row.id,
            question: Question::read(&row.kind, row.seat, row.rule.as_deref())?,
            turn: u32::try_from(row.turn).map_err(Error::internal)?,
            counted_from: row.counted_from,
            is_automatic: row.is_automatic,
            outcome: row.outcome,
            count: row.in_favour.zip(row.eligible),
            is_applied: row.applied_turn.is_some(),
        })
    }
}

/// A game's votes: those that are open, and those decided since a turn, newest
/// first.
///
/// # Errors
/// The database's.
pub async fn of_game(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    since_turn: u32,
) -> Result<Vec<Vote>, Error> {
    let rows: Vec<Row> = votes::table
        .filter(votes::game_id.eq(game_id))
        .filter(
            votes::outcome
                .is_null()
                .or(votes::turn.ge(since_turn.cast_signed())),
        )
        .order(votes::id.desc())
        .limit(50)
        .select(Row::as_select())
        .load(conn)
        .await?;
    rows.into_iter().map(Vote::try_from).collect()
}

/// One vote of a game, if there is such a one.
///
/// # Errors
/// The database's.
pub async fn one(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    id: i64,
) -> Result<Option<Vote>, Error> {
    let row: Option<Row> = votes::table
        .find((game_id, id))
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(Vote::try_from).transpose()
}

/// A seat's own ballots in a game, by vote.
///
/// # Errors
/// The database's.
pub async fn ballots_of(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: u8,
) -> Result<Vec<(i64, bool)>, Error> {
    Ok(ballots::table
        .filter(ballots::game_id.eq(game_id))
        .filter(ballots::seat.eq(i16::from(seat)))
        .select((ballots::vote_id, ballots::in_favour))
        .load(conn)
        .await?)
}

/// Who has a say: the people who are still in the game and play their seats
/// themselves, but not the one whom it is about.
#[must_use]
pub fn electorate(clock: &GameClock, question: &Question) -> Vec<u8> {
    let seats = clock.phase_clock.seats.iter();
    seats
        .filter(|seat| seat.is_person && Some(seat.seat) != question.seat())
        .map(|seat| seat.seat)
        .collect()
}

/// A player asks the others. Asking is a ballot in favour; who asked is not told.
///
/// # Errors
/// [`Error::Forbidden`] for who has no say in it, [`Error::Conflict`] where the
/// same is asked already, or makes no sense now.
pub async fn ask(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    by: u8,
    question: &Question,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let clock = locked(conn, game_id).await?;
        if !electorate(&clock, question).contains(&by) {
            return Err(Error::Forbidden("vote-no-say"));
        }
        let makes_sense = match question {
            // Asked for by the host, when it is time.
            Question::Substitute(_) => false,
            Question::Standby(seat) => clock.substituted.contains(seat),
            Question::Adjourn => !clock.is_adjourned,
            Question::Deadline(rule) => *rule != phases::rule(conn, game_id).await?,
        };
        if clock.phase != "orders" || !makes_sense {
            return Err(Error::Conflict("vote-not-now"));
        }
        let id = open(conn, game_id, &clock, question, false).await?;
        let id = id.ok_or(Error::Conflict("vote-open"))?;
        put(conn, game_id, id, by, true).await
    })
    .await
}

/// Opens a vote and owes the letters to those who have a say; `None` if the same
/// is asked already. The caller holds the game row's lock.
///
/// # Errors
/// The database's.
pub async fn open(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    clock: &GameClock,
    question: &Question,
    is_automatic: bool,
) -> Result<Option<i64>, Error> {
    let rule = match question {
        Question::Deadline(rule) => Some(rule.to_string()),
        _ => None,
    };
    let has_deadline = clock.phase_clock.deadline_at.is_some();
    let counted_from = (!has_deadline).then(|| clock.now + WITHOUT_DEADLINE);
    let turn = clock.turn.cast_signed();
    let id = diesel::insert_into(votes::table)
        .values((
            votes::game_id.eq(game_id),
            votes::kind.eq(question.kind()),
            votes::seat.eq(question.seat().map(i16::from)),
            votes::rule.eq(rule),
            votes::turn.eq(turn),
            votes::opened_at.eq(clock.now),
            votes::counted_from.eq(counted_from),
            votes::is_automatic.eq(is_automatic),
        ))
        .on_conflict_do_nothing()
        .returning(votes::id)
        .get_result::<i64>(conn)
        .await
        .optional()?;
    if let Some(id) = id.filter(|_| !is_automatic) {
        let seats: Vec<i16> = electorate(clock, question)
            .into_iter()
            .map(i16::from)
            .collect();
        let owed = Owed::of_game(Kind::VoteOpen, game_id, To::Seats(&seats));
        outbox::owe(conn, &owed.turn(turn).matter(id)).await?;
    }
    Ok(id)
}

/// A player votes, or changes his mind.
///
/// # Errors
/// [`Error::NotFound`] for no such vote, [`Error::Conflict`] for one that is
/// counted, [`Error::Forbidden`] for who has no say in it.
pub async fn cast(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    id: i64,
    by: u8,
    in_favour: bool,
) -> Result<(), Error> {
    conn.transaction(async |conn| {
        let clock = locked(conn, game_id).await?;
        let row: Row = votes::table
            .find((game_id, id))
            .select(Row::as_select())
            .first(conn)
            .await?;
        let vote = Vote::try_from(row)?;
        if vote.outcome.is_some() || vote.is_automatic {
            return Err(Error::Conflict("vote-decided"));
        }
        if !electorate(&clock, &vote.question).contains(&by) {
            return Err(Error::Forbidden("vote-no-say"));
        }
        put(conn, game_id, id, by, in_favour).await
    })
    .await
}

async fn put(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    id: i64,
    by: u8,
    in_favour: bool,
) -> Result<(), Error> {
    diesel::insert_into(ballots::table)
        .values((
            ballots::game_id.eq(game_id),
            ballots::vote_id.eq(id),
            ballots::seat.eq(i16::from(by)),
            ballots::in_favour.eq(in_favour),
        ))
        .on_conflict((ballots::game_id, ballots::vote_id, ballots::seat))
        .do_update()
        .set(ballots::in_favour.eq(in_favour))
        .execute(conn)
        .await?;
    Ok(())
}

/// The game's clock under its row's lock.
async fn locked(conn: &mut AsyncPgConnection, game_id: i64) -> Result<GameClock, Error> {
    let _: i64 = games::table
        .find(game_id)
        .select(games::id)
        .for_no_key_update()
        .first(conn)
        .await?;
    phases::read(conn, game_id).await
}

/// Whether a seat may be offered to somebody else.
///
/// # Errors
/// The database's.
pub async fn is_standby(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    seat: u8,
) -> Result<bool, Error> {
    let since: Option<Instant> = seats::table
        .find((game_id, i16::from(seat)))
        .select(seats::standby_since)
        .first(conn)
        .await?;
    Ok(since.is_some())
}
