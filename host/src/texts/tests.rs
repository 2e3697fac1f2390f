//! The catalogue against everything that asks for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_engine::ids::Seq;
use fieldpost_engine::refusal::Refusal;
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
        assert!(seen.insert(code), "{code} stands twice in host/texts/en");
    }
}

#[test]
fn plural_forms_and_values_come_without_isolation_marks() {
    let texts = Texts::english();
    assert_eq!(
        texts.say("duration-minutes").with("count", 1).to_string(),
        "one minute"
    );
    let five = texts.say("duration-minutes").with("count", 5).to_string();
    assert_eq!(five, "5 minutes");
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

#[test]
fn every_refusal_says_what_to_do() {
    let texts = Texts::english();
    for code in Refusal::CODES {
        let full = format!("refusal-{code}");
        assert!(texts.has(&full), "no text for {full}");
        // What happened, and then what to do: two sentences at least.
        let text = texts.refusal::<&str>(code, &[]);
        assert!(text.trim_end_matches('.').contains(". "), "{full}: {text}");
    }
}

#[test]
fn a_refusal_names_its_values() {
    let texts = Texts::english();
    let tell = |refusal: &Refusal| texts.refusal(refusal.code(), &refusal.values());
    assert_eq!(
        tell(&Refusal::NotYourUnit { unit: Seq(488) }),
        "Unit #488 is not yours. Give the order to one of your own."
    );
    assert_eq!(
        tell(&Refusal::TooManyPredictions { given: 2, most: 1 }),
        "A task may ask for the chance of winning once, and this one asks 2 times. Take some out."
    );
    let malformed = |path: &str| Refusal::Malformed {
        path: path.to_owned(),
        reason: "expected an object".to_owned(),
    };
    assert_eq!(
        tell(&malformed("")),
        "The order could not be read: expected an object. Mend that and send it again."
    );
    assert_eq!(
        tell(&malformed("task.do")),
        "The order could not be read at “task.do”: expected an object. Mend that and send it again."
    );
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
