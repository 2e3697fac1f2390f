//! The host of Fieldpost: everything that touches the world around the pure
//! game in `fieldpost-engine`. It keeps the order log, the clocks and the
//! outgoing mail in Postgres and serves pages; it decides nothing about the
//! game and holds nothing that another process of it would miss.

pub mod app;
pub mod cli;
pub mod clock;
pub mod cluster;
pub mod config;
pub mod db;
pub mod deadline;
pub mod error;
pub mod schema;

pub mod accounts;
pub mod auth;
pub mod mail;
pub mod pages;
pub mod texts;
