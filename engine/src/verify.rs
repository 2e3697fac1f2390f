//! Whether a game file is what it says: numbers, chain, commitment, every record,
//! every witness (HO-170). Finds all there is to find, not only the first.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::game::{Game, ReplayError};
use crate::ids::SeatId;
use crate::log::held::{BlindedWitness, Held, HeldOrder};
use crate::log::lines::{count, gaps};
use crate::log::{
    GameFile, Gap, Hash, Witness, blinded_witness, chain_next, chain_start, order_from_value,
    receipt,
};
use crate::refusal::Refusal;
use crate::setup::SetupError;
use crate::turn::TurnResult;

/// One thing in a file that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("record {found} stands where record {expected} should; a line is missing or moved")]
    Sequence { expected: u32, found: u32 },
    #[error("record {seq}: the chain breaks here; this line or an earlier one was changed")]
    Chain { seq: u32 },
    #[error("record {seq} was not valid when it was given: {refusal}")]
    Record { seq: u32, refusal: Refusal },
    #[error("turn {turn}: the {hash} hash differs from the witness")]
    Witness { turn: u32, hash: &'static str },
    #[error("turn {turn} has a witness and is not closed in the log")]
    WitnessWithoutTurn { turn: u32 },
    #[error("turn {turn} is closed in the log and has no witness, and others have")]
    WitnessMissing { turn: u32 },
    #[error("turn {turn} has more than one witness")]
    WitnessTwice { turn: u32 },
    #[error(
        "receipt {count} of turn {turn}: no record of the file has it; the order was taken and is not there"
    )]
    ReceiptUnknown { turn: u32, count: u32 },
    #[error(
        "receipt {count} of turn {turn} belongs to record {seq}, which is {found} of turn {in_turn}"
    )]
    ReceiptMisplaced {
        turn: u32,
        count: u32,
        seq: u32,
        in_turn: u32,
        found: u32,
    },
    #[error(
        "receipt {count} of turn {turn} belongs to record {seq}, which is another order than the one that was given"
    )]
    ReceiptOrder { turn: u32, count: u32, seq: u32 },
    #[error("turn {turn}: its hash is not the one that was promised in the mails")]
    Blinded { turn: u32 },
    #[error("the game cannot be replayed: {0}")]
    Setup(SetupError),
    #[error("the game stops: {0}")]
    Stopped(ReplayError),
}

/// Checks a file. A chain value is checked where the lines have them. Without the seed,
/// as while a game runs, orders and turns cannot be replayed: then only numbers, chain
/// and what of the witnesses the log alone shows have been checked ([`is_replayed`]).
pub fn verify(file: &GameFile) -> Vec<Fault> {
    verify_held(file, &Held::default())
}

/// Whether checking a file replays it: its seed is out.
pub fn is_replayed(file: &GameFile) -> bool {
    file.header.seed.is_some()
}

/// The same as [`verify`], and against what a player kept while the game ran: receipts
/// and blinded witnesses (HO-170), which nothing can be said of without the seed.
pub fn verify_held(file: &GameFile, held: &Held) -> Vec<Fault> {
    let mut faults = chain_faults(file);
    let Some(seed) = &file.header.seed else {
        let closed = file.standing().closed.len();
        faults.extend(witness_faults(&file.witnesses, count(closed)));
        return faults;
    };
    match Game::new(&file.header) {
        Ok(game) => {
            let closed = replay_faults(file, game.without_streams(), &mut faults);
            faults.extend(receipt_faults(file, seed, &held.orders));
            faults.extend(blinded_faults(&closed, seed, &held.witnesses));
        }
        Err(error) => faults.push(Fault::Setup(error)),
    }
    faults
}

