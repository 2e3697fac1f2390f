//! Pairs of games that differ in what some seats cannot see, and in nothing else: what
//! those seats get must be the same (TM-2220).

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::Header;
use fieldpost_engine::scenario::Scenario;
use serde_json::{Value, json};

use super::{Dice, SIDE, header, scenario};

/// The corner that the hidden unit stands in.
const POCKET: Pos = Pos::new(SIDE as u16 - 1, SIDE as u16 - 1);

/// Two scenarios that differ by a second unit behind water, in a corner of the map. All
/// have the same numbers in both; nobody is short, for a short unit's supply would tell.
pub(crate) fn with_and_without_a_hidden_unit(dice: &mut Dice) -> (Scenario, Scenario) {
    let mut plain = scenario(dice);
    (plain.map.wrap_x, plain.map.wrap_y) = (false, false);
    let corner = SIDE - 1;
    plain
        .units
        .retain(|unit| usize::from(unit.at.x.min(unit.at.y)) < corner - 1);
    plain
        .sites
        .retain(|site| usize::from(site.at.x.min(site.at.y)) < corner - 1);
    plain.map.roads.clear();
    for (y, row) in plain.map.terrain.iter_mut().enumerate() {
        let water = |x: usize| x.min(y) == corner - 1;
        let glyphs = row.chars().enumerate();
        *row = glyphs
            .map(|(x, glyph)| if water(x) { '~' } else { glyph })
            .collect();
    }
    plain.map.terrain[corner].replace_range(corner.., ".");
    plain
        .seats
        .iter_mut()
        .for_each(|seat| seat.treasury = 100_000);
    // A wagon sees no farther than the water around it, and one stands there in
    // both: what is known of the ground is the same.
    let owner = plain.seats.len() - 1;
    let wagon = |strength: usize| {
        json!({ "class": "wagon", "owner": owner, "at": POCKET,
        "strength": strength })
    };
    plain
        .units
        .push(serde_json::from_value(wagon(100)).expect("a unit"));
    let sites = plain.sites.iter_mut().map(|site| &mut site.seq);
    let units = plain.units.iter_mut().map(|unit| &mut unit.seq);
    for (number, seq) in (1..).zip(sites.chain(units)) {
        *seq = Some(Seq(number));
    }
    // The one that is in both keeps the highest number, where the counter goes on.
    let (last, numbers) = (plain.units.len() - 1, plain.sites.len() + plain.units.len());
    let mut hidden = wagon(1 + dice.below(100));
    hidden["seq"] = json!(numbers);
    plain.units[last].seq = Some(Seq(numbers as u32 + 1));
    let mut peopled = plain.clone();
    let hidden = serde_json::from_value(hidden).expect("a unit");
    peopled.units.insert(last, hidden);
    (plain, peopled)
}

/// Two scenarios of two seats that never see each other, each with cities and pioneers on
/// its own half: in both the first seat builds the same, the last one otherwise.
pub(crate) fn two_that_build_otherwise(dice: &mut Dice) -> (Header, Header) {
    let rows = vec![".".repeat(3 * SIDE); SIDE];
    let mut base = json!({
        "format": "fieldpost-scenario/1", "name": "Builders", "ruleset": "standard/1",
        "map": { "width": 3 * SIDE, "height": SIDE, "terrain": rows },
        "seats": [{ "name": "Red", "treasury": 100_000 }, { "name": "Blue", "treasury": 100_000 }],
        "options": { "victory": [{ "turn_limit": { "turn": 99 } }] },
    });
    // Sides alternate, so that ranks and tiles do too.
    let (mut sites, mut units) = (Vec::new(), Vec::new());
    for place in 0..6 {
        let (owner, at) = (place % 2, place * 2);
        let x = if owner == 0 {
            2 + at % 5
        } else {
            3 * SIDE - 3 - at % 5
        };
        sites.push(
            json!({ "kind": "city", "at": [x, at], "owner": owner, "output": 6,
            "seq": place + 1, "queue": builds(dice), "progress": dice.below(4) }),
        );
        units.push(
            json!({ "class": "pioneers", "at": [x, at + 1], "owner": owner,
            "seq": place + 11, "task": work(dice) }),
        );
    }
    (base["sites"], base["units"]) = (json!(sites), json!(units));
    let mut other = base.clone();
    for place in (1..6).step_by(2) {
        other["sites"][place]["queue"] = builds(dice);
        other["units"][place]["task"] = work(dice);
    }
    let read = |board: Value| header(Scenario::from_value(board).expect("a board"));
    (read(base), read(other))
}

/// What a city is to build: nothing, or up to four of what comes quickly.
fn builds(dice: &mut Dice) -> Value {
    let classes: Vec<&str> = (0..dice.below(5))
        .map(|_| *dice.pick(&["militia", "scout", "wagon"]))
        .collect();
    json!(classes)
}

/// A work that pioneers are at, or nothing.
fn work(dice: &mut Dice) -> Value {
    let works = [None, Some("road"), Some("depot"), Some("fort")];
    let work = dice.pick(&works).as_ref();
    work.map_or(Value::Null, |work| json!({ "do": { "Build": work } }))
}

/// The seat that the hidden unit belongs to.
pub(crate) fn keeper(header: &Header) -> SeatId {
    SeatId(header.scenario.seats.len() as u8 - 1)
}

/// Whether a seat has ever looked into the pocket, or sees with its keeper.
pub(crate) fn sees_the_pocket(game: &Game, seat: SeatId) -> bool {
    let state = game.state();
    let keeper = SeatId(state.seats.len() as u8 - 1);
    let group = state.sight_group(Some(seat));
    group == state.sight_group(Some(keeper))
        || state.knowledge[group]
            .explored
            .contains(state.map.grid.tile(POCKET))
}
