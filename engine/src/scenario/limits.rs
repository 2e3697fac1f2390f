//! Within what the numbers of a scenario lie, by their fields. A number that its type
//! cannot hold is told the same limits as one that it can: nobody who writes a file
//! knows of types.

use alloc::string::String;

use crate::map::SIDE;

/// The most that a seat begins with, and that stands in a queue: far more than
/// any game needs, and far from where sums would overflow.
const WEALTH: i64 = 1_000_000;
/// The highest number that a unit or site can be given.
pub(super) const SEQ_MOST: u32 = 1_000_000_000;
/// The last turn that a condition can name.
const TURN_MOST: i64 = 100_000;

/// The least and the most that can stand at a path; `None` where it is no number, or
/// one that is bounded by what else stands in the file.
pub(super) fn of(path: &str) -> Option<(i64, i64)> {
    Some(match without_places(path).as_str() {
        "map.width" | "map.height" => (i64::from(*SIDE.start()), i64::from(*SIDE.end())),
        "seats.treasury" | "sites.progress" => (0, WEALTH),
        "sites.output" => (2, 6),
        "sites.seq" | "units.seq" => (1, i64::from(SEQ_MOST)),
        "units.age" => (0, 4),
        "units.veterancy" | "units.entrenchment" => (0, 3),
        "units.strength" => (1, 100),
        "options.initiative_tier" => (1, 3),
        "options.victory.cities.count" => (1, 1000),
        "options.victory.cities.reckonings" => (1, 100),
        "options.victory.turn_limit.turn" | "options.victory.hold.turn" => (1, TURN_MOST),
        _ => return None,
    })
}

/// A path without the places in lists: `seats[3].treasury` is `seats.treasury`.
fn without_places(path: &str) -> String {
    let mut is_place = false;
    let mut field = |c: &char| {
        let was_place = is_place;
        is_place = *c == '[' || is_place && *c != ']';
        !(was_place || is_place)
    };
    path.chars().filter(|c| field(c)).collect()
}
