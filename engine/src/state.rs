//! The authoritative state (TM-320): everything that the next turn depends on,
//! and nothing that can be computed from the rest. Its canonical encoding is
//! what the state hash is taken of.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    sync::Arc,
    vec::Vec,
};

use serde::Serialize;

use crate::canon::{Canon, DecodeError, TileSet, canon_enum, canon_struct};
use crate::command::{Pace, Posture, Sanctions, Task};
use crate::event::{Band, Outcome};
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::log::Hash;
use crate::map::Map;
use crate::ruleset::{Class, ClassId, Ruleset};
use crate::scenario::{Controller, SiteKind, VictoryCondition};
use crate::stance::Stance;

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

/// Who fights whom and who sees for whom, by slot: a seat's index, and behind
/// the last seat Neutral. Teams are fixed, so this is too.
#[derive(Clone, Debug)]
pub struct Relations {
    seats: usize,
    hostile: Vec<bool>,
    group: Vec<u8>,
}

impl Relations {
    /// From the seats' teams, in seat order (WO-520).
    pub fn new(teams: &[Option<String>], shared_sight: bool) -> Self {
        let seats = teams.len();
        let slots = seats + 1;
        let allied = |a: usize, b: usize| {
            a == b || (a < seats && b < seats && teams[a].is_some() && teams[a] == teams[b])
        };
        let hostile = (0..slots * slots).map(|i| !allied(i / slots, i % slots)).collect();
        let group = (0..slots)
            .map(|slot| (0..slot).find(|first| shared_sight && allied(*first, slot)))
            .enumerate()
            // At most nine slots.
            .map(|(slot, first)| first.unwrap_or(slot) as u8)
            .collect();
        Self { seats, hostile, group }
    }

    fn slot(&self, owner: Owner) -> usize {
        owner.map_or(self.seats, |seat| usize::from(seat.0))
    }
}

/// The whole state of a game.
#[derive(Clone, Debug)]
pub struct State {
    pub rules: Arc<Rules>,
    pub turn: u32,
    pub phase: Phase,
    /// The next creation sequence number (TM-810).
    pub next_seq: u32,
    pub map: Map,
    pub seats: Vec<Seat>,
    /// Ascending by number. The dead stay until the Reckoning's end, so that an
    /// index holds for a whole Cascade (TM-1790).
    pub units: Vec<Unit>,
    /// Ascending by number.
    pub sites: Vec<Site>,
    /// What each side of sight knows; see [`State::sight_group`].
    pub knowledge: Vec<Knowledge>,
    pub outcome: Option<Outcome>,
}

/// One player position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub name: String,
    pub team: Option<String>,
    pub controller: Controller,
    pub treasury: u32,
    /// What disbanded units bring back at step 2 (WO-440).
    pub refund: u32,
    /// Whether it has committed in the running phase.
    pub committed: bool,
    /// Consecutive turns closed without a commit (TM-570).
    pub missed_turns: u32,
    /// An AI holds it for its player (TM-590).
    pub substituted: bool,
    /// What the next boundary makes of `substituted`, if it is to change.
    pub substitute_next: Option<bool>,
    pub draw_offered: bool,
    /// Conceded in this phase: out at step 8.
    pub conceding: bool,
    /// Conceded or eliminated (WO-510).
    pub out: bool,
    /// Reckonings running at which it held the cities of a victory condition.
    pub cities_held: u32,
    pub doctrines: BTreeMap<ClassId, Doctrine>,
    pub formations: BTreeMap<String, Formation>,
    pub groups: BTreeMap<String, Vec<Seq>>,
    pub postings: BTreeMap<Seq, Posting>,
    pub consignments: BTreeMap<Seq, (Seq, Seq)>,
    pub requisitions: BTreeMap<(Seq, ClassId), u16>,
}

/// What new and captured units of a class begin with (CM-700).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctrine {
    pub posture: Posture,
    pub sanctions: Sanctions,
}

/// What units built by a city begin with (CM-700).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    pub posture: Option<Posture>,
    pub task: Option<Task>,
    pub formation: Option<String>,
}

/// A formation (CM-950). Members are those units whose Posture attaches them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    pub commander: Option<Seq>,
    pub pace: Pace,
    pub intent: Option<Intent>,
}

/// Where the commander stood and was bound when it last acted (CM-960).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intent {
    pub tile: Tile,
    pub destination: Option<Tile>,
    /// Reckonings since.
    pub age: u32,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub seq: Seq,
    pub name: String,
    pub class: ClassId,
    pub owner: Owner,
    pub tile: Tile,
    pub alive: bool,
    pub carrier: Option<Seq>,
    pub strength: u32,
    pub veterancy: u8,
    pub experience: u32,
    pub age: u8,
    pub entrenchment: u8,
    /// The turn whose step 1 set the flag (TM-1000).
    pub disrupted: Option<u32>,
    pub supplied: bool,
    /// Reckonings running without supply (WO-430).
    pub unsupplied_for: u32,
    /// Band as of the last Reckoning (TM-1100).
    pub band: Band,

    // Orders.
    pub stance_override: Option<Stance>,
    pub task: Option<TaskState>,
    pub posture: Posture,
    /// Place in a patrol's round.
    pub patrol_place: u8,
    pub sanctions: Sanctions,
    pub reflex: Option<Reflex>,
    /// Movement points kept for the next activation (CM-1550).
    pub banked: u32,
    /// Reckonings of work done on what is being built here.
    pub work_done: u32,

    // This turn's.
    pub committed_stance: Stance,
    pub effective_stance: Stance,
    pub reaction_capacity: u8,
    pub reactions_spent: u8,
    /// Landed or changed sides in this Cascade: its slot is skipped.
    pub spent: bool,
    pub activated: bool,
    pub moved: bool,
    pub fought: bool,
    pub broken: bool,
    /// Strength lost to fights in this Cascade (EN-100).
    pub losses: u32,
    /// Experience won in this Cascade, awarded at step 1.
    pub experience_won: u32,
}

