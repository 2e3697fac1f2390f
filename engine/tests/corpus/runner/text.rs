//! Lines, words and faults: what every part of a case file is made of. Knows
//! nothing of the game.

use std::fmt;

/// Something wrong at a line of a case file: with the file or with the outcome.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// A line with its number in the file, from 1, and its indent in blanks.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) indent: usize,
    pub(crate) text: String,
}

impl Line {
    pub(crate) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.number, message)
    }

    pub(crate) fn words(&self) -> Vec<String> {
        words(&self.text)
    }
}

/// All lines but blank ones and comments (`--`).
pub(crate) fn lines(text: &str) -> Vec<Line> {
    text.lines()
        .enumerate()
        .map(|(index, line)| Line {
            number: index + 1,
            indent: line.len() - line.trim_start().len(),
            text: line.trim().to_owned(),
        })
        .filter(|line| !line.text.is_empty() && !line.text.starts_with("--"))
        .collect()
}

/// Words, cut at blanks outside of quotes, brackets and braces.
pub(crate) fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut depth, mut quoted) = (Vec::new(), String::new(), 0_i32, false);
    for glyph in text.chars() {
        match glyph {
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth -= 1,
            _ => {}
        }
        if glyph.is_whitespace() && depth <= 0 && !quoted {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        } else {
            word.push(glyph);
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Opening less closing braces and brackets: 0 where JSON is whole.
fn open_braces(text: &str) -> i32 {
    text.chars().fold(0, |depth, glyph| match glyph {
        '{' | '[' => depth + 1,
        '}' | ']' => depth - 1,
        _ => depth,
    })
}

/// Joins lines until each holds whole JSON, so that a long order may be broken.
pub(crate) fn joined(lines: &[Line]) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::new();
    let mut open = 0;
    for line in lines {
        match joined.last_mut().filter(|_| open > 0) {
            Some(last) => {
                last.text.push(' ');
                last.text.push_str(&line.text);
            }
            None => joined.push(line.clone()),
        }
        open += open_braces(&line.text);
    }
    joined
}

/// Splits at the first `separator`, trimmed.
pub(crate) fn split<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    text.split_once(separator)
        .map(|(head, tail)| (head.trim(), tail.trim()))
}
