//! The whole board, where somebody may see it: all its players once the game is over
//! (HO-170), and from no seat's place for a game master if that was declared when it was
//! made (HO-110), and for onlookers as late as its terms say (HO-130).

use alloc::vec::Vec;

use crate::game::Game;
use crate::ids::{SeatId, Tile};
use crate::num::DeterminismError;
use crate::state::Unit;
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

    /// Who conceded and still had a city or a unit when the game ended, by seat. Before
    /// the end it tells nothing, for nobody is told who left and why.
    pub fn conceded(&self) -> Vec<SeatId> {
        let state = self.state();
        if state.outcome.is_none() {
            return Vec::new();
        }
        let has = |seat: SeatId| {
            let city = |site: &crate::state::Site| site.is_city() && site.owner == Some(seat);
            let unit = |unit: &Unit| unit.alive && unit.owner == Some(seat);
            state.sites.iter().any(city) || state.units.iter().any(unit)
        };
        // Who is out and has something left went of its own will (WO-510).
        let left = |seat: &SeatId| state.seats[usize::from(seat.0)].out && has(*seat);
        state.seat_ids().filter(left).collect()
    }

    /// The whole board behind this game's last record, from a seat's place at the
    /// table: its own units in full, all others as onlookers see them. `ended` is
    /// the same game at its end, without which nothing is shown.
    pub fn revealed(&self, seat: SeatId, ended: &Self) -> Option<SeatView> {
        let same = self.state().rules.seed == ended.state().rules.seed;
        ended.outcome().filter(|_| same)?;
        let eyes = View {
            world: self.world(),
            seat,
        };
        let mut view = self.view(seat)?;
        view.tiles = eyes.whole_ground();
        view.others = eyes.others_in_play(|unit| unit.owner != Some(seat));
        view.sites = eyes.whole_sites();
        Some(view)
    }

    /// The whole board as it stands, from no seat's place: every tile, unit and site,
    /// and nothing of what any seat has ordered or holds in store. For a game master
    /// whose players were told so when the game was made (HO-110), and, of turns long past,
    /// for onlookers (HO-130).
    pub fn overseen(&self) -> Option<SeatView> {
        let seat = SeatId(0);
        let eyes = View {
            world: self.world(),
            seat,
        };
        let mut view = self.view(seat)?;
        // Of the seat whose eyes are borrowed nothing stays.
        view.units.clear();
        view.formations.clear();
        view.groups.clear();
        view.arrangements.clear();
        view.treasury = 0;
        view.concedes = false;
        view.tiles = eyes.whole_ground();
        view.others = eyes.others_in_play(|_| true);
        for other in &mut view.others {
            other.hostile = false;
        }
        view.sites = eyes.whole_sites();
        for site in &mut view.sites {
            site.queue.clear();
            site.progress = 0;
            site.forfeits = 0;
        }
        Some(view)
    }
}

impl View<'_> {
    fn whole_ground(&self) -> Vec<TileView> {
        let map = &self.world.state.map;
        let tile = |tile| TileView {
            terrain: Some(map.terrain(tile)),
            road: map.has_road(tile),
            observed: true,
        };
        (0..map.grid.tiles()).map(Tile).map(tile).collect()
    }

    fn others_in_play(&self, is_other: impl Fn(&Unit) -> bool) -> Vec<OtherUnit> {
        let state = &self.world.state;
        let units = state.units.iter();
        units
            .filter(|unit| unit.in_play() && is_other(unit))
            .map(|unit| OtherUnit {
                unit: unit.seq,
                class: state.class(unit).name.clone(),
                owner: unit.owner,
                at: state.map.grid.pos(unit.tile),
                band: unit.band,
                reach: state.class(unit).reach,
                hostile: state.hostile(Some(self.seat), unit.owner),
                seen_turn: state.turn,
                stale: false,
            })
            .collect()
    }

    fn whole_sites(&self) -> Vec<KnownSite> {
        let sites = self.world.state.sites.iter();
        sites
            .map(|site| KnownSite {
                observed: true,
                ..self.site(site, site.owner)
            })
            .collect()
    }
}
