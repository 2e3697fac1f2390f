//! What a seat knows: the board its player looks at (WO-210, TM-2050). The only
//! door through which anything of the state reaches a player, an AI or a page.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use crate::command::{Posture, Sanctions, Task};
use crate::event::{Band, Outcome, Skipped};
use crate::game::Game;
use crate::ids::{Owner, Pos, SeatId, Seq};
use crate::initiative::Initiative;
use crate::map::Terrain;
use crate::order::Order;
use crate::scenario::{Controller, SiteKind};
use crate::stance::Stance;
use crate::state::Phase;
use crate::turn::{commit, formation};
use crate::world::World;

mod orders;
mod others;
mod own;
mod reveal;
mod sites;

pub(crate) use own::OwnState;
pub use reveal::Tally;

/// The board as one seat knows it. All lists are in ascending number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    pub seat: SeatId,
    pub turn: u32,
    pub phase: Phase,
    pub width: u16,
    pub height: u16,
    pub wrap_x: bool,
    pub wrap_y: bool,
    /// One entry a tile, by tile index.
    pub tiles: Vec<TileView>,
    pub seats: Vec<SeatSummary>,
    pub treasury: u32,
    /// Whether the seat itself concedes when the turn closes. Of other seats no view
    /// tells it.
    pub concedes: bool,
    /// Reckonings running at which its side held the cities that a victory
    /// condition asks for (WO-500).
    pub cities_held: u32,
    pub units: Vec<OwnUnit>,
    pub others: Vec<OtherUnit>,
    pub sites: Vec<KnownSite>,
    pub formations: Vec<FormationView>,
    pub groups: Vec<GroupView>,
    /// Doctrines, Postings, consignments and requisitions, as the orders that set them.
    #[serde(skip)]
    pub arrangements: Vec<Order>,
    pub outcome: Option<Outcome>,
    #[serde(skip)]
    pub(crate) own: OwnState,
}

/// One tile as the seat knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TileView {
    /// `None` where it was never observed.
    pub terrain: Option<Terrain>,
    pub road: bool,
    pub observed: bool,
}

/// What every player may know of a seat (TM-440 leaves commits to the host).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatSummary {
    pub seat: SeatId,
    pub name: String,
    pub team: Option<String>,
    pub controller: Controller,
    /// Conceded or eliminated.
    pub out: bool,
}

/// A unit of the seat's own, in full (TM-730, TM-1090, TM-1740).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnUnit {
    pub unit: Seq,
    pub name: String,
    pub class: String,
    pub at: Pos,
    pub strength: u32,
    pub veterancy: u8,
    pub age: u8,
    pub entrenchment: u8,
    pub disrupted: bool,
    pub supplied: bool,
    pub carrier: Option<Seq>,
    /// The player's override, if there is one.
    pub override_stance: Option<Stance>,
    /// What the Stance would be without the override.
    pub derived_stance: Stance,
    /// What it will be committed as (TM-710).
    pub stance: Stance,
    /// The Stances the class may take.
    pub stances: Vec<Stance>,
    pub initiative: Initiative,
    pub band: Band,
    pub allowance: u32,
    pub vision: u32,
    pub reach: u32,
    /// Reactions it will have in the coming Cascade.
    pub reaction_capacity: u8,
    /// Reactions it spent in the Cascade just past.
    pub reactions_spent: u8,
    /// Why it had no turn in the Cascade just past (TM-2350).
    pub skipped: Option<Skipped>,
    pub posture: Posture,
    pub task: Option<Task>,
    #[serde(skip)]
    pub sanctions: Sanctions,
    /// Place among the seat's own units in the coming order, from 0 (TM-380).
    pub place: usize,
}

/// A unit that is not the seat's, as last seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherUnit {
    pub unit: Seq,
    pub class: String,
    pub owner: Owner,
    pub at: Pos,
    pub band: Band,
    pub reach: u32,
    pub hostile: bool,
    /// The turn in which it was last seen.
    pub seen_turn: u32,
    /// Remembered, not seen now.
    pub stale: bool,
}

/// A site as last seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownSite {
    pub site: Seq,
    pub kind: SiteKind,
    pub name: String,
    pub at: Pos,
    pub owner: Owner,
    pub output: u32,
    pub observed: bool,
    /// Own cities only.
    pub queue: Vec<String>,
    pub progress: u32,
    /// Points paid for a class that is the head no more: lost when the turn closes.
    pub forfeits: u32,
}

/// One of the seat's own formations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormationView {
    pub name: String,
    pub commander: Option<Seq>,
    pub members: Vec<Seq>,
    pub pace: crate::command::Pace,
}

/// One of the seat's own groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupView {
    pub name: String,
    pub units: Vec<Seq>,
}

impl Game {
    /// The board as a seat knows it. During an Orders phase it changes by that
    /// seat's own orders alone (TM-2050).
    pub fn view(&self, seat: SeatId) -> Option<SeatView> {
        self.world().state.seat(seat)?;
        Some(
            View {
                world: self.world(),
                seat,
            }
            .build(),
        )
    }
}

