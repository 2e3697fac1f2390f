//! The trace of a turn: its phases in their order, and each event at the slot that it
//! came of (TM-020, TM-1330).

use fieldpost_engine::event::Event;
use fieldpost_engine::game::Game;
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::Scenario;
use fieldpost_engine::state::Phase;
use fieldpost_engine::turn::TurnResult;
use serde_json::json;

/// A scout and a militia that walk, a line that stands, and pioneers at a road.
fn scenario() -> Scenario {
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Traced", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "A" }, { "name": "B" }],
        "units": [
            { "class": "scout", "owner": 0, "at": [0, 0], "task": { "do": { "MoveTo": [2, 0] } } },
            { "class": "line_infantry", "owner": 0, "at": [0, 3] },
            { "class": "pioneers", "owner": 0, "at": [4, 4], "task": { "do": { "Build": "road" } } },
            { "class": "militia", "owner": 1, "at": [7, 7], "task": { "do": { "MoveTo": [7, 6] } } },
        ],
        "options": { "victory": [{ "turn_limit": { "turn": 9 } }] },
    });
    Scenario::from_value(scenario).expect("a sound scenario")
}

/// The first turns of it.
fn turns(count: u32) -> Vec<TurnResult> {
    let header = Header::new(scenario(), [7; 32], RULES_VERSION);
    let mut game = Game::new(&header).expect("a game");
    let close = |turn| {
        let text = format!(
            r#"{{"seq":{turn},"turn":{turn},"seat":null,"kind":"CloseOrders","markers":["TimedOut","TimedOut"]}}"#
        );
        let record = OrderRecord::parse(&text).expect("a record");
        game.apply(&record).expect("it is valid").expect("a turn")
    };
    (1..=count).map(close).collect()
}

#[test]
fn the_cascade_goes_slot_by_slot_and_the_reckoning_comes_behind_it() {
    let first = &turns(1)[0];
    let traced: Vec<_> = first.trace().collect();
    // The trace is the events, none left out and none moved.
    let events: Vec<&Event> = traced.iter().map(|(_, event)| *event).collect();
    assert_eq!(events, first.events.iter().collect::<Vec<_>>());
    // The scout (64) has the first slot and two steps, the line (40) the second and none;
    // of the militia and the pioneers (32 each) the pioneers have the lower number.
    let moves = traced.iter().filter_map(|(place, event)| match event {
        Event::Moved { unit, .. } => Some((place.phase, place.slot, unit.0)),
        _ => None,
    });
    assert_eq!(
        moves.collect::<Vec<_>>(),
        [
            (Phase::Cascade, Some(0), 1),
            (Phase::Cascade, Some(0), 1),
            (Phase::Cascade, Some(3), 4),
        ]
    );
}

#[test]
fn a_road_is_finished_in_the_reckoning() {
    let all = turns(3);
    let built = all.iter().flat_map(TurnResult::trace);
    let built = built.filter(|(_, event)| matches!(event, Event::TerrainChanged { .. }));
    let places: Vec<_> = built.map(|(place, _)| (place.phase, place.slot)).collect();
    assert_eq!(places, [(Phase::Reckoning, None)]);
}
