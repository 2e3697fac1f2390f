//! Orders as they are said: the word or unit that a line begins with, and what
//! kind of record it makes.

use alloc::format;

use winnow::error::ErrMode;
use winnow::stream::Stream;

use super::posture::{is_posture, posture, sanction};
use super::task::{stance, task};
use super::{
    Read, Tokens, arrangement, begins_unit, end, expected, fault, list, need, next, next_word,
    site, took, took_mark, unit,
};
use crate::ids::Seq;
use crate::language::fault::{Code, Expected, Miss, Wanted};
use crate::language::token::Kind;
use crate::language::words;
use crate::order::{Order, StanceChoice};
use crate::stance::Stance;

const END: &[Expected] = &[Expected::End];

/// The whole of an order, to its last token.
pub(in crate::language) fn order(input: &mut Tokens<'_>) -> Read<Order> {
    let word = next_word(input).unwrap_or_default();
    let (order, further) = match word {
        "city" => after(input, arrangement::city)?,
        "doctrine" => after(input, arrangement::doctrine)?,
        "formation" => after(input, arrangement::formation)?,
        "group" => after(input, arrangement::group)?,
        "requisition" => after(input, arrangement::requisition)?,
        "commit" => (bare(input, Order::CommitOrders {}), END),
        "revoke" => (bare(input, Order::RevokeCommit {}), END),
        "concede" => (bare(input, Order::Concede {}), END),
        "offer" => (draw(input, Order::OfferDraw {})?, END),
        "withdraw" => (draw(input, Order::WithdrawDraw {})?, END),
        _ => of_unit(input)?,
    };
    end(input, further)?;
    Ok(order)
}

