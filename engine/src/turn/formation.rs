//! Formations: who is in one, where its reference point is, who is in command
//! (CM-950, TM-1010).

use crate::command::Posture;
use crate::ids::{Owner, SeatId, Tile};
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
