//! Who stays at home: the weak that mend, those that hold the cities, and
//! whoever nothing else was found for.

use fieldpost_engine::{ids::Tile, map::Mobility};

use super::{Job, Plan, STACK, board::Man, board::Side};

/// Below this strength a unit goes home to mend.
const WEAK: u32 = 40;

/// Up to this strength it stays there.
const MENDED: u32 = 75;

/// A gun goes along with a storm on what is this near to it.
const AT_HAND: u32 = 8;

/// Guns are not on the road for longer than this, in turns.
const LONGEST: u32 = 14;

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
        let tile = quarters(plan, &man, home);
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
    wants.sort_by_key(|(wanted, tile)| (std::cmp::Reverse(*wanted), plan.board.ways.lot(*tile)));
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

/// Guns go a tile a turn, so they do not run after an army: unless something to storm
/// lies near, each stands in the own city that is nearest to an enemy's.
pub(super) fn batteries(plan: &mut Plan<'_>) {
    for ix in plan.free_guns() {
        let man = plan.board.men[ix];
        let storm = plan.board.cities.iter().any(|city| {
            matches!(city.side, Side::Theirs | Side::Neutral)
                && plan.board.ways.apart(city.tile, man.tile) <= AT_HAND
        });
        if storm {
            continue;
        }
        let field = plan.board.ways.to(man.tile, man.class.mobility);
        let post = plan
            .board
            .own_cities()
            .map(|city| city.tile)
            .filter(|tile| u32::from(field[tile.ix()]) <= LONGEST * man.class.allowance)
            .filter(|tile| plan.bound.get(tile).copied().unwrap_or(0) < STACK)
            .min_by_key(|tile| (front(plan, *tile), plan.board.ways.lot(*tile)));
        if let Some(tile) = post {
            plan.give(ix, Job::Hold(plan.pos(tile)));
        }
    }
}

/// How far a city is from the next enemy that comes and goes, or from the next city
/// of an enemy; the smaller the more it needs a gun.
fn front(plan: &Plan<'_>, tile: Tile) -> u32 {
    let apart = |other: Tile| plan.board.ways.apart(tile, other);
    let cities = plan.board.cities.iter();
    let cities = cities
        .filter(|city| city.side == Side::Theirs)
        .map(|city| apart(city.tile));
    let foes = plan.board.foes.iter();
    let foes = foes
        .filter(|foe| foe.other.owner.is_some())
        .map(|foe| apart(foe.tile));
    cities.chain(foes).min().unwrap_or(u32::MAX)
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
    guards.sort_by_key(|(rank, turns, ix)| (*rank, *turns, plan.lot_of(*ix)));
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
        let tile = quarters(plan, &man, home);
        plan.give(ix, Job::Hold(plan.pos(tile)));
    }
}

/// Where a unit stays that has come home: where it is, rather than to change places
/// with others every turn.
fn quarters(plan: &Plan<'_>, man: &Man<'_>, home: Tile) -> Tile {
    let there = plan.bound.get(&man.tile).copied().unwrap_or(0);
    if plan.board.ways.apart(man.tile, home) <= 1 && there < STACK {
        return man.tile;
    }
    plan.room_at(home, man.class.mobility)
}
