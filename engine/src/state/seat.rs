//! A player position and its standing arrangements (CM-700, CM-950).

use alloc::{collections::BTreeMap, string::String, vec::Vec};

use crate::canon::canon_struct;
use crate::command::{Pace, Posture, Sanctions, Task};
use crate::ids::{Seq, Tile};
use crate::order::Marker;
use crate::ruleset::ClassId;
use crate::scenario::Controller;

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
    /// How its last phase ended (TM-300); `None` before the first.
    pub marker: Option<Marker>,
    /// Consecutive turns closed without a commit since its player had it (TM-570, TM-600).
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
    /// Who wanted what stands in queues by requisition: by builder and class, the
    /// cities that asked, first come first. Never empty lists; at step 4 cut to as
    /// many as the builder's queue then has of the class.
    pub building: BTreeMap<(Seq, ClassId), Vec<Seq>>,
}

impl Seat {
    /// A position that nothing has been arranged for yet.
    pub(crate) fn new(
        name: String,
        team: Option<String>,
        controller: Controller,
        treasury: u32,
    ) -> Self {
        Self {
            name,
            team,
            controller,
            treasury,
            refund: 0,
            committed: false,
            marker: None,
            missed_turns: 0,
            substituted: false,
            substitute_next: None,
            draw_offered: false,
            conceding: false,
            out: false,
            cities_held: 0,
            doctrines: BTreeMap::new(),
            formations: BTreeMap::new(),
            groups: BTreeMap::new(),
            postings: BTreeMap::new(),
            consignments: BTreeMap::new(),
            requisitions: BTreeMap::new(),
            building: BTreeMap::new(),
        }
    }
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

canon_struct!(Seat {
    name,
    team,
    controller,
    treasury,
    refund,
    committed,
    marker,
    missed_turns,
    substituted,
    substitute_next,
    draw_offered,
    conceding,
    out,
    cities_held,
    doctrines,
    formations,
    groups,
    postings,
    consignments,
    requisitions,
    building,
});
canon_struct!(Doctrine { posture, sanctions });
canon_struct!(Posting {
    posture,
    task,
    formation
});
canon_struct!(Formation {
    commander,
    pace,
    intent
});
canon_struct!(Intent {
    tile,
    destination,
    age
});
