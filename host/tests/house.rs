//! The rules of the house that neither compiler nor linter knows: how long a file may be, which way
//! imports point, and what licences we build on. It must not know what any of the code does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{TokenStream, TokenTree};

/// Lines of a source file at most. One that grows past it holds two things: cut it between them.
const LONGEST: usize = 400;

/// The host's modules from the ground up. A module uses those of its own layer and of those below it.
const LAYERS: &[&[&str]] = &[
    // What everything stands on.
    &[
        "bus", "calendar", "clock", "cluster", "config", "db", "deadline", "error", "metrics",
        "schema", "texts",
    ],
    // What is kept, and read back.
    &[
        "accounts",
        "aside",
        "audit",
        "heartbeat",
        "log",
        "outbox",
        "phases",
        "replays",
        "report",
        "versions",
    ],
    // What happens to it.
    &[
        "absence",
        "admin",
        "ai",
        "auth",
        "bodies",
        "changes",
        "chronicle",
        "close",
        "export",
        "feeds",
        "games",
        "lobby",
        "orders",
        "ratings",
        "results",
        "votes",
    ],
    // How people and programs meet it.
    &["api", "live", "mail", "pages"],
    // All of it put together, and started.
    &["app", "serve", "worker"],
    &["cli", "lib", "main"],
];

/// Uses that point up all the same, each with why it may stay.
const EXCEPTIONS: &[(&str, &str)] = &[("error -> pages", "an error shows itself as a page")];

/// Licences of dependencies under which the program can be passed on as MIT OR Apache-2.0.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

#[test]
fn no_source_file_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut faults = Vec::new();
    for folder in ["engine", "host"] {
        for path in rust_files(&root.join(folder)) {
            let lines = read(&path).lines().count();
            if lines > LONGEST {
                faults.push(format!(
                    "{}: {lines} lines, {LONGEST} at most",
                    path.display()
                ));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "cut these where the words change:\n{}",
        faults.join("\n")
    );
}

#[test]
fn imports_of_the_host_point_one_way() {
    let layers: BTreeMap<&str, usize> = LAYERS
        .iter()
        .enumerate()
        .flat_map(|(layer, modules)| modules.iter().map(move |module| (*module, layer)))
        .collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut faults, mut excused) = (BTreeSet::new(), BTreeSet::new());
    for path in rust_files(&source) {
        let module = module_of(&source, &path);
        let Some(own) = layers.get(module.as_str()) else {
            faults.insert(format!(
                "{module} has no layer yet: give it one in {}",
                file!()
            ));
            continue;
        };
        let code: TokenStream = read(&path).parse().expect("Rust source");
        for used in modules_used(code) {
            // What is no module is re-exported by the crate's root.
            let Some(layer) = layers.get(used.as_str()) else {
                continue;
            };
            // `app::State` is what a process shares; whoever does anything is handed it.
            if used == "app" {
                continue;
            }
            let arrow = format!("{module} -> {used}");
            if layer <= own {
                continue;
            }
            if EXCEPTIONS.iter().any(|(allowed, _)| *allowed == arrow) {
                excused.insert(arrow);
            } else {
                faults.insert(format!("{arrow}, in {}", path.display()));
            }
        }
    }
    for (allowed, _) in EXCEPTIONS {
        if !excused.contains(*allowed) {
            faults.insert(format!("{allowed} is excused, but nobody does it any more"));
        }
    }
    assert!(
        faults.is_empty(),
        "imports point from the last layer to the first:\n{faults:#?}"
    );
}

#[test]
fn dependencies_have_licences_that_suit_ours() {
    let listing = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--workspace", "--prefix", "none"])
        .args(["--edges", "normal,build", "--format", "{p}|{l}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&listing.stderr);
    assert!(listing.status.success(), "{said}");
    let faults: BTreeSet<&str> = std::str::from_utf8(&listing.stdout)
        .expect("cargo prints text")
        .lines()
        .filter_map(|line| {
            line.split_once('|')
                .filter(|(_, licence)| !suits(licence))
                .map(|_| line)
        })
        .collect();
    assert!(
        faults.is_empty(),
        "these would bind whoever passes the program on:\n{faults:#?}"
    );
}

/// Whether one of the licences on offer is among ours, in every part of the expression.
fn suits(expression: &str) -> bool {
    let plain = expression
        .replace("(*)", "")
        .replace(['(', ')'], "")
        .replace('/', " OR ");
    let offers = |part: &str| {
        part.split(" OR ")
            .any(|licence| LICENCES.contains(&licence.trim()))
    };
    plain.split(" AND ").all(offers)
}

/// The top module that a file belongs to: `auth/links.rs` to `auth`.
fn module_of(source: &Path, path: &Path) -> String {
    let below = path.strip_prefix(source).expect("a file of the source");
    let first = below
        .components()
        .next()
        .expect("a name")
        .as_os_str()
        .to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The names that follow `crate::`, alone or in braces.
fn modules_used(code: TokenStream) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            used.extend(modules_used(group.stream()));
        }
        if !matches!(token, TokenTree::Ident(word) if word == "crate") {
            continue;
        }
        // Two colons lie between.
        match tokens.get(at + 3) {
            Some(TokenTree::Ident(name)) => {
                used.insert(name.to_string());
            }
            Some(TokenTree::Group(list)) => {
                let mut first = true;
                for token in list.stream() {
                    match token {
                        TokenTree::Ident(name) if first => {
                            used.insert(name.to_string());
                            first = false;
                        }
                        TokenTree::Punct(mark) if mark.as_char() == ',' => first = true,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    used
}

/// Every Rust file below a folder, but for what a build made.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() && !path.ends_with("target") {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a source file can be read")
}
