//! Where own units mean to go: dashed lines from tile to tile as they were
//! told. Not the route, which is found when a unit moves.

use fieldpost_engine::{
    command::{Action, Station, Target},
    command::{Posture, Task},
    ids::{Pos, Seq},
    view::{OwnUnit, SeatView},
};

use super::{Point, Selected, middle};

/// One unit's intention.
#[derive(Debug)]
pub struct Plan {
    /// Whose it is.
    pub unit: Seq,
    /// SVG path data; empty where its way is drawn instead.
    pub path: String,
    /// Where it ends.
    pub end: Point,
    /// `move`, `attack` or `post`.
    pub kind: &'static str,
    pub is_selected: bool,
}

pub(super) fn plans(view: &SeatView, selected: Selected) -> Vec<Plan> {
    let plan = |unit: &OwnUnit| {
        let (kind, via, end) = aim(view, unit)?;
        if end == unit.at && via.is_empty() {
            return None;
        }
        let mut path = String::new();
        let stops = std::iter::once(unit.at).chain(via).chain([end]);
        for (step, at) in stops.map(middle).enumerate() {
            let pen = if step == 0 { 'M' } else { 'L' };
            path.push_str(&format!("{pen}{} {}", at.x, at.y));
        }
        let is_selected = selected == Selected::Unit(unit.unit);
        Some(Plan {
            unit: unit.unit,
            path,
            end: middle(end),
            kind,
            is_selected,
        })
    };
    view.units.iter().filter_map(plan).collect()
}

fn aim(view: &SeatView, unit: &OwnUnit) -> Option<(&'static str, Vec<Pos>, Pos)> {
    match &unit.task {
        Some(task) => by_task(view, task),
        None => match &unit.posture {
            Posture::Garrison(Station::Tile(tile)) | Posture::Picket(Station::Tile(tile)) => {
                Some(("post", Vec::new(), *tile))
            }
            _ => None,
        },
    }
}

fn by_task(view: &SeatView, task: &Task) -> Option<(&'static str, Vec<Pos>, Pos)> {
    let via = task.via.clone();
    match &task.action {
        Action::MoveTo(tile) | Action::Withdraw(tile) | Action::Halt(Some(tile)) => {
            Some(("move", via, *tile))
        }
        Action::Attack(Target::Tile(tile)) => Some(("attack", via, *tile)),
        Action::Attack(Target::Unit(unit)) => {
            let known = view.others.iter().find(|other| other.unit == *unit)?;
            Some(("attack", via, known.at))
        }
        Action::Seize(site) => {
            let known = view.sites.iter().find(|known| known.site == *site)?;
            Some(("move", via, known.at))
        }
        Action::Unload(unload) => Some(("move", via, unload.tile)),
        _ => None,
    }
}
