//! The figures that the turn model asks for: `cargo bench -p fieldpost-engine`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fieldpost_engine::turn::freeze;

#[path = "support/board.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod board;

use board::Orders;

fn cascade(c: &mut Criterion) {
    for (name, orders) in [
        ("stand", Orders::Stand),
        ("mixed", Orders::Mixed),
        ("travel", Orders::Travel),
    ] {
        let game = board::game(orders);
        let close = board::close(&game);
        c.bench_function(&format!("turn of 1,200 units, {name}, with streams"), |b| {
            b.iter_batched(
                || game.clone(),
                |mut game| game.apply(&close).expect("a turn"),
                BatchSize::LargeInput,
            );
        });
        let bare = game.clone().without_streams();
        c.bench_function(&format!("turn of 1,200 units, {name}, streams off"), |b| {
            b.iter_batched(
                || bare.clone(),
                |mut game| game.apply(&close).expect("a turn"),
                BatchSize::LargeInput,
            );
        });
    }
}

fn initiative(c: &mut Criterion) {
    let game = board::game(Orders::Mixed);
    c.bench_function("initiative and sort of 1,200 units", |b| {
        b.iter(|| freeze(game.state()).expect("a roster"));
    });
}

fn state_hash(c: &mut Criterion) {
    let game = board::game(Orders::Mixed);
    c.bench_function("state hash of 1,200 units on 96×96", |b| {
        b.iter(|| game.state().hash())
    });
}

criterion_group!(benches, cascade, initiative, state_hash);
criterion_main!(benches);
