//! The scenarios that ship are sound, are what they are said to be, and give every
//! seat the same (WO-620). That each can be played to its end the host's AI shows.

use fieldpost_engine::game::Game;
use fieldpost_engine::generate::measures;
use fieldpost_engine::log::Header;
use fieldpost_engine::scenario::{
    Controller, SHIPPED, Scenario, VictoryCondition, shipped, shipped_id,
};

fn all() -> impl Iterator<Item = (&'static str, Scenario)> {
    SHIPPED.iter().map(|(id, text)| {
        let scenario = Scenario::parse(text).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        (*id, scenario)
    })
}

/// WO-620.
#[test]
fn six_ship_and_are_what_they_are_said_to_be() {
    let facts: Vec<(&str, usize, u16)> = all()
        .map(|(id, scenario)| (id, scenario.seats.len(), scenario.map.width))
        .collect();
    assert_eq!(
        facts,
        [
            ("first-steps", 2, 16),
            ("kelsey-ford", 3, 24),
            ("two-rivers", 2, 30),
            ("crown-and-league", 4, 36),
            ("archipelago", 4, 64),
            ("great-game", 8, 128),
        ]
    );
    for (id, scenario) in all() {
        assert_eq!(shipped_id(&scenario.name), Some(id));
        let header = Header::new(scenario, [1; 32], 1);
        Game::new(&header).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    assert_eq!(shipped_id("Nowhere"), None);
    assert!(shipped("nowhere").is_none());
}

#[test]
fn the_lesson_is_one_human_against_the_computer_for_twelve_turns() {
    let (_, lesson) = all().next().expect("the first one");
    let controllers: Vec<Controller> = lesson.seats.iter().map(|seat| seat.controller).collect();
    assert_eq!(controllers, [Controller::Human, Controller::Ai]);
    let limit = VictoryCondition::TurnLimit { turn: 12 };
    assert!(lesson.options.victory.contains(&limit));
}

#[test]
fn allies_see_what_the_other_sees() {
    let (_, scenario) = all()
        .find(|(id, _)| *id == "crown-and-league")
        .expect("it ships");
    let teams: Vec<Option<&str>> = scenario.seats.iter().map(|s| s.team.as_deref()).collect();
    let (crown, league) = (Some("Crown"), Some("League"));
    assert_eq!(teams, [crown, league, league, crown]);
    assert!(scenario.options.shared_sight);
}

#[test]
fn whoever_lives_on_islands_begins_with_ships() {
    let (_, scenario) = all()
        .find(|(id, _)| *id == "archipelago")
        .expect("it ships");
    for seat in 0..4 {
        let has = |class: &str| {
            let mut units = scenario.units.iter();
            units.any(|unit| unit.owner == Some(seat) && unit.class == class)
        };
        assert!(has("transport") && has("frigate"), "seat {seat}");
    }
}

/// Outputs, cities and ways of those that are meant to be even; the lesson is not.
#[test]
fn seats_begin_alike() {
    for (id, scenario) in all().filter(|(id, _)| !["first-steps", "kelsey-ford"].contains(id)) {
        let seats = measures(&scenario);
        assert_eq!(seats.len(), scenario.seats.len(), "{id}");
        for seat in &seats {
            assert_eq!(seat.output, seats[0].output, "{id}: {seat:?}");
            assert_eq!(seat.cities, seats[0].cities, "{id}: {seat:?}");
            assert_eq!(seat.out_of_reach, 0, "{id}: {seat:?}");
        }
        let spread = |of: fn(&fieldpost_engine::generate::Measure) -> Option<u32>| {
            let values: Vec<u32> = seats.iter().filter_map(of).collect();
            let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
            let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
            assert!(
                most <= least + 1 || most * 10 <= least * 11,
                "{id}: {values:?}"
            );
        };
        spread(|seat| seat.neutral?.points);
        spread(|seat| seat.rival?.points);
        spread(|seat| Some(seat.rival?.tiles));
        // What each holds in units is worth the same.
        let worth = |owner: u8| {
            let mut classes: Vec<&str> = Vec::new();
            let units = scenario
                .units
                .iter()
                .filter(|unit| unit.owner == Some(owner));
            classes.extend(units.map(|unit| unit.class.as_str()));
            classes.sort_unstable();
            classes
        };
        for seat in 1..scenario.seats.len() as u8 {
            assert_eq!(worth(seat), worth(0), "{id}: seat {seat}");
        }
    }
}
