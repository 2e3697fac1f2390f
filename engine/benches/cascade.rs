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

/// A log of two hundred turns of that size, from its first record to its last.
fn cold_replay(c: &mut Criterion) {
    let game = board::game(Orders::Mixed).without_streams();
    let mut group = c.benchmark_group("cold replay");
    group.sample_size(10);
    group.bench_function("200 turns of 1,200 units, streams off", |b| {
        b.iter_batched(
            || game.clone(),
            |mut game| {
                for _ in 0..200 {
                    let close = board::close(&game);
                    game.apply(&close).expect("a turn");
                }
                game
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// The turn behind the first: everybody marches on, by the way it has.
fn kept_routes(c: &mut Criterion) {
    let mut game = board::game(Orders::Travel).without_streams();
    let first = board::close(&game);
    game.apply(&first).expect("a turn");
    let second = board::close(&game);
    c.bench_function("second turn of 1,200 marches of twenty tiles", |b| {
        b.iter_batched(
            || game.clone(),
            |mut game| game.apply(&second).expect("a turn"),
            BatchSize::LargeInput,
        );
    });
}

fn state_hash(c: &mut Criterion) {
    let game = board::game(Orders::Mixed);
    c.bench_function("state hash of 1,200 units on 96×96", |b| {
        b.iter(|| game.state().hash())
    });
}

criterion_group!(
    benches,
    cascade,
    initiative,
    cold_replay,
    kept_routes,
    state_hash
);
criterion_main!(benches);
