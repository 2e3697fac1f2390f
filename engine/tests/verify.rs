//! A game file that was tampered with is found out, and where.

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::SeatId;
use fieldpost_engine::log::file::Line;
use fieldpost_engine::log::held::{BlindedWitness, HeldOrder, Receipt};
use fieldpost_engine::log::{
    GameFile, Hash, Held, Witness, blinded_witness, chain_next, chain_start, order_to_value,
    receipt,
};
use fieldpost_engine::order::Order;
use fieldpost_engine::replay::{Stop, replay};
use fieldpost_engine::verify::{Fault, verify, verify_held};

#[path = "support/random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

/// A random game of three turns as an honest host would export it, read back.
fn honest() -> GameFile {
    let mut dice = random::Dice::new(5);
    let header = random::header(random::scenario(&mut dice));
    let records = random::log(&mut dice, &header, 3);
    let mut game = Game::new(&header).expect("a game");
    let results: Vec<_> = records
        .iter()
        .filter_map(|record| game.apply(record).expect("a record"))
        .collect();
    let witness = |result: &fieldpost_engine::turn::TurnResult| Witness {
        turn: result.turn,
        activation: result.activation,
        state: result.state,
        turn_hash: result.turn_hash,
    };
    let file = GameFile {
        header,
        lines: records
            .into_iter()
            .map(|record| Line {
                record,
                chain: None,
            })
            .collect(),
        witnesses: results.iter().map(witness).collect(),
        table: None,
    };
    GameFile::parse(&file.print(true)).expect("what was printed")
}

#[test]
fn an_honest_file_has_no_fault() {
    assert_eq!(verify(&honest()), []);
}

#[test]
fn a_file_survives_being_printed_and_read() {
    let file = honest();
    assert_eq!(GameFile::parse(&file.print(true)).as_ref(), Ok(&file));
}

#[test]
fn a_changed_record_breaks_the_chain_where_it_stands() {
    let mut file = honest();
    let place = file
        .lines
        .iter()
        .position(|l| matches!(l.record.order, Order::SetTask { .. }));
    let line = &mut file.lines[place.expect("a task in a random game")];
    let Order::SetTask { unit, .. } = line.record.order else {
        panic!("a task")
    };
    line.record.order = Order::ClearTask { unit };
    let seq = line.record.seq;
    assert!(verify(&file).contains(&Fault::Chain { seq }));
}

#[test]
fn a_line_taken_out_is_missed() {
    let mut file = honest();
    file.lines.remove(1);
    let faults = verify(&file);
    assert!(
        faults.contains(&Fault::Sequence {
            expected: 2,
            found: 3
        }),
        "{faults:?}"
    );
}

#[test]
fn a_changed_witness_is_named_by_turn_and_hash() {
    let mut file = honest();
    file.witnesses[1].state = Hash::ZERO;
    assert_eq!(
        verify(&file),
        [Fault::Witness {
            turn: 2,
            hash: "state"
        }]
    );
}

#[test]
fn a_witness_of_no_turn_is_a_fault() {
    let mut file = honest();
    let more = Witness {
        turn: 9,
        ..file.witnesses[0]
    };
    file.witnesses.push(more);
    assert_eq!(verify(&file), [Fault::WitnessWithoutTurn { turn: 9 }]);
    let stop = replay(&file, |_, _| {}).expect_err("a log that was cut short");
    assert_eq!(stop, Stop::WitnessWithoutTurn { turn: 9 });
}

#[test]
fn a_fault_is_printed_once() {
    let error = GameFile::parse("{}").expect_err("no header");
    assert!(core::error::Error::source(&error).is_none(), "{error}");
}

#[test]
fn a_record_that_was_never_valid_is_a_fault() {
    let mut file = honest();
    file.lines[0].record.turn = 7;
    file.lines[0].chain = None;
    let faults = verify(&file);
    assert!(
        faults
            .iter()
            .any(|fault| matches!(fault, Fault::Record { seq: 1, .. })),
        "{faults:?}"
    );
}

#[test]
fn another_seed_belies_the_commitment() {
    let file = honest();
    let text = file.print(true);
    let forged = text.replacen(&"2a".repeat(32), &"2b".repeat(32), 1);
    assert_ne!(text, forged);
    assert!(GameFile::parse(&forged).is_err());
}

/// What the player of seat 0 holds of a file.
fn held(file: &GameFile) -> Held {
    let seed = file.header.seed.expect("it is out");
    let mut held = Held::default();
    let mut chain = chain_start(&file.header);
    for line in &file.lines {
        chain = chain_next(chain, &line.record.canonical_json());
        if line.record.seat != Some(SeatId(0)) {
            continue;
        }
        let count = u32::try_from(held.orders.len() + 1).expect("a few");
        held.orders.push(HeldOrder {
            receipt: Receipt {
                game: "abcdefghij".to_owned(),
                turn: line.record.turn,
                count,
                mac: receipt(&seed, chain),
            },
            order: Some(order_to_value(&line.record.order)),
        });
    }
    held.witnesses = file
        .witnesses
        .iter()
        .map(|witness| BlindedWitness {
            turn: witness.turn,
            hash: blinded_witness(&seed, witness.turn_hash),
        })
        .collect();
    assert!(held.orders.len() > 2 && held.witnesses.len() == 3);
    assert_eq!(Held::parse(&held.print()).as_ref(), Ok(&held));
    held
}

#[test]
fn what_a_player_held_in_hand_is_found_in_an_honest_file() {
    let file = honest();
    assert_eq!(verify_held(&file, &held(&file)), []);
}

#[test]
fn a_game_that_was_written_anew_with_other_orders_belies_the_receipts() {
    let mut file = honest();
    let held = held(&file);
    // A host that left one order out and made everything else fit.
    let gone = file
        .lines
        .iter()
        .position(|line| line.record.seat == Some(SeatId(0)))
        .expect("an order");
    file.lines.remove(gone);
    for (seq, line) in (1..).zip(&mut file.lines) {
        line.record.seq = seq;
        line.chain = None;
    }
    file.witnesses.clear();
    let faults = verify_held(&file, &held);
    let unknown = faults
        .iter()
        .filter(|fault| matches!(fault, Fault::ReceiptUnknown { .. }));
    assert_eq!(unknown.count(), held.orders.len(), "{faults:?}");
    let promised = Fault::Blinded { turn: 1 };
    assert!(faults.contains(&promised), "{faults:?}");
}

#[test]
fn a_receipt_is_good_for_its_own_order_turn_and_count_alone() {
    let file = honest();
    let mut held = held(&file);
    held.orders.truncate(2);
    held.orders[0].receipt.count = 9;
    held.orders[1].order = Some(serde_json::json!({ "kind": "Concede" }));
    held.witnesses[0].turn = 2;
    held.witnesses[1].turn = 7;
    let faults = verify_held(&file, &held);
    assert!(
        matches!(
            faults[..],
            [
                Fault::ReceiptMisplaced {
                    count: 9,
                    found: 1,
                    ..
                },
                Fault::ReceiptOrder { count: 2, .. },
                Fault::Blinded { turn: 2 },
                Fault::Blinded { turn: 7 },
            ]
        ),
        "{faults:?}"
    );
}
