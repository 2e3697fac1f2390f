//! `fieldpost scenario check` as a shell sees it: every fault of a file on a line of its
//! own, in words and with its path, whatever the file is.

#[path = "support/database.rs"]
#[allow(dead_code, unreachable_pub)]
mod database;

use std::{
    path::PathBuf,
    process::{Command, Output},
};

fn fieldpost(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command.args(args).env_clear();
    command.output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}-{name}", database::random_name()));
    std::fs::write(&path, bytes).expect("a file can be written");
    path
}

#[test]
fn scenario_check_names_the_path_of_every_fault() {
    let sound = fieldpost_engine::scenario::shipped("kelsey-ford").unwrap();
    let good = file("sound.json", sound.as_bytes());
    let output = fieldpost(&["scenario", "check", good.to_str().unwrap()]);
    assert!(output.status.success(), "{}", said(&output));

    // One slip hides no other, whatever their kinds.
    let mut faulty: serde_json::Value = serde_json::from_str(sound).unwrap();
    faulty["map"]["depth"] = 1.into();
    faulty["units"][0]["posture"] = "Sleep".into();
    faulty["units"][1]["strength"] = "90".into();
    faulty["units"][2]["at"] = serde_json::json!([99, 0]);
    let faulty = file("faulty.json", faulty.to_string().as_bytes());
    let path = faulty.to_str().unwrap();
    let output = fieldpost(&["scenario", "check", path]);
    assert_eq!(output.status.code(), Some(1));
    let told = said(&output);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    for (line, begins) in lines.iter().zip([
        "map.depth: There is no field “depth” here.",
        "units[0].posture (#",
        "units[1].strength (#",
        "units[2].at (#",
    ]) {
        assert!(line.starts_with(&format!("{path}: {begins}")), "{told}");
    }

    let missing = fieldpost(&["scenario", "check", "/no/such/file"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(said(&missing).contains("cannot read /no/such/file"));
}

/// Files that nobody wrote by hand, or not in good faith: each is told what it is.
#[test]
fn scenario_check_refuses_files_that_are_none() {
    let check = |name: &str, bytes: &[u8]| {
        let path = file(name, bytes);
        let output = fieldpost(&["scenario", "check", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let told = said(&output);
        let told = told.strip_prefix(path.to_str().unwrap()).unwrap();
        told.trim_start_matches(": ").trim_end().to_owned()
    };
    let deep = format!("{{\"name\":{}", "[".repeat(900_000));
    for (name, bytes, begins) in [
        ("empty.json", &b""[..], "The file ends in line 1"),
        (
            "image.json",
            b"\x89PNG\r\n\x1a\n\xff",
            "That file is no text.",
        ),
        (
            "comma.json",
            b"{\n\"name\": \"x\",\n}",
            "From line 3, column 1 on this is no JSON.",
        ),
        (
            "list.json",
            b"[]",
            "A list stands here, and an object belongs here.",
        ),
        (
            "deep.json",
            deep.as_bytes(),
            "Lists and objects lie in each other more than 32 deep.",
        ),
        (
            "large.json",
            &vec![b' '; 1_048_577],
            "The file is larger than",
        ),
        (
            "larger.json",
            &vec![0xc3; 3_000_000],
            "That is more than one megabyte.",
        ),
    ] {
        let told = check(name, bytes);
        assert!(told.starts_with(begins), "{name}: {told}");
        assert_eq!(told.lines().count(), 1, "{name}: {told}");
    }
    // As many faults as a file can hold: the first hundred, and how many they are.
    let many = format!("{{\"units\":[{}]}}", vec!["{}"; 300_000].join(","));
    let told = check("many.json", many.as_bytes());
    assert_eq!(told.lines().count(), 101);
    assert!(
        told.contains("more faults are not listed. Mend these first"),
        "{told}"
    );
}
