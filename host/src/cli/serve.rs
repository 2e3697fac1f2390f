//! `serve`, `migrate`, and the guard of a private cluster.

use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use crate::{
    app::State,
    cluster::{self, Durability},
    config::{self, Config, ConfigArgs},
    db,
    serve::{self, Listeners},
};

use super::told;

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
    serve::log_to_stderr("info");
    let bind = |name: &str, at: SocketAddr| {
        TcpListener::bind(at).with_context(|| format!("{name}: cannot serve on {at}"))
    };
    let listeners = Listeners {
        public: bind("FIELDPOST_LISTEN", config.listen)?,
        operator: config
            .operator_listen
            .map(|at| bind("FIELDPOST_OPERATOR_LISTEN", at))
            .transpose()?,
    };
    let state = State::connect(config)
        .await
        .map_err(told)
        .context("FIELDPOST_DATABASE_URL: the database does not answer")?;
    {
        let mut conn = state.db.get().await.map_err(told)?;
        if !db::is_migrated(&mut conn).await.unwrap_or(false) {
            anyhow::bail!(
                "FIELDPOST_DATABASE_URL: the database lacks tables of this program; \
                 run: fieldpost migrate"
            );
        }
    }
    tracing::info!(address = %state.config.public_url.as_str(), "serving");
    serve::until_stopped(state, listeners).await?;
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
