//! Holds `docs/RULES.md` to the corpus and to the list of requirements: every
//! requirement has one row, every case stands in the rows of all that it names,
//! and whatever a row cites is there. `FIELDPOST_BLESS=1 cargo test … --test rules`
//! writes the cases of every row anew, and leaves tests, reasons and words alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every requirement there is.
fn requirements() -> BTreeSet<String> {
    let turn_model = (1..=275).map(|step| format!("TM-{:03}", step * 10));
    let others = [
        (
            "CM",
            &[
                150, 200, 210, 220, 225, 230, 300, 310, 320, 350, 390, 430, 480, 520, 550, 580,
                700, 950, 960, 1010, 1340, 1400, 1430, 1550, 1850, 2010, 2020,
            ][..],
        ),
        (
            "WO",
            &[
                100, 110, 120, 130, 140, 150, 160, 170, 200, 210, 220, 300, 310, 320, 330, 400,
                410, 420, 425, 430, 440, 500, 510, 520, 600, 610, 620,
            ],
        ),
        (
            "EN",
            &[
                10, 15, 18, 20, 25, 30, 40, 50, 55, 70, 80, 90, 100, 110, 120, 130, 140, 160,
            ],
        ),
        (
            "TD",
            &[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130],
        ),
        ("TS", &[10, 20, 30, 40, 50, 60]),
    ];
    let others = others.into_iter().flat_map(|(page, numbers)| {
        numbers
            .iter()
            .map(move |number| format!("{page}-{number:03}"))
    });
    turn_model.chain(others).collect()
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// What each row cites, by requirement; a reason cites nothing.
fn rows() -> BTreeMap<String, Vec<String>> {
    let page = here().join("../../docs/RULES.md");
    let page = fs::read_to_string(page).expect("docs/RULES.md");
    let mut rows = BTreeMap::new();
    for line in page.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = line.trim_end_matches(" |").split(" | ").collect();
        let [number, about, shown] = cells.as_slice() else {
            continue;
        };
        if !number.contains('-') {
            continue;
        }
        assert!(!about.trim().is_empty(), "{number}: what it is about");
        let reason = shown
            .strip_prefix("– ")
            .is_some_and(|reason| reason.len() > 3);
        let cited: Vec<String> = shown
            .split(", ")
            .filter(|_| !reason)
            .map(|cited| cited.trim_matches('`').to_owned())
            .collect();
        assert!(
            reason || cited.iter().all(|cited| !cited.is_empty()),
            "{number}: shown by nothing"
        );
        assert!(
            rows.insert((*number).to_owned(), cited).is_none(),
            "{number} has two rows"
        );
    }
    rows
}

/// The requirements that each case names, its own first, by its file's stem.
fn cases() -> BTreeMap<String, Vec<String>> {
    let entries = fs::read_dir(here().join("corpus")).expect("the corpus");
    let mut cases = BTreeMap::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_none_or(|extension| extension != "case") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a case");
        let title = text.lines().next().and_then(|line| line.split(' ').next());
        let also = text.lines().filter_map(|line| line.strip_prefix("also "));
        let named = title
            .into_iter()
            .chain(also.flat_map(str::split_whitespace));
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        cases.insert(stem, named.map(str::to_owned).collect());
    }
    cases
}

/// Whether `file::test` is in `tests/file.rs`, in a file of `tests/file/`, or in
/// the engine's own `src/file.rs`.
fn has_test(cited: &str) -> bool {
    let Some((file, test)) = cited.split_once("::") else {
        return false;
    };
    let mut sources = vec![
        here().join(format!("{file}.rs")),
        here().join(format!("../src/{file}.rs")),
    ];
    if let Ok(folder) = fs::read_dir(here().join(file)) {
        sources.extend(folder.map(|entry| entry.expect("an entry").path()));
    }
    let wanted = format!("fn {test}(");
    sources
        .iter()
        .any(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(&wanted)))
}

/// The page with every row's cases as the corpus has them: those named after the
/// requirement, then those that show it besides, then the row's tests.
fn blessed(page: &str, cases: &BTreeMap<String, Vec<String>>) -> String {
    let row = |line: &str| -> Option<String> {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?;
        let [number, about, shown] = cells.split(" | ").collect::<Vec<_>>()[..] else {
            return None;
        };
        number.contains('-').then_some(())?;
        let naming = |first: bool| {
            cases.iter().filter(move |(_, named)| {
                named.iter().any(|named| named == number) && (named[0] == number) == first
            })
        };
        let named = naming(true).chain(naming(false));
        let mut cited: Vec<String> = named.map(|(case, _)| format!("`{case}`")).collect();
        let tests = |cited: &&str| cited.starts_with('`') && cited.contains("::");
        cited.extend(shown.split(", ").filter(tests).map(str::to_owned));
        let shown = if cited.is_empty() {
            shown.to_owned()
        } else {
            cited.join(", ")
        };
        Some(format!("| {number} | {about} | {shown} |"))
    };
    let lines = page.lines();
    lines
        .map(|line| row(line).unwrap_or_else(|| line.to_owned()) + "\n")
        .collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "who runs the test may ask for the page to be written anew"
)]
fn is_blessing() -> bool {
    std::env::var("FIELDPOST_BLESS").is_ok()
}

/// One test, for the page may be written before it is read.
#[test]
fn the_page_is_complete_and_true() {
    if is_blessing() {
        let path = here().join("../../docs/RULES.md");
        let page = fs::read_to_string(&path).expect("docs/RULES.md");
        fs::write(&path, blessed(&page, &cases())).expect("docs/RULES.md can be written");
    }
    every_requirement_has_its_row();
    rows_and_corpus_agree();
}

fn every_requirement_has_its_row() {
    let rows: BTreeSet<String> = rows().into_keys().collect();
    let wanted = requirements();
    let missing: Vec<_> = wanted.difference(&rows).collect();
    let unknown: Vec<_> = rows.difference(&wanted).collect();
    assert!(
        missing.is_empty(),
        "no row in docs/RULES.md for {missing:?}"
    );
    assert!(
        unknown.is_empty(),
        "rows of docs/RULES.md for no requirement: {unknown:?}"
    );
}

fn rows_and_corpus_agree() {
    let (rows, cases) = (rows(), cases());
    let mut faults = Vec::new();
    for (case, named) in &cases {
        for number in named {
            match rows.get(number) {
                None => faults.push(format!("{case} names {number}, which has no row")),
                Some(cited) if !cited.contains(case) => {
                    faults.push(format!(
                        "the row of {number} does not cite {case}, which names it"
                    ));
                }
                Some(_) => {}
            }
        }
    }
    for (number, cited) in &rows {
        for cited in cited {
            match cases.get(cited) {
                Some(named) if !named.contains(number) => {
                    faults.push(format!(
                        "the row of {number} cites {cited}, which does not name it"
                    ));
                }
                None if !has_test(cited) => {
                    faults.push(format!(
                        "the row of {number} cites {cited}, which is not there"
                    ));
                }
                _ => {}
            }
        }
    }
    assert!(
        faults.is_empty(),
        "docs/RULES.md and the corpus differ:\n{}",
        faults.join("\n")
    );
}
