//! What a seat is told of the Reckonings to come is what they then do, as long as
//! nobody stirs; and how the figures come about, worked out by hand.

use fieldpost_engine::forecast::{
    Build, Fate, HeldSite, Progress, Supply, forecast, progress, sides, supply,
};
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::{Header, OrderRecord, parse_order};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::{Scenario, VictoryCondition};
use fieldpost_engine::view::SeatView;
use serde_json::{Value, json};

#[path = "support/random.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod random;

use random::Dice;

const RED: SeatId = SeatId(0);

fn game(board: &[&str], treasury: u32, sites: &Value, units: &Value, victory: &Value) -> Game {
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Books", "ruleset": "standard/1",
        "map": { "width": board[0].len(), "height": board.len(), "terrain": board },
        "seats": [{ "name": "Red", "treasury": treasury }, { "name": "Blue", "treasury": 9 }],
        "sites": sites, "units": units, "options": { "victory": victory },
    });
    let scenario = Scenario::from_value(scenario).expect("a playable board");
    Game::new(&Header::new(scenario, [7; 32], RULES_VERSION)).expect("a game")
}

const PLAIN: [&str; 8] = ["............"; 8];

fn unit(seq: u32, owner: Option<u8>, class: &str, at: [u16; 2]) -> Value {
    json!({ "seq": seq, "owner": owner, "class": class, "at": at })
}

fn city(seq: u32, owner: u8, at: [u16; 2], output: u32, queue: &[&str]) -> Value {
    json!({ "kind": "city", "seq": seq, "name": format!("C{seq}"), "owner": owner, "at": at,
        "output": output, "queue": queue })
}

fn close(game: &mut Game) {
    let markers = game.seats().map(|_| Marker::Committed).collect();
    let order = Order::CloseOrders { markers };
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: None,
        order,
    };
    game.apply(&record).expect("a turn").expect("its result");
}

fn give(game: &mut Game, seat: SeatId, order: &str) {
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: Some(seat),
        order: parse_order(order).expect("an order"),
    };
    game.apply(&record).expect("an order that is taken");
}

fn view(game: &Game) -> SeatView {
    game.view(RED).expect("a seat")
}

fn fates(builds: &[Build]) -> Vec<(u32, Option<usize>, Fate)> {
    let fate = |build: &Build| (build.city.0, build.place, build.fate);
    builds.iter().map(fate).collect()
}

/// Red holds one city of 5 with militia (5) and a field gun (18) in its queue, 2 in
/// the treasury, and line infantry (1) and heavy horse (2) outside of it.
///
/// | turn | opens | income | upkeep | then | into the queue | closes |
/// |---|---|---|---|---|---|---|
/// | 1 | 2 | 5 | 3 | 4 | 4 into the militia | 0 |
/// | 2 | 0 | 5 | 3 | 2 | 1: militia done; 1 into the gun | 0 |
/// | 3 | 0 | 5 | 3 (the militia is free at home) | 2 | 2: the gun has 3 | 0 |
///
/// 2 a turn from there: 15 more take turns 4 to 11 (8 turns, 16; the last takes 1).
#[test]
fn a_queue_waits_for_the_treasury() {
    let sites = json!([city(1, 0, [3, 3], 5, &["militia", "field_gun"])]);
    let units = json!([
        unit(11, Some(0), "line_infantry", [5, 3]),
        unit(12, Some(0), "heavy_horse", [5, 4]),
        unit(20, Some(1), "militia", [11, 7]),
    ]);
    let limit = json!([{ "turn_limit": { "turn": 99 } }]);
    let mut game = game(&PLAIN, 2, &sites, &units, &limit);
    let rules = game.state().rules.clone();
    let told = forecast(&view(&game), &rules.ruleset, 20);
    let columns: Vec<_> = told.books[..3]
        .iter()
        .map(|b| (b.turn, b.opening, b.income, b.upkeep, b.spent, b.closing))
        .collect();
    assert_eq!(
        columns,
        [(1, 2, 5, 3, 4, 0), (2, 0, 5, 3, 2, 0), (3, 0, 5, 3, 2, 0)]
    );
    assert_eq!(
        fates(&told.builds),
        [
            (1, Some(0), Fate::Done { turn: 2 }),
            (1, Some(1), Fate::Done { turn: 11 }),
        ]
    );
    let upkeep: Vec<_> = told
        .upkeep
        .iter()
        .map(|u| (u.class.as_str(), u.units, u.due))
        .collect();
    assert_eq!(upkeep, [("heavy_horse", 1, 2), ("line_infantry", 1, 1)]);
    for turn in 1..=11 {
        let built = game
            .state()
            .units
            .iter()
            .filter(|unit| unit.seq.0 > 20)
            .count();
        assert_eq!(built, usize::from(turn > 2), "before turn {turn}");
        close(&mut game);
    }
    let gun = game.state().units.last().expect("a gun");
    assert_eq!(game.state().class(gun).name, "field_gun");
}

