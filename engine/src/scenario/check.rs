//! What a readable scenario must also hold. Finds everything, changes nothing.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};

use super::{FORMAT, Scenario, ScenarioFault, SiteKind, VictoryCondition};
use crate::ids::{Pos, Seq};
use crate::map::{Grid, SIDE, Terrain};
use crate::ruleset::Ruleset;
use crate::validate::shape::{self, NAME_MOST};

/// The most that a seat begins with, and that stands in a queue: far more than
/// any game needs, and far from where sums would overflow.
const WEALTH: u32 = 1_000_000;
/// Characters of a scenario's own name at most.
const TITLE_MOST: usize = 80;

mod playable;
mod units;

pub(super) use playable::faults as playable;

/// Every fault of a scenario, in the order of its fields.
pub(super) fn faults(scenario: &Scenario) -> Vec<ScenarioFault> {
    let mut check = Check {
        scenario,
        faults: Vec::new(),
    };
    if scenario.format != FORMAT {
        check.fault(
            "format",
            "format",
            format!("`{}` is not {FORMAT}", scenario.format),
        );
    }
    check.name("name".into(), &scenario.name, TITLE_MOST);
    let Some(ruleset) = Ruleset::shipped(&scenario.ruleset) else {
        check.fault(
            "ruleset",
            "unknown-ruleset",
            format!("no ruleset `{}`", scenario.ruleset),
        );
        return check.faults;
    };
    let Some(grid) = check.map() else {
        return check.faults;
    };
    check.seats();
    check.sites(&ruleset, grid);
    check.units(&ruleset, grid);
    check.numbers();
    check.options();
    check.faults
}

struct Check<'a> {
    scenario: &'a Scenario,
    faults: Vec<ScenarioFault>,
}

