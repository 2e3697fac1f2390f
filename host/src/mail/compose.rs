//! From a row to a letter. What it says follows from the tables and the log as
//! they are when it is sent, and of a game only from what its seat knows.

mod change;
mod clock;
mod game;
mod people;
mod table;
mod turn;

use diesel_async::AsyncPgConnection;

use self::game::Matter;
use super::letter::Letter;
use crate::app::State;
use crate::error::Error;
use crate::outbox::{self, Dropped, Kind, Row};
use crate::texts::Texts;

/// Why a mail does not go out.
#[derive(Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Another time it may.
    NotNow(String),
    /// There is nothing any more that its reader may have or needs.
    Dropped(Dropped),
    /// It never will.
    Never(String),
}

impl From<Error> for Undelivered {
    fn from(error: Error) -> Self {
        match error {
            // What the mail is about is gone, for good.
            Error::NotFound => Self::Dropped(Dropped::Settled),
            other => Self::NotNow(other.to_string()),
        }
    }
}

impl From<diesel::result::Error> for Undelivered {
    fn from(error: diesel::result::Error) -> Self {
        Error::from(error).into()
    }
}

/// Writes the letter of a row.
///
/// # Errors
/// Why there is none, now or ever.
pub async fn compose(state: &State, row: &Row) -> Result<Letter, Undelivered> {
    let texts = Texts::english();
    let mut conn = state.db.get().await?;
    let conn: &mut AsyncPgConnection = &mut conn;
    // Such a row is leased by no program that does not know its kind.
    let kind = Kind::parse(&row.kind)
        .ok_or_else(|| Undelivered::NotNow("this program does not know the kind".to_owned()))?;
    if let Some(why) = outbox::hindrance(conn, kind, row).await? {
        return Err(Undelivered::Dropped(why));
    }
    match kind {
        Kind::SignIn => return people::sign_in(state, conn, row, texts).await,
        Kind::Invitation => return people::invitation(state, conn, row, texts).await,
        Kind::Joined => return people::joined(state, conn, row, texts).await,
        Kind::Kicked => return people::kicked(state, conn, row, texts).await,
        Kind::CalledOff => return people::called_off(state, conn, row, texts).await,
        Kind::SeatGiven => return people::seat_given(state, conn, row, texts).await,
        Kind::StalledOperator => return clock::stalled(state, conn, row, texts).await,
        _ => {}
    }
    let matter = Matter::of(state, conn, row, texts).await?;
    match kind {
        Kind::GameStarted => matter.started(conn).await,
        Kind::TurnReady => matter.turn_ready(conn).await,
        Kind::GameOver => matter.over().await,
        Kind::Stalled => Ok(matter.stalled()),
        Kind::Changed => matter.changed(conn, row).await,
        Kind::DeadlineNear | Kind::DeadlineHour => matter.deadline_near(conn, row).await,
        Kind::VoteOpen => matter.vote_open(conn, row).await,
        Kind::Notice => matter.notice(conn).await,
        Kind::SignIn
        | Kind::Invitation
        | Kind::Joined
        | Kind::Kicked
        | Kind::CalledOff
        | Kind::SeatGiven
        | Kind::StalledOperator => Err(Undelivered::Never("a mail of no seat".to_owned())),
    }
}
