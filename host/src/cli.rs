//! The command line: which commands there are, and how they fail. What a
//! command does stands elsewhere.

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::{config::ConfigArgs, error::Error, texts::Texts};

mod admin;
mod check_games;
mod clock;
mod drill;
mod game;
mod order;
mod play;
mod replay;
mod scenario;
mod serve;
mod simulate;
mod terms;
mod transfer;
mod verify;

/// Fieldpost: games of manoeuvre by correspondence.
#[derive(Debug, Parser)]
#[command(name = "fieldpost", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve games
    #[command(
        after_help = "Example:\n  FIELDPOST_SECRET=$(openssl rand -hex 32) fieldpost serve --database-url postgresql://localhost/fieldpost"
    )]
    Serve(Box<ConfigArgs>),
    /// Play on this machine, with nothing to set up
    #[command(
        after_help = "Example:\n  fieldpost play --folder .play --port 8080\n  fieldpost play --scenario kelsey-ford --people 1"
    )]
    Play(play::Options),
    /// Bring the database's tables up to this program
    #[command(
        after_help = "Example:\n  fieldpost migrate --database-url postgresql://localhost/fieldpost"
    )]
    Migrate(serve::MigrateArgs),
    /// Replay a game file, with no database
    #[command(
        after_help = "Example:\n  fieldpost replay kelsey-ford.fieldpost --json --seat 0 --turn 3\n  diff <(fieldpost replay a.fieldpost --trace) <(fieldpost replay b.fieldpost --trace)\n\nExit code 3: a hash differs from a witness; 4: this program does not have the game's rules."
    )]
    Replay(replay::Options),
    /// Fight one engagement from a small JSON, tick by tick; touches no game
    #[command(
        after_help = "Example:\n  fieldpost drill horse-on-line.json\n\n  with horse-on-line.json:\n  { \"format\": \"fieldpost-drill/1\", \"kind\": \"Assault\", \"seed\": 7,\n    \"attackers\": { \"units\": [{ \"class\": \"heavy_horse\" }] },\n    \"defenders\": { \"ground\": { \"terrain\": \"hill\" },\n                   \"units\": [{ \"class\": \"line_infantry\", \"stance\": \"Hold\" }] } }\n\nWith \"decides\": \"attackers\" it stops and asks; the answers go into \"decisions\"."
    )]
    Drill(drill::Options),
    /// Check a game file: chain, commitment, every record, every witness
    #[command(
        after_help = "Example:\n  fieldpost verify kelsey-ford.fieldpost --held receipts.jsonl\n\nOne line a fault; exit code 3 if there is one."
    )]
    Verify(verify::Options),
    /// Let commanders play each other, with no database, and measure it
    #[command(
        after_help = "Example:\n  fieldpost simulate --scenario kelsey-ford --games 200 --jobs 2 --seed 7 --out batch\n\nOne game file a game; cut off and started again, it plays what lacks."
    )]
    Simulate(simulate::Options),
    /// Replay every running game against what was seen of it, before a deployment
    #[command(
        after_help = "Example:\n  fieldpost check-games --database-url postgresql://localhost/fieldpost\n\nOne line a fault; exit code 3 if a game comes out differently, 4 if one needs rules that\nthis program does not have."
    )]
    CheckGames(check_games::Options),
    /// Look after the database's clock
    #[command(subcommand)]
    Clock(clock::ClockCommand),
    /// What an operator does with games, mails and people; each act is written down
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Print a game as a game file; with its seed once it is over, or to move it
    #[command(
        after_help = "Example:\n  fieldpost export abcde23456 > kelsey-ford.fieldpost\n  fieldpost export abcde23456 --moving > moving.fieldpost"
    )]
    Export(Box<transfer::ExportOptions>),
    /// Go on with a game that was exported elsewhere; its seats are offered anew
    ///
    /// Where no --deadline is said, the one that its players last agreed on holds, or
    /// the usual one. --reserve may be one number a seat, with commas.
    #[command(
        after_help = "Example:\n  fieldpost import moving.fieldpost --deadline 86400 --invite ada@example.org --invite ben@example.org --invite cleo@example.org"
    )]
    Import(Box<transfer::ImportOptions>),
    /// Make, list and offer games
    #[command(subcommand)]
    Game(game::GameCommand),
    /// Turn order lines into records, and back
    #[command(subcommand)]
    Order(order::OrderCommand),
    /// Look at scenario files
    #[command(subcommand)]
    Scenario(scenario::ScenarioCommand),
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
        Command::Play(options) => play::play(options).await,
        Command::Migrate(args) => serve::migrate(args).await,
        Command::Replay(options) => replay::replay(&options),
        Command::Drill(options) => drill::drill(&options),
        Command::Verify(options) => verify::verify(&options),
        Command::Simulate(options) => simulate::simulate(&options),
        Command::CheckGames(options) => check_games::check_games(options).await,
        Command::Clock(command) => clock::clock(command).await,
        Command::Admin(command) => admin::admin(command).await,
        Command::Export(options) => transfer::export(*options).await,
        Command::Import(options) => transfer::import(*options).await,
        Command::Game(command) => game::game(command).await,
        Command::Order(command) => order::order(command),
        Command::Scenario(command) => scenario::scenario(command),
        Command::ClusterGuard { folder, throwaway } => serve::cluster_guard(folder, throwaway),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            let line = format!("{error:#}").replace('\n', "; ");
            eprintln!("fieldpost: {line}");
            ExitCode::FAILURE
        }
    }
}

/// The host's own errors hide their cause from strangers; whoever sits at the
/// command line is none. What stands in the way is said as on a page.
fn told(error: Error) -> anyhow::Error {
    let code = match &error {
        Error::BadRequest(code) | Error::Conflict(code) => format!("error-{code}"),
        _ => String::new(),
    };
    match error {
        Error::Internal(cause) => anyhow::anyhow!(cause),
        _ if Texts::english().has(&code) => anyhow::anyhow!(Texts::english().t(&code)),
        other => other.into(),
    }
}
