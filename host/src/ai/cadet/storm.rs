//! Where the others go: empty cities are taken by whoever is there first, for a
//! defended one a force gathers in front of it until it is enough.

use fieldpost_engine::{
    ids::{Seq, Tile},
    map::Mobility,
    scenario::SiteKind,
};

use super::{
    Job, Plan,
    board::{City, Side},
    odds,
    ways::{FAR, Field},
};

/// Longer ways than this are not set out on, in turns.
const TOO_FAR: u32 = 25;

/// Guns go a tile a turn; from farther than this they stay where they guard a city.
const GUNS: u32 = 8;

/// What an enemy's city is taken to hold while nobody looks.
const UNSEEN: u32 = 100;

/// A force gathers so many points before the place, a step out of its reach.
const BEFORE: u16 = 4;

/// Supply reaches a little farther than this from a city or depot (WO-430).
const SUPPLIED: u16 = 5;

/// Whoever is this near to where a force comes together has come.
const CLOSE: u16 = 3;

/// Per mille of what is needed with which it goes on.
const READY: u32 = 850;

/// The same while it presses.
const PRESSING: u32 = 700;

/// Per mille of what is needed that is sent.
const FORCE: u32 = 1300;

/// A city worth going for.
struct Goal {
    site: Seq,
    tile: Tile,
    need: u32,
    /// Smaller is better.
    rank: u32,
}

/// Gives everybody who is free somewhere to go.
pub(super) fn advance(plan: &mut Plan<'_>) {
    let mut goals = goals(plan);
    goals.sort_by_key(|goal| (goal.rank, plan.board.ways.lot(goal.tile)));
    let mut rally = None;
    for goal in &goals {
        if goal.need == 0 {
            seize(plan, goal);
        } else if gather(plan, goal, goal.need * FORCE / 1000, rally.is_none()) {
            rally = rally.or(Some(goal));
        }
    }
    // Whoever is left makes the first force stronger.
    if let Some(goal) = rally {
        gather(plan, goal, u32::MAX, true);
    }
}

fn goals(plan: &mut Plan<'_>) -> Vec<Goal> {
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
        let nearest = turns_of_free(plan, city.tile).into_iter().min();
        let Some((turns, _)) = nearest else { continue };
        // Far from home nobody is supplied.
        let home = plan.board.home(city.tile);
        let from_home = home.map_or(0, |home| plan.board.ways.apart(home.tile, city.tile));
        let worth = city.site.output * 2 + plan.prize(&city);
        goals.push(Goal {
            site: city.site.site,
            tile: city.tile,
            need,
            rank: (20 + turns * 3 + from_home + need / 25).saturating_sub(worth),
        });
    }
    goals
}

/// Free fighters by turns to a tile, nearest first; among equals by lot, for numbers
/// too go by the map.
fn turns_of_free(plan: &mut Plan<'_>, tile: Tile) -> Vec<(u32, usize)> {
    let free: Vec<usize> = plan.free().collect();
    let mut by_turns = Vec::new();
    for ix in free {
        let man = plan.board.men[ix];
        if !man.fights() || super::guard::is_militia(&man) {
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
fn by_land(mobility: Mobility) -> Mobility {
    match mobility {
        Mobility::Horse => Mobility::Foot,
        other => other,
    }
}

/// The first that can be there takes it.
fn seize(plan: &mut Plan<'_>, goal: &Goal) {
    let first = turns_of_free(plan, goal.tile)
        .into_iter()
        .find(|(_, ix)| plan.board.men[*ix].class.captures());
    if let Some((_, ix)) = first {
        plan.give(ix, Job::Seize(goal.site, plan.pos(goal.tile)));
    }
}

/// Sends a force of a weight to gather before a goal. With too little at hand
/// it sends nobody, unless it may begin small.
fn gather(plan: &mut Plan<'_>, goal: &Goal, weight: u32, small: bool) -> bool {
    let by_turns = turns_of_free(plan, goal.tile);
    let at_hand: u32 = by_turns
        .iter()
        .map(|(_, ix)| plan.board.men[*ix].weight())
        .sum();
    if by_turns.is_empty() || (at_hand < weight.min(goal.need) && !small) {
        return false;
    }
    let field = plan.board.ways.to(goal.tile, Mobility::Foot);
    let lead = plan.board.men[by_turns[0].1].tile;
    let rally = match assembly(plan, &field) {
        Some(place) if !is_ready(plan, goal, &field, &by_turns, place) => place,
        _ => plan.board.ways.short_of(&field, lead, BEFORE),
    };
    let mut sent = 0;
    for (_, ix) in by_turns {
        if sent >= weight {
            break;
        }
        let man = plan.board.men[ix];
        let tile = plan.room_at(rally, man.class.mobility);
        plan.give(ix, Job::Gather(plan.pos(tile)));
        sent += man.weight().max(1);
    }
    true
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

/// Whether enough have come together to go on from there.
fn is_ready(
    plan: &Plan<'_>,
    goal: &Goal,
    field: &Field,
    by_turns: &[(u32, usize)],
    place: Tile,
) -> bool {
    let here = by_turns.iter().map(|(_, ix)| plan.board.men[*ix]);
    let here = here.filter(|man| field[man.tile.ix()] <= field[place.ix()].saturating_add(CLOSE));
    let weight: u32 = here.map(|man| man.weight()).sum();
    let ready = if plan.presses { PRESSING } else { READY };
    weight * 1000 >= goal.need * ready
}
