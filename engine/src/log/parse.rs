//! Orders and records out of JSON: which field is wrong, and why. Reads strictly, and
//! judges no order by the state of a game.

use alloc::{
    format,
    string::{String, ToString},
};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::json::{self, JsonError};
use crate::order::Order;
use crate::refusal::Refusal;

/// Reads an order as a client sends it: `{"kind":"SetStance","unit":601,…}`.
///
/// # Errors
/// [`Refusal::Malformed`] with the path to the field.
pub fn parse_order(text: &str) -> Result<Order, Refusal> {
    order_from_map(parse_object(text)?)
}

/// The same, from a value that is already parsed.
///
/// # Errors
/// [`Refusal::Malformed`] with the path to the field.
pub fn order_from_value(value: Value) -> Result<Order, Refusal> {
    match value {
        Value::Object(map) => order_from_map(map),
        _ => Err(malformed("", "an order is an object with a field `kind`")),
    }
}

pub(super) fn parse_object(text: &str) -> Result<Map<String, Value>, Refusal> {
    match json::value(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(malformed("", "expected an object")),
        Err(JsonError { path, reason }) => Err(Refusal::Malformed { path, reason }),
    }
}

pub(super) fn malformed(path: &str, reason: &str) -> Refusal {
    Refusal::Malformed {
        path: path.into(),
        reason: reason.into(),
    }
}

pub(super) fn take<T: DeserializeOwned>(
    map: &mut Map<String, Value>,
    field: &str,
) -> Result<T, Refusal> {
    let value = map
        .remove(field)
        .ok_or_else(|| malformed(field, "this field is missing"))?;
    json::typed(&value).map_err(|error| malformed(field, &error.to_string()))
}

/// Moves the tag inside out, so that serde's own enum shape can follow the path
/// of a fault: `{"kind":"K",…}` becomes `{"K":{…}}`.
pub(super) fn order_from_map(mut map: Map<String, Value>) -> Result<Order, Refusal> {
    let kind: String = take(&mut map, "kind")?;
    let prefix = format!("{kind}.");
    let tagged = Value::Object(core::iter::once((kind.clone(), Value::Object(map))).collect());
    json::typed(&tagged).map_err(|JsonError { path, reason }| {
        let path = match path.strip_prefix(&prefix) {
            Some(field) => field,
            // Within the order, but at none of its fields.
            None if path == kind => "",
            // The tag itself is not known.
            None => "kind",
        };
        malformed(path, &reason)
    })
}
