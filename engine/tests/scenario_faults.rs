//! What is wrong with a scenario is told all at once, by path.

use fieldpost_engine::scenario::Scenario;
use serde_json::{Value, json};

fn faults(value: &Value) -> Vec<(String, &'static str)> {
    let by_value = Scenario::from_value(value.clone()).expect_err("it is at fault");
    let by_text = Scenario::parse(&value.to_string()).expect_err("it is at fault");
    let paths = |faults: &[fieldpost_engine::scenario::ScenarioFault]| {
        let paths = faults.iter().map(|fault| (fault.path.clone(), fault.code));
        paths.collect::<Vec<_>>()
    };
    assert_eq!(paths(&by_value), paths(&by_text));
    paths(&by_value)
}

fn good() -> Value {
    json!({
        "format": "fieldpost-scenario/1", "name": "Good", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "Red" }, { "name": "Blue" }],
        "sites": [{ "kind": "city", "at": [0, 0], "owner": 0, "output": 4 }],
        "units": [{ "class": "scout", "owner": 0, "at": [1, 1] },
            { "class": "scout", "owner": 1, "at": [6, 6] }],
    })
}

fn expect(value: &Value, expected: &[(&str, &str)]) {
    let found = faults(value);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(path, code)| (path.as_str(), *code))
        .collect();
    assert_eq!(found, expected, "{value}");
}

#[test]
fn every_malformed_field_is_told() {
    Scenario::from_value(good()).expect("a good one");
    let mut bad = good();
    bad["name"] = json!(7);
    bad["colour"] = json!("red");
    bad["map"]["width"] = json!("eight");
    bad["map"]["fog"] = json!(true);
    bad["seats"][1]["treasury"] = json!(-1);
    bad["sites"][0]["kind"] = json!("castle");
    bad["units"][0]["at"] = json!([1]);
    bad["units"][0]["age"] = json!(300);
    bad["units"][1]["posture"] = json!({ "Patrol": { "tiles": "everywhere" } });
    bad["options"] = json!({ "initiative_tier": "two", "victory": [{ "luck": {} }] });
    // The fields of each part in the order in which its file has them, which for a
    // value is by name.
    let mut found = faults(&bad);
    found.sort();
    let mut expected = vec![
        ("name", "malformed"),
        ("colour", "malformed"),
        ("map.width", "malformed"),
        ("map.fog", "malformed"),
        ("seats[1].treasury", "malformed"),
        ("sites[0].kind", "malformed"),
        ("units[0].at", "malformed"),
        ("units[0].age", "malformed"),
        ("units[1].posture.Patrol.tiles", "malformed"),
        ("options.initiative_tier", "malformed"),
        ("options.victory[0]", "malformed"),
    ];
    expected.sort_unstable();
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(path, code)| (path.as_str(), *code))
        .collect();
    assert_eq!(found, expected);
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
        &[("units[0]", "malformed"), ("units[1].class", "malformed")],
    );
}

#[test]
fn names_show_all_that_they_hold() {
    let mut bad = good();
    bad["name"] = json!("x".repeat(81));
    bad["seats"][0]["name"] = json!("Re\u{202E}d");
    bad["seats"][1]["team"] = json!("");
    bad["sites"][0]["name"] = json!("Vell ");
    bad["units"][0]["name"] = json!("3rd\u{200B} Foot");
    bad["units"][1]["name"] = json!("n".repeat(33));
    expect(
        &bad,
        &[
            ("name", "bad-name"),
            ("seats[0].name", "hidden-in-name"),
            ("seats[1].team", "bad-name"),
            ("sites[0].name", "hidden-in-name"),
            ("units[0].name", "hidden-in-name"),
            ("units[1].name", "bad-name"),
        ],
    );
}

#[test]
fn what_cannot_stand_on_a_board_is_told() {
    let mut bad = good();
    bad["map"]["terrain"][4] = json!("....r...");
    bad["sites"] = json!([
        { "kind": "city", "at": [0, 0], "owner": 0, "output": 4, "seq": 7, "queue": ["frigate", "lancers"] },
        { "kind": "city", "at": [4, 4], "output": 4, "seq": 8 },
        { "kind": "depot", "at": [0, 0], "owner": 0, "seq": 7 },
    ]);
    bad["units"] = json!([
        { "class": "scout", "owner": 0, "at": [1, 1], "seq": 9 },
        { "class": "scout", "at": [1, 1], "seq": 10 },
        { "class": "scout", "owner": 0, "at": [8, 1], "seq": 11 },
    ]);
    expect(
        &bad,
        &[
            ("sites[0].queue[0]", "not-a-port"),
            ("sites[0].queue[1]", "unknown-class"),
            ("sites[1].at", "site-on-water"),
            ("sites[2].at", "sites-overlap"),
            ("units[1].at", "units-overlap"),
            ("units[2].at", "off-map"),
            ("sites[2].seq", "seq-twice"),
        ],
    );
}

#[test]
fn a_map_of_257_tiles_is_too_large() {
    let mut bad = good();
    bad["map"]["width"] = json!(257);
    bad["map"]["terrain"] = json!(vec![".".repeat(257); 8]);
    expect(&bad, &[("map.width", "map-size")]);
}

#[test]
fn who_plays_begins_with_a_unit() {
    let mut bare = good();
    bare["units"] = json!([{ "class": "scout", "owner": 1, "at": [6, 6] }]);
    let text = bare.to_string();
    // A position to try rules on may be so; a game that people play may not.
    Scenario::parse(&text).expect("a position");
    let faults = Scenario::parse_playable(&text).expect_err("no game");
    let found: Vec<_> = faults
        .iter()
        .map(|fault| (fault.path.as_str(), fault.code))
        .collect();
    assert_eq!(found, [("seats[0]", "seat-without-units")]);
    Scenario::parse_playable(&good().to_string()).expect("a game");
}

#[test]
fn cities_are_counted_once() {
    let mut bad = good();
    let cities = |count: u32| json!({ "cities": { "count": count, "reckonings": 2 } });
    bad["options"] = json!({ "victory": [cities(1), { "last_standing": {} }, cities(2)] });
    expect(&bad, &[("options.victory[2].cities", "cities-twice")]);
}