/// 3 in the treasury, 2 of income, 7 due (a siege gun 3, a frigate's worth of horse
/// 2 + 2): 2 are missing, and #13 with the highest number owes 2, so it alone is short.
/// The turn after nothing is left: 5 are missing, #13 (2) and #12 (2) and #11 (3) are short.
#[test]
fn who_goes_short_is_known_beforehand() {
    let sites = json!([city(1, 0, [3, 3], 2, &[])]);
    let units = json!([
        unit(11, Some(0), "siege_gun", [4, 3]),
        unit(12, Some(0), "heavy_horse", [4, 4]),
        unit(13, Some(0), "heavy_horse", [4, 2]),
        unit(20, Some(1), "militia", [11, 7]),
    ]);
    let limit = json!([{ "turn_limit": { "turn": 99 } }]);
    let mut game = game(&PLAIN, 3, &sites, &units, &limit);
    let rules = game.state().rules.clone();
    let told = forecast(&view(&game), &rules.ruleset, 2);
    let short = |turn: usize| -> Vec<u32> {
        let short = told.books[turn].short.iter();
        short.filter_map(|one| one.unit).map(|seq| seq.0).collect()
    };
    assert_eq!((short(0), short(1)), (vec![13], vec![13, 12, 11]));
    for expected in [vec![13], vec![11, 12, 13]] {
        close(&mut game);
        let hungry = game
            .state()
            .units
            .iter()
            .filter(|unit| unit.seq.0 < 20 && !unit.supplied);
        let hungry: Vec<u32> = hungry.map(|unit| unit.seq.0).collect();
        assert_eq!(hungry, expected);
    }
}

/// Three stand in the city already: the militia is paid for by turn 1 (5 of output,
/// 50 in the treasury) and waits, and nothing behind it begins.
#[test]
fn a_full_city_keeps_what_it_built_waiting() {
    let sites = json!([city(1, 0, [3, 3], 5, &["militia", "scout"])]);
    let units = json!([
        unit(11, Some(0), "militia", [3, 3]),
        unit(12, Some(0), "militia", [3, 3]),
        unit(13, Some(0), "militia", [3, 3]),
        unit(20, Some(1), "militia", [11, 7]),
    ]);
    let limit = json!([{ "turn_limit": { "turn": 99 } }]);
    let mut game = game(&PLAIN, 50, &sites, &units, &limit);
    let rules = game.state().rules.clone();
    let told = forecast(&view(&game), &rules.ruleset, 10);
    assert_eq!(
        fates(&told.builds),
        [
            (1, Some(0), Fate::Waits { since: 1 }),
            (1, Some(1), Fate::Later)
        ]
    );
    // 50 + 5 and nothing due at home; 5 are spent once.
    assert_eq!((told.books[0].closing, told.books[1].closing), (50, 55));
    close(&mut game);
    close(&mut game);
    assert_eq!(game.state().units.len(), 4);
    assert_eq!(game.state().seats[0].treasury, 55);
}

