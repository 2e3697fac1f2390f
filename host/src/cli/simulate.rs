//! `simulate`: commanders play each other, with no database, as fast as it goes.
//! One game or a batch; each becomes a game file that `replay` and `verify`
//! read, and the batch is measured by what stands in its files.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use fieldpost_engine::{log::Header, ruleset::RULES_VERSION, scenario::Scenario};

use super::scenario::find;
use crate::ai;

mod batch;
mod one;
mod sheet;
mod tally;

/// What is played, how often, and where it is kept.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A shipped scenario's name, or a scenario file
    #[arg(long, default_value = "kelsey-ford")]
    scenario: String,
    /// The commander of every seat, or one for each seat with commas between; `all` is the standard one
    #[arg(long, default_value = "all")]
    ai: String,
    /// Turns after which a game is left undecided
    #[arg(long, default_value_t = 100)]
    turns: u32,
    /// Games to play; their seeds follow from the seed and their number
    #[arg(long, default_value_t = 1)]
    games: u32,
    /// Games that are played at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Any number; the same one gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the game files; games whose file is there are not played again
    #[arg(long, default_value = "simulated")]
    out: PathBuf,
    /// Print what was measured as one JSON object
    #[arg(long)]
    json: bool,
}

/// What every game of the batch has in common.
#[derive(Debug)]
struct Plan {
    scenario: Scenario,
    /// By seat.
    commanders: Vec<String>,
    turns: u32,
    seed: u64,
    out: PathBuf,
}

pub(super) fn simulate(options: &Options) -> anyhow::Result<ExitCode> {
    let scenario = find(&options.scenario)?;
    let commanders = commanders(&options.ai, scenario.seats.len())?;
    if options.jobs == 0 || options.turns == 0 {
        bail!("--jobs and --turns are at least 1");
    }
    let plan = Plan {
        scenario,
        commanders,
        turns: options.turns,
        seed: options.seed,
        out: options.out.clone(),
    };
    fs::create_dir_all(&plan.out)
        .with_context(|| format!("cannot make the folder {}", plan.out.display()))?;
    let games = batch::play(&plan, options.games, options.jobs)?;
    let sheet = sheet::Sheet::of(&plan, &games);
    if options.json {
        println!("{}", sheet.json());
    } else {
        println!("{}", sheet.text());
    }
    Ok(ExitCode::SUCCESS)
}

impl Plan {
    /// What game number `index` is determined by.
    fn header(&self, index: u32) -> Header {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost simulate v1");
        hasher
            .update(&self.seed.to_le_bytes())
            .update(&index.to_le_bytes());
        let seed = *hasher.finalize().as_bytes();
        Header::new(self.scenario.clone(), seed, RULES_VERSION)
    }

    fn file(&self, index: u32) -> PathBuf {
        self.out.join(format!("{index:05}.fieldpost"))
    }
}

fn commanders(names: &str, seats: usize) -> anyhow::Result<Vec<String>> {
    let names: Vec<String> = match names {
        "all" => vec![ai::STANDARD.to_owned()],
        names => names
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect(),
    };
    if let Some(unknown) = names.iter().find(|name| ai::commander(name).is_none()) {
        bail!("there is no commander {unknown}; there is {}", ai::STANDARD);
    }
    match names.as_slice() {
        [one] => Ok(vec![one.clone(); seats]),
        many if many.len() == seats => Ok(names),
        many => bail!("--ai names {} commanders for {seats} seats", many.len()),
    }
}
