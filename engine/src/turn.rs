//! One turn: what happens between `CloseOrders` and the next Orders phase. The
//! order is frozen, swept once, and the books are kept (TM-020); no input gets
//! in, nothing is read but the state and the seed (TM-040).

use alloc::vec::Vec;

use crate::engagement::predict::Memo;
use crate::event::{Attention, Event, Outcome};
use crate::ids::{Owner, Seq};
use crate::initiative::Initiative;
use crate::log::Hash;
use crate::num::DeterminismError;
use crate::order::Marker;
use crate::record::Recorder;
use crate::stance::Stance;
use crate::state::Phase;
use crate::world::World;

pub mod account;
mod activation;
mod aftermath;
pub(crate) mod commit;
mod condition;
pub(crate) mod consignment;
mod course;
mod deed;
mod explore;
mod fight;
pub(crate) mod formation;
mod movement;
pub mod part;
mod plan;
mod policy;
mod reaction;
mod reckoning;
pub(crate) mod route;
pub mod trace;

pub(crate) use plan::{Plan, Source};
pub(crate) use reckoning::{SUPPLY_REACH, score_of};
pub(crate) use route::Goal;

/// What a turn came to. Nothing of it is ever stored: it is computed again from
/// the log whenever somebody asks (TM-310).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnResult {
    pub turn: u32,
    /// The frozen roster (TM-1140).
    pub order: Vec<Slot>,
    pub activation: Hash,
    pub events: Vec<Event>,
    /// What each seat observed (TM-2150), by seat.
    pub streams: Vec<Vec<Event>>,
    /// What each seat should look at (CM-1850), by seat.
    pub dispatch: Vec<Vec<Attention>>,
    /// The strength that hunger cost each seat's own units in the Reckoning (WO-430),
    /// by seat, in ascending number; only those that lost any.
    pub hunger: Vec<Vec<(Seq, u32)>>,
    /// How many events there were before each slot of the order, and before the
    /// Reckoning; see [`TurnResult::trace`].
    pub(crate) begins: Vec<usize>,
    /// What each slot of the order came to; see [`TurnResult::parts_of`].
    pub(crate) parts: Vec<part::Part>,
    /// Activations that fell back to no action, by seat (TM-1440, TM-2320).
    pub fallbacks: Vec<u32>,
    /// Activations by committed Stance (TM-1750), in the Stances' order.
    pub stances: [u32; 4],
    /// How each seat's phase had ended.
    pub markers: Vec<Marker>,
    pub state: Hash,
    pub turn_hash: Hash,
    pub outcome: Option<Outcome>,
    /// The engagements in full, in order; empty where streams are not kept. A
    /// seat is told of them by [`TurnResult::fights_for`] alone.
    pub fights: Vec<account::Fight>,
}

/// One place in the frozen order (TM-1170: its index is its place).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub seq: Seq,
    pub owner: Owner,
    pub initiative: Initiative,
    /// Index of the unit, which holds for the whole Cascade.
    pub(crate) ix: u32,
}

/// A Cascade under way.
pub(crate) struct Turn<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) rec: &'a mut Recorder,
    pub(crate) router: route::Router,
    /// Frozen Initiative by unit index, of those aboard too (TM-890).
    pub(crate) scores: Vec<i32>,
    /// The farthest any reaction can reach this turn (TM-2530).
    pub(crate) reach: u32,
    /// The unit whose activation it is, and the engagements within it so far:
    /// what names an engagement's stream (EN-020).
    pub(crate) acting: Seq,
    pub(crate) ordinal: u32,
    pub(crate) memo: &'a Memo,
}

/// Looks at, and may rebuild, the world after every activation. Tests use it to
/// hold what is kept up step by step against what is computed from scratch.
pub type Watch<'a> = &'a mut dyn FnMut(&mut World);

/// Runs a turn to its end. `markers` are those of the `CloseOrders` record.
///
/// # Errors
/// Where a number leaves its range: the game must be stopped then.
pub(crate) fn run(
    world: &mut World,
    markers: Vec<Marker>,
    previous: Hash,
    keep_streams: bool,
    watch: Watch<'_>,
) -> Result<TurnResult, DeterminismError> {
    let turn = world.state.turn;
    let mut rec = Recorder::new(world.state.seats.len(), keep_streams);
    note_markers(world, &markers);
    let (order, stances) = freeze_order(world)?;
    let activation = commit::activation_hash(&order);
    let outcome = play(world, &mut rec, &order, &Memo::default(), watch)?;

    let state = world.state.hash();
    let turn_hash = turn_hash(previous, turn, activation, state);
    let Recorder {
        begins,
        parts,
        events,
        streams,
        dispatch,
        hunger,
        fallbacks,
        fights,
        ..
    } = rec;
    Ok(TurnResult {
        turn,
        order,
        activation,
        events,
        streams,
        dispatch,
        hunger,
        begins,
        parts,
        fallbacks,
        stances,
        markers,
        state,
        turn_hash,
        outcome,
        fights,
    })
}

