//! The authoritative state (TM-320): everything that the next turn depends on,
//! and nothing that can be computed from the rest. Its canonical encoding is
//! what the state hash is taken of.

use alloc::{sync::Arc, vec::Vec};

use serde::Serialize;

use crate::canon::{Canon, DecodeError, canon_enum};
use crate::event::Outcome;
use crate::ids::{Owner, SeatId, Seq};
use crate::log::Hash;
use crate::map::Map;
use crate::ruleset::{Class, Ruleset};
use crate::scenario::VictoryCondition;
use crate::shared::Shared;

mod knowledge;
mod opening;
mod relations;
mod seat;
mod site;
mod unit;

pub use knowledge::{Contact, Knowledge};
pub use opening::Opening;
pub use relations::Relations;
pub use seat::{Doctrine, Formation, Intent, Posting, Seat};
pub use site::Site;
pub use unit::{Reflex, ReflexKind, Spent, TaskState, Unit};

/// The phase of a game (TM-090). Cascade and Reckoning are never seen from
/// outside: they have no input and are run to their end at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Phase {
    Setup,
    Orders,
    Cascade,
    Reckoning,
    Ended,
}

/// What is fixed when the game is made and never changes (TM-1030, WO-600).
#[derive(Clone, Debug)]
pub struct Rules {
    pub version: u32,
    pub ruleset: Ruleset,
    pub tier: u8,
    pub ranked: bool,
    pub shared_sight: bool,
    pub victory: Vec<VictoryCondition>,
    pub seed: [u8; 32],
    pub relations: Relations,
}

/// The whole state of a game.
#[derive(Clone, Debug)]
pub struct State {
    pub rules: Arc<Rules>,
    pub turn: u32,
    pub phase: Phase,
    /// The authority has halted the game; until it reconvenes, no phase closes (TM-620).
    pub adjourned: bool,
    /// The next creation sequence number (TM-810).
    pub next_seq: u32,
    pub map: Shared<Map>,
    pub seats: Vec<Seat>,
    /// Ascending by number. The dead stay until the Reckoning's end, so that an
    /// index holds for a whole Cascade (TM-1790).
    pub units: Vec<Unit>,
    /// Ascending by number.
    pub sites: Vec<Site>,
    /// What each side of sight knows; see [`State::sight_group`].
    pub knowledge: Shared<Vec<Knowledge>>,
    pub outcome: Option<Outcome>,
}

canon_enum!(Phase { 0 => Setup, 1 => Orders, 2 => Cascade, 3 => Reckoning, 4 => Ended });

impl State {
    /// The canonical encoding: all that changes, and of what does not, the tier
    /// (TM-1030) and the rules version. The rest of the rules stands in the
    /// game's header, which the log's chain covers.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let Self {
            rules,
            turn,
            phase,
            adjourned,
            next_seq,
            map,
            seats,
            units,
            sites,
            knowledge,
            outcome,
        } = self;
        rules.version.encode(out);
        rules.tier.encode(out);
        turn.encode(out);
        phase.encode(out);
        adjourned.encode(out);
        next_seq.encode(out);
        // Terrain never changes; roads do.
        map.roads.encode(out);
        seats.encode(out);
        units.encode(out);
        sites.encode(out);
        knowledge.encode(out);
        outcome.encode(out);
    }

    /// Takes a state back out of its encoding, into a state of the same game.
    ///
    /// # Errors
    /// Where the bytes are no encoding of a state of this game.
    pub fn decode_into(&self, mut input: &[u8]) -> Result<Self, DecodeError> {
        let input = &mut input;
        if u32::decode(input)? != self.rules.version || u8::decode(input)? != self.rules.tier {
            return Err(DecodeError::Range);
        }
        let turn = Canon::decode(input)?;
        let phase = Canon::decode(input)?;
        let adjourned = Canon::decode(input)?;
        let next_seq = Canon::decode(input)?;
        let roads: Vec<bool> = Canon::decode(input)?;
        if roads.len() != self.map.roads.len() {
            return Err(DecodeError::Range);
        }
        let mut map = self.map.clone();
        map.roads = roads;
        Ok(Self {
            rules: Arc::clone(&self.rules),
            turn,
            phase,
            adjourned,
            next_seq,
            map,
            seats: Canon::decode(input)?,
            units: Canon::decode(input)?,
            sites: Canon::decode(input)?,
            knowledge: Vec::decode(input)?.into(),
            outcome: Canon::decode(input)?,
        })
    }

    /// The canonical state hash (TM-2400).
    pub fn hash(&self) -> Hash {
        let mut bytes = b"fieldpost/state/1\n".to_vec();
        self.encode(&mut bytes);
        Hash(*blake3::hash(&bytes).as_bytes())
    }

    pub fn class(&self, unit: &Unit) -> &Class {
        self.rules.ruleset.class(unit.class)
    }

    /// Index of a unit by number, the dead of this turn included.
    pub fn unit_index(&self, seq: Seq) -> Option<usize> {
        self.units.binary_search_by_key(&seq, |unit| unit.seq).ok()
    }

    pub fn unit(&self, seq: Seq) -> Option<&Unit> {
        self.unit_index(seq).map(|index| &self.units[index])
    }

    pub fn site_index(&self, seq: Seq) -> Option<usize> {
        self.sites.binary_search_by_key(&seq, |site| site.seq).ok()
    }

    pub fn site(&self, seq: Seq) -> Option<&Site> {
        self.site_index(seq).map(|index| &self.sites[index])
    }

    pub fn seat(&self, seat: SeatId) -> Option<&Seat> {
        self.seats.get(usize::from(seat.0))
    }

    /// Whether two owners fight each other (WO-520).
    pub fn hostile(&self, a: Owner, b: Owner) -> bool {
        self.rules.relations.hostile(a, b)
    }

    /// Whose [`Knowledge`] an owner looks at: its own, or with shared sight that
    /// of its team's first seat. Neutral has the last one.
    pub fn sight_group(&self, owner: Owner) -> usize {
        self.rules.relations.group_of(owner)
    }

    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        // At most eight seats.
        (0..self.seats.len() as u8).map(SeatId)
    }

    /// Whether a seat is expected to commit (WO-510, TM-400).
    pub fn expected_to_act(&self, seat: SeatId) -> bool {
        self.seat(seat)
            .is_some_and(|seat| !seat.out && !seat.substituted)
    }
}
