//! What is told of a fight, and to whom (EN-130), over random games: owners get
//! the log without the other side's initiative, onlookers what they observe and
//! words, everybody else nothing.

use std::collections::BTreeSet;

use fieldpost_engine::event::{Event, Loss};
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{SeatId, Seq};
use fieldpost_engine::log::OrderRecord;
use fieldpost_engine::turn::TurnResult;
use fieldpost_engine::turn::account::{FightView, Participant};
use serde_json::Value;

#[path = "support/random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

use random::Dice;

/// Who owned what when a turn began.
type Owners = Vec<(Seq, Option<SeatId>)>;

/// Turns of random games, with who owned what when each began.
fn turns(games: u64) -> Vec<(TurnResult, Owners)> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let header = random::header(random::scenario(&mut dice));
        let records = random::log(&mut dice, &header, 8);
        let mut game = Game::new(&header).expect("a game");
        for record in &records {
            let owners = owners(&game);
            if let Some(result) = game.apply(record).expect("a record") {
                all.push((result, owners));
            }
        }
    }
    all
}

fn owners(game: &Game) -> Owners {
    let units = &game.state().units;
    units.iter().map(|unit| (unit.seq, unit.owner)).collect()
}

/// Each fight a seat is told of, beside the event of its stream.
fn told(result: &TurnResult, seat: SeatId) -> Vec<(FightView, &Event)> {
    let events = result.streams[usize::from(seat.0)].iter();
    let events: Vec<&Event> = events
        .filter(|event| matches!(event, Event::Engagement { .. }))
        .collect();
    let fights = result.fights_for(seat);
    assert_eq!(fights.len(), events.len(), "one beside each event");
    fights.into_iter().zip(events).collect()
}

fn seats(result: &TurnResult) -> impl Iterator<Item = SeatId> + use<> {
    (0..).take(result.streams.len()).map(SeatId)
}

#[test]
fn en_130_a_fight_says_what_its_event_says() {
    let mut compared = 0;
    for (result, _) in turns(40) {
        for seat in seats(&result) {
            for (fight, event) in told(&result, seat) {
                let Event::Engagement {
                    kind,
                    attacker,
                    defender,
                    at,
                    result,
                    losses,
                } = event
                else {
                    panic!("an engagement")
                };
                assert_eq!((fight.kind, fight.result, fight.at), (*kind, *result, *at));
                let first = |attacking| {
                    fight
                        .participants
                        .iter()
                        .find(|one: &&Participant| one.attacking == attacking)
                };
                for (side, unit, loss) in [(true, attacker, losses.0), (false, defender, losses.1)]
                {
                    let found = first(side);
                    assert_eq!(found.and_then(|one| one.unit), *unit);
                    if unit.is_some() {
                        assert_eq!(found.map(|one| one.loss), Some(loss));
                    }
                }
                compared += 1;
            }
        }
    }
    assert!(
        compared > 100,
        "{compared} fights are too few to tell anything"
    );
}

#[test]
fn en_130_owners_see_the_log_and_nobody_elses_numbers() {
    let (mut parties, mut onlookers) = (0, 0);
    for (result, owners) in turns(40) {
        for seat in seats(&result) {
            let own: BTreeSet<Seq> = owners
                .iter()
                .filter(|(_, owner)| *owner == Some(seat))
                .map(|(unit, _)| *unit)
                .collect();
            for (fight, _) in told(&result, seat) {
                let is_own = |one: &Participant| one.unit.is_some_and(|unit| own.contains(&unit));
                let party = fight.participants.iter().any(is_own);
                assert_eq!(fight.course.is_some(), party, "the log is for parties");
                let sides: Vec<bool> = fight
                    .participants
                    .iter()
                    .filter(|one| is_own(one))
                    .map(|one| one.attacking)
                    .collect();
                for one in &fight.participants {
                    assert!(one.strength.is_none() || is_own(one), "a foreign strength");
                    let own_side = sides.contains(&one.attacking);
                    assert!(one.initiative.is_none() || own_side, "a foreign initiative");
                    assert_eq!(one.unit.is_some(), one.class.is_some());
                    assert!(one.unit.is_some() || one.owner.is_none());
                    assert_eq!(
                        party,
                        matches!(one.loss, Loss::Points(_)),
                        "numbers and words"
                    );
                    assert!(
                        party || one.unit.is_some(),
                        "an onlooker and one it does not see"
                    );
                }
                if party {
                    parties += 1;
                } else {
                    onlookers += 1;
                }
            }
        }
    }
    assert!(parties > 100 && onlookers > 10, "{parties} and {onlookers}");
}

/// Every number that stands anywhere in a value, under its field's name.
fn numbers(value: &Value, field: &str, into: &mut Vec<(String, u64)>) {
    match value {
        Value::Number(number) => into.push((field.to_owned(), number.as_u64().unwrap_or(0))),
        Value::Array(items) => items.iter().for_each(|item| numbers(item, field, into)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, item)| numbers(item, name, into)),
        _ => {}
    }
}

#[test]
fn en_130_what_is_written_out_names_nobody_unseen() {
    // All the numbers of a fight as it is written out, by field: whoever is named
    // by number stands in the seat's own stream or among its own units, and the
    // log speaks of places in the list alone.
    let fields = BTreeSet::from([
        "at",
        "unit",
        "owner",
        "strength",
        "initiative",
        "loss",
        "order",
        "tick",
        "who",
        "on",
        "by",
        "ticks",
        "from",
        "to",
        "points",
    ]);
    for (result, _) in turns(20) {
        for seat in seats(&result) {
            for (fight, _) in told(&result, seat) {
                let written = serde_json::to_value(&fight).expect("a value");
                let mut found = Vec::new();
                numbers(&written, "", &mut found);
                let people = fight.participants.len() as u64;
                let known: BTreeSet<u64> = fight
                    .participants
                    .iter()
                    .filter_map(|one| one.unit)
                    .map(|unit| u64::from(unit.0))
                    .collect();
                for (field, number) in found {
                    assert!(fields.contains(field.as_str()), "{field} is told");
                    match field.as_str() {
                        "who" | "on" | "by" | "order" => assert!(number < people),
                        "unit" => assert!(known.contains(&number)),
                        _ => {}
                    }
                }
            }
        }
    }
}

#[test]
fn a_replay_without_streams_keeps_no_fights() {
    let mut dice = Dice::new(3);
    let header = random::header(random::scenario(&mut dice));
    let records: Vec<OrderRecord> = random::log(&mut dice, &header, 4);
    let mut game = Game::new(&header).expect("a game").without_streams();
    for record in &records {
        if let Some(result) = game.apply(record).expect("a record") {
            assert!(result.fights.is_empty());
        }
    }
}
