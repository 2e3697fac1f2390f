//! Expectations: how they are written, and whether they hold. All of a section
//! is read before any of it is tested, so that a slip of the pen is always told.

use crate::facts::{OF_GAME, OF_SEAT, OF_SITE, OF_UNIT, Source};
use crate::names::Names;
use crate::setup::drawing;
use crate::text::{Fault, Line};
use crate::words::{agrees, attention, event};

/// Which list of what happened.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    Events,
    Stream(u8),
    Dispatch(u8),
}

#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// The whole list, in order.
    All(Vec<(Line, String)>),
    /// These among others, in any order.
    Contain(Vec<(Line, String)>),
    /// These among others, in this order.
    InOrder(Vec<(Line, String)>),
    /// No line holds these words.
    Without(String),
}

#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// The frozen order, with scores where they are given.
    Order(Vec<(u32, Option<i32>)>),
    /// Where the letters of a drawing stand.
    Board(Vec<(String, u32, String)>),
    List(List, Wanted),
    Entity(u32, String, String),
    Seat(u8, String, String, String),
    Game(String, String, String),
}

/// A check and the line it stands on.
pub(crate) type Placed = (Line, Check);

/// Reads the lines of a section.
pub(crate) fn parse(lines: &[Line], names: &Names) -> Result<Vec<Placed>, Fault> {
    let mut checks = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let under = lines[index + 1..]
            .iter()
            .take_while(|next| next.indent > line.indent);
        let under: Vec<Line> = under.cloned().collect();
        index += 1 + under.len();
        checks.push((line.clone(), check(line, &under, names)?));
    }
    Ok(checks)
}

fn check(line: &Line, under: &[Line], names: &Names) -> Result<Check, Fault> {
    let text = names.resolve(line.number, &line.text, true)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let rest = |from: usize| words[from.min(words.len())..].join(" ");
    let fact = match (words[0], words.get(1).copied().unwrap_or_default()) {
        ("order", _) => return order(line, &words[1..]),
        ("board", _) => return board(line, under, names),
        ("events", _) => {
            return Ok(Check::List(
                List::Events,
                wanted(line, &rest(1), under, names)?,
            ));
        }
        ("stream", seat) => {
            let list = List::Stream(names.seat(line, seat)?);
            return Ok(Check::List(list, wanted(line, &rest(2), under, names)?));
        }
        ("dispatch", seat) => {
            let list = List::Dispatch(names.seat(line, seat)?);
            return Ok(Check::List(list, wanted(line, &rest(2), under, names)?));
        }
        ("game", attribute) => {
            let (argument, value) = argued(line, attribute, OF_GAME, &words)?;
            Check::Game(attribute.into(), argument, value)
        }
        (entity, attribute) if entity.starts_with('#') => {
            if !OF_UNIT.contains(&attribute) && !OF_SITE.contains(&attribute) {
                let known = format!("{}; of a site {}", OF_UNIT.join(", "), OF_SITE.join(", "));
                return Err(line.fault(format!("expected one of {known}, not `{attribute}`")));
            }
            let number = entity[1..]
                .parse()
                .map_err(|_| line.fault("expected a number"))?;
            Check::Entity(number, attribute.into(), rest(2))
        }
        (seat, attribute) => {
            let index = names.seat(line, seat)?;
            let (argument, value) = argued(line, attribute, OF_SEAT, &words)?;
            Check::Seat(index, attribute.into(), argument, value)
        }
    };
    let valueless = matches!(&fact, Check::Entity(_, _, value) | Check::Game(_, _, value)
        | Check::Seat(_, _, _, value) if value.is_empty());
    if valueless || !under.is_empty() {
        return Err(line.fault("expected one value on this line, and nothing under it"));
    }
    Ok(fact)
}

