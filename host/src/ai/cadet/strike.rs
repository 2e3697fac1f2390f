//! Who can fight this turn: for every tile that enemies are known on, those in
//! reach of it, and whether they are enough by the predictor.

use fieldpost_engine::{command::Action, command::Target, ids::Tile};

use super::{Job, Plan, board::Man, odds};

/// Per mille of what is needed at which an attack is begun, but for doubt, and
/// at which it goes on.
const BEGIN: u32 = 1000;
const GO_ON: u32 = 600;

/// Guns go up to what is this near, if so many fighters are this near to them.
const UP_TO: u32 = 6;
const ESCORTS: usize = 2;
const ESCORT: u32 = 2;

/// The same where there is nothing to be had but a fight: enemies farther than this from
/// any city.
const IN_THE_OPEN: u32 = 1600;
const AT_STAKE: u32 = 2;

/// A chance at which one alone attacks.
const ALONE: u32 = 650;

/// So much more than is needed is sent in at most.
const PLENTY: u32 = 1600;

/// Sends in whoever is in reach and, together, enough.
pub(super) fn strike(plan: &mut Plan<'_>) {
    let mut tiles: Vec<(u32, u64, Tile)> = plan
        .board
        .held_tiles()
        .map(|tile| {
            let need = odds::need(&plan.board, plan.memo, tile);
            (need, plan.board.ways.lot(tile), tile)
        })
        .collect();
    // The weakest first: what is cleared opens the way for others.
    tiles.sort_unstable();
    bombard(plan, &tiles);
    for (need, _, tile) in tiles {
        strike_at(plan, tile, need);
    }
}

/// Guns fire at whatever is in reach of where they stand, the strongest first: nobody
/// strikes back at them, and every turn of it leaves less to storm. With an escort they
/// go up to what the others gather before.
fn bombard(plan: &mut Plan<'_>, tiles: &[(u32, u64, Tile)]) {
    for ix in plan.free_guns() {
        let man = plan.board.men[ix];
        let reach = |tile: Tile| plan.board.ways.apart(man.tile, tile) <= man.class.range;
        let in_reach = tiles.iter().rev().find(|(_, _, tile)| reach(*tile));
        let target = in_reach.map(|(_, _, tile)| *tile);
        if let Some(tile) = target.or_else(|| before(plan, &man)) {
            plan.give(ix, Job::Attack(plan.pos(tile)));
        }
    }
}

/// The nearest held city that an escorted gun may go up to.
fn before(plan: &Plan<'_>, gun: &Man<'_>) -> Option<Tile> {
    let apart = |tile: Tile| plan.board.ways.apart(gun.tile, tile);
    let escort = plan.board.men.iter();
    let escort = escort.filter(|man| !man.is_gun() && man.fights() && apart(man.tile) <= ESCORT);
    if escort.count() < ESCORTS {
        return None;
    }
    let cities = plan.board.cities.iter().map(|city| city.tile);
    cities
        .filter(|tile| apart(*tile) <= UP_TO && plan.board.foes_at(*tile).next().is_some())
        .min_by_key(|tile| (apart(*tile), plan.board.ways.lot(*tile)))
}

fn strike_at(plan: &mut Plan<'_>, tile: Tile, need: u32) {
    let city = plan.board.cities.iter();
    let counts = city
        .map(|city| plan.board.ways.apart(city.tile, tile))
        .min();
    let counts = counts.is_some_and(|apart| apart <= AT_STAKE);
    let near = in_reach(plan, tile, u32::from(counts));
    if near.is_empty() {
        return;
    }
    let at = plan.pos(tile);
    // What guns do to it counts as if they went along.
    let fire = plan.jobs.iter().zip(&plan.board.men);
    let fire = fire
        .filter(|(job, _)| **job == Some(Job::Attack(at)))
        .map(|(_, man)| man.weight());
    let fire: u32 = fire.sum();
    let foot: u32 = near.iter().map(|ix| plan.board.men[*ix].weight()).sum();
    let weight = foot + fire;
    let begun = near.iter().any(|ix| attacks(plan, *ix, tile));
    let enough = match (begun, plan.presses) {
        (true, _) => GO_ON,
        (false, _) if !counts => IN_THE_OPEN,
        (false, true) => BEGIN,
        (false, false) => BEGIN + plan.doubt(),
    };
    let enough = need * enough / 1000;
    let mut best: Vec<(u32, usize)> = near
        .iter()
        .map(|ix| {
            (
                odds::chance(&plan.board, plan.memo, &plan.board.men[*ix], tile),
                *ix,
            )
        })
        .collect();
    best.sort_by_key(|(chance, ix)| (std::cmp::Reverse(*chance), plan.lot_of(*ix)));
    let together = weight >= enough;
    let mut sent = 0;
    for (chance, ix) in best {
        let man = plan.board.men[ix];
        if sent >= need * PLENTY / 1000 || !(together || chance >= ALONE) {
            break;
        }
        plan.give(ix, Job::Attack(at));
        sent += man.weight();
    }
}

/// Fighters without a job that can attack the tile in this turn.
fn in_reach(plan: &mut Plan<'_>, tile: Tile, more: u32) -> Vec<usize> {
    let free: Vec<usize> = plan.free().collect();
    let mut near = Vec::new();
    for ix in free {
        let man = plan.board.men[ix];
        if !man.fights() || plan.board.ways.apart(man.tile, tile) > man.class.allowance + 2 {
            continue;
        }
        let field = plan.board.ways.near(tile, man.class.mobility);
        let points = u32::from(field[man.tile.ix()]);
        let reach = if man.is_gun() {
            man.class.allowance + 2
        } else {
            man.class.allowance + more
        };
        let beside = plan.board.ways.apart(man.tile, tile) <= man.class.range;
        if beside || points <= reach {
            near.push(ix);
        }
    }
    near
}

/// Whether it is about to attack the tile by the orders it has.
fn attacks(plan: &Plan<'_>, ix: usize, tile: Tile) -> bool {
    let task = plan.board.men[ix].unit.task.as_ref();
    task.is_some_and(|task| {
        matches!(task.action, Action::Attack(Target::Tile(at)) if plan.board.ways.tile(at) == tile)
    })
}
