//! The one door of the host's tests: the real server on a free port with a
//! database of its own, a clock moved by hand and a mailbox.
//!
//! A test takes it with `mod support;` and `TestApp::start().await`, on a
//! multi-threaded runtime. Dropping the app asserts that no job is left over.

// Each test binary uses its own part of this.
#![allow(
    dead_code,
    missing_debug_implementations,
    unreachable_pub,
    unused_imports
)]

#[path = "support/app.rs"]
mod app;
#[path = "support/browser.rs"]
pub mod browser;
#[path = "support/clocks.rs"]
pub mod clocks;
#[path = "support/database.rs"]
mod database;
#[path = "support/game.rs"]
mod game;
#[path = "support/html.rs"]
pub mod html;
#[path = "support/land.rs"]
pub mod land;
#[path = "support/lobby.rs"]
pub mod lobby;
#[path = "support/pad.rs"]
pub mod pad;
#[path = "support/people.rs"]
pub mod people;
#[path = "support/players.rs"]
pub mod players;
#[path = "support/smtp.rs"]
pub mod smtp;
#[path = "support/table.rs"]
pub mod table;

pub use app::{Host, TestApp};
pub use database::TestDatabase;
pub use game::{LogLine, TestGame, account, gathering, kelsey_ford};
