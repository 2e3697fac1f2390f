//! Generated maps: fair, whole, the same from the same seed, and refused where
//! there is no room (WO-610). Two hundred seeds of each size; of the slow settings
//! a few, unless `FIELDPOST_LONG_TESTS` is set.

use std::collections::BTreeSet;

use fieldpost_engine::generate::{GenerateError, Measure, Settings, Size, generate, measures};
use fieldpost_engine::scenario::{Scenario, SiteKind, VictoryCondition};

fn seed(number: u32) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&number.to_le_bytes());
    seed
}

fn long() -> bool {
    std::env::var_os("FIELDPOST_LONG_TESTS").is_some()
}

/// Every setting that a size has room for.
fn settings(size: Size) -> Vec<Settings> {
    let mut all = Vec::new();
    for (wrap, islands) in [(false, false), (true, false), (false, true), (true, true)] {
        for seats in 2..=size.most_seats(islands) {
            all.push(Settings {
                seats,
                size,
                wrap,
                islands,
            });
        }
    }
    all
}

/// The seeds of a size, dealt out to its settings in turn.
fn every_map(size: Size, seeds: u32) {
    let settings = settings(size);
    for number in 0..seeds {
        let settings = settings[number as usize % settings.len()];
        let scenario = generate(&seed(number), settings)
            .unwrap_or_else(|error| panic!("seed {number}, {settings:?}: {error}"));
        sound(&scenario, settings, number);
    }
}

#[test]
fn small_maps_are_fair() {
    every_map(Size::Small, 200);
}

#[test]
fn medium_maps_are_fair() {
    every_map(Size::Medium, 200);
}

#[test]
fn large_maps_are_fair() {
    every_map(Size::Large, if long() { 200 } else { 50 });
}

#[test]
fn huge_maps_are_fair() {
    every_map(Size::Huge, if long() { 200 } else { 9 });
}

/// Everything that WO-610 asks of one map.
fn sound(scenario: &Scenario, settings: Settings, number: u32) {
    let told = |what: &str| format!("seed {number}, {settings:?}: {what}");
    let value = serde_json::to_value(scenario).expect("JSON");
    let again = Scenario::from_value(value)
        .unwrap_or_else(|faults| panic!("{}", told(&format!("{faults:?}"))));
    assert_eq!(&again, scenario, "{}", told("reads back otherwise"));

    let all = measures(scenario);
    assert_eq!(all.len(), usize::from(settings.seats), "{}", told("seats"));
    let per_seat = |of: fn(&Measure) -> Option<u32>| all.iter().map(of).collect::<Vec<_>>();
    let one = |values: Vec<Option<u32>>| values.iter().collect::<BTreeSet<_>>().len() == 1;
    assert!(one(per_seat(|m| Some(m.output))), "{}", told("outputs"));
    assert!(one(per_seat(|m| Some(m.cities))), "{}", told("cities"));
    assert!(all[0].cities >= 3, "{}", told("three cities at least"));
    for (what, values) in [
        (
            "tiles to a neutral city",
            per_seat(|m| Some(m.neutral?.tiles)),
        ),
        ("points to a neutral city", per_seat(|m| m.neutral?.points)),
        ("tiles to a rival", per_seat(|m| Some(m.rival?.tiles))),
        ("points to a rival", per_seat(|m| m.rival?.points)),
    ] {
        assert!(alike(&values), "{}", told(&format!("{what}: {values:?}")));
    }
    assert!(all.iter().all(|m| m.out_of_reach == 0), "{}", told("reach"));
    if !settings.islands {
        assert!(
            per_seat(|m| m.rival?.points).iter().all(Option::is_some),
            "{}",
            told("one land")
        );
    }
    for seat in 0..settings.seats {
        troops(scenario, seat, &told("troops"));
    }
    for site in scenario.sites.iter().filter(|site| site.owner.is_some()) {
        assert!(
            (4..=6).contains(&site.output),
            "{}",
            told("an own city's output")
        );
    }
    let cities = scenario
        .sites
        .iter()
        .filter(|site| site.kind == SiteKind::City)
        .count() as u32;
    let wins = |condition: &VictoryCondition| matches!(condition, VictoryCondition::Cities { count, reckonings: 2 } if *count == cities / 2 + 1);
    assert!(
        scenario.options.victory.iter().any(wins),
        "{}",
        told("half of the cities")
    );
    assert!(
        scenario
            .options
            .victory
            .contains(&VictoryCondition::TurnLimit { turn: 60 })
    );
}

/// Within one, or within a tenth; what none has is alike too.
fn alike(values: &[Option<u32>]) -> bool {
    let known: Vec<u32> = values.iter().flatten().copied().collect();
    if known.is_empty() {
        return true;
    }
    let (least, most) = (known.iter().min().unwrap(), known.iter().max().unwrap());
    known.len() == values.len() && (most - least <= 1 || most * 10 <= least * 11)
}

fn troops(scenario: &Scenario, seat: u8, told: &str) {
    let own = |class: &str| {
        let units = scenario.units.iter();
        units
            .filter(|unit| unit.owner == Some(seat) && unit.class == class)
            .count()
    };
    let classes = ["line_infantry", "light_horse", "field_gun", "pioneers"];
    assert_eq!(classes.map(own), [8, 2, 1, 1], "{told}");
    let all = scenario
        .units
        .iter()
        .filter(|unit| unit.owner == Some(seat));
    assert_eq!(all.count(), 12, "{told}");
    assert_eq!(scenario.seats[usize::from(seat)].treasury, 20, "{told}");
}

#[test]
fn the_same_seed_gives_the_same_map() {
    let plain = Settings {
        seats: 3,
        size: Size::Small,
        wrap: false,
        islands: false,
    };
    let first = generate(&seed(1), plain).expect("a map");
    assert_eq!(first, generate(&seed(1), plain).expect("a map"));
    assert_ne!(first, generate(&seed(2), plain).expect("a map"));
}

#[test]
fn what_has_no_room_is_refused() {
    let crowded = Settings {
        seats: 8,
        size: Size::Small,
        wrap: false,
        islands: false,
    };
    let refused = generate(&seed(1), crowded).expect_err("no room");
    assert_eq!(
        refused,
        GenerateError::Crowded {
            seats: 8,
            size: Size::Small,
            islands: false,
            most: 4
        }
    );
    for seats in [0, 1, 9] {
        let settings = Settings { seats, ..crowded };
        assert_eq!(
            generate(&seed(1), settings),
            Err(GenerateError::Seats(seats))
        );
    }
}
