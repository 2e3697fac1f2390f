//! From what a unit has been told to the form that would say it again. What a
//! form has no fields for is carried along whole, so that nothing is dropped.

use fieldpost_engine::{
    command::{
        Action, Cargo, Condition, Engage, Holder, Posture, Pursue, Retire, Sanction, SeizeSites,
        Station, Target, Task, Work,
    },
    ids::Pos,
};

use super::read::CLAUSES;
use crate::pages::fields::Fields;

/// The form that a Task was, or could have been, entered with.
#[must_use]
pub fn task(task: Option<&Task>) -> Fields {
    let mut form = Fields::default();
    let Some(task) = task else {
        form.set("do_kind", "MoveTo");
        return form;
    };
    // Taken apart, so that a new part of a Task is not forgotten here.
    let Task {
        action: main,
        clauses,
        until,
        via,
        cautious,
        stance,
        fallback,
    } = task;
    action(&mut form, "do_", main);
    form.set("via", tiles(via));
    if *cautious {
        form.set("cautious", "yes");
    }
    if let Some(stance) = stance {
        form.set("task_stance", format!("{stance:?}"));
    }
    for (prefix, clause) in CLAUSES.into_iter().zip(clauses) {
        condition(&mut form, prefix, &clause.when);
        action(&mut form, &format!("{prefix}then_"), &clause.then);
    }
    if let Some(until) = until {
        condition(&mut form, "until_", until);
    }
    if let Some(fallback) = fallback {
        form.set("fallback_kept", json(fallback));
    }
    form
}

fn action(form: &mut Fields, prefix: &str, action: &Action) {
    let named = |name: &str| format!("{prefix}{name}");
    let kind = match action {
        Action::MoveTo(_) => "MoveTo",
        Action::Withdraw(_) => "Withdraw",
        Action::Attack(Target::Tile(_)) => "AttackTile",
        Action::Attack(Target::Unit(_)) => "AttackUnit",
        Action::Seize(_) => "Seize",
        Action::Halt(_) => "Halt",
        Action::Brace => "Brace",
        Action::Board(_) => "Board",
        Action::Unload(_) => "Unload",
        Action::Build(_) => "Build",
        Action::Follow(_) => "Follow",
        Action::Disband => "Disband",
    };
    form.set(named("kind"), kind);
    match action {
        Action::MoveTo(tile)
        | Action::Withdraw(tile)
        | Action::Attack(Target::Tile(tile))
        | Action::Halt(Some(tile)) => form.set_tile(named("tile"), *tile),
        Action::Attack(Target::Unit(unit)) => form.set(named("target"), unit.0),
        Action::Board(unit) => form.set(named("carrier"), unit.0),
        Action::Follow(unit) => form.set(named("unit"), unit.0),
        Action::Seize(site) => form.set(named("site"), site.0),
        Action::Unload(unload) => {
            form.set_tile(named("tile"), unload.tile);
            if let Cargo::Unit(unit) = unload.unit {
                form.set(named("cargo"), unit.0);
            }
        }
        Action::Build(work) => form.set(
            named("work"),
            match work {
                Work::Depot => "depot",
                Work::Fort => "fort",
                Work::Road => "road",
            },
        ),
        Action::Halt(None) | Action::Brace | Action::Disband => {}
    }
}

fn condition(form: &mut Fields, prefix: &str, condition: &Condition) {
    let first = format!("{prefix}a_");
    let fits = match condition {
        Condition::All(list) | Condition::Any(list) => match list.as_slice() {
            [one, two] => {
                let join = if matches!(condition, Condition::All(_)) {
                    "All"
                } else {
                    "Any"
                };
                form.set(format!("{prefix}join"), join);
                leaf(form, &first, one) && leaf(form, &format!("{prefix}b_"), two)
            }
            _ => false,
        },
        single => leaf(form, &first, single),
    };
    if !fits {
        form.set(format!("{prefix}join"), "");
        form.set(format!("{first}kind"), "Kept");
        form.set(format!("{prefix}kept"), json(condition));
    }
}

