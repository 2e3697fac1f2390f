//! What is wrong with how a scenario is written is told all at once, by path, together
//! with what is wrong with the rest; and no file is too large, too deep or too strange.

use faulty::{expect, flaw, good, told};
use fieldpost_engine::scenario::{FAULTS_MOST, Flaw, Kind, SIZE_MOST, Scenario};
use fieldpost_engine::validate::shape::is_hidden;
use serde_json::{Value, json};

#[path = "support/faulty.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod faulty;

#[test]
fn every_malformed_field_is_told() {
    Scenario::from_value(good()).expect("a good one");
    let mut bad = good();
    bad["name"] = json!(7);
    bad["colour"] = json!("red");
    bad["map"]["width"] = json!("eight");
    bad["map"]["fog"] = json!(true);
    bad["seats"][0] = json!(["Red"]);
    bad["seats"][1]["treasury"] = json!(-1);
    bad["sites"][0]["kind"] = json!("castle");
    bad["units"][0]["at"] = json!([1]);
    bad["units"][0]["age"] = json!(300);
    bad["units"][1]["posture"] = json!({ "Patrol": { "tiles": "everywhere" } });
    bad["options"] = json!({ "initiative_tier": "two", "victory": [{ "luck": {} }] });
    // Those of a part in the order in which its value has them, which is by name.
    expect(
        &bad,
        &[
            ("colour", "unknown-field"),
            ("name", "wrong-type"),
            ("map.fog", "unknown-field"),
            ("map.width", "wrong-type"),
            ("seats[0]", "wrong-type"),
            ("seats[1].treasury", "out-of-range"),
            ("sites[0].kind", "unknown-word"),
            ("units[0].age", "out-of-range"),
            ("units[0].at", "not-a-tile"),
            ("units[1].posture.Patrol.tiles", "wrong-type"),
            ("options.initiative_tier", "wrong-type"),
            ("options.victory[0]", "unknown-word"),
        ],
    );
}

/// A slip in the writing does not hide what is wrong with the meaning, nor the other
/// way round, and nothing is told that only follows from a slip.
#[test]
fn slips_and_senselessness_are_told_together() {
    let mut bad = good();
    bad["ruleset"] = json!("standard/9");
    bad["map"]["terrain"][2] = json!(7);
    bad["map"]["terrain"][3] = json!("....x...");
    bad["map"]["roads"] = json!([[1, 1], "west", [9, 9]]);
    bad["sites"] = json!([
        { "kind": "city", "at": [0, 0], "owner": 0, "output": "4", "queue": ["scout", 3] },
        { "kind": "fort", "at": [0, 0] },
        7,
    ]);
    bad["units"] = json!([
        { "class": "scout", "owner": 0, "at": [1, 1], "strength": 0, "posture": "Sleep" },
        { "class": "scout", "owner": "red", "at": [1, 1] },
        { "class": "scout", "owner": 0, "at": [8, 1],
          "task": { "do": "Jump", "via": [[1]], "hurry": true } },
        { "owner": 0, "at": [3, 3], "age": 9 },
    ]);
    bad["options"] = json!({ "victory": [
        { "hold": { "sites": ["Nowhere"], "turn": 0 } }, { "luck": {} }, "last_standing",
        { "cities": { "count": 0, "reckonings": 1 } },
    ] });
    expect(
        &bad,
        &[
            ("ruleset", "unknown-ruleset"),
            ("map.roads[1]", "wrong-type"),
            ("map.roads[2]", "off-map"),
            ("map.terrain[2]", "wrong-type"),
            ("map.terrain[3]", "unknown-terrain"),
            ("sites[0].queue[1]", "wrong-type"),
            ("sites[0].output", "wrong-type"),
            ("sites[1].at", "sites-overlap"),
            ("sites[2]", "wrong-type"),
            ("units[0].posture", "unknown-word"),
            ("units[0].strength", "out-of-range"),
            ("units[1].owner", "wrong-type"),
            ("units[2].task.do", "unknown-word"),
            ("units[2].task.hurry", "unknown-field"),
            ("units[2].task.via[0]", "not-a-tile"),
            ("units[2].at", "off-map"),
            ("units[3]", "missing-field"),
            ("units[3].age", "out-of-range"),
            ("options.victory[0].hold.turn", "out-of-range"),
            ("options.victory[1]", "unknown-word"),
            ("options.victory[2].last_standing", "wrong-type"),
            ("options.victory[3].cities.count", "out-of-range"),
        ],
    );
}

