//! Across the water: where no way over land leads to what is wanted, transports
//! take on whoever is idle, and set them down where it can be reached on foot.

use fieldpost_engine::{
    command::{Cargo, Unload},
    ids::Tile,
    map::{Mobility, Terrain},
};

use super::{
    Job, Plan,
    board::{City, Man, Side},
    ways::FAR,
};

/// From farther than this on foot nobody is set down.
const ASHORE: u16 = 8;

/// Room that must be taken before it sails, if more are to be had.
const LOADED: u32 = 4;

/// Nobody walks farther to a ship, in points.
const TO_THE_QUAY: u16 = 10;

/// Gives the transports, and those that are to sail, their jobs.
pub(super) fn ship(plan: &mut Plan<'_>) {
    let ships: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].class.mobility == Mobility::Ship)
        .collect();
    if ships.is_empty() {
        return;
    }
    let wanted = beyond_the_sea(plan);
    for ix in ships {
        let ship = plan.board.men[ix];
        let aboard = load(plan, &ship);
        let job = if ship.class.carries == 0 || (wanted.is_empty() && aboard == 0) {
            Some(Job::Explore(None))
        } else {
            carry(plan, &ship, &wanted, aboard)
        };
        if let Some(job) = job {
            plan.give(ix, job);
        }
    }
}

/// Room taken aboard.
fn load(plan: &Plan<'_>, ship: &Man<'_>) -> u32 {
    let aboard = plan.board.men.iter();
    aboard
        .filter(|man| man.unit.carrier == Some(ship.seq()))
        .map(|man| man.class.size.unwrap_or(0))
        .sum()
}

/// Cities that are wanted and that no own city has a way to over land.
pub(super) fn beyond_the_sea(plan: &Plan<'_>) -> Vec<Tile> {
    let wanted = |city: &&City<'_>| matches!(city.side, Side::Neutral | Side::Theirs);
    let wanted: Vec<Tile> = plan
        .board
        .cities
        .iter()
        .filter(wanted)
        .map(|c| c.tile)
        .collect();
    let joined = this_side(plan);
    wanted
        .into_iter()
        .filter(|tile| !joined[tile.ix()])
        .collect()
}

/// Whether a way over land leads from an own city to something that nobody has seen.
pub(super) fn dark_on_this_side(plan: &Plan<'_>) -> bool {
    let tiles = this_side(plan).into_iter().zip(&plan.board.view.tiles);
    tiles
        .filter(|(joined, _)| *joined)
        .any(|(_, tile)| tile.terrain.is_none())
}

fn this_side(plan: &Plan<'_>) -> Vec<bool> {
    let homes: Vec<Tile> = plan.board.own_cities().map(|city| city.tile).collect();
    plan.board.ways.joined(&homes, Mobility::Foot)
}

/// Whether a tile is known to be sea.
pub(super) fn is_sea(plan: &Plan<'_>, tile: Tile) -> bool {
    plan.board.view.tiles[tile.ix()].terrain == Some(Terrain::Sea)
}

/// Sails if it has enough aboard, else waits for more.
fn carry(plan: &mut Plan<'_>, ship: &Man<'_>, wanted: &[Tile], aboard: u32) -> Option<Job> {
    let boarders = if aboard < LOADED {
        call_aboard(plan, ship, aboard)
    } else {
        0
    };
    let sails = aboard > 0 && boarders == 0;
    if let Some(shore) = sails.then(|| landing(plan, ship, wanted)).flatten() {
        return Some(Job::Land(Unload {
            unit: Cargo::All,
            tile: plan.pos(shore),
        }));
    }
    let port = port(plan, ship)?;
    Some(Job::Gather(plan.pos(port)))
}

/// Those without a job that are near enough go aboard; yields how many.
fn call_aboard(plan: &mut Plan<'_>, ship: &Man<'_>, aboard: u32) -> usize {
    let field = plan.board.ways.to(ship.tile, Mobility::Foot);
    let mut near: Vec<(u16, usize)> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].fights() && plan.board.men[*ix].class.is_foot())
        .map(|ix| (field[plan.board.men[ix].tile.ix()], ix))
        .filter(|(points, _)| *points <= TO_THE_QUAY)
        .collect();
    near.sort_unstable();
    let mut room = ship.class.carries.saturating_sub(aboard);
    let mut called = 0;
    for (_, ix) in near {
        let size = plan.board.men[ix].class.size;
        let Some(size) = size.filter(|size| *size <= room) else {
            continue;
        };
        room -= size;
        called += 1;
        plan.give(ix, Job::Board(ship.seq()));
    }
    called
}

/// Where to set down: a short sail and a short walk.
fn landing(plan: &mut Plan<'_>, ship: &Man<'_>, wanted: &[Tile]) -> Option<Tile> {
    let sail = plan.board.ways.to(ship.tile, Mobility::Ship);
    let mut best: Option<(u32, u64, Tile)> = None;
    for goal in wanted {
        let walk = plan.board.ways.to(*goal, Mobility::Foot);
        for tile in (0..plan.board.ways.grid.tiles()).map(Tile) {
            let known = plan.board.view.tiles[tile.ix()].terrain.is_some();
            if walk[tile.ix()] > ASHORE || !known || tile == *goal {
                continue;
            }
            let near = plan.board.ways.grid.neighbours(tile);
            let berth = near
                .filter(|next| is_sea(plan, *next))
                .map(|next| sail[next.ix()])
                .min();
            let Some(berth) = berth.filter(|points| *points < FAR) else {
                continue;
            };
            let held = plan.board.foes_at(tile).next().is_some();
            let cost = u32::from(berth) + 2 * u32::from(walk[tile.ix()]);
            let this = (cost, plan.board.ways.lot(tile), tile);
            if !held && best.is_none_or(|best| this < best) {
                best = Some(this);
            }
        }
    }
    best.map(|(_, _, tile)| tile)
}

/// The nearest own city that a ship can lie in.
fn port(plan: &mut Plan<'_>, ship: &Man<'_>) -> Option<Tile> {
    let sail = plan.board.ways.to(ship.tile, Mobility::Ship);
    let ports = plan.board.own_cities().map(|city| city.tile);
    ports
        .filter(|tile| sail[tile.ix()] < FAR)
        .min_by_key(|tile| (sail[tile.ix()], plan.board.ways.lot(*tile)))
}