/// An order, and what could still have gone on behind it.
pub(super) type Said = (Order, &'static [Expected]);

fn after<'t>(
    input: &mut Tokens<'t>,
    read: impl FnOnce(&mut Tokens<'t>) -> Read<Said>,
) -> Read<Said> {
    input.next_token();
    read(input)
}

fn bare(input: &mut Tokens<'_>, order: Order) -> Order {
    input.next_token();
    order
}

fn draw(input: &mut Tokens<'_>, order: Order) -> Read<Order> {
    input.next_token();
    need(input, &["draw"])?;
    Ok(order)
}

/// An order that begins with a unit.
fn of_unit(input: &mut Tokens<'_>) -> Read<Said> {
    took(input, &["unit"])?;
    let unit = first_unit(input)?;
    let word = next_word(input).unwrap_or_default();
    Ok(match word {
        "march" | "advance" | "hold" | "entrench" => (set_stance(input, unit)?, END),
        "stance" => {
            input.next_token();
            (set_stance(input, unit)?, END)
        }
        "clear" | "cancel" => {
            input.next_token();
            took(input, &["task"])?;
            (Order::ClearTask { unit }, END)
        }
        "posture" => {
            input.next_token();
            let posture = posture(input)?;
            (Order::SetPosture { unit, posture }, words::MORE_TILES)
        }
        word if is_posture(word) => {
            let posture = posture(input)?;
            (Order::SetPosture { unit, posture }, words::MORE_TILES)
        }
        "sanction" => {
            input.next_token();
            let sanction = sanction(input)?;
            (Order::SetSanction { unit, sanction }, END)
        }
        "engage" | "pursue" | "retire" => {
            let sanction = sanction(input)?;
            (Order::SetSanction { unit, sanction }, END)
        }
        "consignment" => {
            input.next_token();
            (consignment(input, unit)?, END)
        }
        "task" => {
            input.next_token();
            if took(input, &["none"])? {
                (Order::ClearTask { unit }, END)
            } else {
                let task = task(input)?;
                (Order::SetTask { unit, task }, words::CLAUSE)
            }
        }
        "move" | "withdraw" | "attack" | "seize" | "halt" | "brace" | "board" | "unload"
        | "build" | "follow" | "disband" => {
            let task = task(input)?;
            (Order::SetTask { unit, task }, words::CLAUSE)
        }
        _ if has_another_unit(input) => return Err(more_units(input, unit)),
        word if words::is_direction(word) => {
            return Err(fault(input, Code::Direction, Wanted::List(words::VERB)));
        }
        _ => return Err(expected(input, words::VERB)),
    })
}

/// The unit that a line begins with; what else people begin with gets an answer of its
/// own, for no list of words would tell what is wrong.
fn first_unit(input: &mut Tokens<'_>) -> Read<Seq> {
    let start = input.checkpoint();
    let word = next_word(input).unwrap_or_default();
    let wrong = |input: &Tokens<'_>, code| fault(input, code, Wanted::List(words::ORDER));
    if word == "all" {
        return Err(wrong(input, Code::NotAll));
    }
    let verb = match words::is_verb(word) {
        true => Some(word),
        false => None,
    };
    if let Some(verb) = verb {
        return Err(unit_first(input, verb));
    }
    let found = unit(input, words::ORDER);
    let Err(ErrMode::Cut(miss)) = &found else {
        return found;
    };
    if miss.code == Code::AmbiguousName || word.is_empty() {
        return found;
    }
    input.reset(&start);
    if words::is_everybody(word) {
        return Err(wrong(input, Code::NotAll));
    }
    if let Some(verb) = words::said_for(word) {
        return Err(unit_first(input, verb));
    }
    if words::is_direction(word) {
        return Err(wrong(input, Code::Direction));
    }
    if words::is_reserved(word) {
        return found;
    }
    Err(wrong(input, Code::UnknownUnit))
}

/// The fault that what is to be done stands before the unit; with the line turned
/// round, where the unit can be told.
fn unit_first(input: &mut Tokens<'_>, verb: &str) -> ErrMode<Miss> {
    let start = input.checkpoint();
    input.next_token();
    let known = unit(input, words::UNITS).ok();
    input.reset(&start);
    let mut miss = Miss::at(
        input.eof_offset(),
        Code::UnitFirst,
        Wanted::List(words::ORDER),
    );
    miss.among = known
        .map(|unit| format!("{unit} {verb}"))
        .into_iter()
        .collect();
    miss.cut()
}

/// Whether another unit is named behind the first one.
fn has_another_unit(input: &mut Tokens<'_>) -> bool {
    let start = input.checkpoint();
    let is_joined =
        matches!(took_mark(input, &[',']), Ok(true)) | matches!(took(input, &["and"]), Ok(true));
    let is_unit = matches!(next(input).map(|token| &token.kind), Some(Kind::Unit(_)))
        || unit(input, words::UNITS).is_ok();
    input.reset(&start);
    is_unit || is_joined
}

/// The fault that a line names several units.
fn more_units(input: &mut Tokens<'_>, first: Seq) -> ErrMode<Miss> {
    let start = input.checkpoint();
    let mut all = alloc::vec![format!("{first}")];
    while matches!(took_mark(input, &[',']), Ok(true)) || matches!(took(input, &["and"]), Ok(true))
    {
    }
    let more = list(input, begins_unit, |input| unit(input, words::UNITS));
    all.extend(more.iter().flatten().take(4).map(|unit| format!("{unit}")));
    input.reset(&start);
    let mut miss = Miss::at(input.eof_offset(), Code::OneUnit, Wanted::List(words::VERB));
    miss.among = all;
    miss.cut()
}

fn set_stance(input: &mut Tokens<'_>, unit: crate::ids::Seq) -> Read<Order> {
    let stance = if took(input, &["derived"])? {
        StanceChoice::Derived
    } else {
        match stance(input, words::STANCE)? {
            Stance::March => StanceChoice::March,
            Stance::Advance => StanceChoice::Advance,
            Stance::Hold => StanceChoice::Hold,
            Stance::Entrench => StanceChoice::Entrench,
        }
    };
    Ok(Order::SetStance { unit, stance })
}

/// `Vell to Ostry`, or `none`; either end may be `none`.
fn consignment(input: &mut Tokens<'_>, unit: crate::ids::Seq) -> Read<Order> {
    took(input, &["from"])?;
    let from = site_or_none(input)?;
    if from.is_none() && next_word(input) != Some("to") {
        return Ok(Order::SetConsignment {
            unit,
            from: None,
            to: None,
        });
    }
    need(input, &["to"])?;
    let to = site_or_none(input)?;
    Ok(Order::SetConsignment { unit, from, to })
}

fn site_or_none(input: &mut Tokens<'_>) -> Read<Option<crate::ids::Seq>> {
    if took(input, &["none"])? {
        return Ok(None);
    }
    site(input, words::ENDS).map(Some)
}
