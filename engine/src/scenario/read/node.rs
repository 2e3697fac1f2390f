//! A JSON value as serde's derived types read it, with an error that is typed: what
//! was found and what belongs there, instead of a sentence.

use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;

use serde::de::{
    Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor,
    value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer},
};
use serde_json::Value;

use super::super::fault::quoted;
use super::super::flaw::{Flaw, Kind};

/// What serde calls a number that no field of a scenario can hold.
const FRACTION: &str = "fraction";

/// The words that stand for a posture, an action, a place without more; the others are
/// objects.
const BARE: [&[&str]; 3] = [
    &["Reserve", "Explore"],
    &["Halt", "Brace", "Disband"],
    &["Here"],
];

/// A value on its way into a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a>(pub(super) &'a Value);

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

impl<'de> IntoDeserializer<'de, Malformed> for Node<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Node<'de> {
    fn unexpected(self) -> Unexpected<'de> {
        match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => Unexpected::Unsigned(value),
                (None, Some(value)) => Unexpected::Signed(value),
                (None, None) => Unexpected::Other(FRACTION),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        }
    }
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => Err(Malformed::invalid_type(self.unexpected(), &visitor)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(list) => {
                let mut list = SeqDeserializer::new(list.iter().map(Node));
                let read = visitor.visit_seq(&mut list)?;
                list.end().map(|()| read)
            }
            Value::Object(map) => {
                let mut map = MapDeserializer::new(map.iter().map(pair));
                let read = visitor.visit_map(&mut map)?;
                map.end().map(|()| read)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    /// Fields by name alone: a derived type would take them by their order too.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Array(_) => Err(Malformed::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Value::Object(map) if map.len() == 1 => {
                let map = MapDeserializer::new(map.iter().map(pair));
                visitor.visit_enum(MapAccessDeserializer::new(map))
            }
            Value::Object(map) => Err(Malformed(Flaw::NotOneKey { given: map.len() })),
            _ => {
                let expected: String = format!("enum {name}");
                Err(Malformed::invalid_type(
                    self.unexpected(),
                    &expected.as_str(),
                ))
            }
        }
    }

    // By hand, as the names of these types have no place in the engine; no field of a
    // scenario asks for one.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_any(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

fn pair<'a>((key, value): (&'a String, &'a Value)) -> (&'a str, Node<'a>) {
    (key.as_str(), Node(value))
}
