//! From the characters of a line to tokens: numbers, tiles, unit numbers, words,
//! quoted names and marks. All the leniency about characters lives here; what a
//! word means does not.

use alloc::{borrow::Cow, string::String, vec::Vec};

use winnow::Parser;
use winnow::combinator::{alt, delimited, opt, preceded};
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{any, one_of, take_while};

use crate::ids::{Pos, Seq};

/// One token with where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind<'t>,
    /// As it was written.
    pub(super) text: &'t str,
    /// Index of its line within the order, which may run over several.
    pub(super) row: usize,
    /// Byte offset within that line.
    pub(super) at: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A bare word, folded (see [`fold`]) and in lower case.
    Word(Cow<'t, str>),
    Quoted(String),
    Number(u32),
    Unit(Seq),
    Tile(Pos),
    /// Digits that stand for more than the field can hold.
    Huge,
    /// A quotation mark that nothing closes.
    Open,
    /// Anything else, folded; `≥` also stands for `>=` and `=>`.
    Mark(char),
}

type Chars<'t> = LocatingSlice<&'t str>;
type Scan<T> = winnow::Result<T, winnow::error::EmptyError>;

/// Brings what mail programs, keyboards and telephones make of a character back
/// to the one that was meant: full-width forms, typographic quotes and dashes,
/// the spaces of Unicode, invisible marks.
pub(super) fn fold(c: char) -> char {
    match c {
        '\0'..='\x7f' => match c {
            '\t' | '\r' | '\n' | '\x0b' | '\x0c' => ' ',
            _ => c,
        },
        // Full-width ASCII lies a fixed distance above the plain one.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        // Arabic-Indic digits, in both series.
        '\u{660}'..='\u{669}' => char::from_u32(c as u32 - 0x630).unwrap_or(c),
        '\u{6f0}'..='\u{6f9}' => char::from_u32(c as u32 - 0x6c0).unwrap_or(c),
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' => '"',
        '‘' | '’' | '‚' | '‛' | '′' | 'ʼ' => '\'',
        '\u{2010}'..='\u{2015}' | '−' | '\u{fe58}' | '\u{fe63}' => '-',
        '、' | '\u{60c}' | '\u{66b}' => ',',
        '。' | '·' => '.',
        '\u{37e}' | '\u{61b}' => ';',
        '×' => 'x',
        '⩾' => '≥',
        _ if c.is_whitespace() || is_invisible(c) => ' ',
        _ => c,
    }
}

/// Soft hyphens, joiners, byte order and direction marks.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// Whether a character can stand within a bare word.
pub(super) fn in_word(c: char) -> bool {
    let c = fold(c);
    c.is_alphanumeric() || matches!(c, '_' | '-' | '\'')
}

/// A text folded and in lower case, runs of blanks and of the marks that join
/// words as one blank: how names are compared.
pub(super) fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars().map(fold) {
        if matches!(c, ' ' | '_' | '-') {
            if !key.is_empty() && !key.ends_with(' ') {
                key.push(' ');
            }
        } else {
            key.extend(c.to_lowercase());
        }
    }
    key.truncate(key.trim_end().len());
    key
}

/// The tokens of one line, trailing punctuation left off.
pub(super) fn tokens<'t>(line: &'t str, row: usize, out: &mut Vec<Token<'t>>) {
    let first = out.len();
    let mut input = LocatingSlice::new(line);
    loop {
        skip_blanks(&mut input);
        let at = input.current_token_start();
        let start = input.checkpoint();
        let Ok(kind) = token(&mut input) else {
            break;
        };
        let length = input.current_token_start() - at;
        input.reset(&start);
        let text = input.next_slice(length);
        out.push(Token {
            kind,
            text,
            row,
            at,
        });
    }
    let trailing = |token: &Token<'_>| {
        matches!(
            token.kind,
            Kind::Mark('.' | ',' | ';' | ':' | '!' | '?' | '…')
        )
    };
    while out.len() > first && out.last().is_some_and(trailing) {
        out.pop();
    }
}

fn skip_blanks(input: &mut Chars<'_>) {
    let blanks: Scan<&str> = take_while(0.., |c| fold(c) == ' ').parse_next(input);
    // It matches the empty text too.
    debug_assert!(blanks.is_ok());
}

/// A token at a character that is no blank; fails at the end alone.
fn token<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    alt((quoted, unit, tile, number, word, mark)).parse_next(input)
}

fn digits<'t>(input: &mut Chars<'t>) -> Scan<&'t str> {
    take_while(1.., |c| fold(c).is_ascii_digit()).parse_next(input)
}

