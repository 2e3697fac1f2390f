//! From a form to an order. What cannot be read is told with its field; whether
//! the order may be given is the engine's to say.

use fieldpost_engine::{
    command::{
        Action, Area, Attach, Cargo, Clause, Condition, Engage, Holder, Patrol, Posture, Pursue,
        Retire, Sanction, SeizeSites, Station, Target, Task, Unload, Work,
    },
    ids::{Pos, Seq},
    json,
    order::{Order, StanceChoice},
    stance::Stance,
};

use crate::pages::fields::Fields;

/// The clauses that a form has room for, as many as a Task may have.
pub const CLAUSES: [&str; 4] = ["c1_", "c2_", "c3_", "c4_"];

/// A field that makes no sense yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The field's name.
    pub field: String,
    /// The text that says what to write there.
    pub code: &'static str,
}

pub(super) fn unreadable<T>(field: impl Into<String>, code: &'static str) -> Result<T, Unreadable> {
    Err(Unreadable {
        field: field.into(),
        code,
    })
}

/// The order that a form stands for.
///
/// # Errors
/// The first field that cannot be read.
pub fn order(form: &Fields) -> Result<Order, Unreadable> {
    let unit = || number(form, "unit").map(Seq);
    Ok(match form.get("kind") {
        "SetStance" => Order::SetStance {
            unit: unit()?,
            stance: stance_choice(form.get("stance"))?,
        },
        "SetTask" => Order::SetTask {
            unit: unit()?,
            task: task(form)?,
        },
        "ClearTask" => Order::ClearTask { unit: unit()? },
        "SetPosture" => Order::SetPosture {
            unit: unit()?,
            posture: posture(form)?,
        },
        "SetSanction" => Order::SetSanction {
            unit: unit()?,
            sanction: sanction(form)?,
        },
        "SetProduction" => Order::SetProduction {
            city: Seq(number(form, "city")?),
            queue: super::queue::queue(form)?,
        },
        "CommitOrders" => Order::CommitOrders {},
        "RevokeCommit" => Order::RevokeCommit {},
        _ => return unreadable("kind", "form-kind-unknown"),
    })
}

/// How many places a form has for a city's queue, as many as a queue may have.
pub const QUEUE_PLACES: usize = 12;

fn stance_choice(word: &str) -> Result<StanceChoice, Unreadable> {
    match word {
        "March" => Ok(StanceChoice::March),
        "Advance" => Ok(StanceChoice::Advance),
        "Hold" => Ok(StanceChoice::Hold),
        "Entrench" => Ok(StanceChoice::Entrench),
        "Derived" => Ok(StanceChoice::Derived),
        _ => unreadable("stance", "form-choose"),
    }
}

fn task(form: &Fields) -> Result<Task, Unreadable> {
    let mut task = Task::new(action(form, "do_")?);
    task.via = tiles(form, "via")?;
    task.cautious = !form.get("cautious").is_empty();
    task.stance = match form.get("task_stance") {
        "" => None,
        word => Some(stance(word)?),
    };
    for prefix in CLAUSES {
        if let Some(when) = condition(form, prefix)? {
            let then = action(form, &format!("{prefix}then_"))?;
            task.clauses.push(Clause { when, then });
        }
    }
    task.until = condition(form, "until_")?;
    task.fallback = kept(form, "fallback_kept")?;
    Ok(task)
}

fn stance(word: &str) -> Result<Stance, Unreadable> {
    Stance::ALL
        .into_iter()
        .find(|stance| format!("{stance:?}") == word)
        .map_or_else(|| unreadable("task_stance", "form-choose"), Ok)
}

fn action(form: &Fields, prefix: &str) -> Result<Action, Unreadable> {
    let named = |name: &str| format!("{prefix}{name}");
    let at = || tile(form, &named("tile"));
    // Each action has its own list, so that none offers what another may name.
    let unit = |name: &str| number(form, &named(name)).map(Seq);
    Ok(match form.get(&named("kind")) {
        "MoveTo" => Action::MoveTo(at()?),
        "Withdraw" => Action::Withdraw(at()?),
        "AttackTile" => Action::Attack(Target::Tile(at()?)),
        "AttackUnit" => Action::Attack(Target::Unit(unit("target")?)),
        "Seize" => Action::Seize(Seq(number(form, &named("site"))?)),
        "Halt" if form.get(&named("tile")).is_empty() => Action::Halt(None),
        "Halt" => Action::Halt(Some(at()?)),
        "Brace" => Action::Brace,
        "Board" => Action::Board(unit("carrier")?),
        "Unload" => Action::Unload(Unload {
            unit: match form.get(&named("cargo")) {
                "" => Cargo::All,
                _ => Cargo::Unit(unit("cargo")?),
            },
            tile: at()?,
        }),
        "Build" => Action::Build(match form.get(&named("work")) {
            "depot" => Work::Depot,
            "fort" => Work::Fort,
            "road" => Work::Road,
            _ => return unreadable(named("work"), "form-choose"),
        }),
        "Follow" => Action::Follow(unit("unit")?),
        "Disband" => Action::Disband,
        _ => return unreadable(named("kind"), "form-choose"),
    })
}

