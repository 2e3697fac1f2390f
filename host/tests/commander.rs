//! A commander as the host employs it: it sees a view and nothing else, its
//! orders are those of a player, and the same view gives the same orders.

use std::time::{Duration, Instant};

use fieldpost::ai::{self, Brief};
use fieldpost_engine::{
    game::Game,
    log::{Header, OrderRecord},
    order::{Marker, Order},
    ruleset::RULES_VERSION,
    scenario::{Scenario, shipped},
};

fn game() -> Game {
    let text = shipped("kelsey-ford").expect("it ships");
    let scenario = Scenario::parse(text).expect("it is sound");
    Game::new(&Header::new(scenario, [7; 32], RULES_VERSION)).expect("a game")
}

fn enter(game: &mut Game, seat: Option<u8>, order: Order) {
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: seat.map(fieldpost_engine::ids::SeatId),
        order,
    };
    game.apply(&record).expect("the record follows");
}

fn dice(turn: u32, seat: u8) -> u64 {
    u64::from(turn).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(seat)
}

/// Lets the standard commander play every seat. `each` sees what one orders.
fn play(turns: u32, mut each: impl FnMut(&Game, u8, &[Order])) -> Game {
    let mut game = game();
    let mut commander = ai::commander(ai::STANDARD).expect("the standard one");
    for _ in 0..turns {
        let all = game.seats().count();
        let seats: Vec<_> = game
            .seats()
            .filter(|seat| game.is_expected(*seat))
            .collect();
        for seat in &seats {
            let view = game.view(*seat).expect("a seat");
            let rules = &game.state().rules;
            let orders = commander.orders(&Brief {
                view: &view,
                ruleset: &rules.ruleset,
                victory: &rules.victory,
                // Other dice each turn, as a game gives them.
                seed: dice(view.turn, seat.0),
            });
            each(&game, seat.0, &orders);
            for order in orders {
                enter(&mut game, Some(seat.0), order);
            }
            enter(&mut game, Some(seat.0), Order::CommitOrders {});
        }
        let markers = vec![Marker::Committed; all];
        enter(&mut game, None, Order::CloseOrders { markers });
    }
    game
}

#[test]
fn nothing_it_orders_is_refused_and_it_does_things() {
    let mut ordered = 0;
    // An order that is refused would not follow.
    let game = play(40, |_, _, orders| ordered += orders.len());
    assert!(ordered > 100, "{ordered} orders");
    assert_eq!(game.turn(), 41);
    // Kelsey Ford is fought over at its ford; its three cities may outlast all of it.
    let start = self::game();
    let fallen = start.state().units.iter();
    let fallen = fallen.filter(|unit| game.state().unit(unit.seq).is_none_or(|unit| !unit.alive));
    assert!(fallen.count() > 0, "nobody fell");
}

#[test]
fn the_same_view_gives_the_same_orders() {
    play(12, |game, seat, orders| {
        let view = game
            .view(fieldpost_engine::ids::SeatId(seat))
            .expect("a seat");
        let rules = &game.state().rules;
        // Another process has another commander, and no memory.
        let mut other = ai::commander(ai::STANDARD).expect("the standard one");
        let again = other.orders(&Brief {
            view: &view,
            ruleset: &rules.ruleset,
            victory: &rules.victory,
            seed: dice(view.turn, seat),
        });
        assert_eq!(again, orders, "turn {}, seat {seat}", view.turn);
    });
}

#[test]
fn what_its_seat_cannot_see_changes_nothing() {
    let game = game();
    let seat = fieldpost_engine::ids::SeatId(0);
    let mut commander = ai::commander(ai::STANDARD).expect("the standard one");
    let alone = ai::orders_for(&game, seat, commander.as_mut());
    // The others have ordered already, for all it knows.
    let mut later = game.clone();
    for other in [1, 2] {
        let other_seat = fieldpost_engine::ids::SeatId(other);
        for order in ai::orders_for(&game, other_seat, commander.as_mut()) {
            enter(&mut later, Some(other), order);
        }
    }
    assert!(later.head() > 0, "nobody ordered anything");
    assert_eq!(ai::orders_for(&later, seat, commander.as_mut()), alone);
}

#[test]
fn a_turn_takes_it_no_time_that_anybody_would_notice() {
    let began = Instant::now();
    let mut turns = 0;
    play(20, |_, _, _| turns += 1);
    // Unoptimised and on a busy machine; the figure for a release is in BALANCE.md.
    assert!(
        began.elapsed() < Duration::from_millis(500) * turns,
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn there_is_no_commander_of_another_name() {
    assert!(ai::commander("marshal").is_none());
}
