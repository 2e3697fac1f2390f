//! `fieldpost simulate` as it is called: games without a database that replay
//! and verify, a batch that can be cut off, and what such games come to.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use fieldpost_engine::{log::GameFile, verify::verify};
use serde_json::Value;

fn simulate(out: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("simulate")
        .args(arguments)
        .arg("--out")
        .arg(out)
        .output()
        .expect("it runs")
}

fn measured(out: &Path, arguments: &[&str]) -> Value {
    let output = simulate(out, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_batch_is_sound_goes_on_where_it_was_cut_off_and_comes_out_the_same() {
    let out = folder("simulated");
    let asked = "--generate 2,small --turns 8 --seed 3 --jobs 2 --json --games 2";
    let asked: Vec<&str> = asked.split(' ').collect();
    let first = measured(&out, &asked);
    assert_eq!(first["games"], 2);
    let files = [out.join("00000.fieldpost"), out.join("00001.fieldpost")];
    let texts = files
        .each_ref()
        .map(|file| fs::read_to_string(file).unwrap());
    for text in &texts {
        let game = GameFile::parse(text).unwrap();
        assert_eq!(verify(&game), []);
        assert_eq!(game.witnesses.len(), 8);
        assert!(game.lines.len() > 60, "{} records", game.lines.len());
    }
    assert_ne!(texts[0], texts[1], "every game has a map of its own");

    // Cut off before its second game was kept.
    fs::remove_file(&files[1]).unwrap();
    let again = measured(&out, &asked);
    assert_eq!(fs::read_to_string(&files[1]).unwrap(), texts[1]);
    for field in ["seats", "turns", "died", "stances", "contact", "fallbacks"] {
        assert_eq!(again[field], first[field], "{field}");
    }
    assert_eq!(
        again["timings"]["seat_turns"], 16,
        "one game was played, one read"
    );

    // Nor is one of another batch taken for one of this.
    for (was, other) in [
        ("--seed 3", "--seed 4"),
        ("2,small", "2,medium"),
        ("--turns 8", "--turns 9"),
    ] {
        let other = asked.join(" ").replace(was, other);
        let output = simulate(&out, &other.split(' ').collect::<Vec<_>>());
        assert!(!output.status.success(), "{other}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains("another batch") && said.contains("--out"),
            "{said}"
        );
    }

    // A file that does not replay is not believed.
    let (before, hash) = texts[0].split_once("\"turn_hash\":\"").unwrap();
    let other = if hash.starts_with('0') { "1" } else { "0" };
    let broken = format!("{before}\"turn_hash\":\"{other}{}", &hash[1..]);
    fs::write(&files[0], broken).unwrap();
    let output = simulate(&out, &asked);
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("00000.fieldpost") && said.contains("delete it"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_played_is_said_in_one_line() {
    let out = folder("simulated-not");
    for (arguments, told) in [
        ("--generate 9,medium", "2 to 8"),
        ("--generate four", "4,medium"),
        ("--scenario nowhere", "nowhere"),
        ("--ai marshal", "marshal"),
        ("--ai cadet,cadet", "2 commanders for 3 seats"),
        ("--jobs 0", "at least 1"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = simulate(&out, &arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
}

/// The paces and bounds that games of four on medium maps are to keep. A short
/// batch only shows that nothing is far off; the figures of a long one stand in
/// `docs/BALANCE.md`.
#[test]
fn games_keep_the_paces_they_are_made_for() {
    if std::env::var_os("FIELDPOST_LONG_TESTS").is_none() {
        return;
    }
    let out = folder("simulated-long");
    let asked = "--generate 4,medium --turns 60 --seed 11 --jobs 2 --json --games 24";
    let asked: Vec<&str> = asked.split(' ').collect();
    let sheet = measured(&out, &asked);
    let number = |field: &str| sheet[field].as_f64().expect("a number");
    let median = |field: &str| sheet[field]["median"].as_f64().expect("a median");
    // Counted with those that never got there, later than all others.
    let of_all = |field: &str| sheet[field]["of_all"].as_f64().expect("half get there");
    let reached = |field: &str| sheet[field]["reached"].as_f64().expect("a share");
    assert!(number("died") >= 40.0, "{sheet}");
    assert!((6.0..=12.0).contains(&median("contact")), "{sheet}");
    assert!(of_all("twenty_units") <= 20.0, "{sheet}");
    assert!(reached("twenty_units") >= 75.0, "{sheet}");
    let half = "half_of_the_cities";
    assert!((30.0..=55.0).contains(&of_all(half)), "{sheet}");
    assert!(number("half_in_time") > 50.0, "{sheet}");
    assert!(reached(half) >= 60.0, "{sheet}");
    assert!(number("bombardments_a_turn") > 0.0, "{sheet}");
    assert!(number("fallbacks") < 2.0, "{sheet}");
    let march = sheet["stances"]["March"].as_f64().expect("a share");
    assert!(march < 25.0, "{sheet}");
    // No seat is better off than chance explains.
    for seat in sheet["seats"].as_array().expect("a list") {
        let bound = |field: &str| seat[field].as_f64().expect("a share");
        assert!(bound("from") <= 25.0 && 25.0 <= bound("to"), "{sheet}");
    }
}