/// A receipt names its record by a keyed hash of the chain behind it.
fn receipt_faults(file: &GameFile, seed: &[u8; 32], held: &[HeldOrder]) -> Vec<Fault> {
    let mut chain = chain_start(&file.header);
    let mut macs = Vec::with_capacity(file.lines.len());
    // Which of its seat's own records each is, from 1.
    let mut counts = Vec::with_capacity(file.lines.len());
    let mut own: BTreeMap<Option<SeatId>, u32> = BTreeMap::new();
    for line in &file.lines {
        chain = chain_next(chain, &line.record.canonical_json());
        macs.push(receipt(seed, chain));
        let place = own.entry(line.record.seat).or_default();
        *place += 1;
        counts.push(*place);
    }
    let places: BTreeMap<Hash, usize> = macs.into_iter().zip(0..).collect();
    let mut faults = Vec::new();
    for HeldOrder { receipt, order } in held {
        let (turn, count) = (receipt.turn, receipt.count);
        let Some(&at) = places.get(&receipt.mac) else {
            faults.push(Fault::ReceiptUnknown { turn, count });
            continue;
        };
        let record = &file.lines[at].record;
        let found = counts[at];
        if (record.turn, found) != (turn, count) {
            faults.push(Fault::ReceiptMisplaced {
                turn,
                count,
                seq: record.seq,
                in_turn: record.turn,
                found,
            });
        }
        let given = order.as_ref().map(|order| order_from_value(order.clone()));
        if given.is_some_and(|given| given.as_ref() != Ok(&record.order)) {
            let seq = record.seq;
            faults.push(Fault::ReceiptOrder { turn, count, seq });
        }
    }
    faults
}

fn blinded_faults(
    closed: &BTreeMap<u32, Hash>,
    seed: &[u8; 32],
    held: &[BlindedWitness],
) -> impl Iterator<Item = Fault> {
    held.iter().filter_map(|promised| {
        let turn = promised.turn;
        let played = closed.get(&turn);
        let kept = played.is_some_and(|hash| blinded_witness(seed, *hash) == promised.hash);
        (!kept).then_some(Fault::Blinded { turn })
    })
}

fn chain_faults(file: &GameFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut chain = chain_start(&file.header);
    for (expected, line) in (1..).zip(&file.lines) {
        let seq = line.record.seq;
        if seq != expected {
            faults.push(Fault::Sequence {
                expected,
                found: seq,
            });
        }
        chain = chain_next(chain, &line.record.canonical_json());
        if let Some(stated) = line.chain.filter(|stated| *stated != chain) {
            faults.push(Fault::Chain { seq });
            // What was changed once is told once: go on from what is stated.
            chain = stated;
        }
    }
    faults
}

/// Yields the turns that were closed, with their hashes.
fn replay_faults(file: &GameFile, mut game: Game, faults: &mut Vec<Fault>) -> BTreeMap<u32, Hash> {
    let witnesses = file.witnesses_by_turn();
    let mut closed = BTreeMap::new();
    for line in &file.lines {
        match game.apply(&line.record) {
            Ok(Some(result)) => {
                closed.insert(result.turn, result.turn_hash);
                for witness in witnesses.get(&result.turn).into_iter().flatten() {
                    faults.extend(differences(witness, &result));
                }
            }
            Ok(None) => {}
            Err(ReplayError::Refused { seq, refusal }) => {
                // Nothing behind it can be judged.
                faults.push(Fault::Record { seq, refusal });
                return closed;
            }
            // Told by its number already.
            Err(ReplayError::OutOfSequence { .. }) => return closed,
            Err(error) => {
                faults.push(Fault::Stopped(error));
                return closed;
            }
        }
    }
    faults.extend(witness_faults(&file.witnesses, count(closed.len())));
    closed
}

/// Turns that lack a witness, have one too many, or have one and were not played. A file
/// may have none at all.
fn witness_faults(witnesses: &[Witness], closed: u32) -> Vec<Fault> {
    if witnesses.is_empty() {
        return Vec::new();
    }
    let turns = witnesses.iter().map(|witness| witness.turn);
    let gaps = gaps("turn", turns, closed).into_iter();
    let faults = gaps.flat_map(|gap| {
        let (first, last) = match gap {
            Gap::Missing { first, last, .. } => (first, last),
            Gap::Twice { number, .. } | Gap::Beyond { number, .. } => (number, number),
        };
        (first..=last).map(move |turn| match gap {
            Gap::Missing { .. } => Fault::WitnessMissing { turn },
            Gap::Twice { .. } => Fault::WitnessTwice { turn },
            Gap::Beyond { .. } => Fault::WitnessWithoutTurn { turn },
        })
    });
    faults.collect()
}

/// The hashes in which a turn differs from its witness.
pub(crate) fn differences(
    witness: &Witness,
    result: &TurnResult,
) -> impl Iterator<Item = Fault> + use<> {
    let turn = result.turn;
    let pairs: [(&'static str, Hash, Hash); 3] = [
        ("activation", witness.activation, result.activation),
        ("state", witness.state, result.state),
        ("turn", witness.turn_hash, result.turn_hash),
    ];
    let differs = pairs
        .into_iter()
        .filter(|(_, seen, computed)| seen != computed);
    differs.map(move |(hash, ..)| Fault::Witness { turn, hash })
}
