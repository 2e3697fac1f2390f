//! What a seat can work out of its own board before the turn is fought: what its
//! treasury and its cities come to, where supply reaches, how near anybody is to
//! winning. A forecast takes everybody to stay where they are known to stand.
//!
//! It reads a seat's view and what everybody may read of the rules, never the
//! state, so it can tell nothing that the view does not hold. It decides nothing:
//! what the Reckoning does stands in `turn::reckoning`, and tests hold the two
//! together.

mod books;
mod supply;
mod victory;

pub use books::{Books, Build, Fate, Forecast, Short, Upkeep, forecast};
pub use supply::{Supply, SupplyMap, supply};
pub use victory::{HeldSite, Progress, Side, progress, sides};

use crate::ids::{Owner, Tile};
use crate::map::{Grid, Mobility, Terrain};
use crate::scenario::SiteKind;
use crate::view::{SeatView, TileView};

impl SeatView {
    /// The map's measures.
    pub fn grid(&self) -> Grid {
        Grid {
            width: self.width,
            height: self.height,
            wrap_x: self.wrap_x,
            wrap_y: self.wrap_y,
        }
    }

    /// Whether an owner is of the seat's own side: itself, or one of its team
    /// (WO-520). Neutral is nobody's.
    pub fn is_ours(&self, owner: Owner) -> bool {
        let team = |seat| {
            let summary = self.seats.iter().find(|summary| summary.seat == seat);
            summary.and_then(|summary| summary.team.as_ref())
        };
        owner.is_some_and(|seat| {
            seat == self.seat || (team(seat).is_some() && team(seat) == team(self.seat))
        })
    }
}

/// The ground as a seat knows it, with what steps on it cost.
struct Ground<'a> {
    grid: Grid,
    tiles: &'a [TileView],
    /// By tile: whether a city is known on it.
    cities: alloc::vec::Vec<bool>,
}

impl<'a> Ground<'a> {
    fn of(view: &'a SeatView) -> Self {
        let grid = view.grid();
        let mut cities = alloc::vec![false; grid.tiles() as usize];
        let known = view.sites.iter().filter(|site| site.kind == SiteKind::City);
        for tile in known.filter_map(|site| grid.checked_tile(site.at)) {
            cities[tile.ix()] = true;
        }
        Self {
            grid,
            tiles: &view.tiles,
            cities,
        }
    }

    fn is_coastal(&self, tile: Tile) -> bool {
        let sea = Some(Terrain::Sea);
        self.grid
            .neighbours(tile)
            .any(|next| self.tiles[next.ix()].terrain == sea)
    }

    /// Points to enter a tile (WO-110, WO-120); `None` where it cannot be entered.
    /// What nobody has seen costs what plain ground or open sea would.
    fn cost(&self, tile: Tile, mobility: Mobility) -> Option<u32> {
        let known = &self.tiles[tile.ix()];
        let Some(terrain) = known.terrain else {
            return Some(1);
        };
        let ship = mobility == Mobility::Ship;
        if self.cities[tile.ix()] && (!ship || self.is_coastal(tile)) {
            return Some(1);
        }
        if known.road && !ship {
            return Some(1);
        }
        terrain.cost(mobility)
    }

    /// Whether a step between neighbours is open (WO-130).
    fn step_open(&self, from: Tile, to: Tile, mobility: Mobility) -> bool {
        let passes = |tile| self.cost(tile, mobility).is_some();
        let sides = self.grid.diagonal(from, to);
        passes(to) && sides.is_none_or(|(one, other)| passes(one) || passes(other))
    }
}
