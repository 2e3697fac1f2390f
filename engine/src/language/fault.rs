//! What is wrong with a line: where, what was expected there, what was probably
//! meant. Codes and values; the sentences belong to the host's catalogue.

use alloc::{format, string::String, vec::Vec};

use serde::{Serialize, Serializer};
use winnow::error::{ErrMode, ParserError};
use winnow::stream::Stream;

/// Something in a line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1; behind the last one where the line is unfinished.
    pub column: u32,
    pub code: Code,
    /// What stands there, at most 64 characters of it; empty at a line's end.
    pub found: String,
    /// What could have stood there.
    pub expected: Vec<Expected>,
    /// What was probably meant, as it would be written.
    pub meant: Option<String>,
    /// What an ambiguous name could stand for, the bounds of numbers, the units of which
    /// there are too many, or how it would be written.
    pub among: Vec<String>,
}

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// Something else was expected here.
    Unexpected,
    /// The line ends too early.
    Unfinished,
    /// Nobody of this name is known.
    UnknownName,
    /// No unit of this name is known, where a line must begin with one.
    UnknownUnit,
    /// Several are known whose names begin so.
    AmbiguousName,
    /// More than one unit, where a line orders one.
    OneUnit,
    /// What is to be done, before the unit that is to do it.
    UnitFirst,
    /// All units at once, for which there is no line.
    NotAll,
    /// A direction, where a tile is wanted.
    Direction,
    /// A chance without its sign.
    WantsPercent,
    /// A number beyond what can stand here.
    NumberTooLarge,
    /// A quotation mark that nothing closes.
    QuoteOpen,
    /// Conditions within conditions beyond all use.
    TooDeep,
    /// Said twice in one order.
    SaidTwice,
    /// A list longer than any order can hold.
    ListTooLong,
    /// The line, or the order with the lines that go on from it, is too long.
    LineTooLong,
    /// The message is too long; from here on it was not read.
    MessageTooLong,
}

impl Code {
    /// Every code there is: what a catalogue must have a text for.
    pub const ALL: &'static [Self] = &[
        Self::Unexpected,
        Self::Unfinished,
        Self::UnknownName,
        Self::UnknownUnit,
        Self::AmbiguousName,
        Self::OneUnit,
        Self::UnitFirst,
        Self::NotAll,
        Self::Direction,
        Self::WantsPercent,
        Self::NumberTooLarge,
        Self::QuoteOpen,
        Self::TooDeep,
        Self::SaidTwice,
        Self::ListTooLong,
        Self::LineTooLong,
        Self::MessageTooLong,
    ];

    /// The code by which catalogues and clients know it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unexpected => "order-unexpected",
            Self::Unfinished => "order-unfinished",
            Self::UnknownName => "order-unknown-name",
            Self::UnknownUnit => "order-unknown-unit",
            Self::AmbiguousName => "order-ambiguous-name",
            Self::OneUnit => "order-one-unit",
            Self::UnitFirst => "order-unit-first",
            Self::NotAll => "order-not-all",
            Self::Direction => "order-direction",
            Self::WantsPercent => "order-percent",
            Self::NumberTooLarge => "order-number-too-large",
            Self::QuoteOpen => "order-quote-open",
            Self::TooDeep => "order-too-deep",
            Self::SaidTwice => "order-said-twice",
            Self::ListTooLong => "order-list-too-long",
            Self::LineTooLong => "order-line-too-long",
            Self::MessageTooLong => "order-message-too-long",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What could have stood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// This word or mark.
    Word(&'static str),
    /// A unit, by number or name.
    Unit,
    /// A tile, or the name of a place for its tile.
    Tile,
    /// A city, depot or fort, by name, number or tile.
    Site,
    Class,
    Number,
    /// A chance in per cent.
    Percent,
    /// A formation's or group's name.
    Name,
    /// The end of the order.
    End,
}

impl Expected {
    /// The word, or for a kind of thing its name in angle brackets.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Word(word) => word,
            Self::Unit => "<unit>",
            Self::Tile => "<tile>",
            Self::Site => "<site>",
            Self::Class => "<class>",
            Self::Number => "<number>",
            Self::Percent => "<percent>",
            Self::Name => "<name>",
            Self::End => "<end>",
        }
    }

    /// Every kind of thing: what a catalogue must have words for.
    pub const KINDS: &'static [Self] = &[
        Self::Unit,
        Self::Tile,
        Self::Site,
        Self::Class,
        Self::Number,
        Self::Percent,
        Self::Name,
        Self::End,
    ];
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Fault {
    /// The values of the case, by name, as text for a catalogue.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let expected: Vec<&str> = self.expected.iter().map(|one| one.as_str()).collect();
        alloc::vec![
            ("line", format!("{}", self.line)),
            ("column", format!("{}", self.column)),
            ("found", self.found.clone()),
            ("expected", expected.join(", ")),
            ("meant", self.meant.clone().unwrap_or_default()),
            ("among", self.among.join(", ")),
        ]
    }
}

/// A fault on its way out of the grammar: where it is, is told by the number of
/// tokens that were left.
#[derive(Clone, Debug)]
pub(super) struct Miss {
    pub(super) left: usize,
    pub(super) code: Code,
    pub(super) expected: Wanted,
    pub(super) among: Vec<String>,
}

/// Expectations without an allocation: almost all of them are never told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    One(Expected),
    List(&'static [Expected]),
}

impl Wanted {
    pub(super) fn list(&self) -> &[Expected] {
        match self {
            Self::One(one) => core::slice::from_ref(one),
            Self::List(list) => list,
        }
    }
}

impl Miss {
    pub(super) fn at(left: usize, code: Code, expected: Wanted) -> Self {
        Self {
            left,
            code,
            expected,
            among: Vec::new(),
        }
    }

    pub(super) fn cut(self) -> ErrMode<Self> {
        ErrMode::Cut(self)
    }
}

impl<I: Stream> ParserError<I> for Miss {
    type Inner = Self;

    fn from_input(input: &I) -> Self {
        Self::at(input.eof_offset(), Code::Unexpected, Wanted::List(&[]))
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}
