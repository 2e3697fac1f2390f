//! What a seat's page says of the war as a whole: its treasury and where that is
//! going, its supply, and how near anybody is to winning. All of it is the engine's
//! word on the seat's view (`forecast`); here it gets its words and its places.

mod score;
mod treasury;

pub use score::Score;
pub use treasury::Treasury;

use fieldpost_engine::{
    forecast::{self, Forecast, SupplyMap},
    ruleset::Ruleset,
    scenario::VictoryCondition,
};

use super::names::Names;

/// Reckonings that a queue is followed for.
const FOLLOWED: u32 = 60;

/// The war as a whole.
#[derive(Debug)]
pub struct World {
    pub treasury: Treasury,
    pub score: Score,
    /// What queues come to.
    pub forecast: Forecast,
    /// Where supply reaches.
    pub supply: SupplyMap,
}

/// Works it out for a seat's board.
#[must_use]
pub fn read(names: Names<'_>, rules: &Ruleset, victory: &[VictoryCondition]) -> World {
    let forecast = forecast::forecast(names.view, rules, FOLLOWED);
    World {
        treasury: treasury::write(names, &forecast),
        score: score::write(names, rules, victory),
        supply: forecast::supply(names.view, rules),
        forecast,
    }
}
