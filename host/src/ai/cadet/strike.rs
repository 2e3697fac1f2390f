//! Who can fight this turn: for every tile that enemies are known on, those in
//! reach of it, and whether they are enough by the predictor.

use fieldpost_engine::{command::Action, command::Target, ids::Tile};

use super::{Job, Plan, odds};

/// Per mille of what is needed at which an attack is begun, but for doubt, and
/// at which it goes on.
const BEGIN: u32 = 750;
const GO_ON: u32 = 500;

/// A chance at which one alone attacks.
const ALONE: u32 = 650;

/// So much more than is needed is sent in at most.
const PLENTY: u32 = 1600;

/// Sends in whoever is in reach and, together, enough.
pub(super) fn strike(plan: &mut Plan<'_>) {
    let mut tiles: Vec<(u32, Tile)> = plan
        .board
        .held_tiles()
        .map(|tile| (odds::need(&plan.board, plan.memo, tile), tile))
        .collect();
    // The weakest first: what is cleared opens the way for others.
    tiles.sort_unstable();
    for (need, tile) in tiles {
        strike_at(plan, tile, need);
    }
}

fn strike_at(plan: &mut Plan<'_>, tile: Tile, need: u32) {
    let near = in_reach(plan, tile);
    if near.is_empty() {
        return;
    }
    let at = plan.pos(tile);
    let weight: u32 = near.iter().map(|ix| plan.board.men[*ix].weight()).sum();
    let begun = near.iter().any(|ix| attacks(plan, *ix, tile));
    let enough = need * if begun { GO_ON } else { BEGIN + plan.doubt() } / 1000;
    let mut best: Vec<(u32, usize)> = near
        .iter()
        .map(|ix| {
            (
                odds::chance(&plan.board, plan.memo, &plan.board.men[*ix], tile),
                *ix,
            )
        })
        .collect();
    best.sort_by_key(|(chance, ix)| (std::cmp::Reverse(*chance), *ix));
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
fn in_reach(plan: &mut Plan<'_>, tile: Tile) -> Vec<usize> {
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
            man.class.allowance + 1
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
