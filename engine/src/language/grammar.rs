//! The grammar's common ground: the stream of tokens, words, marks, numbers and
//! lists. Looks one token ahead and
//! goes back over no more than a separator, so a line costs what it is long.

use alloc::{format, string::String, vec::Vec};

use winnow::Parser;
use winnow::combinator::{alt, opt};
use winnow::error::{ErrMode, ModalResult};
use winnow::stream::{Stateful, Stream, TokenSlice};
use winnow::token::any;

use super::fault::{Code, Expected, Miss, Wanted};
use super::names::Names;
use super::token::{Kind, Token};
use super::words;
use crate::ids::{Pos, Seq};

mod arrangement;
mod condition;
mod naming;
mod order;
mod posture;
mod task;

use naming::{class, own_name, site, tile, unit};
pub(super) use order::order;
pub(super) use task::is_clause;

/// The tokens of one order, with what they are read by.
pub(super) type Tokens<'t> = Stateful<TokenSlice<'t, Token<'t>>, Context<'t>>;
pub(super) type Read<T> = ModalResult<T, Miss>;

/// What the grammar knows besides the tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context<'t> {
    pub(super) names: &'t Names,
    /// Conditions that the present one stands in.
    pub(super) depth: usize,
}

/// Entries of any list: more than any rule lets through.
pub(super) const LIST_MOST: usize = 64;

pub(super) fn next<'t>(input: &Tokens<'t>) -> Option<&'t Token<'t>> {
    input.input.peek_token()
}

/// The next token as a bare word.
pub(super) fn next_word<'t>(input: &Tokens<'t>) -> Option<&'t str> {
    match next(input).map(|token| &token.kind) {
        Some(Kind::Word(word)) => Some(word),
        _ => None,
    }
}

/// One of these words, in any case.
pub(super) fn word<'t>(
    words: &'static [&'static str],
) -> impl Parser<Tokens<'t>, (), ErrMode<Miss>> {
    any.verify(move |token: &&Token<'_>| {
        matches!(&token.kind, Kind::Word(word) if words.contains(&word.as_ref()))
    })
    .void()
}

/// One of these marks.
pub(super) fn mark<'t>(marks: &'static [char]) -> impl Parser<Tokens<'t>, (), ErrMode<Miss>> {
    any.verify(
        move |token: &&Token<'_>| matches!(token.kind, Kind::Mark(mark) if marks.contains(&mark)),
    )
    .void()
}

