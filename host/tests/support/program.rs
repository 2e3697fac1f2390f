//! The program as a shell runs it, with nothing in its environment but what is said.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output},
};

/// Runs it to its end.
pub fn fieldpost(args: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command
        .args(args)
        .env_clear()
        .envs(settings.iter().copied());
    command.output().expect("the program runs")
}

/// What it says on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// A file of a test's own; names within a test binary differ.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    std::fs::File::create(&path)
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    path
}
