//! `serve`, `migrate`, and the guard of a private cluster.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args;

use crate::{
    app::{self, State},
    cluster::{self, Durability},
    config::{self, Config, ConfigArgs},
    db,
};

/// Settings of `migrate`.
#[derive(Args, Debug)]
pub(super) struct MigrateArgs {
    /// Where the database is
    #[arg(long, env = "FIELDPOST_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

pub(super) async fn migrate(args: MigrateArgs) -> anyhow::Result<ExitCode> {
    let url = config::database_url(args.database_url)?;
    for name in db::migrate(&url.0)
        .await
        .context("cannot migrate the database")?
    {
        println!("{name}");
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn serve(args: ConfigArgs) -> anyhow::Result<ExitCode> {
    let config = Config::check(args)?;
    let listener = std::net::TcpListener::bind(config.listen)
        .with_context(|| format!("FIELDPOST_LISTEN: cannot serve on {}", config.listen))?;
    let state = State::connect(config)
        .await
        .context("FIELDPOST_DATABASE_URL: the database does not answer")?;
    app::server(state, listener, 2)?.await?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn cluster_guard(folder: PathBuf, throwaway: bool) -> anyhow::Result<ExitCode> {
    let durability = if throwaway {
        Durability::Throwaway
    } else {
        Durability::Safe
    };
    cluster::guard(&folder, durability)?;
    Ok(ExitCode::SUCCESS)
}