#[test]
fn the_books_of_idle_random_games_come_true() {
    let mut built = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let header = random::header(random::scenario(&mut dice));
        let mut game = Game::new(&header).expect("a game");
        forbid_stirring(&mut game);
        let rules = game.state().rules.clone();
        for seat in game.seats() {
            let cities: Vec<Seq> = cities_of(&game, seat);
            if let Some(city) = cities.first().filter(|_| dice.chance(2)) {
                let city = city.0;
                let order =
                    format!(r#"{{"kind":"SetRequisition","class":"scout","count":2,"to":{city}}}"#);
                give(&mut game, seat, &order);
            }
        }
        let told: Vec<_> = game
            .seats()
            .map(|seat| forecast(&game.view(seat).expect("a seat"), &rules.ruleset, 6))
            .collect();
        for turn in 0..6 {
            close(&mut game);
            for (seat, told) in game.seats().zip(&told) {
                let position = game.state().seat(seat).expect("a seat");
                assert_eq!(position.treasury, told.books[turn].closing, "seed {seed}");
            }
        }
        for (seat, told) in game.seats().zip(&told) {
            let done = told.builds.iter();
            let done = done
                .filter(|build| matches!(build.fate, Fate::Done { .. }))
                .count();
            let new = game.state().units.iter();
            let new = new.filter(|unit| unit.owner == Some(seat));
            let begun = header.scenario.units.len() + header.scenario.sites.len();
            let new = new.filter(|unit| unit.seq.0 as usize > begun).count();
            assert_eq!(done, new, "seed {seed}, {seat:?}");
            built += new;
        }
    }
    assert!(built > 100, "only {built} units were built");
}

/// Nobody takes the undefended city beside it, and nobody weak falls back.
fn forbid_stirring(game: &mut Game) {
    for seat in game.seats() {
        for unit in game.view(seat).expect("a seat").units {
            let unit = unit.unit.0;
            for sanction in ["Seize", "Retire"] {
                let order = format!(
                    r#"{{"kind":"SetSanction","unit":{unit},"sanction":{{"{sanction}":"Never"}}}}"#
                );
                give(game, seat, &order);
            }
        }
        for class in ["militia", "field_gun", "scout"] {
            let order = format!(
                r#"{{"kind":"SetDoctrine","class":"{class}","posture":"Reserve","sanctions":[{{"Seize":"Never"}}]}}"#
            );
            give(game, seat, &order);
        }
    }
}

fn cities_of(game: &Game, seat: SeatId) -> Vec<Seq> {
    let sites = game.state().sites.iter();
    sites
        .filter(|site| site.is_city() && site.owner == Some(seat))
        .map(|site| site.seq)
        .collect()
}

/// A corridor of plain, 14 long: from the city on 0,1 six steps reach 6,1. An enemy on
/// 4,0 stands beside 3,1 to 5,1; if it held those, 3,1 would still be entered and
/// nothing behind it.
#[test]
fn supply_is_in_at_risk_and_out() {
    let board = [
        "r^^^.^^^^^^^^r",
        "..............",
        "rrrrrrrrrrrrrr",
        "..............",
        "..............",
        "..............",
        "..............",
        "..............",
    ];
    let sites = json!([city(1, 0, [0, 1], 4, &[])]);
    let line: Vec<Value> = (1..8)
        .map(|x| unit(10 + u32::from(x), Some(0), "scout", [x, 1]))
        .chain([unit(40, Some(1), "militia", [4, 0])])
        .chain([unit(41, Some(1), "militia", [13, 7])])
        .collect();
    let limit = json!([{ "turn_limit": { "turn": 99 } }]);
    let mut game = game(&board, 50, &sites, &json!(line), &limit);
    let rules = game.state().rules.clone();
    let told = view(&game);
    let map = supply(&told, &rules.ruleset);
    let found: Vec<Supply> = told.units.iter().map(|unit| map.unit(unit)).collect();
    use Supply::{AtRisk, In, Out};
    assert_eq!(found, [In, In, In, AtRisk, AtRisk, AtRisk, Out]);
    assert_eq!(map.tile(told.grid().tile(Pos::new(4, 0))), Out);
    close(&mut game);
    let supplied: Vec<bool> = game.state().units[..7]
        .iter()
        .map(|unit| unit.supplied)
        .collect();
    assert_eq!(supplied, [true, true, true, true, true, true, false]);
}

