//! Keeps the engine a pure function: looks through its source and its dependencies for what would let
//! one log give two results. Clippy (`engine/clippy.toml`) sees types; this sees what slips past it.
//!
//! It reads tokens and runs `cargo tree`; it must not depend on how the engine is built inside.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{TokenStream, TokenTree};

/// Words that have no place in the engine, each with why.
const BANNED_WORDS: &[(&[&str], &str)] = &[
    (
        &["f32", "f64"],
        "floats round differently from machine to machine; count in whole thousandths",
    ),
    (
        &["HashMap", "HashSet", "RandomState", "DefaultHasher"],
        "their order of iteration changes from run to run; BTreeMap, BTreeSet or a sorted Vec keep one",
    ),
    (
        &["Instant", "SystemTime", "UNIX_EPOCH"],
        "the engine has no clock; what time decides comes in as a record of the log",
    ),
    (
        &["std"],
        "the engine is no_std, so that files, sockets, environment and clocks are out of reach",
    ),
    (
        &["thread", "thread_local", "spawn", "rayon"],
        "a turn is one sequence of steps; threads would let scheduling decide",
    ),
    (
        &["unsafe"],
        "nothing here needs it, and undefined behaviour differs from build to build",
    ),
    (
        &["option_env", "env"],
        "a result must not depend on where or when the engine was built",
    ),
    (
        &[
            "Mutex",
            "RwLock",
            "OnceLock",
            "LazyLock",
            "OnceCell",
            "LazyCell",
            "AtomicBool",
            "AtomicU8",
            "AtomicU16",
            "AtomicU32",
            "AtomicU64",
            "AtomicUsize",
            "AtomicI32",
            "AtomicI64",
        ],
        "state belongs to the game value; what is shared outlives a replay and makes the next one differ",
    ),
];

/// All that the engine may stand on, dependencies of dependencies included: none of these reads a
/// clock, a file or a socket when built without its `std` feature. Before a name is added here,
/// somebody has read what it does.
const ALLOWED_DEPENDENCIES: &[&str] = &[
    "arrayref",
    "arrayvec",
    "blake3",
    "cfg-if",
    "constant_time_eq",
    "cpufeatures",
    "itoa",
    "memchr",
    "ppv-lite86",
    "rand_chacha",
    "rand_core",
    "ryu",
    "serde",
    "serde_core",
    "serde_json",
    "serde_path_to_error",
    "thiserror",
    "winnow",
    "zerocopy",
    "zmij",
];

#[test]
fn the_source_holds_nothing_impure() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for path in rust_files(&source) {
        let text = std::fs::read_to_string(&path).expect("a source file can be read");
        for (line, fault) in impurities(&text) {
            faults.push(format!("{}:{line}: {fault}", path.display()));
        }
    }
    assert!(
        faults.is_empty(),
        "the engine must stay pure:\n{}",
        faults.join("\n")
    );
}

#[test]
fn the_dependencies_are_the_stated_ones_and_without_std() {
    let listing = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--package",
            "fieldpost-engine",
            "--prefix",
            "none",
        ])
        .args(["--edges", "normal,no-proc-macro", "--format", "{p}|{f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        listing.status.success(),
        "{}",
        String::from_utf8_lossy(&listing.stderr)
    );
    let listing = String::from_utf8(listing.stdout).expect("cargo prints text");
    let allowed: BTreeSet<&str> = ALLOWED_DEPENDENCIES.iter().copied().collect();
    let mut faults = BTreeSet::new();
    let mut seen = 0;
    for line in listing.lines() {
        let (package, features) = line.split_once('|').expect("the format asked for");
        let name = package.split(' ').next().expect("a name");
        if name == "fieldpost-engine" {
            continue;
        }
        seen += 1;
        if !allowed.contains(name) {
            faults.insert(format!(
                "{name} is not among the crates that the engine may stand on"
            ));
        }
        if features.split(',').any(|feature| feature == "std") {
            faults.insert(format!(
                "{name} is built with `std`; leave its default features out"
            ));
        }
    }
    assert!(
        seen > 0,
        "cargo tree listed no dependency at all:\n{listing}"
    );
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_guard_sees_what_it_is_there_for() {
    let caught = |text: &str| impurities(text).len();
    for impure in [
        "let x = 0.5;",
        "fn f() { g([0.5]) }",
        "let x = 1.;",
        "let x = 2e3;",
        "let x = 7f64;",
        "let x: f32;",
        "let x = 1.0_f32;",
        "use std::fs;",
        "std::time::Instant::now()",
        "static mut COUNT: u32 = 0;",
        "unsafe { }",
        "HashMap::new()",
        "/* a /* b */ c */ let x = 0.1;",
        "let a = 'x'; let b = 0.2;",
        r##"let a = r#"text "quoted" "#; let b = 0.3;"##,
    ] {
        assert!(caught(impure) > 0, "not seen: {impure}");
    }
    for pure in [
        "// 0.5 in std",
        "/* HashMap */",
        "/// unsafe",
        "\"0.5 std\"",
        "let c = '\"'; x.0.1",
        "for i in 0..5 {}",
        "1.max(2)",
        "0x1e5",
        "x.0",
        "1_000",
        "static TABLE: [u8; 2] = [1, 2];",
        "fn f<'std>() {}",
        "a..=9",
        "#![no_std]",
        "br#\"std\"#",
        "let instant_names;",
        "1u32",
        "\"a\\\"std\"",
    ] {
        assert_eq!(
            caught(pure),
            0,
            "wrongly seen: {pure}: {:?}",
            impurities(pure)
        );
    }
}

/// Every Rust file below a folder, in a fixed order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The faults of a source text, each with its line.
fn impurities(text: &str) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    look_through(text.parse().expect("Rust source"), &mut faults);
    faults
}

/// Walks the tokens, in groups within groups. Comments are none, and documentation is a string.
fn look_through(tokens: TokenStream, faults: &mut Vec<(usize, String)>) {
    let mut before = String::new();
    for token in tokens {
        let line = token.span().start().line;
        let text = match token {
            TokenTree::Group(group) => {
                look_through(group.stream(), faults);
                String::new()
            }
            TokenTree::Ident(word) => {
                let word = word.to_string();
                for (banned, why) in BANNED_WORDS {
                    // A lifetime is a word too, behind a quotation mark.
                    if before != "'" && banned.contains(&word.as_str()) {
                        faults.push((line, format!("`{word}`: {why}")));
                    }
                }
                if before == "static" && word == "mut" {
                    faults.push((line, "`static mut`: the engine has no globals".to_owned()));
                }
                word
            }
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                // Behind a point it is the field of a tuple in a tuple, as in `pair.0.1`.
                if before != "." && is_float(&literal) {
                    faults.push((line, format!("`{literal}`: {}", BANNED_WORDS[0].1)));
                }
                literal
            }
            TokenTree::Punct(mark) => mark.to_string(),
        };
        before = text;
    }
}

/// Whether a literal is a number with a point, an exponent, or a float's suffix.
fn is_float(literal: &str) -> bool {
    let number = literal.starts_with(|first: char| first.is_ascii_digit());
    let decimal = !["0x", "0b", "0o"]
        .iter()
        .any(|radix| literal.starts_with(radix));
    // The size types are the only suffixes of integers that hold an `e`.
    let digits = literal.trim_end_matches("usize").trim_end_matches("isize");
    number
        && decimal
        && (digits.contains(['.', 'e', 'E']) || digits.ends_with("f32") || digits.ends_with("f64"))
}
