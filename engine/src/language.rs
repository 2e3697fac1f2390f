//! The order language: the one text form of every player order, for the order
//! pad, for mail and for the command line.
//!
//! [`parse`] reads a message line by line and says of each what it is; [`print`]
//! writes a record so that parsing gives the same record back. Whether an order
//! may be given is not asked here: that is [`crate::validate`]'s business.

use alloc::{string::String, vec::Vec};

use winnow::Parser;
use winnow::error::ErrMode;
use winnow::stream::{Stateful, TokenSlice};

use crate::order::Order;

mod fault;
mod grammar;
mod meant;
mod names;
mod print;
mod quotation;
mod token;
mod words;

pub use fault::{Code, Expected, Fault};
pub use names::Names;
pub use print::print;

use fault::Miss;
use grammar::{Context, Tokens};
use token::{Kind, Token, fold};

/// Bytes of a message that are read.
pub const MESSAGE_MOST: usize = 64 * 1024;
/// Bytes of one order, over all lines that it runs over. The longest order that
/// the rules let through takes about two thirds of it.
pub const LINE_MOST: usize = 4 * 1024;
/// Faults of one message for which it is worked out what was meant.
const SUGGESTIONS_MOST: usize = 100;

/// A message as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// What stood in it, from top to bottom; blank lines are left out.
    pub lines: Vec<Line>,
    /// Its first line asked for all of its orders or none.
    pub all_or_nothing: bool,
    /// The line of a signature mark, or where a mail begins that is quoted without marks:
    /// what stands there and behind it was not read.
    pub signature: Option<u32>,
}

/// What one line is. Lines are counted from 1; an order that runs over several
/// has the number of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Order { line: u32, order: Order },
    Comment { line: u32 },
    Fault(Fault),
}

impl Parsed {
    /// The orders to take: those of the good lines, or none at all if there is a
    /// bad line and its sender wanted all or nothing.
    pub fn orders(&self) -> impl Iterator<Item = (u32, &Order)> {
        let none = self.all_or_nothing && self.faults().next().is_some();
        let lines = self.lines.iter().filter(move |_| !none);
        lines.filter_map(|line| match line {
            Line::Order { line, order } => Some((*line, order)),
            Line::Comment { .. } | Line::Fault(_) => None,
        })
    }

    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.lines.iter().filter_map(|line| match line {
            Line::Fault(fault) => Some(fault),
            Line::Order { .. } | Line::Comment { .. } => None,
        })
    }
}

/// Reads a message. Never fails as a whole: each line that cannot be read is
/// answered with its own fault. Time and memory grow with the length of the text,
/// of which at most [`MESSAGE_MOST`] bytes are read.
pub fn parse(text: &str, names: &Names) -> Parsed {
    let mut reader = Reader {
        names,
        parsed: Parsed::default(),
        suggestions: SUGGESTIONS_MOST,
    };
    let mut pending: Vec<(u32, &str)> = Vec::new();
    let mut begun = false;
    let mut read = 0;
    let mut rest = lines(text);
    let mut number = 0;
    while let Some(line) = rest.next() {
        number += 1;
        read += line.len() + 1;
        if read > MESSAGE_MOST + 1 {
            reader.order(&pending);
            pending.clear();
            reader.too_long(number, line, Code::MessageTooLong, MESSAGE_MOST);
            break;
        }
        let sort = match quotation::begins_here(line, rest.clone()) {
            true => Sort::Signature,
            false => sort(line),
        };
        match sort {
            Sort::Blank => continue,
            Sort::Signature => {
                reader.parsed.signature = Some(number);
                break;
            }
            Sort::Further if !pending.is_empty() => {
                pending.push((number, line));
                continue;
            }
            Sort::Comment => {
                reader.order(&pending);
                pending.clear();
                reader.parsed.lines.push(Line::Comment { line: number });
                continue;
            }
            Sort::AllOrNothing if !begun => {
                reader.parsed.all_or_nothing = true;
                reader.parsed.lines.push(Line::Comment { line: number });
            }
            Sort::AllOrNothing | Sort::Further | Sort::Order => {
                reader.order(&pending);
                pending.clear();
                pending.push((number, line));
            }
        }
        begun = true;
    }
    reader.order(&pending);
    reader.parsed
}

/// The lines of a text, whichever way they end.
pub fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    // `\r\n` is one end; a lone `\r` is one too, as are the separators of Unicode.
    let ends = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = text.find(ends) else {
            rest = None;
            return Some(text);
        };
        let end = text[at..].chars().next().map_or(1, char::len_utf8);
        let crlf = text[at..].starts_with("\r\n");
        rest = Some(&text[at + end + usize::from(crlf)..]);
        Some(&text[..at])
    })
}

/// What a line is at a first look.
enum Sort {
    Blank,
    Comment,
    /// `-- ` alone: what is behind it is a signature.
    Signature,
    AllOrNothing,
    /// It begins with a clause and so goes on from the line above.
    Further,
    Order,
}

