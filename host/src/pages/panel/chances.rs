//! What an attack would come to: the predictor's word on every enemy that a unit
//! could soon be at, by what its owner knows and nothing else.

use fieldpost_engine::{
    game::Game,
    view::{OtherUnit, OwnUnit},
};

use crate::pages::names::Names;

/// How far to look, in tiles, and how many to show: each costs a prediction.
const NEAR: u32 = 4;
const MOST: usize = 6;

/// The chance against whoever is known on a tile.
#[derive(Debug)]
pub struct Chance {
    /// Who is known to be there.
    pub name: String,
    pub at: String,
    /// Known from before, not seen now.
    pub is_stale: bool,
    pub per_mille: u32,
}

/// The nearest enemies with the chances against them.
#[must_use]
pub fn chances(names: Names<'_>, game: &Game, unit: &OwnUnit) -> Vec<Chance> {
    let state = game.state();
    let ruleset = &state.rules.ruleset;
    let is_armed = ruleset.find(&unit.class).is_some_and(|class| {
        let class = ruleset.class(class);
        class.fire + class.shock > 0
    });
    let grid = state.map.grid;
    let Some(here) = grid.checked_tile(unit.at).filter(|_| is_armed) else {
        return Vec::new();
    };
    let mut near: Vec<(u32, &OtherUnit)> = names
        .view
        .others
        .iter()
        .filter(|other| other.hostile)
        .filter_map(|other| Some((grid.distance(here, grid.checked_tile(other.at)?), other)))
        .filter(|(distance, _)| *distance <= NEAR)
        .collect();
    near.sort_by_key(|(distance, other)| (*distance, other.unit));
    // One word a tile: whoever stands there is met together.
    let mut tiles = Vec::new();
    near.retain(|(_, other)| {
        let is_new = !tiles.contains(&other.at);
        if is_new {
            tiles.push(other.at);
        }
        is_new
    });
    let seat = names.view.seat;
    let chance = |(_, other): (u32, &OtherUnit)| {
        Some(Chance {
            name: names.other(other),
            at: other.at.to_string(),
            is_stale: other.stale,
            per_mille: game.win_chance(seat, unit.unit, other.at)?,
        })
    };
    near.into_iter().take(MOST).filter_map(chance).collect()
}
