//! What can be wrong with a scenario: a code and the values of the case. It says
//! nothing of where, and has no words for people.

use alloc::{format, string::String, vec::Vec};
use core::fmt;

use crate::ids::{Pos, Seq};
use crate::map::Terrain;
use crate::refusal::Refusal;

/// What stands in a file, or should stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Number,
    Fraction,
    YesOrNo,
    List,
    Tile,
    Object,
    Nothing,
    Word,
    Posture,
    Action,
    Station,
    Cargo,
    Other,
}

impl Kind {
    /// The code by which catalogues know it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Fraction => "fraction",
            Self::YesOrNo => "yes-or-no",
            Self::List => "list",
            Self::Tile => "tile",
            Self::Object => "object",
            Self::Nothing => "nothing",
            Self::Word => "word",
            Self::Posture => "posture",
            Self::Action => "action",
            Self::Station => "station",
            Self::Cargo => "cargo",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What is wrong. Texts in it that come from the file are cut and cleaned by [`quoted`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    // The file as a text.
    TooLarge {
        most: usize,
    },
    ByteOrderMark {},
    NotJson {
        line: usize,
        column: usize,
    },
    EndsEarly {
        line: usize,
    },
    TooDeep {
        most: usize,
    },
    FieldTwice {
        field: String,
    },
    // The shapes of its parts.
    WrongType {
        found: Kind,
        expected: Kind,
    },
    /// Whether other things that can stand there are objects.
    UnknownWord {
        found: String,
        known: String,
        or_object: bool,
    },
    UnknownField {
        field: String,
        known: String,
    },
    MissingField {
        field: String,
    },
    NotATile {},
    NotOneKey {
        given: usize,
    },
    Unreadable {
        reason: String,
    },
    // What they mean.
    Format {
        found: String,
        expected: &'static str,
    },
    UnknownRuleset {
        found: String,
    },
    BadName {
        given: usize,
        most: usize,
    },
    HiddenInName {},
    OutOfRange {
        given: i128,
        low: i64,
        high: i64,
    },
    MapSize {
        given: u16,
        low: u16,
        high: u16,
    },
    MapRows {
        given: usize,
        height: u16,
    },
    MapColumns {
        given: usize,
        width: u16,
    },
    UnknownTerrain {
        glyph: String,
    },
    OffMap {
        at: Pos,
        width: u16,
        height: u16,
    },
    SeatCount {
        given: usize,
        most: usize,
    },
    NameTwice {
        other: String,
    },
    UnknownSeat {
        given: u8,
        seats: usize,
    },
    SiteOnWater {
        at: Pos,
        terrain: Terrain,
    },
    SitesOverlap {
        at: Pos,
        other: String,
    },
    NotACity {},
    QueueTooLong {
        given: usize,
        most: usize,
    },
    NotAPort {
        class: String,
    },
    UnknownClass {
        class: String,
        known: String,
    },
    SeqMissing {},
    SeqRange {
        given: u32,
        most: u32,
    },
    SeqTwice {
        seq: Seq,
        other: String,
    },
    UnitsOverlap {
        at: Pos,
        other: String,
    },
    StackTooHigh {
        at: Pos,
        most: usize,
    },
    Ground {
        class: String,
        at: Pos,
        terrain: Terrain,
    },
    NeutralWithoutHold {
        class: String,
    },
    NoFormationYet {
        name: String,
    },
    MarchWithAttack {},
    /// What no order may hold either.
    Order(Refusal),
    ConditionTwice {},
    NoSite {},
    UnknownSite {
        name: String,
    },
    // What a game needs besides.
    SeatWithoutUnits {},
    ProgressWithoutQueue {},
    TooManyCities {
        given: u32,
        cities: usize,
    },
    HoldTooLate {
        given: u32,
        limit: u32,
    },
    NameShared {
        name: String,
        sites: usize,
    },
    NoVictory {},
    TooManyConditions {
        given: usize,
        most: usize,
    },
    /// The end of a list that was cut.
    More {
        count: usize,
    },
}

/// The terrain's name as catalogues know it.
fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => "plain",
        Terrain::Forest => "forest",
        Terrain::Hill => "hill",
        Terrain::Marsh => "marsh",
        Terrain::Mountain => "mountain",
        Terrain::River => "river",
        Terrain::Ford => "ford",
        Terrain::Sea => "sea",
    }
}

