//! What a mail is about: one word of the outbox for each, who may read it, and
//! how long it may wait behind others.

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
    /// A turn was fought: what the seat saw of it, and whether its clock ran out.
    TurnReady,
    /// The game has ended.
    GameOver,
    /// The game cannot go on until an operator repairs it.
    Stalled,
    /// The maker of a game has given it up before it began.
    CalledOff,
    /// The operator gave its reader a seat.
    SeatGiven,
    /// Something about the game has changed, but by its orders.
    Changed,
    /// A game stalled, for operators: what to do.
    StalledOperator,
    /// A quarter of the time is left and the seat has not committed.
    DeadlineNear,
    /// The same with an hour left.
    DeadlineHour,
    /// The players are asked something.
    VoteOpen,
    /// The others have waited for the seat for long.
    Notice,
}

/// Who may read a kind of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever has the address: it has a link in it that only they are to have.
    Address,
    /// An account, whatever it holds.
    Account,
    /// Who plays the seat now, in a game that goes on: it asks something of them, or
    /// tells what changes for them.
    Player,
    /// Who holds the seat, if it was in the game in the turn that the mail is about.
    Witness,
    /// Who holds the seat, in the game or out of it.
    Holder,
    /// An operator.
    Operator,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::SignIn,
        Self::Invitation,
        Self::Joined,
        Self::Kicked,
        Self::GameStarted,
        Self::TurnReady,
        Self::GameOver,
        Self::Stalled,
        Self::CalledOff,
        Self::SeatGiven,
        Self::Changed,
        Self::StalledOperator,
        Self::DeadlineNear,
        Self::DeadlineHour,
        Self::VoteOpen,
        Self::Notice,
    ];

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
            Self::GameOver => "game_over",
            Self::Stalled => "stalled",
            Self::CalledOff => "called_off",
            Self::SeatGiven => "seat_given",
            Self::Changed => "changed",
            Self::StalledOperator => "stalled_operator",
            Self::DeadlineNear => "deadline_near",
            Self::DeadlineHour => "deadline_hour",
            Self::VoteOpen => "vote_open",
            Self::Notice => "notice",
        }
    }

    /// From the table; `None` for a kind that a newer program wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Who may read it.
    #[must_use]
    pub fn audience(self) -> Audience {
        match self {
            Self::SignIn | Self::Invitation => Audience::Address,
            Self::Joined | Self::Kicked | Self::CalledOff | Self::SeatGiven => Audience::Account,
            Self::GameStarted
            | Self::Changed
            | Self::DeadlineNear
            | Self::DeadlineHour
            | Self::VoteOpen
            | Self::Notice => Audience::Player,
            Self::TurnReady => Audience::Witness,
            Self::GameOver | Self::Stalled => Audience::Holder,
            Self::StalledOperator => Audience::Operator,
        }
    }

    /// The lower goes first, whatever waits: somebody sits before a page and waits
    /// for a link.
    #[must_use]
    pub fn urgency(self) -> i16 {
        match self {
            Self::SignIn => 0,
            Self::Invitation => 1,
            _ => 2,
        }
    }
}
