//! `verify`: whether a game file is what it says, and what a player was promised,
//! on anybody's machine.

use std::{path::PathBuf, process::ExitCode};

use anyhow::anyhow;
use clap::Args;
use fieldpost_engine::{
    log::{GameFile, Held},
    verify,
};

use super::scenario::read;

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
        None => Held::default(),
        Some(path) => Held::parse(&read(path)?).map_err(|error| {
            anyhow!(
                "{}: {error}; a line is what the game's receipts.jsonl holds",
                path.display()
            )
        })?,
    };
    let faults: Vec<String> = match GameFile::parse(&read(&options.file)?) {
        Ok(file) => {
            let faults = verify::verify_held(&file, &held);
            if faults.is_empty() {
                let (records, witnesses) = (file.lines.len(), file.witnesses.len());
                println!(
                    "{name}: {records} records and {witnesses} witnesses, all as they should be"
                );
                if options.held.is_some() {
                    let (receipts, turns) = (held.orders.len(), held.witnesses.len());
                    println!("{name}: {receipts} receipts and {turns} promised turns, all kept");
                }
                return Ok(ExitCode::SUCCESS);
            }
            faults.iter().map(ToString::to_string).collect()
        }
        // A header that belies its commitment, or a line that is none.
        Err(error) => vec![error.to_string()],
    };
    for fault in faults {
        println!("{name}: {fault}");
    }
    Ok(ExitCode::from(FAULTY))
}
