//! One game, from its header to its end, in memory: every seat's commander is
//! asked, what it answers becomes records, the phase is closed, and again.

use std::time::{Duration, Instant};

use fieldpost_engine::{
    game::{Game, ReplayError},
    ids::SeatId,
    log::{GameFile, Header, OrderRecord, Witness, file::Line},
    order::{Marker, Order},
    turn::TurnResult,
};

use crate::ai::{self, Commander};

/// What the time of a game went into.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timings {
    /// Commanders thinking.
    pub(super) thinking: Duration,
    /// The longest that one seat's turn took.
    pub(super) longest: Duration,
    /// The engine: orders checked and turns run.
    pub(super) engine: Duration,
    pub(super) seat_turns: u32,
}

/// A game that was played, as its log.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) file: GameFile,
    pub(super) timings: Timings,
}

/// Plays a game to its end, or for so many turns. `each` sees every turn.
///
/// # Errors
/// Where the engine refuses what it has accepted before: a fault of the build.
pub(super) fn play(
    header: &Header,
    commanders: &mut [Box<dyn Commander>],
    turns: u32,
    mut each: impl FnMut(&TurnResult, &Game),
) -> anyhow::Result<Played> {
    let mut table = Table {
        game: Game::new(header)?,
        lines: Vec::new(),
    };
    let mut witnesses = Vec::new();
    let mut timings = Timings::default();
    while table.game.outcome().is_none() && table.game.turn() <= turns {
        let mut markers = Vec::new();
        for seat in table.game.seats().collect::<Vec<_>>() {
            if table.game.is_expected(seat)
                && let Some(commander) = commanders.get_mut(usize::from(seat.0))
            {
                table.ask(seat, commander.as_mut(), &mut timings)?;
                markers.push(Marker::Committed);
            } else {
                markers.push(Marker::Absent);
            }
        }
        let began = Instant::now();
        let result = table.enter(None, Order::CloseOrders { markers })?;
        timings.engine += began.elapsed();
        let Some(result) = result else { break };
        witnesses.push(Witness {
            turn: result.turn,
            activation: result.activation,
            state: result.state,
            turn_hash: result.turn_hash,
        });
        each(&result, &table.game);
    }
    Ok(Played {
        file: GameFile {
            header: header.clone(),
            lines: table.lines,
            witnesses,
            table: None,
        },
        timings,
    })
}

/// The game and its log so far.
struct Table {
    game: Game,
    lines: Vec<Line>,
}

impl Table {
    /// One seat's phase: its orders, and its commit.
    fn ask(
        &mut self,
        seat: SeatId,
        commander: &mut dyn Commander,
        timings: &mut Timings,
    ) -> Result<(), ReplayError> {
        let began = Instant::now();
        let orders = ai::orders_for(&self.game, seat, commander);
        let thought = began.elapsed();
        timings.thinking += thought;
        timings.longest = timings.longest.max(thought);
        timings.seat_turns += 1;
        let began = Instant::now();
        for order in orders.into_iter().chain([Order::CommitOrders {}]) {
            self.enter(Some(seat), order)?;
        }
        timings.engine += began.elapsed();
        Ok(())
    }

    fn enter(
        &mut self,
        seat: Option<SeatId>,
        order: Order,
    ) -> Result<Option<TurnResult>, ReplayError> {
        let record = OrderRecord {
            seq: self.game.head() + 1,
            turn: self.game.turn(),
            seat,
            order,
        };
        let result = self.game.apply(&record)?;
        self.lines.push(Line {
            record,
            chain: None,
        });
        Ok(result)
    }
}
