//! Changes in words, for pages and letters. Of other seats they tell what presence
//! and the table's own decisions tell (TM-440).

use chrono_tz::Tz;
use diesel_async::AsyncPgConnection;

use super::{By, Change, Changed};
use crate::{
    error::Error,
    texts::{self, Texts},
    votes,
};

/// To whom changes are told.
#[derive(Clone, Debug)]
pub struct Teller {
    /// The words.
    pub texts: Texts,
    /// The seats' names, by index.
    pub names: Vec<String>,
    /// The reader's seat.
    pub own: Option<u8>,
    /// The reader's zone.
    pub zone: Tz,
}

/// One sentence or two for a change. Nothing where there is nothing to say of it any
/// more.
///
/// # Errors
/// The database's.
pub async fn line(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    teller: &Teller,
    changed: &Changed,
) -> Result<Option<String>, Error> {
    if let Change::Voted { vote } = changed.change {
        let vote = votes::one(conn, game_id, vote).await?;
        return Ok(vote.and_then(|vote| votes::decided(teller.texts, &vote, &teller.names)));
    }
    let code = match (&changed.change, teller.own) {
        (Change::Paused { .. }, _) => "change-paused",
        (Change::Resumed { .. }, _) => "change-resumed",
        (Change::Extended { .. }, _) => "change-extended",
        (Change::Reconvened {}, _) => "change-reconvened",
        (Change::Ready { .. }, _) => "change-ready",
        (Change::Substituted { seat }, Some(own)) if *seat == own => "change-substituted-own",
        (Change::Substituted { .. }, _) => "change-substituted",
        (Change::Returned { seat }, Some(own)) if *seat == own => "change-returned-own",
        (Change::Returned { .. }, _) => "change-returned",
        (Change::Replaced { seat }, Some(own)) if *seat == own => "change-replaced-own",
        (Change::Replaced { .. }, _) => "change-replaced",
        (Change::Moving { seat }, Some(own)) if *seat == own => "change-moving-own",
        (Change::Moving { .. }, _) => "change-moving",
        (Change::Removed { .. }, _) => "change-removed",
        (Change::Noticed { .. }, _) => "change-noticed",
        (Change::Voted { .. }, _) => return Ok(None),
    };
    let seat = |index: u8| {
        let name = teller.names.get(usize::from(index));
        name.map_or("", String::as_str)
    };
    let (about, at, by) = match &changed.change {
        Change::Paused { by } | Change::Resumed { by } => ("", None, Some(by)),
        Change::Extended { by, due } => ("", Some(due), Some(by)),
        Change::Noticed { seat: about, from } => (seat(*about), Some(from), None),
        Change::Ready { seat: about }
        | Change::Substituted { seat: about }
        | Change::Returned { seat: about }
        | Change::Replaced { seat: about }
        | Change::Moving { seat: about }
        | Change::Removed { seat: about } => (seat(*about), None, None),
        Change::Voted { .. } | Change::Reconvened {} => ("", None, None),
    };
    let by = match by {
        Some(By::Master) => "master",
        Some(By::Operator) | None => "operator",
    };
    let at = at.map_or_else(String::new, |at| texts::instant(*at, teller.zone));
    let phrase = teller.texts.say(code).with("seat", about).with("by", by);
    let phrase = phrase.with("turn", changed.turn).with("at", at);
    let phrase = phrase.with("next", changed.turn.saturating_add(1));
    Ok(Some(phrase.to_string()))
}
