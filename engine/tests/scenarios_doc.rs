//! Holds `docs/SCENARIOS.md` to the program: its example is sound, and its tables name
//! the fields, words and classes that the program reads, no more and no fewer.

use std::collections::BTreeSet;

use fieldpost_engine::map::Terrain;
use fieldpost_engine::ruleset::Ruleset;
use fieldpost_engine::scenario::{Flaw, Scenario};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../docs/SCENARIOS.md");

fn example() -> Value {
    let (_, behind) = PAGE.split_once("```json\n").expect("an example");
    let (example, _) = behind.split_once("```").expect("its end");
    serde_json::from_str(example).expect("JSON")
}

/// The words in code marks that a table's rows begin with, under a heading.
fn rows(heading: &str) -> BTreeSet<String> {
    let (_, behind) = PAGE
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("no heading {heading}"));
    let section = behind.split("\n## ").next().expect("the first");
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `"));
    cells
        .filter_map(|cell| Some(cell.split_once('`')?.0.to_owned()))
        .collect()
}

/// What the program says can stand where the example has something else.
fn known(change: impl FnOnce(&mut Value)) -> BTreeSet<String> {
    let mut bad = example();
    change(&mut bad);
    let faults = Scenario::from_value(bad).expect_err("it is at fault");
    match &faults[0].flaw {
        Flaw::UnknownField { known, .. } | Flaw::UnknownWord { known, .. } => {
            known.split(", ").map(str::to_owned).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_example_can_be_played() {
    let scenario = Scenario::parse_playable(&example().to_string());
    let scenario = scenario.unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(scenario.seats.len(), 2);
}

#[test]
fn the_tables_list_every_field() {
    for (heading, place) in [
        ("The file", ""),
        ("`map`", "/map"),
        ("`seats`", "/seats/0"),
        ("`sites`", "/sites/0"),
        ("`units`", "/units/0"),
    ] {
        let fields = known(|bad| bad.pointer_mut(place).expect("it is there")["?"] = json!(0));
        assert_eq!(rows(heading), fields, "{heading}");
    }
    let mut options = known(|bad| bad["options"]["?"] = json!(0));
    let conditions = known(|bad| bad["options"]["victory"] = json!([{ "?": {} }]));
    options.extend(conditions.iter().map(|word| format!("{{\"{word}\":")));
    let listed = rows("`options`").into_iter().map(|cell| {
        // Of a condition as far as its name.
        let name = cell.split_inclusive(':').next().expect("the first");
        name.to_owned()
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), options);
}

#[test]
fn the_page_names_every_word() {
    let mut words = known(|bad| bad["units"][0]["stance"] = json!("?"));
    words.extend(known(|bad| bad["sites"][0]["kind"] = json!("?")));
    words.extend(known(|bad| bad["seats"][0]["controller"] = json!("?")));
    let ruleset = Ruleset::shipped("standard/1").expect("it ships");
    words.extend(ruleset.classes.iter().map(|class| class.name.clone()));
    words.extend(Terrain::ALL.map(|terrain| terrain.glyph().to_string()));
    for word in words {
        assert!(PAGE.contains(&format!("`{word}`")), "{word}");
    }
    let mut postures = known(|bad| bad["units"][0]["posture"] = json!("?"));
    postures.extend(known(|bad| bad["units"][0]["posture"] = json!({ "?": 0 })));
    // Formations are made in the game.
    postures.remove("Attach");
    for posture in postures {
        assert!(PAGE.contains(&format!("\"{posture}\"")), "{posture}");
    }
}
