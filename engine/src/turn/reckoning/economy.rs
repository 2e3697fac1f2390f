//! Step 2: output in, upkeep out, shortages marked (WO-410).

use super::cities;
use crate::ids::SeatId;
use crate::num::DeterminismError;
use crate::world::World;

/// Runs the step. A unit that is short is out of supply this turn: it is marked
/// by `supplied`, which step 3 then leaves off.
pub(super) fn income_and_upkeep(world: &mut World) -> Result<(), DeterminismError> {
    for unit in &mut world.state.units {
        unit.supplied = true;
    }
    let seats: alloc::vec::Vec<SeatId> = world.state.seat_ids().collect();
    for seat in seats {
        balance(world, seat)?;
    }
    Ok(())
}

fn balance(world: &mut World, seat: SeatId) -> Result<(), DeterminismError> {
    let overflow = DeterminismError::Overflow { what: "a treasury" };
    let index = usize::from(seat.0);
    let output = |ix: usize| &world.state.sites[ix];
    let income: u32 = cities(world)
        .into_iter()
        .map(output)
        .filter(|site| site.owner == Some(seat))
        .map(|site| site.output)
        .sum();
    let position = &mut world.state.seats[index];
    let refund = core::mem::take(&mut position.refund);
    let funds = position
        .treasury
        .checked_add(income)
        .and_then(|sum| sum.checked_add(refund))
        .ok_or(overflow)?;
    let dues: alloc::vec::Vec<(usize, u32)> = (0..world.state.units.len())
        .map(|ix| (ix, upkeep(world, seat, ix)))
        .collect();
    let due: u32 = dues.iter().map(|(_, due)| due).sum();
    world.state.seats[index].treasury = funds.saturating_sub(due);
    // Highest number first, until the shortfall is covered.
    let mut short = due.saturating_sub(funds);
    for (ix, due) in dues.into_iter().rev() {
        if short == 0 {
            break;
        }
        if due > 0 {
            world.state.units[ix].supplied = false;
            short = short.saturating_sub(due);
        }
    }
    Ok(())
}

/// What a seat pays for a unit: nothing for others' and for the dead.
fn upkeep(world: &World, seat: SeatId, ix: usize) -> u32 {
    let unit = world.unit(ix);
    if !unit.alive || unit.owner != Some(seat) {
        return 0;
    }
    let class = world.state.class(unit);
    let at_home = world
        .site_at(unit.tile)
        .is_some_and(|site| site.is_city() && site.owner == unit.owner);
    if class.free_in_city && at_home {
        0
    } else {
        class.upkeep
    }
}
