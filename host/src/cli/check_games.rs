//! `check-games`: whether this program comes to what was seen in every running
//! game, to be asked before it is let at them (HO-035). Changes nothing.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use diesel_async::AsyncPgConnection;
use fieldpost_engine::{log::GameFile, order::Order, ruleset::RULES_VERSION, verify};

use super::told;
use crate::{
    config, db,
    error::Error,
    export,
    games::{self, GameRow},
    versions,
};

/// Where the games are.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Where the database is
    #[arg(long, env = "FIELDPOST_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// Games that are over, too
    #[arg(long)]
    all: bool,
}

/// A game comes out differently.
const FAULTY: u8 = 3;

/// A game needs rules that this program does not have.
const NO_SUCH_RULES: u8 = 4;

/// Say where we are after so many games.
const PROGRESS: usize = 50;

enum Found {
    Fine,
    /// What this program does not have.
    Lacking(String),
    Faults(Vec<String>),
}

pub(super) async fn check_games(options: Options) -> anyhow::Result<ExitCode> {
    let url = config::database_url(options.database_url)?;
    let mut conn = db::establish(url.0)
        .await
        .context("FIELDPOST_DATABASE_URL: the database does not answer")?;
    let mut games = games::all(&mut conn).await.map_err(told)?;
    games.retain(|game| options.all || !matches!(game.phase.as_str(), "ended"));
    let count = games.len();
    let (mut faulty, mut lacking) = (0, 0);
    for (done, game) in games.iter().enumerate() {
        if done > 0 && done % PROGRESS == 0 {
            eprintln!("{done} of {count} games");
        }
        match look(&mut conn, game).await.map_err(told)? {
            Found::Fine => {}
            Found::Lacking(why) => {
                lacking += 1;
                println!("{}: {why}", game.key);
            }
            Found::Faults(faults) => {
                faulty += 1;
                for fault in faults {
                    println!("{}: {fault}", game.key);
                }
            }
        }
    }
    println!(
        "{count} games: {} as they should be, {faulty} come out differently, \
         {lacking} need other rules",
        count - faulty - lacking
    );
    Ok(match (faulty, lacking) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(NO_SUCH_RULES),
        _ => ExitCode::from(FAULTY),
    })
}

async fn look(conn: &mut AsyncPgConnection, game: &GameRow) -> Result<Found, Error> {
    let (version, ruleset) = (game.rules_version, &game.ruleset);
    if !versions::has(version, ruleset) {
        return Ok(Found::Lacking(format!(
            "begun with rules version {version} and ruleset {ruleset}, and this program has \
             version {RULES_VERSION} and {}",
            versions::rulesets().join(", ")
        )));
    }
    let file = match export::read(conn, game.id).await {
        Ok(file) => file,
        // What stands there is no game, whoever wrote it.
        Err(Error::Internal(cause)) if !cause.is::<diesel::result::Error>() => {
            return Ok(Found::Faults(vec![cause.to_string()]));
        }
        Err(error) => return Err(error),
    };
    let faults = verify::verify(&file);
    let mut faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let unseen = unseen_turns(&file, &game.phase);
    faults.extend(unseen.map(|turn| format!("turn {turn} is closed and has no witness")));
    Ok(if faults.is_empty() {
        Found::Fine
    } else {
        Found::Faults(faults)
    })
}

/// Closed turns without a witness. The one that is being closed has none yet, and
/// a stalled game never got one.
fn unseen_turns<'a>(file: &'a GameFile, phase: &str) -> impl Iterator<Item = u32> + use<'a> {
    let newest = matches!(phase, "closing" | "stalled")
        .then(|| file.lines.last().map(|line| line.record.turn))
        .flatten();
    let closed = file
        .lines
        .iter()
        .filter(|line| matches!(line.record.order, Order::CloseOrders { .. }));
    closed
        .map(|line| line.record.turn)
        .filter(move |turn| Some(*turn) != newest)
        .filter(|turn| !file.witnesses.iter().any(|witness| witness.turn == *turn))
}
