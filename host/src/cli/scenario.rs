//! `scenario check`: lists what is wrong with a scenario file.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, anyhow};
use clap::Subcommand;
use fieldpost_engine::scenario::{SHIPPED, Scenario, shipped};

/// What can be done with a scenario.
#[derive(Debug, Subcommand)]
pub(super) enum ScenarioCommand {
    /// List every fault of a scenario file, by its path
    #[command(after_help = "Example:\n  fieldpost scenario check my-scenario.json")]
    Check {
        /// The file
        file: PathBuf,
    },
}

pub(super) fn scenario(command: ScenarioCommand) -> anyhow::Result<ExitCode> {
    let ScenarioCommand::Check { file } = command;
    match Scenario::parse(&read(&file)?) {
        Ok(scenario) => {
            println!("{}: {} is sound", file.display(), scenario.name);
            Ok(ExitCode::SUCCESS)
        }
        Err(faults) => {
            for fault in faults {
                eprintln!(
                    "{}: {}: {} ({})",
                    file.display(),
                    fault.path,
                    fault.reason,
                    fault.code
                );
            }
            Ok(ExitCode::FAILURE)
        }
    }
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
        let first = faults.first().map(ToString::to_string).unwrap_or_default();
        anyhow!(
            "{given} has {} fault(s), the first: {first}; see: fieldpost scenario check",
            faults.len()
        )
    })
}
