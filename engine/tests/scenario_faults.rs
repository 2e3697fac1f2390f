//! What is wrong with what a scenario means is told all at once, by path. What is wrong
//! with how it is written: `scenario_shapes`.

use faulty::{expect, good, told};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::scenario::{Flaw, Scenario};
use serde_json::{Value, json};

#[path = "support/faulty.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod faulty;

/// Whoever numbers units finds them by their numbers.
#[test]
fn what_is_numbered_is_named_by_its_number_too() {
    let mut bad = good();
    bad["sites"][0]["seq"] = json!(3);
    bad["sites"][0]["output"] = json!(9);
    bad["units"][0]["seq"] = json!(601);
    bad["units"][1] =
        json!({ "class": "scout", "owner": 1, "at": [1, 1], "seq": 602, "age": "old" });
    let faults = Scenario::from_value(bad).expect_err("it is at fault");
    let found: Vec<_> = faults
        .iter()
        .map(|fault| (fault.path.as_str(), fault.number.map(|Seq(number)| number)))
        .collect();
    assert_eq!(
        found,
        [
            ("sites[0].output", Some(3)),
            ("units[1].age", Some(602)),
            ("units[1].at", Some(602)),
        ]
    );
    let Flaw::UnitsOverlap { other, .. } = &faults[2].flaw else {
        panic!("{faults:?}");
    };
    assert_eq!(other, "units[0] (#601)");
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
            ("sites[2].seq", "seq-twice"),
            ("units[1].at", "units-overlap"),
            ("units[2].at", "off-map"),
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
    assert_eq!(
        told(&faults),
        [("seats[0]".to_owned(), "seat-without-units")]
    );
    // Without a word on winning the last side standing wins; that there is no way to
    // win at all a position may say, and a game may not.
    let mut game = good();
    Scenario::parse_playable(&game.to_string()).expect("a game");
    game["options"]["victory"] = json!([]);
    Scenario::parse(&game.to_string()).expect("a position");
    let faults = Scenario::parse_playable(&game.to_string()).expect_err("endless");
    assert_eq!(
        told(&faults),
        [("options.victory".to_owned(), "no-victory")]
    );
    game["options"]["victory"] = json!(vec![json!({ "turn_limit": { "turn": 9 } }); 17]);
    let faults = Scenario::parse_playable(&game.to_string()).expect_err("too many");
    assert_eq!(
        told(&faults),
        [("options.victory".to_owned(), "too-many-conditions")]
    );
}

#[test]
fn cities_are_counted_once() {
    let mut bad = good();
    let cities = |count: u32| json!({ "cities": { "count": count, "reckonings": 2 } });
    bad["options"] = json!({ "victory": [cities(1), { "last_standing": {} }, cities(2)] });
    expect(&bad, &[("options.victory[2].cities", "condition-twice")]);
}

#[test]
fn a_site_in_the_water_is_told_what_lies_there() {
    let mut bad = good();
    bad["map"]["terrain"][0] = json!("r~......");
    let site = |x: u16| json!({ "kind": "fort", "at": [x, 0] });
    bad["sites"] = json!([site(0), site(1), site(2)]);
    let faults = Scenario::from_value(bad).expect_err("it is at fault");
    let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "sites[0].at: site-on-water at=0,0 terrain=river",
            "sites[1].at: site-on-water at=1,0 terrain=sea",
        ]
    );
}

#[test]
fn names_are_bounded_and_plain() {
    for (name, code) in [
        ("n".repeat(10_000), "bad-name"),
        ("Re\u{202E}d".to_owned(), "hidden-in-name"),
        ("Re\u{2066}d".to_owned(), "hidden-in-name"),
        ("Re\nd".to_owned(), "hidden-in-name"),
        ("Re\u{0}d".to_owned(), "hidden-in-name"),
        ("Re\u{1B}[2Jd".to_owned(), "hidden-in-name"),
        (" Red".to_owned(), "hidden-in-name"),
    ] {
        let mut bad = good();
        for place in ["/name", "/seats/0/name", "/sites/0/name", "/units/0/name"] {
            match bad.pointer_mut(place) {
                Some(old) => *old = json!(name),
                None => {
                    let (part, field) = place.rsplit_once('/').expect("two parts");
                    bad.pointer_mut(part).expect("there")[field] = json!(name);
                }
            }
        }
        bad["seats"][1]["team"] = json!(name);
        let paths = [
            "name",
            "seats[0].name",
            "seats[1].team",
            "sites[0].name",
            "units[0].name",
        ];
        expect(&bad, &paths.map(|path| (path, code)));
    }
}

