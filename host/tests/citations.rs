//! What comments, tests and pages refer to exists: every requirement has its paragraph in the
//! rulebook, and every file that a page names is there. It must not know what any of them says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The pages that requirement numbers begin with.
const PAGES: &[&str] = &["TM", "CM", "WO", "EN", "TD", "TS", "HO"];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the checkout")
}

/// Every text of the tree that can refer to something, generated folders left out.
fn texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" {
                    folders.push(path);
                }
            } else if ["rs", "md", "ftl", "case", "html", "sql", "toml", "js"]
                .iter()
                .any(|ending| path.extension().is_some_and(|found| found == *ending))
            {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// The requirement numbers in a text. `EN-15x` is the family of EN-150.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices('-') {
        let Some(page) = PAGES.iter().find(|page| text[..at].ends_with(**page)) else {
            continue;
        };
        let before = text[..at - page.len()].chars().next_back();
        if before.is_some_and(|before| before.is_alphanumeric() || before == '-') {
            continue;
        }
        let digits: String = text[at + 1..]
            .chars()
            .take_while(|letter| letter.is_ascii_digit() || *letter == 'x')
            .collect();
        if digits.len() >= 3 {
            found.insert(format!("{page}-{}", digits.replace('x', "0")));
        }
    }
    found
}

/// What the rulebook states, with the chapters that do.
fn stated() -> BTreeMap<String, Vec<String>> {
    let mut stated: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in fs::read_dir(root().join("docs/rules")).expect("the rulebook") {
        let path = entry.expect("an entry").path();
        let chapter = path.file_name().expect("a name").to_string_lossy();
        if chapter == "README.md" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a chapter");
        for part in text.split("<sub>").skip(1) {
            let number = part.split("</sub>").next().expect("a number");
            let places = stated.entry(number.to_owned()).or_default();
            places.push(chapter.clone().into_owned());
        }
    }
    stated
}

#[test]
fn every_requirement_that_is_cited_has_its_paragraph_in_the_rulebook() {
    let stated = stated();
    let mut missing = BTreeMap::new();
    for (path, text) in texts() {
        for number in numbers(&text) {
            if !stated.contains_key(&number) {
                missing.entry(number).or_insert(path.clone());
            }
        }
    }
    assert!(
        missing.is_empty(),
        "docs/rules has no paragraph for:\n{missing:#?}"
    );
}

#[test]
fn the_rulebook_states_each_requirement_in_one_chapter() {
    let twice: Vec<_> = stated()
        .into_iter()
        .filter(|(_, chapters)| chapters.len() > 1)
        .collect();
    assert!(twice.is_empty(), "stated twice: {twice:#?}");
}

/// A path as a page or a comment writes it: relative to the page, to the checkout or to a crate.
fn exists(cited: &str, from: &Path) -> bool {
    let root = root();
    let folder = from.parent().expect("a folder");
    let bases = [
        folder,
        &root,
        &root.join("docs"),
        &root.join("engine"),
        &root.join("engine/src"),
        &root.join("engine/tests"),
        &root.join("host"),
        &root.join("host/src"),
        &root.join("host/tests"),
    ];
    bases.iter().any(|base| base.join(cited).exists())
}

/// Links of a page that lead into the tree.
fn links(text: &str) -> Vec<String> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next())
        .filter(|link| !link.is_empty() && !link.contains("://") && !link.contains(' '))
        .map(str::to_owned)
        .collect()
}

/// Pages that a text names in words, such as `docs/RULES.md`.
fn pages_named(text: &str) -> Vec<String> {
    text.split(|letter: char| !(letter.is_alphanumeric() || "./_-".contains(letter)))
        .filter(|word| word.ends_with(".md") && word.len() > 3)
        .map(|word| word.trim_start_matches("/../").to_owned())
        .collect()
}

#[test]
fn every_page_that_is_named_exists() {
    let mut missing = BTreeSet::new();
    for (path, text) in texts() {
        let mut cited = pages_named(&text);
        if path.extension().is_some_and(|ending| ending == "md") {
            cited.extend(links(&text));
        }
        for page in cited {
            if !exists(&page, &path) {
                missing.insert(format!("{page}, in {}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "named and not there:\n{missing:#?}");
}

#[test]
fn numbers_are_found_where_they_are_and_nowhere_else() {
    let found = numbers("TM-640, EN-15x; (WO-100) ATM-640 TM-64 CM-x");
    let found: Vec<_> = found.iter().map(String::as_str).collect();
    assert_eq!(found, ["EN-150", "TM-640", "WO-100"]);
}
