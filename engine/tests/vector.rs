//! Holds docs/DETERMINISM.md to the encoding: its vector, and its lists of fields.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_engine::game::Game;
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::scenario::Scenario;
use fieldpost_engine::state::Phase;
use serde_json::json;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/DETERMINISM.md")).expect("the page")
}

/// The game of the vector behind its one turn, and the turn's hashes.
fn vector() -> (String, [String; 3]) {
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Vector", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "One" }],
        "units": [{ "class": "line_infantry", "name": "First", "owner": 0, "at": [3, 3] }],
    });
    let scenario = Scenario::from_value(scenario).expect("a scenario");
    let mut game = Game::new(&Header::new(scenario, [7; 32], 1)).expect("a game");
    let order = Order::CloseOrders {
        markers: vec![Marker::TimedOut],
    };
    let close = OrderRecord {
        seq: 1,
        turn: 1,
        seat: None,
        order,
    };
    let result = game.apply(&close).expect("a record").expect("a turn");
    // The hashed state is the one before the next phase opened.
    let mut state = game.state().clone();
    (state.turn, state.phase) = (1, Phase::Reckoning);
    assert_eq!(state.hash(), result.state);
    let mut bytes = Vec::new();
    state.encode(&mut bytes);
    let mut hex = String::new();
    for line in bytes.chunks(32) {
        for byte in line {
            write!(hex, "{byte:02x}").expect("a string takes it");
        }
        hex.push('\n');
    }
    let hashes = [result.activation, result.state, result.turn_hash];
    (
        hex.trim_end().to_owned(),
        hashes.map(|hash| hash.to_string()),
    )
}

#[test]
fn the_published_vector_is_what_the_engine_computes() {
    let (state, hashes) = vector();
    let page = page();
    assert!(
        page.contains(&state),
        "the state's encoding is now:\n{state}"
    );
    for hash in hashes {
        assert!(page.contains(&hash), "a hash is now {hash}");
    }
}

/// Every `canon_struct!` and `canon_enum!` of the source, with its names in order.
fn encodings() -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("engine/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
        {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let text = fs::read_to_string(entry.path()).expect("a source file");
            for call in text.split("\ncanon_").skip(1) {
                let Some((head, rest)) = call.split_once('{') else {
                    continue;
                };
                let name = head
                    .strip_prefix("struct!(")
                    .or_else(|| head.strip_prefix("enum!("));
                let Some(name) = name.map(str::trim) else {
                    continue;
                };
                let body = rest.split_once("});").map_or("", |(body, _)| body);
                let names = body
                    .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .filter(|word| !word.is_empty() && !word.chars().all(|c| c.is_ascii_digit()));
                found.push((name.to_owned(), names.map(str::to_owned).collect()));
            }
        }
    }
    found
}

#[test]
fn the_published_fields_are_the_encoded_ones() {
    let page = page();
    let encodings = encodings();
    assert!(
        encodings.len() > 30,
        "only {} encodings were found",
        encodings.len()
    );
    for (name, fields) in encodings {
        let start = format!("`{name}`: ");
        let line = page
            .lines()
            .find(|line| line.trim_start_matches("- ").starts_with(&start));
        let line = line.unwrap_or_else(|| panic!("the page says nothing of {name}"));
        let mut from = line.find(&start).map_or(0, |at| at + start.len());
        for field in fields {
            let at = line[from..].find(&field);
            let at = at.unwrap_or_else(|| panic!("{name}: `{field}` is missing or out of order"));
            from += at + field.len();
        }
    }
}
