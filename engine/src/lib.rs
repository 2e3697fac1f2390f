//! The whole game of Fieldpost as a pure function of its order log.
//!
//! A log goes in, [`game::Game`] replays it, and views, events and hashes come
//! out. There is no clock here, no I/O, no float, no hash collection, no thread
//! and no global: the same log gives the same bytes everywhere.
#![no_std]

extern crate alloc;

mod apply;
pub mod canon;
pub mod command;
pub mod engagement;
pub mod event;
pub mod forecast;
pub mod game;
pub mod generate;
pub mod ids;
pub mod initiative;
pub mod json;
pub mod language;
pub mod log;
pub mod map;
pub mod num;
pub mod order;
pub mod preview;
mod record;
pub mod refusal;
pub mod replay;
pub mod rng;
mod routes;
pub mod ruleset;
pub mod scenario;
mod setup;
mod shape;
pub mod shared;
mod sight;
pub mod stance;
pub mod state;
pub mod turn;
pub mod validate;
pub mod verify;
pub mod view;
pub mod world;

pub use setup::SetupError;
