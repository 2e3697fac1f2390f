//! Every shipped scenario is played to its end by the standard commander (WO-620):
//! its own conditions end it, and there was fighting on the way. The widest ones
//! take long; `FIELDPOST_LONG_TESTS` plays them too.

use std::collections::BTreeMap;

use fieldpost::ai;
use fieldpost_engine::{
    game::Game,
    ids::SeatId,
    log::{Header, OrderRecord},
    order::{Marker, Order},
    ruleset::RULES_VERSION,
    scenario::{SHIPPED, Scenario, VictoryCondition, shipped},
};

/// A scenario that sets no last turn ends when nobody but one side is left, which may
/// be never; behind this turn its players agree on a draw.
const PATIENCE: u32 = 60;

fn enter(game: &mut Game, seat: Option<SeatId>, order: Order) {
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat,
        order,
    };
    game.apply(&record).expect("the record follows");
}

/// One turn: every seat that is expected orders and commits.
fn turn(game: &mut Game, commanders: &mut [Box<dyn ai::Commander>]) {
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
    enter(game, None, Order::CloseOrders { markers });
}

/// Who holds each city, by its name.
fn holders(game: &Game) -> BTreeMap<String, Option<SeatId>> {
    let cities = game.state().sites.iter().filter(|site| site.is_city());
    cities.map(|site| (site.name.clone(), site.owner)).collect()
}

fn plays_out(id: &str) {
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
    let mut game = Game::new(&header).expect("a game").without_streams();
    let before = holders(&game);
    let first: Vec<_> = game.state().units.iter().map(|unit| unit.seq).collect();
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
        turn(&mut game, &mut commanders);
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

#[test]
fn the_wide_ones_end() {
    let short = [
        "first-steps",
        "kelsey-ford",
        "two-rivers",
        "crown-and-league",
    ];
    if std::env::var_os("FIELDPOST_LONG_TESTS").is_some() {
        let wide = SHIPPED.iter().filter(|(id, _)| !short.contains(id));
        wide.for_each(|(id, _)| plays_out(id));
    }
}
