//! What a readable scenario must also hold. Finds everything, changes nothing, and
//! says nothing of what could not be read: that has been told.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};

use super::fault::{Faults, quoted};
use super::flaw::Flaw;
use super::limits::{self, SEQ_MOST};
use super::read::Reading;
use super::{FORMAT, Scenario, SiteKind, VictoryCondition};
use crate::ids::{Pos, Seq};
use crate::map::{Grid, SIDE, Terrain};
use crate::ruleset::Ruleset;
use crate::validate::shape::{self, NAME_MOST};

/// Characters of a scenario's own name at most.
const TITLE_MOST: usize = 80;
/// Seats of a game at most.
const SEATS_MOST: usize = 8;

mod playable;
mod sites;
mod units;

/// Looks through a scenario, in the order of its fields, and for what people need
/// besides if it is to be played by people.
pub(super) fn all(reading: Reading, by_people: bool) -> (Scenario, Faults) {
    let mut check = Check::new(
        &reading.scenario,
        &reading.told,
        &reading.silent_sites,
        reading.faults,
    );
    if reading.scenario.format != FORMAT {
        let found = quoted(&reading.scenario.format);
        let expected = FORMAT;
        check.fault("format", Flaw::Format { found, expected });
    }
    check.name("name".into(), &reading.scenario.name, TITLE_MOST);
    let ruleset = Ruleset::shipped(&reading.scenario.ruleset);
    if ruleset.is_none() {
        let found = quoted(&reading.scenario.ruleset);
        check.fault("ruleset", Flaw::UnknownRuleset { found });
    }
    check.map();
    check.seats();
    check.sites(ruleset.as_ref());
    check.units(ruleset.as_ref());
    check.numbers();
    check.options();
    if by_people {
        check.playable(reading.has_empty_victory);
    }
    let faults = check.faults;
    (reading.scenario, faults)
}

struct Check<'a> {
    scenario: &'a Scenario,
    /// What could not be read.
    told: &'a BTreeSet<String>,
    /// Sites that say nothing of an output.
    silent_sites: &'a BTreeSet<usize>,
    faults: Faults,
    /// The map's measures, where it has any.
    grid: Option<Grid>,
    /// Whether every tile is known for what it is.
    is_ground_known: bool,
    cities: BTreeSet<Pos>,
    /// Whether there may be cities besides, of which nobody can read where they are.
    has_lost_cities: bool,
    roads: BTreeSet<Pos>,
}

impl<'a> Check<'a> {
    fn new(
        scenario: &'a Scenario,
        told: &'a BTreeSet<String>,
        silent_sites: &'a BTreeSet<usize>,
        faults: Faults,
    ) -> Self {
        let mut check = Check {
            scenario,
            told,
            silent_sites,
            faults,
            grid: None,
            is_ground_known: false,
            cities: BTreeSet::new(),
            has_lost_cities: told.contains("sites"),
            roads: scenario.map.roads.iter().copied().collect(),
        };
        for (index, site) in scenario.sites.iter().enumerate() {
            let may_be = check.is_told(&format!("sites[{index}].kind"));
            if site.kind == SiteKind::City || may_be {
                check.cities.insert(site.at);
            }
            check.has_lost_cities |= check.is_told(&format!("sites[{index}].at"));
        }
        check
    }

    /// Whether a place, or what it stands in, could not be read.
    fn is_told(&self, path: &str) -> bool {
        let mut whole = path;
        loop {
            if self.told.contains(whole) {
                return true;
            }
            match whole.rfind(['.', '[']) {
                Some(end) => whole = &whole[..end],
                None => return false,
            }
        }
    }