#[test]
fn faults_carry_what_was_found_and_what_belongs_there() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut bad = good();
        change(&mut bad);
        flaw(&bad.to_string())
    };
    assert_eq!(
        with(&|bad| bad["map"]["width"] = json!("8")),
        Flaw::WrongType {
            found: Kind::Text,
            expected: Kind::Number
        }
    );
    assert_eq!(
        with(&|bad| bad["seats"][0]["treasury"] = json!(2.5)),
        Flaw::WrongType {
            found: Kind::Fraction,
            expected: Kind::Number
        }
    );
    assert_eq!(
        with(&|bad| bad["units"][0]["strength"] = json!(-1)),
        Flaw::OutOfRange {
            given: -1,
            low: 1,
            high: 100
        }
    );
    assert_eq!(
        with(&|bad| bad["seats"][0]["treasury"] = json!(-5)),
        Flaw::OutOfRange {
            given: -5,
            low: 0,
            high: 1_000_000
        }
    );
    assert_eq!(
        with(&|bad| bad["units"][0]["posture"] = json!({ "Sleep": 1 })),
        Flaw::UnknownWord {
            found: "Sleep".into(),
            known: "Garrison, Picket, Patrol, Explore, Attach".into(),
            or_object: false,
        }
    );
    for (place, value) in [
        ("posture", json!("Patrol")),
        ("posture", json!({ "Picket": "Nowhere" })),
        ("task", json!({ "do": "MoveTo" })),
    ] {
        let flaw = with(&|bad| bad["units"][0][place] = value.clone());
        let Flaw::UnknownWord { or_object, .. } = flaw else {
            panic!("{flaw:?}");
        };
        assert!(or_object, "{value}");
    }
    let both = json!({ "Garrison": { "tile": [1, 1] }, "Picket": { "tile": [1, 1] } });
    assert!(matches!(
        with(&|bad| bad["units"][0]["posture"] = both.clone()),
        Flaw::NotOneKey { .. }
    ));
    assert_eq!(
        with(&|bad| bad["options"]["victory"] = json!([{ "last_standing": {}, "luck": {} }])),
        Flaw::NotOneKey { given: 2 }
    );
    assert_eq!(
        with(&|bad| bad["units"][0]["colour"] = json!(1)),
        Flaw::UnknownField {
            field: "colour".into(),
            known: "class, name, owner, at, seq, age, veterancy, strength, entrenchment, \
                    disrupted, stance, posture, task"
                .into(),
        }
    );
}

#[test]
fn a_missing_field_is_told_once() {
    let mut bad = good();
    bad["units"][0]
        .as_object_mut()
        .expect("an object")
        .remove("class");
    bad["units"][1]["class"] = json!(3);
    expect(
        &bad,
        &[
            ("units[0]", "missing-field"),
            ("units[1].class", "wrong-type"),
        ],
    );
}

#[test]
fn what_is_no_json_is_told_where() {
    let text = good().to_string();
    assert!(matches!(flaw(""), Flaw::EndsEarly { line: 1 }));
    assert!(matches!(
        flaw(&text[..text.len() - 1]),
        Flaw::EndsEarly { .. }
    ));
    assert_eq!(
        flaw("{\n \"name\": oops }"),
        Flaw::NotJson {
            line: 2,
            column: 10
        }
    );
    assert!(matches!(
        flaw(&format!("{text} {{}}")),
        Flaw::NotJson { line: 1, .. }
    ));
    for (text, found) in [
        ("7", Kind::Number),
        ("[]", Kind::List),
        ("null", Kind::Nothing),
    ] {
        let expected = Kind::Object;
        assert_eq!(flaw(text), Flaw::WrongType { found, expected });
    }
}

