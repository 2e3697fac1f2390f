//! What hunger costs is told with the turn, to the owner alone (WO-430): as much as was
//! lost, for as long as there is something to lose.

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{SeatId, Seq};
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::Scenario;
use serde_json::json;

/// Red's #3 and #5 are cut off by a river, #4 stands by the city; Blue's #6 has none.
fn game() -> Game {
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Cut off", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": [
            "........", "rrrrrrrr", "........", "........",
            "........", "........", "........", "........"] },
        "seats": [{ "name": "Red", "treasury": 100 }, { "name": "Blue", "treasury": 100 }],
        "sites": [{ "kind": "city", "at": [0, 0], "owner": 0, "output": 4, "seq": 1 }],
        "units": [
            { "class": "line_infantry", "owner": 0, "at": [2, 7], "seq": 3 },
            { "class": "line_infantry", "owner": 0, "at": [1, 0], "seq": 4 },
            { "class": "militia", "owner": 0, "at": [3, 7], "seq": 5, "strength": 12 },
            { "class": "line_infantry", "owner": 1, "at": [7, 2], "seq": 6 },
        ],
    });
    let scenario = Scenario::from_value(scenario).expect("a board");
    Game::new(&Header::new(scenario, [7; 32], RULES_VERSION)).expect("a game")
}

#[test]
fn hunger_is_told_its_owner_from_the_fourth_turn_on() {
    let mut game = game();
    let mut told = Vec::new();
    for turn in 1..=5 {
        let strengths = |game: &Game| -> Vec<(Seq, u32)> {
            let view = game.view(SeatId(0)).expect("a seat");
            view.units
                .iter()
                .map(|unit| (unit.unit, unit.strength))
                .collect()
        };
        let before = strengths(&game);
        let order = Order::CloseOrders {
            markers: vec![Marker::Committed; 2],
        };
        let record = OrderRecord {
            seq: turn,
            turn,
            seat: None,
            order,
        };
        let result = game.apply(&record).expect("a turn").expect("its result");
        // Nobody fights here: what is gone, hunger took.
        let after = strengths(&game);
        let lost = before.iter().zip(&after).filter(|(old, new)| new.1 < old.1);
        let lost: Vec<_> = lost.map(|(old, new)| (old.0, old.1 - new.1)).collect();
        assert_eq!(result.hunger[0], lost, "turn {turn}");
        told.push(result.hunger);
    }
    let (red, blue) = (vec![(Seq(3), 5), (Seq(5), 1)], vec![(Seq(6), 5)]);
    assert_eq!(
        told,
        [
            vec![vec![], vec![]],
            vec![vec![], vec![]],
            vec![vec![], vec![]],
            vec![red, blue.clone()],
            // At 11 #5 loses no more: at 10 the next fight would destroy it whatever it did.
            vec![vec![(Seq(3), 5)], blue],
        ]
    );
}
