//! Replaying a whole game file, turn by turn, against its witnesses.

use crate::game::{Game, ReplayError};
use crate::log::GameFile;
use crate::setup::SetupError;
use crate::turn::TurnResult;
use crate::verify::{Fault, differences};

/// Why a game file cannot be replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error("turn {turn}: the {hash} hash differs from the witness")]
    Witness { turn: u32, hash: &'static str },
    #[error("turn {turn} has a witness and is not closed in the log; records are missing")]
    WitnessWithoutTurn { turn: u32 },
}

/// Replays a file; `each` is given every turn's result and the game behind it.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(file: &GameFile, mut each: impl FnMut(&TurnResult, &Game)) -> Result<Game, Stop> {
    let mut game = Game::new(&file.header)?;
    for line in &file.lines {
        if let Some(result) = game.apply(&line.record)? {
            let witness = file
                .witnesses
                .iter()
                .find(|witness| witness.turn == result.turn);
            let difference = witness.and_then(|witness| differences(witness, &result).next());
            if let Some(Fault::Witness { turn, hash }) = difference {
                return Err(Stop::Witness { turn, hash });
            }
            each(&result, &game);
        }
    }
    // A witness of what is not in the log is a log that was cut short.
    let closed = match game.outcome() {
        Some(_) => game.turn(),
        None => game.turn() - 1,
    };
    let witnesses = file.witnesses.iter().map(|witness| witness.turn);
    match witnesses.filter(|turn| !(1..=closed).contains(turn)).min() {
        Some(turn) => Err(Stop::WitnessWithoutTurn { turn }),
        None => Ok(game),
    }
}
