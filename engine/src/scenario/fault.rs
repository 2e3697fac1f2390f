//! Faults of a scenario: what is wrong, where, and the list of them, which has an end.
//! Words for people come from the host's catalogue, by code.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::Scenario;
use super::flaw::Flaw;
use crate::ids::Seq;
pub(super) use crate::json::quoted;

/// Faults that are listed at most; of the others the list says how many they are.
pub const FAULTS_MOST: usize = 100;

/// One thing wrong with a scenario, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioFault {
    /// As in `units[3].at`; empty for the file as a whole.
    pub path: String,
    /// The number of the unit or site that it concerns, where the file states one.
    pub number: Option<Seq>,
    pub flaw: Flaw,
}

impl ScenarioFault {
    /// The code by which catalogues and clients know it.
    pub fn code(&self) -> &'static str {
        self.flaw.code()
    }

    /// How many faults there are, of which a list may name only the first.
    pub fn count(list: &[Self]) -> usize {
        match list.split_last() {
            Some((last, listed)) => match last.flaw {
                Flaw::More { count } => listed.len() + count,
                _ => list.len(),
            },
            None => 0,
        }
    }
}

/// For logs and tests; people read the catalogue's words.
impl fmt::Display for ScenarioFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(self.code())?;
        for (name, value) in self.flaw.values() {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ScenarioFault {}

/// Faults as they are found: the first hundred in full, of the rest the number.
#[derive(Debug, Default)]
pub(super) struct Faults {
    list: Vec<ScenarioFault>,
    more: usize,
}

impl Faults {
    pub(super) fn of(path: &str, flaw: Flaw) -> Self {
        let mut faults = Self::default();
        faults.push(path.into(), flaw);
        faults
    }

    pub(super) fn push(&mut self, path: String, flaw: Flaw) {
        if self.list.len() < FAULTS_MOST {
            self.list.push(ScenarioFault {
                path,
                number: None,
                flaw,
            });
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The list from top to bottom of the file, with the numbers that it states.
    pub(super) fn list(mut self, scenario: Option<&Scenario>) -> Vec<ScenarioFault> {
        for fault in &mut self.list {
            fault.number = scenario.and_then(|scenario| number(scenario, &fault.path));
        }
        self.list.sort_by(|a, b| rank(&a.path).cmp(&rank(&b.path)));
        if self.more > 0 {
            self.list.push(ScenarioFault {
                path: String::new(),
                number: None,
                flaw: Flaw::More { count: self.more },
            });
        }
        self.list
    }
}

/// The number that a scenario states for what stands at a path.
fn number(scenario: &Scenario, path: &str) -> Option<Seq> {
    let (list, index) = entry(path)?;
    match list {
        "units" => scenario.units.get(index)?.seq,
        "sites" => scenario.sites.get(index)?.seq,
        _ => None,
    }
}

/// The list and the place in it that a path begins with.
fn entry(path: &str) -> Option<(&str, usize)> {
    let (list, rest) = path.split_once('[')?;
    let (index, _) = rest.split_once(']')?;
    Some((list, index.parse().ok()?))
}

/// Where a path stands in a file that is written as scenarios are: its part, the list
/// within that, the place in the list.
fn rank(path: &str) -> (usize, &str, usize) {
    const PARTS: [&str; 8] = [
        "format", "name", "ruleset", "map", "seats", "sites", "units", "options",
    ];
    let part = path.split(['.', '[']).next().unwrap_or_default();
    let place = PARTS.iter().position(|known| *known == part);
    let (list, index) = entry(path).unwrap_or_default();
    (place.map_or(0, |place| place + 1), list, index)
}
