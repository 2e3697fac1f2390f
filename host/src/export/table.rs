//! What stands around a running game and is in no record yet: who is away, and what
//! the players are asked. It moves with the game as a line of its file, for the
//! other host alone: ballots are secret, and so is that file.
//!
//! Seats, never accounts: who they were is not said.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::json::{self, JsonError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    clock::{self, Instant},
    error::Error,
    games::GameRow,
    schema::{absences, ballots, votes},
    votes::{Question, WITHOUT_DEADLINE},
};

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Absences that are coming or under way.
    pub absences: Vec<Away>,
    /// Votes that are open, or decided and without effect yet.
    pub votes: Vec<Asked>,
}

/// An absence, as in its table.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable, Insertable,
)]
#[diesel(table_name = absences)]
#[serde(deny_unknown_fields)]
pub struct Away {
    seat: i16,
    from_at: Instant,
    until_at: Option<Instant>,
    cause: String,
    turn: Option<i32>,
}

/// A vote, as in its table, with its ballots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    vote: Vote,
    /// By seat, whether it is in favour.
    ballots: Vec<(i16, bool)>,
}

#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable, Insertable,
)]
#[diesel(table_name = votes)]
#[serde(deny_unknown_fields)]
struct Vote {
    kind: String,
    seat: Option<i16>,
    rule: Option<String>,
    turn: i32,
    opened_at: Instant,
    counted_from: Option<Instant>,
    is_automatic: bool,
    outcome: Option<String>,
    decided_at: Option<Instant>,
    in_favour: Option<i16>,
    eligible: Option<i16>,
}

/// Why such a line cannot be taken in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// It is not one.
    #[error("the line of absences and votes cannot be read: {0}")]
    Unreadable(JsonError),
    /// It says what cannot be.
    #[error("the line of absences and votes does not fit the game: {0}")]
    Unfit(&'static str),
}

impl Table {
    /// What stands around a game now.
    ///
    /// # Errors
    /// The database's.
    pub async fn read(conn: &mut AsyncPgConnection, game: &GameRow) -> Result<Self, Error> {
        let now = clock::now(conn).await?;
        let absences = absences::table
            .filter(absences::game_id.eq(game.id))
            .filter(absences::until_at.is_null().or(absences::until_at.gt(now)))
            .filter(absences::turn.is_null().or(absences::turn.eq(game.turn)))
            .order(absences::id)
            .select(Away::as_select())
            .load(conn)
            .await?;
        let standing: Vec<(i64, Vote)> = votes::table
            .filter(votes::game_id.eq(game.id))
            .filter(
                votes::outcome.is_null().or(votes::outcome
                    .eq("passed")
                    .and(votes::applied_turn.is_null())),
            )
            .order(votes::id)
            .select((votes::id, Vote::as_select()))
            .load(conn)
            .await?;
        let mut asked = Vec::new();
        for (id, vote) in standing {
            let ballots = ballots::table
                .filter(ballots::game_id.eq(game.id))
                .filter(ballots::vote_id.eq(id))
                .order(ballots::seat)
                .select((ballots::seat, ballots::in_favour))
                .load(conn)
                .await?;
            asked.push(Asked { vote, ballots });
        }
        Ok(Self {
            absences,
            votes: asked,
        })
    }

    /// What a game file carries of it; nothing where there is nothing to say.
    #[must_use]
    pub fn line(&self) -> Option<Value> {
        // Plain data with string keys: it always has a JSON form.
        let line = || serde_json::json!(self);
        (*self != Self::default()).then(line)
    }

    /// The line of a game file that has one.
    ///
    /// # Errors
    /// [`TableError::Unreadable`].
    pub fn of(line: Option<&Value>) -> Result<Self, TableError> {
        let read = line.map(json::typed);
        let read = read.transpose().map_err(TableError::Unreadable)?;
        Ok(read.unwrap_or_default())
    }

    /// Whether it can be said of a game of so many seats in this turn.
    ///
    /// # Errors
    /// [`TableError::Unfit`].
    pub fn check(&self, seats: i16, turn: i32) -> Result<(), TableError> {
        let is_seat = |seat: i16| (0..seats).contains(&seat);
        for away in &self.absences {
            let is_announced = away.cause == "announced";
            let is_known = is_announced || matches!(away.cause.as_str(), "notice" | "vote");
            let is_fit = is_known
                && is_seat(away.seat)
                && away.until_at.is_none_or(|until| until > away.from_at)
                && away.turn == (!is_announced).then_some(turn)
                && away.until_at.is_some() == is_announced;
            if !is_fit {
                return Err(TableError::Unfit("an absence"));
            }
        }
        for Asked { vote, ballots } in &self.votes {
            let question = Question::read(&vote.kind, vote.seat, vote.rule.as_deref());
            let (is_open, is_decided) = (vote.outcome.is_none(), vote.decided_at.is_some());
            let is_fit = question.is_ok_and(|question| {
                (
                    question.seat().is_some(),
                    matches!(question, Question::Deadline(_)),
                ) == (vote.seat.is_some(), vote.rule.is_some())
            }) && vote.seat.is_none_or(is_seat)
                && (1..=turn).contains(&vote.turn)
                && is_open != is_decided
                && (is_open || vote.outcome.as_deref() == Some("passed"));
            let mut voters: Vec<i16> = ballots.iter().map(|(seat, _)| *seat).collect();
            voters.dedup();
            let is_once = voters.len() == ballots.len() && voters.is_sorted();
            if !is_fit || !is_once || !voters.into_iter().all(is_seat) {
                return Err(TableError::Unfit("a vote"));
            }
        }
        Ok(())
    }

    /// Puts it around a game that has come in. What was to be counted at a time is
    /// counted three days from now at the earliest: those who have a say must take
    /// their seats again first.
    ///
    /// # Errors
    /// The database's.
    pub async fn put(&self, conn: &mut AsyncPgConnection, game_id: i64) -> Result<(), Error> {
        let now = clock::now(conn).await?;
        for away in &self.absences {
            diesel::insert_into(absences::table)
                .values((absences::game_id.eq(game_id), away))
                .execute(conn)
                .await?;
        }
        for Asked { vote, ballots } in &self.votes {
            let least = now + WITHOUT_DEADLINE;
            let vote = Vote {
                counted_from: vote.counted_from.map(|at| at.max(least)),
                ..vote.clone()
            };
            let id: i64 = diesel::insert_into(votes::table)
                .values((votes::game_id.eq(game_id), vote))
                .returning(votes::id)
                .get_result(conn)
                .await?;
            let rows: Vec<_> = ballots
                .iter()
                .map(|(seat, in_favour)| {
                    (
                        ballots::game_id.eq(game_id),
                        ballots::vote_id.eq(id),
                        ballots::seat.eq(*seat),
                        ballots::in_favour.eq(*in_favour),
                    )
                })
                .collect();
            diesel::insert_into(ballots::table)
                .values(rows)
                .execute(conn)
                .await?;
        }
        Ok(())
    }
}