/// The value of digits of any script that [`fold`] knows, or `None` beyond 32 bits.
fn value(digits: &str) -> Option<u32> {
    digits.chars().map(fold).try_fold(0u32, |sum, c| {
        sum.checked_mul(10)?.checked_add(c.to_digit(10)?)
    })
}

/// No word goes on behind it.
fn ends_here(input: &Chars<'_>) -> bool {
    !input.chars().next().is_some_and(in_word)
}

fn whole<'t>(input: &mut Chars<'t>) -> Scan<&'t str> {
    let digits = digits(input)?;
    if ends_here(input) {
        Ok(digits)
    } else {
        Err(winnow::error::EmptyError)
    }
}

fn number<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    let digits = whole(input)?;
    Ok(value(digits).map_or(Kind::Huge, Kind::Number))
}

fn unit<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    one_of(|c| fold(c) == '#' || c == '№').parse_next(input)?;
    skip_blanks(input);
    let digits = whole(input)?;
    Ok(value(digits).map_or(Kind::Huge, |number| Kind::Unit(Seq(number))))
}

/// Two numbers with a comma, which blanks may surround, or a point, which they may not.
fn tile<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    let blanks = || take_while(0.., |c| fold(c) == ' ').void();
    let comma = delimited(blanks(), one_of(|c| fold(c) == ',').void(), blanks());
    let point = one_of(|c| fold(c) == '.').void();
    let x = digits(input)?;
    let y = preceded(alt((comma, point)), whole).parse_next(input)?;
    let side = |digits| value(digits).and_then(|value| u16::try_from(value).ok());
    Ok(match (side(x), side(y)) {
        (Some(x), Some(y)) => Kind::Tile(Pos::new(x, y)),
        _ => Kind::Huge,
    })
}

fn word<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    let start = input.checkpoint();
    one_of(|c| in_word(c) && !matches!(fold(c), '-' | '\'')).parse_next(input)?;
    input.reset(&start);
    let text: &str = take_while(1.., in_word).parse_next(input)?;
    let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_';
    Ok(Kind::Word(if text.bytes().all(plain) {
        Cow::Borrowed(text)
    } else {
        text.chars()
            .map(fold)
            .flat_map(char::to_lowercase)
            .collect()
    }))
}

/// `"…"` with `\"`, `\\` and `\u{…}` in it, or `'…'` as it stands.
fn quoted<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    let opening = one_of(|c| matches!(fold(c), '"' | '\'')).parse_next(input)?;
    let double = fold(opening) == '"';
    let mut text = String::new();
    while let Some(c) = opt(any).parse_next(input)? {
        match fold(c) {
            '"' if double => return Ok(Kind::Quoted(text)),
            // Within a word it is an apostrophe.
            '\'' if !double && ends_here(input) => return Ok(Kind::Quoted(text)),
            '\\' if double => match opt(escape).parse_next(input)? {
                Some(c) => text.push(c),
                None => text.push('\\'),
            },
            ' ' if is_invisible(c) => {}
            ' ' => text.push(' '),
            _ => text.push(c),
        }
    }
    Ok(Kind::Open)
}

fn escape(input: &mut Chars<'_>) -> Scan<char> {
    let code = delimited(
        "u{",
        take_while(1..=6, |c: char| c.is_ascii_hexdigit()),
        '}',
    );
    let code = code.verify_map(|digits| {
        u32::from_str_radix(digits, 16)
            .ok()
            .and_then(char::from_u32)
    });
    alt((one_of(['"', '\\']), code)).parse_next(input)
}

/// Writes a name so that [`quoted`] reads the very same.
pub(super) fn quote(name: &str, out: &mut String) {
    out.push('"');
    for c in name.chars() {
        let folded = fold(c);
        if c == '\\' || c == '"' {
            out.push('\\');
            out.push(c);
        } else if folded == '"' || (folded == ' ' && c != ' ') || c.is_control() {
            out.push_str(&alloc::format!("\\u{{{:x}}}", c as u32));
        } else {
            out.push(c);
        }
    }
    out.push('"');
}

fn mark<'t>(input: &mut Chars<'t>) -> Scan<Kind<'t>> {
    let pair = |a, b| (one_of(move |c| fold(c) == a), one_of(move |c| fold(c) == b));
    let at_least = alt((pair('>', '='), pair('=', '>'))).value('≥');
    alt((at_least, any.map(fold)))
        .map(Kind::Mark)
        .parse_next(input)
}
