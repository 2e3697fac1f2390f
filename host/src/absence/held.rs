//! A seat that an AI holds for a player who was away (TM-600): whether it stays so.
//! Says how it stands and changes nothing.

use crate::{
    games::SeatRow,
    phases::{self, GameClock},
    texts::Texts,
};

/// What becomes of a seat that an AI holds for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It stays with the AI until the reader wants it back.
    Kept,
    /// It is the reader's again from the next turn on.
    ComesBack,
    /// From the next turn on it is somebody else's.
    GivenAway,
}

impl Held {
    /// Of a reader's seat.
    #[must_use]
    pub fn of(clock: &GameClock, row: &SeatRow) -> Option<Self> {
        if !clock.substituted.contains(&phases::index(row.seat)) {
            return None;
        }
        Some(match (row.next_account_id, row.resume_wanted_at) {
            (Some(_), _) => Self::GivenAway,
            (None, Some(_)) => Self::ComesBack,
            (None, None) => Self::Kept,
        })
    }

    /// What is said of it.
    #[must_use]
    pub fn text(self) -> String {
        Texts::english().t(match self {
            Self::Kept => "resume-help",
            Self::ComesBack => "resume-comes",
            Self::GivenAway => "resume-given-away",
        })
    }

    /// Whether the reader can take it back.
    #[must_use]
    pub fn is_kept(self) -> bool {
        self == Self::Kept
    }
}
