//! What a scenario must hold besides so that people can play it. Positions to try
//! rules on need not: they may leave a seat with nothing.

use alloc::{format, vec::Vec};

use super::{Scenario, ScenarioFault};

/// Every seat has a unit to begin with: one without has nothing to order, and one that
/// has no city either is out of the game before it begins (WO-510).
pub(crate) fn faults(scenario: &Scenario) -> Vec<ScenarioFault> {
    let has_unit = |seat: usize| {
        let owners = scenario.units.iter().map(|unit| unit.owner);
        owners.flatten().any(|owner| usize::from(owner) == seat)
    };
    let without = (0..scenario.seats.len()).filter(|seat| !has_unit(*seat));
    let fault = |seat| ScenarioFault {
        path: format!("seats[{seat}]"),
        code: "seat-without-units",
        reason: "it begins without a unit; give it one, or leave the seat out".into(),
    };
    without.map(fault).collect()
}
