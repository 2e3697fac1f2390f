//! Treasury and production of the Reckonings to come, by the rules of steps 2 and 4
//! (WO-410, WO-440), if nothing moves, fights, is lost or is taken.

use alloc::{string::String, vec::Vec};

use super::Ground;
use crate::ids::{Pos, Seq, Tile};
use crate::map::Mobility;
use crate::order::Order;
use crate::ruleset::{ClassId, Ruleset};
use crate::scenario::SiteKind;
use crate::turn::route::STACK;
use crate::validate::QUEUE_MOST;
use crate::view::SeatView;

/// What the books come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Upkeep as it is due now, by class in the ruleset's order.
    pub upkeep: Vec<Upkeep>,
    /// One entry a Reckoning, beginning with that of the turn that is open.
    pub books: Vec<Books>,
    /// What stands or will stand in own queues, by city and place.
    pub builds: Vec<Build>,
}

/// What the units of one class cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upkeep {
    pub class: String,
    pub units: u32,
    /// How many of them cost nothing where they stand.
    pub free: u32,
    /// Points a Reckoning.
    pub due: u32,
}

/// One Reckoning's books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Books {
    pub turn: u32,
    pub opening: u32,
    pub income: u32,
    pub upkeep: u32,
    /// What goes into queues.
    pub spent: u32,
    pub closing: u32,
    /// Who goes short (WO-410), in the order in which they do.
    pub short: Vec<Short>,
}

/// A unit that would be short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// `None` for one that is yet to be built.
    pub unit: Option<Seq>,
    pub class: String,
}

/// One entry of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub city: Seq,
    /// Its place in the queue as it stands now, from 0; `None` for what a
    /// requisition will put there.
    pub place: Option<usize>,
    pub class: String,
    pub fate: Fate,
}

/// What becomes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The Reckoning of that turn completes it.
    Done { turn: u32 },
    /// Paid by the Reckoning of that turn, and no room on the city's tile.
    Waits { since: u32 },
    /// Not within the Reckonings that were asked for.
    Later,
}

/// A unit that is paid for.
struct Payee {
    unit: Option<Seq>,
    class: ClassId,
    due: u32,
}

struct City {
    seq: Seq,
    tile: Tile,
    output: u32,
    queue: Vec<Entry>,
    progress: u32,
    /// Places of a full stack that are taken.
    friends: usize,
    hostile: bool,
}

struct Entry {
    place: Option<usize>,
    class: ClassId,
}

struct Course<'a> {
    rules: &'a Ruleset,
    ground: Ground<'a>,
    treasury: u32,
    builds_at_all: bool,
    payees: Vec<Payee>,
    cities: Vec<City>,
    /// Requisitions not yet in a queue, as the engine goes through them.
    wanted: Vec<(ClassId, u16)>,
    builds: Vec<Build>,
}

/// Works out so many Reckonings.
pub fn forecast(view: &SeatView, rules: &Ruleset, reckonings: u32) -> Forecast {
    let mut course = Course::begin(view, rules);
    let upkeep = course.by_class();
    let turns = view.turn..view.turn.saturating_add(reckonings);
    let books = turns.map(|turn| course.reckon(turn)).collect();
    let mut builds = course.builds;
    for city in &course.cities {
        builds.extend(city.queue.iter().map(|entry| Build {
            city: city.seq,
            place: entry.place,
            class: rules.class(entry.class).name.clone(),
            fate: Fate::Later,
        }));
    }
    // What waits stands in its queue still, and was noted when it was paid.
    let mut seen = alloc::collections::BTreeSet::new();
    builds.retain(|build| match build.place {
        Some(place) => seen.insert((build.city, place)),
        None => build.fate != Fate::Later,
    });
    builds.sort_by_key(|build| (build.city, build.place.unwrap_or(usize::MAX)));
    Forecast {
        upkeep,
        books,
        builds,
    }
}

impl<'a> Course<'a> {
    fn begin(view: &'a SeatView, rules: &'a Ruleset) -> Self {
        let ground = Ground::of(view);
        let own_city = |at: Pos| {
            view.sites.iter().any(|site| {
                site.kind == SiteKind::City && site.owner == Some(view.seat) && site.at == at
            })
        };
        let payee = |unit: &crate::view::OwnUnit| {
            let class = rules.find(&unit.class)?;
            let free = rules.class(class).free_in_city && own_city(unit.at);
            Some(Payee {
                unit: Some(unit.unit),
                class,
                due: if free { 0 } else { rules.class(class).upkeep },
            })
        };
        let cities = view
            .sites
            .iter()
            .filter(|site| site.kind == SiteKind::City && site.owner == Some(view.seat));
        let cities = cities.filter_map(|site| {
            let queued = site.queue.iter().enumerate().filter_map(|(place, name)| {
                Some(Entry {
                    place: Some(place),
                    class: rules.find(name)?,
                })
            });
            let others = view.others.iter();
            let there = others.filter(|other| other.at == site.at && !other.stale);
            let (hostile, allied): (Vec<_>, Vec<_>) = there.partition(|other| other.hostile);
            let own = view.units.iter();
            let own = own.filter(|unit| unit.at == site.at && unit.carrier.is_none());
            Some(City {
                seq: site.site,
                tile: ground.grid.checked_tile(site.at)?,
                output: site.output,
                queue: queued.collect(),
                progress: site.progress,
                friends: own.count() + allied.len(),
                hostile: !hostile.is_empty(),
            })
        });
        let wanted = view.arrangements.iter().filter_map(|order| match order {
            Order::SetRequisition { class, count, .. } => Some((rules.find(class)?, *count)),
            _ => None,
        });
        let out = view
            .seats
            .iter()
            .any(|seat| seat.seat == view.seat && seat.out);
        Self {
            rules,
            treasury: view.treasury,
            builds_at_all: !out,
            payees: view.units.iter().filter_map(payee).collect(),
            cities: cities.collect(),
            wanted: wanted.collect(),
            builds: Vec::new(),
            ground,
        }
    }

