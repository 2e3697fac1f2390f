//! The checks of a scenario's units: what they are, where they stand, what they are
//! told.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::Check;
use crate::command::{Action, Posture, Station};
use crate::ids::Pos;
use crate::map::{Grid, Terrain};
use crate::ruleset::{Class, Ruleset};
use crate::scenario::{ScenarioUnit, SiteKind};
use crate::stance::Stance;
use crate::validate::shape;

/// Units of one side on one tile (WO-140).
const STACK: usize = 3;

impl Check<'_> {
    pub(super) fn units(&mut self, ruleset: &Ruleset, grid: Grid) {
        let mut stacks: BTreeMap<Pos, Vec<(usize, Option<u8>)>> = BTreeMap::new();
        for (index, unit) in self.scenario.units.iter().enumerate() {
            let path = |field: &str| format!("units[{index}].{field}");
            self.name_if_any(path("name"), &unit.name);
            self.owner(path("owner"), unit.owner);
            self.range(path("age"), u32::from(unit.age), 0, 4);
            self.range(path("veterancy"), u32::from(unit.veterancy), 0, 3);
            self.range(path("strength"), unit.strength, 1, 100);
            self.range(path("entrenchment"), u32::from(unit.entrenchment), 0, 3);
            let Some(id) = ruleset.find(&unit.class) else {
                let reason = format!("no class `{}`", unit.class);
                self.fault(path("class"), "unknown-class", reason);
                continue;
            };
            let class = ruleset.class(id);
            self.unit_orders(index, unit, class, grid);
            if self.on_map(path("at"), grid, unit.at) {
                self.unit_ground(path("at"), unit.at, class, grid);
                stacks.entry(unit.at).or_default().push((index, unit.owner));
                let stack = &stacks[&unit.at];
                let foe = stack
                    .iter()
                    .find(|(_, owner)| self.hostile(*owner, unit.owner));
                if let Some((other, _)) = foe {
                    let reason = format!(
                        "units[{other}] of another side stands on {} too: move one of them",
                        unit.at
                    );
                    self.fault(path("at"), "units-overlap", reason);
                } else if stack.len() > STACK {
                    let reason = format!("{} holds more than {STACK} units: move some", unit.at);
                    self.fault(path("at"), "stack-too-high", reason);
                }
            }
        }
    }

    fn hostile(&self, a: Option<u8>, b: Option<u8>) -> bool {
        let team = |owner: Option<u8>| {
            owner
                .and_then(|index| self.scenario.seats.get(usize::from(index)))
                .and_then(|seat| seat.team.as_ref())
        };
        a != b && !(team(a).is_some() && team(a) == team(b))
    }

    /// Whether the class can stand there at all (roads and cities count).
    fn unit_ground(&mut self, path: String, at: Pos, class: &Class, grid: Grid) {
        let ship = class.mobility == crate::map::Mobility::Ship;
        let city = self
            .scenario
            .sites
            .iter()
            .any(|site| site.kind == SiteKind::City && site.at == at);
        let port = city
            && grid
                .neighbours(grid.tile(at))
                .any(|t| self.terrain(grid.pos(t)) == Terrain::Sea);
        let built = city || self.scenario.map.roads.contains(&at);
        let stands = self.terrain(at).cost(class.mobility).is_some();
        if !(stands || if ship { port } else { built }) {
            self.fault(
                path,
                "ground",
                format!("{} cannot stand on {at}", class.name),
            );
        }
    }

    fn unit_orders(&mut self, index: usize, unit: &ScenarioUnit, class: &Class, grid: Grid) {
        let path = |field: &str| format!("units[{index}].{field}");
        let stances = unit
            .stance
            .iter()
            .chain(unit.task.iter().filter_map(|t| t.stance.as_ref()));
        for stance in stances {
            if !class.allows(*stance) {
                let reason = format!("{} may not take {stance:?}", class.name);
                self.fault(path("stance"), "stance-not-allowed", reason);
            }
        }
        if unit.owner.is_none() && !class.allows(Stance::Hold) {
            let reason = format!("{} cannot be neutral: it may not take Hold", class.name);
            self.fault(path("class"), "neutral-without-hold", reason);
        }
        if let Err(refusal) = shape::posture(&unit.posture, grid) {
            self.fault(path("posture"), refusal.code(), describe(&refusal));
        }
        if let Posture::Garrison(Station::Here) | Posture::Picket(Station::Here) = unit.posture {
            self.fault(
                path("posture"),
                "not-here",
                "a unit's own posture names its tile",
            );
        }
        if let Posture::Attach(attach) = &unit.posture {
            let reason = format!("there is no formation `{}` at setup", attach.formation);
            self.fault(path("posture"), "unknown-formation", reason);
        }
        let Some(task) = &unit.task else { return };
        if let Err(refusal) = shape::task(task, grid) {
            self.fault(path("task"), refusal.code(), describe(&refusal));
        }
        let marching = unit.stance.or(task.stance) == Some(Stance::March);
        if marching
            && task
                .actions()
                .any(|action| matches!(action, Action::Attack(_)))
        {
            self.fault(
                path("task"),
                "march-with-attack",
                "no unit attacks in March",
            );
        }
    }
}

fn describe(refusal: &crate::refusal::Refusal) -> String {
    let values: Vec<String> = refusal
        .values()
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    format!("{} ({})", refusal.code(), values.join(", "))
}
