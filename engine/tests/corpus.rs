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
