//! `simulate`: commanders play each other, with no database, as fast as it goes.
//! One game or a batch; each becomes a game file that `replay` and `verify`
//! read, and the batch is measured by what stands in its files.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use fieldpost_engine::{
    generate::{Settings, Size, generate},
    log::Header,
    ruleset::RULES_VERSION,
    scenario::Scenario,
};

use super::scenario::find;
use crate::ai;

mod batch;
mod one;
mod place;
mod sheet;
mod tally;

/// What is played, how often, and where it is kept.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A shipped scenario's name, or a scenario file
    #[arg(long, default_value = "kelsey-ford")]
    scenario: String,
    /// In place of a scenario: seats and size of maps to be made, each game on one of its own
    #[arg(long, value_name = "SEATS,SIZE", conflicts_with = "scenario")]
    generate: Option<String>,
    /// The commander of every seat, or one for each seat with commas between; `all` stands for the standard one everywhere
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

/// What the games are played on.
#[derive(Debug)]
enum Ground {
    Given(Box<Scenario>),
    /// Made for each game from its seed.
    Made(Settings),
}

/// What every game of the batch has in common.
#[derive(Debug)]
struct Plan {
    ground: Ground,
    /// By seat.
    commanders: Vec<String>,
    turns: u32,
    seed: u64,
    out: PathBuf,
}

pub(super) fn simulate(options: &Options) -> anyhow::Result<ExitCode> {
    let ground = match &options.generate {
        Some(wanted) => Ground::Made(settings(wanted)?),
        None => Ground::Given(Box::new(find(&options.scenario)?)),
    };
    let commanders = commanders(&options.ai, ground.seats())?;
    if options.jobs == 0 || options.turns == 0 {
        bail!("--jobs and --turns are at least 1");
    }
    let plan = Plan {
        ground,
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
    fn header(&self, index: u32) -> anyhow::Result<Header> {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost simulate v1");
        hasher
            .update(&self.seed.to_le_bytes())
            .update(&index.to_le_bytes());
        let seed = *hasher.finalize().as_bytes();
        let scenario = match &self.ground {
            Ground::Given(scenario) => Scenario::clone(scenario),
            Ground::Made(settings) => generate(&seed, *settings)?,
        };
        Ok(Header::new(scenario, seed, RULES_VERSION))
    }

    fn file(&self, index: u32) -> PathBuf {
        self.out.join(format!("{index:05}.fieldpost"))
    }
}

impl Ground {
    fn seats(&self) -> usize {
        match self {
            Self::Given(scenario) => scenario.seats.len(),
            Self::Made(settings) => usize::from(settings.seats),
        }
    }
}

/// `4,medium`, and behind another comma `islands` or `wrap`.
fn settings(wanted: &str) -> anyhow::Result<Settings> {
    let mut words = wanted.split(',').map(str::trim);
    let seats = words.next().and_then(|word| word.parse().ok());
    let size = words.next().and_then(Size::from_word);
    let (Some(seats), Some(size)) = (seats, size) else {
        bail!("--generate {wanted}: expected seats and size, as in 4,medium");
    };
    let mut settings = Settings {
        seats,
        size,
        wrap: false,
        islands: false,
    };
    for word in words {
        match word {
            "wrap" => settings.wrap = true,
            "islands" => settings.islands = true,
            other => bail!("--generate {wanted}: {other} is neither wrap nor islands"),
        }
    }
    Ok(settings)
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
