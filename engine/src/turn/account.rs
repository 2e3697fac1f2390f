//! What is told of a fight, and to whom (EN-130): the owners of either side get
//! its log without the other side's initiative numbers, everybody else the
//! participants that he observes, the result, and losses in words.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::{Turn, TurnResult};
use crate::engagement::{Entry, Report, Setup};
use crate::event::{Attention, EngagementKind, EngagementResult, Event, Loss};
use crate::ids::{Owner, Pos, SeatId, Seq};

/// A fight in full: for the truth's eyes only. There is no way to print it; what
/// a seat may know of it is a [`FightView`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    kind: EngagementKind,
    result: EngagementResult,
    /// The attackers' tile and the defenders'.
    tiles: [Pos; 2],
    /// Attackers first, on each side the acting or front unit first.
    people: Vec<Person>,
    report: Report,
    /// By seat; `None` for one that is told nothing.
    told: Vec<Option<Told>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Person {
    unit: Seq,
    class: String,
    owner: Owner,
    attacking: bool,
    strength: u32,
}

/// What one seat saw of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    /// It owns a participant.
    party: bool,
    /// By person, whether it observed it.
    sees: Vec<bool>,
}

/// A fight as one seat is told of it; stands beside the `Engagement` event of
/// that seat's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FightView {
    pub kind: EngagementKind,
    pub result: EngagementResult,
    /// As in the event: the defender's tile, or where that is not observed, the
    /// attacker's.
    pub at: Pos,
    /// Attackers first. For an onlooker only those that it observed.
    pub participants: Vec<Participant>,
    /// Of a party alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

/// One who took part, as a seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// `None` for one that shot from where the seat does not see (TM-2310).
    pub unit: Option<Seq>,
    pub class: Option<String>,
    pub owner: Owner,
    pub attacking: bool,
    /// Before the fight; own units' alone.
    pub strength: Option<u32>,
    /// Engagement initiative (EN-030); that of the own side alone.
    pub initiative: Option<i32>,
    pub loss: Loss,
}

/// How it went, tick by tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// Places in `participants`, as they came within a tick.
    pub order: Vec<usize>,
    /// Everybody by its place in `participants`.
    pub log: Vec<Entry<usize>>,
}

impl Fight {
    /// What a seat is told; `None` where it saw nothing of it.
    pub fn fight_for(&self, seat: SeatId) -> Option<FightView> {
        let told = self.told.get(usize::from(seat.0))?.as_ref()?;
        let sides: Vec<bool> = self
            .people
            .iter()
            .filter(|person| person.owner == Some(seat))
            .map(|person| person.attacking)
            .collect();
        let persons = self.people.iter().zip(&told.sees);
        let known = persons.filter(|(_, seen)| told.party || **seen);
        let participants: Vec<Participant> = known
            .map(|(person, seen)| {
                let own_side = sides.contains(&person.attacking);
                let points = self.report.loss_of(person.unit);
                Participant {
                    unit: seen.then_some(person.unit),
                    class: seen.then(|| person.class.clone()),
                    owner: person.owner.filter(|_| *seen),
                    attacking: person.attacking,
                    strength: (person.owner == Some(seat)).then_some(person.strength),
                    initiative: self.initiative(person.unit).filter(|_| own_side),
                    loss: if told.party {
                        Loss::Points(points)
                    } else {
                        Loss::in_words(points)
                    },
                }
            })
            .collect();
        let sees_defender = self
            .people
            .iter()
            .zip(&told.sees)
            .any(|(person, seen)| !person.attacking && *seen);
        Some(FightView {
            kind: self.kind,
            result: self.result,
            at: self.tiles[usize::from(sees_defender)],
            participants,
            course: told.party.then(|| self.course()),
        })
    }

    fn initiative(&self, unit: Seq) -> Option<i32> {
        let order = self.report.order.iter();
        order
            .clone()
            .find(|(seq, _)| *seq == unit)
            .map(|(_, initiative)| *initiative)
    }

    fn course(&self) -> Course {
        // Everybody in the log stands in the list; a party gets all of it.
        let place = |seq: Seq| {
            let found = self.people.iter().position(|person| person.unit == seq);
            found.unwrap_or_default()
        };
        let report = &self.report;
        Course {
            order: report.order.iter().map(|(seq, _)| place(*seq)).collect(),
            log: report.log.iter().map(|entry| entry.told(place)).collect(),
        }
    }
}

impl TurnResult {
    /// The fights that a seat is told of, one beside each `Engagement` event of
    /// its stream, in the same order.
    pub fn fights_for(&self, seat: SeatId) -> Vec<FightView> {
        let fights = self.fights.iter();
        fights.filter_map(|fight| fight.fight_for(seat)).collect()
    }
}

impl Turn<'_> {
    /// Tells every seat its version of a fight.
    pub(crate) fn announce_fight(&mut self, setup: &Setup, report: &Report) {
        if !self.rec.keeps() {
            return;
        }
        let world = &*self.world;
        let (one, other) = (setup.attackers[0].seq, setup.defenders[0].seq);
        let (Some(attacker), Some(defender)) = (world.state.unit(one), world.state.unit(other))
        else {
            return;
        };
        let grid = world.state.map.grid;
        let (kind, result) = (setup.kind, report.result);
        let losses = (report.loss_of(one), report.loss_of(other));
        let tiles = [attacker.tile, defender.tile];
        let owners = [attacker.owner, defender.owner];
        let people: Vec<Person> = setup
            .combatants()
            .enumerate()
            .map(|(index, combatant)| Person {
                unit: combatant.seq,
                class: world
                    .state
                    .rules
                    .ruleset
                    .class(combatant.class)
                    .name
                    .clone(),
                owner: world.state.unit(combatant.seq).and_then(|unit| unit.owner),
                attacking: index < setup.attackers.len(),
                strength: combatant.strength,
            })
            .collect();
        let truth = Event::Engagement {
            kind,
            attacker: Some(one),
            defender: Some(other),
            at: grid.pos(tiles[1]),
            result,
            losses: (Loss::Points(losses.0), Loss::Points(losses.1)),
        };
        let mut told = alloc::vec![None; world.state.seats.len()];
        self.rec.told(world, truth, |seat, group| {
            let party = people.iter().any(|person| person.owner == Some(seat));
            let sees = |owner: Owner, side: usize| {
                owner == Some(seat) || world.observes(group, tiles[side])
            };
            let (sees_attacker, sees_defender) = (sees(owners[0], 0), sees(owners[1], 1));
            if !(party || sees_attacker || sees_defender) {
                return None;
            }
            let seen = people
                .iter()
                .map(|person| sees(person.owner, usize::from(!person.attacking)));
            told[usize::from(seat.0)] = Some(Told {
                party,
                sees: seen.collect(),
            });
            let loss = |points| {
                if party {
                    Loss::Points(points)
                } else {
                    Loss::in_words(points)
                }
            };
            Some(Event::Engagement {
                kind,
                attacker: sees_attacker.then_some(one),
                defender: sees_defender.then_some(other),
                at: grid.pos(tiles[usize::from(sees_defender)]),
                result,
                losses: (loss(losses.0), loss(losses.1)),
            })
        });
        self.rec.fights.push(Fight {
            kind,
            result,
            tiles: tiles.map(|tile| grid.pos(tile)),
            people,
            report: report.clone(),
            told,
        });
        for ((owner, unit), tile) in owners.into_iter().zip([one, other]).zip(tiles) {
            let at = grid.pos(tile);
            self.rec.attend(owner, Attention::UnitEngaged { unit, at });
        }
    }
}
