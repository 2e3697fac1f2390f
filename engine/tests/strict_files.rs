//! Readers of game files and records are strict: they take nothing that the format does
//! not have, and say where it stands.

use fieldpost_engine::log::{GameFile, OrderRecord};
use fieldpost_engine::refusal::Refusal;
use support::{honest, lines, refused, text};

#[path = "support/files.rs"]
#[allow(dead_code, unreachable_pub)]
mod support;

/// One line of a file changed, and what is told of it.
fn changed(from: &str, to: &str) -> String {
    let text = honest().print(true);
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from} is not in the file");
    refused(&changed).to_string()
}

#[test]
fn a_reader_is_strict_about_every_line() {
    let record = "line 2: ";
    for (from, to, told) in [
        // A field that stands twice, wherever it does.
        (
            "\"rules_version\":1",
            "\"rules_version\":2,\"rules_version\":1",
            "line 1: rules_version: this field stands twice",
        ),
        (
            "\"width\":",
            "\"width\":8,\"width\":",
            "line 1: scenario.map.width: this field stands twice",
        ),
        (
            "\"seq\":1,",
            "\"seq\":7,\"seq\":1,",
            "line 2: seq: this field stands twice",
        ),
        (
            "{\"witness\":{",
            "{\"witness\":{\"turn\":7,",
            "witness.turn: this field stands twice",
        ),
        // Another spelling of the same value.
        (
            "\"seed\":\"2a",
            "\"seed\":\"2A",
            "line 1: seed: expected 64 hexadecimal digits in lower",
        ),
        // Fields that the format does not have.
        (
            "{\"witness\":",
            "{\"by\":1,\"witness\":",
            "by: unknown field",
        ),
        ("{\"end\":{", "{\"by\":1,\"end\":{", "by: unknown field"),
        ("{\"end\":{", "{\"end\":{\"by\":1,", "end.by: unknown field"),
        (
            "{\"format\":",
            "{\"by\":1,\"format\":",
            "line 1: by: unknown field",
        ),
        // Fields by their places instead of their names.
        (
            "{\"witness\":{",
            "{\"witness\":[1],\"x\":{",
            "unknown field",
        ),
        // What is no JSON, where in its line.
        ("\"seq\":1,", "\"seq\":01,", "line 2: from column"),
    ] {
        let found = changed(from, to);
        assert!(found.contains(told), "{to}: {found}");
        assert!(
            !found.contains(": :") && !found.contains("line 1 column"),
            "{found}"
        );
        let is_record = from.starts_with("\"seq\"");
        assert!(!is_record || found.starts_with(record), "{found}");
    }
    let mut all = lines(&honest().print(true));
    let chain = all[2].find(",\"chain\"").expect("a chain value");
    let bare = format!("{}}}", &all[2][..chain]);
    let given = core::mem::replace(&mut all[2], bare);
    let told = refused(&text(&all)).to_string();
    assert_eq!(
        told,
        "line 3: chain: either every record has one or none has"
    );
    all[2] = given.replace("\"chain\":\"", "\"chain\":\"A");
    let told = refused(&text(&all)).to_string();
    assert!(told.starts_with("line 3: chain: expected 64 hex"), "{told}");
    all[2] = "{\"end\":{\"records\":1,\"witnesses\":0}}".into();
    let told = refused(&text(&all)).to_string();
    assert!(
        told.starts_with("line 3: an end mark stands here"),
        "{told}"
    );
}

#[test]
fn a_fault_of_a_files_beginning_names_its_place() {
    let text = honest().print(true);
    let told = |text: &str| refused(text).to_string();
    let marked = told(&format!("\u{FEFF}{text}"));
    assert!(
        marked.starts_with("line 1: it begins with a byte order mark"),
        "{marked}"
    );
    // A fault of the scenario, with its path and what it is.
    let at = text.find("\"class\":\"").expect("a unit") + 9;
    let mut other = text.clone();
    other.insert(at, 'x');
    let faulty = told(&other);
    assert!(
        faulty.starts_with("line 1: scenario.units[0].class: unknown-class"),
        "{faulty}"
    );
    // What is no game file at all, however it ends.
    for other in [
        "{\"format\":\"fieldpost-scenario/1\"}",
        "{\"format\":\"x\"}\n",
        "{\n}\n",
    ] {
        let found = told(other);
        assert!(
            found.ends_with("a game file begins with its header line"),
            "{found}"
        );
    }
    assert_eq!(told(""), "the file is empty");
    let error = GameFile::read(b"{\"format\":\"\xff\"}\n").expect_err("no text");
    assert_eq!(error.to_string(), "line 1: this is no UTF-8 text");
}

#[test]
fn a_record_says_which_of_its_fields_is_wrong() {
    let told = |text: &str| match OrderRecord::parse(text) {
        Err(Refusal::Malformed { path, reason }) => format!("{path}: {reason}"),
        other => panic!("{text}: {other:?}"),
    };
    let record = |rest: &str| format!("{{\"seq\":1,\"turn\":1,\"seat\":0,{rest}}}");
    for (rest, wanted) in [
        (
            "\"kind\":\"SetStanze\",\"unit\":1",
            "kind: unknown variant `SetStanze`",
        ),
        ("\"kind\":7", "kind: invalid type"),
        (
            "\"kind\":\"SetStance\",\"unit\":1",
            ": missing field `stance`",
        ),
        (
            "\"kind\":\"SetStance\",\"unit\":1,\"stance\":\"Sleep\"",
            "stance: unknown variant",
        ),
        (
            "\"kind\":\"ClearTask\",\"unit\":1,\"unit\":2",
            "unit: this field stands twice",
        ),
        (
            "\"kind\":\"ClearTask\",\"unit\":1,\"x\":2",
            "x: unknown field",
        ),
        // A list is no object, though its values be in the fields' order.
        (
            "\"kind\":\"SetPosture\",\"unit\":1,\"posture\":{\"Patrol\":[[[1,2],[3,4]]]}",
            "posture.Patrol: invalid type: sequence",
        ),
    ] {
        let found = told(&record(rest));
        assert!(found.contains(wanted), "{rest}: {found}");
    }
}
