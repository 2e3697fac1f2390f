//! Looking for games: those that may be joined, those that are watched while they
//! run, those that are over. A page at a time, newest first.
//!
//! Finds only what the reader may know of anyway; who is in it is told as the
//! lobby tells it.

use diesel::{dsl::sql, prelude::*, sql_types};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{Offer, offers};
use crate::{
    error::Error,
    games::{GameRow, terms::TermsRow},
    schema::{games as game, lobby, seats},
};

/// Games on one page.
pub const A_PAGE: i64 = 20;

/// Pages there are at most: behind them a search must say more.
pub const PAGES: i64 = 500;

/// Longest text that is looked for, in characters.
const LONGEST: usize = 60;

/// Seconds from which on a turn is played by letter.
const BY_LETTER: i32 = 3600;

/// Which games are looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shelf {
    /// Public ones that gather.
    #[default]
    Open,
    /// Public ones that run and may be watched some turns late.
    Watched,
    /// Public ones that are over, and the reader's own.
    Finished,
}

impl Shelf {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Open, Self::Watched, Self::Finished];

    /// As it stands in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Watched => "watched",
            Self::Finished => "finished",
        }
    }
}

/// How fast a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Less than an hour a turn.
    Live,
    /// An hour or more, or fixed times.
    Letter,
    /// No clock.
    Unclocked,
}

impl Speed {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Live, Self::Letter, Self::Unclocked];

    /// As it stands in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Letter => "letter",
            Self::Unclocked => "unclocked",
        }
    }
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Where.
    pub shelf: Shelf,
    /// In the names of games and scenarios; empty for all.
    pub text: String,
    /// Seats that must be free at least.
    pub free: i64,
    /// How fast; `None` for all.
    pub speed: Option<Speed>,
    /// Whether only games that the reader plays in.
    pub is_own: bool,
    /// Which page, from 1.
    pub page: i64,
}

/// One page of what was found.
#[derive(Debug)]
pub struct Found {
    /// The games.
    pub offers: Vec<Offer>,
    /// Whether there are more behind them.
    pub has_more: bool,
}

/// Looks for games as this reader may know them.
///
/// # Errors
/// The database's.
pub async fn find(
    conn: &mut AsyncPgConnection,
    search: &Search,
    reader: i64,
) -> Result<Found, Error> {
    let sits = || {
        seats::table
            .filter(seats::account_id.eq(reader))
            .select(seats::game_id)
    };
    let mut query = game::table
        .inner_join(lobby::table)
        .filter(lobby::called_off_at.is_null())
        .order(game::id.desc())
        .select((GameRow::as_select(), TermsRow::as_select()))
        .into_boxed();
    query = match search.shelf {
        Shelf::Open => query
            .filter(lobby::is_public)
            .filter(game::phase.eq("gathering")),
        Shelf::Watched => query
            .filter(lobby::is_public)
            .filter(lobby::spectators.eq("delayed"))
            .filter(game::phase.eq_any(["orders", "closing", "stalled"])),
        Shelf::Finished => query
            .filter(game::phase.eq("ended"))
            .filter(lobby::is_public.or(game::id.eq_any(sits()))),
    };
    if search.is_own {
        query = query.filter(game::id.eq_any(sits()));
    }
    let text: String = search.text.trim().chars().take(LONGEST).collect();
    if !text.is_empty() {
        let pattern = format!("%{}%", literally(&text));
        let by_name = game::name.ilike(pattern.clone());
        query = query.filter(by_name.or(lobby::scenario.ilike(pattern)));
    }
    if search.free > 0 {
        let free = sql::<sql_types::Bool>(
            "(SELECT count(*) FROM seats s WHERE s.game_id = games.id \
              AND s.account_id IS NULL AND s.ai IS NULL) >= ",
        );
        query = query.filter(free.bind::<sql_types::BigInt, _>(search.free));
    }
    query = match search.speed {
        None => query,
        Some(Speed::Live) => query.filter(game::deadline_seconds.lt(BY_LETTER)),
        Some(Speed::Letter) => query.filter(
            game::deadline_seconds
                .ge(BY_LETTER)
                .or(game::deadline_calendar.is_not_null()),
        ),
        Some(Speed::Unclocked) => query
            .filter(game::deadline_seconds.is_null())
            .filter(game::deadline_calendar.is_null()),
    };
    let page = search.page.clamp(1, PAGES);
    let mut rows: Vec<(GameRow, TermsRow)> = query
        .offset((page - 1) * A_PAGE)
        .limit(A_PAGE + 1)
        .load(conn)
        .await?;
    let most = usize::try_from(A_PAGE).map_err(Error::internal)?;
    let has_more = rows.len() > most && page < PAGES;
    rows.truncate(most);
    Ok(Found {
        offers: offers(conn, rows, reader).await?,
        has_more,
    })
}

/// A text as a pattern that means nothing but itself. The database takes no NUL.
pub(crate) fn literally(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for char in text.chars().filter(|char| *char != '\0') {
        if matches!(char, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern
}
