//! What a scenario must hold besides so that people can play it. Positions to try
//! rules on need not: they may leave a seat with nothing, and nothing to win by.

use alloc::{collections::BTreeSet, format};

use super::{Check, Flaw};

/// Ways of winning at most: more than anybody can keep in mind.
const CONDITIONS_MOST: usize = 16;

impl Check<'_> {
    /// Whoever leaves the ways of winning out gets `last_standing`; whoever writes that
    /// there are none does not, and is told so (WO-500).
    pub(super) fn playable(&mut self, has_empty_victory: bool) {
        self.everybody_has_a_unit();
        let given = self.scenario.options.victory.len();
        if has_empty_victory {
            self.fault("options.victory", Flaw::NoVictory {});
        }
        if given > CONDITIONS_MOST {
            let most = CONDITIONS_MOST;
            let flaw = Flaw::TooManyConditions { given, most };
            self.fault("options.victory", flaw);
        }
    }

    /// Every seat has a unit to begin with: one without has nothing to order, and one
    /// that has no city either is out of the game before it begins (WO-510).
    fn everybody_has_a_unit(&mut self) {
        let mut units = 0..self.scenario.units.len();
        let unknown = |index| self.is_told(&format!("units[{index}].owner"));
        if units.any(unknown) || self.is_told("units") {
            return;
        }
        let owners = self.scenario.units.iter().map(|unit| unit.owner);
        let owners: BTreeSet<u8> = owners.flatten().collect();
        for seat in 0..self.scenario.seats.len().min(super::SEATS_MOST) {
            if !owners.iter().any(|owner| usize::from(*owner) == seat) {
                self.fault(format!("seats[{seat}]"), Flaw::SeatWithoutUnits {});
            }
        }
    }
}
