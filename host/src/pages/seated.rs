//! A player's way into a game: which game, which seat, how it stands.
//!
//! Everything of a game that a page or a program is given goes through here.
//! Who has no seat in it gets what a key that does not exist gets.

use std::sync::Arc;

use fieldpost_engine::{ids::SeatId, view::SeatView};

use crate::{
    app::State,
    auth::Account,
    error::Error,
    games::{self, GameRow, SeatRow},
    phases::{self, GameClock},
    replays::Replayed,
};

/// A player at his game.
#[derive(Debug)]
pub struct Seated {
    /// The game.
    pub game: GameRow,
    /// His seat's row.
    pub seat_row: SeatRow,
    /// His seat.
    pub seat: SeatId,
}

/// The game under a key, for an account with a seat in it.
///
/// # Errors
/// [`Error::NotFound`] for everybody else, whether there is such a game or not.
pub async fn find(state: &State, who: &Account, key: &str) -> Result<Seated, Error> {
    let mut conn = state.db.get().await?;
    let (game, seat_row) = games::seated(&mut conn, key, who.id).await?;
    let seat = SeatId(u8::try_from(seat_row.seat).map_err(Error::internal)?);
    Ok(Seated {
        game,
        seat_row,
        seat,
    })
}

impl Seated {
    /// The address of the game's page.
    pub fn address(&self) -> String {
        format!("/games/{}", self.game.key)
    }

    /// Whether the game has begun.
    pub fn has_begun(&self) -> bool {
        self.game.phase != "gathering"
    }

    /// All seats' rows, in order.
    ///
    /// # Errors
    /// The database's.
    pub async fn seats(&self, state: &State) -> Result<Vec<SeatRow>, Error> {
        let mut conn = state.db.get().await?;
        games::seats_of(&mut conn, self.game.id).await
    }

    /// The clock.
    ///
    /// # Errors
    /// The database's.
    pub async fn clock(&self, state: &State) -> Result<GameClock, Error> {
        let mut conn = state.db.get().await?;
        phases::read(&mut conn, self.game.id).await
    }

    /// The game as it stands.
    ///
    /// # Errors
    /// Where the log cannot be replayed.
    pub async fn now(&self, state: &State) -> Result<Arc<Replayed>, Error> {
        Ok(state.replays.head(&state.db, self.game.id).await?)
    }

    /// The game as a turn left it; 0 is its beginning.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a turn that is not over.
    pub async fn after(&self, state: &State, turn: u32) -> Result<Arc<Replayed>, Error> {
        let replayed = state
            .replays
            .after_turn(&state.db, self.game.id, turn)
            .await;
        Ok(replayed?)
    }

    /// The game with all orders of a turn in, just before it closed.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a turn that is not over.
    pub async fn ordered(&self, state: &State, turn: u32) -> Result<Arc<Replayed>, Error> {
        Ok(state.replays.ordered(&state.db, self.game.id, turn).await?)
    }

    /// What the seat knows of a state.
    ///
    /// # Errors
    /// Where the game has no such seat, which the tables rule out.
    pub fn view(&self, replayed: &Replayed) -> Result<SeatView, Error> {
        let view = replayed.game.view(self.seat);
        view.ok_or_else(|| Error::internal("a seat that its game does not have"))
    }
}
