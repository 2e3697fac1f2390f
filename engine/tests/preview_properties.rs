//! Properties of the order preview: it tells nothing that its seat cannot know, and
//! it is what happens where all is known and nobody else moves.

use std::collections::BTreeMap;

use fieldpost_engine::event::Event;
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::OrderRecord;
use fieldpost_engine::order::{Marker, Order};
use fieldpost_engine::preview::{Forecast, Preview};
use fieldpost_engine::scenario::Scenario;
use proptest::prelude::*;
use serde_json::json;

#[path = "support/random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

use random::Dice;

const RED: SeatId = SeatId(0);
const TURNS: u32 = 6;

fn preview(game: &Game, seat: SeatId, draft: &[Order]) -> Preview {
    let preview = game.preview(seat, draft, TURNS).expect("numbers in range");
    preview.expect("a seat")
}

fn close(game: &mut Game) -> Vec<Event> {
    let record = OrderRecord {
        seq: game.head() + 1,
        turn: game.turn(),
        seat: None,
        order: Order::CloseOrders {
            markers: game.seats().map(|_| Marker::Committed).collect(),
        },
    };
    let result = game.apply(&record).expect("a record");
    result.expect("a turn").events
}

/// A random board whose every tile the first seat sees, and on which nobody else
/// has a unit: scouts on a hill each look over all of it, and there are no woods.
fn open_board(dice: &mut Dice) -> Scenario {
    let mut scenario = random::scenario(dice);
    for row in &mut scenario.map.terrain {
        *row = row.replace('f', "h");
    }
    scenario.units.retain(|unit| unit.owner == Some(0));
    for site in &mut scenario.sites {
        site.owner = site.owner.filter(|owner| *owner == 0);
        if site.owner.is_none() {
            site.queue.clear();
        }
    }
    for x in [3, 10] {
        for y in [3, 10] {
            let scout = json!({ "class": "scout", "owner": 0, "at": [x, y] });
            scenario
                .units
                .push(serde_json::from_value(scout).expect("a unit"));
            let row: &mut String = &mut scenario.map.terrain[y];
            row.replace_range(x..=x, ".");
        }
    }
    scenario
}

/// Where a unit is said to be at the end of a turn.
fn stands(forecast: &Forecast, turn: u32) -> (Pos, Option<Seq>) {
    let mut before = forecast.stages.iter().filter(|stage| stage.turn <= turn);
    let last = before.next_back();
    last.map_or((forecast.from, None), |stage| (stage.at, stage.aboard))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Two games that differ in what a seat cannot see alone: one preview, to the byte.
    #[test]
    fn what_is_not_seen_is_not_foretold(seed: u64) {
        let mut dice = Dice::new(seed);
        let (plain, peopled) = random::pairs::with_and_without_a_hidden_unit(&mut dice);
        let (plain, peopled) = (random::header(plain), random::header(peopled));
        let mut one = Game::new(&plain).expect("a game");
        let mut other = Game::new(&peopled).expect("a game");
        let hider = random::pairs::keeper(&plain);
        for _ in 0..3 {
            for seat in one.seats().filter(|seat| *seat != hider) {
                if random::pairs::sees_the_pocket(&one, seat) {
                    continue;
                }
                let draft: Vec<Order> =
                    (0..4).map(|_| random::order(&mut dice, &one, seat)).collect();
                let (here, there) = (preview(&one, seat, &draft), preview(&other, seat, &draft));
                prop_assert_eq!(
                    serde_json::to_string(&here).expect("text"),
                    serde_json::to_string(&there).expect("text")
                );
                prop_assert_eq!(here, there);
            }
            close(&mut one);
            close(&mut other);
        }
    }

    /// Where all is known and nobody else is there, it is what happens.
    #[test]
    fn what_is_foretold_happens(seed: u64) {
        let mut dice = Dice::new(seed);
        let header = random::header(open_board(&mut dice));
        let mut game = Game::new(&header).expect("a game");
        let draft: Vec<Order> =
            (0..12).map(|_| random::order(&mut dice, &game, RED)).collect();
        let foretold = preview(&game, RED, &draft);
        for (place, order) in draft.iter().enumerate() {
            let record = OrderRecord {
                seq: game.head() + 1,
                turn: game.turn(),
                seat: Some(RED),
                order: order.clone(),
            };
            let verdict = game.check(Some(RED), record.turn, order).err();
            let refused = foretold.refused.iter().find(|refused| refused.order == place);
            prop_assert_eq!(verdict.as_ref(), refused.map(|refused| &refused.refusal));
            if verdict.is_none() {
                game.apply(&record).expect("what was checked");
            }
        }
        let born: Vec<Seq> = game.state().units.iter().map(|unit| unit.seq).collect();
        let mut completed = 0;
        for turn in 1..=TURNS {
            let events = close(&mut game);
            let mut paths: BTreeMap<Seq, Vec<Pos>> = BTreeMap::new();
            for event in &events {
                if let Event::Moved { unit, to, .. } = event {
                    paths.entry(*unit).or_default().push(*to);
                }
            }
            for forecast in &foretold.units {
                let stage = forecast.stages.iter().find(|stage| stage.turn == turn);
                let path: Vec<Pos> =
                    stage.iter().flat_map(|stage| &stage.path).map(|step| step.at).collect();
                let walked = paths.remove(&forecast.unit).unwrap_or_default();
                prop_assert_eq!(path, walked, "turn {}, {}", turn, forecast.unit);
                prop_assert!(stage.is_none_or(|stage| stage.path.iter().all(|step| step.known)));
                if let Some(unit) = game.state().unit(forecast.unit) {
                    let at = game.state().map.grid.pos(unit.tile);
                    let said = stands(forecast, turn);
                    prop_assert_eq!(said.0, at, "turn {}, {}", turn, forecast.unit);
                    // Who began aboard need not be told so.
                    prop_assert!(said.1 == unit.carrier || said.1.is_none());
                }
            }
            let new = game.state().units.iter().filter(|unit| !born.contains(&unit.seq)).count();
            completed = completed.max(new);
            let said = foretold.completions.iter().filter(|one| one.turn <= turn).count();
            prop_assert!(said >= new);
        }
        prop_assert!(foretold.completions.len() >= completed);
    }

    /// The door asks nothing but what the seat knows: on the supposed board it says
    /// what it says on the true one.
    #[test]
    fn the_door_reads_knowledge_alone(seed: u64) {
        let mut dice = Dice::new(seed);
        let header = random::header(random::scenario(&mut dice));
        let records = random::log(&mut dice, &header, 3);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            game.apply(record).expect("a record");
        }
        for seat in game.seats() {
            for _ in 0..12 {
                let order = random::order(&mut dice, &game, seat);
                let truth = game.check(Some(seat), game.turn(), &order).err();
                let looked = game.preview(seat, core::slice::from_ref(&order), 0);
                let supposed = looked.expect("numbers in range").expect("a seat");
                let supposed = supposed.refused.first().map(|refused| &refused.refusal);
                prop_assert_eq!(truth.as_ref(), supposed, "{:?}", order);
            }
        }
    }
}
