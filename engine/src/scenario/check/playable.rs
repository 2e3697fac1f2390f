//! What a scenario must hold besides so that people can play it. Positions to try
//! rules on need not: they may leave a seat with nothing, and nothing to win by.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    vec::Vec,
};

use super::{Check, Flaw, quoted};
use crate::command::{Action, Cargo, Condition, Target};
use crate::ids::Seq;
use crate::refusal::Refusal;
use crate::scenario::{SiteKind, VictoryCondition};

/// Ways of winning at most: more than anybody can keep in mind.
const CONDITIONS_MOST: usize = 16;

impl Check<'_> {
    /// Whoever leaves the ways of winning out gets `last_standing`; whoever writes that
    /// there are none does not, and is told so (WO-500).
    pub(super) fn playable(&mut self, has_empty_victory: bool) {
        self.everybody_has_a_unit();
        self.tasks_name_what_is_there();
        self.progress_is_for_something();
        self.conditions_can_be_met();
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

    /// Points are paid for the head of a queue.
    fn progress_is_for_something(&mut self) {
        for (index, site) in self.scenario.sites.iter().enumerate() {
            let is_known = !self.is_touched(&format!("sites[{index}].queue"));
            let is_city = site.kind == SiteKind::City;
            if is_known && is_city && site.progress > 0 && site.queue.is_empty() {
                let path = format!("sites[{index}].progress");
                self.fault(path, Flaw::ProgressWithoutQueue {});
            }
        }
    }

    /// There are as many cities as a condition wants, its sites are one each, and it is
    /// asked before the game is over.
    fn conditions_can_be_met(&mut self) {
        let scenario = self.scenario;
        let are_sites_known = !self.is_touched("sites");
        let cities = scenario.sites.iter();
        let cities = cities.filter(|s| s.kind == SiteKind::City).count();
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        for site in &scenario.sites {
            *named.entry(site.name.as_str()).or_default() += 1;
        }
        let victory = &scenario.options.victory;
        let limits = victory
            .iter()
            .zip(0..)
            .filter_map(|(way, index)| match way {
                VictoryCondition::TurnLimit { turn } => Some((*turn, index)),
                _ => None,
            });
        // Of several the earliest ends the game, and of two in one turn the first written.
        let first_limit: Option<(u32, usize)> = limits.min();
        for (index, condition) in victory.iter().enumerate() {
            let path = |field: &str| format!("options.victory[{index}].{field}");
            match condition {
                VictoryCondition::Cities { count, .. } => {
                    let given = *count;
                    // Past its limit the number is told already.
                    if are_sites_known && given as usize > cities && given <= 1000 {
                        let flaw = Flaw::TooManyCities { given, cities };
                        self.fault(path("cities.count"), flaw);
                    }
                }
                VictoryCondition::Hold { sites, turn } => {
                    let given = *turn;
                    let is_before =
                        |(limit, other): &(u32, usize)| (*limit, *other) < (given, index);
                    if let Some((limit, _)) = first_limit.filter(is_before) {
                        self.fault(path("hold.turn"), Flaw::HoldTooLate { given, limit });
                    }
                    for (entry, name) in sites.iter().enumerate() {
                        let sites = named.get(name.as_str()).copied().unwrap_or_default();
                        if are_sites_known && sites > 1 {
                            let path = format!("{}[{entry}]", path("hold.sites"));
                            let name = quoted(name);
                            self.fault(path, Flaw::NameShared { name, sites });
                        }
                    }
                }
                VictoryCondition::LastStanding {} | VictoryCondition::TurnLimit { .. } => {}
            }
        }
    }

    /// A Task names units and sites by their numbers: those of the file, or where that
    /// states none, as many as there are, from 1.
    fn tasks_name_what_is_there(&mut self) {
        if self.is_touched("units") || self.is_touched("sites") {
            return;
        }
        let scenario = self.scenario;
        let stated = |seqs: &mut dyn Iterator<Item = Option<Seq>>| -> BTreeSet<Seq> {
            seqs.flatten().collect()
        };
        let units = stated(&mut scenario.units.iter().map(|unit| unit.seq));
        let sites = stated(&mut scenario.sites.iter().map(|site| site.seq));
        let is_numbered = !(units.is_empty() && sites.is_empty());
        let most = scenario.units.len() + scenario.sites.len();
        let is_there = |numbers: &BTreeSet<Seq>, seq: Seq| {
            let counted = seq.0 > 0 && seq.0 as usize <= most;
            if is_numbered {
                numbers.contains(&seq)
            } else {
                counted
            }
        };
        for (index, unit) in scenario.units.iter().enumerate() {
            let Some(task) = &unit.task else { continue };
            let mut named: Vec<Named> = task.actions().filter_map(of_action).collect();
            for condition in task.conditions() {
                condition.leaves(&mut |leaf| match leaf {
                    Condition::UnitAt { unit, .. } | Condition::UnitLost(unit) => {
                        named.push(Named::Unit(*unit));
                    }
                    _ => {}
                });
            }
            let path = format!("units[{index}].task");
            for named in named {
                let refusal = match named {
                    Named::Unit(unit) if !is_there(&units, unit) => Refusal::UnknownUnit { unit },
                    Named::Site(site) if !is_there(&sites, site) => Refusal::UnknownSite { site },
                    _ => continue,
                };
                self.fault(path.as_str(), Flaw::Order(refusal));
            }
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

/// Whom or what an action or a condition names.
enum Named {
    Unit(Seq),
    Site(Seq),
}

fn of_action(action: &Action) -> Option<Named> {
    Some(match action {
        Action::Attack(Target::Unit(unit)) | Action::Board(unit) | Action::Follow(unit) => {
            Named::Unit(*unit)
        }
        Action::Unload(unload) => match unload.unit {
            Cargo::Unit(unit) => Named::Unit(unit),
            Cargo::All => return None,
        },
        Action::Seize(site) => Named::Site(*site),
        Action::MoveTo(_)
        | Action::Withdraw(_)
        | Action::Attack(Target::Tile(_))
        | Action::Halt(_)
        | Action::Brace
        | Action::Build(_)
        | Action::Disband => return None,
    })
}
