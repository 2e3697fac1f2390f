//! Who stays at home: the weak that mend, those that hold the cities, and
//! whoever nothing else was found for.

use fieldpost_engine::{ids::Tile, map::Mobility};

use super::{Job, Plan, STACK, board::Man, board::Side};

/// Below this strength a unit goes home to mend.
const WEAK: u32 = 40;

/// Up to this strength it stays there.
const MENDED: u32 = 75;

/// A frontier city is this near to an enemy's.
const FRONTIER: u32 = 14;

/// Sends the weak home, and keeps those there that are not mended yet.
pub(super) fn rest(plan: &mut Plan<'_>) {
    let weary: Vec<usize> = plan.free().filter(|ix| is_weary(plan, *ix)).collect();
    for ix in weary {
        let man = plan.board.men[ix];
        let Some(home) = plan.board.home(man.tile).map(|city| city.tile) else {
            continue;
        };
        // On a city or next to it units recover.
        let tile = plan.room_at(home, man.class.mobility);
        plan.give(ix, Job::Rest(plan.pos(tile)));
    }
}

fn is_weary(plan: &Plan<'_>, ix: usize) -> bool {
    let man = plan.board.men[ix];
    let at_home = plan
        .board
        .own_cities()
        .any(|city| plan.board.ways.apart(city.tile, man.tile) <= 1);
    let limit = if at_home { MENDED } else { WEAK };
    man.class.mobility != Mobility::Ship && man.unit.strength < limit
}

/// Gives every city that is in danger, or near to an enemy's, its defenders.
pub(super) fn garrison(plan: &mut Plan<'_>) {
    let mut wants: Vec<(usize, Tile)> = plan
        .board
        .own_cities()
        .map(|city| (wanted(plan, city.tile), city.tile))
        .collect();
    // Militia that is at home stays: on the road it costs upkeep, and is lost.
    for (_, tile) in &wants {
        settle(plan, *tile);
    }
    // The most threatened chooses first.
    wants.sort_by_key(|(wanted, tile)| (std::cmp::Reverse(*wanted), *tile));
    for (wanted, tile) in wants {
        post(plan, tile, wanted);
    }
}

/// The militia on a city's tile holds it.
fn settle(plan: &mut Plan<'_>, tile: Tile) {
    let at_home: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].tile == tile && is_militia(&plan.board.men[*ix]))
        .take(STACK)
        .collect();
    for ix in at_home {
        plan.give(ix, Job::Hold(plan.pos(tile)));
    }
}

/// How many units a city should hold.
pub(super) fn wanted(plan: &Plan<'_>, tile: Tile) -> usize {
    let danger = plan.board.movers_within(tile, 5);
    if danger > 0 {
        return (1 + danger / 3).min(STACK);
    }
    let near = |side, radius| {
        let cities = plan.board.cities.iter();
        cities
            .filter(|city| city.side == side)
            .any(|city| plan.board.ways.apart(city.tile, tile) <= radius)
    };
    usize::from(near(Side::Theirs, FRONTIER) || plan.board.movers_within(tile, 9) > 0)
}

fn post(plan: &mut Plan<'_>, tile: Tile, wanted: usize) {
    let field = plan.board.ways.to(tile, Mobility::Foot);
    let mut guards: Vec<(u32, u32, usize)> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].class.is_foot())
        .filter_map(|ix| {
            let man = plan.board.men[ix];
            let turns = u32::from(field[man.tile.ix()]).div_ceil(man.class.allowance.max(1));
            // Others have farther to go than the city can wait.
            (turns <= 3).then(|| (preference(&man), turns, ix))
        })
        .collect();
    guards.sort_unstable();
    let at = plan.pos(tile);
    let mut posted = plan.bound.get(&tile).copied().unwrap_or(0);
    for (_, _, ix) in guards {
        if posted < wanted {
            plan.give(ix, Job::Hold(at));
            posted += 1;
        }
    }
}

/// Militia first, storm troops last.
fn preference(man: &Man<'_>) -> u32 {
    if is_militia(man) { 0 } else { man.class.cost }
}

pub(super) fn is_militia(man: &Man<'_>) -> bool {
    man.class.free_in_city
}

/// Whoever is left waits at home, where it can be sent anywhere.
pub(super) fn reserve(plan: &mut Plan<'_>) {
    let idle: Vec<usize> = plan.free().collect();
    for ix in idle {
        let man = plan.board.men[ix];
        if man.class.mobility == Mobility::Ship {
            continue;
        }
        let home = plan.board.home(man.tile).map_or(man.tile, |city| city.tile);
        let tile = plan.room_at(home, man.class.mobility);
        plan.give(ix, Job::Hold(plan.pos(tile)));
    }
}
