//! The command line: which commands there are, and how they fail. What a
//! command does stands elsewhere.

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::config::ConfigArgs;

mod serve;

/// Fieldpost: games of manoeuvre by correspondence.
#[derive(Debug, Parser)]
#[command(name = "fieldpost", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve games
    #[command(
        after_help = "Example: FIELDPOST_SECRET=$(openssl rand -hex 32) fieldpost serve \
                            --database-url postgresql://localhost/fieldpost"
    )]
    Serve(Box<ConfigArgs>),
    /// Bring the database's tables up to this program
    #[command(
        after_help = "Example: fieldpost migrate --database-url postgresql://localhost/fieldpost"
    )]
    Migrate(serve::MigrateArgs),
    /// Stop a private cluster once nobody uses it (started beside each one)
    #[command(hide = true)]
    ClusterGuard {
        /// The cluster's folder
        folder: PathBuf,
        /// Delete it too
        #[arg(long)]
        throwaway: bool,
    },
}

/// Runs the program. Errors are one line on standard error.
pub async fn run() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(args) => serve::serve(*args).await,
        Command::Migrate(args) => serve::migrate(args).await,
        Command::ClusterGuard { folder, throwaway } => serve::cluster_guard(folder, throwaway),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("fieldpost: {error:#}");
            ExitCode::FAILURE
        }
    }
}
