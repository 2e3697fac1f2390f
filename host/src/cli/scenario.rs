//! `scenario check` and `scenario generate`: what is wrong with a scenario file,
//! and a new one from a seed. Touches no game.

use std::{fs, io::Read as _, path::PathBuf, process::ExitCode};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use fieldpost_engine::{
    generate::{self, Settings, generate},
    log::{GameFile, GameFileError, HeaderError, LinesError},
    scenario::{SHIPPED, SIZE_MOST, Scenario, shipped},
};

use crate::texts::Texts;

/// What can be done with a scenario.
#[derive(Debug, Subcommand)]
pub(super) enum ScenarioCommand {
    /// List every fault of a scenario file, by its path
    #[command(after_help = "Example:\n  fieldpost scenario check my-scenario.json")]
    Check {
        /// The file
        file: PathBuf,
    },
    /// Make a fair map from a seed and print it as a scenario
    #[command(
        after_help = "Example:\n  fieldpost scenario generate --seed 7 --seats 4 --size medium > four.json\n\nThe same seed and settings give the same map, everywhere."
    )]
    Generate(Wanted),
}

/// The map that is wanted.
#[derive(Args, Debug)]
pub(super) struct Wanted {
    /// A whole number, or 64 hexadecimal digits
    #[arg(long)]
    seed: String,
    /// 2 to 8
    #[arg(long)]
    seats: u8,
    /// small 24×24, medium 36×36, large 64×64, huge 128×128
    #[arg(long, value_enum)]
    size: Size,
    /// Let both axes go on across the edge
    #[arg(long)]
    wrap: bool,
    /// Begin each seat on land of its own, with sea between
    #[arg(long)]
    islands: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Size {
    Small,
    Medium,
    Large,
    Huge,
}

pub(super) fn scenario(command: ScenarioCommand) -> anyhow::Result<ExitCode> {
    match command {
        ScenarioCommand::Check { file } => check(&file),
        ScenarioCommand::Generate(wanted) => {
            let settings = Settings {
                seats: wanted.seats,
                size: match wanted.size {
                    Size::Small => generate::Size::Small,
                    Size::Medium => generate::Size::Medium,
                    Size::Large => generate::Size::Large,
                    Size::Huge => generate::Size::Huge,
                },
                wrap: wanted.wrap,
                islands: wanted.islands,
            };
            let scenario = generate(&seed(&wanted.seed)?, settings)?;
            println!("{}", serde_json::to_string(&scenario)?);
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// 32 bytes of what was typed: its hexadecimal digits, or a number's bytes, the
/// lowest first, and zeroes behind.
fn seed(typed: &str) -> anyhow::Result<[u8; 32]> {
    let wrong = || anyhow!("`{typed}` is no seed; give a whole number or 64 hexadecimal digits");
    let mut seed = [0; 32];
    if typed.len() == 64 {
        for (byte, digits) in seed.iter_mut().zip(typed.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
        }
    } else {
        let number: u64 = typed.parse().map_err(|_| wrong())?;
        seed[..8].copy_from_slice(&number.to_le_bytes());
    }
    Ok(seed)
}

fn check(file: &PathBuf) -> anyhow::Result<ExitCode> {
    let texts = Texts::english();
    let faults = match whole(file)? {
        Ok(text) => match Scenario::parse_playable(&text) {
            Ok(scenario) => {
                println!("{}: {} is sound", file.display(), scenario.name);
                return Ok(ExitCode::SUCCESS);
            }
            Err(faults) => faults
                .iter()
                .map(|fault| texts.scenario_fault_with_place(fault))
                .collect(),
        },
        Err(code) => vec![texts.t(code)],
    };
    for fault in faults {
        eprintln!("{}: {fault}", file.display());
    }
    Ok(ExitCode::FAILURE)
}

/// A scenario file's text, or the code of why it is none. Of one that is too large no
/// more is read than shows it; the check says so.
fn whole(file: &PathBuf) -> anyhow::Result<Result<String, &'static str>> {
    let cannot = || format!("cannot read {}", file.display());
    let mut bytes = Vec::new();
    fs::File::open(file)
        .and_then(|file| file.take(SIZE_MOST as u64 + 1).read_to_end(&mut bytes))
        .with_context(cannot)?;
    let is_cut = bytes.len() > SIZE_MOST;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The cut may go through a letter.
        Err(_) if is_cut => Err("upload-too-large"),
        Err(_) => Err("upload-not-text"),
    })
}

/// Reads a game file, or says in one line what is wrong with it, first of its scenario.
pub(super) fn game_file(file: &PathBuf) -> anyhow::Result<GameFile> {
    GameFile::read(&bytes(file)?).map_err(|error| {
        let faults = game_file_faults(&error);
        let more = match faults.len() {
            0 | 1 => String::new(),
            faults => format!(" (one of {faults} faults; see: fieldpost verify)"),
        };
        let first = faults.into_iter().next().unwrap_or_default();
        anyhow!("{} is no sound game file: {first}{more}", file.display())
    })
}

/// All that is told of a game file that cannot be read, a line each.
pub(super) fn game_file_faults(error: &GameFileError) -> Vec<String> {
    let texts = Texts::english();
    match error {
        GameFileError::Header(HeaderError::Scenario(faults)) => faults
            .iter()
            .map(|fault| {
                let dot = if fault.path.is_empty() { ": " } else { "." };
                let fault = texts.scenario_fault_with_place(fault);
                format!("line 1: scenario{dot}{fault}")
            })
            .collect(),
        GameFileError::Lines(LinesError::Incomplete(gaps)) => {
            gaps.iter().map(ToString::to_string).collect()
        }
        other => vec![other.to_string()],
    }
}

/// Reads a file, or says which one cannot be read.
pub(super) fn bytes(file: &PathBuf) -> anyhow::Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Reads a text file, or says which one cannot be read.
pub(super) fn read(file: &PathBuf) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// A scenario by the name under which it ships, else from a file.
pub(super) fn find(given: &str) -> anyhow::Result<Scenario> {
    let text = match shipped(given) {
        Some(text) => text.to_owned(),
        None => read(&PathBuf::from(given)).with_context(|| {
            let names: Vec<_> = SHIPPED.iter().map(|(name, _)| *name).collect();
            format!(
                "{given} is no file and none of the shipped scenarios ({})",
                names.join(", ")
            )
        })?,
    };
    Scenario::parse(&text).map_err(|faults| {
        let texts = Texts::english();
        let first = faults.first();
        let first = first.map(|fault| texts.scenario_fault_with_place(fault));
        let first = first.unwrap_or_default();
        anyhow!(
            "{given} has {} fault(s), the first: {first}; see: fieldpost scenario check",
            faults.len()
        )
    })
}
