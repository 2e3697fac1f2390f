//! The catalogue against everything that asks for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fieldpost_engine::{
    game::Game,
    ids::{SeatId, Seq},
    language::{self, Names},
    log::Header,
    refusal::Refusal,
    scenario::{SHIPPED, Scenario, shipped},
};
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

#[test]
fn every_shipped_scenario_is_told_of() {
    let texts = Texts::english();
    for (id, _) in SHIPPED {
        assert!(texts.has(&format!("scenario-{id}")), "{id}");
    }
}

/// Each of the twelve turns has its lesson, and what it tells to type can be given.
#[test]
fn the_first_lesson_goes_through_to_its_end() {
    let texts = Texts::english();
    let text = shipped("first-steps").expect("it ships");
    let scenario = Scenario::parse(text).expect("it is sound");
    let game = Game::new(&Header::new(scenario, [1; 32], 1)).expect("a game");
    let seat = SeatId(0);
    let view = game.view(seat).expect("a seat");
    let names = Names::of_view(&view, &game.state().rules.ruleset);
    for turn in 1..=12 {
        let lesson = format!("lesson-first-steps-{turn}");
        assert!(texts.has(&format!("{lesson}-title")), "{lesson}");
        assert!(texts.t(&lesson).len() > 80, "{lesson}");
        let lines = texts.t(&format!("{lesson}-orders"));
        let parsed = language::parse(&lines, &names);
        let faults: Vec<_> = parsed.faults().collect();
        assert!(faults.is_empty(), "{lesson}: {faults:?}");
        assert!(parsed.orders().count() > 0, "{lesson}");
        for (_, order) in parsed.orders() {
            let answer = game.check(Some(seat), 1, order);
            assert!(answer.is_ok(), "{lesson}: {lines}: {answer:?}");
        }
    }
    assert!(!texts.has("lesson-first-steps-13"));
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
