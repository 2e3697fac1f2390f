//! Reading a scenario: what is malformed is told part by part, so that one slip does
//! not hide the next. Judges shapes alone; what they mean is `check`'s business.

use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serde_path_to_error::Segment;

use super::{
    Options, Scenario, ScenarioFault, ScenarioMap, ScenarioSeat, ScenarioSite, ScenarioUnit,
};

/// Faults that are told of one part: whoever has more of them has another file.
const PART_MOST: usize = 32;

/// A scenario out of its text.
pub(super) fn text(text: &str) -> Result<Scenario, Vec<ScenarioFault>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| fault(error.path().to_string(), error.inner()))
        .and_then(|scenario| match deserializer.end() {
            Ok(()) => Ok(scenario),
            Err(error) => Err(fault(String::new(), &error)),
        });
    read.map_err(|first| match serde_json::from_str(text) {
        Ok(value) => parts(value, first),
        Err(_) => alloc::vec![first],
    })
}

/// A scenario out of a value.
pub(super) fn value(value: Value) -> Result<Scenario, Vec<ScenarioFault>> {
    serde_path_to_error::deserialize(&value).map_err(|error: serde_path_to_error::Error<_>| {
        let first = fault(error.path().to_string(), error.inner());
        parts(value, first)
    })
}

fn fault(path: String, reason: &serde_json::Error) -> ScenarioFault {
    // An empty path is written as a point.
    let path = if path == "." { String::new() } else { path };
    ScenarioFault {
        path,
        code: "malformed",
        reason: format!("{reason}"),
    }
}

/// What is wrong with each part of a scenario that cannot be read as a whole.
fn parts(mut value: Value, first: ScenarioFault) -> Vec<ScenarioFault> {
    let Value::Object(whole) = &mut value else {
        return alloc::vec![first];
    };
    let mut found = Vec::new();
    if let Some(map) = whole.get_mut("map") {
        let blank = json!({ "width": 8, "height": 8, "terrain": [] });
        of::<ScenarioMap>("map", core::mem::replace(map, blank), &mut found);
    }
    each::<ScenarioSeat>("seats", whole.get_mut("seats"), &mut found);
    each::<ScenarioSite>("sites", whole.get_mut("sites"), &mut found);
    each::<ScenarioUnit>("units", whole.get_mut("units"), &mut found);
    if let Some(options) = whole.remove("options") {
        of::<Options>("options", options, &mut found);
    }
    // What is left is the frame, which stands first in the file.
    let mut faults = Vec::new();
    of::<Scenario>("", value, &mut faults);
    faults.append(&mut found);
    if faults.is_empty() {
        // Such as a field that stands twice, which a value has lost.
        faults.push(first);
    }
    faults
}

/// The faults of each entry of a list, which is empty behind this.
fn each<T: DeserializeOwned>(path: &str, list: Option<&mut Value>, found: &mut Vec<ScenarioFault>) {
    if let Some(Value::Array(entries)) = list {
        for (index, entry) in core::mem::take(entries).into_iter().enumerate() {
            of::<T>(&format!("{path}[{index}]"), entry, found);
        }
    }
}

/// The faults of one part: a field that is at fault is told, taken out, and the rest
/// is read again.
fn of<T: DeserializeOwned>(path: &str, mut value: Value, found: &mut Vec<ScenarioFault>) {
    let mut removed = BTreeSet::new();
    for _ in 0..PART_MOST {
        let read: Result<T, _> = serde_path_to_error::deserialize(&value);
        let Err(error) = read else { return };
        let reason = format!("{}", error.inner());
        let named = reason.split('`').nth(1).unwrap_or_default();
        if reason.starts_with("missing field") && removed.contains(named) {
            // It was there, and has been told of.
            return;
        }
        let inner = error.path().to_string();
        let whole = match (path, inner.as_str()) {
            (_, ".") => path.to_string(),
            ("", inner) => inner.to_string(),
            (path, inner) if inner.starts_with('[') => format!("{path}{inner}"),
            (path, inner) => format!("{path}.{inner}"),
        };
        found.push(fault(whole, error.inner()));
        let field = match error.path().iter().next() {
            Some(Segment::Map { key }) => key.clone(),
            _ if reason.starts_with("unknown field") => named.to_string(),
            _ => return,
        };
        let Some(fields) = value.as_object_mut() else {
            return;
        };
        if fields.remove(&field).is_none() {
            return;
        }
        removed.insert(field);
    }
}
