//! All games of a host as its operator finds them: by name or key, by how they stand,
//! a page at a time. Of a game it tells what its clock and its alarms tell, and nothing
//! of its board or its people.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{clock::Instant, error::Error, lobby::search::literally};

/// Games on one page.
pub const A_PAGE: i64 = 30;

/// How games stand that are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// However.
    #[default]
    Any,
    /// Not begun.
    Gathering,
    /// A turn is open or being computed.
    Running,
    /// Stopped by a fault.
    Stalled,
    /// Over.
    Ended,
    /// With an alarm, however they stand now.
    Alarmed,
}

impl Standing {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::Any,
        Self::Gathering,
        Self::Running,
        Self::Stalled,
        Self::Ended,
        Self::Alarmed,
    ];

    /// As it stands in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Gathering => "gathering",
            Self::Running => "running",
            Self::Stalled => "stalled",
            Self::Ended => "ended",
            Self::Alarmed => "alarmed",
        }
    }

    /// Reads what [`Self::as_str`] wrote; anything else is [`Self::Any`].
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
        found.unwrap_or_default()
    }
}

/// A game in the list.
#[derive(Clone, Debug, QueryableByName)]
pub struct Listed {
    /// Its name in addresses.
    #[diesel(sql_type = Text)]
    pub key: String,
    /// Its name for people.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// As in the table: `gathering`, `orders`, `closing`, `ended`, `stalled`.
    #[diesel(sql_type = Text)]
    pub phase: String,
    /// Which turn is open, or was last.
    #[diesel(sql_type = Integer)]
    pub turn: i32,
    /// When the open turn is due.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub deadline_at: Option<Instant>,
    /// Whether the open turn's clock stands still.
    #[diesel(sql_type = Bool)]
    pub is_stopped: bool,
    /// Whether its maker gave it up before it began.
    #[diesel(sql_type = Bool)]
    pub is_called_off: bool,
    /// How many alarms there were.
    #[diesel(sql_type = BigInt)]
    pub alarms: i64,
}

/// One page of games: those that stand still first, then by what is due next, then
/// the newest. Yields whether there are more behind it.
///
/// # Errors
/// The database's.
pub async fn find(
    conn: &mut AsyncPgConnection,
    text: &str,
    standing: Standing,
    page: i64,
) -> Result<(Vec<Listed>, bool), Error> {
    let text = text.trim();
    let mut games: Vec<Listed> = diesel::sql_query(
        "SELECT g.key, g.name, g.phase, g.turn, c.deadline_at, \
             coalesce(c.stopped_at IS NOT NULL, false) AS is_stopped, \
             coalesce(l.called_off_at IS NOT NULL, false) AS is_called_off, \
             (SELECT count(*) FROM alarms a WHERE a.game_id = g.id) AS alarms \
         FROM games g LEFT JOIN lobby l ON l.game_id = g.id \
         LEFT JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn AND g.phase = 'orders' \
         WHERE (g.key = $1 OR g.name ILIKE $2) \
           AND CASE $3 WHEN 'gathering' THEN g.phase = 'gathering' \
               WHEN 'running' THEN g.phase IN ('orders', 'closing') \
               WHEN 'stalled' THEN g.phase = 'stalled' \
               WHEN 'ended' THEN g.phase = 'ended' \
               WHEN 'alarmed' THEN EXISTS (SELECT FROM alarms a WHERE a.game_id = g.id) \
               ELSE true END \
         ORDER BY g.phase = 'stalled' DESC, c.deadline_at NULLS LAST, g.id DESC \
         LIMIT $4 OFFSET $5",
    )
    .bind::<Text, _>(text.replace('\0', ""))
    .bind::<Text, _>(format!("%{}%", literally(text)))
    .bind::<Text, _>(standing.as_str())
    .bind::<BigInt, _>(A_PAGE + 1)
    .bind::<BigInt, _>((page.max(1) - 1).saturating_mul(A_PAGE))
    .load(conn)
    .await?;
    let most = usize::try_from(A_PAGE).map_err(Error::internal)?;
    let has_more = games.len() > most;
    games.truncate(most);
    Ok((games, has_more))
}