/// One condition or two joined ones; `None` where none is given.
fn condition(form: &Fields, prefix: &str) -> Result<Option<Condition>, Unreadable> {
    if form.get(&format!("{prefix}a_kind")) == "Kept" {
        return kept(form, &format!("{prefix}kept"));
    }
    let Some(first) = leaf(form, &format!("{prefix}a_"))? else {
        return Ok(None);
    };
    let join = match form.get(&format!("{prefix}join")) {
        "All" => Condition::All,
        "Any" => Condition::Any,
        _ => return Ok(Some(first)),
    };
    match leaf(form, &format!("{prefix}b_"))? {
        Some(second) => Ok(Some(join(vec![first, second]))),
        None => unreadable(format!("{prefix}b_kind"), "form-choose"),
    }
}

fn leaf(form: &Fields, prefix: &str) -> Result<Option<Condition>, Unreadable> {
    let named = |name: &str| format!("{prefix}{name}");
    let at = || tile(form, &named("tile"));
    let unit = || number(form, &named("unit")).map(Seq);
    let least = || match form.get(&named("n")) {
        "" => Ok(1),
        _ => number(form, &named("n")),
    };
    let leaf = match form.get(&named("kind")) {
        "" => return Ok(None),
        "EnemyAt" => Condition::EnemyAt {
            tile: at()?,
            n: least()?,
        },
        "EnemyWithin" => Condition::EnemyWithin {
            tile: at()?,
            r: number(form, &named("r"))?,
            n: least()?,
        },
        "Held" => Condition::Held {
            tile: at()?,
            by: match form.get(&named("by")) {
                "Ours" => Holder::Ours,
                "Theirs" => Holder::Theirs,
                "Nobody" => Holder::Nobody,
                _ => return unreadable(named("by"), "form-choose"),
            },
        },
        "UnitAt" => Condition::UnitAt {
            unit: unit()?,
            tile: at()?,
        },
        "UnitLost" => Condition::UnitLost(unit()?),
        "StrengthBelow" => Condition::StrengthBelow(number(form, &named("n"))?),
        "Supplied" => Condition::Supplied,
        "InCommand" => Condition::InCommand,
        "WinChance" => Condition::WinChance(number(form, &named("n"))?),
        "Turn" => Condition::Turn(number(form, &named("n"))?),
        "Turns" => Condition::Turns(number(form, &named("n"))?),
        "Arrived" => Condition::Arrived,
        _ => return unreadable(named("kind"), "form-choose"),
    };
    Ok(Some(if form.get(&named("not")).is_empty() {
        leaf
    } else {
        Condition::Not(Box::new(leaf))
    }))
}

fn posture(form: &Fields) -> Result<Posture, Unreadable> {
    let station = || tile(form, "tile").map(Station::Tile);
    Ok(match form.get("posture") {
        "Reserve" => Posture::Reserve,
        "Garrison" => Posture::Garrison(station()?),
        "Picket" => Posture::Picket(station()?),
        "Patrol" => Posture::Patrol(Patrol {
            tiles: tiles(form, "tiles")?,
        }),
        "Explore" if form.get("tile").is_empty() => Posture::Explore(None),
        "Explore" => Posture::Explore(Some(Area {
            tile: tile(form, "tile")?,
            r: number(form, "r")?,
        })),
        "Attach" => match form.get("formation") {
            "" => return unreadable("formation", "form-choose"),
            name => Posture::Attach(Attach {
                formation: name.to_owned(),
            }),
        },
        _ => return unreadable("posture", "form-choose"),
    })
}

fn sanction(form: &Fields) -> Result<Sanction, Unreadable> {
    Ok(match form.get("sanction") {
        "Engage-Never" => Sanction::Engage(Engage::Never),
        "Engage-Winning" => Sanction::Engage(Engage::Winning(number(form, "n")?)),
        "Engage-Always" => Sanction::Engage(Engage::Always),
        "Seize-Never" => Sanction::Seize(SeizeSites::Never),
        "Seize-Undefended" => Sanction::Seize(SeizeSites::Undefended),
        "Pursue-Never" => Sanction::Pursue(Pursue::Never),
        "Pursue-Once" => Sanction::Pursue(Pursue::Once),
        "Retire-Never" => Sanction::Retire(Retire::Never),
        "Retire-Below" => Sanction::Retire(Retire::Below(number(form, "n")?)),
        _ => return unreadable("sanction", "form-choose"),
    })
}

/// A number; `#601` is read like `601`.
fn number<T: std::str::FromStr>(form: &Fields, field: &str) -> Result<T, Unreadable> {
    match form.get(field).trim_start_matches('#').parse() {
        Ok(number) => Ok(number),
        Err(_) => unreadable(field, "form-number"),
    }
}

fn tile(form: &Fields, field: &str) -> Result<Pos, Unreadable> {
    parse_tile(form.get(field)).map_or_else(|| unreadable(field, "form-tile"), Ok)
}

/// Tiles with spaces between them.
fn tiles(form: &Fields, field: &str) -> Result<Vec<Pos>, Unreadable> {
    let words = form.get(field).split([' ', ';', '\n']);
    let words = words.map(str::trim).filter(|word| !word.is_empty());
    match words.map(parse_tile).collect() {
        Some(tiles) => Ok(tiles),
        None => unreadable(field, "form-tiles"),
    }
}

fn parse_tile(text: &str) -> Option<Pos> {
    let (x, y) = text.split_once(',')?;
    Some(Pos::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// A part of an order that a form cannot show in fields and carries along.
fn kept<T: serde::de::DeserializeOwned>(
    form: &Fields,
    field: &str,
) -> Result<Option<T>, Unreadable> {
    match form.get(field) {
        "" => Ok(None),
        text => match json::read(text) {
            Ok(kept) => Ok(Some(kept)),
            Err(_) => unreadable(field, "form-choose"),
        },
    }
}
