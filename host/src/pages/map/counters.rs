//! Counters: own units in full, others as far as they are known. Units on one tile
//! are one counter, the topmost shown and the others counted; pressing it goes
//! through them.

use std::collections::BTreeMap;

use fieldpost_engine::{
    event::Band,
    ids::Pos,
    stance::Stance,
    view::{OtherUnit, OwnUnit},
};

use super::{Selected, TILE, side};
use crate::pages::names::{Names, letter};

/// What stands on one tile.
#[derive(Debug)]
pub struct Counter {
    /// The unit on top.
    pub number: u32,
    /// All units on the tile, the topmost first.
    pub numbers: Vec<u32>,
    /// Upper left corner of its tile.
    pub x: i32,
    pub y: i32,
    /// The tile, for scripts.
    pub tile: String,
    /// Chooses colour and shape: the seat's index, or `none`.
    pub side: String,
    /// The outline's shape, as SVG path data.
    pub outline: &'static str,
    /// Its side's letter.
    pub letter: String,
    /// Name of the symbol of its arm.
    pub symbol: &'static str,
    /// Own units, and all once the game is over: length of the strength bar, 0 to 28.
    pub strength: Option<u32>,
    /// Own units: name of the symbol of the Stance.
    pub stance: Option<&'static str>,
    /// Others: name of the symbol of the band.
    pub band: Option<&'static str>,
    /// How the worst off of its units stands to supply, where that is shown.
    pub supply: Option<&'static str>,
    pub is_own: bool,
    pub is_stale: bool,
    pub is_selected: bool,
    pub href: String,
    /// All of it in words.
    pub label: String,
}

impl Counter {
    /// Units under the topmost one.
    #[must_use]
    pub fn is_stack(&self) -> bool {
        self.numbers.len() > 1
    }

    /// Draws the bar for a strength of 0 to 100, in the place of the band.
    pub(in crate::pages) fn show_strength(&mut self, strength: u32) {
        self.strength = Some(bar(strength));
        self.band = None;
    }
}

/// All counters, in the order in which they are drawn: what is selected last.
pub(super) fn counters(names: Names<'_>, page: &str, selected: Selected) -> Vec<Counter> {
    let view = names.view;
    let mut tiles: BTreeMap<Pos, Vec<Counter>> = BTreeMap::new();
    let own = view.units.iter().filter(|unit| unit.carrier.is_none());
    for unit in own {
        tiles.entry(unit.at).or_default().push(of_own(names, unit));
    }
    for unit in &view.others {
        tiles
            .entry(unit.at)
            .or_default()
            .push(of_other(names, unit));
    }
    let is_selected = |number: u32| matches!(selected, Selected::Unit(unit) if unit.0 == number);
    let mut counters: Vec<Counter> = tiles
        .into_values()
        .filter_map(|mut units| {
            // By number, and so are the steps through a stack.
            let chosen = units.iter().position(|unit| is_selected(unit.number));
            let next = chosen.map(|at| (at + 1) % units.len());
            let strongest = (0..units.len()).max_by_key(|at| {
                (
                    units[*at].is_own,
                    units[*at].strength,
                    std::cmp::Reverse(*at),
                )
            });
            let target = units.get(next.or(strongest)?)?.number;
            let count = units.len();
            let labels: Vec<String> = units.iter().map(|unit| unit.label.clone()).collect();
            let numbers: Vec<u32> = units.iter().map(|unit| unit.number).collect();
            let mut top = units.swap_remove(chosen.or(strongest)?);
            top.is_selected = chosen.is_some();
            top.href = format!("{page}?unit={target}#selected");
            top.numbers
                .extend(numbers.into_iter().filter(|n| *n != top.number));
            if count > 1 {
                top.label = names
                    .texts
                    .say("map-stack-label")
                    .with("count", count)
                    .with("units", labels.join("; "))
                    .to_string();
            }
            Some(top)
        })
        .collect();
    counters.sort_by_key(|counter| (counter.is_selected, counter.is_own));
    counters
}

fn of_own(names: Names<'_>, unit: &OwnUnit) -> Counter {
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
    Counter {
        number: unit.unit.0,
        numbers: vec![unit.unit.0],
        x: i32::from(unit.at.x) * TILE,
        y: i32::from(unit.at.y) * TILE,
        tile: unit.at.to_string(),
        side: side(Some(view.seat)),
        outline: outline(Some(view.seat.0)),
        letter: letter(view, Some(view.seat)),
        symbol: symbol(&unit.class),
        strength: Some(bar(unit.strength)),
        stance: Some(match unit.stance {
            Stance::March => "march",
            Stance::Advance => "advance",
            Stance::Hold => "hold",
            Stance::Entrench => "entrench",
        }),
        band: None,
        supply: None,
        is_own: true,
        is_stale: false,
        is_selected: false,
        href: String::new(),
        label,
    }
}

fn of_other(names: Names<'_>, unit: &OtherUnit) -> Counter {
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
    Counter {
        number: unit.unit.0,
        numbers: vec![unit.unit.0],
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
        supply: None,
        is_own: false,
        is_stale: unit.stale,
        is_selected: false,
        href: String::new(),
        label,
    }
}

/// Length of the bar.
fn bar(strength: u32) -> u32 {
    strength.min(100) * 28 / 100
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
        "line_infantry" => "foot",
        "guard_infantry" => "guard",
        "militia" => "militia",
        "pioneers" => "pioneers",
        "field_gun" => "gun",
        "siege_gun" => "siege-gun",
        "wagon" => "wagon",
        "transport" => "transport",
        "frigate" => "ship",
        _ => "other",
    }
}
