//! What things on a seat's board are called, for people of that seat. It knows
//! the seat's view and nothing else.

use fieldpost_engine::{
    ids::{Owner, SeatId, Seq},
    map::Terrain,
    scenario::SiteKind,
    view::{OtherUnit, OwnUnit, SeatView, TileView},
};

use crate::texts::Texts;

/// The names of one board.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The catalogue.
    pub texts: Texts,
    /// The board.
    pub view: &'a SeatView,
}

impl Names<'_> {
    /// A unit, own or known: `2nd Meridian Foot (#402)`.
    pub fn unit(&self, unit: Seq) -> String {
        if let Some(own) = self.view.units.iter().find(|own| own.unit == unit) {
            return self.own(own);
        }
        if let Some(other) = self.view.others.iter().find(|other| other.unit == unit) {
            return self.other(other);
        }
        let number = unit.0.to_string();
        self.texts
            .say("unit-numbered")
            .with("number", number)
            .to_string()
    }

    /// An own unit with its number.
    pub fn own(&self, unit: &OwnUnit) -> String {
        self.texts
            .say("unit-named")
            .with("name", self.own_short(unit))
            .with("number", unit.unit.0.to_string())
            .to_string()
    }

    /// An own unit by its name alone.
    pub fn own_short(&self, unit: &OwnUnit) -> String {
        if unit.name.is_empty() {
            self.class(&unit.class)
        } else {
            unit.name.clone()
        }
    }

    /// Somebody else's unit: `Karsk field gun (#455)`.
    pub fn other(&self, unit: &OtherUnit) -> String {
        self.texts
            .say("unit-foreign")
            .with("owner", self.owner(unit.owner))
            .with("class", self.class(&unit.class))
            .with("number", unit.unit.0.to_string())
            .to_string()
    }

    /// A class by the catalogue's word, or by its own.
    pub fn class(&self, class: &str) -> String {
        let code = format!("class-{class}");
        if self.texts.has(&code) {
            self.texts.t(&code)
        } else {
            class.replace('_', " ")
        }
    }

    /// A seat's name, or that it is nobody's.
    pub fn owner(&self, owner: Owner) -> String {
        owner
            .and_then(|seat| self.view.seats.iter().find(|other| other.seat == seat))
            .map_or_else(|| self.texts.t("owner-neutral"), |seat| seat.name.clone())
    }

    /// A site that the seat knows: `Vell`.
    pub fn site(&self, site: Seq) -> String {
        let known = self.view.sites.iter().find(|known| known.site == site);
        match known {
            Some(known) if !known.name.is_empty() => known.name.clone(),
            _ => self
                .texts
                .say("site-numbered")
                .with("number", site.0.to_string())
                .to_string(),
        }
    }

    /// What a kind of site is called.
    pub fn site_kind(&self, kind: SiteKind) -> String {
        self.texts.t(match kind {
            SiteKind::City => "site-city",
            SiteKind::Depot => "site-depot",
            SiteKind::Fort => "site-fort",
        })
    }

    /// What is known of the ground of a tile: `ford, road`.
    pub fn ground(&self, tile: &TileView) -> String {
        let ground = self.texts.t(match tile.terrain {
            None => "terrain-unknown",
            Some(Terrain::Plain) => "terrain-plain",
            Some(Terrain::Forest) => "terrain-forest",
            Some(Terrain::Hill) => "terrain-hill",
            Some(Terrain::Marsh) => "terrain-marsh",
            Some(Terrain::Mountain) => "terrain-mountain",
            Some(Terrain::River) => "terrain-river",
            Some(Terrain::Ford) => "terrain-ford",
            Some(Terrain::Sea) => "terrain-sea",
        });
        if tile.road {
            let ground = self.texts.say("terrain-with-road").with("ground", ground);
            return ground.to_string();
        }
        ground
    }
}

/// The letter by which a seat is told from the others on the map: the first of
/// its name, or where two would share one, its number.
#[must_use]
pub fn letter(view: &SeatView, owner: Owner) -> String {
    let first = |name: &str| name.chars().next().map(|c| c.to_uppercase().to_string());
    let Some(SeatId(index)) = owner else {
        return "–".to_owned();
    };
    let Some(seat) = view.seats.get(usize::from(index)) else {
        return "?".to_owned();
    };
    let own = first(&seat.name);
    let shared = view
        .seats
        .iter()
        .filter(|other| first(&other.name) == own)
        .count();
    match own {
        Some(letter) if shared == 1 => letter,
        _ => (u32::from(index) + 1).to_string(),
    }
}