fn sort(line: &str) -> Sort {
    let mut begin = line.chars().map(fold).skip_while(|c| *c == ' ');
    let (first, second) = (begin.next(), begin.next());
    match first {
        None => return Sort::Blank,
        Some('>') => return Sort::Comment,
        Some('-') => {
            // A mail program may have made one long dash of the two.
            let long = line.trim_start().starts_with(['–', '—', '―']);
            let dashes = if long { 1 } else { 2 };
            if line.trim().chars().count() == dashes && (long || second == Some('-')) {
                return Sort::Signature;
            }
            if long || second == Some('-') {
                return Sort::Comment;
            }
        }
        Some(';') => return Sort::Further,
        Some(_) => {}
    }
    let mut words = line
        .split(|c| !token::in_word(c))
        .filter(|word| !word.is_empty())
        .map(token::key);
    let first_word = words.next().unwrap_or_default();
    if first == Some('"') || first == Some('\'') {
        return Sort::Order;
    }
    if grammar::is_clause(&first_word) {
        return Sort::Further;
    }
    if first_word == "all" && words.by_ref().take(3).eq(["or", "nothing"]) {
        return Sort::AllOrNothing;
    }
    Sort::Order
}

/// Reads orders out of their lines and gathers what comes of them.
struct Reader<'a> {
    names: &'a Names,
    parsed: Parsed,
    /// How many more faults are worth a suggestion.
    suggestions: usize,
}

impl Reader<'_> {
    /// Reads one order, given with the lines that go on from it.
    fn order(&mut self, rows: &[(u32, &str)]) {
        let Some((first, _)) = rows.first() else {
            return;
        };
        let mut length = 0;
        for (number, line) in rows {
            length += line.len();
            if length > LINE_MOST {
                return self.too_long(*number, line, Code::LineTooLong, LINE_MOST);
            }
        }
        let mut tokens: Vec<Token<'_>> = Vec::new();
        for (row, (_, line)) in rows.iter().enumerate() {
            token::tokens(line, row, &mut tokens);
        }
        // The mark of a list's item.
        if matches!(tokens.first(), Some(first) if matches!(first.kind, Kind::Mark('-' | '*' | '•')))
        {
            tokens.remove(0);
        }
        if tokens.is_empty() {
            // Nothing but punctuation.
            return self.parsed.lines.push(Line::Comment { line: *first });
        }
        let mut input: Tokens<'_> = Stateful {
            input: TokenSlice::new(&tokens),
            state: Context {
                names: self.names,
                depth: 0,
            },
        };
        let line = match grammar::order.parse_next(&mut input) {
            Ok(order) => Line::Order {
                line: *first,
                order,
            },
            Err(ErrMode::Cut(miss) | ErrMode::Backtrack(miss)) => {
                Line::Fault(self.fault(miss, &tokens, rows))
            }
            // Only a stream that could still grow asks for more.
            Err(ErrMode::Incomplete(_)) => return,
        };
        self.parsed.lines.push(line);
    }

    fn fault(&mut self, miss: Miss, tokens: &[Token<'_>], rows: &[(u32, &str)]) -> Fault {
        let expected = miss.expected.list().to_vec();
        let there = tokens
            .len()
            .checked_sub(miss.left)
            .and_then(|i| tokens.get(i));
        let (row, at, found) = match (there, tokens.last()) {
            (Some(token), _) => (token.row, token.at, token.text),
            (None, Some(last)) => (last.row, last.at + last.text.len(), ""),
            (None, None) => (0, 0, ""),
        };
        let (line, text) = rows.get(row).copied().unwrap_or((0, ""));
        let mut meant = None;
        if let Some(token) = there.filter(|_| self.suggestions > 0) {
            self.suggestions -= 1;
            if matches!(token.kind, Kind::Open) {
                meant = Some("\"".into());
            } else if matches!(
                miss.code,
                Code::Unexpected | Code::UnknownName | Code::UnknownUnit
            ) {
                meant = meant::nearest(token, &expected, self.names);
            }
        }
        // What is nearly a word of the language is no unit's name.
        let code = match miss.code {
            Code::UnknownUnit if meant.is_some() => Code::Unexpected,
            code => code,
        };
        Fault {
            line,
            column: column(text, at),
            code,
            found: found.chars().take(64).collect(),
            expected,
            meant,
            among: miss.among,
        }
    }

    fn too_long(&mut self, line: u32, text: &str, code: Code, most: usize) {
        let found: String = text.chars().take(64).collect();
        self.parsed.lines.push(Line::Fault(Fault {
            line,
            column: 1,
            code,
            found,
            expected: Vec::new(),
            meant: None,
            among: alloc::vec![alloc::format!("{most}")],
        }));
    }
}

/// The column of a byte offset: characters before it, and one.
fn column(line: &str, at: usize) -> u32 {
    let before = line.char_indices().take_while(|(index, _)| *index < at);
    u32::try_from(before.count()).map_or(u32::MAX, |count| count + 1)
}
