//! What is worth going for: every city that is known and not held, what it would
//! take, and how good a goal it is. It sends nobody.

use fieldpost_engine::{
    ids::{Seq, Tile},
    map::Mobility,
    scenario::SiteKind,
};

use super::{
    Plan,
    board::{City, Side},
    guard, odds,
    storm::BEFORE,
    ways::{FAR, Field},
};

/// Longer ways than this are not set out on, in turns.
const TOO_FAR: u32 = 14;

/// Guns go a tile a turn; from farther than this they stay where they guard a city.
const GUNS: u32 = 8;

/// What an enemy's city is taken to hold while nobody looks.
pub(super) const UNSEEN: u32 = 100;

/// Supply reaches a little farther than this from a city or depot (WO-430).
const SUPPLIED: u16 = 5;

/// What it counts as, in turns, if all that are free are not enough.
const NOT_ENOUGH: u32 = 6;

/// A city worth going for.
pub(super) struct Goal {
    pub(super) site: Seq,
    pub(super) tile: Tile,
    /// The weight it takes; nothing where nobody is known to be.
    pub(super) need: u32,
    /// Smaller is better.
    pub(super) rank: u32,
    /// Where those that go for it come together; `None` where no way leads from any
    /// source of supply.
    pub(super) meet: Option<Tile>,
}

/// The cities worth going for, the best first.
pub(super) fn goals(plan: &mut Plan<'_>) -> Vec<Goal> {
    let wanted = |city: &&City<'_>| matches!(city.side, Side::Neutral | Side::Theirs);
    let cities: Vec<City<'_>> = plan.board.cities.iter().filter(wanted).copied().collect();
    let mut goals = Vec::new();
    for city in cities {
        let known = odds::need(&plan.board, plan.memo, city.tile);
        // Who stands around it comes to its help.
        let around: u32 = plan
            .board
            .held_tiles()
            .filter(|tile| (1..=2).contains(&plan.board.ways.apart(*tile, city.tile)))
            .map(|tile| odds::need(&plan.board, plan.memo, tile) / 2)
            .sum();
        let unseen = city.side == Side::Theirs && !city.site.observed && known == 0;
        let need = known + around + if unseen { UNSEEN } else { 0 };
        let Some(turns) = turns_to_be_there(plan, city.tile, need) else {
            continue;
        };
        let field = plan.board.ways.to(city.tile, Mobility::Foot);
        let meet = assembly(plan, &field);
        // Far from home nobody is supplied.
        let home = plan.board.home(city.tile);
        let from_home = home.map_or(0, |home| plan.board.ways.apart(home.tile, city.tile));
        let worth = city.site.output * 2 + plan.prize(&city);
        goals.push(Goal {
            site: city.site.site,
            tile: city.tile,
            need,
            rank: (20 + turns * 3 + from_home + need / 10).saturating_sub(worth),
            meet,
        });
    }
    goals.sort_by_key(|goal| (goal.rank, plan.board.ways.lot(goal.tile)));
    goals
}

/// When a force that is enough can be there. Whoever is nearest does not tell: a rider
/// far from the others would draw them all after him.
fn turns_to_be_there(plan: &mut Plan<'_>, tile: Tile, need: u32) -> Option<u32> {
    let by_turns = turns_of_free(plan, tile);
    let mut come = 0;
    for (turns, ix) in &by_turns {
        come += plan.board.men[*ix].weight();
        if come >= need {
            return Some(*turns);
        }
    }
    by_turns.last().map(|(turns, _)| turns + NOT_ENOUGH)
}

/// Free fighters by turns to a tile, nearest first; among equals by lot, for numbers
/// too go by the map.
pub(super) fn turns_of_free(plan: &mut Plan<'_>, tile: Tile) -> Vec<(u32, usize)> {
    let free: Vec<usize> = plan.free().collect();
    let mut by_turns = Vec::new();
    for ix in free {
        let man = plan.board.men[ix];
        if !man.fights() || guard::is_militia(&man) {
            continue;
        }
        let field = plan.board.ways.to(tile, by_land(man.class.mobility));
        let points = field[man.tile.ix()];
        let turns = u32::from(points).div_ceil(man.class.allowance.max(1));
        let patience = if man.is_gun() { GUNS } else { TOO_FAR };
        if points < FAR && turns <= patience {
            by_turns.push((turns, ix));
        }
    }
    by_turns.sort_by_key(|(turns, ix)| (*turns, plan.lot_of(*ix)));
    by_turns
}

/// Horse finds much the same ways as foot.
pub(super) fn by_land(mobility: Mobility) -> Mobility {
    match mobility {
        Mobility::Horse => Mobility::Foot,
        other => other,
    }
}

/// Where a force comes together: on the way from the own city or depot that is
/// nearest to the goal, as far as it is supplied from there. `None` where no
/// way leads from any.
fn assembly(plan: &Plan<'_>, field: &Field) -> Option<Tile> {
    let seat = plan.board.view.seat;
    let sources = plan.board.view.sites.iter();
    let sources = sources.filter(|site| site.kind != SiteKind::Fort && site.owner == Some(seat));
    let nearest = sources
        .map(|site| plan.board.ways.tile(site.at))
        .filter(|tile| field[tile.ix()] < FAR)
        .min_by_key(|tile| (field[tile.ix()], plan.board.ways.lot(*tile)))?;
    let stop = field[nearest.ix()].saturating_sub(SUPPLIED).max(BEFORE);
    Some(plan.board.ways.short_of(field, nearest, stop))
}
