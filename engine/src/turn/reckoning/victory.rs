//! Step 8, the only place where a game ends (TM-1990, WO-5xx).

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use crate::event::{Outcome, Victory};
use crate::ids::SeatId;
use crate::num::DeterminismError;
use crate::scenario::{Controller, VictoryCondition};
use crate::state::Site;
use crate::world::World;

/// Takes out who is out, then asks each condition in the scenario's order.
pub(super) fn run(world: &mut World) -> Result<Option<Outcome>, DeterminismError> {
    leave(world);
    count_cities(world);
    let conditions = world.state.rules.victory.clone();
    let mut outcome = agreed_draw(world).or_else(|| everybody_left(world));
    for condition in &conditions {
        if outcome.is_none() {
            outcome = met(world, condition)?;
        }
    }
    world.state.outcome.clone_from(&outcome);
    Ok(outcome)
}

/// Concessions, and seats with no city and no unit (WO-510).
fn leave(world: &mut World) {
    for seat in world.state.seat_ids() {
        let holds = world
            .state
            .sites
            .iter()
            .any(|s| s.is_city() && s.owner == Some(seat));
        let lives = world
            .state
            .units
            .iter()
            .any(|u| u.alive && u.owner == Some(seat));
        let position = &mut world.state.seats[usize::from(seat.0)];
        position.out |= position.conceding || !(holds || lives);
    }
}

/// The sides still in, each as its seats, in the order of their first seat.
fn sides(world: &World) -> Vec<Vec<SeatId>> {
    let mut sides: Vec<Vec<SeatId>> = Vec::new();
    for seat in world.state.seat_ids() {
        let allied =
            |side: &&mut Vec<SeatId>| !world.state.hostile(side.first().copied(), Some(seat));
        match sides.iter_mut().find(allied) {
            Some(side) => side.push(seat),
            None => sides.push(alloc::vec![seat]),
        }
    }
    sides.retain(|side| {
        side.iter()
            .any(|seat| !world.state.seats[usize::from(seat.0)].out)
    });
    sides
}

fn agreed_draw(world: &World) -> Option<Outcome> {
    let living: Vec<_> = world
        .state
        .seats
        .iter()
        .filter(|seat| !seat.out && seat.controller == Controller::Human && !seat.substituted)
        .collect();
    let all = living.len() >= 2 && living.iter().all(|seat| seat.draw_offered);
    all.then_some(Outcome::Drawn)
}

/// When the last side has left there is nobody to play on.
fn everybody_left(world: &World) -> Option<Outcome> {
    sides(world).is_empty().then_some(Outcome::Drawn)
}

fn cities_of(world: &World, side: &[SeatId]) -> u32 {
    let cities = world.state.sites.iter().filter(|site| site.is_city());
    let held = cities.filter(|site| site.owner.is_some_and(|owner| side.contains(&owner)));
    held.count() as u32
}

/// Reckonings running at which a side held the cities that a condition asks for.
fn count_cities(world: &mut World) {
    let wanted = world
        .state
        .rules
        .victory
        .iter()
        .find_map(|condition| match condition {
            VictoryCondition::Cities { count, .. } => Some(*count),
            _ => None,
        });
    let Some(wanted) = wanted else { return };
    for side in sides(world) {
        let holds = cities_of(world, &side) >= wanted;
        for seat in side {
            let held = &mut world.state.seats[usize::from(seat.0)].cities_held;
            *held = if holds { *held + 1 } else { 0 };
        }
    }
}

fn met(world: &World, condition: &VictoryCondition) -> Result<Option<Outcome>, DeterminismError> {
    let sides = sides(world);
    let won = |side: &Vec<SeatId>, how| Outcome::Won {
        by: side.clone(),
        how,
    };
    Ok(match condition {
        VictoryCondition::LastStanding {} => match sides.as_slice() {
            // A scenario of one side has nobody to outlast.
            [last] if world.state.seats.len() > last.len() => {
                Some(won(last, Victory::LastStanding))
            }
            _ => None,
        },
        VictoryCondition::Cities { reckonings, .. } => most_cities(world, &sides, *reckonings),
        VictoryCondition::Hold { sites, turn } if *turn == world.state.turn => {
            let names: BTreeSet<&str> = sites.iter().map(String::as_str).collect();
            let named = |site: &&Site| names.contains(site.name.as_str());
            let named: Vec<&Site> = world.state.sites.iter().filter(named).collect();
            let holds = |side: &&Vec<SeatId>| {
                let is_theirs = |owner: SeatId| side.contains(&owner);
                named.iter().all(|site| site.owner.is_some_and(is_theirs))
            };
            sides
                .iter()
                .find(holds)
                .map(|side| won(side, Victory::Hold))
        }
        VictoryCondition::TurnLimit { turn } if *turn <= world.state.turn => {
            Some(by_score(world, &sides)?)
        }
        VictoryCondition::Hold { .. } | VictoryCondition::TurnLimit { .. } => None,
    })
}

/// A side that has held enough cities for long enough. Where several have at once,
/// the one that holds most of them; if none does, it is a draw: the order of
/// seats must not decide.
fn most_cities(world: &World, sides: &[Vec<SeatId>], reckonings: u32) -> Option<Outcome> {
    let held = |seat: &SeatId| world.state.seats[usize::from(seat.0)].cities_held;
    let enough = |side: &&Vec<SeatId>| side.iter().any(|seat| held(seat) >= reckonings);
    let there = sides.iter().filter(enough);
    let counted = there.map(|side| (cities_of(world, side), side));
    let counted: Vec<(u32, &Vec<SeatId>)> = counted.collect();
    let most = counted.iter().map(|(cities, _)| *cities).max()?;
    let mut leading = counted.iter().filter(|(cities, _)| *cities == most);
    Some(match (leading.next(), leading.next()) {
        (Some((_, side)), None) => Outcome::Won {
            by: side.to_vec(),
            how: Victory::Cities,
        },
        _ => Outcome::Drawn,
    })
}

/// The highest score; equal best scores draw (WO-500).
fn by_score(world: &World, sides: &[Vec<SeatId>]) -> Result<Outcome, DeterminismError> {
    let mut scores = Vec::new();
    for side in sides {
        scores.push(score(world, side)?);
    }
    let best = scores.iter().max().copied().unwrap_or(0);
    let mut leading = sides
        .iter()
        .zip(&scores)
        .filter(|(_, score)| **score == best);
    Ok(match (leading.next(), leading.next()) {
        (Some((side, _)), None) => Outcome::Won {
            by: side.clone(),
            how: Victory::TurnLimit,
        },
        _ => Outcome::Drawn,
    })
}

/// 10 × cities + Σ cost × strength / 100.
pub(crate) fn score(world: &World, side: &[SeatId]) -> Result<u64, DeterminismError> {
    let overflow = DeterminismError::Overflow { what: "a score" };
    let mut worth: u64 = 0;
    for unit in world.state.units.iter().filter(|unit| unit.alive) {
        if unit.owner.is_some_and(|owner| side.contains(&owner)) {
            let cost = u64::from(world.state.class(unit).cost);
            worth = worth
                .checked_add(cost * u64::from(unit.strength))
                .ok_or(overflow)?;
        }
    }
    (worth / 100)
        .checked_add(10 * u64::from(cities_of(world, side)))
        .ok_or(overflow)
}
