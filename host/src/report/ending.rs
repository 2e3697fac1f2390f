//! How a game ended, in a sentence: the same on pages, in letters and for who watches.
//! It tells nothing of a game that is not over.

use fieldpost_engine::{
    event::{Outcome, Victory},
    game::Game,
    ids::SeatId,
    view::SeatView,
};

use crate::texts::Texts;

/// Says who won and by what; `None` before the end. The view is any of the game's:
/// it gives the names alone.
#[must_use]
pub fn ending(texts: Texts, game: &Game, view: &SeatView) -> Option<String> {
    let (by, how) = match game.outcome()? {
        Outcome::Drawn => return Some(texts.t("mail-over-draw")),
        Outcome::Won { by, how } => (by, how),
    };
    let named = |chosen: &dyn Fn(SeatId) -> bool| {
        let seats = view.seats.iter().filter(|seat| chosen(seat.seat));
        let names: Vec<&str> = seats.map(|seat| seat.name.as_str()).collect();
        names.join(", ")
    };
    let conceded = game.conceded();
    let went = |seat: SeatId| conceded.contains(&seat) && !by.contains(&seat);
    let lost = || view.seats.iter().filter(|seat| !by.contains(&seat.seat));
    let code = match how {
        Victory::LastStanding if lost().all(|seat| went(seat.seat)) => "mail-over-won-conceded",
        Victory::LastStanding if lost().any(|seat| went(seat.seat)) => {
            "mail-over-won-conceded-in-part"
        }
        Victory::LastStanding => "mail-over-won-last-standing",
        Victory::Cities => "mail-over-won-cities",
        Victory::Hold => "mail-over-won-hold",
        Victory::TurnLimit => "mail-over-won-turn-limit",
    };
    let phrase = texts
        .say(code)
        .with("winners", named(&|seat| by.contains(&seat)))
        .with("conceded", named(&went));
    Some(phrase.to_string())
}
