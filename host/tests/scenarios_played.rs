//! Every shipped scenario is played to its end by the standard commander (WO-620):
//! its own conditions end it, and there was fighting on the way. The widest one
//! takes minutes where nothing is optimised; `FIELDPOST_LONG_TESTS` plays it too.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost::ai;
use fieldpost_engine::{
    event::Event,
    game::Game,
    ids::{SeatId, Seq, Tile},
    log::{Header, OrderRecord},
    map::Mobility,
    order::{Marker, Order},
    ruleset::RULES_VERSION,
    scenario::{SHIPPED, Scenario, VictoryCondition, shipped},
};

/// A scenario that sets no last turn ends when nobody but one side is left, which may
/// be never; behind this turn its players agree on a draw.
const PATIENCE: u32 = 60;

fn enter(game: &mut Game, seat: Option<SeatId>, order: Order) -> Vec<Event> {
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat,
        order,
    };
    let result = game.apply(&record).expect("the record follows");
    result.map(|result| result.events).unwrap_or_default()
}

/// One turn: every seat that is expected orders and commits. Yields what happened.
fn turn(game: &mut Game, commanders: &mut [Box<dyn ai::Commander>]) -> Vec<Event> {
    let mut markers = Vec::new();
    for (seat, commander) in (0..).map(SeatId).zip(commanders) {
        if !game.is_expected(seat) {
            markers.push(Marker::Absent);
            continue;
        }
        for order in ai::orders_for(game, seat, commander.as_mut()) {
            enter(game, Some(seat), order);
        }
        enter(game, Some(seat), Order::CommitOrders {});
        markers.push(Marker::Committed);
    }
    enter(game, None, Order::CloseOrders { markers })
}

/// Who holds each city, by its name.
fn holders(game: &Game) -> BTreeMap<String, Option<SeatId>> {
    let cities = game.state().sites.iter().filter(|site| site.is_city());
    cities.map(|site| (site.name.clone(), site.owner)).collect()
}

/// Plays a scenario to its end; yields the game, and the units that were set ashore.
fn plays_out(id: &str) -> (Game, BTreeSet<Seq>) {
    let scenario = Scenario::parse(shipped(id).expect("it ships")).expect("it is sound");
    let limits = scenario.options.victory.iter().filter_map(|way| match way {
        VictoryCondition::TurnLimit { turn } => Some(*turn),
        _ => None,
    });
    let limit = limits.min();
    let last = limit.unwrap_or(PATIENCE + 1);
    let mut commanders: Vec<_> = scenario
        .seats
        .iter()
        .map(|_| ai::commander(ai::STANDARD).expect("the standard one"))
        .collect();
    let header = Header::new(scenario, [3; 32], RULES_VERSION);
    let mut game = Game::new(&header).expect("a game");
    let before = holders(&game);
    let first: Vec<_> = game.state().units.iter().map(|unit| unit.seq).collect();
    let mut ashore = BTreeSet::new();
    while game.outcome().is_none() && game.turn() <= last {
        if limit.is_none() && game.turn() > PATIENCE {
            let seats: Vec<SeatId> = game
                .seats()
                .filter(|seat| game.is_expected(*seat))
                .collect();
            for seat in seats {
                enter(&mut game, Some(seat), Order::OfferDraw {});
            }
        }
        for event in turn(&mut game, &mut commanders) {
            if let Event::Landed { unit, .. } = event {
                ashore.insert(unit);
            }
        }
    }
    let outcome = game.outcome();
    assert!(outcome.is_some(), "{id} goes on behind turn {last}");
    // Kelsey Ford is about its ford; everywhere else the cities are what is fought for.
    let fallen = first.iter().any(|seq| game.state().unit(*seq).is_none());
    assert!(fallen, "{id}: nobody fell");
    if limit.is_some() {
        assert_ne!(before, holders(&game), "{id}: no city changed hands");
    }
    println!("{id}: {outcome:?} in turn {}", game.turn());
    (game, ashore)
}

#[test]
fn the_lesson_ends() {
    plays_out("first-steps");
}

#[test]
fn kelsey_ford_ends() {
    plays_out("kelsey-ford");
}

#[test]
fn two_rivers_ends() {
    plays_out("two-rivers");
}

#[test]
fn crown_and_league_ends() {
    plays_out("crown-and-league");
}

/// Cities that no way over land leads to from any of some tiles.
fn overseas(game: &Game, from: Vec<Tile>) -> Vec<String> {
    let map = &game.state().map;
    let sites = game.state().sites.iter().filter(|site| site.is_city());
    let cities: BTreeSet<Tile> = sites.clone().map(|site| site.tile).collect();
    let (mut joined, mut open) = (BTreeSet::new(), from);
    while let Some(tile) = open.pop() {
        if joined.insert(tile) {
            let is_land = |next: &Tile| {
                map.terrain(*next).cost(Mobility::Foot).is_some() || cities.contains(next)
            };
            open.extend(map.grid.neighbours(tile).filter(is_land));
        }
    }
    let beyond = sites.filter(|site| !joined.contains(&site.tile));
    beyond.map(|site| site.name.clone()).collect()
}

#[test]
fn the_isles_are_fought_for_across_the_sea() {
    let (game, ashore) = plays_out("archipelago");
    assert!(ashore.len() >= 4, "{} units were landed", ashore.len());
    // Somebody ends up with what nobody could have walked to.
    let scenario = Scenario::parse(shipped("archipelago").expect("it ships")).expect("sound");
    let grid = game.state().map.grid;
    let holds = holders(&game);
    let taken = game.seats().flat_map(|seat| {
        let homes = scenario.sites.iter();
        let homes = homes.filter(|site| site.owner == Some(seat.0));
        let beyond = overseas(&game, homes.map(|site| grid.tile(site.at)).collect());
        let holds = &holds;
        beyond
            .into_iter()
            .filter(move |city| holds.get(city) == Some(&Some(seat)))
    });
    assert!(
        taken.count() > 0,
        "nobody holds anything overseas: {holds:?}"
    );
}

#[test]
fn the_great_game_ends() {
    assert_eq!(SHIPPED.len(), 6, "each has its test here");
    if std::env::var_os("FIELDPOST_LONG_TESTS").is_some() {
        plays_out("great-game");
    }
}