/// Yields whether the fields of one leaf can say it.
fn leaf(form: &mut Fields, prefix: &str, condition: &Condition) -> bool {
    let named = |name: &str| format!("{prefix}{name}");
    let inner = match condition {
        Condition::Not(inner) => {
            form.set(named("not"), "yes");
            inner
        }
        plain => plain,
    };
    let mut set = |kind: &str, tile: Option<Pos>, number: Option<u32>| {
        form.set(named("kind"), kind);
        if let Some(tile) = tile {
            form.set_tile(named("tile"), tile);
        }
        if let Some(number) = number {
            form.set(named("n"), number);
        }
    };
    match inner {
        Condition::EnemyAt { tile, n } => set("EnemyAt", Some(*tile), Some((*n).into())),
        Condition::EnemyWithin { tile, r, n } => {
            set("EnemyWithin", Some(*tile), Some((*n).into()));
            form.set(named("r"), r);
        }
        Condition::Held { tile, by } => {
            set("Held", Some(*tile), None);
            let by = match by {
                Holder::Ours => "Ours",
                Holder::Theirs => "Theirs",
                Holder::Nobody => "Nobody",
            };
            form.set(named("by"), by);
        }
        Condition::UnitAt { unit, tile } => {
            set("UnitAt", Some(*tile), None);
            form.set(named("unit"), unit.0);
        }
        Condition::UnitLost(unit) => {
            set("UnitLost", None, None);
            form.set(named("unit"), unit.0);
        }
        Condition::StrengthBelow(n) => set("StrengthBelow", None, Some((*n).into())),
        Condition::Supplied => set("Supplied", None, None),
        Condition::InCommand => set("InCommand", None, None),
        Condition::WinChance(n) => set("WinChance", None, Some((*n).into())),
        Condition::Turn(n) => set("Turn", None, Some(*n)),
        Condition::Turns(n) => set("Turns", None, Some(*n)),
        Condition::Arrived => set("Arrived", None, None),
        Condition::Not(_) | Condition::All(_) | Condition::Any(_) => return false,
    }
    true
}

/// The form of a Posture.
#[must_use]
pub fn posture(posture: &Posture) -> Fields {
    let mut form = Fields::default();
    let station = |form: &mut Fields, station: &Station| {
        if let Station::Tile(tile) = station {
            form.set_tile("tile", *tile);
        }
    };
    let kind = match posture {
        Posture::Reserve => "Reserve",
        Posture::Garrison(at) => {
            station(&mut form, at);
            "Garrison"
        }
        Posture::Picket(at) => {
            station(&mut form, at);
            "Picket"
        }
        Posture::Patrol(patrol) => {
            form.set("tiles", tiles(&patrol.tiles));
            "Patrol"
        }
        Posture::Explore(area) => {
            if let Some(area) = area {
                form.set_tile("tile", area.tile);
                form.set("r", area.r);
            }
            "Explore"
        }
        Posture::Attach(attach) => {
            form.set("formation", &attach.formation);
            "Attach"
        }
    };
    form.set("posture", kind);
    form
}

/// A sanction as the form's choice, and its number.
#[must_use]
pub fn sanction(sanction: Sanction) -> (&'static str, Option<u16>) {
    match sanction {
        Sanction::Engage(Engage::Never) => ("Engage-Never", None),
        Sanction::Engage(Engage::Winning(chance)) => ("Engage-Winning", Some(chance)),
        Sanction::Engage(Engage::Always) => ("Engage-Always", None),
        Sanction::Seize(SeizeSites::Never) => ("Seize-Never", None),
        Sanction::Seize(SeizeSites::Undefended) => ("Seize-Undefended", None),
        Sanction::Pursue(Pursue::Never) => ("Pursue-Never", None),
        Sanction::Pursue(Pursue::Once) => ("Pursue-Once", None),
        Sanction::Retire(Retire::Never) => ("Retire-Never", None),
        Sanction::Retire(Retire::Below(strength)) => ("Retire-Below", Some(strength)),
    }
}

fn tiles(tiles: &[Pos]) -> String {
    let texts: Vec<_> = tiles.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

fn json(value: &impl serde::Serialize) -> String {
    // Plain data with string keys: it always has a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}
