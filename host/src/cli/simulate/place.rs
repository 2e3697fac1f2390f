//! Where on the map a seat begins: in which quarter its cities lie. On a made map of
//! four each quarter has one, so what a place is worth can be told from what a seat is.

use fieldpost_engine::scenario::{Scenario, SiteKind};

/// A quarter of the map, its north at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    NorthWest,
    NorthEast,
    SouthWest,
    SouthEast,
}

impl Place {
    pub(super) const ALL: [Self; 4] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::SouthWest,
        Self::SouthEast,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
            Self::SouthWest => "south-west",
            Self::SouthEast => "south-east",
        }
    }
}

/// By seat; `None` for one that begins without a city.
pub(super) fn places(scenario: &Scenario) -> Vec<Option<Place>> {
    let map = &scenario.map;
    let place = |seat: u8| {
        let own = scenario
            .sites
            .iter()
            .filter(|site| site.kind == SiteKind::City && site.owner == Some(seat));
        // Twice the way from the middle, summed over the cities: no halves.
        let (count, x, y) = own.fold((0, 0, 0), |(count, x, y), site| {
            let off = |at: u16, side: u16| 2 * i64::from(at) + 1 - i64::from(side);
            let (right, down) = (off(site.at.x, map.width), off(site.at.y, map.height));
            (count + 1, x + right, y + down)
        });
        // Half-open, so that a quarter turn of a place lies in the next quarter.
        let (east, south) = match (x, y) {
            (0, y) => (y < 0, y > 0),
            (x, 0) => (x > 0, x > 0),
            (x, y) => (x > 0, y > 0),
        };
        (count > 0).then_some(match (south, east) {
            (false, false) => Place::NorthWest,
            (false, true) => Place::NorthEast,
            (true, false) => Place::SouthWest,
            (true, true) => Place::SouthEast,
        })
    };
    (0..).take(scenario.seats.len()).map(place).collect()
}
