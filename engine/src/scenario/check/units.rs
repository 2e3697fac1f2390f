//! The checks of a scenario's units: what they are, where they stand, what they are
//! told.

use alloc::{collections::BTreeMap, format};

use super::{Check, Flaw, quoted, sites::names};
use crate::command::{Action, Posture, Station};
use crate::ids::Pos;
use crate::map::Mobility;
use crate::refusal::Refusal;
use crate::ruleset::{Class, Ruleset};
use crate::scenario::ScenarioUnit;
use crate::stance::Stance;
use crate::validate::shape;

/// Units of one side on one tile (WO-140).
const STACK: usize = 3;

/// Who stands on a tile: the first that came, and how many of its side.
struct Stack {
    first: usize,
    units: usize,
}

impl Check<'_> {
    pub(super) fn units(&mut self, ruleset: Option<&Ruleset>) {
        let mut stacks: BTreeMap<Pos, Stack> = BTreeMap::new();
        for (index, unit) in self.scenario.units.iter().enumerate() {
            let path = |field: &str| format!("units[{index}].{field}");
            self.name_if_any(path("name"), &unit.name);
            self.owner(path("owner"), unit.owner);
            self.range(path("age"), u32::from(unit.age));
            self.range(path("veterancy"), u32::from(unit.veterancy));
            self.range(path("strength"), unit.strength);
            self.range(path("entrenchment"), u32::from(unit.entrenchment));
            let class = match ruleset.map(|rules| rules.find(&unit.class).ok_or(rules)) {
                Some(Ok(id)) => ruleset.map(|rules| rules.class(id)),
                Some(Err(rules)) => {
                    let (class, known) = (quoted(&unit.class), names(rules));
                    self.fault(path("class"), Flaw::UnknownClass { class, known });
                    None
                }
                None => None,
            };
            if let Some(class) = class {
                self.unit_stance(index, unit, class);
            }
            self.unit_orders(index, unit);
            let is_placed = !self.is_told(&path("at"));
            if is_placed && self.on_map(path("at"), unit.at) {
                if let Some(class) = class {
                    self.unit_ground(&path("at"), unit.at, class);
                }
                // Of one whose owner nobody can read nobody knows the side either.
                if !self.is_told(&path("owner")) {
                    self.stack(&mut stacks, index, unit);
                }
            }
        }
    }

    /// One side on a tile, and no more than three.
    fn stack(&mut self, stacks: &mut BTreeMap<Pos, Stack>, index: usize, unit: &ScenarioUnit) {
        let first = Stack {
            first: index,
            units: 0,
        };
        let stack = stacks.entry(unit.at).or_insert(first);
        let other = &self.scenario.units[stack.first];
        let at = unit.at;
        let flaw = if self.hostile(other.owner, unit.owner) {
            let other = Self::entry("units", stack.first, other.seq);
            Flaw::UnitsOverlap { at, other }
        } else {
            stack.units += 1;
            if stack.units <= STACK {
                return;
            }
            Flaw::StackTooHigh { at, most: STACK }
        };
        self.fault(format!("units[{index}].at"), flaw);
    }

    fn hostile(&self, a: Option<u8>, b: Option<u8>) -> bool {
        if a == b {
            return false;
        }
        let team = |owner: Option<u8>| {
            let index = owner?;
            let is_known = !self.is_told(&format!("seats[{index}].team"));
            let seat = self.scenario.seats.get(usize::from(index))?;
            is_known.then_some(seat.team.as_deref())
        };
        match (a, b, team(a), team(b)) {
            (None, ..) | (_, None, ..) => true,
            (_, _, Some(a), Some(b)) => a.is_none() || a != b,
            // One of the two is of no side that can be told.
            _ => false,
        }
    }

    /// Whether the class can stand there at all (roads and cities count).
    fn unit_ground(&mut self, path: &str, at: Pos, class: &Class) {
        let Some(terrain) = self.terrain(at) else {
            return;
        };
        let is_city = self.cities.contains(&at);
        let is_built = if class.mobility == Mobility::Ship {
            is_city && self.is_on_the_coast(at) == Some(true)
        } else {
            is_city || self.roads.contains(&at)
        };
        if terrain.cost(class.mobility).is_none() && !is_built && !self.has_lost_cities {
            let class = class.name.clone();
            self.fault(path, Flaw::Ground { class, at, terrain });
        }
    }

    fn unit_stance(&mut self, index: usize, unit: &ScenarioUnit, class: &Class) {
        let path = |field: &str| format!("units[{index}].{field}");
        let of_task = unit.task.as_ref().and_then(|task| task.stance);
        for (field, stance) in [("stance", unit.stance), ("task.stance", of_task)] {
            if let Some(stance) = stance.filter(|stance| !class.allows(*stance)) {
                let class = class.name.clone();
                let refusal = Refusal::StanceNotAllowed { class, stance };
                self.fault(path(field), Flaw::Order(refusal));
            }
        }
        let is_neutral = unit.owner.is_none() && !self.is_told(&path("owner"));
        if is_neutral && !class.allows(Stance::Hold) {
            let class = class.name.clone();
            self.fault(path("class"), Flaw::NeutralWithoutHold { class });
        }
    }

    fn unit_orders(&mut self, index: usize, unit: &ScenarioUnit) {
        let path = |field: &str| format!("units[{index}].{field}");
        let grid = self.grid;
        if let Some(Err(refusal)) = grid.map(|grid| shape::posture(&unit.posture, grid)) {
            self.fault(path("posture"), Flaw::Order(refusal));
        }
        if let Posture::Garrison(Station::Here) | Posture::Picket(Station::Here) = unit.posture {
            self.fault(path("posture"), Flaw::Order(Refusal::NotHere));
        }
        if let Posture::Attach(attach) = &unit.posture {
            let name = quoted(&attach.formation);
            self.fault(path("posture"), Flaw::NoFormationYet { name });
        }
        let Some(task) = &unit.task else { return };
        if let Some(Err(refusal)) = grid.map(|grid| shape::task(task, grid)) {
            self.fault(path("task"), Flaw::Order(refusal));
        }
        let is_marching = unit.stance.or(task.stance) == Some(Stance::March);
        let mut actions = task.actions();
        if is_marching && actions.any(|action| matches!(action, Action::Attack(_))) {
            self.fault(path("task"), Flaw::MarchWithAttack {});
        }
    }
}
