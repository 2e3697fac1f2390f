//! Where an explorer goes: the nearest tile that its side has never observed (CM-550).
//! What was found is kept while nothing that the search has read has changed, so that
//! one that is shut in, or far from the dark, does not search the map at every step.

use super::Turn;
use super::plan::{Plan, Source};
use super::route::Goal;
use crate::command::{Area, Posture};
use crate::ids::Tile;
use crate::world::World;

impl Turn<'_> {
    /// The plan of an explorer; when nothing is dark any more, it is one no longer.
    pub(crate) fn explore_plan(&mut self, ix: usize, area: Option<Area>) -> Plan {
        let stay = Plan::stay(Source::Posture);
        let who = self.traveller(ix);
        let unit = self.world.unit(ix);
        let (seq, here) = (unit.seq, unit.tile);
        if !has_dark(self.world, who.group, area) {
            self.world.unit_mut(ix).posture = Posture::Reserve;
            return stay;
        }
        let travel = |tile| Plan::travel(Source::Posture, tile, 0);
        let side = (who.owner, who.group);
        let routes = &self.world.routes;
        match routes.sought(seq, side, area) {
            // What could not be reached from here still cannot.
            Some((from, None)) if from == here => return stay,
            // On a best way to the nearest, it stays the nearest.
            Some((from, Some(tile)))
                if from == here
                    || routes
                        .find(seq, side, here, Goal { tile, within: 0 })
                        .is_some() =>
            {
                return travel(tile);
            }
            _ => {}
        }
        let world = &*self.world;
        let explored = &world.state.knowledge[who.group].explored;
        let wanted = |tile: Tile| is_near(world, area, tile) && !explored.contains(tile);
        let found = self.router.nearest(world, &who, here, wanted);
        let read = self.router.read().to_vec();
        self.world
            .routes
            .note_sought(seq, side, area, (here, found), read);
        found.map_or(stay, travel)
    }
}

fn is_near(world: &World, area: Option<Area>, tile: Tile) -> bool {
    let grid = world.state.map.grid;
    area.is_none_or(|area| grid.distance(grid.tile(area.tile), tile) <= u32::from(area.r))
}

/// Whether a side has anything left to observe there.
fn has_dark(world: &World, group: usize, area: Option<Area>) -> bool {
    let explored = &world.state.knowledge[group].explored;
    let grid = world.state.map.grid;
    match area {
        None => !explored.holds_all(grid.tiles()),
        Some(area) => grid
            .within(grid.tile(area.tile), u32::from(area.r))
            .any(|tile| !explored.contains(tile)),
    }
}
