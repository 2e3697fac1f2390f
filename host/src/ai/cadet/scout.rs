//! Who looks around: a few horse while there is much that nobody has seen, and
//! in a game's first turns some of the foot, for cities near by.

use super::{Job, Plan, board::Side};

/// Explores while at least so many per mille of the map were never seen.
const DARK: usize = 80;

/// Sends explorers out.
pub(super) fn explore(plan: &mut Plan<'_>) {
    let tiles = plan.board.view.tiles.len();
    let unseen = plan.board.view.tiles.iter();
    let dark = unseen.filter(|tile| tile.terrain.is_none()).count();
    if dark * 1000 < tiles * DARK {
        return;
    }
    // A huge map takes more eyes.
    let most = 2 + tiles / 4096;
    let riders: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].scouts())
        .take(most)
        .collect();
    let mut sent = riders.len();
    for ix in riders {
        plan.give(ix, Job::Explore);
    }
    let wanted = plan.board.cities.iter();
    if wanted
        .filter(|city| city.side == Side::Neutral || city.side == Side::Theirs)
        .count()
        > 0
    {
        return;
    }
    // Nothing to go for yet: half of the army finds something.
    let foot: Vec<usize> = plan
        .free()
        .filter(|ix| plan.board.men[*ix].fights() && !plan.board.men[*ix].is_gun())
        .collect();
    for ix in foot.iter().take(foot.len() / 2) {
        plan.give(*ix, Job::Explore);
        sent += 1;
        if sent >= most + 4 {
            break;
        }
    }
}
