//! What a seat's orders would do: the engine's own turns, run on the board as the
//! seat knows it, with everybody else standing still.
//!
//! It is a guess and says so wherever a fight would decide. It must never see a
//! true state: what goes in is a [`SeatView`], the rules that all players know, and
//! a draft of orders that are not given yet.

use alloc::vec::Vec;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::engagement::predict::Memo;
use crate::event::{EngagementKind, Halt, Hindrance};
use crate::ids::{Pos, Seq};
use crate::num::DeterminismError;
use crate::order::Order;
use crate::record::Recorder;
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::state::{Phase, Rules};
use crate::view::SeatView;
use crate::world::World;

mod follow;
mod supposed;

/// Turns that a preview looks ahead at most.
pub const TURNS_MOST: u32 = 16;

/// What every player may know of a game's rules.
#[derive(Clone, Debug)]
pub struct Terms {
    version: u32,
    ruleset: Ruleset,
    tier: u8,
    shared_sight: bool,
}

impl Terms {
    pub(crate) fn of(rules: &Rules) -> Self {
        Self {
            version: rules.version,
            ruleset: rules.ruleset.clone(),
            tier: rules.tier,
            shared_sight: rules.shared_sight,
        }
    }
}

/// What a seat's orders would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// The first turn looked at: the one that orders are given for.
    pub turn: u32,
    /// How many turns were looked at.
    pub turns: u32,
    /// Orders of the draft that the door would refuse; the others are in.
    pub refused: Vec<Refused>,
    /// What its cities have paid for and would lose, for another class is the head of
    /// the queue now.
    pub forfeits: Vec<Forfeit>,
    /// The seat's own units as they are now, in ascending number.
    pub units: Vec<Forecast>,
    /// What its cities would complete, in order.
    pub completions: Vec<Completion>,
}

/// An order of the draft that would be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its place in the draft, from 0.
    pub order: usize,
    pub refusal: Refusal,
}

/// What would become of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    pub unit: Seq,
    pub from: Pos,
    /// The turns in which it moves or has something to tell, in order. A turn that
    /// would only repeat the one before is left out.
    pub stages: Vec<Stage>,
    /// When it first is where it is bound, or has done its Task.
    pub arrival: Option<Arrival>,
    /// The turn from which on a fight decides, and nothing is foretold any more.
    pub open_from: Option<u32>,
}

/// One unit's part in one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    pub turn: u32,
    /// The tiles that it enters, in order.
    pub path: Vec<Step>,
    /// Where it stands at the turn's end.
    pub at: Pos,
    /// Aboard whom, at the turn's end.
    pub aboard: Option<Seq>,
    pub notes: Vec<Note>,
}

/// A tile entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    pub at: Pos,
    /// Whether its ground is known, or only taken to be open.
    pub known: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Arrival {
    pub turn: u32,
    pub at: Pos,
}

/// Which part of a stack governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Branch {
    Reflex,
    /// The Task's `do`.
    Do,
    /// The Task's clause of that index, from 0.
    Clause(u8),
    Posture,
}

/// Something worth telling of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// From this tile on another part of its stack governs.
    Governs {
        by: Branch,
        at: Pos,
        toward: Option<Pos>,
    },
    /// It halts: for `Contact`, before whom.
    Halts {
        why: Halt,
        at: Pos,
        before: Option<Seq>,
    },
    /// A fight would be fought; `chance` is the predictor's, per mille, where the
    /// unit attacks. Of a reaction, `with` is the one that reacts.
    Fights {
        kind: EngagementKind,
        with: Seq,
        at: Pos,
        chance: Option<u32>,
    },
    Boards {
        carrier: Seq,
    },
    Lands {
        at: Pos,
    },
    Takes {
        site: Seq,
    },
    Disbands {},
    /// Its Task has done its work, or `until` holds.
    TaskDone {},
    /// Its Task's referent is gone: its fallback goes on.
    Impossible {},
    /// It could do nothing of what it was told.
    Nothing {
        why: Hindrance,
    },
    OutOfSupply {},
    /// Supply reaches it, and its upkeep could not be paid.
    Unpaid {},
}

/// Points that a city would lose when the turn closes (WO-440).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeit {
    pub city: Seq,
    pub points: u32,
    /// What they were paid for.
    pub class: alloc::string::String,
}

/// A unit that a city would complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Completion {
    pub turn: u32,
    pub at: Pos,
    pub class: alloc::string::String,
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: alloc::collections::BTreeMap<_, _> =
            self.refusal.values().into_iter().collect();
        let mut out = serializer.serialize_struct("Refused", 4)?;
        out.serialize_field("order", &self.order)?;
        out.serialize_field("code", self.refusal.code())?;
        out.serialize_field("field", &self.refusal.field())?;
        out.serialize_field("values", &values)?;
        out.end()
    }
}

/// Looks so many turns ahead, at most [`TURNS_MOST`]: what the seat's present orders
/// would do if the draft's were given now, in its order, and nobody else moved.
///
/// # Errors
/// Where a number leaves its range.
pub fn preview(
    view: &SeatView,
    terms: &Terms,
    draft: &[Order],
    turns: u32,
) -> Result<Preview, DeterminismError> {
    let mut world = supposed::world(view, terms);
    let refused = give(&mut world, view, draft);
    let forfeits = forfeits(&world, view);
    let turns = match view.phase {
        Phase::Orders => turns.min(TURNS_MOST),
        // Nobody acts any more, or nobody may order yet.
        Phase::Setup | Phase::Cascade | Phase::Reckoning | Phase::Ended => 0,
    };
    let mut follower = follow::Follower::of(view);
    let memo = Memo::default();
    for _ in 0..turns {
        let mut rec = Recorder::of_preview(world.state.seats.len());
        let (order, _) = crate::turn::freeze_order(&mut world)?;
        crate::turn::play(&mut world, &mut rec, &order, &memo, &mut |_| {})?;
        follower.note(&world, rec);
        // Whatever would end the game hangs on what the seat does not know.
        world.state.outcome = None;
        crate::turn::open_next(&mut world);
    }
    let (units, completions) = follower.done();
    Ok(Preview {
        turn: view.turn,
        turns,
        refused,
        forfeits,
        units,
        completions,
    })
}

/// Puts the draft through the door, order by order; what it refuses is left out.
fn give(world: &mut World, view: &SeatView, draft: &[Order]) -> Vec<Refused> {
    let mut refused = Vec::new();
    for (place, order) in draft.iter().enumerate() {
        match crate::validate::check(&world.state, Some(view.seat), view.turn, order) {
            Ok(valid) => crate::apply::apply(&mut world.state, valid),
            Err(refusal) => refused.push(Refused {
                order: place,
                refusal,
            }),
        }
    }
    refused
}

fn forfeits(world: &World, view: &SeatView) -> Vec<Forfeit> {
    let sites = world.state.sites.iter();
    let own = sites.filter(|site| site.owner == Some(view.seat));
    let lost = own.filter_map(|site| {
        let points = site.progress - site.in_head();
        let class = site.paid_for.filter(|_| points > 0)?;
        Some(Forfeit {
            city: site.seq,
            points,
            class: world.state.rules.ruleset.class(class).name.clone(),
        })
    });
    lost.collect()
}
