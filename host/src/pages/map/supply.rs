//! Supply laid over the map: patterns on tiles, and a mark on own units that no
//! supply reaches, or might soon not. Where the patterns end, supply ends.

use fieldpost_engine::{
    forecast::{Supply, SupplyMap},
    ids::Tile,
    view::SeatView,
};

use super::{Map, ground::runs};

impl Map {
    /// Lays it over.
    pub fn show_supply(&mut self, view: &SeatView, supply: &SupplyMap) {
        self.supply = runs(view, |index, tile| {
            tile.terrain?;
            match supply.tile(Tile(index)) {
                Supply::In => Some("in"),
                Supply::AtRisk => Some("risk"),
                Supply::Unpaid | Supply::Out => None,
            }
        });
        for counter in &mut self.counters {
            let own = counter
                .numbers
                .iter()
                .filter_map(|number| view.units.iter().find(|unit| unit.unit.0 == *number));
            // The worst of a stack.
            counter.supply = match own.map(|unit| supply.unit(unit)).max() {
                Some(Supply::Unpaid | Supply::Out) => Some("out"),
                Some(Supply::AtRisk) => Some("risk"),
                Some(Supply::In) | None => None,
            };
        }
    }
}
