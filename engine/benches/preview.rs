//! The figure for the order preview: one seat's 150 units, eight turns ahead.

use criterion::{Criterion, criterion_group, criterion_main};
use fieldpost_engine::ids::SeatId;
use fieldpost_engine::preview::preview;

#[path = "support/board.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod board;

use board::Orders;

/// Turns that an order pad shows.
const TURNS: u32 = 8;

fn previews(c: &mut Criterion) {
    for (name, orders) in [
        ("stand", Orders::Stand),
        ("mixed", Orders::Mixed),
        ("travel", Orders::Travel),
        ("fight", Orders::Fight),
    ] {
        let game = board::game(orders);
        let view = game.view(SeatId(0)).expect("a seat");
        let terms = game.terms();
        c.bench_function(
            &format!("preview of 150 units, {TURNS} turns, {name}"),
            |b| {
                b.iter(|| preview(&view, &terms, &[], TURNS).expect("a preview"));
            },
        );
    }
    let game = board::game(Orders::Mixed);
    c.bench_function("a view of 150 units on 96×96", |b| {
        b.iter(|| game.view(SeatId(0)).expect("a seat"));
    });
}

criterion_group!(benches, previews);
criterion_main!(benches);
