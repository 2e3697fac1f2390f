//! The catalogue against everything that asks for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;

use super::{ENGLISH, Texts};

#[test]
fn the_catalogue_reads_without_a_fault() {
    let faults = match FluentResource::try_new(ENGLISH.to_owned()) {
        Ok(_) => Vec::new(),
        Err((_, faults)) => faults,
    };
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn no_code_is_defined_twice() {
    let mut seen = BTreeSet::new();
    for code in defined_codes() {
        assert!(seen.insert(code), "{code} stands twice in en.ftl");
    }
}

#[test]
fn plural_forms_and_values_come_without_isolation_marks() {
    let texts = Texts::english();
    assert_eq!(
        texts.say("report-steps").with("count", 1).to_string(),
        "one tile"
    );
    let five = texts.say("report-steps").with("count", 5).to_string();
    assert_eq!(five, "5 tiles");
    assert!(five.is_ascii());
}

#[test]
fn every_code_asked_for_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), "rs", &mut files);
    collect(&root.join("../templates"), "html", &mut files);
    collect(&root.join("../templates"), "txt", &mut files);
    let texts = Texts::english();
    let mut missing = BTreeSet::new();
    for file in files {
        if file.ends_with("texts/tests.rs") {
            continue;
        }
        let source = fs::read_to_string(&file).expect("a source file reads");
        for code in asked_for(&source) {
            if !texts.has(code) {
                missing.insert(format!("{code} ({})", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "codes without a text: {missing:#?}");
}

/// Codes as they stand in `.t("…")` and `.say("…")`, in Rust or in a template.
fn asked_for(source: &str) -> Vec<&str> {
    let mut codes = Vec::new();
    for call in [".t(\"", ".say(\""] {
        for (start, _) in source.match_indices(call) {
            let rest = &source[start + call.len()..];
            if let Some(end) = rest.find('"') {
                codes.push(&rest[..end]);
            }
        }
    }
    codes
}

fn defined_codes() -> impl Iterator<Item = &'static str> {
    ENGLISH
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(code, _)| code))
}

fn collect(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, into);
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
}
