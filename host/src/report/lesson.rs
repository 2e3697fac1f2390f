//! What a scenario that teaches says in each of its turns. The texts are the
//! catalogue's, by the scenario's id and the turn; a scenario without any has no
//! lessons, and this module knows none by name.

use fieldpost_engine::scenario::{Scenario, shipped_id};

use crate::texts::Texts;

/// One turn's lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub title: String,
    pub text: String,
    /// The order lines that it speaks of.
    pub orders: Vec<String>,
}

/// The lesson of a turn, where the game's scenario has one.
#[must_use]
pub fn lesson(texts: Texts, scenario: &Scenario, turn: u32) -> Option<Lesson> {
    let id = shipped_id(&scenario.name)?;
    let code = format!("lesson-{id}-{turn}");
    let title = format!("{code}-title");
    if !(texts.has(&code) && texts.has(&title)) {
        return None;
    }
    let orders = format!("{code}-orders");
    let orders = if texts.has(&orders) {
        texts.t(&orders)
    } else {
        String::new()
    };
    let lines = orders.lines().map(str::trim);
    Some(Lesson {
        title: texts.t(&title),
        text: texts.t(&code),
        orders: lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}
