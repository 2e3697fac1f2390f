//! One thing that cannot be read is one thing told: whatever of a sound scenario is
//! replaced by what can stand nowhere, nothing is told of any other place.

use fieldpost_engine::scenario::{Scenario, shipped};
use serde_json::{Value, json};

/// A scenario in which everything leans on something else.
fn entwined() -> Value {
    json!({
        "format": "fieldpost-scenario/1", "name": "Entwined", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "wrap_x": false, "wrap_y": true,
            "terrain": ["^......~", "....r...", "....r...", "....r...",
                "....r...", "....=...", "....r...", "....r..."],
            "roads": [[3, 1], [4, 1], [5, 1], [0, 0]] },
        "seats": [
            { "name": "Red", "team": "A", "controller": "human", "treasury": 5 },
            { "name": "Blue", "team": "A", "controller": "ai", "treasury": 5 },
            { "name": "Grey", "team": null, "controller": "human", "treasury": 0 },
        ],
        "sites": [
            { "kind": "city", "name": "Port", "at": [6, 0], "owner": 0, "output": 4, "seq": 1,
              "queue": ["frigate", "scout"], "progress": 3 },
            { "kind": "fort", "name": "Gate", "at": [5, 1], "owner": null, "seq": 2 },
        ],
        "units": [
            { "class": "scout", "owner": 0, "at": [4, 1], "seq": 3, "age": 1, "veterancy": 1,
              "strength": 50, "entrenchment": 1, "disrupted": true, "stance": "Hold",
              "name": "Ride", "posture": { "Patrol": { "tiles": [[1, 1], [2, 2]] } },
              "task": { "do": { "Seize": 2 }, "via": [[3, 3]],
                "when": [{ "if": { "EnemyAt": { "tile": [5, 5], "n": 2 } }, "then": "Brace" }],
                "until": { "Turn": 4 }, "fallback": "Reserve", "stance": "Advance" } },
            { "class": "scout", "owner": 1, "at": [4, 1], "seq": 4, "posture": "Explore" },
            { "class": "frigate", "owner": 1, "at": [7, 0], "seq": 5 },
            { "class": "frigate", "owner": 0, "at": [6, 0], "seq": 6 },
            { "class": "field_gun", "owner": 2, "at": [0, 0], "seq": 7,
              "task": { "do": { "Follow": 8 }, "until": "Supplied" } },
            { "class": "militia", "owner": null, "at": [1, 7], "seq": 8 },
        ],
        "options": { "initiative_tier": 2, "ranked": false, "shared_sight": true, "victory": [
            { "last_standing": {} }, { "cities": { "count": 1, "reckonings": 2 } },
            { "hold": { "sites": ["Gate", "Port"], "turn": 9 } }, { "turn_limit": { "turn": 20 } },
        ] },
    })
}

/// Every place of a value, as a pointer and as a fault's path.
fn places(value: &Value, pointer: &str, path: &str, all: &mut Vec<(String, String)>) {
    if !path.is_empty() {
        all.push((pointer.to_owned(), path.to_owned()));
    }
    match value {
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                let (pointer, path) = (format!("{pointer}/{index}"), format!("{path}[{index}]"));
                places(inner, &pointer, &path, all);
            }
        }
        Value::Object(fields) => {
            for (key, inner) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                let (pointer, path) = (format!("{pointer}/{key}"), format!("{path}{dot}{key}"));
                places(inner, &pointer, &path, all);
            }
        }
        _ => {}
    }
}

fn check(sound: &Value) {
    Scenario::parse_playable(&sound.to_string()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut all = Vec::new();
    places(sound, "", "", &mut all);
    for (pointer, path) in all {
        let old = sound.pointer(&pointer).expect("it is there");
        let nonsense = [json!(0.5), json!({ "?": [] }), json!([0.5]), json!("?")];
        // Another list, text or object would mean something else.
        let strange = |new: &&Value| {
            !(old.is_array() && new.is_array()
                || (old.is_string() || old.is_null()) && new.is_string()
                || old.is_object() && new.is_object())
        };
        for nonsense in nonsense.iter().filter(strange) {
            let mut bad = sound.clone();
            *bad.pointer_mut(&pointer).expect("it is there") = nonsense.clone();
            let Err(faults) = Scenario::parse_playable(&bad.to_string()) else {
                panic!("{path}: {nonsense} was taken");
            };
            for fault in faults {
                // In it, or in what it is a part of: an object that says one thing.
                let is_there = fault.path.starts_with(&path) || path.starts_with(&fault.path);
                assert!(is_there, "{path} is {nonsense}, and told is {fault}");
            }
        }
    }
}

#[test]
fn a_slip_is_told_where_it_is_and_nowhere_else() {
    check(&entwined());
}

#[test]
fn nor_is_it_in_what_ships() {
    let text = shipped("first-steps").expect("it ships");
    check(&serde_json::from_str(text).expect("JSON"));
}
