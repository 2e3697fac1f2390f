//! From a row to a letter. What it says follows from the tables and the log as
//! they are when it is sent, and of a game only from what its seat knows.

mod change;
mod clock;
mod game;
mod people;

use diesel_async::AsyncPgConnection;

use self::game::Matter;
use super::letter::Letter;
use super::outbox::{Kind, Row};
use crate::app::State;
use crate::error::Error;
use crate::texts::Texts;

/// Why a mail does not go out.
#[derive(Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Another time it may.
    NotNow(String),
    /// It never will.
    Never(String),
}

impl From<Error> for Undelivered {
    fn from(error: Error) -> Self {
        match error {
            // What the mail is about is gone, for good.
            Error::NotFound => Self::Never("what it is about is not there any more".to_owned()),
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
    match Kind::parse(&row.kind) {
        Some(Kind::SignIn) => people::sign_in(state, conn, row, texts).await,
        Some(Kind::Invitation) => people::invitation(state, conn, row, texts).await,
        Some(Kind::Joined) => people::joined(state, conn, row, texts).await,
        Some(Kind::Kicked) => people::kicked(state, conn, row, texts).await,
        Some(Kind::GameStarted) => {
            Matter::of(state, conn, row, texts)
                .await?
                .started(conn)
                .await
        }
        Some(Kind::TurnReady) => {
            Matter::of(state, conn, row, texts)
                .await?
                .turn_ready(conn)
                .await
        }
        Some(Kind::TimedOut) => {
            Matter::of(state, conn, row, texts)
                .await?
                .timed_out(conn)
                .await
        }
        Some(Kind::GameOver) => Matter::of(state, conn, row, texts).await?.over().await,
        Some(Kind::SeatsChange) => {
            Matter::of(state, conn, row, texts)
                .await?
                .seats_change(conn)
                .await
        }
        Some(Kind::Stalled) => Ok(Matter::of(state, conn, row, texts).await?.stalled()),
        Some(Kind::DeadlineNear | Kind::DeadlineHour) => {
            Matter::of(state, conn, row, texts)
                .await?
                .deadline_near(conn)
                .await
        }
        None => Err(Undelivered::Never(
            "this program does not know the kind".to_owned(),
        )),
    }
}
