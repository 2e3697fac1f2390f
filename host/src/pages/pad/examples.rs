//! Lines to begin with, for what has no form: each is a real order about the
//! player's own things, so that only names and numbers are left to change.

use fieldpost_engine::{
    command::{Engage, Pace, Posture, Retire, Sanction, Station},
    ids::Seq,
    language::{Names as Language, print},
    order::Order,
    ruleset::Ruleset,
    scenario::SiteKind,
    view::{KnownSite, OwnUnit, SeatView},
};

use crate::texts::Texts;

/// A line to begin with.
#[derive(Debug)]
pub struct Example {
    /// What the address asks for it by.
    pub kind: &'static str,
    /// What it is for.
    pub label: String,
    /// The line.
    pub line: String,
}

/// What a seat could begin a line with. `unit` and `site` are what is selected,
/// and then what the lines are about.
#[must_use]
pub(super) fn examples(
    texts: Texts,
    view: &SeatView,
    ruleset: &Ruleset,
    names: &Language,
    unit: Option<Seq>,
    site: Option<Seq>,
) -> Vec<Example> {
    let board = Board {
        view,
        ruleset,
        unit,
        site,
    };
    let orders = [
        ("formation", "pad-new-formation", board.formation()),
        ("members", "pad-new-members", board.members()),
        ("group", "pad-new-group", board.group()),
        ("doctrine", "pad-new-doctrine", board.doctrine()),
        ("posting", "pad-new-posting", board.posting()),
        ("consignment", "pad-new-consignment", board.consignment()),
        ("requisition", "pad-new-requisition", board.requisition()),
        ("draw", "pad-new-draw", Some(Order::OfferDraw {})),
    ];
    let example = |(kind, label, order): (_, &str, Option<Order>)| {
        let line = print(&order?, names);
        let label = texts.t(label);
        Some(Example { kind, label, line })
    };
    orders.into_iter().filter_map(example).collect()
}

struct Board<'a> {
    view: &'a SeatView,
    ruleset: &'a Ruleset,
    unit: Option<Seq>,
    site: Option<Seq>,
}

impl Board<'_> {
    /// The selected unit first, then the others.
    fn units(&self) -> impl Iterator<Item = &OwnUnit> {
        let units = &self.view.units;
        let is_selected = |unit: &&OwnUnit| Some(unit.unit) == self.unit;
        let first = units.iter().filter(is_selected);
        first.chain(units.iter().filter(move |unit| !is_selected(unit)))
    }

    fn own_cities(&self) -> impl Iterator<Item = &KnownSite> {
        let sites = self.view.sites.iter();
        let own =
            sites.filter(|site| site.kind == SiteKind::City && site.owner == Some(self.view.seat));
        let mut own: Vec<&KnownSite> = own.collect();
        own.sort_by_key(|site| (Some(site.site) != self.site, site.site));
        own.into_iter()
    }

    /// What a formation is called that does not exist yet.
    fn formation(&self) -> Option<Order> {
        let commands = |unit: Seq| {
            let mut formations = self.view.formations.iter();
            formations.any(|formation| formation.commander == Some(unit))
        };
        let mut free = self.units().filter(|unit| !commands(unit.unit));
        let commander = free.next()?.unit;
        let name = self.unused(|name| self.view.formations.iter().any(|f| f.name == name))?;
        Some(Order::CreateFormation {
            name,
            commander,
            members: free.take(2).map(|unit| unit.unit).collect(),
            pace: Pace::Line,
        })
    }

    fn members(&self) -> Option<Order> {
        let formation = self.view.formations.first()?;
        let joins = self.units().find(|unit| {
            !formation.members.contains(&unit.unit) && formation.commander != Some(unit.unit)
        });
        Some(Order::EditFormation {
            name: formation.name.clone(),
            add: joins.map(|unit| unit.unit).into_iter().collect(),
            remove: formation.members.first().copied().into_iter().collect(),
            commander: None,
            pace: Some(Pace::Column),
        })
    }

    fn group(&self) -> Option<Order> {
        let units: Vec<Seq> = self.units().take(2).map(|unit| unit.unit).collect();
        let name = self.unused(|name| self.view.groups.iter().any(|g| g.name == name))?;
        (!units.is_empty()).then_some(Order::SetGroup { name, units })
    }

    fn doctrine(&self) -> Option<Order> {
        Some(Order::SetDoctrine {
            class: self.units().next()?.class.clone(),
            posture: Posture::Garrison(Station::Here),
            sanctions: vec![
                Sanction::Engage(Engage::Winning(600)),
                Sanction::Retire(Retire::Below(40)),
            ],
        })
    }

    fn posting(&self) -> Option<Order> {
        let city = self.own_cities().next()?;
        Some(Order::SetPosting {
            city: city.site,
            posture: Some(Posture::Garrison(Station::Tile(city.at))),
            task: None,
            formation: None,
        })
    }

    /// A loop for a transport between two places; where there is but one, the
    /// player has to name the other.
    fn consignment(&self) -> Option<Order> {
        let carries = |class: &str| {
            let class = self.ruleset.find(class);
            class.is_some_and(|class| self.ruleset.class(class).carries > 0)
        };
        let unit = self.units().find(|unit| carries(&unit.class))?.unit;
        let from = self.own_cities().next()?.site;
        let to = self.view.sites.iter().find(|site| site.site != from)?.site;
        let (from, to) = (Some(from), Some(to));
        Some(Order::SetConsignment { unit, from, to })
    }

    fn requisition(&self) -> Option<Order> {
        Some(Order::SetRequisition {
            class: self.units().next()?.class.clone(),
            count: 2,
            to: self.own_cities().next()?.site,
        })
    }

    /// A name that nothing bears yet.
    fn unused(&self, is_used: impl Fn(&str) -> bool) -> Option<String> {
        let names = ["Left", "Right", "Centre", "Van", "Rear", "Reserves"];
        let free = names.into_iter().find(|name| !is_used(name))?;
        Some(free.to_owned())
    }
}
