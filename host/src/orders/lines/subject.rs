//! What an order is about: the one place in a seat's orders that it sets. Two
//! orders about the same thing replace one another; an order that is taken back
//! leaves its thing as if nothing had ever been said.

use fieldpost_engine::{
    command::{Posture, Sanction, Sanctions},
    ids::Seq,
    order::{Order, StanceChoice},
    view::SeatView,
};

/// What an order sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Stance(Seq),
    Task(Seq),
    Posture(Seq),
    /// A unit's sanction, by its place among the four.
    Sanction(Seq, u8),
    Consignment(Seq),
    Production(Seq),
    Posting(Seq),
    Requisition(Seq, String),
    Doctrine(String),
    Formation(String),
    Group(String),
    Draw,
    Concession,
    Commit,
}

impl Subject {
    /// Whether a pad has a line for how it stands: what only happens when it is said
    /// has none.
    pub(super) fn stands_in_a_pad(&self) -> bool {
        !matches!(self, Self::Draw | Self::Concession | Self::Commit)
    }
}

/// Whether an order can never be taken back, not even in its own turn. Of all that a
/// player can order it is one; another would have to be named here.
pub(super) fn is_final(order: &Order) -> bool {
    matches!(order, Order::Concede {})
}

/// What an order is about; `None` for the authority's records.
pub(super) fn of(order: &Order) -> Option<Subject> {
    Some(match order {
        Order::SetStance { unit, .. } => Subject::Stance(*unit),
        Order::SetTask { unit, .. } | Order::ClearTask { unit } => Subject::Task(*unit),
        Order::SetPosture { unit, .. } => Subject::Posture(*unit),
        Order::SetSanction { unit, sanction } => Subject::Sanction(*unit, place(*sanction)),
        Order::SetConsignment { unit, .. } => Subject::Consignment(*unit),
        Order::SetProduction { city, .. } => Subject::Production(*city),
        Order::SetPosting { city, .. } => Subject::Posting(*city),
        Order::SetRequisition { class, to, .. } => Subject::Requisition(*to, class.clone()),
        Order::SetDoctrine { class, .. } => Subject::Doctrine(class.clone()),
        Order::CreateFormation { name, .. }
        | Order::EditFormation { name, .. }
        | Order::DisbandFormation { name } => Subject::Formation(name.clone()),
        Order::SetGroup { name, .. } => Subject::Group(name.clone()),
        Order::OfferDraw {} | Order::WithdrawDraw {} => Subject::Draw,
        Order::Concede {} => Subject::Concession,
        Order::CommitOrders {} | Order::RevokeCommit {} => Subject::Commit,
        _ => return None,
    })
}

/// The units whose way an order changes.
pub(super) fn units(order: &Order) -> Vec<Seq> {
    match order {
        Order::SetStance { unit, .. }
        | Order::SetTask { unit, .. }
        | Order::ClearTask { unit }
        | Order::SetPosture { unit, .. }
        | Order::SetSanction { unit, .. }
        | Order::SetConsignment { unit, .. } => vec![*unit],
        Order::CreateFormation {
            commander, members, ..
        } => std::iter::once(*commander)
            .chain(members.iter().copied())
            .collect(),
        Order::EditFormation {
            add,
            remove,
            commander,
            ..
        } => add.iter().chain(remove).chain(commander).copied().collect(),
        _ => Vec::new(),
    }
}

