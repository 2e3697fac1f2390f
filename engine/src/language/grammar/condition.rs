//! Conditions as they are said: `not` binds before `and`, `and` before `or`,
//! parentheses before all of them; `all (…)` and `any (…)` list the rest.

use alloc::{boxed::Box, vec::Vec};

use winnow::stream::Stream;

use super::{
    Read, Tokens, chance, expected, fault, need, next, next_word, number, small, tile, took,
    took_mark, unit,
};
use crate::command::{Condition, Holder};
use crate::language::fault::{Code, Expected, Wanted};
use crate::language::token::Kind;
use crate::language::words;

/// Conditions within conditions that are read at all; the rules want fewer.
const DEPTH_MOST: usize = 12;

pub(super) fn condition(input: &mut Tokens<'_>) -> Read<Condition> {
    let mut all = alloc::vec![conjunction(input)?];
    while took(input, &["or"])? {
        all.push(conjunction(input)?);
    }
    Ok(several(all, Condition::Any))
}

fn conjunction(input: &mut Tokens<'_>) -> Read<Condition> {
    let mut all = alloc::vec![one(input)?];
    while took(input, &["and"])? {
        all.push(one(input)?);
    }
    Ok(several(all, Condition::All))
}

fn several(mut all: Vec<Condition>, make: fn(Vec<Condition>) -> Condition) -> Condition {
    match all.pop() {
        Some(only) if all.is_empty() => only,
        Some(last) => {
            all.push(last);
            make(all)
        }
        None => make(all),
    }
}

/// One step down; back up is by the caller's own copy of the depth.
fn deeper<T>(input: &mut Tokens<'_>, read: impl FnOnce(&mut Tokens<'_>) -> Read<T>) -> Read<T> {
    if input.state.depth == DEPTH_MOST {
        return Err(fault(input, Code::TooDeep, Wanted::List(&[])));
    }
    input.state.depth += 1;
    let inner = read(input)?;
    input.state.depth -= 1;
    Ok(inner)
}

fn one(input: &mut Tokens<'_>) -> Read<Condition> {
    if took(input, &["not"])? {
        return Ok(Condition::Not(Box::new(deeper(input, one)?)));
    }
    if took_mark(input, &['('])? {
        let inner = deeper(input, condition)?;
        close(input)?;
        return Ok(inner);
    }
    if took(input, &["all"])? {
        return listed(input).map(Condition::All);
    }
    if took(input, &["any"])? {
        return listed(input).map(Condition::Any);
    }
    leaf(input)
}

/// `(c, c, …)`, and `()`.
fn listed(input: &mut Tokens<'_>) -> Read<Vec<Condition>> {
    took(input, &["of"])?;
    if !took_mark(input, &['('])? {
        return Err(super::missing(input, Wanted::One(Expected::Word("("))));
    }
    let mut all = Vec::new();
    if took_mark(input, &[')'])? {
        return Ok(all);
    }
    loop {
        all.push(deeper(input, condition)?);
        if !took_mark(input, &[',', ';'])? {
            close(input)?;
            return Ok(all);
        }
    }
}

fn close(input: &mut Tokens<'_>) -> Read<()> {
    if took_mark(input, &[')'])? {
        Ok(())
    } else {
        Err(super::missing(input, Wanted::One(Expected::Word(")"))))
    }
}

fn leaf(input: &mut Tokens<'_>) -> Read<Condition> {
    let word = match next(input).map(|token| &token.kind) {
        Some(Kind::Word(word)) => word.as_ref(),
        // `3 turns` is how one says it too.
        Some(Kind::Number(_)) => return turns(input),
        _ => return unit_state(input),
    };
    match word {
        "enemy" | "enemies" => {
            input.next_token();
            enemy(input)
        }
        "held" => {
            input.next_token();
            let tile = tile(input, &[Expected::Tile])?;
            took(input, &["by"])?;
            Ok(Condition::Held {
                tile,
                by: holder(input)?,
            })
        }
        "strength" => {
            input.next_token();
            if !took_mark(input, &['<'])? {
                need(input, &["below", "under"])?;
            }
            small(input).map(Condition::StrengthBelow)
        }
        "supplied" => {
            input.next_token();
            Ok(Condition::Supplied)
        }
        "arrived" => {
            input.next_token();
            Ok(Condition::Arrived)
        }
        "in" => {
            input.next_token();
            if took(input, &["supply"])? {
                return Ok(Condition::Supplied);
            }
            if took(input, &["command"])? {
                return Ok(Condition::InCommand);
            }
            const PLACES: &[Expected] = &[Expected::Word("supply"), Expected::Word("command")];
            Err(expected(input, PLACES))
        }
        "win" | "winning" | "chance" => {
            input.next_token();
            took(input, &["chance"])?;
            at_least(input)?;
            chance(input).map(Condition::WinChance)
        }
        "turn" => {
            input.next_token();
            at_least(input)?;
            number(input, 0, u32::MAX).map(Condition::Turn)
        }
        "turns" => {
            input.next_token();
            at_least(input)?;
            number(input, 0, u32::MAX).map(Condition::Turns)
        }
        "after" => {
            input.next_token();
            turns(input)
        }
        "lost" => {
            input.next_token();
            unit(input, &[Expected::Unit]).map(Condition::UnitLost)
        }
        _ => unit_state(input),
    }
}

fn turns(input: &mut Tokens<'_>) -> Read<Condition> {
    let count = number(input, 0, u32::MAX)?;
    need(input, &["turns", "turn"])?;
    Ok(Condition::Turns(count))
}

fn enemy(input: &mut Tokens<'_>) -> Read<Condition> {
    if took(input, &["at"])? {
        let tile = tile(input, &[Expected::Tile])?;
        let n = many(input)?;
        return Ok(Condition::EnemyAt { tile, n });
    }
    if took(input, &["within"])? {
        let r = small(input)?;
        need(input, &["of"])?;
        let tile = tile(input, &[Expected::Tile])?;
        let n = many(input)?;
        return Ok(Condition::EnemyWithin { tile, r, n });
    }
    Err(expected(input, words::ENEMY))
}

fn many(input: &mut Tokens<'_>) -> Read<u16> {
    if at_least(input)? {
        small(input)
    } else {
        Ok(1)
    }
}

/// `>=` or `at least`; a lone `at` is left for others.
fn at_least(input: &mut Tokens<'_>) -> Read<bool> {
    if took_mark(input, &['≥'])? {
        return Ok(true);
    }
    let start = input.checkpoint();
    if took(input, &["at"])? && took(input, &["least"])? {
        return Ok(true);
    }
    input.reset(&start);
    Ok(false)
}

fn holder(input: &mut Tokens<'_>) -> Read<Holder> {
    let by = match next_word(input) {
        Some("us" | "ours") => Holder::Ours,
        Some("them" | "theirs" | "enemy") => Holder::Theirs,
        Some("nobody" | "none") => Holder::Nobody,
        _ => return Err(expected(input, words::HOLDER)),
    };
    input.next_token();
    Ok(by)
}

/// `#601 at 14,9` and `#601 lost`.
fn unit_state(input: &mut Tokens<'_>) -> Read<Condition> {
    took(input, &["unit"])?;
    let unit = unit(input, words::CONDITION)?;
    if took(input, &["lost"])? {
        return Ok(Condition::UnitLost(unit));
    }
    if took(input, &["at"])? {
        let tile = tile(input, &[Expected::Tile])?;
        return Ok(Condition::UnitAt { unit, tile });
    }
    Err(expected(input, words::UNIT_STATE))
}
