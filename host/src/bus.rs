//! News between host processes, by the database's LISTEN and NOTIFY.
//!
//! It carries that something happened and never what: commits, presence, a new
//! turn (TM-440). A plain order is not news. Readers look the rest up. Losing a
//! message must never matter for more than the freshness of a page.

use std::{sync::Arc, time::Duration};

use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::{config::DatabaseUrl, db, error::Error};

mod presence;

pub use presence::{Open, Presence, REPEAT};

/// The database channel.
const CHANNEL: &str = "fieldpost";

/// How many messages a slow reader may fall behind before it must re-read.
const BACKLOG: usize = 1_024;

/// Something that an open page may want to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// Somebody committed, or took it back.
    Commits {
        /// The game.
        game_id: i64,
    },
    /// The game has moved on: a turn opened, the game ended or stalled.
    Turn {
        /// The game.
        game_id: i64,
    },
    /// Who has the game's page open at one host process.
    Present {
        /// The game.
        game_id: i64,
        /// The process, by a random name.
        host: String,
        /// The seats.
        seats: Vec<u8>,
    },
    /// A process has begun to listen: say again who is here.
    WhoIsHere,
    /// Messages may have been lost: read everything again.
    Resync,
}

impl Notice {
    /// Whether a page of that game should look again.
    pub fn concerns(&self, game: i64) -> bool {
        match self {
            Self::Commits { game_id } | Self::Turn { game_id } | Self::Present { game_id, .. } => {
                *game_id == game
            }
            Self::WhoIsHere | Self::Resync => true,
        }
    }
}

/// The process's ear. Cloning it is cheap and gives the same one.
#[derive(Clone, Debug)]
pub struct Bus {
    sender: broadcast::Sender<Notice>,
    /// Who has which page open, here and elsewhere.
    pub presence: Arc<Presence>,
}

impl Bus {
    /// A bus that hears nothing yet; see [`Self::listen`].
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn new() -> Result<Self, Error> {
        let presence = Arc::new(Presence::new()?);
        Ok(Self {
            sender: broadcast::Sender::new(BACKLOG),
            presence,
        })
    }

    /// Hears everything from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.sender.subscribe()
    }

    /// Listens for as long as it is polled, on a connection of its own; when
    /// that breaks, connects again and tells everybody to re-read.
    pub async fn listen(&self, url: DatabaseUrl) {
        loop {
            if let Err(error) = self.listen_once(&url).await {
                tracing::warn!(?error, "the notification channel broke; connecting again");
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen_once(&self, url: &DatabaseUrl) -> Result<(), Error> {
        let mut conn = db::establish(url.0.clone())
            .await
            .map_err(Error::internal)?;
        // So that an operator can tell it from the pool's.
        diesel::sql_query("SET application_name TO 'fieldpost bus'")
            .execute(&mut conn)
            .await?;
        diesel::sql_query(format!("LISTEN {CHANNEL}"))
            .execute(&mut conn)
            .await?;
        notify(&mut conn, &Notice::WhoIsHere).await?;
        self.hear(Notice::Resync);
        let mut messages = std::pin::pin!(conn.notifications_stream());
        while let Some(message) = messages.next().await {
            match serde_json::from_str(&message?.payload) {
                Ok(notice) => self.hear(notice),
                // A newer program on the same database may say new things.
                Err(error) => tracing::debug!(%error, "a notification that is not ours"),
            }
        }
        Ok(())
    }

    fn hear(&self, notice: Notice) {
        if let Notice::Present {
            game_id,
            host,
            seats,
        } = &notice
        {
            self.presence.hear(*game_id, host, seats);
        }
        // Nobody may have a page open; that is no failure.
        let _ = self.sender.send(notice);
    }
}

/// The text of a notice on the channel.
pub(crate) fn payload(notice: &Notice) -> String {
    // Plain data: it always has a JSON form.
    serde_json::to_string(notice).unwrap_or_default()
}

/// Tells all processes, when the transaction commits if there is one.
///
/// # Errors
/// The database's.
pub async fn notify(conn: &mut AsyncPgConnection, notice: &Notice) -> Result<(), Error> {
    diesel::sql_query("SELECT pg_notify($1, $2)")
        .bind::<diesel::sql_types::Text, _>(CHANNEL)
        .bind::<diesel::sql_types::Text, _>(payload(notice))
        .execute(conn)
        .await?;
    Ok(())
}
