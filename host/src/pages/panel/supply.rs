//! How a unit stands to supply, by the same forecast as the map and the board, so that
//! the three say the same. It has codes; the words are the catalogue's.

use fieldpost_engine::{
    forecast::{self, Supply},
    ruleset::Ruleset,
    view::{OwnUnit, SeatView},
};

/// The text for one of the seat's units.
pub(super) fn code(view: &SeatView, ruleset: &Ruleset, unit: &OwnUnit) -> &'static str {
    if unit.supplied {
        return "fact-supplied";
    }
    match forecast::supply(view, ruleset).unit(unit) {
        Supply::Unpaid => "fact-unpaid",
        Supply::Out => "fact-unsupplied",
        Supply::In | Supply::AtRisk => "fact-supplied-again",
    }
}
