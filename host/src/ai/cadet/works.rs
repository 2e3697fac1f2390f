//! What pioneers do: a depot where the army stands beyond the reach of supply.

use fieldpost_engine::{command::Work, ids::Tile, map::Mobility, scenario::SiteKind};

use super::{Job, Plan};

/// Supply reaches so many points from a city or depot (WO-430).
const SUPPLIED: u16 = 6;

/// Pioneers do not go nearer to known enemies than this.
const SAFE: u32 = 3;

/// Sends pioneers to where a depot is wanted, and lets them build it.
pub(super) fn build(plan: &mut Plan<'_>) {
    let builders: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].class.builds)
        .collect();
    for ix in builders {
        if let Some(site) = wanted(plan, ix) {
            let man = plan.board.men[ix];
            let at = plan.pos(site);
            let job = if man.tile == site {
                Job::Build(Work::Depot)
            } else {
                Job::Hold(at)
            };
            plan.give(ix, job);
        }
    }
}

/// The tile nearest to the pioneers on which a depot would help those that
/// gather somewhere without supply.
fn wanted(plan: &mut Plan<'_>, ix: usize) -> Option<Tile> {
    let mut hungry: Vec<Tile> = plan
        .jobs
        .iter()
        .zip(&plan.board.men)
        .filter_map(|(job, man)| match job {
            Some(Job::Gather(at)) if man.class.mobility != Mobility::Ship => {
                Some(plan.board.ways.tile(*at))
            }
            Some(Job::Attack(_)) if !man.unit.supplied => Some(man.tile),
            _ => None,
        })
        .collect();
    hungry.sort_unstable();
    hungry.dedup();
    let man = plan.board.men[ix];
    let mut best: Option<(u32, u64, Tile)> = None;
    for tile in hungry {
        let field = plan.board.ways.to(tile, Mobility::Foot);
        let sources =
            plan.board.view.sites.iter().filter(|site| {
                site.kind != SiteKind::Fort && site.owner == Some(plan.board.view.seat)
            });
        let near = sources
            .map(|site| field[plan.board.ways.tile(site.at).ix()])
            .min();
        // One that is there, or being built by others, is enough.
        if near.is_some_and(|points| points <= SUPPLIED) {
            continue;
        }
        // On the way there, as soon as it helps.
        let place = plan.board.ways.short_of(&field, man.tile, SUPPLIED - 2);
        let taken = plan
            .board
            .view
            .sites
            .iter()
            .any(|site| plan.board.ways.tile(site.at) == place);
        let apart = plan.board.ways.apart(man.tile, place);
        if taken || plan.board.foes_near(place, SAFE) > 0 {
            continue;
        }
        let this = (apart, plan.board.ways.lot(place), place);
        if best.is_none_or(|best| this < best) {
            best = Some(this);
        }
    }
    best.map(|(_, _, place)| place)
}
