//! What one game came to, gathered turn by turn from what the engine says of it:
//! the same from a game being played and from its file being replayed.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::{
    event::{EngagementKind, Event, Outcome},
    game::Game,
    ids::{SeatId, Seq},
    stance::Stance,
    turn::TurnResult,
};

/// Units a seat is to have by turn twenty (WO-610).
const MANY: usize = 20;

/// The figures of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) turns: u32,
    /// `None` while it is undecided.
    pub(super) outcome: Option<Outcome>,
    /// Units that seats ever had, and those of them that were destroyed.
    units: BTreeSet<Seq>,
    dead: BTreeSet<Seq>,
    pub(super) captured: u32,
    pub(super) activations: u32,
    pub(super) fallbacks: u32,
    pub(super) stances: [u32; 4],
    pub(super) assaults: u32,
    pub(super) bombardments: u32,
    pub(super) reactions: u32,
    /// By seat: the turn in which it first saw another seat's unit.
    pub(super) sighting: Vec<Option<u32>>,
    /// By seat: the turn in which its units first met another seat's (WO-150).
    pub(super) contact: Vec<Option<u32>>,
    owners: BTreeMap<Seq, SeatId>,
    /// By seat: the turn at whose end it first had twenty units.
    pub(super) many: Vec<Option<u32>>,
    /// The turn at whose end one side first held half of the cities.
    pub(super) half: Option<u32>,
    pub(super) most_units: usize,
}

impl Tally {
    /// Takes in a turn.
    pub(super) fn watch(&mut self, result: &TurnResult, game: &Game) {
        self.turns = result.turn;
        self.outcome = result.outcome.clone();
        self.activations += result.order.len() as u32;
        self.fallbacks += result.fallbacks.iter().sum::<u32>();
        for (sum, count) in self.stances.iter_mut().zip(result.stances) {
            *sum += count;
        }
        self.sighting.resize(game.seats().count(), None);
        self.contact.resize(game.seats().count(), None);
        for slot in &result.order {
            if let Some(owner) = slot.owner {
                self.units.insert(slot.seq);
                self.owners.insert(slot.seq, owner);
            }
        }
        for event in &result.events {
            self.count(event);
            self.meet(event, result.turn);
        }
        self.look(result.turn, game);
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Engagement { kind, .. } => match kind {
                EngagementKind::Assault => self.assaults += 1,
                EngagementKind::Bombardment => self.bombardments += 1,
                EngagementKind::Reaction => self.reactions += 1,
            },
            Event::Destroyed { unit, .. } if self.units.contains(unit) => {
                self.dead.insert(*unit);
            }
            Event::UnitCaptured { .. } => self.captured += 1,
            _ => {}
        }
    }

    /// A fight between two seats is where they have met.
    fn meet(&mut self, event: &Event, turn: u32) {
        let Event::Engagement {
            attacker: Some(attacker),
            defender: Some(defender),
            ..
        } = event
        else {
            return;
        };
        let owner = |unit| self.owners.get(unit).copied();
        let (Some(one), Some(other)) = (owner(attacker), owner(defender)) else {
            return;
        };
        for seat in [one, other] {
            if let Some(first) = self.contact.get_mut(usize::from(seat.0)) {
                note(first, true, turn);
            }
        }
    }

    /// What stands on the board behind the turn.
    fn look(&mut self, turn: u32, game: &Game) {
        let state = game.state();
        let seats: Vec<SeatId> = game.seats().collect();
        self.many.resize(seats.len(), None);
        let alive = |seat: SeatId| {
            let units = state.units.iter();
            units
                .filter(|unit| unit.alive && unit.owner == Some(seat))
                .count()
        };
        for (index, seat) in seats.iter().enumerate() {
            let known = &state.knowledge[state.sight_group(Some(*seat))].contacts;
            let met = known
                .values()
                .any(|seen| seen.owner.is_some() && state.hostile(Some(*seat), seen.owner));
            let units = alive(*seat);
            self.most_units = self.most_units.max(units);
            note(&mut self.sighting[index], met, turn);
            note(&mut self.many[index], units >= MANY, turn);
        }
        let cities = state.sites.iter().filter(|site| site.is_city());
        let owners: Vec<_> = cities.map(|site| site.owner).collect();
        let held = |seat: &SeatId| {
            let ours = owners
                .iter()
                .filter(|owner| owner.is_some() && !state.hostile(Some(*seat), **owner));
            ours.count() * 2 >= owners.len()
        };
        note(&mut self.half, seats.iter().any(held), turn);
    }

    pub(super) fn units(&self) -> usize {
        self.units.len()
    }

    pub(super) fn deaths(&self) -> usize {
        self.dead.len()
    }

    /// Seats that won.
    pub(super) fn winners(&self) -> &[SeatId] {
        match &self.outcome {
            Some(Outcome::Won { by, .. }) => by,
            _ => &[],
        }
    }

    pub(super) fn stance(&self, stance: Stance) -> u32 {
        self.stances[stance as usize]
    }
}

fn note(first: &mut Option<u32>, is_so: bool, turn: u32) {
    if is_so && first.is_none() {
        *first = Some(turn);
    }
}
