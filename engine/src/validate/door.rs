//! The checks of one seat's order: whose things it names, whether the seat can
//! know of them, and whether they can do what is asked of them.

use super::{QUEUE_MOST, shape};
use crate::command::{Action, Cargo, Condition, Posture, Station, Target, Task, Unload};
use crate::ids::{SeatId, Seq};
use crate::order::{Order, StanceChoice};
use crate::refusal::Refusal;
use crate::stance::Stance;
use crate::state::{Site, State, Unit};

/// The checks of one seat's order.
pub(super) struct Door<'a> {
    pub(super) state: &'a State,
    pub(super) seat: SeatId,
}

impl<'a> Door<'a> {
    pub(super) fn player(&self, order: &Order) -> Result<(), Refusal> {
        let grid = self.state.map.grid;
        match order {
            Order::SetStance { unit, stance } => self.stance(*unit, *stance),
            Order::SetTask { unit, task } => self.task(self.own(*unit)?, task),
            Order::ClearTask { unit } => self.own(*unit).map(|_| ()),
            Order::SetPosture { unit, posture } => {
                let unit = self.own(*unit)?;
                shape::posture(posture, grid)?;
                self.no_here(posture)?;
                self.formation_of(posture)?;
                self.not_commanding_elsewhere(unit, posture)?;
                self.room_beside(unit, posture)
            }
            Order::SetSanction { unit, sanction } => {
                self.own(*unit)?;
                shape::sanction(sanction)
            }
            Order::SetDoctrine {
                class,
                posture,
                sanctions,
            } => {
                self.class(class)?;
                shape::posture(posture, grid)?;
                sanctions.iter().try_for_each(shape::sanction)
            }
            Order::SetGroup { name, units } => {
                shape::name(name)?;
                shape::no_twice(units)?;
                units
                    .iter()
                    .try_for_each(|unit| self.own(*unit).map(|_| ()))
            }
            Order::SetPosting {
                city,
                posture,
                task,
                formation,
            } => {
                self.own_city(*city)?;
                formation.iter().try_for_each(|name| shape::name(name))?;
                posture
                    .iter()
                    .try_for_each(|posture| shape::posture(posture, grid))?;
                task.iter()
                    .try_for_each(|task| self.posted_task(*city, task))?;
                self.posting_has_ground(*city, posture.as_ref(), task.as_ref())
            }
            Order::SetConsignment { unit, from, to } => {
                let unit = self.own(*unit)?;
                if self.state.class(unit).carries == 0 {
                    return Err(Refusal::NotATransport { unit: unit.seq });
                }
                if from.is_some() != to.is_some() {
                    let path = if from.is_some() { "to" } else { "from" };
                    return Err(Refusal::Malformed {
                        path: path.into(),
                        reason: "a consignment has two ends, or none to end it".into(),
                    });
                }
                from.iter()
                    .chain(to)
                    .try_for_each(|site| self.known_site(*site).map(|_| ()))
            }
            Order::SetRequisition { class, count, to } => {
                self.class(class)?;
                shape::range("count", i64::from(*count), 0, 99)?;
                self.own_city(*to).map(|_| ())
            }
            Order::CreateFormation { .. }
            | Order::EditFormation { .. }
            | Order::DisbandFormation { .. } => self.formation(order),
            Order::SetProduction { city, queue } => {
                self.own_city(*city)?;
                if queue.len() > QUEUE_MOST {
                    let (given, most) = (queue.len(), QUEUE_MOST);
                    return Err(Refusal::QueueTooLong { given, most });
                }
                queue
                    .iter()
                    .try_for_each(|class| self.buildable(*city, class))
            }
            _ => Ok(()),
        }
    }

