//! The figures that the world asks for: a Reckoning with 1,200 units, 120 cities and
//! supply for eight seats, what one such state takes in memory, and a huge map from a
//! seed: `cargo bench -p fieldpost-engine --bench world`.

use std::alloc::System;

use criterion::{BatchSize, Criterion};
use fieldpost_engine::game::Game;
use fieldpost_engine::generate::{Settings, Size, generate};
use fieldpost_engine::ids::Pos;
use fieldpost_engine::log::Header;
use fieldpost_engine::scenario::{Scenario, ScenarioSite, SiteKind};
use fieldpost_engine::turn::reckon;
use fieldpost_engine::world::World;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[path = "support/board.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod board;

use board::Orders;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most that a state may take (issue's figure), in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The board of the other benches, and fifteen cities among each seat's units, every
/// one of them building.
fn scenario() -> Scenario {
    let mut scenario = board::scenario(Orders::Mixed);
    for seat in 0..8u16 {
        for city in 0..15u16 {
            let at = Pos::new(
                seat % 4 * 24 + 2 + city % 5 * 5,
                seat / 4 * 48 + 14 + city / 5 * 9,
            );
            scenario.sites.push(ScenarioSite {
                kind: SiteKind::City,
                name: format!("City {seat}-{city}"),
                at,
                owner: Some(seat as u8),
                output: 4,
                seq: None,
                queue: vec!["line_infantry".into(), "field_gun".into()],
                progress: 0,
            });
        }
    }
    scenario
}

fn world() -> World {
    let header = Header::new(scenario(), [7; 32], 1);
    let game = Game::new(&header).expect("a game");
    World::new(game.state().clone())
}

fn reckoning(c: &mut Criterion) {
    let world = world();
    assert_eq!(world.state.units.len(), 1_200);
    assert_eq!(world.state.sites.len(), 120);
    c.bench_function("Reckoning of 1,200 units, 120 cities, 8 seats", |b| {
        b.iter_batched(
            || world.clone(),
            |mut world| {
                reckon(&mut world).expect("a Reckoning");
                world
            },
            BatchSize::LargeInput,
        );
    });
}

/// What a state holds on the heap, by itself and with its indexes.
fn memory(world: &World) {
    let held = |region: &Region<'_, System>| {
        let change = region.change();
        change.bytes_allocated - change.bytes_deallocated
    };
    let region = Region::new(ALLOCATOR);
    let state = world.state.clone();
    let alone = held(&region);
    let region = Region::new(ALLOCATOR);
    let whole = world.clone();
    let with_indexes = held(&region);
    drop((state, whole));
    println!("state of 1,200 units on 96×96: {alone} bytes, with indexes {with_indexes}");
    assert!(with_indexes < MOST_BYTES, "more than {MOST_BYTES} bytes");
}

fn generation(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate a huge map");
    group.sample_size(10);
    for (name, seats, wrap, islands) in [
        ("2 seats", 2, false, false),
        ("7 seats", 7, false, false),
        ("8 seats", 8, false, false),
        ("8 seats, wrap", 8, true, false),
        ("8 seats, islands", 8, false, true),
    ] {
        let settings = Settings {
            seats,
            size: Size::Huge,
            wrap,
            islands,
        };
        let mut number = 0u8;
        group.bench_function(name, |b| {
            b.iter(|| {
                number = number.wrapping_add(1);
                generate(&[number; 32], settings).expect("a map")
            });
        });
    }
    group.finish();
}

fn main() {
    memory(&world());
    let mut criterion = Criterion::default().configure_from_args();
    reckoning(&mut criterion);
    generation(&mut criterion);
    criterion.final_summary();
}