    fn by_class(&self) -> Vec<Upkeep> {
        let mut classes: Vec<Upkeep> = Vec::new();
        let mut payees: Vec<&Payee> = self.payees.iter().collect();
        payees.sort_by_key(|payee| payee.class);
        for payee in payees {
            let class = self.rules.class(payee.class);
            if classes.last().is_none_or(|last| last.class != class.name) {
                classes.push(Upkeep {
                    class: class.name.clone(),
                    units: 0,
                    free: 0,
                    due: 0,
                });
            }
            if let Some(line) = classes.last_mut() {
                line.units += 1;
                line.free += u32::from(payee.due < class.upkeep);
                line.due += payee.due;
            }
        }
        classes
    }

    /// Steps 2 and 4 of one Reckoning.
    fn reckon(&mut self, turn: u32) -> Books {
        let opening = self.treasury;
        let income: u32 = self.cities.iter().map(|city| city.output).sum();
        let upkeep: u32 = self.payees.iter().map(|payee| payee.due).sum();
        let funds = opening.saturating_add(income);
        self.treasury = funds.saturating_sub(upkeep);
        let short = self.short(upkeep.saturating_sub(funds));
        let before = self.treasury;
        if self.builds_at_all {
            self.requisitions();
            for city in 0..self.cities.len() {
                self.produce(city, turn);
            }
        }
        Books {
            turn,
            opening,
            income,
            upkeep,
            spent: before - self.treasury,
            closing: self.treasury,
            short,
        }
    }

    /// Highest number first, until the shortfall is covered; new units have the
    /// highest ones.
    fn short(&self, mut missing: u32) -> Vec<Short> {
        let mut short = Vec::new();
        for payee in self.payees.iter().rev().filter(|payee| payee.due > 0) {
            if missing == 0 {
                break;
            }
            short.push(Short {
                unit: payee.unit,
                class: self.rules.class(payee.class).name.clone(),
            });
            missing = missing.saturating_sub(payee.due);
        }
        short
    }

    fn requisitions(&mut self) {
        let mut wanted = core::mem::take(&mut self.wanted);
        for (class, count) in &mut wanted {
            while *count > 0 {
                let Some(city) = self.builder(*class) else {
                    break;
                };
                let entry = Entry {
                    place: None,
                    class: *class,
                };
                self.cities[city].queue.push(entry);
                *count -= 1;
            }
        }
        self.wanted = wanted;
    }

    fn builder(&self, class: ClassId) -> Option<usize> {
        let ship = self.rules.class(class).mobility == Mobility::Ship;
        let cities = self.cities.iter().enumerate();
        let can = cities.filter(|(_, city)| {
            city.queue.len() < QUEUE_MOST && (!ship || self.ground.is_coastal(city.tile))
        });
        can.min_by_key(|(_, city)| (city.queue.len(), city.seq))
            .map(|(ix, _)| ix)
    }

    fn produce(&mut self, city: usize, turn: u32) {
        let rules = self.rules;
        let city = &mut self.cities[city];
        let mut budget = city.output.min(self.treasury);
        while let Some(head) = city.queue.first() {
            let class = rules.class(head.class);
            let paid = budget.min(class.cost.saturating_sub(city.progress));
            city.progress += paid;
            budget -= paid;
            self.treasury -= paid;
            if city.progress < class.cost {
                return;
            }
            let room = city.friends < STACK && !city.hostile;
            let build = |fate| Build {
                city: city.seq,
                place: head.place,
                class: class.name.clone(),
                fate,
            };
            if !room {
                // Once is enough, however long it waits.
                let waits = self.builds.iter().any(|known| {
                    matches!(known.fate, Fate::Waits { .. })
                        && (known.city, known.place) == (city.seq, head.place)
                });
                if !waits {
                    self.builds.push(build(Fate::Waits { since: turn }));
                }
                return;
            }
            self.builds.push(build(Fate::Done { turn }));
            let head = city.queue.remove(0);
            city.progress -= class.cost;
            city.friends += 1;
            // It stands in its own city, where some cost nothing.
            self.payees.push(Payee {
                unit: None,
                class: head.class,
                due: if class.free_in_city { 0 } else { class.upkeep },
            });
        }
    }
}
