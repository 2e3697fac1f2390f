//! `order parse` and `order print`: the order language on standard input to
//! records, and back. Pure but for the reading and writing at the end; decides
//! nothing about a game.

use std::{
    io::{Read, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use fieldpost_engine::{
    ids::SeatId,
    json,
    language::{self, Names},
    log::{order_from_value, order_to_value},
    refusal::Refusal,
    ruleset::Ruleset,
    scenario::{self, Scenario},
};
use serde_json::Value;

use crate::texts::Texts;

/// What can be done with orders.
#[derive(Debug, Subcommand)]
pub(super) enum OrderCommand {
    /// Read order lines from standard input, write one record a line
    ///
    /// A record is the payload of a log line, without its number, turn and seat. Lines
    /// that cannot be read are told on standard error; the good ones are written all
    /// the same, unless the first line says `all or nothing`.
    #[command(
        after_help = "Example:\n  echo '#601 move to 15,9' | fieldpost order parse --scenario kelsey-ford --seat 0\n\nExit code 1: a line could not be read."
    )]
    Parse(Board),
    /// Read records from standard input, one a line, and write them as order lines
    #[command(
        after_help = "Example:\n  fieldpost order print < game.fieldpost\n\nExit code 1: a line was no record."
    )]
    Print(Board),
}

/// Whose names the orders may use.
#[derive(Args, Debug)]
pub(super) struct Board {
    /// A scenario file, or the name of one that ships with the program
    #[arg(long)]
    scenario: Option<PathBuf>,
    /// Only the names that this seat's units bear, by its index from 0
    #[arg(long, requires = "scenario")]
    seat: Option<u8>,
}

/// What came of a text.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    /// For standard output.
    lines: String,
    /// For standard error, one line each.
    faults: Vec<String>,
}

