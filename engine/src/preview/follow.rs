//! From supposed turns to what is told of each unit. Decides nothing.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{Arrival, Branch, Completion, Forecast, Note, Stage, Step};
use crate::canon::TileSet;
use crate::event::{Attention, Event, Halt};
use crate::ids::{Pos, SeatId, Seq};
use crate::map::Grid;
use crate::record::{Marks, Recorder};
use crate::turn::{Goal, Source};
use crate::view::SeatView;
use crate::world::World;

/// Takes down turn by turn what becomes of a seat's units.
pub(super) struct Follower<'a> {
    seat: SeatId,
    grid: Grid,
    /// What was known when the preview began.
    explored: &'a TileSet,
    tracks: BTreeMap<Seq, Track>,
    completions: Vec<Completion>,
}

/// What was told of a unit so far.
struct Track {
    forecast: Forecast,
    at: Pos,
    aboard: Option<Seq>,
    governed: Option<Source>,
    /// Where it was bound in this turn, latest last.
    bound: Vec<Goal>,
    /// What was noted of its last turn, standing still.
    last: Option<Vec<Note>>,
    gone: bool,
}

/// One turn of a unit as it is gathered.
#[derive(Default)]
struct Gathered {
    path: Vec<Step>,
    notes: Vec<Note>,
    fights: bool,
    done: bool,
}

impl<'a> Follower<'a> {
    pub(super) fn of(view: &'a SeatView) -> Self {
        let track = |unit: &crate::view::OwnUnit| {
            let forecast = Forecast {
                unit: unit.unit,
                from: unit.at,
                stages: Vec::new(),
                arrival: None,
                open_from: None,
            };
            let track = Track {
                forecast,
                at: unit.at,
                aboard: unit.carrier,
                governed: None,
                bound: Vec::new(),
                last: None,
                gone: false,
            };
            (unit.unit, track)
        };
        Self {
            seat: view.seat,
            grid: super::supposed::grid(view),
            explored: &view.own.knowledge.explored,
            tracks: view.units.iter().map(track).collect(),
            completions: Vec::new(),
        }
    }

    /// Takes down a turn that has just been run, its number still the state's.
    pub(super) fn note(&mut self, world: &World, rec: Recorder) {
        let mut gathered: BTreeMap<Seq, Gathered> = BTreeMap::new();
        let marks = rec.marks.unwrap_or_default();
        self.branches(&marks, &mut gathered);
        self.events(&rec.events, &marks, world, &mut gathered);
        for clash in &marks.clashes {
            let note = Note::Fights {
                kind: clash.kind,
                with: clash.with,
                at: self.grid.pos(clash.tile),
                chance: clash.chance,
            };
            let unit = gathered.entry(clash.unit).or_default();
            unit.notes.push(note);
            unit.fights = true;
        }
        self.dispatch(
            &rec.dispatch[usize::from(self.seat.0)],
            world,
            &mut gathered,
        );
        for (seq, track) in &mut self.tracks {
            if track.gone || track.forecast.open_from.is_some() {
                continue;
            }
            let turn = gathered.remove(seq).unwrap_or_default();
            track.close(world, self.grid, turn);
        }
    }

    /// Where another part of a stack begins to govern.
    fn branches(&mut self, marks: &Marks, gathered: &mut BTreeMap<Seq, Gathered>) {
        for now in &marks.governed {
            let Some(track) = self.tracks.get_mut(&now.unit) else {
                continue;
            };
            track.bound.extend(now.goal.filter(|_| !now.waypoint));
            if track.governed.replace(now.source) != Some(now.source) {
                let note = Note::Governs {
                    by: branch(now.source),
                    at: self.grid.pos(now.tile),
                    toward: now.goal.map(|goal| self.grid.pos(goal.tile)),
                };
                gathered.entry(now.unit).or_default().notes.push(note);
            }
        }
    }

    fn events(
        &self,
        events: &[Event],
        marks: &Marks,
        world: &World,
        gathered: &mut BTreeMap<Seq, Gathered>,
    ) {
        // Who has just entered a tile is the one that takes what is on it.
        let mut mover: Option<Seq> = None;
        for event in events {
            let (unit, note) = match *event {
                Event::Moved { unit, to, .. } => {
                    let known = self.explored.contains(self.grid.tile(to));
                    let step = Step { at: to, known };
                    gathered.entry(unit).or_default().path.push(step);
                    mover = Some(unit);
                    continue;
                }
                // The end of a day's march, and what stands there as a fight.
                Event::Halted {
                    why: Halt::Spent | Halt::Reaction,
                    ..
                } => continue,
                Event::Halted { unit, at, why } => {
                    let before = self.before(unit, marks, world);
                    (unit, Note::Halts { why, at, before })
                }
                Event::Boarded {
                    unit,
                    carrier: Some(carrier),
                    ..
                } => (unit, Note::Boards { carrier }),
                Event::Landed { unit, at, .. } => (unit, Note::Lands { at }),
                Event::Destroyed { unit, .. } => (unit, Note::Disbands {}),
                Event::SiteCaptured { site, at, .. } => match self.taker(mover, at, gathered) {
                    Some(unit) => (unit, Note::Takes { site }),
                    None => continue,
                },
                _ => continue,
            };
            gathered.entry(unit).or_default().notes.push(note);
        }
    }

