//! The seats of a game as lines: who sits there, as far as the reader may know.

use std::collections::BTreeMap;

use crate::{
    app::State,
    error::Error,
    lobby::{Chair, Offer},
    ratings::{self, Rating, Reliability},
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

/// What is known of everybody who is named in some games, by account.
///
/// # Errors
/// The database's, or that of a log that cannot be replayed.
pub async fn standings(state: &State, offers: &[Offer]) -> Result<Standings, Error> {
    let texts = Texts::english();
    let chairs = offers.iter().flat_map(|offer| &offer.chairs);
    let named = chairs.filter_map(|chair| chair.person.as_ref());
    let accounts: Vec<i64> = named.map(|person| person.account_id).collect();
    if accounts.is_empty() {
        return Ok(Standings::new());
    }
    let kept = {
        let mut conn = state.db.get().await?;
        ratings::reliability(&mut conn, &accounts).await?
    };
    let rated = ratings::all(state).await?;
    let standing = |account: &i64| {
        let kept = reliability(kept.get(account));
        let standing = match rated.get(account) {
            None => kept,
            known => texts
                .say("chair-standing")
                .with("reliability", kept)
                .with("rating", rating(known))
                .to_string(),
        };
        (*account, standing)
    };
    Ok(accounts.iter().map(standing).collect())
}

/// Deadlines kept, in words.
#[must_use]
pub fn reliability(known: Option<&Reliability>) -> String {
    let texts = Texts::english();
    match known {
        None => texts.t("reliability-none"),
        Some(known) => texts
            .say("reliability")
            .with("met", known.met)
            .with("due", known.due)
            .to_string(),
    }
}

/// A rating in words.
#[must_use]
pub fn rating(known: Option<&Rating>) -> String {
    let texts = Texts::english();
    match known {
        None => texts.t("rating-none"),
        Some(known) => texts
            .say("rating")
            .with("strength", format!("{:.1}", known.strength))
            .with("uncertainty", format!("{:.1}", known.uncertainty))
            .with("games", known.games)
            .to_string(),
    }
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
