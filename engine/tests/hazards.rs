//! The named hazards of TM-2360, one test each, called after it: the ways in
//! which just this model can go wrong. Board and orders of each are as small as
//! its hazard allows; the corpus beside this file shows the rules themselves.

use fieldpost_engine::event::Event;
use fieldpost_engine::game::{Game, ReplayError};
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::{Header, OrderRecord, parse_order};
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::Scenario;
use fieldpost_engine::stance::Stance;
use fieldpost_engine::state::{ReflexKind, Spent, Unit};
use fieldpost_engine::turn::TurnResult;
use serde_json::{Value, json};

#[path = "hazards/fog.rs"]
mod fog;
#[path = "hazards/log.rs"]
mod log;
#[path = "hazards/order.rs"]
mod order;
#[path = "support/random.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod random;
#[path = "hazards/reactions.rs"]
mod reactions;

use random::Dice;

/// Random games that a hazard is looked for in.
const GAMES: u64 = 40;
const TURNS: u32 = 6;

/// A board of two seats, 12 by 8, plain but for the tiles given.
fn header(units: &Value, sites: &Value, ground: &[(usize, usize, char)], tier: u8) -> Header {
    let mut rows = vec![vec!['.'; 12]; 8];
    for (x, y, glyph) in ground {
        rows[*y][*x] = *glyph;
    }
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "A hazard", "ruleset": "standard/1",
        "map": { "width": 12, "height": 8, "terrain": rows },
        "seats": [{ "name": "Red", "treasury": 50 }, { "name": "Blue", "treasury": 50 }],
        "sites": sites, "units": units,
        "options": { "initiative_tier": tier, "victory": [{ "turn_limit": { "turn": 99 } }] },
    });
    let scenario = Scenario::from_value(scenario).expect("a playable board");
    Header::new(scenario, [7; 32], RULES_VERSION)
}

fn plain(units: &Value) -> Header {
    header(units, &json!([]), &[], 1)
}

fn unit(seq: u32, owner: u8, class: &str, at: [u16; 2]) -> Value {
    json!({ "seq": seq, "owner": owner, "class": class, "at": at })
}

/// The same with more said of it.
fn with(mut unit: Value, more: &Value) -> Value {
    let fields = more.as_object().expect("fields").clone();
    unit.as_object_mut().expect("a unit").extend(fields);
    unit
}

fn give(game: &mut Game, seat: Option<u8>, order: &str) {
    let order = parse_order(order).expect("an order");
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: seat.map(SeatId),
        order,
    };
    game.apply(&record).expect("an order that is taken");
}

fn closing(game: &Game) -> OrderRecord {
    let markers = game.seats().map(|_| Marker::Committed).collect();
    let order = Order::CloseOrders { markers };
    OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: None,
        order,
    }
}

fn close(game: &mut Game) -> TurnResult {
    let record = closing(game);
    game.apply(&record).expect("a turn").expect("its result")
}

fn first_turn(header: &Header) -> (Game, TurnResult) {
    let mut game = Game::new(header).expect("a game");
    let result = close(&mut game);
    (game, result)
}

fn at(game: &Game, seq: u32) -> Pos {
    game.state().map.grid.pos(one(game, seq).tile)
}

fn one(game: &Game, seq: u32) -> &Unit {
    game.state().unit(Seq(seq)).expect("a unit that is there")
}

fn order_of(result: &TurnResult) -> Vec<(u32, i32)> {
    result
        .order
        .iter()
        .map(|slot| (slot.seq.0, slot.initiative.score))
        .collect()
}

fn reactions(result: &TurnResult) -> Vec<(Option<Seq>, Option<Seq>)> {
    let reactions = result.events.iter().filter_map(|event| match event {
        Event::Reaction { unit, on, .. } => Some((*unit, *on)),
        _ => None,
    });
    reactions.collect()
}

fn random_game(seed: u64) -> (Header, Vec<OrderRecord>) {
    let mut dice = Dice::new(seed);
    let header = random::header(random::scenario(&mut dice));
    let records = random::log(&mut dice, &header, TURNS);
    (header, records)
}

fn play(header: &Header, records: &[OrderRecord]) -> Vec<TurnResult> {
    let mut game = Game::new(header).expect("a game");
    records
        .iter()
        .filter_map(|record| game.apply(record).expect("a record"))
        .collect()
}

/// Every order of a list.
fn permutations(list: &[Value]) -> Vec<Vec<Value>> {
    if list.len() < 2 {
        return vec![list.to_vec()];
    }
    let mut all = Vec::new();
    for first in 0..list.len() {
        let mut rest = list.to_vec();
        let head = rest.remove(first);
        for mut tail in permutations(&rest) {
            tail.insert(0, head.clone());
            all.push(tail);
        }
    }
    all
}

fn many_equals() -> Vec<Value> {
    vec![
        unit(9, 0, "line_infantry", [1, 1]),
        unit(4, 1, "line_infantry", [9, 1]),
        unit(7, 0, "light_horse", [1, 6]),
        unit(2, 1, "line_infantry", [9, 6]),
        unit(5, 0, "light_horse", [5, 6]),
    ]
}