impl Game {
    /// The chance, per mille, that one of the seat's units beats whoever the seat
    /// knows on a tile, if it attacked now; `None` where that makes no sense.
    pub fn win_chance(&self, seat: SeatId, unit: Seq, tile: crate::ids::Pos) -> Option<u32> {
        let world = self.world();
        let ix = world.state.unit_index(unit)?;
        if world.unit(ix).owner != Some(seat) || !world.unit(ix).alive {
            return None;
        }
        let tile = world.state.map.grid.checked_tile(tile)?;
        crate::turn::win_chance(world, ix, tile).ok().flatten()
    }
}

/// The builder of one seat's view.
struct View<'a> {
    world: &'a World,
    seat: SeatId,
}

impl View<'_> {
    fn build(&self) -> SeatView {
        let state = &self.world.state;
        let position = &state.seats[usize::from(self.seat.0)];
        let grid = state.map.grid;
        SeatView {
            seat: self.seat,
            turn: state.turn,
            phase: state.phase,
            width: grid.width,
            height: grid.height,
            wrap_x: grid.wrap_x,
            wrap_y: grid.wrap_y,
            tiles: self.tiles(),
            seats: self.seats(),
            treasury: position.treasury,
            concedes: position.conceding,
            cities_held: position.cities_held,
            units: self.own_units(),
            others: self.other_units(),
            sites: self.sites(),
            formations: self.formations(),
            groups: position
                .groups
                .iter()
                .map(|(name, units)| GroupView {
                    name: name.clone(),
                    units: units.clone(),
                })
                .collect(),
            arrangements: self.arrangements(),
            outcome: state.outcome.clone(),
            own: self.own_state(),
        }
    }

    fn group(&self) -> usize {
        self.world.state.sight_group(Some(self.seat))
    }

    fn tiles(&self) -> Vec<TileView> {
        let state = &self.world.state;
        let knowledge = &state.knowledge[self.group()];
        let tile = |tile| TileView {
            terrain: knowledge
                .explored
                .contains(tile)
                .then(|| state.map.terrain(tile)),
            road: knowledge.roads.contains(tile),
            observed: self.world.observes(self.group(), tile),
        };
        (0..state.map.grid.tiles())
            .map(crate::ids::Tile)
            .map(tile)
            .collect()
    }

    fn seats(&self) -> Vec<SeatSummary> {
        let state = &self.world.state;
        let summary = |seat: SeatId| {
            let position = &state.seats[usize::from(seat.0)];
            SeatSummary {
                seat,
                name: position.name.clone(),
                team: position.team.clone(),
                controller: position.controller,
                out: position.out,
            }
        };
        state.seat_ids().map(summary).collect()
    }

    fn own_units(&self) -> Vec<OwnUnit> {
        let state = &self.world.state;
        let mine = state
            .units
            .iter()
            .filter(|unit| unit.alive && unit.owner == Some(self.seat));
        let mut units: Vec<OwnUnit> = mine.filter_map(|unit| self.own_unit(unit)).collect();
        // Places in the coming order: by Initiative, then number (TM-1150).
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_unstable_by_key(|ix| {
            (
                core::cmp::Reverse(units[*ix].initiative.score),
                units[*ix].unit,
            )
        });
        for (place, ix) in order.into_iter().enumerate() {
            units[ix].place = place;
        }
        units
    }

    fn own_unit(&self, unit: &crate::state::Unit) -> Option<OwnUnit> {
        let state = &self.world.state;
        let class = state.class(unit);
        let stance = commit::committed_stance(state, unit);
        // Out of range only where the game is about to be stopped for it.
        let initiative = commit::coming_initiative(state, unit).ok()?;
        Some(OwnUnit {
            unit: unit.seq,
            name: unit.name.clone(),
            class: class.name.clone(),
            at: state.map.grid.pos(unit.tile),
            strength: unit.strength,
            veterancy: unit.veterancy,
            age: unit.age,
            entrenchment: unit.entrenchment,
            disrupted: unit.disrupted.is_some(),
            supplied: unit.supplied,
            carrier: unit.carrier,
            override_stance: unit.stance_override,
            derived_stance: commit::derived_stance(state, unit),
            stance,
            stances: class.stances.clone(),
            band: Band::of(initiative.score),
            initiative,
            allowance: class.allowance + stance.movement_bonus() + unit.banked,
            vision: class.vision,
            reach: class.reach,
            reaction_capacity: stance.reaction_capacity(unit.entrenchment),
            reactions_spent: unit.reactions_spent,
            skipped: unit.skipped().filter(|_| !unit.activated),
            posture: unit.posture.clone(),
            task: unit.task.as_ref().map(|task| task.task.clone()),
            sanctions: unit.sanctions,
            place: 0,
        })
    }

    fn formations(&self) -> Vec<FormationView> {
        let state = &self.world.state;
        let formations = &state.seats[usize::from(self.seat.0)].formations;
        let view = |(name, f): (&String, &crate::state::Formation)| FormationView {
            name: name.clone(),
            commander: f.commander,
            members: formation::members(state, self.seat, name)
                .map(|unit| unit.seq)
                .collect(),
            pace: f.pace,
        };
        formations.iter().map(view).collect()
    }
}
