//! Nothing is taken from the heap while a fight runs: what it takes beforehand
//! does not hang on how long it lasts or how much is done in it.

use std::alloc::System;

use fieldpost_engine::engagement::{Setup, fight};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::rng::Stream;
use fieldpost_engine::stance::Stance;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[path = "support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_fight_takes_nothing_from_the_heap_while_it_runs() {
    let rules = drill::ruleset();
    let unit = |seq, class| drill::unit(&rules, seq, class, Stance::Advance);
    // 64 ticks in which nobody does anything; and fights full of blows.
    let idle = drill::assault(unit(1, "wagon"), unit(2, "wagon"));
    let lines = drill::assault(unit(1, "line_infantry"), unit(2, "line_infantry"));
    let horse = drill::assault(unit(1, "light_horse"), unit(2, "line_infantry"));
    let taken = |setup: &Setup, seed: u32| {
        let mut stream = Stream::of_engagement(&[9; 32], seed, Seq(1), 0);
        let region = Region::new(ALLOCATOR);
        let report = fight(&rules, setup, &mut stream, false).expect("a fight");
        let change = region.change();
        assert_eq!(change.reallocations, 0, "nothing grows");
        // The list of the broken is the report's, made when it is over.
        change.allocations - usize::from(!report.broken.is_empty())
    };
    let least = taken(&idle, 0);
    for seed in 0..50 {
        assert_eq!(taken(&lines, seed), least, "seed {seed}");
        assert_eq!(taken(&horse, seed), least, "seed {seed}");
    }
}
