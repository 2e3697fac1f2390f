//! `replay`: a game file, replayed with no database, turn by turn.

use std::{
    io::{ErrorKind, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{anyhow, bail};
use clap::Args;
use fieldpost_engine::{
    SetupError,
    game::Game,
    ids::{SeatId, owner_index},
    replay::{self, Stop},
    turn::{Slot, TurnResult},
};
use serde_json::{Map, Value, json};

use super::scenario::game_file;

/// What to replay, and what of it to show.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The game file
    file: PathBuf,
    /// One JSON object a line and turn, in place of a summary
    #[arg(long)]
    json: bool,
    /// One line an event, with turn, phase and place in the order, from 0: to compare
    /// two runs by diff
    #[arg(long, conflicts_with_all = ["json", "seat"])]
    trace: bool,
    /// Only what this seat observed, by its index from 0
    #[arg(long)]
    seat: Option<u8>,
    /// Only this turn
    #[arg(long)]
    turn: Option<u32>,
}

/// A hash differs from a witness.
const DIFFERS: u8 = 3;

/// This program does not have the rules of the game.
const NO_SUCH_RULES: u8 = 4;

pub(super) fn replay(options: &Options) -> anyhow::Result<ExitCode> {
    let name = options.file.display();
    let file = game_file(&options.file)?;
    let seats = file.header.scenario.seats.len();
    if options.seat.is_some_and(|seat| usize::from(seat) >= seats) {
        bail!("{name} has the seats 0 to {}", seats - 1);
    }
    let mut lines = Vec::new();
    let mut was_shown = false;
    let outcome = replay::replay(&file, |result, game| {
        if options.turn.is_none_or(|turn| turn == result.turn) {
            was_shown = true;
            if options.trace {
                lines.extend(trace(result));
            } else {
                lines.push(line(options, result, game));
            }
        }
    });
    // What was computed before a fault is shown all the same.
    print(&lines)?;
    match outcome {
        Ok(_) if options.turn.is_some() && !was_shown => {
            Err(anyhow!("{name} does not close that turn"))
        }
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(stop) => {
            eprintln!("fieldpost: {name}: {stop}");
            Ok(match stop {
                Stop::Witness { .. }
                | Stop::WitnessWithoutTurn { .. }
                | Stop::WitnessMissing { .. } => ExitCode::from(DIFFERS),
                Stop::Setup(SetupError::RulesVersion { .. } | SetupError::Ruleset(_)) => {
                    ExitCode::from(NO_SUCH_RULES)
                }
                _ => ExitCode::FAILURE,
            })
        }
    }
}

fn line(options: &Options, result: &TurnResult, game: &Game) -> String {
    let value = match options.seat {
        Some(seat) => of_seat(result, game, seat),
        None => of_all(result, game),
    };
    if options.json {
        return value.to_string();
    }
    let count = |field: &str| value[field].as_array().map_or(0, Vec::len);
    let mut text = format!(
        "turn {}: {} activations, {} events, {} fallbacks, then {}",
        result.turn,
        count("order"),
        count("events"),
        value["fallbacks"],
        value["phase"].as_str().unwrap_or_default(),
    );
    if options.seat.is_none() {
        for hash in ["activation", "state", "turn_hash"] {
            text += &format!(
                "\n  {hash:<10} {}",
                value[hash].as_str().unwrap_or_default()
            );
        }
    }
    text
}

/// The events of a turn, each with the place that it came of.
fn trace(result: &TurnResult) -> impl Iterator<Item = String> {
    result.trace().map(|(place, event)| {
        let slot = place.slot.map_or("-".to_owned(), |slot| slot.to_string());
        let event = json!(event);
        format!("{} {:?} {slot} {event}", result.turn, place.phase)
    })
}

/// The whole truth of a turn.
fn of_all(result: &TurnResult, game: &Game) -> Value {
    let stances: Map<String, Value> = result
        .stance_counts()
        .map(|(stance, count)| (format!("{stance:?}"), count.into()))
        .collect();
    json!({
        "turn": result.turn,
        "order": result.order.iter().map(slot).collect::<Vec<_>>(),
        "activation": result.activation,
        "events": result.events,
        "fallbacks": result.fallbacks.iter().sum::<u32>(),
        "stances": stances,
        "state": result.state,
        "turn_hash": result.turn_hash,
        "phase": format!("{:?}", game.phase()),
    })
}

/// What one seat knows of it, and nothing else.
fn of_seat(result: &TurnResult, game: &Game, seat: u8) -> Value {
    let index = usize::from(seat);
    let own = result
        .order
        .iter()
        .filter(|slot| slot.owner == Some(SeatId(seat)));
    json!({
        "turn": result.turn,
        "order": own.map(slot).collect::<Vec<_>>(),
        "events": result.streams.get(index),
        "fallbacks": result.fallbacks.get(index),
        "phase": format!("{:?}", game.phase()),
    })
}

fn slot(slot: &Slot) -> Value {
    json!({
        "seq": slot.seq,
        "seat": slot.owner.map(|_| owner_index(slot.owner)),
        "initiative": slot.initiative.score,
        "terms": slot.initiative.terms,
    })
}

/// Prints lines; whoever reads them may stop early.
fn print(lines: &[String]) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    for line in lines {
        match writeln!(output, "{line}") {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}