    /// A unit of the seat's own. One that it cannot know of is unknown to it,
    /// whether it exists or not: the answer must not tell (HO-130).
    pub(super) fn own(&self, seq: Seq) -> Result<&'a Unit, Refusal> {
        let mine = self.state.unit(seq).filter(|unit| unit.alive);
        match mine.filter(|unit| unit.owner == Some(self.seat)) {
            Some(unit) => Ok(unit),
            None if self.knows_unit(seq) => Err(Refusal::NotYourUnit { unit: seq }),
            None => Err(Refusal::UnknownUnit { unit: seq }),
        }
    }

    fn knows_unit(&self, seq: Seq) -> bool {
        let group = self.state.sight_group(Some(self.seat));
        self.state.knowledge[group].contacts.contains_key(&seq)
            || self
                .state
                .unit(seq)
                .is_some_and(|unit| unit.alive && self.state.sight_group(unit.owner) == group)
    }

    fn known_unit(&self, seq: Seq) -> Result<(), Refusal> {
        if self.knows_unit(seq) {
            Ok(())
        } else {
            Err(Refusal::NotObserved { what: seq })
        }
    }

    pub(super) fn known_site(&self, seq: Seq) -> Result<&'a Site, Refusal> {
        let group = self.state.sight_group(Some(self.seat));
        let site = self.state.site(seq).filter(|site| {
            site.owner == Some(self.seat)
                || self.state.knowledge[group].sites.contains_key(&site.seq)
        });
        site.ok_or(Refusal::UnknownSite { site: seq })
    }

    fn own_city(&self, seq: Seq) -> Result<(), Refusal> {
        let site = self.known_site(seq)?;
        if site.owner != Some(self.seat) {
            return Err(Refusal::NotYourSite { site: seq });
        }
        if !site.is_city() {
            return Err(Refusal::NotACity { site: seq });
        }
        Ok(())
    }

    fn class(&self, name: &str) -> Result<(), Refusal> {
        match self.state.rules.ruleset.find(name) {
            Some(_) => Ok(()),
            None => Err(Refusal::UnknownClass { class: name.into() }),
        }
    }

    /// A class that a city can build: ships only where they find water.
    fn buildable(&self, city: Seq, name: &str) -> Result<(), Refusal> {
        self.class(name)?;
        let class = self.state.rules.ruleset.find(name);
        let ship = class.is_some_and(|class| {
            self.state.rules.ruleset.class(class).mobility == crate::map::Mobility::Ship
        });
        let inland = self
            .state
            .site(city)
            .is_some_and(|site| !self.state.map.is_coastal(site.tile));
        if ship && inland {
            return Err(Refusal::NotAPort {
                city,
                class: name.into(),
            });
        }
        Ok(())
    }

    fn stance(&self, seq: Seq, choice: StanceChoice) -> Result<(), Refusal> {
        let unit = self.own(seq)?;
        let Some(stance) = choice.stance() else {
            return Ok(());
        };
        let class = self.state.class(unit);
        if stance == Stance::March {
            if class.allowance == 0 {
                return Err(Refusal::MarchWithoutMovement { unit: seq });
            }
            if unit.task.as_ref().is_some_and(|task| attacks(&task.task)) {
                return Err(Refusal::MarchWithAttack { unit: seq });
            }
        }
        if class.allows(stance) {
            Ok(())
        } else {
            Err(Refusal::StanceNotAllowed {
                class: class.name.clone(),
                stance,
            })
        }
    }

    pub(super) fn task(&self, unit: &Unit, task: &Task) -> Result<(), Refusal> {
        shape::task(task, self.state.map.grid)?;
        let class = self.state.class(unit);
        if let Some(stance) = task.stance.filter(|stance| !class.allows(*stance)) {
            return Err(Refusal::StanceNotAllowed {
                class: class.name.clone(),
                stance,
            });
        }
        let marching = unit.stance_override.or(task.stance) == Some(Stance::March);
        if marching && attacks(task) {
            return Err(Refusal::MarchWithAttack { unit: unit.seq });
        }
        if let Some(fallback) = &task.fallback {
            self.no_here(fallback)?;
            self.formation_of(fallback)?;
        }
        self.something_to_seize(task)?;
        self.ground_to_build(unit, task)?;
        task.actions()
            .try_for_each(|action| self.action(unit, action))?;
        task.conditions()
            .try_for_each(|condition| self.condition(condition))
    }

    /// A Task for units that are yet to be built. What their class can do is seen
    /// when they are there; what their seat knows and may want is asked now.
    fn posted_task(&self, city: Seq, task: &Task) -> Result<(), Refusal> {
        shape::task(task, self.state.map.grid)?;
        if task.stance == Some(Stance::March) && attacks(task) {
            return Err(Refusal::PostingMarchesToAttack { city });
        }
        self.something_to_seize(task)?;
        for action in task.actions() {
            match action {
                Action::Attack(Target::Unit(target)) | Action::Follow(target) => {
                    self.known_unit(*target)?;
                }
                Action::Seize(site) => self.known_site(*site).map(|_| ())?,
                Action::Board(unit)
                | Action::Unload(Unload {
                    unit: Cargo::Unit(unit),
                    ..
                }) => {
                    self.own(*unit).map(|_| ())?;
                }
                _ => {}
            }
        }
        task.conditions()
            .try_for_each(|condition| self.condition(condition))
    }

    /// What a Task is for must not be done before it begins. A clause may name a site
    /// of one's own: it says what is to be done when it is lost.
    fn something_to_seize(&self, task: &Task) -> Result<(), Refusal> {
        let Action::Seize(site) = task.action else {
            return Ok(());
        };
        let group = self.state.sight_group(Some(self.seat));
        let holder = self.state.knowledge[group].sites.get(&site);
        match holder {
            Some(holder) if !self.state.hostile(Some(self.seat), *holder) => {
                Err(Refusal::NothingToSeize { site })
            }
            _ => Ok(()),
        }
    }

    /// Where a site is, no other is built. A Task that leads elsewhere may build there.
    fn ground_to_build(&self, unit: &Unit, task: &Task) -> Result<(), Refusal> {
        let Action::Build(work) = task.action else {
            return Ok(());
        };
        let mut sites = self.state.sites.iter();
        let here = sites.find(|site| site.tile == unit.tile);
        match here {
            Some(site) if work.site().is_some() && task.via.is_empty() && !task.can_move() => {
                let (unit, site) = (unit.seq, site.seq);
                Err(Refusal::SiteInTheWay { unit, site })
            }
            _ => Ok(()),
        }
    }

    fn action(&self, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        let class = self.state.class(unit);
        match action {
            Action::Attack(Target::Unit(target)) => match self.state.unit(*target) {
                Some(mine) if mine.owner == unit.owner && mine.alive => {
                    Err(Refusal::NotObserved { what: *target })
                }
                _ => self.known_unit(*target),
            },
            Action::Seize(site) => self.known_site(*site).map(|_| ()),
            Action::Follow(leader) if *leader == unit.seq => {
                Err(Refusal::FollowsItself { unit: unit.seq })
            }
            Action::Follow(leader) => self.known_unit(*leader),
            Action::Board(carrier) => {
                let carrier = self.own(*carrier)?;
                let room = self.state.class(carrier).carries;
                if room == 0 {
                    return Err(Refusal::NotATransport { unit: carrier.seq });
                }
                match class.size {
                    Some(size) if size <= room => Ok(()),
                    _ => Err(Refusal::CannotCarry { unit: unit.seq }),
                }
            }
            Action::Unload(unload) => {
                if class.carries == 0 {
                    return Err(Refusal::NotATransport { unit: unit.seq });
                }
                match unload.unit {
                    Cargo::All => Ok(()),
                    Cargo::Unit(cargo) => match self.own(cargo)?.carrier {
                        Some(carrier) if carrier == unit.seq => Ok(()),
                        _ => Err(Refusal::NotEmbarked { unit: cargo }),
                    },
                }
            }
            Action::Build(_) if !class.builds => Err(Refusal::CannotBuild { unit: unit.seq }),
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), Refusal> {
        let mut verdict = Ok(());
        condition.leaves(&mut |leaf| {
            if let (Ok(()), Condition::UnitAt { unit, .. } | Condition::UnitLost(unit)) =
                (&verdict, leaf)
            {
                verdict = self.known_unit(*unit);
            }
        });
        verdict
    }

    fn no_here(&self, posture: &Posture) -> Result<(), Refusal> {
        match posture {
            Posture::Garrison(Station::Here) | Posture::Picket(Station::Here) => {
                Err(Refusal::NotHere)
            }
            _ => Ok(()),
        }
    }
}

/// Whether any of a Task's actions is an attack (CM-320).
fn attacks(task: &Task) -> bool {
    task.actions()
        .any(|action| matches!(action, Action::Attack(_)))
}
