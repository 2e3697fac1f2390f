//! What a seat has ordered so far, as the orders that would bring it about: what an
//! order pad opens with. Reads the view alone, so it tells nothing else.

use alloc::vec::Vec;

use super::{OwnUnit, SeatView, View};
use crate::command::{Posture, Sanctions};
use crate::order::{Order, StanceChoice};
use crate::scenario::SiteKind;
use crate::stance::Stance;

impl SeatView {
    /// The seat's present orders, what is as it would be anyway left out: its units'
    /// in ascending number, then formations, groups, cities, arrangements.
    pub fn orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        for unit in &self.units {
            of_unit(unit, &mut orders);
        }
        for formation in &self.formations {
            let Some(commander) = formation.commander else {
                continue;
            };
            orders.push(Order::CreateFormation {
                name: formation.name.clone(),
                commander,
                members: formation.members.clone(),
                pace: formation.pace,
            });
        }
        for group in &self.groups {
            orders.push(Order::SetGroup {
                name: group.name.clone(),
                units: group.units.clone(),
            });
        }
        let cities = self.sites.iter().filter(|site| site.kind == SiteKind::City);
        for city in cities.filter(|city| !city.queue.is_empty()) {
            orders.push(Order::SetProduction {
                city: city.site,
                queue: city.queue.clone(),
            });
        }
        orders.extend_from_slice(&self.arrangements);
        orders
    }
}

fn of_unit(unit: &OwnUnit, orders: &mut Vec<Order>) {
    let number = unit.unit;
    if let Some(stance) = unit.override_stance {
        let stance = match stance {
            Stance::March => StanceChoice::March,
            Stance::Advance => StanceChoice::Advance,
            Stance::Hold => StanceChoice::Hold,
            Stance::Entrench => StanceChoice::Entrench,
        };
        orders.push(Order::SetStance {
            unit: number,
            stance,
        });
    }
    if unit.posture != Posture::Reserve {
        orders.push(Order::SetPosture {
            unit: number,
            posture: unit.posture.clone(),
        });
    }
    if let Some(task) = &unit.task {
        orders.push(Order::SetTask {
            unit: number,
            task: task.clone(),
        });
    }
    let usual = Sanctions::default().list();
    for (sanction, usual) in unit.sanctions.list().into_iter().zip(usual) {
        if sanction != usual {
            orders.push(Order::SetSanction {
                unit: number,
                sanction,
            });
        }
    }
}

impl View<'_> {
    /// Doctrines, Postings, consignments and requisitions, each as it was ordered.
    pub(super) fn arrangements(&self) -> Vec<Order> {
        let state = &self.world.state;
        let position = &state.seats[usize::from(self.seat.0)];
        let class = |id| state.rules.ruleset.class(id).name.clone();
        let mut orders = Vec::new();
        for (id, doctrine) in &position.doctrines {
            orders.push(Order::SetDoctrine {
                class: class(*id),
                posture: doctrine.posture.clone(),
                sanctions: doctrine.sanctions.list().to_vec(),
            });
        }
        for (city, posting) in &position.postings {
            orders.push(Order::SetPosting {
                city: *city,
                posture: posting.posture.clone(),
                task: posting.task.clone(),
                formation: posting.formation.clone(),
            });
        }
        for (unit, (from, to)) in &position.consignments {
            orders.push(Order::SetConsignment {
                unit: *unit,
                from: Some(*from),
                to: Some(*to),
            });
        }
        for ((to, id), count) in &position.requisitions {
            orders.push(Order::SetRequisition {
                class: class(*id),
                count: *count,
                to: *to,
            });
        }
        orders
    }
}
