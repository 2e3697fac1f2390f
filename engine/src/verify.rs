//! Whether a game file is what it says: numbers, chain, commitment, every record,
//! every witness (HO-170). Finds all there is to find, not only the first.

use alloc::vec::Vec;

use crate::game::{Game, ReplayError};
use crate::log::{GameFile, Hash, Witness, chain_next, chain_start};
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
    #[error("the game cannot be replayed: {0}")]
    Setup(SetupError),
    #[error("the game stops: {0}")]
    Stopped(ReplayError),
}

/// Checks a file. A chain value is checked where the line has one. Without the
/// seed the turns cannot be replayed, which is a fault like any other.
pub fn verify(file: &GameFile) -> Vec<Fault> {
    let mut faults = chain_faults(file);
    match Game::new(&file.header) {
        Ok(game) => replay_faults(file, game.without_streams(), &mut faults),
        Err(error) => faults.push(Fault::Setup(error)),
    }
    faults
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

fn replay_faults(file: &GameFile, mut game: Game, faults: &mut Vec<Fault>) {
    let mut closed = Vec::new();
    for line in &file.lines {
        match game.apply(&line.record) {
            Ok(Some(result)) => {
                closed.push(result.turn);
                let witness = file.witnesses.iter().find(|w| w.turn == result.turn);
                faults.extend(
                    witness
                        .into_iter()
                        .flat_map(|witness| differences(witness, &result)),
                );
            }
            Ok(None) => {}
            Err(ReplayError::Refused { seq, refusal }) => {
                // Nothing behind it can be judged.
                faults.push(Fault::Record { seq, refusal });
                return;
            }
            // Told by its number already.
            Err(ReplayError::OutOfSequence { .. }) => return,
            Err(error) => {
                faults.push(Fault::Stopped(error));
                return;
            }
        }
    }
    let unclosed = file
        .witnesses
        .iter()
        .filter(|witness| !closed.contains(&witness.turn));
    faults.extend(unclosed.map(|witness| Fault::WitnessWithoutTurn { turn: witness.turn }));
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