/// The order that takes another one back; `None` where there is none.
pub(super) fn undo(order: &Order) -> Option<Order> {
    Some(match order {
        Order::SetStance { unit, .. } => Order::SetStance {
            unit: *unit,
            stance: StanceChoice::Derived,
        },
        Order::SetTask { unit, .. } => Order::ClearTask { unit: *unit },
        Order::SetPosture { unit, .. } => Order::SetPosture {
            unit: *unit,
            posture: Posture::Reserve,
        },
        Order::SetSanction { unit, sanction } => Order::SetSanction {
            unit: *unit,
            sanction: Sanctions::default().list()[usize::from(place(*sanction))],
        },
        Order::SetConsignment { unit, .. } => Order::SetConsignment {
            unit: *unit,
            from: None,
            to: None,
        },
        Order::SetProduction { city, .. } => Order::SetProduction {
            city: *city,
            queue: Vec::new(),
        },
        Order::SetPosting { city, .. } => Order::SetPosting {
            city: *city,
            posture: None,
            task: None,
            formation: None,
        },
        Order::SetRequisition { class, to, .. } => Order::SetRequisition {
            class: class.clone(),
            count: 0,
            to: *to,
        },
        Order::SetDoctrine { class, .. } => Order::SetDoctrine {
            class: class.clone(),
            posture: Posture::Reserve,
            sanctions: Vec::new(),
        },
        Order::CreateFormation { name, .. } => Order::DisbandFormation { name: name.clone() },
        Order::SetGroup { name, .. } => Order::SetGroup {
            name: name.clone(),
            units: Vec::new(),
        },
        _ => return None,
    })
}

/// Whether everything is already as an order would have it. What only happens
/// when it is said, such as a commit, never is.
pub(super) fn stands(view: &SeatView, order: &Order) -> bool {
    let unit = |seq: &Seq| view.units.iter().find(|unit| unit.unit == *seq);
    match order {
        Order::SetStance { unit: seq, stance } => {
            unit(seq).is_some_and(|unit| unit.override_stance == stance.stance())
        }
        Order::SetTask { unit: seq, task } => {
            unit(seq).is_some_and(|unit| unit.task.as_ref() == Some(task))
        }
        Order::ClearTask { unit: seq } => unit(seq).is_some_and(|unit| unit.task.is_none()),
        Order::SetPosture { unit: seq, posture } => {
            unit(seq).is_some_and(|unit| unit.posture == *posture)
        }
        Order::SetSanction {
            unit: seq,
            sanction,
        } => unit(seq).is_some_and(|unit| unit.sanctions.list().contains(sanction)),
        Order::SetProduction { city, queue } => {
            let mut sites = view.sites.iter();
            sites.any(|site| {
                site.site == *city && site.owner == Some(view.seat) && site.queue == *queue
            })
        }
        Order::SetGroup { name, units } => {
            match view.groups.iter().find(|group| group.name == *name) {
                Some(group) => group.units == *units,
                None => units.is_empty(),
            }
        }
        Order::Concede {} => view.concedes,
        Order::SetDoctrine { .. }
        | Order::SetPosting { .. }
        | Order::SetConsignment { .. }
        | Order::SetRequisition { .. } => arrangement_stands(view, order),
        _ => false,
    }
}

fn arrangement_stands(view: &SeatView, order: &Order) -> bool {
    let order = whole(order);
    let subject = of(&order);
    match view.arrangements.iter().find(|known| of(known) == subject) {
        Some(known) => *known == order,
        // Nothing is said of it, and that is what is asked for.
        None => undo(&order).is_some_and(|nothing| whole(&nothing) == order),
    }
}

/// A doctrine with all four of its sanctions, as the game keeps it.
pub(super) fn whole(order: &Order) -> Order {
    let Order::SetDoctrine {
        class,
        posture,
        sanctions,
    } = order
    else {
        return order.clone();
    };
    let mut all = Sanctions::default();
    sanctions.iter().for_each(|sanction| all.set(*sanction));
    Order::SetDoctrine {
        class: class.clone(),
        posture: posture.clone(),
        sanctions: all.list().to_vec(),
    }
}

fn place(sanction: Sanction) -> u8 {
    match sanction {
        Sanction::Engage(_) => 0,
        Sanction::Seize(_) => 1,
        Sanction::Pursue(_) => 2,
        Sanction::Retire(_) => 3,
    }
}