    /// Before whom a unit halted on contact.
    fn before(&self, unit: Seq, marks: &Marks, world: &World) -> Option<Seq> {
        let (_, tile) = marks.contacts.iter().find(|(who, _)| *who == unit)?;
        let mut there = world.units_at(*tile).map(|ix| world.unit(ix));
        let foe = there.find(|other| world.state.hostile(Some(self.seat), other.owner));
        foe.map(|foe| foe.seq)
    }

    /// Who took a site: the mover that has just entered its tile, else who stood there.
    fn taker(
        &self,
        mover: Option<Seq>,
        at: Pos,
        gathered: &BTreeMap<Seq, Gathered>,
    ) -> Option<Seq> {
        let entered = |unit: &Seq| {
            let last = gathered.get(unit).and_then(|turn| turn.path.last());
            last.is_some_and(|step| step.at == at)
        };
        let stood = || {
            let mut tracks = self.tracks.iter();
            tracks
                .find(|(_, track)| track.at == at && track.aboard.is_none())
                .map(|(seq, _)| *seq)
        };
        mover.filter(entered).or_else(stood)
    }

    fn dispatch(
        &mut self,
        dispatch: &[Attention],
        world: &World,
        gathered: &mut BTreeMap<Seq, Gathered>,
    ) {
        for item in dispatch {
            let (unit, note) = match *item {
                Attention::TaskDone { unit, .. } => (unit, Note::TaskDone {}),
                Attention::Impossible { unit, .. } => (unit, Note::Impossible {}),
                Attention::Fallback { unit, why, .. } => (unit, Note::Nothing { why }),
                Attention::OutOfSupply { unit, .. } => (unit, Note::OutOfSupply {}),
                Attention::Unpaid { unit, .. } => (unit, Note::Unpaid {}),
                Attention::Built { entity, at } => {
                    if let Some(unit) = world.state.unit(entity) {
                        self.completions.push(Completion {
                            turn: world.state.turn,
                            at,
                            class: world.state.class(unit).name.clone(),
                        });
                    }
                    continue;
                }
                _ => continue,
            };
            let turn = gathered.entry(unit).or_default();
            turn.done |= note == Note::TaskDone {};
            turn.notes.push(note);
        }
    }

    pub(super) fn done(self) -> (Vec<Forecast>, Vec<Completion>) {
        let forecasts = self.tracks.into_values().map(|track| track.forecast);
        (forecasts.collect(), self.completions)
    }
}

impl Track {
    /// The unit's turn is over.
    fn close(&mut self, world: &World, grid: Grid, gathered: Gathered) {
        let turn = world.state.turn;
        let (was, aboard) = (self.at, self.aboard);
        match world.state.unit(self.forecast.unit) {
            Some(unit) => {
                self.at = grid.pos(unit.tile);
                self.aboard = unit.carrier;
            }
            None => self.gone = true,
        }
        let Gathered {
            path,
            notes,
            fights,
            done,
        } = gathered;
        let arrived = self.arrived(grid, &path).or(done.then_some(self.at));
        if fights {
            self.forecast.open_from = Some(turn);
        } else if self.forecast.arrival.is_none() {
            self.forecast.arrival = arrived.map(|at| Arrival { turn, at });
        }
        // What it was bound for last it may still be bound for.
        self.bound.drain(..self.bound.len().saturating_sub(1));
        let still = path.is_empty() && self.at == was && self.aboard == aboard;
        let told = still && self.last.as_ref() == Some(&notes);
        if told || (still && notes.is_empty()) {
            return;
        }
        self.last = still.then(|| notes.clone());
        self.forecast.stages.push(Stage {
            turn,
            path,
            at: self.at,
            aboard: self.aboard,
            notes,
        });
    }

    /// The first tile entered at which one of its ways ends.
    fn arrived(&self, grid: Grid, path: &[Step]) -> Option<Pos> {
        let ends = |step: &&Step| {
            let mut goals = self.bound.iter();
            goals.any(|goal| grid.distance(grid.tile(step.at), goal.tile) <= goal.within)
        };
        path.iter().find(ends).map(|step| step.at)
    }
}

fn branch(source: Source) -> Branch {
    match source {
        Source::Reflex => Branch::Reflex,
        Source::Do => Branch::Do,
        Source::Clause(index) => Branch::Clause(index),
        Source::Posture => Branch::Posture,
    }
}
