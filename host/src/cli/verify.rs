//! `verify`: whether a game file is what it says, on anybody's machine.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use fieldpost_engine::{log::GameFile, verify};

use super::scenario::read;

/// What to check.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The game file
    file: PathBuf,
}

/// Something in the file is not what it says.
const FAULTY: u8 = 3;

pub(super) fn verify(options: &Options) -> anyhow::Result<ExitCode> {
    let name = options.file.display();
    let faults: Vec<String> = match GameFile::parse(&read(&options.file)?) {
        Ok(file) => {
            let faults = verify::verify(&file);
            if faults.is_empty() {
                let (records, witnesses) = (file.lines.len(), file.witnesses.len());
                println!(
                    "{name}: {records} records and {witnesses} witnesses, all as they should be"
                );
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
