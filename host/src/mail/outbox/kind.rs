//! What a mail is about: one word of the outbox for each.

/// What a mail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A link that signs somebody in.
    SignIn,
    /// A seat waits for somebody.
    Invitation,
    /// Somebody took a seat of a game that its reader made.
    Joined,
    /// The maker of a game took its reader out of it.
    Kicked,
    /// Turn 1 takes orders.
    GameStarted,
    /// A turn was fought: what the seat saw of it.
    TurnReady,
    /// The clock ran out on the seat.
    TimedOut,
    /// The game has ended.
    GameOver,
    /// The game cannot go on until an operator mends it.
    Stalled,
    /// A seat changes hands, or a player's address moves, by the operator.
    SeatsChange,
    /// The same, for operators: what to do.
    StalledOperator,
    /// A quarter of the time is left and the seat has not committed.
    DeadlineNear,
    /// The same with an hour left.
    DeadlineHour,
    /// The players are asked something.
    VoteOpen,
    /// An AI took a seat over, or gave it back.
    Substituted,
    /// The others have waited for the seat for long.
    Notice,
}

impl Kind {
    /// As it stands in the table.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Invitation => "invitation",
            Self::Joined => "joined",
            Self::Kicked => "kicked",
            Self::GameStarted => "game_started",
            Self::TurnReady => "turn_ready",
            Self::TimedOut => "timed_out",
            Self::GameOver => "game_over",
            Self::Stalled => "stalled",
            Self::SeatsChange => "seats_change",
            Self::StalledOperator => "stalled_operator",
            Self::DeadlineNear => "deadline_near",
            Self::DeadlineHour => "deadline_hour",
            Self::VoteOpen => "vote_open",
            Self::Substituted => "substituted",
            Self::Notice => "notice",
        }
    }

    /// From the table; `None` for a kind that a newer program wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::SignIn,
            Self::Invitation,
            Self::Joined,
            Self::Kicked,
            Self::GameStarted,
            Self::TurnReady,
            Self::TimedOut,
            Self::GameOver,
            Self::Stalled,
            Self::SeatsChange,
            Self::StalledOperator,
            Self::DeadlineNear,
            Self::DeadlineHour,
            Self::VoteOpen,
            Self::Substituted,
            Self::Notice,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == text)
    }
}