#[test]
fn what_is_nested_deep_is_told_so() {
    for depth in [33, 200, 400_000] {
        let text = format!("{{\"name\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(flaw(&text), Flaw::TooDeep { most: 32 }, "{depth}");
    }
    // Brackets in a text nest nothing.
    let mut named = good();
    named["units"][0]["name"] = json!("[[[[[[[[\\\"[[[[[[[[[[[[[[[[");
    named["name"] = json!("[".repeat(80));
    Scenario::parse(&named.to_string()).expect("a good one");
}

#[test]
fn a_field_that_stands_twice_is_told_once_for_each_time() {
    let text = good().to_string().replacen(
        "\"name\":\"Red\"",
        "\"name\":\"Red\",\"treasury\":1,\"n\\u0061me\":\"Rot\",\"treasury\":\"x\"",
        1,
    );
    let text = text.replacen("\"format\"", "\"format\":\"other\",\"format\"", 1);
    let faults = Scenario::parse(&text).expect_err("it is at fault");
    let found = told(&faults);
    let found: Vec<_> = found
        .iter()
        .map(|(path, code)| (path.as_str(), *code))
        .collect();
    assert_eq!(
        found,
        [
            ("format", "field-twice"),
            ("seats[0].name", "field-twice"),
            ("seats[0].treasury", "field-twice"),
            ("seats[0].treasury", "wrong-type"),
        ]
    );
    // Values and other objects may hold the same word again.
    Scenario::parse(&good().to_string()).expect("a good one");
}

#[test]
fn a_file_past_its_limit_is_not_read() {
    let mut text = good().to_string();
    text.push_str(&" ".repeat(SIZE_MOST - text.len()));
    Scenario::parse(&text).expect("it has just room");
    text.push(' ');
    assert_eq!(flaw(&text), Flaw::TooLarge { most: SIZE_MOST });
}

/// A file full of faults gives a list that can be read, in a time that can be waited
/// for, and says how many are left out.
#[test]
fn a_list_of_faults_has_an_end() {
    let mut bad = good();
    // As many units as a file can hold on one tile, by turns of two sides.
    let unit = |index: u8| json!({ "class": "scout", "owner": index % 2, "at": [1, 1] });
    bad["units"] = json!(
        (0..20_000_u32)
            .map(|index| unit((index % 2) as u8))
            .collect::<Vec<_>>()
    );
    let faults = Scenario::parse(&bad.to_string()).expect_err("it is at fault");
    assert_eq!(faults.len(), FAULTS_MOST + 1);
    // 10,000 of another side, and all but three of its own.
    assert_eq!(
        faults[FAULTS_MOST].flaw,
        Flaw::More {
            count: 19_997 - FAULTS_MOST
        }
    );
    let text = good().to_string();
    let empty = format!("{{{}}}", vec!["{}"; 300_000].join(","));
    let empty = empty
        .replacen('{', "{\"units\":[", 1)
        .replacen("}}", "}]}", 1);
    assert!(text.len() + empty.len() < SIZE_MOST);
    let faults = Scenario::parse(&empty).expect_err("it is at fault");
    // Each lacks its class and its tile, and the frame five fields.
    assert_eq!(
        faults[FAULTS_MOST].flaw,
        Flaw::More {
            count: 600_005 - FAULTS_MOST
        }
    );
}

/// What a fault repeats of a file is short and shows all that it holds.
#[test]
fn faults_repeat_no_more_than_can_be_shown() {
    let mut bad = good();
    bad["units"][0]["class"] = json!("x".repeat(10_000));
    bad["units"][0]["task"] = json!({ "do": { "y".repeat(10_000): 1 } });
    bad["units"][1]["posture"] = json!("\u{202E}drawkcab\n");
    bad["format"] = json!("\u{7}");
    bad["map"]["terrain"][0] = json!(".\u{1B}......");
    bad["seats"][0]["z".repeat(10_000)] = json!(1);
    bad["options"] = json!({ "victory": [{ "hold": { "sites": ["\u{2066}x"], "turn": 1 } }] });
    let faults = Scenario::from_value(bad).expect_err("it is at fault");
    assert_eq!(faults.len(), 7, "{faults:?}");
    for fault in faults {
        let shown = fault.to_string();
        assert!(shown.chars().count() < 250, "{shown}");
        assert!(shown.chars().all(|c| !is_hidden(c)), "{shown:?}");
    }
}
