//! Runs the public rules corpus: every `.case` file beside this one, one report
//! a run. `FIELDPOST_CASE=TM-16` runs those whose file name holds that text.
//!
//! The format is told in `corpus/README.md`. This runner reads the engine's
//! public state, and decides nothing about what is right: the cases do.

#[path = "corpus/runner/case.rs"]
mod case;
#[path = "corpus/runner/expect.rs"]
mod expect;
#[path = "corpus/runner/facts.rs"]
mod facts;
#[path = "corpus/runner/fight.rs"]
mod fight;
#[path = "corpus/runner/names.rs"]
mod names;
#[path = "corpus/runner/play.rs"]
mod play;
#[path = "corpus/runner/setup.rs"]
mod setup;
#[path = "corpus/runner/text.rs"]
mod text;
#[path = "corpus/runner/words.rs"]
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Every case file, by name.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = fs::read_dir(&folder).expect("the corpus folder stands beside its runner");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "case"))
        .collect();
    files.sort();
    files
}

/// What file names are to hold; nothing is any of them.
#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask which cases are wanted"
)]
fn filter() -> String {
    std::env::var("FIELDPOST_CASE").unwrap_or_default()
}

#[test]
fn every_case_holds() {
    let wanted = filter();
    let (mut run, mut failed) = (0, Vec::new());
    for path in files() {
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        if !name.contains(&wanted) {
            continue;
        }
        run += 1;
        let text = fs::read_to_string(&path).expect("a readable case");
        let faults = case::Case::parse(&text)
            .and_then(|case| case.named_after(&name).map(|()| case))
            .map_or_else(|fault| vec![fault], |case| play::run(&case));
        if !faults.is_empty() {
            let lines = faults.iter().map(|fault| format!("  {name}:{fault}"));
            failed.push(lines.collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(run > 0, "no case's file name holds `{wanted}`");
    assert!(
        failed.is_empty(),
        "{} of {run} cases do not hold:\n\n{}\n",
        failed.len(),
        failed.join("\n\n")
    );
    println!("{run} cases hold");
}

/// The example that the README begins with is a case, and holds.
#[test]
fn the_readmes_example_holds() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/README.md");
    let readme = fs::read_to_string(readme).expect("the README");
    let example = readme.split("```").nth(1).expect("an example");
    let case = case::Case::parse(example).expect("a case");
    let faults = play::run(&case);
    assert!(faults.is_empty(), "{faults:?}");
}

/// What is wrong with a file is told with its line and what was expected there.
#[test]
fn faults_of_a_file_are_told() {
    let board = "why\n  so\nboard\n  ........\n  .A......\n  ........\n  ........\n  ........\n  \
                 ........\n  ........\n  ........\nseats\n  Red\nunits\n  A Red militia\n";
    let told = |text: &str| {
        let faults =
            case::Case::parse(text).map_or_else(|fault| vec![fault], |case| play::run(&case));
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let with = |more: &str| told(&format!("TM-010 A sentence\n{board}{more}"));
    assert_eq!(with("turn 1 result\n  #A at 1,1\n"), "");
    for (told, wanted) in [
        (told("A sentence"), "1: expected a title"),
        (
            told("TM-010 A sentence\nboard\n"),
            "1: expected a section `why`",
        ),
        (with("moves\n"), "17: expected a heading"),
        (
            with("turn 1 orders\n  Green: {}\n"),
            "18: expected a seat (Red), not `Green`",
        ),
        (
            with("turn 1 orders\n  Red {}\n"),
            "18: expected `SEAT: {…}`",
        ),
        (
            with("turn 1 result\n  #B at 1,1\n"),
            "18: expected a unit or site of this case, not `#B`",
        ),
        (
            with("turn 1 result\n  #A colour red\n"),
            "18: expected one of alive",
        ),
        (
            with("turn 1 result\n  events are\n"),
            "18: expected the list on the lines below",
        ),
        (
            with("turn 1 result\n  #A at 1,2\n"),
            "18: expected #A at 1,2, came 1,1",
        ),
        (with("variant\n"), "17: expected a name"),
    ] {
        assert!(told.starts_with(wanted), "`{told}` for `{wanted}`");
    }
}

/// A fight that goes otherwise than its case says is told, by the line.
#[test]
fn faults_of_a_fight_are_told() {
    let volley = include_str!("corpus/EN-090-a-volley-in-the-open-costs-six.case");
    let told = |text: &str| {
        let faults =
            case::Case::parse(text).map_or_else(|fault| vec![fault], |case| play::run(&case));
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(told(volley), "");
    for (found, put, wanted) in [
        (
            "3 #11 loses 6",
            "3 #11 loses 7",
            "expected `3 #11 loses 7 to #1 by volley`, came `3 #11 loses 6",
        ),
        ("log begins", "log is", "expected no more, came `8 #1"),
        ("#1 volley\n", "#1 sing\n", "expected `#N [at TICK] ACTION`"),
        ("Assault", "Siege", "expected a drill: kind"),
    ] {
        let told = told(&volley.replacen(found, put, 1));
        assert!(told.contains(wanted), "`{told}` for `{wanted}`");
    }
}
