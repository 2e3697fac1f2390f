//! The score by itself: its extremes, and the tripwire beyond them (TM-910).

use fieldpost_engine::game::Game;
use fieldpost_engine::initiative::{Initiative, Inputs};
use fieldpost_engine::log::Header;
use fieldpost_engine::num::DeterminismError;
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::Scenario;
use fieldpost_engine::stance::Stance;

fn best(base: i32) -> Inputs {
    Inputs {
        base,
        stance: Stance::March,
        age: 4,
        veterancy: 3,
        disrupted: false,
        in_command: true,
        supplied: true,
    }
}

fn worst(base: i32) -> Inputs {
    Inputs {
        base,
        stance: Stance::Entrench,
        age: 0,
        veterancy: 0,
        disrupted: true,
        in_command: false,
        supplied: false,
    }
}

/// 64 + 8 + 0 + 6 + 0 + 4 + 0 and 24 − 12 − 8 + 0 − 8 + 0 − 10, as the table has them.
#[test]
fn the_extremes_of_the_shipped_classes() {
    let high = Initiative::of(&best(64), 3).expect("in range");
    assert_eq!((high.terms, high.score), ([64, 8, 0, 6, 0, 4, 0], 82));
    let low = Initiative::of(&worst(24), 3).expect("in range");
    assert_eq!((low.terms, low.score), ([24, -12, -8, 0, -8, 0, -10], -14));
}

/// The bounds themselves are in; one beyond is an error that names the score, and is
/// never cut down to the bound.
#[test]
fn a_score_beyond_the_range_stops_the_game() {
    let of = |inputs: &Inputs| Initiative::of(inputs, 3).map(|initiative| initiative.score);
    assert_eq!(of(&best(110)), Ok(128));
    assert_eq!(
        of(&best(111)),
        Err(DeterminismError::Initiative { score: 129 })
    );
    assert_eq!(of(&worst(-26)), Ok(-64));
    assert_eq!(
        of(&worst(-27)),
        Err(DeterminismError::Initiative { score: -65 })
    );
}

/// TM-1050.
#[test]
fn a_scenario_that_names_no_tier_is_of_the_first() {
    let tier = |options: Option<serde_json::Value>| {
        let mut scenario = serde_json::json!({
            "format": "fieldpost-scenario/1", "name": "Plain", "ruleset": "standard/1",
            "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
            "seats": [{ "name": "A" }],
            "units": [{ "class": "scout", "owner": 0, "at": [0, 0] }],
        });
        if let Some(options) = options {
            scenario["options"] = options;
        }
        let scenario = Scenario::from_value(scenario).expect("a sound scenario");
        let header = Header::new(scenario, [7; 32], RULES_VERSION);
        Game::new(&header).expect("a game").state().rules.tier
    };
    assert_eq!(tier(None), 1);
    assert_eq!(tier(Some(serde_json::json!({}))), 1);
    assert_eq!(tier(Some(serde_json::json!({ "ranked": true }))), 1);
    assert_eq!(tier(Some(serde_json::json!({ "initiative_tier": 3 }))), 3);
}
