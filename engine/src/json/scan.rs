//! What a JSON text loses on its way into a value: fields that stand twice, of which
//! the last would win in silence; and how deep it is nested. Walks without calling
//! itself, so that no text is too deep for it.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use super::{PLACE_MOST, join};

/// Where the walk is: one for each object and list that is open.
#[derive(Debug)]
enum Level {
    Object {
        seen: BTreeSet<String>,
        key: String,
        wants_key: bool,
    },
    List {
        index: usize,
    },
}

/// How many objects and lists lie in each other at most.
pub(super) fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => {
                while let Some(byte) = bytes.next().filter(|byte| *byte != b'"') {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Tells of every field that stands twice in its object: the way to it, and its name.
/// The text is sound JSON.
pub(crate) fn twice(text: &str, tell: &mut dyn FnMut(String, &str)) {
    let mut levels: Vec<Level> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let begin = at;
                at += 1;
                while bytes.get(at).is_some_and(|byte| *byte != b'"') {
                    // What is escaped is no end.
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if let Some(Level::Object {
                    wants_key: wants_key @ true,
                    ..
                }) = levels.last_mut()
                {
                    *wants_key = false;
                    let written = text.get(begin..=at).unwrap_or_default();
                    key(&mut levels, written, tell);
                }
            }
            b'{' => levels.push(Level::Object {
                seen: BTreeSet::new(),
                key: String::new(),
                wants_key: true,
            }),
            b'[' => levels.push(Level::List { index: 0 }),
            b'}' | b']' => {
                levels.pop();
            }
            b',' => match levels.last_mut() {
                Some(Level::Object { wants_key, .. }) => *wants_key = true,
                Some(Level::List { index }) => *index += 1,
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
}

/// Takes down a key of the innermost object.
fn key(levels: &mut [Level], written: &str, tell: &mut dyn FnMut(String, &str)) {
    // A key may be written with escapes; two spellings are one field.
    let read: String = serde_json::from_str(written).unwrap_or_default();
    let is_new = match levels.last_mut() {
        Some(Level::Object { seen, key, .. }) => {
            key.clone_from(&read);
            seen.insert(read.clone())
        }
        _ => true,
    };
    if !is_new {
        tell(path(levels), &read);
    }
}

fn path(levels: &[Level]) -> String {
    let mut path = String::new();
    for level in levels.iter().take(PLACE_MOST) {
        match level {
            Level::Object { key, .. } => join::key(&mut path, key),
            Level::List { index } => join::index(&mut path, *index),
        }
    }
    path
}
