//! What a seat begins with and how far it has to others, and whether all seats
//! have it alike (WO-610). It reads a scenario, generated or not, and changes
//! nothing.

use alloc::{vec, vec::Vec};

use super::{flags, ways};
use crate::ids::{SeatId, Tile};
use crate::map::{Grid, Map, Mobility, Terrain};
use crate::scenario::{Scenario, SiteKind};

/// How one seat stands at the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    pub seat: SeatId,
    /// Cities held.
    pub cities: u32,
    /// Sum of what they yield.
    pub output: u32,
    /// From the capital, the first city listed, to the nearest neutral city.
    pub neutral: Option<Distance>,
    /// From the capital to the nearest rival's.
    pub rival: Option<Distance>,
    /// Cities that nothing the seat has or can build gets to.
    pub out_of_reach: u32,
}

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Straight, in tiles.
    pub tiles: u32,
    /// By the cheapest way on foot; `None` across the sea.
    pub points: Option<u32>,
}

/// One measure a seat that holds a city.
pub fn measures(scenario: &Scenario) -> Vec<Measure> {
    let board = Board::of(scenario);
    let seats = (0..).zip(&scenario.seats).map(|(seat, _)| SeatId(seat));
    seats.filter_map(|seat| board.measure(seat)).collect()
}

/// Whether every seat has as much and everything as near as the others: within
/// one tile, or within a tenth.
pub(super) fn is_fair(scenario: &Scenario) -> bool {
    let all = measures(scenario);
    let alike = |of: &dyn Fn(&Measure) -> Option<u32>| {
        let values: Option<Vec<u32>> = all.iter().map(of).collect();
        // What none can walk to is as far for all.
        values.map_or(all.iter().all(|seat| of(seat).is_none()), |values| {
            within(&values)
        })
    };
    let even = |of: &dyn Fn(&Measure) -> u32| all.iter().all(|seat| of(seat) == of(&all[0]));
    all.len() == scenario.seats.len()
        && even(&|seat| seat.output)
        && even(&|seat| seat.cities)
        && all.iter().all(|seat| seat.out_of_reach == 0)
        && alike(&|seat| Some(seat.neutral?.tiles))
        && alike(&|seat| seat.neutral?.points)
        && alike(&|seat| Some(seat.rival?.tiles))
        && alike(&|seat| seat.rival?.points)
}

/// Within one of each other, or within a tenth.
fn within(values: &[u32]) -> bool {
    let (least, most) = values.iter().fold((u32::MAX, 0), |(least, most), value| {
        (least.min(*value), most.max(*value))
    });
    most <= least.saturating_add(1) || most * 10 <= least * 11
}

/// The ground and the cities of a scenario.
struct Board {
    map: Map,
    cities: Vec<(Tile, Option<u8>, u32)>,
    flags: Vec<bool>,
}

impl Board {
    fn of(scenario: &Scenario) -> Self {
        let drawn = &scenario.map;
        let grid = Grid {
            width: drawn.width,
            height: drawn.height,
            wrap_x: drawn.wrap_x,
            wrap_y: drawn.wrap_y,
        };
        let tiles = grid.tiles() as usize;
        let glyphs = drawn.terrain.iter().flat_map(|row| row.chars());
        let terrain = glyphs.map(|glyph| Terrain::from_glyph(glyph).unwrap_or(Terrain::Plain));
        let cities = scenario
            .sites
            .iter()
            .filter(|site| site.kind == SiteKind::City);
        let cities: Vec<_> = cities
            .map(|site| (grid.tile(site.at), site.owner, site.output))
            .collect();
        Self {
            map: Map {
                grid,
                terrain: terrain.collect(),
                roads: flags(tiles, drawn.roads.iter().map(|at| grid.tile(*at))),
            },
            flags: flags(tiles, cities.iter().map(|(tile, ..)| *tile)),
            cities,
        }
    }

    fn measure(&self, seat: SeatId) -> Option<Measure> {
        let own = |(_, owner, _): &&(Tile, Option<u8>, u32)| *owner == Some(seat.0);
        let held: Vec<_> = self.cities.iter().filter(own).collect();
        let capital = held.first()?.0;
        let costs = ways::costs(&self.map, &self.flags, &[capital], Mobility::Foot);
        let nearest = |tiles: Vec<Tile>| {
            let far = |tile: &Tile| self.map.grid.distance(capital, *tile);
            Some(Distance {
                tiles: tiles.iter().map(far).min()?,
                points: tiles
                    .iter()
                    .map(|tile| costs[tile.ix()])
                    .min()
                    .filter(|points| *points != u32::MAX),
            })
        };
        let neutral = self.cities.iter().filter(|(_, owner, _)| owner.is_none());
        Some(Measure {
            seat,
            cities: held.len() as u32,
            output: held.iter().map(|(_, _, output)| output).sum(),
            neutral: nearest(neutral.map(|(tile, ..)| *tile).collect()),
            rival: nearest(self.rival_capitals(seat)),
            out_of_reach: self.out_of_reach(&costs, &held),
        })
    }

    fn rival_capitals(&self, seat: SeatId) -> Vec<Tile> {
        let mut seen = vec![seat.0];
        let mut tiles = Vec::new();
        for (tile, owner, _) in &self.cities {
            if let Some(owner) = owner.filter(|owner| !seen.contains(owner)) {
                seen.push(owner);
                tiles.push(*tile);
            }
        }
        tiles
    }

    /// Cities that can neither be walked to, as these costs from the capital tell, nor
    /// be reached from wherever ships of the cities held can land.
    fn out_of_reach(&self, costs: &[u32], held: &[&(Tile, Option<u8>, u32)]) -> u32 {
        let grid = self.map.grid;
        let held: Vec<Tile> = held.iter().map(|city| city.0).collect();
        let reach = |costs: &[u32], tile: Tile| costs[tile.ix()] != u32::MAX;
        let mut walked = costs.to_vec();
        let missing = |walked: &[u32]| self.cities.iter().any(|city| !reach(walked, city.0));
        if missing(&walked) {
            let ports = held
                .iter()
                .copied()
                .filter(|tile| self.map.is_coastal(*tile));
            let sailed = ways::costs(
                &self.map,
                &self.flags,
                &ports.collect::<Vec<_>>(),
                Mobility::Ship,
            );
            let beach = |tile: &Tile| {
                ways::entry(&self.map, &self.flags, *tile, Mobility::Foot).is_some()
                    && grid.neighbours(*tile).any(|near| reach(&sailed, near))
            };
            let mut landings: Vec<Tile> = (0..grid.tiles()).map(Tile).filter(beach).collect();
            landings.extend(held);
            walked = ways::costs(&self.map, &self.flags, &landings, Mobility::Foot);
        }
        let out = self.cities.iter().filter(|city| !reach(&walked, city.0));
        out.count() as u32
    }
}
