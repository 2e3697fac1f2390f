//! Requisitions at the beginning of step 4 (CM-700): each unit that is wanted
//! goes into the queue of the own city with the shortest one; when it is complete
//! it begins by the Posting of the city that wanted it.

use alloc::vec::Vec;

use crate::ids::{SeatId, Seq};
use crate::map::Mobility;
use crate::ruleset::ClassId;
use crate::state::State;
use crate::validate::QUEUE_MOST;
use crate::world::World;

/// What was taken out of a queue is built for nobody any more.
pub(super) fn trim(world: &mut World) {
    let State { seats, sites, .. } = &mut world.state;
    for seat in seats {
        seat.building.retain(|(builder, class), cities| {
            let place = sites.binary_search_by_key(builder, |site| site.seq);
            let queue = place.map_or(&[][..], |ix| &sites[ix].queue);
            cities.truncate(queue.iter().filter(|entry| *entry == class).count());
            !cities.is_empty()
        });
    }
}

/// Puts what is wanted into queues, requisitions by city and class. What no queue
/// has room for stays wanted.
pub(super) fn run(world: &mut World) {
    let seats: Vec<SeatId> = world.state.seat_ids().collect();
    for seat in seats {
        let position = &world.state.seats[usize::from(seat.0)];
        if position.out {
            continue;
        }
        let wanted: Vec<_> = position
            .requisitions
            .iter()
            .map(|(want, count)| (*want, *count))
            .collect();
        for ((to, class), count) in wanted {
            for _ in 0..count {
                let Some(city) = builder(world, seat, class) else {
                    break;
                };
                enter(world, seat, city, class, to);
            }
        }
    }
}

/// The own city with the shortest queue, ties by number, that has room and, for a
/// ship, lies at the sea.
fn builder(world: &World, seat: SeatId, class: ClassId) -> Option<usize> {
    let ship = world.state.rules.ruleset.class(class).mobility == Mobility::Ship;
    let sites = world.state.sites.iter().enumerate();
    let can = sites.filter(|(_, site)| {
        site.is_city()
            && site.owner == Some(seat)
            && site.queue.len() < QUEUE_MOST
            && (!ship || world.state.map.is_coastal(site.tile))
    });
    can.min_by_key(|(_, site)| (site.queue.len(), site.seq))
        .map(|(ix, _)| ix)
}

fn enter(world: &mut World, seat: SeatId, city: usize, class: ClassId, to: Seq) {
    let site = &mut world.state.sites[city];
    site.queue.push(class);
    let builder = site.seq;
    let position = &mut world.state.seats[usize::from(seat.0)];
    position
        .building
        .entry((builder, class))
        .or_default()
        .push(to);
    if let Some(count) = position.requisitions.get_mut(&(to, class)) {
        *count -= 1;
        if *count == 0 {
            position.requisitions.remove(&(to, class));
        }
    }
}

/// The city whose Posting a unit begins by that its builder has just completed:
/// the one that wanted it first, if one did.
pub(super) fn posting_city(world: &mut World, seat: SeatId, builder: Seq, class: ClassId) -> Seq {
    let building = &mut world.state.seats[usize::from(seat.0)].building;
    let Some(wanted) = building.get_mut(&(builder, class)) else {
        return builder;
    };
    let to = wanted.remove(0);
    if wanted.is_empty() {
        building.remove(&(builder, class));
    }
    // A city that was lost meanwhile wants nobody.
    let held = world
        .state
        .site(to)
        .is_some_and(|site| site.owner == Some(seat));
    if held { to } else { builder }
}
