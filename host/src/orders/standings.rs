//! Who holds which seat by which session, as this process remembers it: whose session
//! it is, and which seat that account has. Never more than a guess: the statement that
//! enters the orders asks again, so that whoever signed out, was blocked or has lost
//! the seat enters nothing. Dropping any of it costs two questions to the database.

use diesel_async::AsyncPgConnection;
use fieldpost_engine::ids::SeatId;
use moka::future::Cache;

use crate::{
    auth::{HashedToken, sessions},
    error::Error,
    games,
};

/// How many are remembered.
const STANDINGS: u64 = 10_000;

/// Somebody at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The account.
    pub account_id: i64,
    /// The game's row.
    pub game_id: i64,
    /// The seat.
    pub seat: SeatId,
}

impl Standing {
    /// Whose session it is, and the seat in the game under `key`.
    ///
    /// # Errors
    /// [`Error::SignInNeeded`] for a session that has ended, [`Error::NotFound`] for
    /// who has no seat in such a game, else the database's.
    pub async fn find(
        conn: &mut AsyncPgConnection,
        session: HashedToken,
        key: &str,
    ) -> Result<Self, Error> {
        let owner = sessions::owner(conn, session).await?;
        let account_id = owner.ok_or(Error::SignInNeeded)?.id;
        let (game, seat) = games::seated(conn, key, account_id).await?;
        Ok(Self {
            account_id,
            game_id: game.id,
            seat: SeatId(u8::try_from(seat.seat).map_err(Error::internal)?),
        })
    }
}

/// What is remembered. Cloning it is cheap and gives the same memory.
#[derive(Clone, Debug)]
pub struct Standings(Cache<(HashedToken, String), Standing>);

impl Default for Standings {
    fn default() -> Self {
        Self(Cache::new(STANDINGS))
    }
}

impl Standings {
    /// What this session is in the game under `key`, if it is remembered.
    pub async fn recall(&self, session: HashedToken, key: &str) -> Option<Standing> {
        self.0.get(&(session, key.to_owned())).await
    }

    /// Remembers one.
    pub async fn keep(&self, session: HashedToken, key: &str, standing: Standing) {
        self.0.insert((session, key.to_owned()), standing).await;
    }

    /// Forgets one that turned out wrong.
    pub async fn forget(&self, session: HashedToken, key: &str) {
        self.0.invalidate(&(session, key.to_owned())).await;
    }
}
