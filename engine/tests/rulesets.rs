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

/// WO-330: every kind of fault, all of them at once, each with what to do.
#[test]
fn every_fault_is_listed() {
    let mut ruleset = standard();
    let classes = ruleset["classes"].as_array_mut().expect("classes");
    for (class, field, value) in [
        (0, "vision", 0),
        (1, "vision", 9),
        (2, "move", 17),
        (3, "guard", 0),
        (4, "range", 3),
    ] {
        classes[class][field] = json!(value);
    }
    classes[5]["stances"] = json!(["Hold"]);
    classes[6]["name"] = classes[7]["name"].clone();
    classes[8]["profile"] = json!("unheard of");
    let tactics = &mut ruleset["tactics"];
    tactics["actions"]
        .as_object_mut()
        .expect("actions")
        .remove("volley");
    tactics["actions"]["skirmish"]["per"] = json!([1, 0, 2]);
    tactics["profiles"]["foot"]["actions"][0]["do"] = json!("brace");
    let faults = Ruleset::parse(&ruleset.to_string()).expect_err("eleven faults");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 11, "{told:#?}");
    let kinds = |wanted: fn(&RulesetFault) -> bool| faults.iter().filter(|f| wanted(f)).count();
    assert_eq!(kinds(|f| matches!(f, RulesetFault::OutOfBounds { .. })), 5);
    assert_eq!(kinds(|f| matches!(f, RulesetFault::NoAdvance(_))), 1);
    assert_eq!(kinds(|f| matches!(f, RulesetFault::Twice(_))), 1);
    assert_eq!(kinds(|f| matches!(f, RulesetFault::ActMissing(_))), 1);
    assert_eq!(kinds(|f| matches!(f, RulesetFault::ActTicks(_))), 1);
    assert_eq!(
        kinds(|f| matches!(f, RulesetFault::ActOutOfPlace { .. })),
        1
    );
    assert_eq!(
        kinds(|f| matches!(f, RulesetFault::ProfileMissing { .. })),
        1
    );
}

/// What a seat may hold of classes is counted in a byte.
#[test]
fn too_many_classes_are_refused() {
    let mut ruleset = standard();
    let classes = ruleset["classes"].as_array_mut().expect("classes");
    let first = classes[0].clone();
    while classes.len() < 256 {
        let mut class = first.clone();
        class["name"] = json!(format!("class_{}", classes.len()));
        classes.push(class);
    }
    let faults = Ruleset::parse(&ruleset.to_string()).expect_err("too many");
    assert_eq!(faults, [RulesetFault::TooMany(256)]);
}

#[test]
fn what_cannot_be_read_is_refused() {
    let mut ruleset = standard();
    ruleset["classes"][0]["wings"] = json!(2);
    assert!(Ruleset::parse(&ruleset.to_string()).is_err());
}
