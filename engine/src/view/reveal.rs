//! A game that is over, for all its players to see: every tile, every unit (HO-170).

use crate::game::Game;
use crate::ids::SeatId;
use crate::view::{KnownSite, OtherUnit, SeatView, TileView, View};

impl Game {
    /// The whole board behind this game's last record, from a seat's place at the
    /// table: its own units in full, all others as onlookers see them. `ended` is
    /// the same game at its end, without which nothing is shown.
    pub fn revealed(&self, seat: SeatId, ended: &Self) -> Option<SeatView> {
        let same = self.state().rules.seed == ended.state().rules.seed;
        ended.outcome().filter(|_| same)?;
        let world = self.world();
        let state = &world.state;
        let mut view = self.view(seat)?;
        let tile = |tile| TileView {
            terrain: Some(state.map.terrain(tile)),
            road: state.map.has_road(tile),
            observed: true,
        };
        view.tiles = (0..state.map.grid.tiles())
            .map(crate::ids::Tile)
            .map(tile)
            .collect();
        let others = state
            .units
            .iter()
            .filter(|unit| unit.in_play() && unit.owner != Some(seat));
        view.others = others
            .map(|unit| OtherUnit {
                unit: unit.seq,
                class: state.class(unit).name.clone(),
                owner: unit.owner,
                at: state.map.grid.pos(unit.tile),
                band: unit.band,
                reach: state.class(unit).reach,
                hostile: state.hostile(Some(seat), unit.owner),
                seen_turn: state.turn,
                stale: false,
            })
            .collect();
        let eyes = View { world, seat };
        view.sites = state
            .sites
            .iter()
            .map(|site| KnownSite {
                observed: true,
                ..eyes.site(site, site.owner)
            })
            .collect();
        Some(view)
    }
}
