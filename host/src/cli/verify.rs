//! `verify`: whether a game file is what it says, and what a player was promised,
//! on anybody's machine.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{anyhow, bail};
use clap::Args;
use fieldpost_engine::{
    log::{GameFile, Held},
    verify,
};

use super::scenario::{bytes, game_file_faults};

/// What to check.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The game file
    file: PathBuf,
    /// Receipts and blinded hashes that were kept while the game ran
    #[arg(long)]
    held: Option<PathBuf>,
}

/// Something in the file is not what it says.
const FAULTY: u8 = 3;

pub(super) fn verify(options: &Options) -> anyhow::Result<ExitCode> {
    let name = options.file.display();
    let held = match &options.held {
        None => None,
        Some(path) => Some(Held::read(&bytes(path)?).map_err(|error| {
            anyhow!(
                "{}: {error}; it should be as the game's receipts.jsonl is",
                path.display()
            )
        })?),
    };
    let faults = match GameFile::read(&bytes(&options.file)?) {
        Ok(file) if held.is_some() && !verify::is_replayed(&file) => bail!(
            "{name}: the seed of the game is not in the file, so receipts cannot be checked; export the game again when it is over"
        ),
        Ok(file) => {
            let faults = match &held {
                None => verify::verify(&file),
                Some(held) => verify::verify_held(&file, held),
            };
            if faults.is_empty() {
                println!("{name}: {}", sound(&file));
                if let Some(held) = held {
                    let (receipts, turns) = (held.orders.len(), held.witnesses.len());
                    println!("{name}: {receipts} receipts and {turns} promised turns, all kept");
                }
                return Ok(ExitCode::SUCCESS);
            }
            faults.iter().map(ToString::to_string).collect()
        }
        // Cut short, a header that belies its commitment, or a line that is none.
        Err(error) => game_file_faults(&error),
    };
    for fault in faults {
        println!("{name}: {fault}");
    }
    Ok(ExitCode::from(FAULTY))
}

/// What of a file without faults could be checked, and what not.
fn sound(file: &GameFile) -> String {
    let (records, witnesses) = (file.lines.len(), file.witnesses.len());
    if !verify::is_replayed(file) {
        let turn = file.standing().turn();
        let has_chain = file.lines.iter().all(|line| line.chain.is_some());
        let checked = if has_chain {
            "their numbers and the chain are as they should be"
        } else {
            "their numbers are as they should be, and chain values are not in the file"
        };
        return format!(
            "the game is under way in turn {turn} and its seed is not out. {records} records: {checked}. What they order and the hashes of {witnesses} turns can be checked once it is over"
        );
    }
    let unseen = match witnesses {
        0 => "; the file has no witness that the turns could be held to",
        _ => "",
    };
    format!("{records} records and {witnesses} witnesses, all as they should be{unseen}")
}
