//! A JSON value as serde's derived types read it, strictly: fields by their names
//! alone, whatever error it is told in.

use alloc::{format, string::String};
use core::marker::PhantomData;

use serde::de::{
    Deserializer, Error, IntoDeserializer, Unexpected, Visitor,
    value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer},
};
use serde_json::Value;

/// What serde calls a number that no field can hold.
pub(crate) const FRACTION: &str = "fraction";

/// What an object says that stands for one thing of several.
const ONE_KEY: &str = "a single key in map";

/// A value on its way into a type, with the error that says why it did not get there.
#[derive(Debug)]
pub(crate) struct Node<'a, E>(&'a Value, PhantomData<E>);

// By hand: the error need not be `Copy`.
impl<E> Clone for Node<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Node<'_, E> {}

impl<'a, E> Node<'a, E> {
    pub(crate) fn new(value: &'a Value) -> Self {
        Self(value, PhantomData)
    }
}

impl<'de, E: Error> IntoDeserializer<'de, E> for Node<'de, E> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de, E: Error> Node<'de, E> {
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

impl<'de, E: Error> Deserializer<'de> for Node<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => Err(E::invalid_type(self.unexpected(), &visitor)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(list) => {
                let mut list = SeqDeserializer::new(list.iter().map(Node::new));
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

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    /// Fields by name alone: a derived type would take them by their order too.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.0 {
            Value::Array(_) => Err(E::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Value::Object(map) if map.len() == 1 => {
                let map = MapDeserializer::new(map.iter().map(pair));
                visitor.visit_enum(MapAccessDeserializer::new(map))
            }
            Value::Object(map) => Err(E::invalid_length(map.len(), &ONE_KEY)),
            _ => {
                let expected = format!("enum {name}");
                Err(E::invalid_type(self.unexpected(), &expected.as_str()))
            }
        }
    }

    // By hand, as the names of these types have no place in the engine; no field
    // asks for one.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_any(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

fn pair<'a, E>((key, value): (&'a String, &'a Value)) -> (&'a str, Node<'a, E>) {
    (key.as_str(), Node::new(value))
}
