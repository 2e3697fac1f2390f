//! Who looks around: a few horse while there is much that nobody has seen. First
//! what lies around home, for cities near by; then what is farther off.

use fieldpost_engine::ids::Tile;

use super::{Job, Plan, board::Side, ways::FAR};

/// Explores while at least so many per mille of the map were never seen.
const DARK: usize = 80;

/// How much nearer something must be to be worth going where another goes.
const APART: u32 = 12;

/// Sends explorers out.
pub(super) fn explore(plan: &mut Plan<'_>) {
    let tiles = plan.board.view.tiles.len();
    let unseen = plan.board.view.tiles.iter();
    let dark = unseen.filter(|tile| tile.terrain.is_none()).count();
    // A huge map takes more eyes.
    let most = 2 + tiles / 4096;
    let mut riders: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].scouts())
        .collect();
    // Who is good for nothing else first.
    riders.sort_by_key(|ix| plan.board.men[*ix].fights());
    riders.truncate(most);
    if dark * 1000 < tiles * DARK {
        watch(plan, &riders);
        return;
    }
    let edge = edge_of_the_dark(plan);
    let mut taken = Vec::new();
    for ix in riders {
        let goal = goal(plan, ix, &edge, &taken);
        taken.extend(goal);
        plan.give(ix, Job::Explore(goal.map(|tile| plan.pos(tile))));
    }
}

/// Once the map is known, those that do not fight look into what is wanted: who holds it
/// now decides what is gone for.
fn watch(plan: &mut Plan<'_>, riders: &[usize]) {
    let mut watched: Vec<Tile> = Vec::new();
    for ix in riders {
        let man = plan.board.men[*ix];
        if man.fights() {
            continue;
        }
        let field = plan.board.ways.to(man.tile, man.class.mobility);
        let cities = plan.board.cities.iter();
        let unseen = cities.filter(|city| {
            matches!(city.side, Side::Neutral | Side::Theirs) && !city.site.observed
        });
        let next = unseen
            .map(|city| city.tile)
            .filter(|tile| field[tile.ix()] < FAR && !watched.contains(tile))
            .min_by_key(|tile| (field[tile.ix()], plan.board.ways.lot(*tile)));
        let Some(city) = next else { continue };
        watched.push(city);
        let way = plan.board.ways.to(city, man.class.mobility);
        let eye = u16::try_from(man.class.vision).unwrap_or(1);
        let tile = plan.board.ways.short_of(&way, man.tile, eye);
        plan.give(*ix, Job::Explore(Some(plan.pos(tile))));
    }
}

/// Tiles never seen that lie next to some that were.
fn edge_of_the_dark(plan: &Plan<'_>) -> Vec<Tile> {
    let seen = |tile: Tile| plan.board.view.tiles[tile.ix()].terrain.is_some();
    (0..plan.board.ways.grid.tiles())
        .map(Tile)
        .filter(|tile| !seen(*tile) && plan.board.ways.grid.neighbours(*tile).any(seen))
        .collect()
}

/// Near to the rider, near to home, and not where another rides.
fn goal(plan: &mut Plan<'_>, ix: usize, edge: &[Tile], taken: &[Tile]) -> Option<Tile> {
    let man = plan.board.men[ix];
    let field = plan.board.ways.to(man.tile, man.class.mobility);
    let ways = &plan.board.ways;
    let cost = |tile: &Tile| {
        let from_home = plan
            .board
            .home(*tile)
            .map_or(0, |city| ways.apart(city.tile, *tile));
        let others = taken
            .iter()
            .filter(|other| ways.apart(**other, *tile) < APART);
        u32::from(field[tile.ix()]) + from_home * 2 + others.count() as u32 * APART
    };
    let reachable = edge.iter().filter(|tile| field[tile.ix()] < FAR);
    reachable
        .copied()
        .min_by_key(|tile| (cost(tile), ways.lot(*tile)))
}
