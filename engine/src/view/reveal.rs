//! A game that is over, for all its players to see: every tile, every unit (HO-170).

use alloc::vec::Vec;

use crate::game::Game;
use crate::ids::SeatId;
use crate::num::DeterminismError;
use crate::view::{KnownSite, OtherUnit, SeatView, TileView, View};

/// How one seat stands, in truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub cities: u32,
    pub units: u32,
    /// Of all its units together.
    pub strength: u32,
    /// As a turn limit counts it, for the seat alone (WO-500).
    pub score: u64,
}

impl Game {
    /// How every seat stands, by seat. No player is told of it before the end.
    ///
    /// # Errors
    /// Where a number leaves its range.
    pub fn tallies(&self) -> Result<Vec<Tally>, DeterminismError> {
        let world = self.world();
        let state = &world.state;
        let tally = |seat: SeatId| {
            let cities = state.sites.iter();
            let cities = cities.filter(|site| site.is_city() && site.owner == Some(seat));
            let units = || {
                let units = state.units.iter();
                units.filter(|unit| unit.alive && unit.owner == Some(seat))
            };
            Ok(Tally {
                cities: cities.count() as u32,
                units: units().count() as u32,
                strength: units().map(|unit| unit.strength).sum(),
                score: crate::turn::score_of(world, &[seat])?,
            })
        };
        state.seat_ids().map(tally).collect()
    }

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
