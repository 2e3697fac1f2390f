//! The seats of a game as lines: who sits there, as far as the reader may know.

use std::collections::BTreeMap;

use diesel_async::AsyncPgConnection;

use crate::{
    error::Error,
    lobby::{Chair, Offer},
    texts::Texts,
};

/// What is known of people besides their names, by account.
pub type Standings = BTreeMap<i64, String>;

/// One seat.
#[derive(Debug)]
pub struct ChairLine {
    /// Its index.
    pub index: i16,
    /// Its name.
    pub name: String,
    /// Chooses its colour.
    pub side: i16,
    /// Its letter.
    pub letter: String,
    /// Who sits there, in words; nothing where it is free.
    pub who: Option<String>,
    /// Where more about them stands.
    pub profile: Option<String>,
    /// Reliability and rating, in words.
    pub standing: Option<String>,
    /// Whether the reader sits there.
    pub is_own: bool,
    /// Whether a program gives its orders.
    pub is_ai: bool,
    /// Whether it can be taken.
    pub is_free: bool,
    /// Whom it was offered to by mail; for the maker's eyes.
    pub invited: Option<String>,
    /// How it came out, once it has.
    pub result: Option<String>,
    /// Whether that is the first place.
    pub has_won: bool,
}

/// What is known of everybody in some games.
///
/// # Errors
/// The database's.
pub async fn standings(
    _conn: &mut AsyncPgConnection,
    _offers: &[Offer],
) -> Result<Standings, Error> {
    Ok(Standings::new())
}

/// A game's seats, in order.
#[must_use]
pub fn lines(offer: &Offer, known: &Standings) -> Vec<ChairLine> {
    let initials: Vec<_> = offer.chairs.iter().map(initial).collect();
    let lines = offer.chairs.iter().zip(&initials).map(|(chair, initial)| {
        let is_shared = initials.iter().filter(|other| *other == initial).count() > 1;
        let letter = match initial {
            Some(letter) if !is_shared => letter.clone(),
            _ => (chair.seat.seat + 1).to_string(),
        };
        line(offer, chair, letter, known)
    });
    lines.collect()
}

fn initial(chair: &Chair) -> Option<String> {
    let first = chair.seat.name.chars().next();
    first.map(|first| first.to_uppercase().to_string())
}

fn line(offer: &Offer, chair: &Chair, letter: String, known: &Standings) -> ChairLine {
    let texts = Texts::english();
    let seat = &chair.seat;
    let person = chair.person.as_ref();
    let who = if seat.is_ai() {
        Some(texts.t("chair-ai"))
    } else if seat.account_id.is_none() {
        None
    } else {
        Some(match person {
            Some(person) if !person.name.trim().is_empty() => person.name.clone(),
            Some(_) => texts.t("lobby-somebody"),
            None => texts.t("chair-unknown"),
        })
    };
    let is_free = !seat.is_filled();
    ChairLine {
        index: seat.seat,
        name: seat.name.clone(),
        side: seat.seat % 8,
        letter,
        who,
        profile: person.map(|person| format!("/players/{}", person.profile)),
        standing: person.and_then(|person| known.get(&person.account_id).cloned()),
        is_own: chair.is_own,
        is_ai: seat.is_ai(),
        is_free,
        invited: seat
            .invite_email
            .clone()
            .filter(|_| is_free && offer.is_maker),
        result: None,
        has_won: false,
    }
}