/// Whether the word stood there; then it is behind us.
pub(super) fn took(input: &mut Tokens<'_>, words: &'static [&'static str]) -> Read<bool> {
    Ok(opt(word(words)).parse_next(input)?.is_some())
}

pub(super) fn took_mark(input: &mut Tokens<'_>, marks: &'static [char]) -> Read<bool> {
    Ok(opt(mark(marks)).parse_next(input)?.is_some())
}

/// A word that must stand there.
pub(super) fn need(input: &mut Tokens<'_>, words: &'static [&'static str]) -> Read<()> {
    if took(input, words)? {
        return Ok(());
    }
    Err(missing(input, Wanted::One(Expected::Word(words[0]))))
}

/// The fault that something else should stand here.
pub(super) fn missing(input: &Tokens<'_>, wanted: Wanted) -> ErrMode<Miss> {
    let code = match next(input).map(|token| &token.kind) {
        None => Code::Unfinished,
        Some(Kind::Huge) => Code::NumberTooLarge,
        Some(Kind::Open) => Code::QuoteOpen,
        Some(_) => Code::Unexpected,
    };
    fault(input, code, wanted)
}

pub(super) fn expected(input: &Tokens<'_>, list: &'static [Expected]) -> ErrMode<Miss> {
    missing(input, Wanted::List(list))
}

pub(super) fn fault(input: &Tokens<'_>, code: Code, wanted: Wanted) -> ErrMode<Miss> {
    Miss::at(input.eof_offset(), code, wanted).cut()
}

/// Nothing more stands there.
pub(super) fn end(input: &Tokens<'_>, list: &'static [Expected]) -> Read<()> {
    match next(input) {
        None => Ok(()),
        Some(_) => Err(expected(input, list)),
    }
}

/// A number within bounds.
pub(super) fn number(input: &mut Tokens<'_>, low: u32, high: u32) -> Read<u32> {
    let Some(Kind::Number(number)) = next(input).map(|token| &token.kind) else {
        return Err(expected(input, words::COUNT));
    };
    if (low..=high).contains(number) {
        input.next_token();
        return Ok(*number);
    }
    Err(too_large(input, low, high))
}

pub(super) fn too_large(input: &Tokens<'_>, low: u32, high: u32) -> ErrMode<Miss> {
    let mut miss = Miss::at(
        input.eof_offset(),
        Code::NumberTooLarge,
        Wanted::List(words::COUNT),
    );
    miss.among = alloc::vec![format!("{low}"), format!("{high}")];
    miss.cut()
}

/// A number that a 16-bit field holds.
pub(super) fn small(input: &mut Tokens<'_>) -> Read<u16> {
    // The bound makes it fit.
    number(input, 0, u32::from(u16::MAX)).map(|number| number as u16)
}

/// A chance in per cent, to a tenth of one: `60%` is 600 of a thousand, `34.5%` is 345.
/// Without its sign nobody could tell which of the two was meant.
pub(super) fn chance(input: &mut Tokens<'_>) -> Read<u16> {
    let start = input.checkpoint();
    let tenths = match next(input).map(|token| (&token.kind, token.text)) {
        Some((Kind::Number(whole), _)) => Some(whole.checked_mul(10)),
        // Written with a point or a comma, it looks like a tile.
        Some((Kind::Tile(at), text))
            if text.ends_with(|c: char| c.is_ascii_digit()) && at.y < 10 =>
        {
            Some(
                u32::from(at.x)
                    .checked_mul(10)
                    .map(|tenths| tenths + u32::from(at.y)),
            )
        }
        _ => None,
    };
    let Some(tenths) = tenths else {
        return Err(expected(input, words::CHANCE));
    };
    input.next_token();
    let has_sign = took_mark(input, &['%'])?;
    let tenths = tenths.and_then(|tenths| u16::try_from(tenths).ok());
    if let (true, Some(tenths)) = (has_sign, tenths) {
        return Ok(tenths);
    }
    input.reset(&start);
    if has_sign {
        return Err(too_large(input, 0, 100));
    }
    let mut miss = Miss::at(
        input.eof_offset(),
        Code::WantsPercent,
        Wanted::List(words::CHANCE),
    );
    // More than a hundred was meant in thousandths.
    let meant = tenths.map(|tenths| if tenths > 1000 { tenths / 10 } else { tenths });
    miss.among = meant
        .filter(|meant| *meant <= 1000)
        .map(percent)
        .into_iter()
        .collect();
    Err(miss.cut())
}

/// A chance of so many in a thousand as it is written.
pub(super) fn percent(per_mille: u16) -> String {
    match per_mille % 10 {
        0 => format!("{}%", per_mille / 10),
        tenth => format!("{}.{tenth}%", per_mille / 10),
    }
}

/// `x2`, `x 2` or a bare number; one where nothing of it stands.
pub(super) fn times(input: &mut Tokens<'_>, high: u32) -> Read<u32> {
    match next(input).map(|token| &token.kind) {
        Some(Kind::Number(_) | Kind::Huge) => number(input, 0, high),
        Some(Kind::Word(word)) => match word.strip_prefix('x') {
            Some("") => {
                input.next_token();
                number(input, 0, high)
            }
            Some(digits) if digits.bytes().all(|c| c.is_ascii_digit()) => {
                match digits.parse().ok().filter(|count| *count <= high) {
                    Some(count) => {
                        input.next_token();
                        Ok(count)
                    }
                    None => Err(too_large(input, 0, high)),
                }
            }
            _ => Ok(1),
        },
        _ => Ok(1),
    }
}

/// Things one behind the other, with commas or `and` between them if one likes;
/// at least one. `begins` tells whether another stands there.
pub(super) fn list<'t, T>(
    input: &mut Tokens<'t>,
    begins: impl Fn(&Tokens<'t>) -> bool,
    mut one: impl FnMut(&mut Tokens<'t>) -> Read<T>,
) -> Read<Vec<T>> {
    let mut all = alloc::vec![one(input)?];
    loop {
        let start = input.checkpoint();
        opt(alt((mark(&[',']), word(&["and"])))).parse_next(input)?;
        if !begins(input) {
            input.reset(&start);
            return Ok(all);
        }
        if all.len() == LIST_MOST {
            return Err(fault(input, Code::ListTooLong, Wanted::List(&[])));
        }
        all.push(one(input)?);
    }
}

/// Whether a thing by this kind of token, or a name, begins here.
pub(super) fn begins_name(input: &Tokens<'_>) -> bool {
    match next(input).map(|token| &token.kind) {
        Some(Kind::Quoted(_)) => true,
        Some(Kind::Word(word)) => !words::is_reserved(word),
        _ => false,
    }
}

pub(super) fn begins_unit(input: &Tokens<'_>) -> bool {
    matches!(next(input).map(|token| &token.kind), Some(Kind::Unit(_))) || begins_name(input)
}

pub(super) fn begins_tile(input: &Tokens<'_>) -> bool {
    matches!(
        next(input).map(|token| &token.kind),
        Some(Kind::Tile(_) | Kind::Mark('(' | '['))
    ) || begins_name(input)
}

/// Tiles, at least one.
pub(super) fn tiles(input: &mut Tokens<'_>) -> Read<Vec<Pos>> {
    list(input, begins_tile, |input| tile(input, &[Expected::Tile]))
}

/// Units, or `none`.
pub(super) fn units(input: &mut Tokens<'_>) -> Read<Vec<Seq>> {
    if took(input, &["none", "nobody"])? {
        return Ok(Vec::new());
    }
    list(input, begins_unit, |input| unit(input, words::UNITS))
}

/// A separator before a further part, if one stands there; the caller goes back
/// where no part follows.
pub(super) fn separator(input: &mut Tokens<'_>) -> Read<()> {
    while took_mark(input, &[';', ','])? {}
    Ok(())
}
