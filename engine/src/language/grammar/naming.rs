//! How units, sites, tiles, classes and the names that a seat makes are read:
//! by number, in quotation marks, or as bare words.

use alloc::{format, string::String, vec::Vec};

use winnow::stream::Stream;

use super::{Read, Tokens, expected, fault, missing, next, next_word, took_mark};
use crate::ids::{Pos, Seq};
use crate::language::fault::{Code, Expected, Miss, Wanted};
use crate::language::names::{Found, Index, Names};
use crate::language::token::{Kind, Token, key};
use crate::language::words;

/// Words of a name that stands without quotation marks.
const NAME_WORDS: usize = 4;

/// A unit, by number or name.
pub(super) fn unit(input: &mut Tokens<'_>, wanted: &'static [Expected]) -> Read<Seq> {
    match next(input).map(|token| &token.kind) {
        Some(Kind::Unit(unit)) => {
            input.next_token();
            Ok(*unit)
        }
        // A word of the language names a unit in quotation marks alone.
        Some(Kind::Word(word)) if words::is_reserved(word) => Err(expected(input, wanted)),
        Some(Kind::Word(_) | Kind::Quoted(_)) => {
            let names = input.state.names;
            named(input, &names.units, wanted, |unit| format!("{unit}"))
        }
        _ => Err(expected(input, wanted)),
    }
}

/// A city, depot or fort, by name, number or tile.
pub(super) fn site(input: &mut Tokens<'_>, wanted: &'static [Expected]) -> Read<Seq> {
    let names = input.state.names;
    match next(input).map(|token| &token.kind) {
        Some(Kind::Unit(site)) => {
            input.next_token();
            Ok(*site)
        }
        Some(Kind::Tile(at)) => match names.site_at(*at) {
            Some(site) => {
                input.next_token();
                Ok(site)
            }
            None => Err(fault(input, Code::UnknownName, Wanted::List(wanted))),
        },
        Some(Kind::Word(_) | Kind::Quoted(_)) => {
            named(input, &names.sites, wanted, |site| format!("{site}"))
        }
        _ => Err(expected(input, wanted)),
    }
}

/// A tile, in brackets or not, or the tile of a place that is named.
pub(super) fn tile(input: &mut Tokens<'_>, wanted: &'static [Expected]) -> Read<Pos> {
    let bracket = took_mark(input, &['(', '['])?;
    let names = input.state.names;
    let at = match next(input).map(|token| &token.kind) {
        Some(Kind::Tile(at)) => {
            input.next_token();
            *at
        }
        Some(Kind::Word(word)) if !bracket && is_direction(names, word) => {
            return Err(fault(input, Code::Direction, Wanted::List(wanted)));
        }
        Some(Kind::Word(_) | Kind::Quoted(_)) if !bracket => {
            let start = input.checkpoint();
            let site = named(input, &names.sites, wanted, |site| format!("{site}"))?;
            match names.tile_of(site) {
                Some(at) => at,
                None => {
                    input.reset(&start);
                    return Err(expected(input, wanted));
                }
            }
        }
        _ => return Err(expected(input, wanted)),
    };
    if bracket && !took_mark(input, &[')', ']'])? {
        return Err(missing(input, Wanted::One(Expected::Word(")"))));
    }
    Ok(at)
}

/// Whether a word is a direction, and no place is called so.
fn is_direction(names: &Names, word: &str) -> bool {
    let is_unknown = |found| matches!(found, Found::Nothing);
    words::is_direction(word)
        && is_unknown(names.sites.prefix(&key(word)))
        && is_unknown(names.sites.within(&key(word)))
}

/// A class by its name; in quotation marks any text, for the rules to judge.
pub(super) fn class(input: &mut Tokens<'_>, wanted: &'static [Expected]) -> Read<String> {
    match next(input).map(|token| &token.kind) {
        Some(Kind::Quoted(text)) => {
            input.next_token();
            Ok(text.clone())
        }
        Some(Kind::Word(_)) => {
            let names = input.state.names;
            named(input, &names.classes, wanted, Clone::clone)
        }
        _ => Err(expected(input, wanted)),
    }
}

/// The name of a thing that its seat makes: as quoted; or as known, whatever the
/// case; or the one word that stands there.
pub(super) fn own_name(input: &mut Tokens<'_>, index: &Index<String>) -> Read<String> {
    match next(input) {
        Some(Token {
            kind: Kind::Quoted(text),
            ..
        }) => {
            input.next_token();
            Ok(text.clone())
        }
        Some(Token {
            kind: Kind::Word(_),
            text,
            ..
        }) => {
            for Run { count, key, .. } in candidates(input).into_iter().rev() {
                if let Found::One(name) = index.exact(&key) {
                    input.next_slice(count);
                    return Ok(name);
                }
            }
            input.next_token();
            Ok((*text).into())
        }
        _ => Err(expected(input, words::NAME_OR_NONE)),
    }
}

/// What the next words, or quotation marks, name: exactly, or by how the name begins.
fn named<T: Clone + Ord>(
    input: &mut Tokens<'_>,
    index: &Index<T>,
    wanted: &'static [Expected],
    write: impl Fn(&T) -> String,
) -> Read<T> {
    let candidates = match next(input).map(|token| &token.kind) {
        Some(Kind::Quoted(text)) => {
            let key = key(text);
            let plain = !key.is_empty();
            alloc::vec![Run {
                count: 1,
                key,
                plain
            }]
        }
        _ => candidates(input),
    };
    let mut several = None;
    for Run { count, key, plain } in candidates.into_iter().rev() {
        let found = match index.exact(&key) {
            Found::Nothing if plain => match index.prefix(&key) {
                Found::Nothing => index.within(&key),
                begins => begins,
            },
            exact => exact,
        };
        match found {
            Found::One(thing) => {
                input.next_slice(count);
                return Ok(thing);
            }
            Found::Several(all) if several.is_none() => several = Some(all),
            _ => {}
        }
    }
    // A word of the language, or one where much else could stand, is rather out of
    // place than a name that nobody bears; in quotation marks it can be nothing else.
    let out_of_place =
        next_word(input).is_some_and(|word| words::is_reserved(word) || wanted.len() > 2);
    let code = match &several {
        Some(_) => Code::AmbiguousName,
        None if out_of_place => Code::Unexpected,
        None => Code::UnknownName,
    };
    let mut miss = Miss::at(input.eof_offset(), code, Wanted::List(wanted));
    miss.among = several.iter().flatten().map(write).collect();
    Err(miss.cut())
}

/// The next few words as the name that they may be.
struct Run {
    count: usize,
    key: String,
    /// It may be a name's beginning: no word of the language stands behind its first.
    plain: bool,
}

/// The next one to four words, as runs of rising length.
fn candidates(input: &Tokens<'_>) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::with_capacity(NAME_WORDS);
    for token in input.input.iter().take(NAME_WORDS) {
        let word = match &token.kind {
            Kind::Word(word) => key(word),
            // A name may hold a number, as in `Battery 7`.
            Kind::Number(number) if !all.is_empty() => format!("{number}"),
            _ => break,
        };
        let count = all.len() + 1;
        all.push(match all.last() {
            Some(run) => Run {
                count,
                key: format!("{} {word}", run.key),
                plain: run.plain && !words::is_reserved(&word),
            },
            None => Run {
                count,
                plain: true,
                key: word,
            },
        });
    }
    all
}
