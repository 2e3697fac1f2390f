//! Own units that had a task and did nothing that anybody could see: what they were
//! told, and what of it may have kept them. The engine does not say which exception
//! held; this says only what the orders themselves tell.

use std::collections::BTreeSet;

use fieldpost_engine::{
    command::{Action, Task},
    event::{Attention, Event},
    ids::Seq,
    view::{OwnUnit, SeatView},
};

use super::StoryLine;
use crate::{pages::names::Names, texts::Texts};

/// A line for each. `ordered` is the board with all orders in, before the turn closed.
pub(super) fn lines(
    texts: Texts,
    ordered: &SeatView,
    after: &SeatView,
    stream: &[Event],
    dispatch: &[Attention],
    address: &str,
) -> Vec<StoryLine> {
    let names = Names {
        texts,
        view: ordered,
    };
    let told = told_of(stream, dispatch);
    let lives = |unit: &OwnUnit| {
        let now = after.units.iter().find(|now| now.unit == unit.unit);
        now.is_some_and(|now| now.at == unit.at)
    };
    let idle = ordered.units.iter().filter(|unit| unit.carrier.is_none());
    idle.filter(|unit| lives(unit) && !told.contains(&unit.unit))
        .filter_map(|unit| {
            let task = unit.task.as_ref()?;
            Some(StoryLine {
                text: line(names, unit, task),
                href: Some(format!("{address}?unit={}#selected", unit.unit.0)),
                fight: None,
            })
        })
        .collect()
}

fn line(names: Names<'_>, unit: &OwnUnit, task: &Task) -> String {
    let moves = !matches!(
        task.action,
        Action::Halt(_) | Action::Brace | Action::Build(_) | Action::Disband
    );
    let why = if moves && !unit.stance.may_move() {
        "stance"
    } else if task.clauses.is_empty() {
        "none"
    } else {
        "exceptions"
    };
    names
        .texts
        .say("stood-by")
        .with("unit", names.own(unit))
        .with("at", unit.at.to_string())
        .with("task", names.task(task))
        .with("why", why)
        .with("stance", names.stance(unit.stance))
        .to_string()
}

/// Units that the report or the dispatch tells of already.
fn told_of(stream: &[Event], dispatch: &[Attention]) -> BTreeSet<Seq> {
    let mut told = BTreeSet::new();
    for event in stream {
        match event {
            Event::Moved { unit, .. }
            | Event::Halted { unit, .. }
            | Event::Retreated { unit, .. }
            | Event::Destroyed { unit, .. }
            | Event::UnitCaptured { unit, .. }
            | Event::Boarded { unit, .. }
            | Event::Landed { unit, .. } => {
                told.insert(*unit);
            }
            Event::Engagement {
                attacker, defender, ..
            } => told.extend([attacker, defender].into_iter().flatten()),
            _ => {}
        }
    }
    for item in dispatch {
        if let Attention::Halted { unit, .. }
        | Attention::TaskDone { unit, .. }
        | Attention::Impossible { unit, .. }
        | Attention::Fallback { unit, .. }
        | Attention::Idle { unit, .. } = item
        {
            told.insert(*unit);
        }
    }
    told
}