/// Where the ground is wholly known, supply is what the Reckoning finds by the enemies
/// that the side sees, but for units that are short.
#[test]
fn supply_on_a_known_board_is_the_reckonings() {
    let mut counts = [0, 0];
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut scenario = random::scenario(&mut dice);
        scenario.options.victory = vec![VictoryCondition::TurnLimit { turn: 1 }];
        for seat in &mut scenario.seats {
            seat.treasury = 500;
        }
        let mut begun = Game::new(&random::header(scenario)).expect("a game");
        forbid_stirring(&mut begun);
        let mut ended = begun.clone();
        assert!(begun.revealed(RED, &begun).is_none(), "it is not over");
        close(&mut ended);
        let rules = ended.state().rules.clone();
        for seat in ended.seats() {
            let mut board = begun.revealed(seat, &ended).expect("it is over");
            let views = begun.seats().filter(|ally| board.is_ours(Some(*ally)));
            let views: Vec<_> = views.filter_map(|ally| begun.view(ally)).collect();
            board.others.retain(|other| {
                let mut seen = views.iter().flat_map(|view| &view.others);
                seen.any(|one| one.unit == other.unit && !one.stale)
            });
            let map = supply(&board, &rules.ruleset);
            for unit in &board.units {
                let found = ended.state().unit(unit.unit).expect("nobody fought");
                let told = map.unit(unit) != Supply::Out;
                assert_eq!(told, found.supplied, "seed {seed}, unit {}", unit.unit);
                counts[usize::from(told)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// Red: a city (10), line infantry that has recovered beside it from 80 to 90 of 100
/// (10 × 0.9 = 9) and a scout at full strength (8): 27. Of Blue it sees one militia (5) and no city.
#[test]
fn progress_is_told_by_what_is_seen() {
    let sites = json!([city(1, 0, [3, 3], 4, &[]), city(2, 1, [11, 7], 4, &[])]);
    let units = json!([
        { "seq": 11, "owner": 0, "class": "line_infantry", "at": [3, 4], "strength": 80 },
        unit(12, Some(0), "scout", [2, 2]),
        unit(20, Some(1), "militia", [5, 3]),
        unit(21, Some(1), "guard_infantry", [11, 6]),
    ]);
    let victory = json!([
        { "last_standing": {} }, { "cities": { "count": 1, "reckonings": 3 } },
        { "hold": { "sites": ["C1", "C2"], "turn": 9 } }, { "turn_limit": { "turn": 12 } },
    ]);
    let mut game = game(&PLAIN, 9, &sites, &units, &victory);
    close(&mut game);
    let rules = game.state().rules.clone();
    let board = view(&game);
    let known = sides(&board, &rules.ruleset);
    let figures: Vec<_> = known
        .iter()
        .map(|s| (s.ours, s.cities, s.units, s.score))
        .collect();
    assert_eq!(figures, [(true, 1, 2, 27), (false, 0, 1, 5)]);
    let named = |name: &str, ours: bool| HeldSite {
        name: name.to_owned(),
        owner: ours.then_some(Some(RED)),
        ours,
    };
    assert_eq!(
        progress(&board, &rules.ruleset, &rules.victory),
        [
            Progress::LastStanding { sides: 2 },
            Progress::Cities {
                needed: 1,
                reckonings: 3,
                running: 1
            },
            Progress::Hold {
                turn: 9,
                sites: vec![named("C1", true), named("C2", false)]
            },
            Progress::TurnLimit { turn: 12, left: 11 },
        ]
    );
}
