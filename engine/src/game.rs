//! A game as its log has made it so far: records go in one by one, and a
//! `CloseOrders` runs the turn. Whoever holds the log holds the game (TM-2440).

use alloc::vec::Vec;

use crate::event::Outcome;
use crate::ids::SeatId;
use crate::log::{self, Hash, Header, OrderRecord};
use crate::num::DeterminismError;
use crate::order::{Marker, Order};
use crate::preview::{self, Preview, Terms};
use crate::refusal::Refusal;
use crate::setup::{self, SetupError};
use crate::state::{Phase, State};
use crate::turn::{self, TurnResult};
use crate::validate;
use crate::world::World;

/// Why a log cannot be replayed any further. All of these are faults of the log
/// or the build, never of a player: what a player sends is refused beforehand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("record {seq} stands where record {expected} should")]
    OutOfSequence { seq: u32, expected: u32 },
    #[error("record {seq} is not valid where it stands: {refusal}")]
    Refused { seq: u32, refusal: Refusal },
    #[error(transparent)]
    Determinism(#[from] DeterminismError),
}

/// The state of a game behind its last record.
#[derive(Clone, Debug)]
pub struct Game {
    world: World,
    head: u32,
    last_turn_hash: Hash,
    keep_streams: bool,
}

impl Game {
    /// The game before its first record.
    ///
    /// # Errors
    /// Where the build lacks the game's rules, or the seed is not known.
    pub fn new(header: &Header) -> Result<Self, SetupError> {
        let seed = header.seed.ok_or(SetupError::NoSeed)?;
        Self::with_seed(header, seed)
    }

    /// The same with a seed that stands elsewhere.
    ///
    /// # Errors
    /// Where the build lacks the game's rules.
    pub fn with_seed(header: &Header, seed: [u8; 32]) -> Result<Self, SetupError> {
        let world = setup::world(&header.scenario, header.rules_version, seed)?;
        Ok(Self {
            world,
            head: 0,
            last_turn_hash: Hash::ZERO,
            keep_streams: true,
        })
    }

    /// Leaves out events, streams and dispatches of the turns to come: a replay
    /// that only wants to get somewhere is quicker without.
    #[must_use]
    pub fn without_streams(mut self) -> Self {
        self.keep_streams = false;
        self
    }

    /// From here on, events, streams and dispatches are wanted.
    pub fn keep_streams(&mut self) {
        self.keep_streams = true;
    }

    /// The receipt for a record that the chain ends in `chain` behind (`docs/DETERMINISM.md`).
    #[must_use]
    pub fn receipt(&self, chain: Hash) -> Hash {
        log::receipt(&self.world.state.rules.seed, chain)
    }

    /// Whether an order could be given now; changes nothing (TM-250).
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, seat: Option<SeatId>, turn: u32, order: &Order) -> Result<(), Refusal> {
        validate::check(&self.world.state, seat, turn, order).map(|_| ())
    }

    /// Applies the next record of the log. A `CloseOrders` runs the turn and
    /// yields what it came to.
    ///
    /// # Errors
    /// Where the record is not the next one or not valid where it stands, or the
    /// turn cannot be computed. The game must not be used any further then.
    pub fn apply(&mut self, record: &OrderRecord) -> Result<Option<TurnResult>, ReplayError> {
        self.apply_watched(record, &mut |_| {})
    }

    /// The same, with somebody watching every activation.
    ///
    /// # Errors
    /// As [`Game::apply`].
    pub fn apply_watched(
        &mut self,
        record: &OrderRecord,
        watch: turn::Watch<'_>,
    ) -> Result<Option<TurnResult>, ReplayError> {
        let expected = self.head + 1;
        if record.seq != expected {
            return Err(ReplayError::OutOfSequence {
                seq: record.seq,
                expected,
            });
        }
        let seq = record.seq;
        let valid = validate::check(&self.world.state, record.seat, record.turn, &record.order)
            .map_err(|refusal| ReplayError::Refused { seq, refusal })?;
        self.head = seq;
        if let Order::CloseOrders { markers } = &record.order {
            return self.close(markers.clone(), watch).map(Some);
        }
        crate::apply::apply(&mut self.world.state, valid);
        Ok(None)
    }

    fn close(
        &mut self,
        markers: Vec<Marker>,
        watch: turn::Watch<'_>,
    ) -> Result<TurnResult, ReplayError> {
        let (previous, keep) = (self.last_turn_hash, self.keep_streams);
        let result = turn::run(&mut self.world, markers, previous, keep, watch)?;
        turn::open_next(&mut self.world);
        self.last_turn_hash = result.turn_hash;
        Ok(result)
    }

    /// What the players of this game may know of its rules.
    pub fn terms(&self) -> Terms {
        Terms::of(&self.world.state.rules)
    }

    /// What a seat's orders, and then those of a draft, would do on its own
    /// knowledge; `None` for a seat that is not there. It reads the seat's view
    /// and nothing else of the state.
    ///
    /// # Errors
    /// Where a number leaves its range.
    pub fn preview(
        &self,
        seat: SeatId,
        draft: &[Order],
        turns: u32,
    ) -> Result<Option<Preview>, DeterminismError> {
        let Some(view) = self.view(seat) else {
            return Ok(None);
        };
        preview::preview(&view, &self.terms(), draft, turns).map(Some)
    }

    /// The state, to be read.
    pub fn state(&self) -> &State {
        &self.world.state
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// Sequence number of the last record applied, 0 before the first.
    pub fn head(&self) -> u32 {
        self.head
    }

    pub fn turn(&self) -> u32 {
        self.world.state.turn
    }

    pub fn phase(&self) -> Phase {
        self.world.state.phase
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        self.world.state.outcome.as_ref()
    }

    pub fn seats(&self) -> impl Iterator<Item = SeatId> + use<> {
        self.world.state.seat_ids()
    }

    pub fn is_committed(&self, seat: SeatId) -> bool {
        self.world
            .state
            .seat(seat)
            .is_some_and(|seat| seat.committed)
    }

    /// Whether a seat is expected to commit before the phase can close early
    /// (TM-400).
    pub fn is_expected(&self, seat: SeatId) -> bool {
        self.world.state.expected_to_act(seat)
    }

    /// Whether every seat that is expected to act has committed.
    pub fn all_committed(&self) -> bool {
        self.seats()
            .all(|seat| !self.is_expected(seat) || self.is_committed(seat))
    }
}
