//! What a Posting gives to a unit that has just been completed (CM-700).

use crate::command::{Attach, Posture, Station};
use crate::ids::{SeatId, Seq};
use crate::state::{State, TaskState, Unit};
use crate::turn::formation;
use crate::validate::may_have;

/// Posture, Task and formation of a city's Posting, as far as the unit can have
/// them: a Posting is given long before it is known who will come under it. A
/// formation that is full or gone is not joined, and a Task that could not be
/// ordered now is not set; the unit then goes by what is left.
pub(super) fn give(state: &State, seat: SeatId, city: Seq, unit: &mut Unit) {
    let Some(site) = state.site(city).filter(|site| site.owner == Some(seat)) else {
        return;
    };
    let position = &state.seats[usize::from(seat.0)];
    let at = state.map.grid.pos(site.tile);
    let Some(posting) = position.postings.get(&city) else {
        if site.tile != unit.tile {
            // Wanted there, and nothing more is said: there it goes.
            unit.posture = Posture::Garrison(Station::Tile(at));
        }
        return;
    };
    let joins = |name: &str| formation::takes(state, Some(seat), name, unit.seq);
    let posture = posting.posture.as_ref();
    if let Some(posture) =
        posture.and_then(|posture| formation::adoptable(state, Some(seat), posture, unit.seq))
    {
        unit.posture = posture;
    }
    if let Some(formation) = posting.formation.clone().filter(|name| joins(name)) {
        unit.posture = Posture::Attach(Attach { formation });
    }
    // `Here` is where the Posting is, which need not be where the unit was built.
    crate::turn::commit::settle_here(&mut unit.posture, at);
    let class = state.class(unit);
    let task = posting.task.clone().map(|mut task| {
        // A Stance that its class may not take is left off, as a derived one is.
        task.stance = task.stance.filter(|stance| class.allows(*stance));
        task
    });
    unit.task = task
        .filter(|task| may_have(state, seat, unit, task))
        .map(|task| TaskState::new(task, state.turn));
}
