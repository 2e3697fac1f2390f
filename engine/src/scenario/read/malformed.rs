//! Why a value of a scenario did not get into its type: what was found and what belongs
//! there, as a flaw with a code instead of a sentence.

use alloc::string::ToString;
use core::fmt;

use serde::de::{Error, Expected, Unexpected};

use super::super::fault::quoted;
use super::super::flaw::{Flaw, Kind};
use crate::json::FRACTION;

/// The words that stand for a posture, an action, a place without more; the others are
/// objects.
const BARE: [&[&str]; 3] = [
    &["Reserve", "Explore"],
    &["Halt", "Brace", "Disband"],
    &["Here"],
];

/// Why it did not get there.
#[derive(Clone, Debug)]
pub(super) struct Malformed(pub(super) Flaw);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.code())
    }
}

impl core::error::Error for Malformed {}

impl Error for Malformed {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        let reason = quoted(&reason.to_string());
        Self(Flaw::Unreadable { reason })
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(Flaw::WrongType {
            found: kind(found),
            expected: wanted(&expected.to_string()),
        })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let given = match found {
            Unexpected::Unsigned(given) => i128::from(given),
            Unexpected::Signed(given) => i128::from(given),
            _ => return Self::invalid_type(found, expected),
        };
        let (low, high) = bounds(&expected.to_string());
        Self(Flaw::OutOfRange { given, low, high })
    }

    fn invalid_length(given: usize, expected: &dyn Expected) -> Self {
        // Lists of a fixed length are tiles, and objects of a fixed length say one thing.
        Self(if expected.to_string().ends_with("in map") {
            Flaw::NotOneKey { given }
        } else {
            Flaw::NotATile {}
        })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self(Flaw::UnknownWord {
            found: quoted(found),
            known: known.join(", "),
            or_object: BARE.contains(&known),
        })
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Self(Flaw::UnknownField {
            field: field.into(),
            known: known.join(", "),
        })
    }

    fn missing_field(field: &'static str) -> Self {
        Self(Flaw::MissingField {
            field: field.into(),
        })
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self(Flaw::FieldTwice {
            field: field.into(),
        })
    }
}

fn kind(found: Unexpected<'_>) -> Kind {
    match found {
        Unexpected::Bool(_) => Kind::YesOrNo,
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => Kind::Number,
        Unexpected::Float(_) | Unexpected::Other(FRACTION) => Kind::Fraction,
        Unexpected::Str(_) | Unexpected::Char(_) => Kind::Text,
        Unexpected::Unit | Unexpected::Option => Kind::Nothing,
        Unexpected::Seq => Kind::List,
        Unexpected::Map => Kind::Object,
        _ => Kind::Other,
    }
}

/// What serde's words, and those of our own types, stand for.
fn wanted(expected: &str) -> Kind {
    match expected {
        "a string" => Kind::Text,
        "a boolean" => Kind::YesOrNo,
        "a sequence" => Kind::List,
        "a map" => Kind::Object,
        "a posture" => Kind::Posture,
        "an action" => Kind::Action,
        "{\"tile\":[x,y]} or \"Here\"" => Kind::Station,
        "a unit's number or \"all\"" => Kind::Cargo,
        "u8" | "u16" | "u32" | "u64" => Kind::Number,
        tuple if tuple.starts_with("a tuple") => Kind::Tile,
        object if object.starts_with("struct ") => Kind::Object,
        word if word.contains("enum") || word.contains("variant") => Kind::Word,
        _ => Kind::Other,
    }
}

fn bounds(expected: &str) -> (i64, i64) {
    match expected {
        "u8" => (0, i64::from(u8::MAX)),
        "u16" => (0, i64::from(u16::MAX)),
        _ => (0, i64::from(u32::MAX)),
    }
}
