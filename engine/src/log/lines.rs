//! JSON Lines that say where they end: the last line is an end mark that counts what
//! stands before it. Whatever is cut off a file, at whatever byte, is missed; what lacks
//! or stands twice in between is told by its number. Game files and receipts are such
//! files; what their lines mean is theirs to know.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::json;

/// The name of the line that a file ends with.
const END: &str = "end";

/// Why a text is not such a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinesError {
    #[error("the file is empty")]
    Empty,
    /// Cut off somewhere: in a line, behind one, or in a letter.
    #[error(
        "line {line}: the file ends here, before its end mark; it was cut short, so get it again"
    )]
    CutShort { line: usize },
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    #[error("{}", all(.0))]
    Incomplete(Vec<Gap>),
}

/// What the end mark of a file counts and the file does not hold, or the other way
/// round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// From the first to the last of them.
    Missing {
        what: &'static str,
        first: u32,
        last: u32,
    },
    Twice {
        what: &'static str,
        number: u32,
    },
    /// Past what is counted.
    Beyond {
        what: &'static str,
        number: u32,
        counted: u32,
    },
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing { what, first, last } if first == last => {
                write!(f, "{what} {first} is missing")
            }
            Self::Missing { what, first, last } => {
                write!(f, "{what} {first} to {last} are missing")
            }
            Self::Twice { what, number } => write!(f, "{what} {number} stands more than once"),
            Self::Beyond {
                what,
                number,
                counted,
            } => write!(
                f,
                "{what} {number} is one more than the end mark counts, which is {counted}"
            ),
        }
    }
}

fn all(gaps: &[Gap]) -> String {
    let gaps: Vec<String> = gaps.iter().map(ToString::to_string).collect();
    gaps.join("; ")
}

/// The lines before the end mark, and what that says.
#[derive(Debug)]
pub(super) struct Lines<'a, E> {
    /// By their numbers in the file, from 1; empty ones are left out.
    pub(super) lines: Vec<(usize, &'a str)>,
    pub(super) end: E,
    /// Where the end mark stands.
    pub(super) last: usize,
}

/// A file's text.
///
/// # Errors
/// Where it is none: cut short within a letter, or another encoding.
pub(super) fn text(bytes: &[u8]) -> Result<&str, LinesError> {
    core::str::from_utf8(bytes).map_err(|error| {
        let sound = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = sound.iter().filter(|byte| **byte == b'\n').count() + 1;
        match error.error_len() {
            None => LinesError::CutShort { line },
            Some(_) => LinesError::Line {
                line,
                reason: "this is no UTF-8 text".into(),
            },
        }
    })
}

/// Takes a file apart.
///
/// # Errors
/// Where it is empty, was cut short, or its end mark is none.
pub(super) fn lines<E: DeserializeOwned>(text: &str) -> Result<Lines<'_, E>, LinesError> {
    let numbered = (1..).zip(text.lines());
    let mut lines: Vec<_> = numbered
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let (last, mark) = lines.pop().ok_or(LinesError::Empty)?;
    match object(mark) {
        // The line break belongs to the mark: without it nobody knows what else is gone.
        Ok(map) if map.contains_key(END) && text.ends_with('\n') => {
            let end = only(&map, END);
            let end = end.map_err(|reason| LinesError::Line { line: last, reason })?;
            Ok(Lines { lines, end, last })
        }
        _ => Err(LinesError::CutShort { line: last }),
    }
}

/// A line before the end mark as an object.
pub(super) fn body(line: &str) -> Result<Map<String, Value>, String> {
    let map = object(line)?;
    if map.contains_key(END) {
        return Err("an end mark stands here, before the end; two files stand in one".into());
    }
    Ok(map)
}

/// A line as an object.
pub(super) fn object(line: &str) -> Result<Map<String, Value>, String> {
    match json::value(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err("expected an object".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// The only field of a line, as a type.
pub(super) fn only<T: DeserializeOwned>(
    map: &Map<String, Value>,
    field: &str,
) -> Result<T, String> {
    if let Some(other) = map.keys().find(|key| key.as_str() != field) {
        return Err(unknown(other));
    }
    let value = map.get(field).unwrap_or(&Value::Null);
    json::typed(value).map_err(|mut error| {
        let mut path = String::from(field);
        if !error.path.is_empty() {
            path.push('.');
            path.push_str(&error.path);
        }
        error.path = path;
        error.to_string()
    })
}

fn unknown(field: &str) -> String {
    let mut reason = json::quoted(field);
    reason.push_str(": unknown field; leave it out");
    reason
}

/// What differs between numbers, each from 1 and once, and how many there should be.
pub(crate) fn gaps(
    what: &'static str,
    numbers: impl Iterator<Item = u32>,
    counted: u32,
) -> Vec<Gap> {
    let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
    for number in numbers {
        *seen.entry(number).or_default() += 1;
    }
    let mut gaps = Vec::new();
    let mut next = 1_u32;
    for (&number, &times) in &seen {
        if !(1..=counted).contains(&number) {
            gaps.push(Gap::Beyond {
                what,
                number,
                counted,
            });
            continue;
        }
        if number > next {
            let (first, last) = (next, number - 1);
            gaps.push(Gap::Missing { what, first, last });
        }
        if times > 1 {
            gaps.push(Gap::Twice { what, number });
        }
        next = number.saturating_add(1);
    }
    if next <= counted {
        let (first, last) = (next, counted);
        gaps.push(Gap::Missing { what, first, last });
    }
    gaps
}

/// The line that a file ends with.
pub(super) fn end_mark<T: Serialize>(counts: &T) -> String {
    // Plain data with string keys: it always has a JSON form.
    let counts = serde_json::to_value(counts).unwrap_or_default();
    format!("{{\"{END}\":{counts}}}\n")
}

/// How many lines of a kind there are; nobody holds four thousand million.
pub(crate) fn count(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::MAX)
}
