//! Rulesets as data: what is out of bounds is refused, all of it at once.

use fieldpost_engine::ruleset::{Ruleset, RulesetFault};
use serde_json::{Value, json};

const STANDARD: &str = include_str!("../rulesets/standard-1.json");

fn standard() -> Value {
    serde_json::from_str(STANDARD).expect("JSON")
}

/// WO-330, TM-930, TM-1580, TM-2620.
#[test]
fn bounds() {
    assert!(Ruleset::parse(STANDARD).is_ok());
    let mut ruleset = standard();
    ruleset["classes"][0]["base"] = json!(23);
    ruleset["classes"][1]["base"] = json!(65);
    ruleset["classes"][2]["reach"] = json!(0);
    ruleset["classes"][3]["reach"] = json!(4);
    ruleset["classes"][4]["speed"] = json!(0);
    ruleset["classes"][5]["speed"] = json!(17);
    ruleset["classes"][6]["stances"] = json!([]);
    let faults = Ruleset::parse(&ruleset.to_string()).expect_err("seven faults");
    assert_eq!(faults.len(), 7, "{faults:?}");
    let fields: Vec<&str> = faults
        .iter()
        .map(|fault| match fault {
            RulesetFault::OutOfBounds { field, .. } => *field,
            _ => "stances",
        })
        .collect();
    assert_eq!(
        fields,
        [
            "base", "base", "reach", "reach", "speed", "speed", "stances"
        ]
    );
}

#[test]
fn what_cannot_be_read_is_refused() {
    let mut ruleset = standard();
    ruleset["classes"][0]["wings"] = json!(2);
    assert!(Ruleset::parse(&ruleset.to_string()).is_err());
}
