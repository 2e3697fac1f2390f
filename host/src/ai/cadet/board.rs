//! What a seat knows, put in the order in which `Cadet` thinks: its units, those
//! it must reckon with, the cities it has and those it wants.

use std::collections::BTreeMap;

use fieldpost_engine::{
    ids::{Owner, Pos, Seq, Tile},
    map::Mobility,
    ruleset::{Class, ClassId, Ruleset},
    scenario::SiteKind,
    view::{KnownSite, OtherUnit, OwnUnit, SeatView},
};

use super::ways::Ways;

/// For how many turns a unit that went out of sight is reckoned with.
const REMEMBERED: u32 = 4;

/// The same of one whose place is in a city.
const GARRISONED: u32 = 20;

/// A unit of the seat's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man<'a> {
    pub(super) unit: &'a OwnUnit,
    pub(super) id: ClassId,
    pub(super) class: &'a Class,
    pub(super) tile: Tile,
}

/// A hostile unit that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe<'a> {
    pub(super) other: &'a OtherUnit,
    pub(super) id: ClassId,
    pub(super) tile: Tile,
}

/// Whose a city is, as last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Ours,
    Allied,
    Neutral,
    Theirs,
}

/// A known city.
#[derive(Clone, Copy, Debug)]
pub(super) struct City<'a> {
    pub(super) site: &'a KnownSite,
    pub(super) tile: Tile,
    pub(super) side: Side,
}

/// All of it.
#[derive(Debug)]
pub(super) struct Board<'a> {
    pub(super) view: &'a SeatView,
    pub(super) ruleset: &'a Ruleset,
    pub(super) ways: Ways,
    pub(super) men: Vec<Man<'a>>,
    pub(super) foes: Vec<Foe<'a>>,
    pub(super) cities: Vec<City<'a>>,
    by_tile: BTreeMap<Tile, Vec<usize>>,
}

impl Man<'_> {
    pub(super) fn seq(&self) -> Seq {
        self.unit.unit
    }

    pub(super) fn aboard(&self) -> bool {
        self.unit.carrier.is_some()
    }

    /// Whether it goes to war: it deals something and is no ship.
    pub(super) fn fights(&self) -> bool {
        let class = self.class;
        class.fire + class.shock > 4 && !class.builds && class.mobility != Mobility::Ship
    }

    pub(super) fn is_gun(&self) -> bool {
        self.class.range > 1 && self.class.mobility != Mobility::Ship
    }

    /// Whether it looks around rather than fights.
    pub(super) fn scouts(&self) -> bool {
        self.class.is_horse() && self.class.vision >= 3
    }

    /// What it brings against a held place: a fresh line is worth 100.
    pub(super) fn weight(&self) -> u32 {
        let class = self.class;
        let base = match (class.is_horse(), self.is_gun()) {
            // Horse does badly against who stands and waits.
            (true, _) => class.cost * 5,
            (_, true) => 80,
            _ => class.cost * 10,
        };
        // Militia and pioneers are no storm troops.
        let base = if class.drill < 6 && !self.is_gun() {
            base.min(50)
        } else {
            base.min(160)
        };
        base * self.unit.strength / 100
    }
}

impl<'a> Board<'a> {
    pub(super) fn new(view: &'a SeatView, ruleset: &'a Ruleset, seed: u64) -> Self {
        let ways = Ways::new(view, seed);
        let class = |name: &str| ruleset.find(name).map(|id| (id, ruleset.class(id)));
        let man = |unit: &'a OwnUnit| {
            let (id, class) = class(&unit.class)?;
            let tile = ways.tile(unit.at);
            Some(Man {
                unit,
                id,
                class,
                tile,
            })
        };
        let men: Vec<_> = view.units.iter().filter_map(man).collect();
        let cities = view.sites.iter().filter(|site| site.kind == SiteKind::City);
        let held: Vec<Pos> = cities.map(|site| site.at).collect();
        // Who is Neutral never moves, so it is where it was; and who holds a city
        // mostly stays in it.
        let reckoned = |other: &&OtherUnit| {
            let stays = class(&other.class).is_some_and(|(_, class)| class.free_in_city)
                && held.contains(&other.at);
            let age = view.turn.saturating_sub(other.seen_turn);
            other.hostile
                && (other.owner.is_none() || age <= if stays { GARRISONED } else { REMEMBERED })
        };
        let foe = |other: &'a OtherUnit| {
            let (id, _) = class(&other.class)?;
            let tile = ways.tile(other.at);
            Some(Foe { other, id, tile })
        };
        let foes: Vec<_> = view
            .others
            .iter()
            .filter(reckoned)
            .filter_map(foe)
            .collect();
        let cities = view.sites.iter().filter(|site| site.kind == SiteKind::City);
        let cities = cities
            .map(|site| City {
                site,
                tile: ways.tile(site.at),
                side: side(view, site.owner),
            })
            .collect();
        let mut by_tile: BTreeMap<Tile, Vec<usize>> = BTreeMap::new();
        for (ix, foe) in foes.iter().enumerate() {
            by_tile.entry(foe.tile).or_default().push(ix);
        }
        Self {
            view,
            ruleset,
            ways,
            men,
            foes,
            cities,
            by_tile,
        }
    }

    /// Known enemies on a tile.
    pub(super) fn foes_at(&self, tile: Tile) -> impl Iterator<Item = &Foe<'a>> {
        let there = self.by_tile.get(&tile).into_iter().flatten();
        there.map(|ix| &self.foes[*ix])
    }

    /// Tiles on which enemies are known, in order.
    pub(super) fn held_tiles(&self) -> impl Iterator<Item = Tile> {
        self.by_tile.keys().copied()
    }

    /// Enemies that come and go, within so many tiles: no Neutral, and none of
    /// those that live in cities.
    pub(super) fn movers_within(&self, tile: Tile, radius: u32) -> usize {
        let near = |foe: &&Foe<'_>| {
            foe.other.owner.is_some()
                && !self.ruleset.class(foe.id).free_in_city
                && self.ways.apart(tile, foe.tile) <= radius
        };
        self.foes.iter().filter(near).count()
    }

    /// Enemies of any kind within so many tiles.
    pub(super) fn foes_near(&self, tile: Tile, radius: u32) -> usize {
        let near = |foe: &&Foe<'_>| self.ways.apart(tile, foe.tile) <= radius;
        self.foes.iter().filter(near).count()
    }

    pub(super) fn own_cities(&self) -> impl Iterator<Item = &City<'a>> {
        self.cities.iter().filter(|city| city.side == Side::Ours)
    }

    /// The own city that is nearest to a tile.
    pub(super) fn home(&self, tile: Tile) -> Option<&City<'a>> {
        self.own_cities()
            .min_by_key(|city| (self.ways.apart(tile, city.tile), self.ways.lot(city.tile)))
    }
}

fn side(view: &SeatView, owner: Owner) -> Side {
    let Some(owner) = owner else {
        return Side::Neutral;
    };
    if owner == view.seat {
        return Side::Ours;
    }
    let team = |seat| {
        let seat = view.seats.iter().find(|summary| summary.seat == seat);
        seat.and_then(|seat| seat.team.as_deref())
    };
    match (team(view.seat), team(owner)) {
        (Some(ours), Some(theirs)) if ours == theirs => Side::Allied,
        _ => Side::Theirs,
    }
}
