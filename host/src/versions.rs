//! Which games this program can play: those of its own rules and rulesets
//! (HO-035). Any other game is left alone, its players are told, and the rest
//! is served; another process on the same database may have what this one lacks.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::ruleset::{RULES_VERSION, SHIPPED};

use crate::{error::Error, replays::unsigned, schema::games};

/// The rules version as the table keeps it.
pub const RULES: i32 = RULES_VERSION.cast_signed();

/// The names of the rulesets of this program, for queries.
#[must_use]
pub fn rulesets() -> Vec<&'static str> {
    SHIPPED.to_vec()
}

/// Whether this program has rules and ruleset of a game.
#[must_use]
pub fn has(rules_version: i32, ruleset: &str) -> bool {
    unsigned(rules_version) == RULES_VERSION && SHIPPED.contains(&ruleset)
}

/// The same for a game by its number.
///
/// # Errors
/// [`Error::NotFound`] for no such game, else the database's.
pub async fn has_those_of(conn: &mut AsyncPgConnection, game_id: i64) -> Result<bool, Error> {
    let (rules_version, ruleset): (i32, String) = games::table
        .find(game_id)
        .select((games::rules_version, games::ruleset))
        .first(conn)
        .await?;
    Ok(has(rules_version, &ruleset))
}
