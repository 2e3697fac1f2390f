//! Scenarios with a fault in them, and what is told of them.

use fieldpost_engine::scenario::{Flaw, Scenario, ScenarioFault};
use serde_json::{Value, json};

pub(crate) fn faults(value: &Value) -> Vec<(String, &'static str)> {
    let by_value = Scenario::from_value(value.clone()).expect_err("it is at fault");
    let by_text = Scenario::parse(&value.to_string()).expect_err("it is at fault");
    assert_eq!(by_value, by_text);
    told(&by_value)
}

pub(crate) fn told(faults: &[ScenarioFault]) -> Vec<(String, &'static str)> {
    let told = faults
        .iter()
        .map(|fault| (fault.path.clone(), fault.code()));
    told.collect()
}

/// The one fault of a text.
pub(crate) fn flaw(text: &str) -> Flaw {
    let faults = Scenario::parse(text).expect_err("it is at fault");
    let [fault] = &faults[..] else {
        panic!("{faults:?}");
    };
    fault.flaw.clone()
}

pub(crate) fn good() -> Value {
    json!({
        "format": "fieldpost-scenario/1", "name": "Good", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "Red" }, { "name": "Blue" }],
        "sites": [{ "kind": "city", "at": [0, 0], "owner": 0, "output": 4 }],
        "units": [{ "class": "scout", "owner": 0, "at": [1, 1] },
            { "class": "scout", "owner": 1, "at": [6, 6] }],
    })
}

pub(crate) fn expect(value: &Value, expected: &[(&str, &str)]) {
    let found = faults(value);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(path, code)| (path.as_str(), *code))
        .collect();
    assert_eq!(found, expected, "{value}");
}
