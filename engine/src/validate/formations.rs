//! The checks of orders that found, change and end formations, and of Postures that
//! attach to one (CM-950).

use alloc::collections::BTreeSet;

use super::door::Door;
use super::shape;
use crate::command::Posture;
use crate::ids::Seq;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::state::Unit;
use crate::turn::formation::{self, MEMBERS_MOST};

impl Door<'_> {
    pub(super) fn formation(&self, order: &Order) -> Result<(), Refusal> {
        let formations = &self.state.seats[usize::from(self.seat.0)].formations;
        match order {
            Order::CreateFormation {
                name,
                commander,
                members,
                ..
            } => {
                shape::name(name)?;
                if formations.contains_key(name) {
                    return Err(Refusal::FormationExists { name: name.clone() });
                }
                shape::no_twice(members)?;
                self.room_for(name, &[], members)?;
                self.free_to_join(*commander, name)?;
                members
                    .iter()
                    .try_for_each(|member| self.free_to_join(*member, name))
            }
            Order::EditFormation {
                name,
                add,
                remove,
                commander,
                ..
            } => {
                self.known_formation(name)?;
                shape::no_twice(add)?;
                shape::no_twice(remove)?;
                self.room_for(name, remove, add)?;
                remove
                    .iter()
                    .try_for_each(|member| self.own(*member).map(|_| ()))?;
                add.iter()
                    .chain(commander)
                    .try_for_each(|m| self.free_to_join(*m, name))
            }
            Order::DisbandFormation { name } => self.known_formation(name),
            _ => Ok(()),
        }
    }

    /// Who would be in it behind the order, each counted once: those removed go first.
    fn room_for(&self, name: &str, remove: &[Seq], add: &[Seq]) -> Result<(), Refusal> {
        let present = formation::members(self.state, self.seat, name).map(|unit| unit.seq);
        let mut members: BTreeSet<Seq> = present.collect();
        for gone in remove {
            members.remove(gone);
        }
        members.extend(add);
        if members.len() > MEMBERS_MOST {
            Err(Refusal::FormationFull { most: MEMBERS_MOST })
        } else {
            Ok(())
        }
    }

    fn free_to_join(&self, seq: Seq, name: &str) -> Result<(), Refusal> {
        self.own(seq)?;
        let formations = &self.state.seats[usize::from(self.seat.0)].formations;
        let elsewhere = formations
            .iter()
            .any(|(other, f)| other != name && f.commander == Some(seq));
        if elsewhere {
            Err(Refusal::AlreadyCommander { unit: seq })
        } else {
            Ok(())
        }
    }

    pub(super) fn formation_of(&self, posture: &Posture) -> Result<(), Refusal> {
        let Posture::Attach(attach) = posture else {
            return Ok(());
        };
        self.known_formation(&attach.formation)
    }

    /// A formation of as many as it may have takes nobody else (CM-950).
    pub(super) fn room_beside(&self, unit: &Unit, posture: &Posture) -> Result<(), Refusal> {
        match formation::adoptable(self.state, unit.owner, posture, unit.seq) {
            Some(_) => Ok(()),
            None => Err(Refusal::FormationFull { most: MEMBERS_MOST }),
        }
    }

    fn known_formation(&self, name: &str) -> Result<(), Refusal> {
        let formations = &self.state.seats[usize::from(self.seat.0)].formations;
        if formations.contains_key(name) {
            Ok(())
        } else {
            Err(Refusal::UnknownFormation { name: name.into() })
        }
    }

    /// A commander may not be attached to another formation.
    pub(super) fn not_commanding_elsewhere(
        &self,
        unit: &Unit,
        posture: &Posture,
    ) -> Result<(), Refusal> {
        let formations = &self.state.seats[usize::from(self.seat.0)].formations;
        let commands = formations
            .iter()
            .find(|(_, f)| f.commander == Some(unit.seq));
        match (commands, posture) {
            (Some((name, _)), Posture::Attach(attach)) if attach.formation != *name => {
                Err(Refusal::AlreadyCommander { unit: unit.seq })
            }
            _ => Ok(()),
        }
    }
}
