//! The only door for orders (TM-250): `Order` → [`ValidOrder`], or a refusal.
//! Nothing behind it checks again, and nothing here changes a state.

use crate::command::Task;
use crate::ids::SeatId;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::state::{Phase, State, Unit};

mod door;
mod formations;
mod reach;
pub mod shape;

use door::Door;

/// Entries of a production queue.
pub const QUEUE_MOST: usize = 12;

/// An order that its issuer may give now. Only [`check`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidOrder {
    pub(crate) seat: Option<SeatId>,
    pub(crate) order: Order,
}

/// Checks an order of a seat, or of the authority (`None`), for a turn.
///
/// # Errors
/// A refusal with its code and values; the order must not enter the log then.
pub fn check(
    state: &State,
    seat: Option<SeatId>,
    turn: u32,
    order: &Order,
) -> Result<ValidOrder, Refusal> {
    match state.phase {
        Phase::Orders => {}
        Phase::Ended => return Err(Refusal::GameOver),
        Phase::Setup | Phase::Cascade | Phase::Reckoning => return Err(Refusal::NotInOrders),
    }
    if turn != state.turn {
        return Err(Refusal::WrongTurn {
            given: turn,
            current: state.turn,
        });
    }
    if order.is_authority() != seat.is_none() {
        return Err(Refusal::NotYoursToIssue { kind: order.kind() });
    }
    match seat {
        None => authority(state, order)?,
        Some(seat) => {
            let position = state.seat(seat).ok_or(Refusal::UnknownSeat { seat })?;
            if position.out {
                return Err(Refusal::SeatOut { seat });
            }
            Door { state, seat }.player(order)?;
        }
    }
    Ok(ValidOrder {
        seat,
        order: order.clone(),
    })
}

/// Whether a seat could give a unit of its own this Task now: for those that are
/// given in advance, to whoever will be there.
pub(crate) fn may_have(state: &State, seat: SeatId, unit: &Unit, task: &Task) -> bool {
    Door { state, seat }.task(unit, task).is_ok()
}

fn authority(state: &State, order: &Order) -> Result<(), Refusal> {
    match order {
        // TM-620: the game stands at this boundary, and no clock runs.
        Order::CloseOrders { .. } | Order::TurnTimeout { .. } if state.adjourned => {
            Err(Refusal::Adjourned)
        }
        Order::TurnTimeout { about }
        | Order::MarkAbsent { about }
        | Order::SubstitutePlayer { about }
        | Order::ResumePlayer { about } => state
            .seat(*about)
            .map(|_| ())
            .ok_or(Refusal::UnknownSeat { seat: *about }),
        Order::CloseOrders { markers } => {
            let (given, seats) = (markers.len() as i64, state.seats.len() as i64);
            if given == seats {
                Ok(())
            } else {
                Err(Refusal::OutOfRange {
                    field: "markers",
                    given,
                    low: seats,
                    high: seats,
                })
            }
        }
        _ => Ok(()),
    }
}
