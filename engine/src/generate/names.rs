//! Names for generated places and powers. Words only: nothing here knows a map.

use alloc::{format, string::String, vec::Vec};

use crate::rng::Draws;

const FIRST: &[&str] = &[
    "Alder", "Ash", "Bram", "Cald", "Carn", "Dun", "Elm", "Fair", "Gar", "Hal", "Hart", "Hay",
    "Ives", "Kel", "Lang", "Lin", "Mar", "Nor", "Oak", "Pen", "Quarn", "Rav", "Ros", "Sel", "Stan",
    "Thorn", "Ul", "Val", "Wend", "Win",
];

const LAST: &[&str] = &[
    "bridge", "burgh", "bury", "by", "combe", "dale", "den", "field", "ford", "gate", "ham",
    "holm", "ley", "mere", "mouth", "stead", "stow", "thorpe", "ton", "wick",
];

/// The powers, in seat order.
pub(super) const SEATS: [&str; 8] = [
    "Averne",
    "Brandmark",
    "Corvay",
    "Drennan",
    "Estmoor",
    "Falkenau",
    "Gravelle",
    "Hestland",
];

/// So many different names of cities.
pub(super) fn cities(draws: &mut impl Draws, count: usize) -> Vec<String> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for first in 0..FIRST.len() {
        all.extend((0..LAST.len()).map(|last| (first, last)));
    }
    for place in (1..all.len()).rev() {
        all.swap(place, draws.below(place as u32 + 1) as usize);
    }
    let name = |(first, last): (usize, usize)| format!("{}{}", FIRST[first], LAST[last]);
    all.into_iter().take(count).map(name).collect()
}

/// `1st`, `2nd`, `3rd`, `4th` and on, to 10.
pub(super) fn ordinal(number: usize) -> String {
    let end = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
