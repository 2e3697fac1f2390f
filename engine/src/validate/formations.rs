//! The checks of orders that found, change and end formations (CM-950).

use super::door::Door;
use super::{MEMBERS_MOST, shape};
use crate::ids::Seq;
use crate::order::Order;
use crate::refusal::Refusal;

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
                if members.len() > MEMBERS_MOST {
                    return Err(Refusal::FormationFull { most: MEMBERS_MOST });
                }
                shape::no_twice(members)?;
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
                let present = crate::turn::formation::members(self.state, self.seat, name).count();
                if present + add.len() > MEMBERS_MOST + remove.len() {
                    return Err(Refusal::FormationFull { most: MEMBERS_MOST });
                }
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
}
