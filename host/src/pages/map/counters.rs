//! Counters: own units in full, others as far as they are known.

use std::collections::BTreeMap;

use fieldpost_engine::{
    event::Band,
    ids::Pos,
    view::{OtherUnit, OwnUnit},
};

use super::{Selected, TILE, side};
use crate::pages::names::{Names, letter};

/// One unit on the map.
#[derive(Debug)]
pub struct Counter {
    pub number: u32,
    /// Upper left corner of its tile, moved aside in a stack.
    pub x: i32,
    pub y: i32,
    /// The tile, for scripts.
    pub tile: String,
    /// Chooses colour and shape: the seat's index, or `none`.
    pub side: String,
    /// The outline's shape, as SVG path data.
    pub outline: &'static str,
    pub letter: String,
    /// Name of the symbol of its arm.
    pub symbol: &'static str,
    /// Own units: length of the strength bar, 0 to 28.
    pub strength: Option<u32>,
    /// Own units: first letter of the Stance.
    pub stance: Option<String>,
    /// Others: name of the symbol of the band.
    pub band: Option<&'static str>,
    pub is_own: bool,
    pub is_stale: bool,
    pub is_selected: bool,
    pub href: String,
    /// All of it in words.
    pub label: String,
}

/// All counters, in the order in which they are drawn: what is selected last,
/// so that it lies on top of its stack.
pub(super) fn counters(names: Names<'_>, page: &str, selected: Selected) -> Vec<Counter> {
    let view = names.view;
    let others = view.others.iter().map(|unit| other(names, page, unit));
    let own = view
        .units
        .iter()
        .filter(|unit| unit.carrier.is_none())
        .map(|unit| own(names, page, unit));
    let mut all: Vec<(Pos, Counter)> = others.chain(own).collect();
    for (_, counter) in &mut all {
        counter.is_selected = matches!(selected, Selected::Unit(unit) if unit.0 == counter.number);
    }
    all.sort_by_key(|(_, counter)| (counter.is_selected, counter.is_own));
    let mut stacks: BTreeMap<Pos, i32> = BTreeMap::new();
    for (at, _) in &all {
        *stacks.entry(*at).or_default() += 1;
    }
    let mut placed: BTreeMap<Pos, i32> = BTreeMap::new();
    for (at, counter) in &mut all {
        let size = stacks.get(at).copied().unwrap_or(1);
        let place = placed.entry(*at).or_default();
        // A stack leans to the lower right, the last one on top.
        let aside = (2 * *place - (size - 1)) * 4;
        counter.x += aside;
        counter.y += aside;
        *place += 1;
    }
    all.into_iter().map(|(_, counter)| counter).collect()
}

fn own(names: Names<'_>, page: &str, unit: &OwnUnit) -> (Pos, Counter) {
    let view = names.view;
    let label = names
        .texts
        .say("map-own-label")
        .with("unit", names.own(unit))
        .with("class", names.class(&unit.class))
        .with("at", unit.at.to_string())
        .with("strength", unit.strength)
        .with("stance", names.stance(unit.stance))
        .to_string();
    let stance = names.stance(unit.stance).chars().next();
    let counter = Counter {
        number: unit.unit.0,
        x: i32::from(unit.at.x) * TILE,
        y: i32::from(unit.at.y) * TILE,
        tile: unit.at.to_string(),
        side: side(Some(view.seat)),
        outline: outline(Some(view.seat.0)),
        letter: letter(view, Some(view.seat)),
        symbol: symbol(&unit.class),
        strength: Some(unit.strength.min(100) * 28 / 100),
        stance: stance.map(String::from),
        band: None,
        is_own: true,
        is_stale: false,
        is_selected: false,
        href: format!("{page}?unit={}#selected", unit.unit.0),
        label,
    };
    (unit.at, counter)
}

fn other(names: Names<'_>, page: &str, unit: &OtherUnit) -> (Pos, Counter) {
    let view = names.view;
    let code = if unit.stale {
        "map-stale-label"
    } else {
        "map-other-label"
    };
    let label = names
        .texts
        .say(code)
        .with("unit", names.other(unit))
        .with("at", unit.at.to_string())
        .with("band", names.texts.t(band_code(unit.band)))
        .with("turn", unit.seen_turn)
        .to_string();
    let counter = Counter {
        number: unit.unit.0,
        x: i32::from(unit.at.x) * TILE,
        y: i32::from(unit.at.y) * TILE,
        tile: unit.at.to_string(),
        side: side(unit.owner),
        outline: outline(unit.owner.map(|seat| seat.0)),
        letter: letter(view, unit.owner),
        symbol: symbol(&unit.class),
        strength: None,
        stance: None,
        band: Some(match unit.band {
            Band::Quick => "quick",
            Band::Steady => "steady",
            Band::Slow => "slow",
        }),
        is_own: false,
        is_stale: unit.stale,
        is_selected: false,
        href: format!("{page}?unit={}#selected", unit.unit.0),
        label,
    };
    (unit.at, counter)
}

/// The catalogue's word for a band.
pub fn band_code(band: Band) -> &'static str {
    match band {
        Band::Quick => "band-quick",
        Band::Steady => "band-steady",
        Band::Slow => "band-slow",
    }
}

/// Eight outlines for eight seats, and one for Neutral, in a box of 30 by 22
/// around the middle of a tile.
fn outline(side: Option<u8>) -> &'static str {
    match side.map(|side| side % 8) {
        Some(0) => "M5 9H35V31H5Z",
        Some(1) => "M13 9H27L37 20 27 31H13L3 20Z",
        Some(2) => "M15 9H25A11 11 0 0 1 25 31H15A11 11 0 0 1 15 9Z",
        Some(3) => "M10 9H30L35 14V26L30 31H10L5 26V14Z",
        Some(4) => "M5 9H35V24L20 33 5 24Z",
        Some(5) => "M11 9H37L29 31H3Z",
        Some(6) => "M11 9H29L37 31H3Z",
        Some(7) => "M3 9H37L29 31H11Z",
        _ => "M8 12H32V28H8Z",
    }
}

/// The symbol of a class's arm.
fn symbol(class: &str) -> &'static str {
    match class {
        "scout" => "scout",
        "light_horse" => "light-horse",
        "heavy_horse" => "heavy-horse",
        "light_infantry" => "light-foot",
        "line_infantry" | "guard_infantry" => "foot",
        "militia" => "militia",
        "pioneers" => "pioneers",
        "field_gun" => "gun",
        "siege_gun" => "siege-gun",
        "wagon" => "wagon",
        "transport" | "frigate" => "ship",
        _ => "other",
    }
}
