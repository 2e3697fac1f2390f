//! What makes an order's parts well formed, whoever gives them: bounds, lengths,
//! tiles on the map. Scenarios are held to the same.

use alloc::collections::BTreeSet;

use crate::command::{Action, Condition, Engage, Posture, Retire, Sanction, Station, Target, Task};
use crate::ids::{Pos, Seq};
use crate::map::Grid;
use crate::refusal::Refusal;

/// Clauses of a Task (CM-220).
const CLAUSES_MOST: usize = 4;
/// Waypoints of a Task (CM-220).
const WAYPOINTS_MOST: usize = 16;
/// Nesting and leaves of a condition (CM-35x).
const DEPTH_MOST: usize = 3;
const LEAVES_MOST: usize = 8;

pub(crate) fn range(field: &'static str, given: i64, low: i64, high: i64) -> Result<(), Refusal> {
    if (low..=high).contains(&given) {
        Ok(())
    } else {
        Err(Refusal::OutOfRange {
            field,
            given,
            low,
            high,
        })
    }
}

fn tile(field: &'static str, grid: Grid, at: Pos) -> Result<(), Refusal> {
    if grid.contains(at) {
        Ok(())
    } else {
        Err(Refusal::OffMap { field, tile: at })
    }
}

/// Characters of a name at most (CM-950).
pub(crate) const NAME_MOST: usize = 32;

/// A name that a player gives: 1 to 32 characters that can be seen, with no blank
/// at either end (CM-950).
pub(crate) fn name(name: &str) -> Result<(), Refusal> {
    let (given, most) = (name.chars().count(), NAME_MOST);
    if !(1..=most).contains(&given) {
        Err(Refusal::BadName { given, most })
    } else if is_plain(name) {
        Ok(())
    } else {
        Err(Refusal::HiddenInName {})
    }
}

/// Whether a name is what it looks like: nothing in it is hidden or breaks the
/// line, and no blank stands at either end.
pub(crate) fn is_plain(name: &str) -> bool {
    !name.chars().any(is_hidden) && name.trim() == name
}

/// Characters that cannot be seen, or that turn or break the text around them:
/// with them one name could pass for another.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{00AD}'
                | '\u{034F}'
                | '\u{061C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// No unit twice in a list.
pub(crate) fn no_twice(units: &[Seq]) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    let twice = units.iter().find(|unit| !seen.insert(**unit));
    twice.map_or(Ok(()), |unit| Err(Refusal::Twice { unit: *unit }))
}

/// A Task by itself (CM-220, CM-35x).
pub(crate) fn task(task: &Task, grid: Grid) -> Result<(), Refusal> {
    if task.clauses.len() > CLAUSES_MOST {
        let (given, most) = (task.clauses.len(), CLAUSES_MOST);
        return Err(Refusal::TooManyClauses { given, most });
    }
    if task.via.len() > WAYPOINTS_MOST {
        let (given, most) = (task.via.len(), WAYPOINTS_MOST);
        return Err(Refusal::TooManyWaypoints { given, most });
    }
    if task.until.is_none() && !task.action.ends_by_itself() {
        return Err(Refusal::TaskWithoutEnd);
    }
    task.via.iter().try_for_each(|at| tile("via", grid, *at))?;
    task.actions().try_for_each(|one| action(one, grid))?;
    task.conditions().try_for_each(|one| condition(one, grid))?;
    let mut predictions = 0;
    for one in task.conditions() {
        one.leaves(&mut |leaf| predictions += usize::from(matches!(leaf, Condition::WinChance(_))));
    }
    if predictions > 1 {
        return Err(Refusal::TooManyPredictions {
            given: predictions,
            most: 1,
        });
    }
    task.fallback
        .iter()
        .try_for_each(|fallback| posture(fallback, grid))
}

fn action(action: &Action, grid: Grid) -> Result<(), Refusal> {
    match action {
        Action::MoveTo(at)
        | Action::Withdraw(at)
        | Action::Halt(Some(at))
        | Action::Attack(Target::Tile(at)) => tile("tile", grid, *at),
        Action::Unload(unload) => tile("tile", grid, unload.tile),
        _ => Ok(()),
    }
}

fn condition(condition: &Condition, grid: Grid) -> Result<(), Refusal> {
    let depth = condition.depth();
    if depth > DEPTH_MOST {
        return Err(Refusal::ConditionTooDeep {
            given: depth,
            most: DEPTH_MOST,
        });
    }
    if has_empty_list(condition) {
        // It would hold nothing, and however many of them count no leaf.
        return Err(Refusal::EmptyCondition);
    }
    let mut leaves = 0;
    let mut verdict = Ok(());
    condition.leaves(&mut |one| {
        leaves += 1;
        if verdict.is_ok() {
            verdict = leaf(one, grid);
        }
    });
    verdict?;
    if leaves > LEAVES_MOST {
        return Err(Refusal::ConditionTooLarge {
            given: leaves,
            most: LEAVES_MOST,
        });
    }
    Ok(())
}

fn has_empty_list(condition: &Condition) -> bool {
    match condition {
        Condition::All(list) | Condition::Any(list) => {
            list.is_empty() || list.iter().any(has_empty_list)
        }
        Condition::Not(inner) => has_empty_list(inner),
        _ => false,
    }
}

fn leaf(leaf: &Condition, grid: Grid) -> Result<(), Refusal> {
    match leaf {
        Condition::EnemyAt { tile: at, n } => {
            tile("tile", grid, *at)?;
            range("n", i64::from(*n), 1, 99)
        }
        Condition::EnemyWithin { tile: at, r, n } => {
            tile("tile", grid, *at)?;
            range("r", i64::from(*r), 0, 16)?;
            range("n", i64::from(*n), 1, 99)
        }
        Condition::Held { tile: at, .. } | Condition::UnitAt { tile: at, .. } => {
            tile("tile", grid, *at)
        }
        Condition::StrengthBelow(strength) => range("strength", i64::from(*strength), 1, 100),
        Condition::WinChance(chance) => range("chance", i64::from(*chance), 0, 1000),
        _ => Ok(()),
    }
}

/// A Posture by itself.
pub(crate) fn posture(posture: &Posture, grid: Grid) -> Result<(), Refusal> {
    match posture {
        Posture::Garrison(Station::Tile(at)) | Posture::Picket(Station::Tile(at)) => {
            tile("tile", grid, *at)
        }
        Posture::Patrol(patrol) => {
            if !(2..=8).contains(&patrol.tiles.len()) {
                return Err(Refusal::PatrolLength {
                    given: patrol.tiles.len(),
                });
            }
            let round = &patrol.tiles;
            round.iter().try_for_each(|at| tile("tiles", grid, *at))?;
            let onward = round.iter().cycle().skip(1);
            let still = round.iter().zip(onward).find(|(at, next)| at == next);
            still.map_or(Ok(()), |(at, _)| Err(Refusal::PatrolStands { tile: *at }))
        }
        Posture::Explore(Some(area)) => {
            tile("tile", grid, area.tile)?;
            range("r", i64::from(area.r), 1, 256)
        }
        Posture::Attach(attach) => name(&attach.formation),
        _ => Ok(()),
    }
}

/// A sanction's value.
pub(crate) fn sanction(sanction: &Sanction) -> Result<(), Refusal> {
    match sanction {
        Sanction::Engage(Engage::Winning(chance)) => range("winning", i64::from(*chance), 0, 1000),
        Sanction::Retire(Retire::Below(strength)) => range("below", i64::from(*strength), 1, 100),
        _ => Ok(()),
    }
}