/// Argument and value of an attribute, by the table that has it.
fn argued(
    line: &Line,
    attribute: &str,
    table: &[&str],
    words: &[&str],
) -> Result<(String, String), Fault> {
    let entry = table
        .iter()
        .find(|entry| entry.split(' ').next() == Some(attribute));
    let entry = entry.ok_or_else(|| {
        line.fault(format!(
            "expected one of {}, not `{attribute}`",
            table.join(", ")
        ))
    })?;
    if !entry.contains(' ') {
        return Ok((String::new(), words[2..].join(" ")));
    }
    let argument = words.get(2).copied().unwrap_or_default();
    let fits = if entry.ends_with('#') {
        argument.starts_with('#')
    } else {
        argument.contains(',')
    };
    if !fits {
        return Err(line.fault(format!(
            "expected a unit, site or tile behind `{attribute}`"
        )));
    }
    Ok((argument.into(), words[3..].join(" ")))
}

/// `order #A 68, #B, #C 40`.
fn order(line: &Line, words: &[&str]) -> Result<Check, Fault> {
    let mut slots: Vec<(u32, Option<i32>)> = Vec::new();
    for word in words {
        let word = word.trim_end_matches(',');
        let slip = || line.fault(format!("expected units with their scores, not `{word}`"));
        match word.strip_prefix('#') {
            Some(number) => slots.push((number.parse().map_err(|_| slip())?, None)),
            None => slots.last_mut().ok_or_else(slip)?.1 = Some(word.parse().map_err(|_| slip())?),
        }
    }
    Ok(Check::Order(slots))
}

fn board(line: &Line, under: &[Line], names: &Names) -> Result<Check, Fault> {
    let (drawn, _) = drawing(under);
    let place = |(letter, [x, y]): (char, [usize; 2])| {
        let name = letter.to_string();
        let number = names.entities.get(&name).copied();
        let number =
            number.ok_or_else(|| line.fault(format!("`{name}` is nothing of this case")))?;
        Ok((name, number, format!("{x},{y}")))
    };
    Ok(Check::Board(
        drawn.into_iter().map(place).collect::<Result<_, Fault>>()?,
    ))
}

fn wanted(line: &Line, how: &str, under: &[Line], names: &Names) -> Result<Wanted, Fault> {
    let lines = || -> Result<Vec<(Line, String)>, Fault> {
        let lines = under.iter().filter(|line| line.text != "nothing");
        lines
            .map(|line| Ok((line.clone(), names.resolve(line.number, &line.text, true)?)))
            .collect()
    };
    if let Some(words) = how.strip_prefix("without ") {
        return Ok(Wanted::Without(words.into()));
    }
    if under.is_empty() {
        return Err(line.fault("expected the list on the lines below, or `nothing` there"));
    }
    match how {
        "are" => Ok(Wanted::All(lines()?)),
        "contain" => Ok(Wanted::Contain(lines()?)),
        "in order" => Ok(Wanted::InOrder(lines()?)),
        _ => Err(line.fault("expected `are`, `contain`, `in order` or `without WORDS`")),
    }
}

/// Tests one check; every fault names what was expected and what came.
pub(crate) fn test(check: &Check, line: &Line, source: &Source<'_>) -> Vec<Fault> {
    let names = source.names;
    let fault = |wanted: &str, came: &str| {
        line.fault(format!(
            "expected {}, came {}",
            names.named(wanted),
            names.named(came)
        ))
    };
    match check {
        Check::Order(slots) => test_order(slots, line, source),
        Check::Board(places) => {
            let where_is = |number| {
                source
                    .entity(number, "at")
                    .unwrap_or_else(|| "nowhere".into())
            };
            let wrong = places
                .iter()
                .filter(|(_, number, at)| where_is(*number) != *at);
            wrong
                .map(|(name, number, at)| {
                    fault(
                        &format!("#{name} at {at}"),
                        &format!("at {}", where_is(*number)),
                    )
                })
                .collect()
        }
        Check::List(list, wanted) => test_list(*list, wanted, line, source),
        Check::Entity(number, attribute, value) => {
            let came = source.entity(*number, attribute);
            differs(&format!("#{number} {attribute}"), value, came, fault)
        }
        Check::Seat(seat, attribute, argument, value) => {
            let subject = &names.seats[usize::from(*seat)];
            let came = source.seat(*seat, attribute, argument);
            differs(
                &format!("{subject} {attribute} {argument}"),
                value,
                came,
                fault,
            )
        }
        Check::Game(attribute, argument, value) => {
            let came = source.game(attribute, argument);
            differs(&format!("game {attribute} {argument}"), value, came, fault)
        }
    }
}

