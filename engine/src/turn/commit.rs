//! From the Orders phase to a frozen order: committed Stances, Initiative, the
//! roster and its hash (TM-1130).

use alloc::vec::Vec;

use super::{Slot, consignment, formation};
use crate::command::{Posture, Station};
use crate::ids::{Seq, owner_index};
use crate::initiative::{Initiative, Inputs};
use crate::log::Hash;
use crate::num::DeterminismError;
use crate::stance::Stance;
use crate::state::{State, Unit};

/// What a unit's Stance will be committed as (TM-710).
pub(crate) fn committed_stance(state: &State, unit: &Unit) -> Stance {
    match (unit.owner, unit.stance_override) {
        // Neutral is in Hold, and those who are out hold (WO-510, WO-520).
        (None, _) => allowed(state, unit, Stance::Hold),
        (Some(seat), _) if state.seats[usize::from(seat.0)].out => {
            allowed(state, unit, Stance::Hold)
        }
        (_, Some(stance)) => stance,
        _ => derived_stance(state, unit),
    }
}

/// The Stance without the player's override (TM-710, rows 2 to 5).
pub(crate) fn derived_stance(state: &State, unit: &Unit) -> Stance {
    if let Some(task) = &unit.task {
        if let Some(stance) = task.task.stance {
            // A Posting's Task may ask for what the class cannot take.
            return allowed(state, unit, stance);
        }
        if task.task.can_move() {
            return Stance::Advance;
        }
    }
    if consignment::ends(state, unit).is_some() {
        // In the place of its Posture, and of what that derives.
        return Stance::Advance;
    }
    let there = |station: &Station| match station {
        Station::Tile(at) => state.map.grid.tile(*at) == unit.tile,
        Station::Here => true,
    };
    let stance = match &unit.posture {
        Posture::Garrison(station) if there(station) => Stance::Entrench,
        Posture::Picket(station) if there(station) => Stance::Hold,
        Posture::Explore(_) => Stance::March,
        Posture::Attach(attach) => commanders_stance(state, unit, &attach.formation),
        _ => Stance::Advance,
    };
    allowed(state, unit, stance)
}

/// A commander derives Advance from its own formation, so this ends.
fn commanders_stance(state: &State, unit: &Unit, name: &str) -> Stance {
    match formation::commander(state, unit.owner, name) {
        Some(commander) if commander.seq != unit.seq => committed_stance(state, commander),
        _ => Stance::Advance,
    }
}

fn allowed(state: &State, unit: &Unit, stance: Stance) -> Stance {
    if state.class(unit).allows(stance) {
        stance
    } else {
        Stance::Advance
    }
}

/// TM-1130 steps 1 and 2, and an end to all that lasts one Cascade.
pub(crate) fn freeze_stances(state: &mut State) {
    for ix in 0..state.units.len() {
        let stance = committed_stance(state, &state.units[ix]);
        let unit = &mut state.units[ix];
        unit.committed_stance = stance;
        unit.effective_stance = stance;
        unit.opening = None;
        unit.reaction_capacity = stance.reaction_capacity(unit.entrenchment);
        unit.reactions_spent = 0;
        unit.spent = None;
        unit.activated = false;
        unit.moved = false;
        unit.fought = false;
        unit.broken = false;
        unit.losses = 0;
        unit.experience_won = 0;
        if let Some(crate::state::ReflexKind::Withdraw) = unit.reflex.map(|reflex| reflex.kind) {
            unit.effective_stance = Stance::Advance;
        }
    }
}

/// What a unit's Initiative is made of, from the Stance it is committed to.
fn inputs(state: &State, unit: &Unit, stance: Stance) -> Inputs {
    Inputs {
        base: state.class(unit).base,
        stance,
        age: unit.age,
        veterancy: unit.veterancy,
        disrupted: unit.disrupted.is_some(),
        in_command: formation::in_command(state, unit),
        supplied: unit.supplied,
    }
}

/// Initiative with the Stances as they are committed now.
///
/// # Errors
/// Outside of the range of TM-910.
pub(crate) fn initiatives(state: &State) -> Result<Vec<Initiative>, DeterminismError> {
    let of = |unit: &Unit| {
        Initiative::of(
            &inputs(state, unit, unit.committed_stance),
            state.rules.tier,
        )
    };
    state.units.iter().map(of).collect()
}

