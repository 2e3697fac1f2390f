//! Standing arrangements as they are said: cities, doctrines, formations, groups,
//! requisitions. Each is read behind its first word.

use alloc::{string::String, vec::Vec};

use winnow::stream::Stream;

use super::order::Said;
use super::posture::{is_posture, posture, sanction};
use super::task::task;
use super::{
    Read, Tokens, class, expected, fault, list, missing, need, next, next_word, own_name,
    separator, site, times, took, unit, units,
};
use crate::command::Pace;
use crate::ids::Seq;
use crate::language::fault::{Code, Expected, Wanted};
use crate::language::token::Kind;
use crate::language::words;
use crate::order::Order;

pub(super) fn city(input: &mut Tokens<'_>) -> Read<Said> {
    let city = site(input, &[Expected::Site])?;
    if took(input, &["build"])? {
        let queue = queue(input)?;
        return Ok((Order::SetProduction { city, queue }, words::MORE_CLASSES));
    }
    if took(input, &["posting"])? {
        return posting(input, city);
    }
    Err(expected(input, words::CITY))
}

/// Classes with their counts, or `nothing`.
fn queue(input: &mut Tokens<'_>) -> Read<Vec<String>> {
    if took(input, &["nothing", "none"])? {
        return Ok(Vec::new());
    }
    let mut queue = Vec::new();
    let begins = |input: &Tokens<'_>| {
        matches!(
            next(input).map(|token| &token.kind),
            Some(Kind::Word(_) | Kind::Quoted(_))
        )
    };
    list(input, begins, |input| {
        // What stands once without its count fills the queue too.
        let room = super::LIST_MOST - queue.len();
        if room == 0 {
            return Err(fault(input, Code::ListTooLong, Wanted::List(&[])));
        }
        let class = class(input, words::QUEUE)?;
        // At most `LIST_MOST`, so it fits.
        let count = times(input, room as u32)?;
        queue.extend(core::iter::repeat_n(class, count as usize));
        Ok(())
    })?;
    Ok(queue)
}

fn posting(input: &mut Tokens<'_>, city: Seq) -> Read<Said> {
    let (mut stand, mut job, mut formation) = (None, None, None);
    if !took(input, &["none"])? {
        let mut parts = 0;
        loop {
            let start = input.checkpoint();
            separator(input)?;
            let word = next_word(input).unwrap_or_default();
            if word == "posture" || is_posture(word) {
                once(input, stand.is_some())?;
                took(input, &["posture"])?;
                stand = Some(posture(input)?);
            } else if word == "task" {
                once(input, job.is_some())?;
                input.next_token();
                job = Some(task(input)?);
            } else if word == "formation" {
                once(input, formation.is_some())?;
                input.next_token();
                let names = input.state.names;
                formation = Some(own_name(input, &names.formations)?);
            } else if parts == 0 {
                return Err(expected(input, words::POSTING));
            } else {
                input.reset(&start);
                break;
            }
            parts += 1;
        }
    }
    let further = if job.is_some() {
        words::CLAUSE
    } else {
        words::POSTING
    };
    let order = Order::SetPosting {
        city,
        posture: stand,
        task: job,
        formation,
    };
    Ok((order, further))
}

fn once(input: &Tokens<'_>, already: bool) -> Read<()> {
    if already {
        Err(fault(input, Code::SaidTwice, Wanted::List(&[])))
    } else {
        Ok(())
    }
}

pub(super) fn doctrine(input: &mut Tokens<'_>) -> Read<Said> {
    let class = class(input, &[Expected::Class])?;
    took(input, &["posture"])?;
    let posture = posture(input)?;
    let mut sanctions = Vec::new();
    loop {
        let start = input.checkpoint();
        separator(input)?;
        let word = next_word(input).unwrap_or_default();
        if !matches!(word, "sanction" | "engage" | "seize" | "pursue" | "retire") {
            input.reset(&start);
            break;
        }
        if sanctions.len() == super::LIST_MOST {
            return Err(fault(input, Code::ListTooLong, Wanted::List(&[])));
        }
        took(input, &["sanction"])?;
        sanctions.push(sanction(input)?);
    }
    let order = Order::SetDoctrine {
        class,
        posture,
        sanctions,
    };
    Ok((order, words::DOCTRINE))
}

/// With `members` it is founded, with `disband` ended, else changed.
pub(super) fn formation(input: &mut Tokens<'_>) -> Read<Said> {
    let names = input.state.names;
    let name = own_name(input, &names.formations)?;
    if took(input, &["disband"])? {
        return Ok((Order::DisbandFormation { name }, &[Expected::End]));
    }
    let (mut commander, mut pace) = (None, None);
    let (mut members, mut add, mut remove) = (None, None, None);
    let mut parts = 0;
    loop {
        let start = input.checkpoint();
        separator(input)?;
        let word = next_word(input).unwrap_or_default();
        let already = match word {
            "commander" => commander.is_some(),
            "pace" => pace.is_some(),
            "members" => members.is_some(),
            "add" => add.is_some(),
            "remove" => remove.is_some(),
            _ if parts == 0 => return Err(expected(input, words::FORMATION)),
            _ => {
                input.reset(&start);
                break;
            }
        };
        once(input, already)?;
        if (word == "members" && (add.is_some() || remove.is_some()))
            || (matches!(word, "add" | "remove") && members.is_some())
        {
            // Founded or changed: not both at once.
            return Err(expected(input, &[Expected::End]));
        }
        input.next_token();
        match word {
            "commander" => commander = Some(unit(input, &[Expected::Unit])?),
            "pace" => pace = Some(read_pace(input)?),
            "members" => members = Some(units(input)?),
            "add" => add = Some(units(input)?),
            _ => remove = Some(units(input)?),
        }
        parts += 1;
    }
    let Some(members) = members else {
        let order = Order::EditFormation {
            name,
            add: add.unwrap_or_default(),
            remove: remove.unwrap_or_default(),
            commander,
            pace,
        };
        return Ok((order, words::FORMATION));
    };
    let lacks = |input: &Tokens<'_>, word| missing(input, Wanted::One(Expected::Word(word)));
    let order = Order::CreateFormation {
        name,
        commander: commander.ok_or_else(|| lacks(input, "commander"))?,
        members,
        pace: pace.ok_or_else(|| lacks(input, "pace"))?,
    };
    Ok((order, &[Expected::End]))
}

fn read_pace(input: &mut Tokens<'_>) -> Read<Pace> {
    let pace = match next_word(input) {
        Some("column") => Pace::Column,
        Some("line") => Pace::Line,
        Some("dispersed") => Pace::Dispersed,
        _ => return Err(expected(input, words::PACE)),
    };
    input.next_token();
    Ok(pace)
}

pub(super) fn group(input: &mut Tokens<'_>) -> Read<Said> {
    let names = input.state.names;
    let name = own_name(input, &names.groups)?;
    let units = units(input)?;
    Ok((Order::SetGroup { name, units }, words::MORE_UNITS))
}

pub(super) fn requisition(input: &mut Tokens<'_>) -> Read<Said> {
    let class = class(input, &[Expected::Class])?;
    // The bound makes it fit.
    let count = times(input, u32::from(u16::MAX))? as u16;
    need(input, &["to"])?;
    let to = site(input, &[Expected::Site])?;
    Ok((Order::SetRequisition { class, count, to }, &[Expected::End]))
}
