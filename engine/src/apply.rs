//! What a valid order does. A player's order changes only its issuer's own
//! state, so that orders of different seats commute (TM-240).

use alloc::{boxed::Box, vec::Vec};

use crate::command::{Attach, Posture, Sanctions};
use crate::ids::{SeatId, Seq};
use crate::order::Order;
use crate::state::{Doctrine, Formation, Opening, Posting, State, TaskState, Unit};
use crate::turn::formation;
use crate::validate::ValidOrder;

/// Applies an order; the closing of the phase is the caller's affair.
pub(crate) fn apply(state: &mut State, valid: ValidOrder) {
    match valid.seat {
        Some(seat) => player(state, seat, valid.order),
        None => authority(state, &valid.order),
    }
}

fn authority(state: &mut State, order: &Order) {
    let mut next = |seat: SeatId, substituted| {
        state.seats[usize::from(seat.0)].substitute_next = Some(substituted);
    };
    match order {
        Order::SubstitutePlayer { about } => next(*about, true),
        Order::ResumePlayer { about } => next(*about, false),
        Order::Adjourn {} => state.adjourned = true,
        Order::Reconvene {} => state.adjourned = false,
        // Clocks, deadlines and markers reach the core with `CloseOrders` alone.
        _ => {}
    }
}

fn player(state: &mut State, seat: SeatId, order: Order) {
    let turn = state.turn;
    let index = usize::from(seat.0);
    match order {
        Order::SetStance { unit, stance } => with_unit(state, unit, |unit| {
            unit.stance_override = stance.stance();
        }),
        Order::SetTask { unit, task } => with_unit(state, unit, |unit| {
            unit.task = Some(TaskState::new(task, turn));
        }),
        Order::ClearTask { unit } => with_unit(state, unit, |unit| unit.task = None),
        Order::SetPosture { unit, posture } => {
            with_unit(state, unit, |unit| unit.posture = posture);
        }
        Order::SetSanction { unit, sanction } => {
            with_unit(state, unit, |unit| unit.sanctions.set(sanction));
        }
        Order::SetDoctrine {
            class,
            posture,
            sanctions,
        } => {
            let Some(class) = state.rules.ruleset.find(&class) else {
                return;
            };
            let mut all = Sanctions::default();
            sanctions.into_iter().for_each(|sanction| all.set(sanction));
            let doctrine = Doctrine {
                posture,
                sanctions: all,
            };
            state.seats[index].doctrines.insert(class, doctrine);
        }
        Order::SetGroup { name, units } => {
            let groups = &mut state.seats[index].groups;
            if units.is_empty() {
                groups.remove(&name);
            } else {
                groups.insert(name, units);
            }
        }
        Order::SetPosting {
            city,
            posture,
            task,
            formation,
        } => {
            let postings = &mut state.seats[index].postings;
            if posture.is_none() && task.is_none() && formation.is_none() {
                postings.remove(&city);
            } else {
                postings.insert(
                    city,
                    Posting {
                        posture,
                        task,
                        formation,
                    },
                );
            }
        }
        Order::SetConsignment { unit, from, to } => {
            let consignments = &mut state.seats[index].consignments;
            match from.zip(to) {
                Some(ends) => consignments.insert(unit, ends),
                None => consignments.remove(&unit),
            };
        }
        Order::SetRequisition { class, count, to } => {
            let Some(class) = state.rules.ruleset.find(&class) else {
                return;
            };
            let requisitions = &mut state.seats[index].requisitions;
            if count == 0 {
                requisitions.remove(&(to, class));
            } else {
                requisitions.insert((to, class), count);
            }
        }
        Order::CreateFormation {
            name,
            commander,
            members,
            pace,
        } => {
            let formation = Formation {
                commander: Some(commander),
                pace,
                intent: None,
            };
            state.seats[index]
                .formations
                .insert(name.clone(), formation);
            leave_others(state, commander, &name);
            members
                .into_iter()
                .for_each(|member| attach(state, member, &name));
        }
        Order::EditFormation {
            name,
            add,
            remove,
            commander,
            pace,
        } => {
            if let Some(formation) = state.seats[index].formations.get_mut(&name)
                && formation.commander.is_some_and(|seq| remove.contains(&seq))
            {
                // The Reckoning appoints an heir, unless this order does.
                formation.commander = None;
            }
            for member in remove {
                with_unit(state, member, |unit| {
                    if is_attached(&unit.posture, &name) {
                        unit.posture = Posture::Reserve;
                    }
                });
            }
            add.into_iter()
                .for_each(|member| attach(state, member, &name));
            if let Some(commander) = commander {
                leave_others(state, commander, &name);
            }
            if let Some(formation) = state.seats[index].formations.get_mut(&name) {
                formation.commander = commander.or(formation.commander);
                formation.pace = pace.unwrap_or(formation.pace);
            }
        }
        Order::DisbandFormation { name } => {
            state.seats[index].formations.remove(&name);
            let members = formation::members(state, seat, &name);
            let members: Vec<Seq> = members.map(|unit| unit.seq).collect();
            for member in members {
                with_unit(state, member, |unit| unit.posture = Posture::Reserve);
            }
        }
        Order::SetProduction { city, queue } => set_production(state, city, &queue),
        Order::OfferDraw {} => state.seats[index].draw_offered = true,
        Order::WithdrawDraw {} => state.seats[index].draw_offered = false,
        Order::Concede {} => state.seats[index].conceding = true,
        Order::CommitOrders {} => state.seats[index].committed = true,
        Order::RevokeCommit {} => state.seats[index].committed = false,
        // The door has refused authority records of a seat.
        _ => {}
    }
}

/// Changes what a unit is told. What it has made of its orders goes with those that are
/// no longer in force, and comes back with them (TM-360).
fn with_unit(state: &mut State, seq: Seq, change: impl FnOnce(&mut Unit)) {
    let Some(ix) = state.unit_index(seq) else {
        return;
    };
    let unit = &mut state.units[ix];
    let opening = unit.opening.take();
    let opening = opening.unwrap_or_else(|| Box::new(Opening::of(unit)));
    change(unit);
    opening.settle(unit);
    unit.opening = Some(opening);
}

fn attach(state: &mut State, member: Seq, name: &str) {
    with_unit(state, member, |unit| {
        unit.posture = Posture::Attach(Attach {
            formation: name.into(),
        });
    });
}

/// A commander is attached to no formation but its own (CM-950).
fn leave_others(state: &mut State, commander: Seq, name: &str) {
    with_unit(state, commander, |unit| {
        if matches!(&unit.posture, Posture::Attach(attach) if attach.formation != name) {
            unit.posture = Posture::Reserve;
        }
    });
}

fn is_attached(posture: &Posture, name: &str) -> bool {
    matches!(posture, Posture::Attach(attach) if attach.formation == name)
}

/// What was paid for the old head is the Reckoning's affair (WO-440): while the phase
/// is open, the queue may be put back as it was.
fn set_production(state: &mut State, city: Seq, queue: &[alloc::string::String]) {
    let classes = queue
        .iter()
        .filter_map(|class| state.rules.ruleset.find(class))
        .collect();
    if let Some(ix) = state.site_index(city) {
        state.sites[ix].queue = classes;
    }
}
