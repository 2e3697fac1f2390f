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
    #[error("turn {turn} is closed in the log and has no witness, and others have")]
    WitnessMissing { turn: u32 },
}

/// Replays a file; `each` is given every turn's result and the game behind it.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(file: &GameFile, mut each: impl FnMut(&TurnResult, &Game)) -> Result<Game, Stop> {
    let mut game = Game::new(&file.header)?;
    let witnesses = file.witnesses_by_turn();
    for line in &file.lines {
        if let Some(result) = game.apply(&line.record)? {
            let seen = witnesses.get(&result.turn).into_iter().flatten();
            let difference = seen
                .flat_map(|witness| differences(witness, &result))
                .next();
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
    let beyond = |turn: &&u32| !(1..=closed).contains(*turn);
    if let Some(&turn) = witnesses.keys().find(beyond) {
        return Err(Stop::WitnessWithoutTurn { turn });
    }
    // A file has a witness of every turn, or of none.
    let has_none = |turn: &u32| !witnesses.contains_key(turn);
    match (1..=closed).find(has_none) {
        Some(turn) if !witnesses.is_empty() => Err(Stop::WitnessMissing { turn }),
        _ => Ok(game),
    }
}