/// A Task on a stack, with its progress (CM-220, CM-1430).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskState {
    pub task: Task,
    /// The turn in which it was set.
    pub since: u32,
    /// How many waypoints are passed.
    pub passed: u8,
    pub arrived: bool,
    /// It has attacked in pursuit of its `do`.
    pub attacked: bool,
}

impl TaskState {
    pub fn new(task: Task, since: u32) -> Self {
        Self { task, since, passed: 0, arrived: false, attacked: false }
    }
}

/// What the engine pushes on top of a stack (CM-1400).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reflex {
    pub kind: ReflexKind,
    pub since: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReflexKind {
    Withdraw,
    TakeCover,
}

/// A city, depot or fort (WO-400).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub seq: Seq,
    pub kind: SiteKind,
    pub name: String,
    pub tile: Tile,
    pub owner: Owner,
    pub output: u32,
    pub queue: Vec<ClassId>,
    /// Points in the head of the queue.
    pub progress: u32,
}

/// What one side of sight has learned (WO-210). What it observes *now* is
/// computed from where its units stand; see `sight`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// Tiles ever observed.
    pub explored: TileSet,
    /// Tiles last seen with a road.
    pub roads: TileSet,
    /// Foreign units seen now or remembered.
    pub contacts: BTreeMap<Seq, Contact>,
    /// Sites ever observed, with the owner as last seen.
    pub sites: BTreeMap<Seq, Owner>,
    /// Foreign units ever seen.
    pub met: BTreeSet<Seq>,
    /// Units known to be destroyed or captured away.
    pub lost: BTreeSet<Seq>,
}

/// A foreign unit as last seen (WO-210).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    pub class: ClassId,
    pub owner: Owner,
    pub tile: Tile,
    pub band: Band,
    pub turn: u32,
    /// Remembered, not seen now.
    pub stale: bool,
    /// Seen moving in the turn noted (EN-140).
    pub moving: bool,
}

canon_enum!(Phase { 0 => Setup, 1 => Orders, 2 => Cascade, 3 => Reckoning, 4 => Ended });
canon_struct!(Seat {
    name, team, controller, treasury, refund, committed, missed_turns, substituted, substitute_next,
    draw_offered, conceding, out, cities_held, doctrines, formations, groups, postings,
    consignments, requisitions,
});
canon_struct!(Doctrine { posture, sanctions });
canon_struct!(Posting { posture, task, formation });
canon_struct!(Formation { commander, pace, intent });
canon_struct!(Intent { tile, destination, age });
canon_struct!(Unit {
    seq, name, class, owner, tile, alive, carrier, strength, veterancy, experience, age,
    entrenchment, disrupted, supplied, unsupplied_for, band, stance_override, task, posture,
    patrol_place, sanctions, reflex, banked, work_done, committed_stance, effective_stance,
    reaction_capacity, reactions_spent, spent, activated, moved, fought, broken, losses,
    experience_won,
});
canon_struct!(TaskState { task, since, passed, arrived, attacked });
canon_struct!(Reflex { kind, since });
canon_enum!(ReflexKind { 0 => Withdraw, 1 => TakeCover });
canon_struct!(Site { seq, kind, name, tile, owner, output, queue, progress });
canon_struct!(Knowledge { explored, roads, contacts, sites, met, lost });
canon_struct!(Contact { class, owner, tile, band, turn, stale, moving });

impl State {
    /// The canonical encoding: all that changes, and of what does not, the tier
    /// (TM-1030) and the rules version. The rest of the rules stands in the
    /// game's header, which the log's chain covers.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let Self {
            rules,
            turn,
            phase,
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
        let next_seq = Canon::decode(input)?;
        let roads: Vec<bool> = Canon::decode(input)?;
        if roads.len() != self.map.roads.len() {
            return Err(DecodeError::Range);
        }
        let map = Map { grid: self.map.grid, terrain: self.map.terrain.clone(), roads };
        Ok(Self {
            rules: Arc::clone(&self.rules),
            turn,
            phase,
            next_seq,
            map,
            seats: Canon::decode(input)?,
            units: Canon::decode(input)?,
            sites: Canon::decode(input)?,
            knowledge: Canon::decode(input)?,
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
        let relations = &self.rules.relations;
        relations.hostile[relations.slot(a) * (relations.seats + 1) + relations.slot(b)]
    }

    /// Whose [`Knowledge`] an owner looks at: its own, or with shared sight that
    /// of its team's first seat. Neutral has the last one.
    pub fn sight_group(&self, owner: Owner) -> usize {
        let relations = &self.rules.relations;
        usize::from(relations.group[relations.slot(owner)])
    }

    pub fn seat_ids(&self) -> impl Iterator<Item = SeatId> + use<> {
        // At most eight seats.
        (0..self.seats.len() as u8).map(SeatId)
    }

    /// Whether a seat is expected to commit (WO-510, TM-400).
    pub fn expected_to_act(&self, seat: SeatId) -> bool {
        self.seat(seat).is_some_and(|seat| !seat.out && !seat.substituted)
    }
}

impl Site {
    pub fn is_city(&self) -> bool {
        self.kind == SiteKind::City
    }
}

impl Unit {
    /// Alive, on the map and not aboard another (TM-1140).
    pub fn in_play(&self) -> bool {
        self.alive && self.carrier.is_none()
    }

    pub fn can_react(&self) -> bool {
        self.in_play() && !self.broken && self.reactions_spent < self.reaction_capacity
    }
}
