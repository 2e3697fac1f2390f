//! A game file that was tampered with is found out, and where.

use fieldpost_engine::game::Game;
use fieldpost_engine::log::file::Line;
use fieldpost_engine::log::{GameFile, Hash, Witness};
use fieldpost_engine::order::Order;
use fieldpost_engine::replay::{Stop, replay};
use fieldpost_engine::verify::{Fault, verify};

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