impl Check<'_> {
    fn fault(&mut self, path: impl Into<String>, code: &'static str, reason: impl Into<String>) {
        self.faults.push(ScenarioFault {
            path: path.into(),
            code,
            reason: reason.into(),
        });
    }

    fn range(&mut self, path: String, given: u32, low: u32, high: u32) {
        if !(low..=high).contains(&given) {
            self.fault(
                path,
                "out-of-range",
                format!("{given} is not within {low} to {high}"),
            );
        }
    }

    /// A name that must be there.
    fn name(&mut self, path: String, name: &str, most: usize) {
        if !(1..=most).contains(&name.chars().count()) {
            let reason = format!("a name has 1 to {most} characters");
            self.fault(path, "bad-name", reason);
        } else if !shape::is_plain(name) {
            let reason = "hidden characters, or a blank at either end; leave them out";
            self.fault(path, "hidden-in-name", reason);
        }
    }

    /// A name that may be left out.
    fn name_if_any(&mut self, path: String, name: &str) {
        if !name.is_empty() {
            self.name(path, name, NAME_MOST);
        }
    }

    /// The grid, if the map is a map at all.
    fn map(&mut self) -> Option<Grid> {
        let map = &self.scenario.map;
        let before = self.faults.len();
        for (field, side) in [("width", map.width), ("height", map.height)] {
            if !SIDE.contains(&side) {
                let reason = format!("{side} is not within {} to {}", SIDE.start(), SIDE.end());
                self.fault(format!("map.{field}"), "map-size", reason);
            }
        }
        if map.terrain.len() != usize::from(map.height) {
            let reason = format!("{} rows for a height of {}", map.terrain.len(), map.height);
            self.fault("map.terrain", "map-rows", reason);
        }
        for (y, row) in map.terrain.iter().enumerate() {
            let width = row.chars().count();
            if width != usize::from(map.width) {
                let reason = format!("{width} tiles for a width of {}", map.width);
                self.fault(format!("map.terrain[{y}]"), "map-columns", reason);
            }
            if let Some(glyph) = row
                .chars()
                .find(|glyph| Terrain::from_glyph(*glyph).is_none())
            {
                let reason = format!("`{glyph}` is no terrain; use one of .fhm^r=~");
                self.fault(format!("map.terrain[{y}]"), "unknown-terrain", reason);
            }
        }
        let (width, height) = (map.width, map.height);
        let grid = Grid {
            width,
            height,
            wrap_x: map.wrap_x,
            wrap_y: map.wrap_y,
        };
        for (index, at) in map.roads.iter().enumerate() {
            self.on_map(format!("map.roads[{index}]"), grid, *at);
        }
        (self.faults.len() == before).then_some(grid)
    }

    fn on_map(&mut self, path: String, grid: Grid, at: Pos) -> bool {
        let inside = grid.contains(at);
        if !inside {
            let reason = format!("{at} is off a map of {}×{}", grid.width, grid.height);
            self.fault(path, "off-map", reason);
        }
        inside
    }

    fn terrain(&self, at: Pos) -> Terrain {
        let row = self.scenario.map.terrain.get(usize::from(at.y));
        row.and_then(|row| row.chars().nth(usize::from(at.x)))
            .and_then(Terrain::from_glyph)
            .unwrap_or(Terrain::Plain)
    }

    fn seats(&mut self) {
        let seats = &self.scenario.seats;
        if !(1..=8).contains(&seats.len()) {
            let reason = format!("{} seats; 1 to 8 are possible", seats.len());
            self.fault("seats", "seat-count", reason);
        }
        for (index, seat) in seats.iter().enumerate().take(8) {
            self.range(format!("seats[{index}].treasury"), seat.treasury, 0, WEALTH);
            self.name(format!("seats[{index}].name"), &seat.name, NAME_MOST);
            if let Some(team) = &seat.team {
                self.name(format!("seats[{index}].team"), team, NAME_MOST);
            }
            if seats[..index]
                .iter()
                .any(|earlier| earlier.name == seat.name)
            {
                let reason = format!("`{}` is taken by an earlier seat", seat.name);
                self.fault(format!("seats[{index}].name"), "name-twice", reason);
            }
        }
    }

    fn owner(&mut self, path: String, owner: Option<u8>) {
        let seats = self.scenario.seats.len();
        if let Some(owner) = owner.filter(|owner| usize::from(*owner) >= seats) {
            self.fault(path, "unknown-seat", format!("there is no seat {owner}"));
        }
    }

    fn sites(&mut self, ruleset: &Ruleset, grid: Grid) {
        let mut taken = BTreeSet::new();
        for (index, site) in self.scenario.sites.iter().enumerate() {
            let path = |field: &str| format!("sites[{index}].{field}");
            self.name_if_any(path("name"), &site.name);
            self.owner(path("owner"), site.owner);
            if self.on_map(path("at"), grid, site.at) {
                if matches!(self.terrain(site.at), Terrain::River | Terrain::Sea) {
                    self.fault(path("at"), "site-on-water", format!("{} is water", site.at));
                }
                if !taken.insert(site.at) {
                    let reason = format!("{} already holds a site", site.at);
                    self.fault(path("at"), "sites-overlap", reason);
                }
            }
            if site.kind == SiteKind::City {
                self.range(path("progress"), site.progress, 0, WEALTH);
                self.range(path("output"), site.output, 2, 6);
            } else if site.output != 0 || !site.queue.is_empty() || site.progress != 0 {
                let reason = "only a city has output, queue and progress";
                self.fault(path("kind"), "not-a-city", reason);
            }
            if site.queue.len() > crate::validate::QUEUE_MOST {
                let reason = format!("{} entries; at most 12", site.queue.len());
                self.fault(path("queue"), "queue-too-long", reason);
            }
            for (entry, class) in site.queue.iter().enumerate() {
                let ship = ruleset
                    .find(class)
                    .is_some_and(|id| ruleset.class(id).mobility == crate::map::Mobility::Ship);
                if ship && grid.contains(site.at) && !self.on_the_coast(site.at, grid) {
                    let reason = format!("no sea next to it: it cannot build {class}");
                    self.fault(format!("{}[{entry}]", path("queue")), "not-a-port", reason);
                }
                if ruleset.find(class).is_none() {
                    let reason = format!("no class `{class}`");
                    self.fault(
                        format!("{}[{entry}]", path("queue")),
                        "unknown-class",
                        reason,
                    );
                }
            }
        }
    }

    fn on_the_coast(&self, at: Pos, grid: Grid) -> bool {
        grid.neighbours(grid.tile(at))
            .any(|tile| self.terrain(grid.pos(tile)) == Terrain::Sea)
    }

    /// Sequence numbers: for all entities or for none, each once.
    fn numbers(&mut self) {
        let sites = self
            .scenario
            .sites
            .iter()
            .enumerate()
            .map(|(i, s)| ("sites", i, s.seq));
        let units = self
            .scenario
            .units
            .iter()
            .enumerate()
            .map(|(i, u)| ("units", i, u.seq));
        let all: Vec<(&str, usize, Option<Seq>)> = sites.chain(units).collect();
        let given = all.iter().filter(|(_, _, seq)| seq.is_some()).count();
        let mut taken = BTreeSet::new();
        for (list, index, seq) in all {
            let path = format!("{list}[{index}].seq");
            match seq {
                None if given > 0 => self.fault(path, "seq-missing", "number all, or none"),
                Some(seq) if seq.0 == 0 || seq.0 > 1_000_000_000 => {
                    self.fault(path, "seq-range", "a number is within 1 to 1000000000");
                }
                Some(seq) if !taken.insert(seq) => {
                    self.fault(path, "seq-twice", format!("{seq} is taken"));
                }
                _ => {}
            }
        }
    }

    fn options(&mut self) {
        let options = &self.scenario.options;
        let mut counted = false;
        self.range(
            "options.initiative_tier".into(),
            u32::from(options.initiative_tier),
            1,
            3,
        );
        for (index, condition) in options.victory.iter().enumerate() {
            let path = |field: &str| format!("options.victory[{index}].{field}");
            match condition {
                VictoryCondition::LastStanding {} => {}
                VictoryCondition::Cities { count, reckonings } => {
                    self.range(path("cities.count"), *count, 1, 1000);
                    self.range(path("cities.reckonings"), *reckonings, 1, 100);
                    // A side has one count of the Reckonings for which it held enough.
                    if core::mem::replace(&mut counted, true) {
                        let reason = "there is such a condition already; keep one of them";
                        self.fault(path("cities"), "cities-twice", reason);
                    }
                }
                VictoryCondition::TurnLimit { turn } => {
                    self.range(path("turn_limit.turn"), *turn, 1, 100_000);
                }
                VictoryCondition::Hold { sites, turn } => {
                    self.range(path("hold.turn"), *turn, 1, 100_000);
                    if sites.is_empty() {
                        self.fault(path("hold.sites"), "no-site", "name at least one site");
                    }
                    for name in sites {
                        if !self.scenario.sites.iter().any(|site| site.name == *name) {
                            let reason = format!("no site is named `{name}`");
                            self.fault(path("hold.sites"), "unknown-site", reason);
                        }
                    }
                }
            }
        }
    }
}
