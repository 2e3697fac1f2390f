//! Why an order is refused at submission (TM-250, CM-230): a code, the field,
//! and the values. Texts for people come from the host's catalogue, by code.

use alloc::{format, string::String, vec::Vec};

use crate::ids::{Pos, SeatId, Seq};
use crate::stance::Stance;

/// A typed refusal. An order that is refused never enters the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.code())]
pub enum Refusal {
    /// The record could not be read; `path` leads to the field.
    Malformed {
        path: String,
        reason: String,
    },
    /// The game is not in an Orders phase.
    NotInOrders,
    WrongTurn {
        given: u32,
        current: u32,
    },
    PhaseClosed {
        turn: u32,
    },
    /// The game is adjourned: no phase closes and no clock runs out (TM-620).
    Adjourned,
    GameOver,
    /// The seat has conceded, or is eliminated.
    SeatOut {
        seat: SeatId,
    },
    UnknownSeat {
        seat: SeatId,
    },
    /// Players may not issue authority records, nor the authority players'.
    NotYoursToIssue {
        kind: &'static str,
    },
    UnknownUnit {
        unit: Seq,
    },
    NotYourUnit {
        unit: Seq,
    },
    UnknownSite {
        site: Seq,
    },
    NotYourSite {
        site: Seq,
    },
    UnknownClass {
        class: String,
    },
    NotObserved {
        what: Seq,
    },
    OffMap {
        field: &'static str,
        tile: Pos,
    },
    StanceNotAllowed {
        class: String,
        stance: Stance,
    },
    MarchWithoutMovement {
        unit: Seq,
    },
    MarchWithAttack {
        unit: Seq,
    },
    TaskWithoutEnd,
    TooManyClauses {
        given: usize,
        most: usize,
    },
    TooManyWaypoints {
        given: usize,
        most: usize,
    },
    ConditionTooDeep {
        given: usize,
        most: usize,
    },
    /// `All` or `Any` of nothing.
    EmptyCondition,
    ConditionTooLarge {
        given: usize,
        most: usize,
    },
    TooManyPredictions {
        given: usize,
        most: usize,
    },
    /// A number outside of what the field can mean.
    OutOfRange {
        field: &'static str,
        given: i64,
        low: i64,
        high: i64,
    },
    NotATransport {
        unit: Seq,
    },
    NotEmbarked {
        unit: Seq,
    },
    CannotCarry {
        unit: Seq,
    },
    CannotBuild {
        unit: Seq,
    },
    /// A city without sea next to it builds no ships.
    NotAPort {
        city: Seq,
        class: String,
    },
    /// Ground on which nothing that the city builds can stand, as far as its seat
    /// knows.
    PostingOutOfReach {
        city: Seq,
        tile: Pos,
    },
    NotACity {
        site: Seq,
    },
    QueueTooLong {
        given: usize,
        most: usize,
    },
    /// A patrol of other than two to eight tiles.
    PatrolLength {
        given: usize,
    },
    /// A patrol that would go from a tile to the same one; its round goes on from the
    /// last tile to the first.
    PatrolStands {
        tile: Pos,
    },
    /// `Here` stands for a place only in doctrines and postings.
    NotHere,
    UnknownFormation {
        name: String,
    },
    FormationExists {
        name: String,
    },
    FormationFull {
        most: usize,
    },
    BadName {
        given: usize,
        most: usize,
    },
    /// Characters that cannot be seen, or a blank at either end.
    HiddenInName {},
    AlreadyCommander {
        unit: Seq,
    },
    /// The same unit twice in a list.
    Twice {
        unit: Seq,
    },
    /// A unit cannot keep up with itself.
    FollowsItself {
        unit: Seq,
    },
    /// Nobody seizes what its own side holds, as far as the seat knows.
    NothingToSeize {
        site: Seq,
    },
    /// A tile holds one site, and this one is taken.
    SiteInTheWay {
        unit: Seq,
        site: Seq,
    },
    /// A Posting whose Task marches and attacks (CM-320).
    PostingMarchesToAttack {
        city: Seq,
    },
    /// An AI holds the seat for its player until a boundary (TM-590, TM-600).
    SeatHeldByAi {
        seat: SeatId,
    },
    /// More than so many records of one seat in one turn (HO-058).
    TooManyRecords {
        most: usize,
    },
}

