//! A generated board for the benchmarks: 96×96, eight seats, 1,200 units.

use fieldpost_engine::command::{
    Action, Clause, Condition, Holder, Posture, Station, Target, Task,
};
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId};
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::scenario::{Scenario, ScenarioMap, ScenarioSeat, ScenarioUnit};
use fieldpost_engine::stance::Stance;
use serde_json::json;

const SIDE: u16 = 96;
const SEATS: u16 = 8;

/// What the units are told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Orders {
    /// Nobody has anything to do: the sweep by itself.
    Stand,
    /// Everybody has somewhere to be, with clauses to weigh.
    Mixed,
    /// Everybody marches to a tile twenty away.
    Travel,
    /// Pairs of hostile units stand side by side, and 200 assault.
    Fight,
    /// The same board, and nobody does.
    Truce,
}

/// The scenario.
pub(crate) fn scenario(orders: Orders) -> Scenario {
    let empty = json!({
        "format": "fieldpost-scenario/1", "name": "Bench", "ruleset": "standard/1",
        "map": { "width": SIDE, "height": SIDE, "terrain": [] }, "seats": [],
        "options": { "initiative_tier": 3 },
    });
    let mut scenario: Scenario = serde_json::from_value(empty).expect("a scenario's frame");
    scenario.map = ScenarioMap {
        terrain: terrain(),
        ..scenario.map
    };
    for seat in 0..SEATS {
        scenario.seats.push(ScenarioSeat {
            name: format!("Seat {seat}"),
            team: None,
            controller: Default::default(),
            treasury: 100_000,
        });
        for index in 0..150 {
            scenario.units.push(unit(seat, index, orders));
        }
    }
    scenario
}

/// Plain with woods and hills strewn over it.
fn terrain() -> Vec<String> {
    let glyph = |x: u16, y: u16| match (u32::from(x) * 7 + u32::from(y) * 13) % 29 {
        0 | 1 => 'f',
        2 => 'h',
        _ => '.',
    };
    (0..SIDE)
        .map(|y| (0..SIDE).map(|x| glyph(x, y)).collect())
        .collect()
}

/// Each seat's units stand in a block of 15 by 10, three tiles' width apart from the next.
fn unit(seat: u16, index: u16, orders: Orders) -> ScenarioUnit {
    if matches!(orders, Orders::Fight | Orders::Truce) {
        return duellist(seat, index, orders);
    }
    let at = Pos::new(
        seat % 4 * 24 + 4 + index % 15,
        seat / 4 * 48 + 18 + index / 15,
    );
    let class = match index % 10 {
        0 => "scout",
        1 | 2 => "light_horse",
        3 => "heavy_horse",
        4 | 5 => "light_infantry",
        _ => "line_infantry",
    };
    let target = match orders {
        Orders::Travel => Pos::new(at.x, if at.y < 48 { at.y + 20 } else { at.y - 20 }),
        _ => Pos::new((at.x + 3) % SIDE, (at.y + 2) % SIDE),
    };
    let (posture, task) = match (orders, index % 4) {
        (Orders::Stand | Orders::Fight | Orders::Truce, _) => (Posture::Reserve, None),
        (Orders::Travel, _) => (Posture::Reserve, Some(Task::new(Action::MoveTo(target)))),
        (Orders::Mixed, 0) => (Posture::Picket(Station::Tile(at)), None),
        (Orders::Mixed, 1) => (Posture::Garrison(Station::Tile(at)), None),
        (Orders::Mixed, _) => (Posture::Reserve, Some(weighing(target, at))),
    };
    serde_json::from_value(json!({ "class": class, "owner": seat, "at": at }))
        .map(|unit| ScenarioUnit {
            posture,
            task,
            stance: (orders == Orders::Mixed && index.is_multiple_of(7)).then_some(Stance::Hold),
            ..unit
        })
        .expect("a unit")
}

/// Seats stand by twos in columns next to each other: the even one attacks the odd.
fn duellist(seat: u16, index: u16, orders: Orders) -> ScenarioUnit {
    let at = Pos::new(
        seat % 8 * 12 + 1 + index / 90 * 4 - seat % 2 * 11,
        3 + index % 90,
    );
    let foe = Pos::new(at.x + 1, at.y);
    let attacks = orders == Orders::Fight && seat.is_multiple_of(2) && index < 50;
    serde_json::from_value(json!({ "class": "line_infantry", "owner": seat, "at": at }))
        .map(|unit| ScenarioUnit {
            task: attacks.then(|| Task::new(Action::Attack(Target::Tile(foe)))),
            ..unit
        })
        .expect("a unit")
}

/// A Task with clauses and an end, as players write them.
fn weighing(target: Pos, home: Pos) -> Task {
    let mut task = Task::new(Action::MoveTo(target));
    task.clauses = vec![
        Clause {
            when: Condition::EnemyAt { tile: target, n: 2 },
            then: Action::Halt(None),
        },
        Clause {
            when: Condition::All(vec![
                Condition::StrengthBelow(50),
                Condition::EnemyWithin {
                    tile: home,
                    r: 2,
                    n: 1,
                },
            ]),
            then: Action::Withdraw(home),
        },
        Clause {
            when: Condition::Held {
                tile: target,
                by: Holder::Theirs,
            },
            then: Action::Brace,
        },
    ];
    task.until = Some(Condition::Turns(20));
    task
}

/// The game at its opening.
pub(crate) fn game(orders: Orders) -> Game {
    let header = Header::new(scenario(orders), [7; 32], 1);
    Game::new(&header).expect("a game")
}

/// The record that closes the turn.
pub(crate) fn close(game: &Game) -> OrderRecord {
    let order = Order::CloseOrders {
        markers: vec![Marker::TimedOut; usize::from(SEATS)],
    };
    OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: None::<SeatId>,
        order,
    }
}