fn differs(
    subject: &str,
    value: &str,
    came: Option<String>,
    fault: impl Fn(&str, &str) -> Fault,
) -> Vec<Fault> {
    let came = came.unwrap_or_else(|| "nothing that can be asked here".into());
    if is(value, &came) {
        Vec::new()
    } else {
        vec![fault(&format!("{} {value}", subject.trim_end()), &came)]
    }
}

/// Equal as text, as JSON, or as a number within `a..b`, both ends included.
fn is(value: &str, came: &str) -> bool {
    if let Some((low, high)) = value.split_once("..")
        && let (Ok(low), Ok(high), Ok(came)) = (low.parse::<i64>(), high.parse(), came.parse())
    {
        return (low..=high).contains(&came);
    }
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(&text.replace('#', "")).ok();
    value == came
        || (value.starts_with(['{', '"']) && json(value).is_some() && json(value) == json(came))
}

fn test_order(slots: &[(u32, Option<i32>)], line: &Line, source: &Source<'_>) -> Vec<Fault> {
    let Some(result) = source.result else {
        return vec![line.fault("the order is known once the turn has run: `turn N result`")];
    };
    let came: Vec<(u32, i32)> = result
        .order
        .iter()
        .map(|slot| (slot.seq.0, slot.initiative.score))
        .collect();
    let holds = slots.len() == came.len()
        && slots
            .iter()
            .zip(&came)
            .all(|((seq, score), (came_seq, came_score))| {
                seq == came_seq && score.is_none_or(|score| score == *came_score)
            });
    if holds {
        return Vec::new();
    }
    let came: Vec<String> = came
        .iter()
        .map(|(seq, score)| format!("#{seq} {score}"))
        .collect();
    vec![line.fault(format!(
        "expected this order, came {}",
        source.names.named(&came.join(", "))
    ))]
}

fn test_list(list: List, wanted: &Wanted, line: &Line, source: &Source<'_>) -> Vec<Fault> {
    let Some(result) = source.result else {
        return vec![line.fault("what happened is known once the turn has run: `turn N result`")];
    };
    let seats = &source.names.seats;
    let came: Vec<String> = match list {
        List::Events => result
            .events
            .iter()
            .map(|what| event(what, seats))
            .collect(),
        List::Stream(seat) => result.streams[usize::from(seat)]
            .iter()
            .map(|what| event(what, seats))
            .collect(),
        List::Dispatch(seat) => result.dispatch[usize::from(seat)]
            .iter()
            .map(attention)
            .collect(),
    };
    let show = || {
        let lines = came
            .iter()
            .map(|what| format!("\n      {}", source.names.named(what)));
        if came.is_empty() {
            "nothing".to_owned()
        } else {
            lines.collect()
        }
    };
    let missing = |line: &Line| line.fault(format!("expected `{}`, came {}", line.text, show()));
    match wanted {
        Wanted::All(lines) => {
            let same = lines.len() == came.len()
                && lines
                    .iter()
                    .zip(&came)
                    .all(|((_, written), came)| agrees(written, came));
            if same {
                Vec::new()
            } else {
                vec![line.fault(format!("expected this list, came {}", show()))]
            }
        }
        Wanted::Contain(lines) => lines
            .iter()
            .filter(|(_, written)| !came.iter().any(|came| agrees(written, came)))
            .map(|(line, _)| missing(line))
            .collect(),
        Wanted::InOrder(lines) => {
            let mut rest = came.iter();
            let gap = lines
                .iter()
                .find(|(_, written)| !rest.any(|came| agrees(written, came)));
            gap.map(|(line, _)| missing(line)).into_iter().collect()
        }
        Wanted::Without(words) => {
            let holds = |came: &&String| format!(" {came} ").contains(&format!(" {words} "));
            let found = came.iter().find(holds);
            found
                .map(|came| {
                    line.fault(format!(
                        "expected no such line, came {}",
                        source.names.named(came)
                    ))
                })
                .into_iter()
                .collect()
        }
    }
}