impl Refusal {
    /// The code by which catalogues and clients know it.
    pub fn code(&self) -> &'static str {
        self.parts().0
    }

    /// The values of the case, by name, as text.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        self.parts().1
    }

    /// The field that is to blame, where one is.
    pub fn field(&self) -> Option<String> {
        match self {
            Self::Malformed { path, .. } => Some(path.clone()),
            Self::OffMap { field, .. } | Self::OutOfRange { field, .. } => Some((*field).into()),
            _ => None,
        }
    }

    fn parts(&self) -> (&'static str, Vec<(&'static str, String)>) {
        /// `values!(a, b)` is the list of those bindings by name.
        macro_rules! values {
            ($($name:ident),*) => { alloc::vec![$((stringify!($name), format!("{}", $name))),*] };
        }
        match self {
            Self::Malformed { path, reason } => ("malformed", values!(path, reason)),
            Self::NotInOrders => ("not-in-orders", values!()),
            Self::WrongTurn { given, current } => ("wrong-turn", values!(given, current)),
            Self::PhaseClosed { turn } => ("phase-closed", values!(turn)),
            Self::Adjourned => ("adjourned", values!()),
            Self::GameOver => ("game-over", values!()),
            Self::SeatOut { seat } => ("seat-out", values!(seat)),
            Self::UnknownSeat { seat } => ("unknown-seat", values!(seat)),
            Self::NotYoursToIssue { kind } => ("not-yours-to-issue", values!(kind)),
            Self::UnknownUnit { unit } => ("unknown-unit", values!(unit)),
            Self::NotYourUnit { unit } => ("not-your-unit", values!(unit)),
            Self::UnknownSite { site } => ("unknown-site", values!(site)),
            Self::NotYourSite { site } => ("not-your-site", values!(site)),
            Self::UnknownClass { class } => ("unknown-class", values!(class)),
            Self::NotObserved { what } => ("not-observed", values!(what)),
            Self::OffMap { field, tile } => ("off-map", values!(field, tile)),
            Self::StanceNotAllowed { class, stance } => (
                "stance-not-allowed",
                alloc::vec![("class", class.clone()), ("stance", format!("{stance:?}")),],
            ),
            Self::MarchWithoutMovement { unit } => ("march-without-movement", values!(unit)),
            Self::MarchWithAttack { unit } => ("march-with-attack", values!(unit)),
            Self::TaskWithoutEnd => ("task-without-end", values!()),
            Self::TooManyClauses { given, most } => ("too-many-clauses", values!(given, most)),
            Self::TooManyWaypoints { given, most } => ("too-many-waypoints", values!(given, most)),
            Self::ConditionTooDeep { given, most } => ("condition-too-deep", values!(given, most)),
            Self::EmptyCondition => ("empty-condition", values!()),
            Self::ConditionTooLarge { given, most } => {
                ("condition-too-large", values!(given, most))
            }
            Self::TooManyPredictions { given, most } => {
                ("too-many-predictions", values!(given, most))
            }
            Self::OutOfRange {
                field,
                given,
                low,
                high,
            } => ("out-of-range", values!(field, given, low, high)),
            Self::NotATransport { unit } => ("not-a-transport", values!(unit)),
            Self::NotEmbarked { unit } => ("not-embarked", values!(unit)),
            Self::CannotCarry { unit } => ("cannot-carry", values!(unit)),
            Self::CannotBuild { unit } => ("cannot-build", values!(unit)),
            Self::NotAPort { city, class } => ("not-a-port", values!(city, class)),
            Self::PostingOutOfReach { city, tile } => ("posting-out-of-reach", values!(city, tile)),
            Self::NotACity { site } => ("not-a-city", values!(site)),
            Self::QueueTooLong { given, most } => ("queue-too-long", values!(given, most)),
            Self::PatrolLength { given } => ("patrol-length", values!(given)),
            Self::PatrolStands { tile } => ("patrol-stands", values!(tile)),
            Self::NotHere => ("not-here", values!()),
            Self::UnknownFormation { name } => ("unknown-formation", values!(name)),
            Self::FormationExists { name } => ("formation-exists", values!(name)),
            Self::FormationFull { most } => ("formation-full", values!(most)),
            Self::BadName { given, most } => ("bad-name", values!(given, most)),
            Self::HiddenInName {} => ("hidden-in-name", values!()),
            Self::FollowsItself { unit } => ("follows-itself", values!(unit)),
            Self::NothingToSeize { site } => ("nothing-to-seize", values!(site)),
            Self::SiteInTheWay { unit, site } => ("site-in-the-way", values!(unit, site)),
            Self::PostingMarchesToAttack { city } => ("posting-marches-to-attack", values!(city)),
            Self::AlreadyCommander { unit } => ("already-commander", values!(unit)),
            Self::Twice { unit } => ("twice", values!(unit)),
            Self::SeatHeldByAi { seat } => ("seat-held-by-ai", values!(seat)),
            Self::TooManyRecords { most } => ("too-many-records", values!(most)),
        }
    }

    /// Every code there is: what a catalogue must have a text for.
    pub const CODES: &'static [&'static str] = &[
        "malformed",
        "not-in-orders",
        "wrong-turn",
        "phase-closed",
        "adjourned",
        "game-over",
        "seat-out",
        "seat-held-by-ai",
        "unknown-seat",
        "not-yours-to-issue",
        "unknown-unit",
        "not-your-unit",
        "unknown-site",
        "not-your-site",
        "unknown-class",
        "not-observed",
        "off-map",
        "stance-not-allowed",
        "march-without-movement",
        "march-with-attack",
        "task-without-end",
        "too-many-clauses",
        "too-many-waypoints",
        "condition-too-deep",
        "condition-too-large",
        "empty-condition",
        "too-many-predictions",
        "out-of-range",
        "not-a-transport",
        "not-embarked",
        "cannot-carry",
        "cannot-build",
        "not-a-port",
        "posting-out-of-reach",
        "not-a-city",
        "queue-too-long",
        "patrol-length",
        "patrol-stands",
        "not-here",
        "unknown-formation",
        "formation-exists",
        "formation-full",
        "bad-name",
        "hidden-in-name",
        "follows-itself",
        "nothing-to-seize",
        "site-in-the-way",
        "posting-marches-to-attack",
        "already-commander",
        "twice",
        "too-many-records",
    ];
}
