//! How much a host carries: `scripts/load` builds and runs it. It starts a
//! Postgres of its own that keeps what it acknowledges, speaks to this machine
//! alone, and throws everything away behind itself.
//!
//!     load submit [--small]   orders a second, against a bare append
//!     load clocks [--small]   10,000 games with clocks: idle, spread, a burst
//!     load cold   [--small]   the first page of a long game, on a cold host
//!
//! It measures and says what was asked for; it does not judge a busy machine.

#![allow(missing_debug_implementations, unreachable_pub)]

mod clocks;
mod cold;
mod http;
mod stage;
mod submit;

#[tokio::main]
async fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let small = args.iter().any(|arg| arg == "--small");
    args.retain(|arg| arg != "--small");
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["submit"] => submit::run(small).await,
        ["clocks"] => clocks::run(small).await,
        ["cold"] => cold::run(small).await,
        _ => {
            eprintln!("load: say submit, clocks or cold; see scripts/load --help");
            std::process::exit(2);
        }
    }
}
