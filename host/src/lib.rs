//! The host of Fieldpost: everything that touches the world around the pure
//! game in `fieldpost-engine`. It keeps the order log, the clocks and the
//! outgoing mail in Postgres and serves pages; it decides nothing about the
//! game and holds nothing that another process of it would miss.

pub mod absence;
pub mod accounts;
pub mod admin;
pub mod ai;
pub mod api;
pub mod app;
pub mod aside;
pub mod audit;
pub mod auth;
pub mod bodies;
pub mod bus;
pub mod calendar;
pub mod changes;
pub mod chronicle;
pub mod cli;
pub mod clock;
pub mod close;
pub mod cluster;
pub mod config;
pub mod db;
pub mod deadline;
pub mod error;
pub mod export;
pub mod feeds;
pub mod games;
pub mod heartbeat;
pub mod live;
pub mod lobby;
pub mod log;
pub mod mail;
pub mod metrics;
pub mod orders;
pub mod outbox;
pub mod pages;
pub mod phases;
pub mod ratings;
pub mod replays;
pub mod report;
pub mod results;
pub mod schema;
pub mod serve;
pub mod texts;
pub mod versions;
pub mod votes;
pub mod worker;