/// The Initiative a unit will carry if the phase closes as things stand (TM-370).
///
/// # Errors
/// Outside of the range of TM-910.
pub(crate) fn coming_initiative(
    state: &State,
    unit: &Unit,
) -> Result<Initiative, DeterminismError> {
    let stance = committed_stance(state, unit);
    Initiative::of(&inputs(state, unit, stance), state.rules.tier)
}

/// The frozen roster: descending Initiative, then ascending number (TM-1140, TM-1150).
///
/// # Errors
/// Where an Initiative is outside of its range.
pub(crate) fn roster(state: &State) -> Result<Vec<Slot>, DeterminismError> {
    let mut roster = Vec::with_capacity(state.units.len());
    for (ix, unit) in state
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.in_play())
    {
        let inputs = inputs(state, unit, unit.committed_stance);
        let initiative = Initiative::of(&inputs, state.rules.tier)?;
        roster.push(Slot {
            seq: unit.seq,
            owner: unit.owner,
            initiative,
            ix: ix as u32,
        });
    }
    roster.sort_unstable_by_key(|slot| (core::cmp::Reverse(slot.initiative.score), slot.seq));
    Ok(roster)
}

/// The frozen score of every unit by index: the roster's slots have theirs, and who is
/// aboard has one too, for it may be landed and react or be fought (TM-890, TM-1620).
///
/// # Errors
/// Where an Initiative is outside of its range.
pub(crate) fn frozen_scores(state: &State, order: &[Slot]) -> Result<Vec<i32>, DeterminismError> {
    let mut scores = alloc::vec![0; state.units.len()];
    for slot in order {
        scores[slot.ix as usize] = slot.initiative.score;
    }
    let units = state.units.iter().zip(&mut scores);
    for (unit, score) in units.filter(|(unit, _)| unit.carrier.is_some()) {
        let inputs = inputs(state, unit, unit.committed_stance);
        *score = Initiative::of(&inputs, state.rules.tier)?.score;
    }
    Ok(scores)
}

/// The activation-order hash (TM-2370).
pub(crate) fn activation_hash(order: &[Slot]) -> Hash {
    let mut bytes = b"fieldpost/activation/1\n".to_vec();
    bytes.extend_from_slice(&(order.len() as u32).to_le_bytes());
    for slot in order {
        bytes.extend_from_slice(&slot.seq.0.to_le_bytes());
        bytes.extend_from_slice(&slot.initiative.score.to_le_bytes());
        bytes.push(owner_index(slot.owner));
    }
    Hash(*blake3::hash(&bytes).as_bytes())
}

/// The longest reach of any unit that may still react (TM-2530).
pub(crate) fn longest_reach(state: &State) -> u32 {
    let armed = state.units.iter().filter(|unit| unit.reaction_capacity > 0);
    armed.map(|unit| state.class(unit).reach).max().unwrap_or(0)
}

/// What a unit that comes in new or is captured begins with (CM-700): its
/// seat's doctrine for the class, else Reserve and the default sanctions. A formation
/// that is gone or full is not joined.
pub(crate) fn doctrine(
    state: &State,
    owner: crate::ids::Owner,
    class: crate::ruleset::ClassId,
    unit: Seq,
) -> (Posture, crate::command::Sanctions) {
    let seat = owner.and_then(|seat| state.seat(seat));
    match seat.and_then(|seat| seat.doctrines.get(&class)) {
        Some(doctrine) => {
            let posture = formation::adoptable(state, owner, &doctrine.posture, unit);
            (posture.unwrap_or(Posture::Reserve), doctrine.sanctions)
        }
        None => (Posture::Reserve, crate::command::Sanctions::default()),
    }
}

/// `Here`, in a doctrine or Posting, is where the unit comes in or
/// changes sides.
pub(crate) fn settle_here(posture: &mut Posture, at: crate::ids::Pos) {
    if let Posture::Garrison(station @ Station::Here) | Posture::Picket(station @ Station::Here) =
        posture
    {
        *station = Station::Tile(at);
    }
}
