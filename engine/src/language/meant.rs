//! What was probably meant by a word that fits nowhere: the nearest of what was
//! expected there, by edit distance.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::fault::Expected;
use super::names::{Index, Names};
use super::token::{Kind, Token, key};
use super::words;

/// Characters that are compared; what is longer is no slip of the finger.
const COMPARED_MOST: usize = 40;

/// The nearest expected word, unit or place to a token, if one is near: at most
/// one slip in a word of up to five characters, two in one of up to nine, three
/// in a longer one.
///
/// Of several equally near ones the first counts: in the order in which they were
/// expected, names of one kind in alphabetical and unit numbers in rising order. Where
/// nothing is near, the word that this language has for it.
pub(super) fn nearest(token: &Token<'_>, expected: &[Expected], names: &Names) -> Option<String> {
    let given: Cow<'_, str> = match &token.kind {
        Kind::Word(word) => word.as_ref().into(),
        Kind::Quoted(text) => key(text).into(),
        // A letter among the digits of a number, as in `#6O1`, is read as a mark.
        _ => return None,
    };
    let mut best = Best::new(&given);
    for one in expected {
        match one {
            Expected::Word(word) => best.offer(word, || (*word).into()),
            Expected::Unit => offer_all(&mut best, &names.units, |unit| format!("{unit}")),
            Expected::Site | Expected::Tile => {
                for (key, sites) in names.sites.keys() {
                    best.offer(key, || {
                        let mut text = String::new();
                        if let Some(site) = sites.first() {
                            names.site(*site, &mut text);
                        }
                        text
                    });
                }
            }
            Expected::Class => offer_all(&mut best, &names.classes, Clone::clone),
            Expected::Name => offer_all(&mut best, &names.formations, Clone::clone),
            Expected::Number | Expected::Percent | Expected::End => {}
        }
    }
    let nearest = best.found.map(|(_, text)| text);
    nearest.or_else(|| {
        let word = words::said_for(&given)?;
        expected
            .contains(&Expected::Word(word))
            .then(|| word.into())
    })
}

fn offer_all<T: Clone + Ord>(best: &mut Best, index: &Index<T>, write: impl Fn(&T) -> String) {
    for (key, things) in index.keys() {
        if let Some(thing) = things.first() {
            best.offer(key, || write(thing));
        }
    }
}

/// The nearest so far.
struct Best {
    given: Vec<char>,
    /// Slips beyond which nothing is near.
    most: usize,
    found: Option<(usize, String)>,
}

impl Best {
    fn new(given: &str) -> Self {
        let given: Vec<char> = given.chars().take(COMPARED_MOST + 1).collect();
        let most = match given.len() {
            0..=5 => 1,
            6..=9 => 2,
            _ => 3,
        };
        Self {
            given,
            most,
            found: None,
        }
    }

    fn offer(&mut self, candidate: &str, write: impl FnOnce() -> String) {
        let candidate: Vec<char> = candidate.chars().take(COMPARED_MOST + 1).collect();
        // One slip in a word of two characters leaves nothing of it.
        if self.given.len().max(candidate.len()) > COMPARED_MOST
            || self.given.len().min(candidate.len()) < 2
            || self.given.len().abs_diff(candidate.len()) > self.most
        {
            return;
        }
        let distance = distance(&self.given, &candidate);
        let nearer = self.found.as_ref().is_none_or(|(best, _)| distance < *best);
        if distance <= self.most && nearer {
            self.found = Some((distance, write()));
        }
    }
}

/// Characters put in, left out, changed, or two neighbours swapped, that lead
/// from one text to the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = alloc::vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let changed = above[j] + usize::from(x != y);
            let mut least = changed.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = core::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let slips = |a: &str, b: &str| {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&chars(a), &chars(b))
        };
        assert_eq!(slips("move", "move"), 0);
        assert_eq!(slips("mvoe", "move"), 1);
        assert_eq!(slips("mve", "move"), 1);
        assert_eq!(slips("moove", "move"), 1);
        assert_eq!(slips("", "move"), 4);
        assert_eq!(slips("Ostri", "Ostry"), 1);
        assert_eq!(slips("abcd", "badc"), 2);
    }
}
