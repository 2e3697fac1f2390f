//! JSON as this program takes it, whatever it comes in: a field stands once in its
//! object, fields go by their names, and nothing is nested beyond reason. It says where
//! something is wrong; what a value means is its reader's business.

use alloc::string::{String, ToString};
use core::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Value, error::Category};
use serde_path_to_error::{Path, Segment};

use crate::validate::shape::is_hidden;

pub(crate) mod join;
mod node;
mod scan;

pub(crate) use node::{FRACTION, Node};
pub(crate) use scan::twice;

/// Objects and lists in each other, of what states no limit of its own.
const DEPTH_MOST: usize = 100;
/// Steps of a path that are written out.
pub(crate) const PLACE_MOST: usize = 16;
/// Characters of a text from outside that a fault repeats at most.
const QUOTED_MOST: usize = 40;
/// What some editors put before a text, and nobody sees.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Why a text is not JSON that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsound {
    ByteOrderMark,
    EndsEarly { line: usize },
    NotJson { line: usize, column: usize },
    TooDeep { most: usize },
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByteOrderMark => {
                f.write_str("it begins with a byte order mark; save it as UTF-8 without one")
            }
            Self::EndsEarly { .. } => {
                f.write_str("it ends before all that it opened is closed; add what is missing")
            }
            // Of a single line its own number says nothing.
            Self::NotJson { line: 1, column } => {
                write!(f, "from column {column} on this is no JSON")
            }
            Self::NotJson { line, column } => {
                write!(f, "from line {line}, column {column} on this is no JSON")
            }
            Self::TooDeep { most } => write!(
                f,
                "more than {most} objects and lists lie in each other; take some out"
            ),
        }
    }
}

/// What is wrong with a JSON text or value, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// As in `task.when[1].if`; empty for the whole.
    pub path: String,
    pub reason: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.reason)
    }
}

impl core::error::Error for JsonError {}

/// A value out of its text.
///
/// # Errors
/// Where the text is no JSON, is nested too deep, or holds a field twice: the first of
/// what is wrong.
pub fn value(text: &str) -> Result<Value, JsonError> {
    let whole = |unsound: Unsound| JsonError {
        path: String::new(),
        reason: unsound.to_string(),
    };
    let value = sound(text, DEPTH_MOST).map_err(whole)?;
    let mut first = None;
    twice(text, &mut |path, _| {
        first.get_or_insert(path);
    });
    match first {
        None => Ok(value),
        Some(path) => Err(JsonError {
            path,
            reason: "this field stands twice; leave one of the two out".into(),
        }),
    }
}

/// A value as a type, with fields by their names alone.
///
/// # Errors
/// Where it is none: what was found and what belongs there.
pub fn typed<T: DeserializeOwned>(value: &Value) -> Result<T, JsonError> {
    let node = Node::<serde_json::Error>::new(value);
    serde_path_to_error::deserialize(node).map_err(|error| JsonError {
        path: place(error.path()),
        reason: error.inner().to_string(),
    })
}

/// Both in one.
///
/// # Errors
/// As [`value`] and [`typed`].
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    typed(&value(text)?)
}

/// A value out of its text, in which fields may still stand twice.
pub(crate) fn sound(text: &str, most: usize) -> Result<Value, Unsound> {
    if text.starts_with(BYTE_ORDER_MARK) {
        return Err(Unsound::ByteOrderMark);
    }
    let is_too_deep = scan::depth(text) > most;
    match serde_json::from_str(text) {
        // Deeper than the parser goes, or than its reader wants.
        _ if is_too_deep => Err(Unsound::TooDeep { most }),
        Ok(value) => Ok(value),
        Err(error) if error.classify() == Category::Eof => {
            let line = error.line();
            Err(Unsound::EndsEarly { line })
        }
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            Err(Unsound::NotJson { line, column })
        }
    }
}

/// A path as faults write it.
fn place(path: &Path) -> String {
    let mut place = String::new();
    for segment in path.iter().take(PLACE_MOST) {
        match segment {
            Segment::Map { key } | Segment::Enum { variant: key } => join::key(&mut place, key),
            Segment::Seq { index } => join::index(&mut place, *index),
            Segment::Unknown => {}
        }
    }
    place
}

/// A piece of a text as a fault repeats it: not all of a long one, and nothing in it
/// that hides or turns the text around it.
pub(crate) fn quoted(text: &str) -> String {
    let clean = |c| if is_hidden(c) { '\u{FFFD}' } else { c };
    let mut chars = text.chars();
    let mut short: String = chars.by_ref().take(QUOTED_MOST).map(clean).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
