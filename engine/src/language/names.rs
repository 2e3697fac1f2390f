//! What a seat can call by name: its units, the sites it knows, the classes, its
//! formations and groups. Finds and suggests; reads no text and knows no rule.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::token::key;
use super::words;
use crate::ids::{Pos, SeatId, Seq};
use crate::ruleset::Ruleset;
use crate::scenario::Scenario;
use crate::view::SeatView;

/// The names that an order of one seat may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub(super) units: Index<Seq>,
    pub(super) sites: Index<Seq>,
    pub(super) classes: Index<String>,
    pub(super) formations: Index<String>,
    pub(super) groups: Index<String>,
    /// Every known unit's number, named or not, the seat's own or not.
    pub(super) numbers: Vec<Seq>,
    site_names: BTreeMap<Seq, String>,
    site_at: BTreeMap<Pos, Seq>,
    tile_of: BTreeMap<Seq, Pos>,
}

/// Things by their folded names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index<T> {
    by_key: BTreeMap<String, Vec<T>>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Self {
            by_key: BTreeMap::new(),
        }
    }
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    One(T),
    /// At most four of them.
    Several(Vec<T>),
    Nothing,
}

impl<T: Clone + Ord> Index<T> {
    fn add(&mut self, name: &str, thing: T) {
        let key = key(name);
        if !key.is_empty() {
            self.by_key.entry(key).or_default().push(thing);
        }
    }

    /// Who bears exactly this name, folded.
    pub(super) fn exact(&self, key: &str) -> Found<T> {
        self.by_key.get(key).map_or(Found::Nothing, |all| of(all))
    }

    /// Who alone has a name that begins so.
    pub(super) fn prefix(&self, key: &str) -> Found<T> {
        let mut all: Vec<T> = Vec::new();
        for things in self.beginning(key).map(|(_, things)| things) {
            all.extend(things.iter().take(4).cloned());
            if all.len() > 4 {
                break;
            }
        }
        of(&all)
    }

    /// Who alone has a name in which a further word begins so, as `Lancers` does in
    /// `Vaudrey Lancers`.
    pub(super) fn within(&self, key: &str) -> Found<T> {
        let inner = format!(" {key}");
        let names = self.by_key.iter().filter(|(name, _)| name.contains(&inner));
        let mut all: Vec<T> = Vec::new();
        for (_, things) in names {
            all.extend(things.iter().take(4).cloned());
            if all.len() > 4 {
                break;
            }
        }
        of(&all)
    }

    fn beginning(&self, key: &str) -> impl Iterator<Item = (&String, &Vec<T>)> {
        self.by_key
            .range(String::from(key)..)
            .take_while(move |(name, _)| name.starts_with(key))
    }

    /// Whether a longer name begins with this one as a whole word.
    fn goes_on(&self, key: &str) -> bool {
        let longer = format!("{key} ");
        self.beginning(&longer).next().is_some()
    }

    /// All folded names, in alphabetical order.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&String, &Vec<T>)> {
        self.by_key.iter()
    }
}

fn of<T: Clone>(all: &[T]) -> Found<T> {
    match all {
        [] => Found::Nothing,
        [one] => Found::One(one.clone()),
        several => Found::Several(several.iter().take(4).cloned().collect()),
    }
}

impl Names {
    /// The names that a seat knows in a running game.
    pub fn of_view(view: &SeatView, ruleset: &Ruleset) -> Self {
        let mut names = Self::of_ruleset(ruleset);
        for unit in &view.units {
            names.add_unit(unit.unit, &unit.name);
        }
        for other in &view.others {
            names.add_unit(other.unit, "");
        }
        for site in &view.sites {
            names.add_site(site.site, &site.name, site.at);
        }
        for formation in &view.formations {
            names.add_formation(&formation.name);
        }
        for group in &view.groups {
            names.add_group(&group.name);
        }
        names
    }

    /// The names of a scenario at its setup: all of its sites, and a seat's units,
    /// or everybody's if no seat is asked for.
    pub fn of_scenario(scenario: &Scenario, seat: Option<SeatId>) -> Self {
        let ruleset = Ruleset::shipped(&scenario.ruleset);
        let mut names = ruleset.as_ref().map(Self::of_ruleset).unwrap_or_default();
        let (sites, units) = crate::setup::numbers(scenario);
        for (site, seq) in scenario.sites.iter().zip(sites) {
            names.add_site(seq, &site.name, site.at);
        }
        for (unit, seq) in scenario.units.iter().zip(units) {
            let asked = seat.is_none() || unit.owner.map(SeatId) == seat;
            names.add_unit(seq, if asked { &unit.name } else { "" });
        }
        names
    }

    /// No unit and no site: the classes of a ruleset alone.
    pub fn of_ruleset(ruleset: &Ruleset) -> Self {
        let mut names = Self::default();
        for class in &ruleset.classes {
            names.classes.add(&class.name, class.name.clone());
        }
        names
    }

    /// Adds a unit; one without a name is known by its number alone.
    pub fn add_unit(&mut self, unit: Seq, name: &str) {
        self.units.add(name, unit);
        self.numbers.push(unit);
    }

    /// Adds a site; one without a name is known by number and tile.
    pub fn add_site(&mut self, site: Seq, name: &str, at: Pos) {
        self.sites.add(name, site);
        self.site_names.insert(site, name.into());
        self.site_at.insert(at, site);
        self.tile_of.insert(site, at);
    }

    pub fn add_formation(&mut self, name: &str) {
        self.formations.add(name, name.into());
    }

    pub fn add_group(&mut self, name: &str) {
        self.groups.add(name, name.into());
    }

    pub(super) fn site_at(&self, at: Pos) -> Option<Seq> {
        self.site_at.get(&at).copied()
    }

    pub(super) fn tile_of(&self, site: Seq) -> Option<Pos> {
        self.tile_of.get(&site).copied()
    }

    /// How a site is written: by its name if nobody else bears it.
    pub(super) fn site(&self, site: Seq, out: &mut String) {
        match self.site_names.get(&site) {
            Some(name) if self.sites.exact(&key(name)) == Found::One(site) => {
                write_name(name, &self.sites, true, out);
            }
            _ => out.push_str(&format!("{site}")),
        }
    }

    /// How a class is written.
    pub(super) fn class(&self, class: &str, out: &mut String) {
        let bare = self.classes.exact(&key(class)) == Found::One(class.into());
        write_name(class, &self.classes, bare, out);
    }

    pub(super) fn formation(&self, name: &str, out: &mut String) {
        write_own(name, &self.formations, out);
    }

    pub(super) fn group(&self, name: &str, out: &mut String) {
        write_own(name, &self.groups, out);
    }
}

/// A name that its seat makes: it stands for itself unless another is meant.
fn write_own(name: &str, index: &Index<String>, out: &mut String) {
    let bare = match index.exact(&key(name)) {
        Found::One(known) => known == name,
        Found::Several(_) => false,
        Found::Nothing => true,
    };
    write_name(name, index, bare, out);
}

/// A name, in quotation marks unless it is one plain word that can mean nothing else.
fn write_name<T: Clone + Ord>(name: &str, index: &Index<T>, bare: bool, out: &mut String) {
    let first = name.chars().next();
    let plain = first.is_some_and(char::is_alphabetic)
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let folded = key(name);
    // `x2` would be read as a count.
    let plain =
        plain && !(folded.starts_with('x') && folded.ends_with(|c: char| c.is_ascii_digit()));
    if bare && plain && !words::is_reserved(&folded) && !index.goes_on(&folded) {
        out.push_str(name);
    } else {
        super::token::quote(name, out);
    }
}
