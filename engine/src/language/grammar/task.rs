//! Tasks as they are said: an action, then its clauses, each behind a semicolon
//! or simply behind the one before.

use winnow::stream::Stream;

use super::condition::condition;
use super::posture::posture;
use super::{
    Read, Tokens, begins_tile, expected, fault, need, next, next_word, separator, site, tile,
    tiles, took, unit,
};
use crate::command::{Action, Cargo, Clause, Target, Task, Unload, Work};
use crate::language::fault::{Code, Expected, Wanted};
use crate::language::token::Kind;
use crate::language::words;
use crate::stance::Stance;

/// Whether a clause begins with this word. No order does, which is how a line is
/// known to go on from the one above.
pub(in crate::language) fn is_clause(word: &str) -> bool {
    matches!(
        word,
        "if" | "when"
            | "until"
            | "via"
            | "cautious"
            | "cautiously"
            | "stance"
            | "fallback"
            | "else"
    )
}

pub(super) fn action(input: &mut Tokens<'_>) -> Read<Action> {
    const TILE: &[Expected] = &[Expected::Tile];
    const UNIT: &[Expected] = &[Expected::Unit];
    let word = next_word(input).unwrap_or_default();
    let known = matches!(
        word,
        "move"
            | "withdraw"
            | "attack"
            | "seize"
            | "halt"
            | "brace"
            | "board"
            | "unload"
            | "build"
            | "follow"
            | "disband"
    );
    if !known {
        return Err(expected(input, words::ACTION));
    }
    input.next_token();
    Ok(match word {
        "move" => {
            took(input, &["to"])?;
            Action::MoveTo(tile(input, TILE)?)
        }
        "withdraw" => {
            took(input, &["to"])?;
            Action::Withdraw(tile(input, TILE)?)
        }
        "attack" => Action::Attack(target(input)?),
        "seize" => Action::Seize(site(input, &[Expected::Site])?),
        "halt" => {
            let said = took(input, &["at", "on"])?;
            let there = matches!(next(input).map(|t| &t.kind), Some(Kind::Tile(_)));
            Action::Halt(if said || there {
                Some(tile(input, TILE)?)
            } else {
                None
            })
        }
        "brace" => Action::Brace,
        "board" => Action::Board(unit(input, UNIT)?),
        "unload" => {
            let cargo = if took(input, &["all"])? {
                Cargo::All
            } else {
                Cargo::Unit(unit(input, words::CARGO)?)
            };
            took(input, &["at", "on", "to"])?;
            Action::Unload(Unload {
                unit: cargo,
                tile: tile(input, TILE)?,
            })
        }
        "build" => Action::Build(work(input)?),
        "follow" => Action::Follow(unit(input, UNIT)?),
        _ => Action::Disband,
    })
}

/// A unit by its number, a tile, a place for its tile, or a unit by its name.
fn target(input: &mut Tokens<'_>) -> Read<Target> {
    took(input, &["unit"])?;
    if matches!(next(input).map(|t| &t.kind), Some(Kind::Unit(_))) {
        return unit(input, words::TARGET).map(Target::Unit);
    }
    let start = input.checkpoint();
    match tile(input, words::TARGET) {
        Ok(at) => Ok(Target::Tile(at)),
        Err(no_place) => {
            input.reset(&start);
            unit(input, words::TARGET)
                .map(Target::Unit)
                .map_err(|_| no_place)
        }
    }
}

fn work(input: &mut Tokens<'_>) -> Read<Work> {
    let work = match next_word(input) {
        Some("depot") => Work::Depot,
        Some("fort") => Work::Fort,
        Some("road") => Work::Road,
        _ => return Err(expected(input, words::WORK)),
    };
    input.next_token();
    Ok(work)
}

/// An action with all clauses that follow it.
pub(super) fn task(input: &mut Tokens<'_>) -> Read<Task> {
    let mut task = Task::new(action(input)?);
    loop {
        let start = input.checkpoint();
        separator(input)?;
        if !next_word(input).is_some_and(is_clause) {
            input.reset(&start);
            return Ok(task);
        }
        clause(input, &mut task)?;
    }
}

fn clause(input: &mut Tokens<'_>, task: &mut Task) -> Read<()> {
    let twice = |input: &Tokens<'_>, yes: bool| {
        if yes {
            Err(fault(input, Code::SaidTwice, Wanted::List(&[])))
        } else {
            Ok(())
        }
    };
    let word = next_word(input).unwrap_or_default();
    match word {
        "until" => twice(input, task.until.is_some())?,
        "via" => twice(input, !task.via.is_empty())?,
        "cautious" | "cautiously" => twice(input, task.cautious)?,
        "stance" => twice(input, task.stance.is_some())?,
        "fallback" | "else" => twice(input, task.fallback.is_some())?,
        _ => {}
    }
    if task.clauses.len() == super::LIST_MOST {
        return Err(fault(input, Code::ListTooLong, Wanted::List(&[])));
    }
    input.next_token();
    match word {
        "if" | "when" => {
            let when = condition(input)?;
            super::took_mark(input, &[','])?;
            need(input, &["then"])?;
            let then = action(input)?;
            task.clauses.push(Clause { when, then });
        }
        "until" => task.until = Some(condition(input)?),
        "via" => {
            if !begins_tile(input) {
                return Err(expected(input, &[Expected::Tile]));
            }
            task.via = tiles(input)?;
        }
        "stance" => task.stance = Some(stance(input, words::TASK_STANCE)?),
        "fallback" | "else" => {
            took(input, &["posture"])?;
            task.fallback = Some(posture(input)?);
        }
        _ => task.cautious = true,
    }
    Ok(())
}

/// One of the four Stances.
pub(super) fn stance(input: &mut Tokens<'_>, wanted: &'static [Expected]) -> Read<Stance> {
    let stance = match next_word(input) {
        Some("march") => Stance::March,
        Some("advance") => Stance::Advance,
        Some("hold") => Stance::Hold,
        Some("entrench") => Stance::Entrench,
        _ => return Err(expected(input, wanted)),
    };
    input.next_token();
    Ok(stance)
}
