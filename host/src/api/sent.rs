//! A JSON value as it was sent, with the first field that stands twice in its object:
//! such a field says two things, and a parser that keeps one of them decides which.
//! Nothing else of the value is judged here.

use std::fmt;

use fieldpost_engine::{log::order_from_value, order::Order, refusal::Refusal};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A value out of a request.
#[derive(Debug)]
pub(super) struct Sent {
    value: Value,
    /// Where a field stands for the second time, as in `task.do`.
    twice: Option<String>,
}

impl Sent {
    /// The order that it is.
    pub(super) fn order(self) -> Result<Order, Refusal> {
        match self.twice {
            None => order_from_value(self.value),
            Some(path) => Err(Refusal::Malformed {
                path,
                reason: "this field stands twice; leave one of the two out".into(),
            }),
        }
    }
}

impl<'de> Deserialize<'de> for Sent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut twice = None;
        let place = Place {
            path: String::new(),
            twice: &mut twice,
        };
        let value = place.deserialize(deserializer)?;
        Ok(Self { value, twice })
    }
}

/// A place within the value that is being read.
struct Place<'a> {
    path: String,
    twice: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let place = Place {
                path: format!("{}[{}]", self.path, values.len()),
                twice: self.twice,
            };
            match list.next_element_seed(place)? {
                Some(value) => values.push(value),
                None => return Ok(Value::Array(values)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = object.next_key::<String>()? {
            let path = match self.path.as_str() {
                "" => name.clone(),
                path => format!("{path}.{name}"),
            };
            if fields.contains_key(&name) {
                self.twice.get_or_insert_with(|| path.clone());
            }
            let place = Place {
                path,
                twice: self.twice,
            };
            let value = object.next_value_seed(place)?;
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_field_that_stands_twice_is_named() {
        let twice = |text: &str| serde_json::from_str::<Sent>(text).map(|sent| sent.twice);
        let none = r#"{"a":{"b":[1,{"c":2}]},"b":-3,"c":null,"d":1.5,"e":"é","f":true}"#;
        assert_eq!(twice(none).ok(), Some(None));
        for (text, place) in [
            (r#"{"kind":"X","unit":1,"unit":1}"#, "unit"),
            (r#"{"task":{"do":"Halt","do":"Brace"}}"#, "task.do"),
            (r#"{"a":[0,{"b":1,"b":2}],"c":1,"c":2}"#, "a[1].b"),
        ] {
            assert_eq!(twice(text).ok(), Some(Some(place.to_owned())), "{text}");
        }
        let sent = serde_json::from_str::<Sent>(none).expect("JSON");
        let value: Value = serde_json::from_str(none).expect("JSON");
        assert_eq!(sent.value, value);
    }
}