impl Flaw {
    /// The code by which catalogues and clients know it.
    pub fn code(&self) -> &'static str {
        self.parts().0
    }

    /// The values of the case, by name, as text.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        self.parts().1
    }

    fn parts(&self) -> (&'static str, Vec<(&'static str, String)>) {
        /// `values!(a, b)` is the list of those bindings by name.
        macro_rules! values {
            ($($name:ident),*) => { alloc::vec![$((stringify!($name), format!("{}", $name))),*] };
        }
        match self {
            Self::TooLarge { most } => ("too-large", values!(most)),
            Self::ByteOrderMark {} => ("byte-order-mark", values!()),
            Self::NotJson { line, column } => ("not-json", values!(line, column)),
            Self::EndsEarly { line } => ("ends-early", values!(line)),
            Self::TooDeep { most } => ("too-deep", values!(most)),
            Self::FieldTwice { field } => ("field-twice", values!(field)),
            Self::WrongType { found, expected } => ("wrong-type", values!(found, expected)),
            Self::UnknownWord {
                found,
                known,
                or_object,
            } => ("unknown-word", values!(found, known, or_object)),
            Self::UnknownField { field, known } => ("unknown-field", values!(field, known)),
            Self::MissingField { field } => ("missing-field", values!(field)),
            Self::NotATile {} => ("not-a-tile", values!()),
            Self::NotOneKey { given } => ("not-one-key", values!(given)),
            Self::Unreadable { reason } => ("unreadable", values!(reason)),
            Self::Format { found, expected } => ("format", values!(found, expected)),
            Self::UnknownRuleset { found } => ("unknown-ruleset", values!(found)),
            Self::BadName { given, most } => ("bad-name", values!(given, most)),
            Self::HiddenInName {} => ("hidden-in-name", values!()),
            Self::OutOfRange { given, low, high } => ("out-of-range", values!(given, low, high)),
            Self::MapSize { given, low, high } => ("map-size", values!(given, low, high)),
            Self::MapRows { given, height } => ("map-rows", values!(given, height)),
            Self::MapColumns { given, width } => ("map-columns", values!(given, width)),
            Self::UnknownTerrain { glyph } => ("unknown-terrain", values!(glyph)),
            Self::OffMap { at, width, height } => ("off-map", values!(at, width, height)),
            Self::SeatCount { given, most } => ("seat-count", values!(given, most)),
            Self::NameTwice { other } => ("name-twice", values!(other)),
            Self::UnknownSeat { given, seats } => {
                let last = seats.saturating_sub(1);
                ("unknown-seat", values!(given, last))
            }
            Self::SiteOnWater { at, terrain } => {
                let terrain = ground(*terrain);
                ("site-on-water", values!(at, terrain))
            }
            Self::SitesOverlap { at, other } => ("sites-overlap", values!(at, other)),
            Self::NotACity {} => ("not-a-city", values!()),
            Self::QueueTooLong { given, most } => ("queue-too-long", values!(given, most)),
            Self::NotAPort { class } => ("not-a-port", values!(class)),
            Self::UnknownClass { class, known } => ("unknown-class", values!(class, known)),
            Self::SeqMissing {} => ("seq-missing", values!()),
            Self::SeqRange { given, most } => ("seq-range", values!(given, most)),
            Self::SeqTwice { seq, other } => ("seq-twice", values!(seq, other)),
            Self::UnitsOverlap { at, other } => ("units-overlap", values!(at, other)),
            Self::StackTooHigh { at, most } => ("stack-too-high", values!(at, most)),
            Self::Ground { class, at, terrain } => {
                let terrain = ground(*terrain);
                ("ground", values!(class, at, terrain))
            }
            Self::NeutralWithoutHold { class } => ("neutral-without-hold", values!(class)),
            Self::NoFormationYet { name } => ("no-formation-yet", values!(name)),
            Self::MarchWithAttack {} => ("march-and-attack", values!()),
            Self::Order(refusal) => (refusal.code(), refusal.values()),
            Self::ConditionTwice {} => ("condition-twice", values!()),
            Self::NoSite {} => ("no-site", values!()),
            Self::UnknownSite { name } => ("no-site-of-that-name", values!(name)),
            Self::SeatWithoutUnits {} => ("seat-without-units", values!()),
            Self::ProgressWithoutQueue {} => ("progress-without-queue", values!()),
            Self::TooManyCities { given, cities } => ("too-many-cities", values!(given, cities)),
            Self::HoldTooLate { given, limit } => ("hold-too-late", values!(given, limit)),
            Self::NameShared { name, sites } => ("name-shared", values!(name, sites)),
            Self::NoVictory {} => ("no-victory", values!()),
            Self::TooManyConditions { given, most } => {
                ("too-many-conditions", values!(given, most))
            }
            Self::More { count } => ("more", values!(count)),
        }
    }

    /// Every code there is but those of [`Refusal`]: what a catalogue must have a
    /// text for.
    pub const CODES: &'static [&'static str] = &[
        "too-large",
        "byte-order-mark",
        "not-json",
        "ends-early",
        "too-deep",
        "field-twice",
        "wrong-type",
        "unknown-word",
        "unknown-field",
        "missing-field",
        "not-a-tile",
        "not-one-key",
        "unreadable",
        "format",
        "unknown-ruleset",
        "bad-name",
        "hidden-in-name",
        "out-of-range",
        "map-size",
        "map-rows",
        "map-columns",
        "unknown-terrain",
        "off-map",
        "seat-count",
        "name-twice",
        "unknown-seat",
        "site-on-water",
        "sites-overlap",
        "not-a-city",
        "queue-too-long",
        "not-a-port",
        "unknown-class",
        "seq-missing",
        "seq-range",
        "seq-twice",
        "units-overlap",
        "stack-too-high",
        "ground",
        "neutral-without-hold",
        "no-formation-yet",
        "march-and-attack",
        "condition-twice",
        "no-site",
        "no-site-of-that-name",
        "seat-without-units",
        "progress-without-queue",
        "too-many-cities",
        "hold-too-late",
        "name-shared",
        "no-victory",
        "too-many-conditions",
        "more",
    ];
}