/// TM-1130: the frozen order, and how many of its slots are in each Stance.
pub(crate) fn freeze_order(world: &mut World) -> Result<(Vec<Slot>, [u32; 4]), DeterminismError> {
    commit::freeze_stances(&mut world.state);
    let order = commit::roster(&world.state)?;
    let mut stances = [0; 4];
    for slot in &order {
        stances[world.unit(slot.ix as usize).committed_stance as usize] += 1;
    }
    Ok((order, stances))
}

/// Cascade and Reckoning behind a frozen order, up to the hashes.
pub(crate) fn play(
    world: &mut World,
    rec: &mut Recorder,
    order: &[Slot],
    memo: &Memo,
    watch: Watch<'_>,
) -> Result<Option<Outcome>, DeterminismError> {
    world.state.phase = Phase::Cascade;
    sweep(world, rec, order, memo, watch)?;
    rec.begins.push(rec.events.len());
    world.state.phase = Phase::Reckoning;
    reckoning::run(world, rec, memo)
}

/// The roster as it would be frozen now, from the Stances committed last: what
/// the figure for Initiative and sort is measured on.
///
/// # Errors
/// Where an Initiative is outside of its range.
pub fn freeze(state: &crate::state::State) -> Result<Vec<Slot>, DeterminismError> {
    commit::roster(state)
}

/// The Reckoning by itself, as if a Cascade in which nobody did anything had just
/// ended: what the figure for it is measured on.
///
/// # Errors
/// Where a number leaves its range.
pub fn reckon(world: &mut World) -> Result<Option<Outcome>, DeterminismError> {
    let mut rec = Recorder::new(world.state.seats.len(), true);
    world.state.phase = Phase::Reckoning;
    reckoning::run(world, &mut rec, &Memo::default())
}

/// What the predictor gives a unit against a tile (EN-140), on its owner's knowledge.
pub(crate) fn win_chance(
    world: &World,
    ix: usize,
    tile: crate::ids::Tile,
) -> Result<Option<u32>, DeterminismError> {
    fight::predict(world, ix, tile, &Default::default())
}

/// Opens the next Orders phase, or ends the game, behind a turn that was run.
pub(crate) fn open_next(world: &mut World) {
    reckoning::open_next(world);
}

/// TM-1190: every slot once, in order.
fn sweep(
    world: &mut World,
    rec: &mut Recorder,
    order: &[Slot],
    memo: &Memo,
    watch: Watch<'_>,
) -> Result<(), DeterminismError> {
    let scores = commit::frozen_scores(&world.state, order)?;
    let reach = commit::longest_reach(&world.state);
    let grid = world.state.map.grid;
    let mut turn = Turn {
        world,
        rec,
        router: route::Router::new(grid),
        scores,
        reach,
        acting: Seq(0),
        ordinal: 0,
        memo,
    };
    turn.rec.parts.reserve_exact(order.len());
    for slot in order {
        turn.rec.begins.push(turn.rec.events.len());
        let part = turn.activate(slot.ix as usize)?;
        turn.rec.parts.push(part);
        watch(turn.world);
    }
    Ok(())
}

/// How each seat's phase ended, and what it has missed (TM-300, TM-320, TM-570).
fn note_markers(world: &mut World, markers: &[Marker]) {
    for (seat, marker) in world.state.seats.iter_mut().zip(markers) {
        seat.marker = Some(*marker);
        match marker {
            Marker::Committed => seat.missed_turns = 0,
            // Who is out is Absent for good, and nobody counts it (WO-510).
            Marker::TimedOut | Marker::Absent if !seat.out => seat.missed_turns += 1,
            Marker::TimedOut | Marker::Absent | Marker::Substituted => {}
        }
        seat.committed = false;
    }
}

/// The hash that chains the turns (TM-2400).
fn turn_hash(previous: Hash, turn: u32, activation: Hash, state: Hash) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(b"fieldpost/turn/1\n")
        .update(&previous.0)
        .update(&turn.to_le_bytes());
    hasher.update(&activation.0).update(&state.0);
    Hash(*hasher.finalize().as_bytes())
}

impl TurnResult {
    /// Activations by Stance, named.
    pub fn stance_counts(&self) -> impl Iterator<Item = (Stance, u32)> + '_ {
        Stance::ALL
            .into_iter()
            .map(|stance| (stance, self.stances[stance as usize]))
    }
}
