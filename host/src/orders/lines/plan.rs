//! From a text to the orders that it comes to, against what the seat has
//! ordered already. Only what differs becomes an order; nothing is entered here.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::{
    command::Posture,
    ids::Seq,
    language::{Fault, Line, Names, Parsed, parse, print},
    order::Order,
    view::{FormationView, SeatView},
};

use super::{
    Written,
    subject::{self, Subject},
};

/// What a text comes to.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// What is to be entered, in this order.
    pub(super) steps: Vec<Step>,
    /// Lines that change nothing: line and order.
    pub(super) idle: Vec<(u32, Order)>,
    /// Lines that cannot be read.
    pub(super) faults: Vec<Fault>,
    /// What was ordered elsewhere since the base was shown, and would be lost.
    pub(super) overtaken: Vec<Overtaken>,
    /// What else was ordered elsewhere since, and stays so: as it is now, or as it was
    /// shown where it was taken back.
    pub(super) elsewhere: Vec<Order>,
    /// Lines of the base that are gone, and stay in force all the same because
    /// the line that stands for them may be one that cannot be read.
    pub(super) kept: Vec<Order>,
    /// The line behind which nothing was read, where all of it should have been.
    pub(super) cut_at: Option<u32>,
    /// Asked for on the first line.
    pub(super) all_or_nothing: bool,
}

/// A line that was changed here and elsewhere: neither may take the other's place
/// unless somebody who has seen both says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Overtaken {
    /// The line that would change it; `None` where its line is gone.
    pub(super) line: Option<u32>,
    /// What the line says, or said before it was taken out.
    pub(super) order: Order,
    /// How it stands now.
    pub(super) now: Option<Order>,
}

/// One order to be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The line it stands on; `None` for one that takes a missing line back.
    pub(super) line: Option<u32>,
    pub(super) order: Order,
}

impl Plan {
    /// Whether every line could be read and is as its writer last saw it.
    pub(super) fn is_readable(&self) -> bool {
        self.faults.is_empty() && self.overtaken.is_empty() && self.cut_at.is_none()
    }
}

impl Step {
    pub(super) fn is_commit(&self) -> bool {
        matches!(self.order, Order::CommitOrders {})
    }
}

/// The seat's present orders as a pad shows them: those that are not said by
/// another line already, and none that say what would hold anyway.
pub fn present(view: &SeatView) -> Vec<Order> {
    let mut orders = view.orders();
    let listed: BTreeMap<&str, &FormationView> = view
        .formations
        .iter()
        .filter(|formation| formation.commander.is_some())
        .map(|formation| (formation.name.as_str(), formation))
        .collect();
    orders.retain(|order| match order {
        // The line of its formation names the member.
        Order::SetPosture {
            unit,
            posture: Posture::Attach(attach),
        } => !listed
            .get(attach.formation.as_str())
            .is_some_and(|formation| formation.members.contains(unit)),
        Order::SetDoctrine { .. } => subject::undo(order)
            .is_none_or(|nothing| subject::whole(&nothing) != subject::whole(order)),
        _ => true,
    });
    orders
}

/// The seat's present orders, one a line.
pub fn present_text(view: &SeatView, names: &Names) -> String {
    let lines = present(view).into_iter();
    lines.map(|order| print(&order, names) + "\n").collect()
}

/// Works a text out. With a `base`, the text is the base edited: only lines that
/// are not in it count, and what is missing of it is taken back. Without, every
/// line is an order of its own.
pub(super) fn plan(view: &SeatView, names: &Names, written: &Written<'_>) -> Plan {
    let Written {
        text,
        base,
        is_part,
        ..
    } = *written;
    let parsed = parse(text, names);
    let lines = orders_of(&parsed);
    let is_pad = base.is_some();
    let base: Vec<Order> = base.map_or_else(Vec::new, |base| {
        let orders = orders_of(&parse(base, names)).into_iter();
        orders.map(|(_, order)| order).collect()
    });
    let mut plan = Plan {
        faults: parsed.faults().cloned().collect(),
        all_or_nothing: parsed.all_or_nothing,
        // In a message it ends what is to be read; a pad has nothing to sign.
        cut_at: parsed.signature.filter(|_| !base.is_empty()),
        ..Plan::default()
    };
    let elsewhere = match is_pad {
        true => Elsewhere::of(view, &base, is_part),
        false => Elsewhere::default(),
    };
    take_back(view, &lines, &base, &elsewhere, &mut plan);
    change(view, lines, &base, &elsewhere, &mut plan);
    plan.elsewhere = elsewhere.left_alone(&base, &plan.overtaken);
    plan
}

/// What was ordered, changed or taken back since a base was shown.
#[derive(Default)]
struct Elsewhere(BTreeMap<Subject, Option<Order>>);

impl Elsewhere {
    fn of(view: &SeatView, base: &[Order], is_part: bool) -> Self {
        let standing = |order: &Order| subject::of(order).filter(Subject::stands_in_a_pad);
        let mut now: BTreeMap<Subject, Option<Order>> = BTreeMap::new();
        for order in present(view) {
            if let Some(about) = standing(&order) {
                now.insert(about, Some(order));
            }
        }
        for order in base {
            if let Some(about) = standing(order) {
                now.entry(about).or_insert(None);
            }
        }
        now.retain(|about, now| {
            let mut shown = base
                .iter()
                .filter(|order| subject::of(order).as_ref() == Some(about));
            match now {
                Some(_) if is_part && shown.clone().next().is_none() => false,
                Some(now) => !shown.any(|order| subject::whole(order) == subject::whole(now)),
                None => shown.next().is_some(),
            }
        });
        Self(now)
    }

