//! The board as a seat must suppose it to be: its own part of the state, what it
//! knows of the rest, and nothing else. Built from a [`SeatView`] alone, so that
//! what the seat cannot see cannot get in.
//!
//! Ground that was never observed is open to everybody at one point, as planning
//! takes it (TM-1460). Foreign units stand where they are seen or remembered, at
//! full strength; their seats do nothing but react, like one that is out (WO-510).

use alloc::{collections::BTreeMap, sync::Arc, vec::Vec};

use super::Terms;
use crate::ids::{Seq, Tile};
use crate::map::{Grid, Map, Terrain};
use crate::ruleset::ClassId;
use crate::state::{Knowledge, Relations, Rules, Seat, Site, State, Unit};
use crate::view::{KnownSite, OtherUnit, SeatView};
use crate::world::World;

/// The world that a seat supposes.
pub(super) fn world(view: &SeatView, terms: &Terms) -> World {
    let grid = grid(view);
    let rules = Arc::new(rules(view, terms));
    let group = rules.relations.group_of(Some(view.seat));
    let units = units(view, &rules, grid);
    let sites = sites(view, grid);
    let state = State {
        turn: view.turn,
        phase: view.phase,
        adjourned: false,
        next_seq: next_number(view, &units, &sites),
        map: ground(view, grid).into(),
        seats: seats(view),
        units,
        sites,
        knowledge: knowledge(view, group, grid).into(),
        outcome: None,
        rules,
    };
    with_woods(World::new(state), group)
}

pub(super) fn grid(view: &SeatView) -> Grid {
    Grid {
        width: view.width,
        height: view.height,
        wrap_x: view.wrap_x,
        wrap_y: view.wrap_y,
    }
}

/// The game's rules without its seed, which no fight asks for, and without an end.
fn rules(view: &SeatView, terms: &Terms) -> Rules {
    let teams: Vec<_> = view.seats.iter().map(|seat| seat.team.clone()).collect();
    Rules {
        version: terms.version,
        ruleset: terms.ruleset.clone(),
        tier: terms.tier,
        ranked: false,
        shared_sight: terms.shared_sight,
        victory: Vec::new(),
        seed: [0; 32],
        relations: Relations::new(&teams, terms.shared_sight),
    }
}

/// What was never observed is a causeway through the sea: one point for every
/// mobility, by the road on land and by the water for ships.
fn ground(view: &SeatView, grid: Grid) -> Map {
    Map {
        grid,
        terrain: view
            .tiles
            .iter()
            .map(|tile| tile.terrain.unwrap_or(Terrain::Sea))
            .collect(),
        roads: view
            .tiles
            .iter()
            .map(|tile| tile.road || tile.terrain.is_none())
            .collect(),
    }
}

/// Ground within sight that is not observed must be of the kind that conceals.
fn with_woods(mut world: World, group: usize) -> World {
    let explored = &world.state.knowledge[group].explored;
    let tiles = (0..world.state.map.grid.tiles()).map(Tile);
    let woods: Vec<Tile> = tiles
        .filter(|tile| !explored.contains(*tile) && world.observes(group, *tile))
        .collect();
    if woods.is_empty() {
        return world;
    }
    for tile in woods {
        world.state.map.terrain[tile.ix()] = Terrain::Forest;
        world.state.map.roads[tile.ix()] = false;
    }
    World::new(world.state)
}

fn seats(view: &SeatView) -> Vec<Seat> {
    let seat = |summary: &crate::view::SeatSummary| {
        if summary.seat == view.seat {
            return view.own.seat.clone();
        }
        let (name, team) = (summary.name.clone(), summary.team.clone());
        Seat {
            out: true,
            ..Seat::new(name, team, summary.controller, 0)
        }
    };
    view.seats.iter().map(seat).collect()
}

fn knowledge(view: &SeatView, group: usize, grid: Grid) -> Vec<Knowledge> {
    // A side of sight a seat, and Neutral's.
    let mut all: Vec<Knowledge> = (0..=view.seats.len())
        .map(|_| Knowledge::nothing(grid.tiles()))
        .collect();
    all[group] = view.own.knowledge.clone();
    all
}

fn units(view: &SeatView, rules: &Rules, grid: Grid) -> Vec<Unit> {
    let mut units: BTreeMap<Seq, Unit> = BTreeMap::new();
    for other in &view.others {
        let Some(class) = rules.ruleset.find(&other.class) else {
            continue;
        };
        units.insert(other.unit, foreign(other, class, grid));
    }
    for unit in &view.own.units {
        units.insert(unit.seq, unit.clone());
    }
    units.into_values().collect()
}

/// A foreign unit, of which little is known.
fn foreign(other: &OtherUnit, class: ClassId, grid: Grid) -> Unit {
    let tile = grid.tile(other.at);
    let posture = crate::command::Posture::Reserve;
    Unit {
        age: 4,
        band: other.band,
        ..crate::setup::new_unit(other.unit, class, other.owner, tile, posture)
    }
}

fn sites(view: &SeatView, grid: Grid) -> Vec<Site> {
    let mut sites: BTreeMap<Seq, Site> = BTreeMap::new();
    for known in &view.sites {
        sites.insert(known.site, foreign_site(known, grid));
    }
    for site in &view.own.sites {
        sites.insert(site.seq, site.clone());
    }
    sites.into_values().collect()
}

/// A site of somebody else's, of whose queue nothing is known.
fn foreign_site(known: &KnownSite, grid: Grid) -> Site {
    Site {
        seq: known.site,
        kind: known.kind,
        name: known.name.clone(),
        tile: grid.tile(known.at),
        owner: known.owner,
        output: known.output,
        queue: Vec::new(),
        progress: 0,
        paid_for: None,
    }
}

/// A number that nothing has which the seat knows of. It is not the one that the
/// game would draw: how many have been drawn is no seat's to know.
fn next_number(view: &SeatView, units: &[Unit], sites: &[Site]) -> u32 {
    let Knowledge { met, lost, .. } = &view.own.knowledge;
    let numbers = units.iter().map(|unit| unit.seq);
    let numbers = numbers
        .chain(sites.iter().map(|site| site.seq))
        .chain(met.iter().chain(lost).copied());
    numbers.map(|seq| seq.0).max().unwrap_or(0) + 1
}
