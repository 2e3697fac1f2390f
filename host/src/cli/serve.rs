//! `serve`, `migrate`, and the guard of a private cluster.

use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::Context;
use clap::Args;

use crate::{
    app::State,
    cluster::{self, Durability},
    config::{self, Config, ConfigArgs},
    db,
    error::Error,
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
    let state = connect(config)
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

/// How often it is looked whether a database that is away has come.
const AWAY: Duration = Duration::from_secs(3);

/// Connects to the database, and waits for one that is away: it may start after the
/// host. A setting that is wrong is an error at once.
async fn connect(config: Config) -> Result<State, Error> {
    loop {
        match State::connect(config.clone()).await {
            Err(error) if db::is_away(&error) => {
                let seconds = AWAY.as_secs();
                tracing::warn!(?error, seconds, "the database is away: waiting for it");
                tokio::time::sleep(AWAY).await;
            }
            outcome => return outcome,
        }
    }
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
