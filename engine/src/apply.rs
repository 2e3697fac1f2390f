//! What a valid order does. A player's order changes only its issuer's own
//! state, so that orders of different seats commute (TM-240).

use crate::command::{Attach, Posture, Sanctions};
use crate::ids::{SeatId, Seq};
use crate::order::{Order, StanceChoice};
use crate::stance::Stance;
use crate::state::{Doctrine, Formation, Posting, State, TaskState};
use crate::validate::ValidOrder;

/// Applies an order; the closing of the phase is the caller's affair.
pub(crate) fn apply(state: &mut State, valid: ValidOrder) {
    match valid.seat {
        Some(seat) => player(state, seat, valid.order),
        None => authority(state, &valid.order),
    }
}

fn authority(state: &mut State, order: &Order) {
    let next = match order {
        Order::SubstitutePlayer { about } => Some((*about, true)),
        Order::ResumePlayer { about } => Some((*about, false)),
        // Clocks, deadlines and markers reach the core with `CloseOrders` alone.
        _ => None,
    };
    if let Some((seat, substituted)) = next {
        state.seats[usize::from(seat.0)].substitute_next = Some(substituted);
    }
}

fn player(state: &mut State, seat: SeatId, order: Order) {
    let turn = state.turn;
    let index = usize::from(seat.0);
    match order {
        Order::SetStance { unit, stance } => set_stance(state, unit, stance),
        Order::SetTask { unit, task } => with_unit(state, unit, |unit| {
            unit.task = Some(TaskState::new(task, turn));
            unit.banked = 0;
            unit.work_done = 0;
        }),
        Order::ClearTask { unit } => with_unit(state, unit, |unit| {
            unit.task = None;
            unit.banked = 0;
            unit.work_done = 0;
        }),
        Order::SetPosture { unit, posture } => with_unit(state, unit, |unit| {
            unit.posture = posture;
            unit.patrol_place = 0;
            unit.banked = 0;
        }),
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
            for unit in state
                .units
                .iter_mut()
                .filter(|unit| unit.owner == Some(seat))
            {
                if is_attached(&unit.posture, &name) {
                    unit.posture = Posture::Reserve;
                }
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

fn with_unit(state: &mut State, seq: Seq, change: impl FnOnce(&mut crate::state::Unit)) {
    if let Some(ix) = state.unit_index(seq) {
        change(&mut state.units[ix]);
    }
}

fn set_stance(state: &mut State, seq: Seq, choice: StanceChoice) {
    with_unit(state, seq, |unit| {
        unit.stance_override = choice.stance();
        if matches!(choice.stance(), Some(Stance::Hold | Stance::Entrench)) {
            // CM-1550: a unit told to stand gives up what it had saved.
            unit.banked = 0;
        }
    });
}

fn attach(state: &mut State, member: Seq, name: &str) {
    with_unit(state, member, |unit| {
        unit.posture = Posture::Attach(Attach {
            formation: name.into(),
        });
        unit.patrol_place = 0;
        unit.banked = 0;
    });
}

/// A commander is attached to no formation but its own (CM-950).
fn leave_others(state: &mut State, commander: Seq, name: &str) {
    with_unit(state, commander, |unit| {
        if matches!(&unit.posture, Posture::Attach(attach) if attach.formation != name) {
            unit.posture = Posture::Reserve;
            unit.banked = 0;
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
