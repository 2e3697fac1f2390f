//! What people may set about themselves: a name and a time zone.
//!
//! Both are parsed at the border; what is stored is fit to be shown anywhere.

use chrono_tz::Tz;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use fieldpost_engine::validate::shape::is_hidden;

use crate::error::Error;
use crate::schema::accounts;

/// Longest name, in characters.
const NAME_LENGTH: usize = 40;

/// A name for others to see: 1 to 40 characters on one line, or none at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayName(String);

impl DisplayName {
    /// Reads a name as typed. Runs of spaces become one; control characters
    /// and those that reorder or hide a text are refused, since a name stands
    /// in the middle of other people's pages and mails.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let fit = name.chars().count() <= NAME_LENGTH && !name.chars().any(is_hidden);
        fit.then_some(Self(name))
    }

    /// The name; empty where its owner wants none.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Stores both settings of an account.
///
/// # Errors
/// The database's.
pub async fn set_profile(
    conn: &mut AsyncPgConnection,
    account_id: i64,
    name: &DisplayName,
    time_zone: Tz,
) -> Result<(), Error> {
    diesel::update(accounts::table.find(account_id))
        .set((
            accounts::name.eq(name.as_str()),
            accounts::time_zone.eq(time_zone.name()),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::DisplayName;

    #[test]
    fn names_are_one_line_of_visible_characters() {
        let name = DisplayName::parse("  Åsa \t von  Ö. ").expect("a name");
        assert_eq!(name.as_str(), "Åsa von Ö.");
        assert_eq!(DisplayName::parse(" ").expect("no name").as_str(), "");
        for wrong in ["a\u{202E}b", "a\u{200B}", "a\0", &"x".repeat(41)] {
            assert!(DisplayName::parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
