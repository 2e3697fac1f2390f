//! What a fight and a prediction cost: `cargo bench -p fieldpost-engine --bench engagement`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fieldpost_engine::engagement::predict;
use fieldpost_engine::stance::Stance;

#[path = "support/board.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod board;
#[path = "../tests/support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;

fn fights(c: &mut Criterion) {
    let rules = drill::ruleset();
    let line = |seq| drill::unit(&rules, seq, "line_infantry", Stance::Advance);
    let setup = drill::assault(line(1), line(2));
    let mut seed = 0;
    c.bench_function("assault of line on line", |b| {
        b.iter(|| {
            seed += 1;
            drill::run(&rules, &setup, seed)
        });
    });
    c.bench_function("prediction of an assault, 128 fights", |b| {
        b.iter(|| predict::chance(&rules, &setup).expect("a chance"));
    });
}

/// The same turn with two hundred assaults in it and without (the units hold).
fn turn(c: &mut Criterion) {
    for (name, orders) in [
        ("200 assaults", board::Orders::Fight),
        ("the same, held", board::Orders::Truce),
    ] {
        let game = board::game(orders);
        let close = board::close(&game);
        c.bench_function(&format!("turn of 1,200 units, {name}"), |b| {
            b.iter_batched(
                || game.clone(),
                |mut game| game.apply(&close).expect("a turn"),
                BatchSize::LargeInput,
            );
        });
    }
}

criterion_group!(benches, fights, turn);
criterion_main!(benches);
