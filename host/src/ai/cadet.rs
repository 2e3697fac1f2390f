//! `Cadet`: a commander that is sound and simple. Every turn it thinks afresh,
//! from the view alone: who must rest, who keeps watch, who can strike now, where
//! the others gather, who looks around; then it writes what differs from the
//! orders that stand. It neither concedes nor offers draws.

use std::collections::BTreeMap;

use fieldpost_engine::{
    command::{Unload, Work},
    engagement::predict::Memo,
    ids::{Pos, SeatId, Seq, Tile},
    map::Mobility,
    order::Order,
};

use super::{Brief, Commander};

mod aim;
mod board;
mod goals;
mod guard;
mod odds;
mod produce;
mod scout;
mod sea;
mod storm;
mod strike;
mod ways;
mod works;
mod write;

use board::Board;

/// Units of one side that have room on a tile (WO-140).
const STACK: usize = 3;

/// The commander. What it keeps between turns are predictions, which are a
/// function of their inputs: a fresh one orders the same.
#[derive(Debug, Default)]
pub struct Cadet {
    memo: Memo,
}

/// What a unit is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Job {
    /// Go there, dig in, stay.
    Hold(Pos),
    /// Go there and wait for the others.
    Gather(Pos),
    /// Get away to there and mend.
    Rest(Pos),
    /// Take a site that nobody is known to hold.
    Seize(Seq, Pos),
    /// Fight whoever is on the tile, and go in.
    Attack(Pos),
    /// Look around; near a tile, if there is one that is worth it.
    Explore(Option<Pos>),
    /// Build where it stands.
    Build(Work),
    /// Go aboard a carrier.
    Board(Seq),
    /// Sail there and set down.
    Land(Unload),
}

/// The turn as it is being thought through.
#[derive(Debug)]
struct Plan<'a> {
    board: Board<'a>,
    memo: &'a Memo,
    seed: u64,
    /// Whether the end is near enough to take chances for it.
    presses: bool,
    /// The seat that has to be kept from winning.
    leader: Option<SeatId>,
    /// By place in `board.men`.
    jobs: Vec<Option<Job>>,
    /// How many are bound for a tile.
    bound: BTreeMap<Tile, usize>,
}

impl Commander for Cadet {
    fn orders(&mut self, brief: &Brief<'_>) -> Vec<Order> {
        let board = Board::new(brief.view, brief.ruleset, brief.seed);
        let mut plan = Plan {
            jobs: vec![None; board.men.len()],
            board,
            memo: &self.memo,
            seed: brief.seed,
            presses: false,
            leader: None,
            bound: BTreeMap::new(),
        };
        aim::look(&mut plan, brief.victory);
        guard::rest(&mut plan);
        guard::garrison(&mut plan);
        strike::strike(&mut plan);
        guard::batteries(&mut plan);
        scout::explore(&mut plan);
        storm::advance(&mut plan);
        works::build(&mut plan);
        sea::ship(&mut plan);
        guard::reserve(&mut plan);
        let mut orders = write::orders(&plan);
        produce::queues(&plan, &mut orders);
        orders
    }
}

impl Plan<'_> {
    /// Units that are still without a job and can be given one, in order.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.jobs.len()).filter(|ix| self.jobs[*ix].is_none() && !self.board.men[*ix].aboard())
    }

    /// Those of them that are guns.
    fn free_guns(&self) -> Vec<usize> {
        self.free()
            .filter(|ix| self.board.men[*ix].is_gun())
            .collect()
    }

    fn give(&mut self, ix: usize, job: Job) {
        let at = match job {
            Job::Hold(at) | Job::Gather(at) | Job::Rest(at) | Job::Seize(_, at) => Some(at),
            Job::Attack(_) | Job::Explore(_) | Job::Build(_) | Job::Board(_) | Job::Land(_) => None,
        };
        if let Some(at) = at {
            *self.bound.entry(self.board.ways.tile(at)).or_default() += 1;
        }
        self.jobs[ix] = Some(job);
    }

    /// The tile itself if there is room, else the nearest one that has room,
    /// ties by tile index.
    fn room_at(&self, tile: Tile, mobility: Mobility) -> Tile {
        let ways = &self.board.ways;
        let has_room = |tile: &Tile| {
            ways.open(*tile, mobility)
                && self.bound.get(tile).copied().unwrap_or(0) < STACK
                && self.board.foes_at(*tile).next().is_none()
        };
        let around = ways.grid.within(tile, 3).filter(has_room);
        around
            .min_by_key(|next| (ways.apart(tile, *next), ways.lot(*next)))
            .unwrap_or(tile)
    }

    /// How much more than enough it wants today, per mille: nobody can count on
    /// the moment at which it will attack.
    fn doubt(&self) -> u32 {
        (self.seed % 200) as u32
    }

    /// A number that decides between units that are as good as one another.
    fn lot_of(&self, ix: usize) -> u64 {
        self.board.ways.lot(Tile(self.board.men[ix].seq().0))
    }

    fn pos(&self, tile: Tile) -> Pos {
        self.board.ways.grid.pos(tile)
    }
}
