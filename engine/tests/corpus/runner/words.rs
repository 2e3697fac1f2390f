//! Events and attention events as the lines that a case writes them in, with
//! numbers for units and sites (`#7`). Nothing is left out here; a case leaves
//! out what it does not care for.

use fieldpost_engine::event::{Attention, Event, Loss, LossWord, Outcome};
use fieldpost_engine::ids::{Owner, Seq};

/// A word of an enum, as its wire form has it.
pub(crate) fn word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

pub(crate) fn owner(owner: Owner, seats: &[String]) -> String {
    owner.map_or_else(
        || "Neutral".to_owned(),
        |seat| seats[usize::from(seat.0)].clone(),
    )
}

fn someone(unit: Option<Seq>) -> String {
    unit.map_or_else(|| "unknown".to_owned(), |unit| unit.to_string())
}

fn loss(loss: Loss) -> String {
    match loss {
        Loss::Points(points) => points.to_string(),
        Loss::Words(LossWord::Light) => "light".into(),
        Loss::Words(LossWord::Heavy) => "heavy".into(),
        Loss::Words(LossWord::Shattered) => "shattered".into(),
    }
}

/// What happened, and behind a colon its details, parted by commas.
pub(crate) fn event(event: &Event, seats: &[String]) -> String {
    match event {
        Event::Moved { unit, from, to } => format!("{unit} moves {from} to {to}"),
        Event::Halted { unit, at, why } => format!("{unit} halts at {at}: {why:?}"),
        Event::Reaction { unit, on, at } => {
            format!("{} reacts on {} at {at}", someone(*unit), someone(*on))
        }
        Event::Engagement {
            kind,
            attacker,
            defender,
            at,
            result,
            losses,
        } => format!(
            "{kind:?} by {} on {} at {at}: {result:?}, losses {} and {}",
            someone(*attacker),
            someone(*defender),
            loss(losses.0),
            loss(losses.1)
        ),
        Event::Retreated { unit, from, to } => format!("{unit} retreats {from} to {to}"),
        Event::Destroyed { unit, at } => format!("{unit} destroyed at {at}"),
        Event::UnitCaptured { unit, by } => format!("{unit} captured by {}", owner(*by, seats)),
        Event::SiteCaptured { site, by, at } => {
            format!("site {site} captured by {} at {at}", owner(*by, seats))
        }
        Event::Boarded { unit, carrier, at } => {
            format!("{unit} boards {} at {at}", someone(*carrier))
        }
        Event::Landed { unit, carrier, at } => {
            format!("{unit} lands from {} at {at}", someone(*carrier))
        }
        Event::Appeared {
            unit,
            at,
            class,
            owner: whose,
            band,
        } => {
            format!(
                "{unit} appears at {at}: {class} of {}, {band:?}",
                owner(*whose, seats)
            )
        }
        Event::Vanished { unit, at } => format!("{unit} vanishes at {at}"),
        Event::TerrainChanged { at, work } => {
            format!("{} built at {at}", word(work).to_lowercase())
        }
    }
}

/// An entry of a dispatch.
pub(crate) fn attention(attention: &Attention) -> String {
    let at = |what: &str, who: &Seq, at| format!("{what} {who} at {at}");
    match attention {
        Attention::UnitLost { unit, at: tile } => at("UnitLost", unit, tile),
        Attention::UnitEngaged { unit, at: tile } => at("UnitEngaged", unit, tile),
        Attention::ReactionFired { unit, at: tile } => at("ReactionFired", unit, tile),
        Attention::Halted {
            unit,
            at: tile,
            why,
        } => {
            format!("{}: {why:?}", at("Halted", unit, tile))
        }
        Attention::Threatened { unit, by, at: tile } => {
            format!("{}: by {by}", at("Threatened", unit, tile))
        }
        Attention::TaskDone { unit, at: tile } => at("TaskDone", unit, tile),
        Attention::Impossible { unit, at: tile } => at("Impossible", unit, tile),
        Attention::Fallback {
            unit,
            at: tile,
            why,
        } => format!("{}: {}", at("Fallback", unit, tile), word(why)),
        Attention::EnemySighted { unit, at: tile } => at("EnemySighted", unit, tile),
        Attention::SiteLost { site, at: tile } => at("SiteLost", site, tile),
        Attention::SiteTaken { site, at: tile } => at("SiteTaken", site, tile),
        Attention::Built { entity, at: tile } => at("Built", entity, tile),
        Attention::OutOfSupply { unit, at: tile } => at("OutOfSupply", unit, tile),
        Attention::Unpaid { unit, at: tile } => at("Unpaid", unit, tile),
        Attention::Idle { unit, at: tile } => at("Idle", unit, tile),
        Attention::CommanderLost {
            formation,
            unit,
            at: tile,
        } => {
            format!("{}: {formation}", at("CommanderLost", unit, tile))
        }
    }
}

/// `none`, `drawn`, or `won by Red and Blue, last_standing`.
pub(crate) fn outcome(outcome: Option<&Outcome>, seats: &[String]) -> String {
    match outcome {
        None => "none".into(),
        Some(Outcome::Drawn) => "drawn".into(),
        Some(Outcome::Won { by, how }) => {
            let names: Vec<String> = by.iter().map(|seat| owner(Some(*seat), seats)).collect();
            let how = serde_json::to_value(how).unwrap_or_default();
            format!(
                "won by {} through {}",
                names.join(" and "),
                how.as_str().unwrap_or("?")
            )
        }
    }
}

/// Whether a line that was written agrees with one that came: word for word,
/// `*` for any word; details behind the colon may be left out from the end.
pub(crate) fn agrees(written: &str, came: &str) -> bool {
    let (head, details) = cut(written);
    let (came_head, came_details) = cut(came);
    same(head, came_head)
        && details.len() <= came_details.len()
        && details
            .iter()
            .zip(came_details)
            .all(|(one, other)| same(one, other))
}

fn cut(line: &str) -> (&str, Vec<&str>) {
    match line.split_once(": ") {
        Some((head, details)) => (head, details.split(", ").collect()),
        None => (line, Vec::new()),
    }
}

fn same(written: &str, came: &str) -> bool {
    let (written, came): (Vec<_>, Vec<_>) = (
        written.split_whitespace().collect(),
        came.split_whitespace().collect(),
    );
    written.len() == came.len()
        && written
            .iter()
            .zip(came)
            .all(|(one, other)| *one == "*" || *one == other)
}
