//! Whether what a city builds could ever stand where a Posting sends it, as far as
//! its seat knows (CM-700). The way there is not asked for: a unit may be carried.

use alloc::vec::Vec;

use super::door::Door;
use crate::command::{Action, Posture, Station, Task};
use crate::ids::{Pos, Seq};
use crate::map::Mobility;
use crate::refusal::Refusal;
use crate::state::Site;

impl Door<'_> {
    /// Every tile that posture and Task of a Posting name is one that a unit of the
    /// city could enter; what was never seen is taken to be (TM-1460).
    pub(super) fn posting_has_ground(
        &self,
        city: Seq,
        posture: Option<&Posture>,
        task: Option<&Task>,
    ) -> Result<(), Refusal> {
        let site = self.known_site(city)?;
        let mut tiles: Vec<Pos> = Vec::new();
        match posture {
            Some(Posture::Garrison(Station::Tile(at)) | Posture::Picket(Station::Tile(at))) => {
                tiles.push(*at);
            }
            Some(Posture::Patrol(patrol)) => tiles.extend(&patrol.tiles),
            _ => {}
        }
        for action in task.iter().flat_map(|task| task.actions()) {
            match action {
                Action::MoveTo(at) | Action::Withdraw(at) | Action::Halt(Some(at)) => {
                    tiles.push(*at);
                }
                _ => {}
            }
        }
        let barred = tiles.into_iter().find(|at| !self.stands(site, *at));
        barred.map_or(Ok(()), |tile| {
            Err(Refusal::PostingOutOfReach { city, tile })
        })
    }

    /// Whether anything that the city can build stands on a tile, by what its seat
    /// knows of the ground.
    fn stands(&self, city: &Site, at: Pos) -> bool {
        let map = &self.state.map;
        let tile = map.grid.tile(at);
        let known = &self.state.knowledge[self.state.sight_group(city.owner)];
        if !known.explored.contains(tile) {
            return true;
        }
        let mut sites = self.state.sites.iter();
        let town = sites
            .any(|site| site.is_city() && site.tile == tile && known.sites.contains_key(&site.seq));
        let on_land = [Mobility::Foot, Mobility::Horse, Mobility::Wheels];
        let land = on_land
            .iter()
            .any(|by| map.terrain(tile).cost(*by).is_some());
        let sails = map.is_coastal(city.tile) && map.terrain(tile).cost(Mobility::Ship).is_some();
        town || land || known.roads.contains(tile) || sails
    }
}