    /// What its writer is to hear of besides what they would have replaced.
    fn left_alone(&self, base: &[Order], overtaken: &[Overtaken]) -> Vec<Order> {
        let is_told = |about: &Subject| {
            let mut told = overtaken.iter();
            told.any(|one| subject::of(&one.order).as_ref() == Some(about))
        };
        let left = self.0.iter().filter(|(about, _)| !is_told(about));
        let now = left.map(|(about, now)| {
            let was = || {
                base.iter()
                    .find(|order| subject::of(order).as_ref() == Some(about))
            };
            now.as_ref().or_else(was).cloned()
        });
        now.flatten().collect()
    }

    /// How the thing that an order is about stands now, if its writer has not seen it.
    fn about(&self, order: &Order) -> Option<&Option<Order>> {
        self.0.get(&subject::of(order)?)
    }
}

/// Lines of the base that are gone are taken back, unless they cannot be missed for
/// sure, or stand otherwise by now.
fn take_back(
    view: &SeatView,
    lines: &[(u32, Order)],
    base: &[Order],
    elsewhere: &Elsewhere,
    plan: &mut Plan,
) {
    let said: BTreeSet<Subject> = lines.iter().filter_map(|(_, o)| subject::of(o)).collect();
    let is_said = |order: &Order| subject::of(order).is_none_or(|about| said.contains(&about));
    for gone in base.iter().filter(|order| !is_said(order)) {
        let Some(undo) = subject::undo(gone).filter(|undo| !subject::stands(view, undo)) else {
            continue;
        };
        if let Some(now) = elsewhere.about(gone) {
            let (line, order, now) = (None, gone.clone(), now.clone());
            plan.overtaken.push(Overtaken { line, order, now });
        } else if plan.faults.is_empty() && plan.cut_at.is_none() {
            let (line, order) = (None, undo);
            plan.steps.push(Step { line, order });
        } else {
            plan.kept.push(gone.clone());
        }
    }
}

/// Lines that differ from the base become orders.
fn change(
    view: &SeatView,
    lines: Vec<(u32, Order)>,
    base: &[Order],
    elsewhere: &Elsewhere,
    plan: &mut Plan,
) {
    // Of two lines about one thing the later one holds, so what an earlier line
    // has changed does not stand any more.
    let mut changed: BTreeSet<Subject> = BTreeSet::new();
    let gone: BTreeSet<Subject> = base
        .iter()
        .filter(|order| lines.iter().all(|(_, line)| line != *order))
        .filter_map(subject::of)
        .collect();
    for (line, order) in lines {
        let about = subject::of(&order);
        let is_in = |set: &BTreeSet<Subject>| about.as_ref().is_some_and(|it| set.contains(it));
        // Nobody has touched it, nor taken out another line that went before it.
        let is_untouched = base.contains(&order) && !is_in(&gone);
        let idle = is_untouched || (!is_in(&changed) && subject::stands(view, &order));
        match (idle, edit(view, &order)) {
            (false, Some(edit)) => {
                if let Some(now) = elsewhere.about(&order) {
                    let (line, now) = (Some(line), now.clone());
                    plan.overtaken.push(Overtaken { line, order, now });
                    continue;
                }
                changed.extend(about);
                let (line, order) = (Some(line), edit);
                plan.steps.push(Step { line, order });
            }
            _ => plan.idle.push((line, order)),
        }
    }
}

/// What a text that is sent again was made from: its base as far as the text has
/// kept it, and what stands now of all that either spoke of. What was ordered
/// elsewhere meanwhile is left out, for who wrote the text has not seen it.
pub(super) fn rebase(view: &SeatView, names: &Names, text: &str, base: &str) -> String {
    let orders = |text| orders_of(&parse(text, names)).into_iter();
    let typed: Vec<Order> = orders(text).map(|(_, order)| order).collect();
    let old: Vec<Order> = orders(base).map(|(_, order)| order).collect();
    let known: BTreeSet<Subject> = typed.iter().chain(&old).filter_map(subject::of).collect();
    let is_known = |order: &Order| subject::of(order).is_some_and(|about| known.contains(&about));
    let mut lines: Vec<Order> = present(view).into_iter().filter(is_known).collect();
    for kept in old.into_iter().filter(|order| typed.contains(order)) {
        if !lines.contains(&kept) {
            lines.push(kept);
        }
    }
    let lines = lines.iter();
    lines.map(|order| print(order, names) + "\n").collect()
}

/// All that can be read, whatever else stands in the text.
fn orders_of(parsed: &Parsed) -> Vec<(u32, Order)> {
    let lines = parsed.lines.iter();
    lines
        .filter_map(|line| match line {
            Line::Order { line, order } => Some((*line, order.clone())),
            Line::Comment { .. } | Line::Fault(_) => None,
        })
        .collect()
}

/// The order that brings a line about. To found a formation that is there means
/// to make it what the line says; `None` if it is that.
fn edit(view: &SeatView, order: &Order) -> Option<Order> {
    let Order::CreateFormation {
        name,
        commander,
        members,
        pace,
    } = order
    else {
        return Some(order.clone());
    };
    let Some(known) = view.formations.iter().find(|known| known.name == *name) else {
        return Some(order.clone());
    };
    let without = |list: &[Seq], other: &[Seq]| -> Vec<Seq> {
        let kept = list.iter().filter(|unit| !other.contains(unit));
        kept.copied().collect()
    };
    let add = without(members, &known.members);
    let remove = without(&known.members, members);
    let commander = Some(*commander).filter(|unit| known.commander != Some(*unit));
    let pace = Some(*pace).filter(|pace| known.pace != *pace);
    let differs = !add.is_empty() || !remove.is_empty() || commander.is_some() || pace.is_some();
    differs.then(|| Order::EditFormation {
        name: name.clone(),
        add,
        remove,
        commander,
        pace,
    })
}