    /// Whether a place, or something in it, could not be read.
    fn is_touched(&self, path: &str) -> bool {
        let below = |told: &String| {
            let rest = told.strip_prefix(path);
            rest.is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        let mut behind = self.told.range(String::from(path)..);
        let mut behind = behind.by_ref().take_while(|told| told.starts_with(path));
        self.is_told(path) || behind.any(below)
    }

    fn fault(&mut self, path: impl Into<String>, flaw: Flaw) {
        let path = path.into();
        if !self.is_told(&path) {
            self.faults.push(path, flaw);
        }
    }

    /// A number within the limits of its field.
    fn range(&mut self, path: String, given: u32) {
        let Some((low, high)) = limits::of(&path) else {
            return;
        };
        if !(low..=high).contains(&i64::from(given)) {
            let given = i128::from(given);
            self.fault(path, Flaw::OutOfRange { given, low, high });
        }
    }

    /// A name that must be there.
    fn name(&mut self, path: String, name: &str, most: usize) {
        let given = name.chars().count();
        if !(1..=most).contains(&given) {
            self.fault(path, Flaw::BadName { given, most });
        } else if !shape::is_plain(name) {
            self.fault(path, Flaw::HiddenInName {});
        }
    }

    /// A name that may be left out.
    fn name_if_any(&mut self, path: String, name: &str) {
        if !name.is_empty() {
            self.name(path, name, NAME_MOST);
        }
    }

    fn map(&mut self) {
        let map = &self.scenario.map;
        let mut is_sound = !self.is_touched("map");
        let mut has_sides = true;
        for (field, given) in [("width", map.width), ("height", map.height)] {
            let path = format!("map.{field}");
            let (low, high) = (*SIDE.start(), *SIDE.end());
            has_sides &= SIDE.contains(&given) && !self.is_told(&path);
            if !SIDE.contains(&given) {
                self.fault(path, Flaw::MapSize { given, low, high });
            }
        }
        let (given, height, width) = (map.terrain.len(), map.height, map.width);
        if has_sides && given != usize::from(height) {
            is_sound = false;
            self.fault("map.terrain", Flaw::MapRows { given, height });
        }
        for (y, row) in map.terrain.iter().enumerate() {
            let path = format!("map.terrain[{y}]");
            let given = row.chars().count();
            if has_sides && given != usize::from(width) {
                is_sound = false;
                self.fault(path.as_str(), Flaw::MapColumns { given, width });
            }
            let unknown = |glyph: &char| Terrain::from_glyph(*glyph).is_none();
            if let Some(glyph) = row.chars().find(unknown) {
                is_sound = false;
                let glyph = quoted(glyph.encode_utf8(&mut [0; 4]));
                self.fault(path, Flaw::UnknownTerrain { glyph });
            }
        }
        if !has_sides {
            return;
        }
        self.grid = Some(Grid {
            width,
            height,
            wrap_x: map.wrap_x,
            wrap_y: map.wrap_y,
        });
        self.is_ground_known = is_sound;
        for (index, at) in map.roads.iter().enumerate() {
            self.on_map(format!("map.roads[{index}]"), *at);
        }
    }

    /// Whether a tile is known to be on the map.
    fn on_map(&mut self, path: String, at: Pos) -> bool {
        let Some(grid) = self.grid else { return false };
        let inside = grid.contains(at);
        if !inside {
            let (width, height) = (grid.width, grid.height);
            self.fault(path, Flaw::OffMap { at, width, height });
        }
        inside
    }

    /// The ground of a tile on the map, where all of it is known.
    fn terrain(&self, at: Pos) -> Option<Terrain> {
        if !self.is_ground_known {
            return None;
        }
        let row = self.scenario.map.terrain.get(usize::from(at.y))?;
        // A glyph is one byte.
        let glyph = row.as_bytes().get(usize::from(at.x))?;
        Terrain::from_glyph(char::from(*glyph))
    }

    /// Whether a tile lies at the sea, where that is known.
    fn is_on_the_coast(&self, at: Pos) -> Option<bool> {
        let grid = self.grid.filter(|grid| grid.contains(at))?;
        self.terrain(at)?;
        let mut around = grid.neighbours(grid.tile(at));
        Some(around.any(|tile| self.terrain(grid.pos(tile)) == Some(Terrain::Sea)))
    }

    fn seats(&mut self) {
        let seats = &self.scenario.seats;
        let (given, most) = (seats.len(), SEATS_MOST);
        if !(1..=most).contains(&given) {
            self.fault("seats", Flaw::SeatCount { given, most });
        }
        for (index, seat) in seats.iter().enumerate().take(most) {
            self.range(format!("seats[{index}].treasury"), seat.treasury);
            self.name(format!("seats[{index}].name"), &seat.name, NAME_MOST);
            if let Some(team) = &seat.team {
                self.name(format!("seats[{index}].team"), team, NAME_MOST);
            }
            let mut earlier = seats[..index].iter();
            if let Some(other) = earlier.position(|other| other.name == seat.name) {
                let other = format!("seats[{other}]");
                self.fault(format!("seats[{index}].name"), Flaw::NameTwice { other });
            }
        }
    }

    fn owner(&mut self, path: String, owner: Option<u8>) {
        let seats = self.scenario.seats.len();
        // That there are no seats at all is told already.
        let unknown = owner.filter(|owner| seats > 0 && usize::from(*owner) >= seats);
        if let Some(given) = unknown.filter(|_| !self.is_told("seats")) {
            self.fault(path, Flaw::UnknownSeat { given, seats });
        }
    }

    /// An entry of a list as a fault names it: its place, and its number if it has one.
    fn entry(list: &str, index: usize, seq: Option<Seq>) -> String {
        match seq {
            Some(seq) => format!("{list}[{index}] ({seq})"),
            None => format!("{list}[{index}]"),
        }
    }

    /// Sequence numbers: for all entities or for none, each once.
    fn numbers(&mut self) {
        let sites = self.scenario.sites.iter().enumerate();
        let sites = sites.map(|(index, site)| ("sites", index, site.seq));
        let units = self.scenario.units.iter().enumerate();
        let units = units.map(|(index, unit)| ("units", index, unit.seq));
        let all: Vec<(&str, usize, Option<Seq>)> = sites.chain(units).collect();
        let is_numbered = all.iter().any(|(_, _, seq)| seq.is_some());
        let mut taken: BTreeMap<Seq, String> = BTreeMap::new();
        for (list, index, seq) in all {
            let path = format!("{list}[{index}].seq");
            let Some(seq) = seq else {
                if is_numbered {
                    self.fault(path, Flaw::SeqMissing {});
                }
                continue;
            };
            if seq.0 == 0 || seq.0 > SEQ_MOST {
                let (given, most) = (seq.0, SEQ_MOST);
                self.fault(path, Flaw::SeqRange { given, most });
            } else if let Some(other) = taken.get(&seq) {
                let other = other.clone();
                self.fault(path, Flaw::SeqTwice { seq, other });
            } else {
                taken.insert(seq, Self::entry(list, index, None));
            }
        }
    }

    fn options(&mut self) {
        let options = &self.scenario.options;
        let tier = u32::from(options.initiative_tier);
        self.range("options.initiative_tier".into(), tier);
        let sites = self.scenario.sites.iter().map(|site| site.name.as_str());
        let names: BTreeSet<&str> = sites.collect();
        let are_names_known = !self.is_touched("sites");
        let mut counted = false;
        for (index, condition) in options.victory.iter().enumerate() {
            let path = |field: &str| format!("options.victory[{index}].{field}");
            match condition {
                VictoryCondition::LastStanding {} => {}
                VictoryCondition::Cities { count, reckonings } => {
                    self.range(path("cities.count"), *count);
                    self.range(path("cities.reckonings"), *reckonings);
                    // A side has one count of the Reckonings for which it held enough.
                    if core::mem::replace(&mut counted, true) {
                        self.fault(path("cities"), Flaw::ConditionTwice {});
                    }
                }
                VictoryCondition::TurnLimit { turn } => {
                    self.range(path("turn_limit.turn"), *turn);
                }
                VictoryCondition::Hold { sites, turn } => {
                    self.range(path("hold.turn"), *turn);
                    if sites.is_empty() {
                        self.fault(path("hold.sites"), Flaw::NoSite {});
                    }
                    for (entry, name) in sites.iter().enumerate() {
                        if are_names_known && !names.contains(name.as_str()) {
                            let name = quoted(name);
                            let path = format!("{}[{entry}]", path("hold.sites"));
                            self.fault(path, Flaw::UnknownSite { name });
                        }
                    }
                }
            }
        }
    }
}
