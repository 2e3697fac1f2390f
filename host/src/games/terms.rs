//! On what terms a game is played and who may come in: press, spectators,
//! anonymity, ranking, the door, the start. Fixed when the game is made, but
//! for the door.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{calendar::Calendar, clock::Instant, deadline::Pace, error::Error, schema::lobby};

/// The shortest delay, in turns, with which a running game may be watched (HO-130).
pub const LEAST_DELAY: i32 = 5;

/// Which messages players may send one another (HO-140).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Press {
    /// To one, to several, to all.
    #[default]
    All,
    /// To all alone.
    Public,
    /// None.
    None,
}

impl Press {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::All, Self::Public, Self::None];

    /// As it stands in the table and in forms.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Public => "public",
            Self::None => "none",
        }
    }

    /// Reads what [`Self::as_str`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|press| press.as_str() == text)
    }
}

/// Who besides the players may see the board, and when (HO-130).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spectators {
    /// Nobody, ever.
    #[default]
    None,
    /// Everybody, when the game is over.
    AfterEnd,
    /// Everybody, so many turns late; every seat consents by being taken.
    Delayed(i32),
}

impl Spectators {
    /// The kind, as it stands in the table and in forms.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::AfterEnd => "after_end",
            Self::Delayed(_) => "delayed",
        }
    }

    /// Reads kind and delay; `None` for what is no policy.
    #[must_use]
    pub fn parse(kind: &str, delay: Option<i32>) -> Option<Self> {
        match (kind, delay) {
            ("none", _) => Some(Self::None),
            ("after_end", _) => Some(Self::AfterEnd),
            ("delayed", Some(turns)) if (LEAST_DELAY..=1000).contains(&turns) => {
                Some(Self::Delayed(turns))
            }
            _ => None,
        }
    }

    /// The delay in turns, where there is one.
    #[must_use]
    pub fn delay(self) -> Option<i32> {
        match self {
            Self::Delayed(turns) => Some(turns),
            Self::None | Self::AfterEnd => None,
        }
    }
}

/// What the maker of a game does in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Maker {
    /// Nothing: the game was made at the command line.
    #[default]
    Away,
    /// Plays this seat.
    Plays(i16),
    /// Directs it without playing, and sees the whole board if that was said.
    Master {
        /// Whether the board is open to them.
        sees_all: bool,
    },
}

/// What a new game is to be besides its board and its clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Listed in the lobby.
    pub is_public: bool,
    /// What one must know to join a listed game.
    pub password: Option<String>,
    /// Which messages there are.
    pub press: Press,
    /// Whether players know who the others are.
    pub is_anonymous: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// Whether its result counts for ratings.
    pub is_ranked: bool,
    /// When it begins; `None` as soon as every seat is taken.
    pub starts_at: Option<Instant>,
    /// The maker's part.
    pub maker: Maker,
    /// Fixed times at which phases end, in place of a span.
    pub calendar: Option<Calendar>,
    /// The usual clock of this pace for as many people as play (TM-490), whatever
    /// else is said; `None` for the clock that is given.
    pub usual_pace: Option<Pace>,
    /// Whether the map was drawn with the game and is for nobody to see before.
    pub is_ground_hidden: bool,
}

/// The terms of a game as its row has them.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = lobby)]
pub struct TermsRow {
    /// Listed in the lobby.
    pub is_public: bool,
    /// The keyed hash of what one must know to join.
    pub password_hash: Option<Vec<u8>>,
    /// What the shared link follows from.
    pub link_nonce: String,
    press: String,
    /// Whether players are kept unknown to one another until the end.
    pub is_anonymous: bool,
    spectators: String,
    spectator_delay: Option<i32>,
    /// Whether its result counts for ratings.
    pub is_ranked: bool,
    /// When it begins; `None` as soon as every seat is taken.
    pub starts_at: Option<Instant>,
    /// Who directs it without playing.
    pub master_id: Option<i64>,
    /// Whether the board is open to them.
    pub is_open_to_master: bool,
    /// When its maker gave it up.
    pub called_off_at: Option<Instant>,
    /// The scenario's name.
    pub scenario: String,
    /// Tiles across.
    pub map_width: i32,
    /// Tiles down.
    pub map_height: i32,
    /// Which initiative terms count.
    pub tier: i16,
    /// Whether the map is for nobody to see before the game begins.
    pub is_ground_hidden: bool,
    usual_pace: Option<String>,
}

impl TermsRow {
    /// Which messages there are.
    #[must_use]
    pub fn press(&self) -> Press {
        Press::parse(&self.press).unwrap_or(Press::None)
    }

    /// Who may watch.
    #[must_use]
    pub fn spectators(&self) -> Spectators {
        Spectators::parse(&self.spectators, self.spectator_delay).unwrap_or_default()
    }

    /// The pace whose usual clock the game has, if nobody chose another.
    #[must_use]
    pub fn usual_pace(&self) -> Option<Pace> {
        self.usual_pace.as_deref().and_then(Pace::parse)
    }
}

/// The terms of a game.
///
/// # Errors
/// [`Error::NotFound`] if there is no such game.
pub async fn of(conn: &mut AsyncPgConnection, game_id: i64) -> Result<TermsRow, Error> {
    let row = lobby::table.find(game_id).select(TermsRow::as_select());
    Ok(row.first(conn).await?)
}
