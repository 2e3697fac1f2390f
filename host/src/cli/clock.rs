//! `clock status`, `clock accept`: the guard over the database's clock, for an
//! operator.

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use diesel_async::AsyncPgConnection;

use super::told;
use crate::{
    audit::{self, Act, Actor},
    clock, close, config, db, heartbeat,
};

/// What can be done about the clock.
#[derive(Debug, Subcommand)]
pub(super) enum ClockCommand {
    /// Say whether turns are closed, and whether any are overdue
    #[command(after_help = "Example:\n  fieldpost clock status")]
    Status(Database),
    /// Accept the database's clock as it is now, after it went back or leapt
    #[command(
        after_help = "Example:\n  fieldpost clock accept\n\nOpen turns keep the time that they had left at the last good heartbeat."
    )]
    Accept(Database),
}

#[derive(Args, Debug)]
pub(super) struct Database {
    /// Where the database is
    #[arg(long, env = "FIELDPOST_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

pub(super) async fn clock(command: ClockCommand) -> anyhow::Result<ExitCode> {
    match command {
        ClockCommand::Status(database) => status(&mut open(database).await?).await?,
        ClockCommand::Accept(database) => accept(&mut open(database).await?).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn open(database: Database) -> anyhow::Result<AsyncPgConnection> {
    let url = config::database_url(database.database_url)?;
    db::establish(url.0)
        .await
        .context("FIELDPOST_DATABASE_URL: the database does not answer")
}

async fn status(conn: &mut AsyncPgConnection) -> anyhow::Result<()> {
    let now = clock::now(conn).await.map_err(told)?;
    let guard = heartbeat::guard(conn).await.map_err(told)?;
    match (guard.halted_at, guard.halted_why) {
        (Some(since), why) => println!(
            "closing    halted since {}: {}; when the clock is right, run: fieldpost clock accept",
            since.to_rfc3339(),
            why.unwrap_or_default()
        ),
        (None, _) => println!("closing    goes on"),
    }
    match guard.beat_at {
        Some(at) => println!(
            "heartbeat  {} s ago, at {}",
            (now - at).num_seconds(),
            at.to_rfc3339()
        ),
        None => println!("heartbeat  none yet"),
    }
    let overdue = close::overdue(conn).await.map_err(told)?;
    println!(
        "overdue    {} games, the first for {} s",
        overdue.games, overdue.seconds
    );
    Ok(())
}

async fn accept(conn: &mut AsyncPgConnection) -> anyhow::Result<()> {
    let accepted = heartbeat::accept(conn).await.map_err(told)?;
    if accepted.is_some() {
        let act = Act::new(Actor::Console, "accept-clock");
        audit::record(conn, &act).await.map_err(told)?;
    }
    match accepted {
        None => println!("nothing to accept: turns are closed as they should be"),
        Some(accepted) => println!(
            "accepted, though {}; {} open turns moved by {} s and keep the time they had left",
            accepted.why, accepted.phases, accepted.seconds
        ),
    }
    Ok(())
}
