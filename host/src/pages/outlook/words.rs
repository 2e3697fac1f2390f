//! A forecast in sentences. What is foretold stands in the engine's forecast; the
//! words for it stand in the catalogue.

use fieldpost_engine::{
    event::{EngagementKind, Halt},
    preview::{Branch, Forecast, Note, Stage},
    view::OwnUnit,
};

use crate::pages::names::Names;

/// The gist of it: where and when it arrives, or that a fight decides.
pub(super) fn short(names: Names<'_>, forecast: &Forecast) -> Option<String> {
    let (arrival, open) = (forecast.arrival, forecast.open_from);
    if let Some(arrival) = arrival.filter(|_| !forecast.stages.is_empty()) {
        let code = if arrival.at == forecast.from {
            "outlook-done"
        } else {
            "outlook-arrives"
        };
        let arrives = names.texts.say(code);
        return Some(
            arrives
                .with("turn", arrival.turn)
                .with("at", arrival.at.to_string())
                .to_string(),
        );
    }
    let mut notes = forecast.stages.iter().flat_map(|stage| &stage.notes);
    let nothing = notes.find_map(|note| match note {
        Note::Nothing { why } => Some(why.code()),
        _ => None,
    });
    if let Some(why) = nothing.filter(|_| open.is_none()) {
        let nothing = names.texts.say("outlook-nothing").with("why", why);
        return Some(nothing.to_string());
    }
    let turn = open?;
    Some(
        names
            .texts
            .say("outlook-open-short")
            .with("turn", turn)
            .to_string(),
    )
}

/// Turn by turn, and where foretelling ends.
pub(super) fn turns(names: Names<'_>, unit: &OwnUnit, forecast: &Forecast) -> Vec<String> {
    let mut governed = false;
    let stages = forecast.stages.iter();
    let mut turns: Vec<String> = stages
        .map(|stage| turn(names, unit, stage, &mut governed))
        .collect();
    turns.extend(forecast.open_from.map(|turn| {
        let open = names.texts.say("outlook-open").with("turn", turn);
        open.to_string()
    }));
    turns
}

fn turn(names: Names<'_>, unit: &OwnUnit, stage: &Stage, governed: &mut bool) -> String {
    let texts = names.texts;
    let mut parts: Vec<String> = Vec::new();
    if !stage.path.is_empty() {
        let is_known = stage.path.iter().all(|step| step.known);
        let code = if is_known {
            "outlook-goes"
        } else {
            "outlook-goes-unknown"
        };
        parts.push(texts.say(code).with("at", stage.at.to_string()).to_string());
    }
    // That a task is done comes before what goes on then.
    let is_done = |note: &&Note| matches!(note, Note::TaskDone {} | Note::Impossible {});
    let (done, others): (Vec<&Note>, Vec<&Note>) = stage.notes.iter().partition(is_done);
    for note in done.into_iter().chain(others) {
        parts.extend(told(names, unit, note, governed));
    }
    if parts.is_empty() {
        parts.push(
            texts
                .say("outlook-at")
                .with("at", stage.at.to_string())
                .to_string(),
        );
    }
    texts
        .say("outlook-turn")
        .with("turn", stage.turn)
        .with("what", parts.join("; "))
        .to_string()
}

fn told(names: Names<'_>, unit: &OwnUnit, note: &Note, governed: &mut bool) -> Option<String> {
    let say = |code| names.texts.say(code);
    Some(
        match *note {
            Note::Governs { by, .. } => {
                let is_first = !std::mem::replace(governed, true);
                return governs(names, unit, by, is_first);
            }
            Note::Halts { why, at, before } => say(match (why, before) {
                (Halt::Contact, Some(_)) => "outlook-contact",
                (Halt::Contact, None) => "outlook-contact-unseen",
                (Halt::Opportunity, _) => "outlook-opportunity",
                (Halt::Stacking, _) => "outlook-full",
                _ => "outlook-blocked",
            })
            .with("at", at.to_string())
            .with(
                "before",
                before.map_or(String::new(), |unit| names.unit(unit)),
            ),
            Note::Fights {
                kind,
                with,
                at,
                chance,
            } => say(match (kind, chance) {
                (EngagementKind::Reaction, _) => "outlook-reaction",
                (EngagementKind::Bombardment, None) => "outlook-bombards",
                (EngagementKind::Bombardment, Some(_)) => "outlook-bombards-chance",
                (EngagementKind::Assault, None) => "outlook-attacks",
                (EngagementKind::Assault, Some(_)) => "outlook-attacks-chance",
            })
            .with("with", names.unit(with))
            .with("at", at.to_string())
            .with("chance", chance.unwrap_or(0)),
            Note::Boards { carrier } => say("outlook-boards").with("carrier", names.unit(carrier)),
            Note::Lands { at } => say("outlook-lands").with("at", at.to_string()),
            Note::Takes { site } => say("outlook-takes").with("site", names.site(site)),
            Note::Disbands {} => say("outlook-disbands"),
            Note::TaskDone {} => say("outlook-task-done"),
            Note::Impossible {} => {
                let fallback = unit.task.as_ref().and_then(|task| task.fallback.as_ref());
                let posture = fallback.unwrap_or(&unit.posture);
                say("outlook-impossible").with("posture", names.posture(posture))
            }
            Note::Nothing { why } => say("outlook-nothing").with("why", why.code()),
            Note::OutOfSupply {} => say("outlook-supply"),
            Note::Unpaid {} => say("outlook-unpaid"),
        }
        .to_string(),
    )
}

/// What part of its orders it goes by, where that is not what one would think.
fn governs(names: Names<'_>, unit: &OwnUnit, by: Branch, is_first: bool) -> Option<String> {
    let say = |code| names.texts.say(code);
    let phrase = match by {
        Branch::Do if is_first => return None,
        Branch::Posture if unit.task.is_none() => return None,
        Branch::Do => say("outlook-by-do"),
        Branch::Posture => say("outlook-by-posture").with("posture", names.posture(&unit.posture)),
        Branch::Reflex => say("outlook-by-reflex"),
        Branch::Clause(index) => {
            let clauses = unit.task.as_ref().map(|task| &task.clauses);
            let clause = clauses.and_then(|clauses| clauses.get(usize::from(index)));
            let then = clause.map_or(String::new(), |clause| names.action(&clause.then));
            say("outlook-by-clause")
                .with("number", u32::from(index) + 1)
                .with("then", then)
        }
    };
    Some(phrase.to_string())
}