pub(super) fn order(command: OrderCommand) -> anyhow::Result<ExitCode> {
    let (board, run): (_, fn(&str, &Names) -> Outcome) = match command {
        OrderCommand::Parse(board) => (board, parse),
        OrderCommand::Print(board) => (board, print),
    };
    let names = names(&board)?;
    let mut text = Vec::new();
    std::io::stdin()
        .read_to_end(&mut text)
        .context("cannot read standard input")?;
    let outcome = run(&String::from_utf8_lossy(&text), &names);
    match std::io::stdout().write_all(outcome.lines.as_bytes()) {
        // Who stopped reading wants no more.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        other => other.context("cannot write to standard output")?,
    }
    for fault in &outcome.faults {
        eprintln!("{fault}");
    }
    Ok(if outcome.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn names(board: &Board) -> anyhow::Result<Names> {
    let Some(file) = &board.scenario else {
        let ruleset = Ruleset::shipped("standard/1");
        return Ok(ruleset.as_ref().map(Names::of_ruleset).unwrap_or_default());
    };
    let text = match file.to_str().and_then(scenario::shipped) {
        Some(text) => text.to_owned(),
        None => super::scenario::read(file)?,
    };
    let scenario = Scenario::parse(&text).map_err(|faults| {
        let first = faults.first().map(ToString::to_string).unwrap_or_default();
        anyhow!(
            "{} is no sound scenario: {first}; look at all of it with `fieldpost scenario check`",
            file.display()
        )
    })?;
    if let Some(seat) = board.seat
        && usize::from(seat) >= scenario.seats.len()
    {
        let last = scenario.seats.len().saturating_sub(1);
        return Err(anyhow!(
            "the scenario has no seat {seat}; choose one from 0 to {last}"
        ));
    }
    Ok(Names::of_scenario(&scenario, board.seat.map(SeatId)))
}

/// Order lines to records.
fn parse(text: &str, names: &Names) -> Outcome {
    let parsed = language::parse(text, names);
    let mut outcome = Outcome::default();
    for (_, order) in parsed.orders() {
        outcome
            .lines
            .push_str(&format!("{}\n", order_to_value(order)));
    }
    let texts = Texts::english();
    let faults = parsed.faults();
    outcome.faults = faults.map(|fault| texts.fault_with_place(fault)).collect();
    outcome
}

/// By what the lines of a game file are known that are no records.
const PASSED_OVER: [&str; 4] = ["format", "witness", "table", "end"];

/// Records to order lines: bare ones, those of a log, or a whole game file, whose
/// other lines are passed over.
fn print(text: &str, names: &Names) -> Outcome {
    let mut outcome = Outcome::default();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let record = match json::value(line) {
            Ok(Value::Object(map)) if PASSED_OVER.iter().any(|key| map.contains_key(*key)) => {
                continue;
            }
            Ok(Value::Object(mut map)) => {
                for carried in ["seq", "turn", "seat", "chain"] {
                    map.remove(carried);
                }
                order_from_value(Value::Object(map)).map_err(|refusal| reason(&refusal))
            }
            Ok(_) => Err("a record is an object with a field `kind`".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match record {
            Ok(order) => {
                outcome.lines.push_str(&language::print(&order, names));
                outcome.lines.push('\n');
            }
            Err(reason) => outcome.faults.push(format!("line {number}: {reason}")),
        }
    }
    outcome
}

fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Malformed { path, reason } if path.is_empty() => reason.clone(),
        Refusal::Malformed { path, reason } => format!("{path}: {reason}"),
        other => other.code().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kelsey_ford(seat: Option<u8>) -> Names {
        let board = Board {
            scenario: Some("kelsey-ford".into()),
            seat,
        };
        names(&board).expect("it ships")
    }

    #[test]
    fn lines_become_records_and_records_the_same_lines() {
        let names = kelsey_ford(None);
        let text = "#601 move to 15,9; if enemy at 15,9 then halt at 14,9\ncommit\n";
        let records = parse(text, &names);
        assert_eq!(records.faults, Vec::<String>::new());
        assert_eq!(
            records.lines,
            "{\"kind\":\"SetTask\",\"task\":{\"do\":{\"MoveTo\":[15,9]},\"when\":[{\"if\":\
             {\"EnemyAt\":{\"tile\":[15,9]}},\"then\":{\"Halt\":[14,9]}}]},\"unit\":601}\n\
             {\"kind\":\"CommitOrders\"}\n"
        );
        let lines = print(&records.lines, &names);
        assert_eq!((lines.lines.as_str(), lines.faults.len()), (text, 0));
    }

    #[test]
    fn a_log_is_printed_its_header_and_authority_told_as_what_they_are() {
        let log = "{\"format\":\"fieldpost-game/1\"}\n\
            {\"seq\":1,\"turn\":1,\"seat\":0,\"kind\":\"SetStance\",\"unit\":601,\"stance\":\"March\",\"chain\":\"00\"}\n\
            {\"seq\":2,\"turn\":1,\"seat\":null,\"kind\":\"CloseOrders\",\"markers\":[\"TimedOut\"]}\n\
            {\"kind\":\"SetStance\",\"unit\":601}\n\
            nonsense\n";
        let printed = print(log, &kelsey_ford(None));
        assert_eq!(printed.lines, "#601 march\n-- CloseOrders\n");
        assert_eq!(printed.faults.len(), 2);
        assert!(
            printed.faults[0].starts_with("line 4: "),
            "{:?}",
            printed.faults
        );
        assert!(
            printed.faults[1].starts_with("line 5: "),
            "{:?}",
            printed.faults
        );
    }

    #[test]
    fn a_bad_line_is_told_with_what_was_meant() {
        let outcome = parse("#601 mvoe to 1,1\n#601 march", &kelsey_ford(None));
        assert_eq!(outcome.lines.lines().count(), 1);
        let [fault] = &outcome.faults[..] else {
            panic!("{outcome:?}");
        };
        assert!(
            fault.starts_with("Line 1, column 6: “mvoe” cannot stand here. Did you mean “move”?"),
            "{fault}"
        );
        let strict = parse("all or nothing\n#601 mvoe\n#601 march", &kelsey_ford(None));
        assert_eq!(strict.lines, "");
    }

    #[test]
    fn a_seat_knows_its_own_units_by_name() {
        let text = "\"Meridian Lancers\" march";
        assert_eq!(parse(text, &kelsey_ford(Some(0))).faults.len(), 0);
        assert_eq!(parse(text, &kelsey_ford(Some(1))).faults.len(), 1);
        let board = Board {
            scenario: Some("kelsey-ford".into()),
            seat: Some(9),
        };
        assert!(names(&board).is_err());
    }
}
