//! Formations: who is in one, whom it takes, where its reference point is, who is in command
//! (CM-950, TM-1010).

use crate::command::Posture;
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::state::{Formation, State, Unit};

/// A seat's formation by name.
pub(crate) fn find<'a>(state: &'a State, owner: Owner, name: &str) -> Option<&'a Formation> {
    state.seat(owner?)?.formations.get(name)
}

/// Its commander, if it has one that is alive and still the seat's.
pub(crate) fn commander<'a>(state: &'a State, owner: Owner, name: &str) -> Option<&'a Unit> {
    let commander = state.unit(find(state, owner, name)?.commander?)?;
    (commander.alive && commander.owner == owner).then_some(commander)
}

/// The units attached to a formation, ascending in number.
pub(crate) fn members<'a>(
    state: &'a State,
    seat: SeatId,
    name: &'a str,
) -> impl Iterator<Item = &'a Unit> {
    state.units.iter().filter(move |unit| {
        unit.alive
            && unit.owner == Some(seat)
            && matches!(&unit.posture, Posture::Attach(attach) if attach.formation == name)
    })
}

/// Members of a formation at most (CM-950).
pub(crate) const MEMBERS_MOST: usize = 32;

/// Whether a seat's formation is there and takes a unit, or has it already. Whoever
/// joins one, by whatever door, asks here (CM-950).
pub(crate) fn takes(state: &State, owner: Owner, name: &str, unit: Seq) -> bool {
    let Some(seat) = owner.filter(|_| find(state, owner, name).is_some()) else {
        return false;
    };
    let others = members(state, seat, name).filter(|member| member.seq != unit);
    others.count() < MEMBERS_MOST
}

/// A Posture as a unit can have it that was given it in advance: without a formation
/// that is gone or full there is none (CM-310, CM-700).
pub(crate) fn adoptable(
    state: &State,
    owner: Owner,
    posture: &Posture,
    unit: Seq,
) -> Option<Posture> {
    let can = match posture {
        Posture::Attach(attach) => takes(state, owner, &attach.formation, unit),
        _ => true,
    };
    can.then(|| posture.clone())
}

/// The formation a unit belongs to: the one it commands, else the one that its
/// Posture attaches it to.
pub(crate) fn of<'a>(state: &'a State, unit: &Unit) -> Option<(&'a str, &'a Formation)> {
    let formations = &state.seat(unit.owner?)?.formations;
    let commanded = formations
        .iter()
        .find(|(_, f)| f.commander == Some(unit.seq));
    let (name, formation) = commanded.or_else(|| match &unit.posture {
        Posture::Attach(attach) => formations.get_key_value(&attach.formation),
        _ => None,
    })?;
    Some((name, formation))
}

/// The Command Reference Point: the commander's tile, or without one that of the
/// member with the lowest number (CM-950).
pub(crate) fn reference_point(state: &State, owner: Owner, name: &str) -> Option<Tile> {
    match commander(state, owner, name) {
        Some(commander) => Some(commander.tile),
        None => members(state, owner?, name).next().map(|unit| unit.tile),
    }
}

/// TM-1010; a commander counts as attached to its own formation.
pub(crate) fn in_command(state: &State, unit: &Unit) -> bool {
    let Some((name, formation)) = of(state, unit) else {
        return false;
    };
    reference_point(state, unit.owner, name)
        .is_some_and(|point| state.map.grid.distance(point, unit.tile) <= formation.pace.radius())
}
