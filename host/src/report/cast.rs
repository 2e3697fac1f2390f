//! Who is who in a turn, as far as one seat knows.

use std::collections::BTreeMap;

use fieldpost_engine::event::Event;
use fieldpost_engine::ids::{Owner, SeatId, Seq};
use fieldpost_engine::scenario::SiteKind;
use fieldpost_engine::view::SeatView;

/// A unit of the seat's own, around the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Own {
    pub(super) name: String,
    pub(super) class: String,
    /// `None` for one that was built in the turn.
    pub(super) strength_before: Option<u32>,
    /// `None` for one that is gone.
    pub(super) strength_after: Option<u32>,
    /// What of it went for want of supply.
    pub(super) hunger: u32,
}

/// A unit of somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Other {
    pub(super) class: String,
    pub(super) owner: Owner,
}

/// Everybody that a seat's report may name.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    own: BTreeMap<Seq, Own>,
    others: BTreeMap<Seq, Other>,
    sites: BTreeMap<Seq, (SiteKind, String)>,
    seats: BTreeMap<SeatId, String>,
}

impl Cast {
    /// From the seat's views on both sides of the turn, and for units that came
    /// and went within it, from what the stream says of them.
    #[must_use]
    pub fn of(before: &SeatView, after: &SeatView, stream: &[Event]) -> Self {
        let mut cast = Self::default();
        for view in [before, after] {
            for seat in &view.seats {
                cast.seats.insert(seat.seat, seat.name.clone());
            }
            for site in &view.sites {
                cast.sites.insert(site.site, (site.kind, site.name.clone()));
            }
            for other in &view.others {
                cast.add_other(other.unit, &other.class, other.owner);
            }
            for unit in &view.units {
                let own = cast.own.entry(unit.unit).or_default();
                own.name.clone_from(&unit.name);
                own.class.clone_from(&unit.class);
            }
        }
        for unit in &before.units {
            if let Some(own) = cast.own.get_mut(&unit.unit) {
                own.strength_before = Some(unit.strength);
            }
        }
        for unit in &after.units {
            if let Some(own) = cast.own.get_mut(&unit.unit) {
                own.strength_after = Some(unit.strength);
            }
        }
        for event in stream {
            if let Event::Appeared {
                unit, class, owner, ..
            } = event
            {
                cast.add_other(*unit, class, *owner);
            }
        }
        cast
    }

    /// The same with what hunger cost the seat's own units.
    #[must_use]
    pub fn with_hunger(mut self, hunger: &[(Seq, u32)]) -> Self {
        for (unit, lost) in hunger {
            if let Some(own) = self.own.get_mut(unit) {
                own.hunger = *lost;
            }
        }
        self
    }

    /// Whether a unit was the seat's when the turn began, or is now.
    #[must_use]
    pub fn is_own(&self, unit: Seq) -> bool {
        self.own.contains_key(&unit)
    }

    pub(super) fn own_units(&self) -> impl Iterator<Item = (Seq, &Own)> {
        self.own.iter().map(|(unit, own)| (*unit, own))
    }

    pub(super) fn own(&self, unit: Seq) -> Option<&Own> {
        self.own.get(&unit)
    }

    pub(super) fn other(&self, unit: Seq) -> Option<&Other> {
        self.others.get(&unit)
    }

    /// What a site is, and its name, which may be empty.
    pub(super) fn site(&self, site: Seq) -> Option<(SiteKind, &str)> {
        let (kind, name) = self.sites.get(&site)?;
        Some((*kind, name))
    }

    pub(super) fn seat(&self, seat: SeatId) -> Option<&str> {
        self.seats.get(&seat).map(String::as_str)
    }

    fn add_other(&mut self, unit: Seq, class: &str, owner: Owner) {
        let class = class.to_owned();
        self.others.insert(unit, Other { class, owner });
    }
}

#[cfg(test)]
impl Cast {
    pub(super) fn with_own(
        mut self,
        unit: u32,
        name: &str,
        class: &str,
        strength: (Option<u32>, Option<u32>),
    ) -> Self {
        let own = Own {
            name: name.to_owned(),
            class: class.to_owned(),
            strength_before: strength.0,
            strength_after: strength.1,
            hunger: 0,
        };
        self.own.insert(Seq(unit), own);
        self
    }

    pub(super) fn with_other(mut self, unit: u32, class: &str, owner: Owner) -> Self {
        self.add_other(Seq(unit), class, owner);
        self
    }

    pub(super) fn with_site(mut self, site: u32, kind: SiteKind, name: &str) -> Self {
        self.sites.insert(Seq(site), (kind, name.to_owned()));
        self
    }

    pub(super) fn with_seats(mut self, names: &[&str]) -> Self {
        for (seat, name) in (0..).zip(names) {
            self.seats.insert(SeatId(seat), (*name).to_owned());
        }
        self
    }
}
