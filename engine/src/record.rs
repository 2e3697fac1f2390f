//! Takes down what happens: the whole truth, and for each seat exactly what it
//! observes at that instant (TM-2100, TM-2150). Streams can be left out, where a
//! replay wants nothing but the state.

use alloc::{vec, vec::Vec};

use crate::event::{Attention, Event};
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::state::State;
use crate::turn::Plan;
use crate::turn::account::Fight;
use crate::turn::part::Part;
use crate::world::World;

mod marks;

pub(crate) use marks::{Clash, Marks};

/// The notes of one Cascade and its Reckoning.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) events: Vec<Event>,
    pub(crate) streams: Vec<Vec<Event>>,
    pub(crate) dispatch: Vec<Vec<Attention>>,
    /// What hunger cost units in the Reckoning, by seat.
    pub(crate) hunger: Vec<Vec<(Seq, u32)>>,
    /// Own activations that fell back to no action, by seat (TM-2320).
    pub(crate) fallbacks: Vec<u32>,
    /// How many events there were before each slot, and before the Reckoning.
    pub(crate) begins: Vec<usize>,
    /// What each slot came to, in the order's order.
    pub(crate) parts: Vec<Part>,
    /// The engagements in full.
    pub(crate) fights: Vec<Fight>,
    /// What a preview asks for besides; nobody else has it.
    pub(crate) marks: Option<Marks>,
    /// Whether anything but the state is wanted.
    keep: bool,
    fresh: Vec<Tile>,
    dark: Vec<Tile>,
    /// The sides of sight, a bit each, that have just met a hostile unit or an
    /// undefended site to be taken for the first time ever; the mover asks for its
    /// own and clears them all (CM-1340).
    novelty: u16,
}

impl Recorder {
    pub(crate) fn new(seats: usize, keep: bool) -> Self {
        Self {
            streams: vec![Vec::new(); seats],
            dispatch: vec![Vec::new(); seats],
            hunger: vec![Vec::new(); seats],
            fallbacks: vec![0; seats],
            keep,
            ..Self::default()
        }
    }

    /// The notes of a turn that is only supposed.
    pub(crate) fn of_preview(seats: usize) -> Self {
        Self {
            marks: Some(Marks::default()),
            ..Self::new(seats, true)
        }
    }

    /// What governs a unit on a tile.
    pub(crate) fn governed(&mut self, unit: Seq, tile: Tile, plan: &Plan) {
        if let Some(marks) = &mut self.marks {
            marks.governed(unit, tile, plan);
        }
    }

    /// A unit has halted before somebody on a tile.
    pub(crate) fn contact(&mut self, unit: Seq, tile: Tile) {
        if let Some(marks) = &mut self.marks {
            marks.contacts.push((unit, tile));
        }
    }

    /// Whether anything but the state is wanted.
    pub(crate) fn keeps(&self) -> bool {
        self.keep
    }

    /// Notes that a side has met something for the first time.
    pub(crate) fn note_novelty(&mut self, group: usize) {
        // At most nine sides.
        self.novelty |= 1 << group;
    }

    /// Whether a side has, since it was cleared.
    pub(crate) fn is_novel_to(&self, group: usize) -> bool {
        self.novelty & (1 << group) != 0
    }

    pub(crate) fn clear_novelty(&mut self) {
        self.novelty = 0;
    }

    /// The two scratch lists of a sight change, lent so that no step allocates.
    pub(crate) fn take_tile_lists(&mut self) -> (Vec<Tile>, Vec<Tile>) {
        (
            core::mem::take(&mut self.fresh),
            core::mem::take(&mut self.dark),
        )
    }

    pub(crate) fn return_tile_lists(&mut self, mut fresh: Vec<Tile>, mut dark: Vec<Tile>) {
        fresh.clear();
        dark.clear();
        (self.fresh, self.dark) = (fresh, dark);
    }

    /// An event that every seat observes which observes one of the tiles. The owner of
    /// what it concerns does: a unit's eyes are still open where it was.
    pub(crate) fn seen(&mut self, world: &World, tiles: &[Tile], event: Event) {
        if !self.keep {
            return;
        }
        for seat in world.state.seat_ids() {
            let group = world.state.sight_group(Some(seat));
            if tiles.iter().any(|tile| world.observes(group, *tile)) {
                self.streams[usize::from(seat.0)].push(event.clone());
            }
        }
        self.events.push(event);
    }

    /// An event of the truth of which each seat gets its own version, or none.
    pub(crate) fn told(
        &mut self,
        world: &World,
        event: Event,
        mut version: impl FnMut(SeatId, usize) -> Option<Event>,
    ) {
        if !self.keep {
            return;
        }
        for seat in world.state.seat_ids() {
            if let Some(seen) = version(seat, world.state.sight_group(Some(seat))) {
                self.streams[usize::from(seat.0)].push(seen);
            }
        }
        self.events.push(event);
    }

    /// An event that concerns its owner alone.
    pub(crate) fn owners(&mut self, owner: Owner, event: Event) {
        if !self.keep {
            return;
        }
        if let Some(seat) = owner {
            self.streams[usize::from(seat.0)].push(event.clone());
        }
        self.events.push(event);
    }

    /// What is no event of the world but a change in what a side sees.
    pub(crate) fn group_only(&mut self, state: &State, group: usize, event: &Event) {
        if !self.keep {
            return;
        }
        for seat in state.seat_ids() {
            if state.sight_group(Some(seat)) == group {
                self.streams[usize::from(seat.0)].push(event.clone());
            }
        }
    }

    /// A foreign unit came into sight; of a hostile one the dispatch tells.
    pub(crate) fn appeared(&mut self, state: &State, group: usize, unit: Seq, event: Event) {
        if !self.keep {
            return;
        }
        if let Event::Appeared { at, owner, .. } = event {
            for seat in state.seat_ids() {
                let hostile = state.hostile(Some(seat), owner);
                if hostile && state.sight_group(Some(seat)) == group {
                    self.attend(Some(seat), Attention::EnemySighted { unit, at });
                }
            }
        }
        self.group_only(state, group, &event);
    }

    pub(crate) fn attend(&mut self, owner: Owner, attention: Attention) {
        if let (true, Some(seat)) = (self.keep, owner) {
            self.dispatch[usize::from(seat.0)].push(attention);
        }
    }

    /// A unit has lost strength for want of supply.
    pub(crate) fn starved(&mut self, owner: Owner, unit: Seq, lost: u32) {
        if let (true, Some(seat)) = (self.keep && lost > 0, owner) {
            self.hunger[usize::from(seat.0)].push((unit, lost));
        }
    }

    pub(crate) fn fallback(&mut self, owner: Owner) {
        if let Some(seat) = owner {
            self.fallbacks[usize::from(seat.0)] += 1;
        }
    }
}