#[test]
fn tasks_name_what_is_there() {
    let task = |action: Value| json!({ "do": action, "until": { "UnitLost": 9 } });
    let mut bad = good();
    bad["units"][0]["task"] = task(json!({ "Seize": 4 }));
    bad["units"][1]["task"] = task(json!({ "Follow": 3 }));
    // Without numbers in the file there are three things, numbered by the game.
    Scenario::parse(&bad.to_string()).expect("a position");
    let faults = |bad: &Value| {
        let faults = Scenario::parse_playable(&bad.to_string()).expect_err("it is at fault");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        faults(&bad),
        [
            "units[0].task: unknown-site site=#4",
            "units[0].task: unknown-unit unit=#9",
            "units[1].task: unknown-unit unit=#9",
        ]
    );
    // With numbers, a site's is no unit's.
    bad["sites"][0]["seq"] = json!(4);
    bad["units"][0]["seq"] = json!(9);
    bad["units"][1]["seq"] = json!(10);
    bad["units"][1]["task"] = task(json!({ "Follow": 4 }));
    assert_eq!(faults(&bad), ["units[1].task: unknown-unit unit=#4"]);
}

#[test]
fn a_city_that_says_nothing_of_its_output_lacks_it() {
    let mut bad = good();
    bad["sites"][0] = json!({ "kind": "city", "at": [0, 0], "owner": 0 });
    expect(&bad, &[("sites[0]", "missing-field")]);
    bad["sites"][0]["output"] = json!(0);
    expect(&bad, &[("sites[0].output", "out-of-range")]);
}

#[test]
fn without_seats_nothing_more_is_told_of_owners() {
    let mut bad = good();
    bad["seats"] = json!([]);
    expect(&bad, &[("seats", "seat-count")]);
}

#[test]
fn whoever_writes_an_unknown_class_is_told_the_known_ones() {
    let mut bad = good();
    bad["units"][0]["class"] = json!("cavalry");
    let faults = Scenario::from_value(bad).expect_err("it is at fault");
    let Flaw::UnknownClass { class, known } = &faults[0].flaw else {
        panic!("{faults:?}");
    };
    assert_eq!(class, "cavalry");
    assert!(known.starts_with("scout, light_horse, "), "{known}");
}

#[test]
fn a_game_can_be_won_as_it_says() {
    let mut game = good();
    let city =
        |name: &str, x: u16| json!({ "kind": "city", "name": name, "at": [x, 0], "output": 4 });
    game["sites"] = json!([city("Vell", 0), city("Vell", 2), city("Ostry", 4)]);
    let hold = |name: &str, turn: u32| json!({ "hold": { "sites": [name], "turn": turn } });
    let told_of = |victory: Value| {
        let mut game = game.clone();
        game["options"]["victory"] = victory;
        // A position to try rules on may be so.
        Scenario::parse(&game.to_string()).expect("a position");
        match Scenario::parse_playable(&game.to_string()) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        }
    };
    let cities = |count: u32| json!({ "cities": { "count": count, "reckonings": 2 } });
    assert_eq!(told_of(json!([cities(3)])), Vec::<String>::new());
    assert_eq!(
        told_of(json!([cities(4)])),
        ["options.victory[0].cities.count: too-many-cities given=4 cities=3"]
    );
    assert_eq!(
        told_of(json!([hold("Vell", 9)])),
        ["options.victory[0].hold.sites[0]: name-shared name=Vell sites=2"]
    );
    let limit = json!({ "turn_limit": { "turn": 9 } });
    assert_eq!(
        told_of(json!([hold("Ostry", 9), limit])),
        Vec::<String>::new()
    );
    for (victory, turn) in [
        (json!([limit, hold("Ostry", 9)]), 9),
        (json!([limit, hold("Ostry", 10)]), 10),
    ] {
        assert_eq!(
            told_of(victory),
            [format!(
                "options.victory[1].hold.turn: hold-too-late given={turn} limit=9"
            )]
        );
    }
    let mut game = game.clone();
    game["sites"][2]["progress"] = json!(3);
    let faults = Scenario::parse_playable(&game.to_string()).expect_err("nothing is built");
    assert_eq!(
        told(&faults),
        [("sites[2].progress".to_owned(), "progress-without-queue")]
    );
}
