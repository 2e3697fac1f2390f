//! The Reckoning: nine steps, in this order, with no interleaving (TM-1930). No
//! step moves a unit, starts a fight or changes a holder (TM-1970).

use alloc::vec::Vec;

use crate::engagement::grade_of;
use crate::engagement::predict::Memo;
use crate::event::{Attention, Band, Outcome};
use crate::ids::{SeatId, Seq};
use crate::num::DeterminismError;
use crate::record::Recorder;
use crate::state::{Phase, Spent, State, Unit};
use crate::world::World;

mod completion;
mod economy;
mod ground;
mod posting;
mod requisition;
mod supply;
mod victory;

pub(crate) use supply::REACH as SUPPLY_REACH;
pub(crate) use victory::score as score_of;

/// Strength lost in one Cascade that disrupts (EN-120).
const DISRUPTING_LOSS: u32 = 20;

/// Runs all nine steps; the outcome if the game has ended. The hashes of step 9
/// are taken by the caller, and the turn's number advances behind them.
///
/// # Errors
/// Where a number leaves its range.
pub(crate) fn run(
    world: &mut World,
    rec: &mut Recorder,
    memo: &Memo,
) -> Result<Option<Outcome>, DeterminismError> {
    combat_aftermath(world);
    economy::income_and_upkeep(world)?;
    supply::run(world, rec);
    let newest = world.state.next_seq;
    completion::run(world, rec)?;
    ageing(world, newest);
    disruption_clears(world);
    ground::run(world, rec, memo)?;
    let outcome = victory::run(world)?;
    close_books(world)?;
    Ok(outcome)
}

/// Step 1: disruption, experience, grades (EN-120).
fn combat_aftermath(world: &mut World) {
    let turn = world.state.turn;
    for unit in world.state.units.iter_mut().filter(|unit| unit.alive) {
        if unit.broken || unit.losses >= DISRUPTING_LOSS {
            unit.disrupted = Some(turn);
        }
        unit.experience += unit.experience_won;
        unit.veterancy = unit.veterancy.max(grade_of(unit.experience));
    }
}

/// Step 5: one more, up to four, for all in play before step 4 (TM-1940). Who has
/// changed sides in this turn begins its full period with the next (TM-980).
fn ageing(world: &mut World, newest: u32) {
    let ages = |unit: &&mut Unit| {
        unit.alive && unit.seq.0 < newest && unit.spent != Some(Spent::ChangedSides)
    };
    for unit in world.state.units.iter_mut().filter(ages) {
        unit.age = (unit.age + 1).min(4);
    }
}

/// Step 6: flags set in an earlier turn's step 1 (TM-1000).
fn disruption_clears(world: &mut World) {
    let turn = world.state.turn;
    for unit in &mut world.state.units {
        unit.disrupted = unit.disrupted.filter(|set| *set >= turn);
    }
}

/// Before the hashes of step 9: the dead leave the lists, bands are fixed for
/// the coming Orders phase (TM-1100), substitutions take effect (TM-590).
fn close_books(world: &mut World) -> Result<(), DeterminismError> {
    world.state.units.retain(|unit| unit.alive);
    forget_the_gone(&mut world.state);
    for seat in &mut world.state.seats {
        if let Some(substituted) = seat.substitute_next.take() {
            seat.substituted = substituted;
            if !substituted {
                // A player who is back has missed nothing yet (TM-600).
                seat.missed_turns = 0;
            }
        }
        seat.conceding = false;
    }
    let initiatives = super::commit::initiatives(&world.state)?;
    for (unit, initiative) in world.state.units.iter_mut().zip(initiatives) {
        unit.band = Band::of(initiative.score);
        unit.effective_stance = unit.committed_stance;
        if unit.reflex.is_some() {
            unit.effective_stance = crate::stance::Stance::Advance;
        }
    }
    // Indexes of units have shifted with the dead gone.
    world.index = World::recompute(&world.state).into();
    let state = &world.state;
    world.routes.forget(|seq| state.unit_index(seq).is_none());
    world.refresh_contacts();
    Ok(())
}

/// Groups and consignments of units that are dead or another's are no more.
fn forget_the_gone(state: &mut State) {
    let State { units, seats, .. } = state;
    let seats = (0u8..).map(SeatId).zip(seats);
    for (seat, position) in seats {
        let own = |seq: &Seq| {
            let found = units.binary_search_by_key(seq, |unit| unit.seq);
            found.is_ok_and(|ix| units[ix].owner == Some(seat))
        };
        position.consignments.retain(|unit, _| own(unit));
        position.groups.retain(|_, units| {
            units.retain(own);
            !units.is_empty()
        });
    }
}

/// After the hashes: the next Orders phase opens, or the game is over.
pub(crate) fn open_next(world: &mut World) {
    if world.state.outcome.is_some() {
        world.state.phase = Phase::Ended;
    } else {
        world.state.phase = Phase::Orders;
        world.state.turn += 1;
    }
}

/// Units of a seat that need its attention at the end of supply: those that were
/// supplied before and are no more, for want of a way or, where one leads there, of pay.
fn tell_out_of_supply(world: &World, rec: &mut Recorder, before: &[bool], reached: &[bool]) {
    for (ix, unit) in world.state.units.iter().enumerate() {
        if unit.alive && before[ix] && !unit.supplied {
            let (unit_at, unit, owner) = (unit.tile, unit.seq, unit.owner);
            let at = world.state.map.grid.pos(unit_at);
            let item = if reached[ix] {
                Attention::Unpaid { unit, at }
            } else {
                Attention::OutOfSupply { unit, at }
            };
            rec.attend(owner, item);
        }
    }
}

/// Indexes of sites in ascending number: the order of everything that cities do.
fn cities(world: &World) -> Vec<usize> {
    let sites = world.state.sites.iter().enumerate();
    sites
        .filter(|(_, site)| site.is_city())
        .map(|(ix, _)| ix)
        .collect()
}
