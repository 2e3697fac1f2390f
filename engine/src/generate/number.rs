//! Creation numbers of a made map (WO-600). They decide between equals: who of the
//! same initiative is activated first, whose city is paid first. By tile index, as
//! they would be dealt, one realm's first city is the one toward the middle and
//! another's the one behind; so they are stated instead, alike in all realms, and
//! every seat is the first of its rank as often as the next, as near as that goes.

use alloc::vec::Vec;

use crate::ids::Seq;
use crate::scenario::Scenario;

/// Numbers everything: what is nobody's first, then the cities and then the units of
/// the seats, rank by rank. A seat's lists are in the order in which its realm's were
/// drawn, so what has the same rank answers to each other.
pub(super) fn number(scenario: &mut Scenario) {
    let mut last = 0;
    let mut next = || {
        last += 1;
        Some(Seq(last))
    };
    let seats = scenario.seats.len();
    let sites: Vec<Option<u8>> = scenario.sites.iter().map(|site| site.owner).collect();
    let units: Vec<Option<u8>> = scenario.units.iter().map(|unit| unit.owner).collect();
    for (site, _) in scenario.sites.iter_mut().zip(&sites).filter(nobodys) {
        site.seq = next();
    }
    for (unit, _) in scenario.units.iter_mut().zip(&units).filter(nobodys) {
        unit.seq = next();
    }
    for place in by_rank(&sites, seats) {
        scenario.sites[place].seq = next();
    }
    for place in by_rank(&units, seats) {
        scenario.units[place].seq = next();
    }
}

fn nobodys<T>((_, owner): &(T, &Option<u8>)) -> bool {
    owner.is_none()
}

/// The places in a list of what the seats own: everybody's first, then everybody's
/// second, each time beginning with the next seat.
fn by_rank(owners: &[Option<u8>], seats: usize) -> Vec<usize> {
    let own = |seat: usize| -> Vec<usize> {
        let places = owners.iter().enumerate();
        let places = places.filter(|(_, owner)| owner.map(usize::from) == Some(seat));
        places.map(|(place, _)| place).collect()
    };
    let lists: Vec<Vec<usize>> = (0..seats).map(own).collect();
    let ranks = lists.iter().map(Vec::len).max().unwrap_or(0);
    let turn = |rank: usize| (0..seats).map(move |seat| (rank, (seat + rank) % seats));
    (0..ranks)
        .flat_map(turn)
        .filter_map(|(rank, seat)| lists[seat].get(rank).copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_first_in_turn() {
        let owners = [Some(0), None, Some(0), Some(1), Some(1), Some(1)];
        // Seat 0's first, seat 1's first; then seat 1's second before seat 0's.
        assert_eq!(by_rank(&owners, 2), [0, 3, 4, 2, 5]);
    }
}
