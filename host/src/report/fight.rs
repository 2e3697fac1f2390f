//! A fight in sentences: who opened, what broke whom, and where it turned.
//!
//! In goes a fight as somebody is told of it, everybody by the place in the list
//! of those he knows of, with names already made. So nothing can be told here
//! that is not in it; the drill ground, which has no fog, uses the same words.

mod course;
mod drilled;
mod ticks;

pub use course::{Course, Turned};
pub use drilled::{Drilled, ending};
pub use ticks::{Tick, board, ticks};

use fieldpost_engine::engagement::{Deed, Entry};
use fieldpost_engine::event::{EngagementKind, EngagementResult};
use fieldpost_engine::ruleset::tactics::Act;

use super::words::sentence;
use crate::texts::Texts;

/// One who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// In full, as a list names it: `Karsk line infantry (#488)`.
    pub name: String,
    /// Within a story that has named it: `the line infantry`.
    pub short: String,
    /// A letter or two for a narrow place: `A1`.
    pub letter: String,
    /// On the side that began.
    pub attacking: bool,
}

/// A fight to be told.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// What kind of fight.
    pub kind: EngagementKind,
    /// How it ended.
    pub result: EngagementResult,
    /// Attackers first, the acting or front unit of each side first.
    pub people: &'a [Person],
    /// What was done.
    pub log: &'a [Entry<usize>],
}

/// The story behind the first sentence, which has said who fought whom and how
/// it ended: one to three sentences more.
#[must_use]
pub fn story(texts: Texts, told: &Told<'_>) -> Vec<String> {
    let course = Course::of(told);
    let mut lines = Vec::new();
    lines.extend(opening(texts, told));
    lines.extend(turn(texts, told, &course));
    if told.kind == EngagementKind::Bombardment
        && !told.log.is_empty()
        && !told.log.iter().any(|entry| is_blow_of(told, entry, false))
    {
        lines.push(texts.t("fight-unanswered"));
    }
    lines
}

fn is_blow_of(told: &Told<'_>, entry: &Entry<usize>, attacking: bool) -> bool {
    match entry.what {
        Deed::Lost { by, points, .. } => points > 0 && told.attacks(by) == attacking,
        _ => false,
    }
}

/// Who struck first, and what it met with.
fn opening(texts: Texts, told: &Told<'_>) -> Option<String> {
    let (place, first) = told
        .log
        .iter()
        .enumerate()
        .find(|(_, entry)| match entry.what {
            Deed::Phase { act, .. } => act.strikes(),
            Deed::Reacted { .. } => true,
            _ => false,
        })?;
    let (act, on) = match first.what {
        Deed::Phase { act, on, .. } | Deed::Reacted { act, on, .. } => (act, on),
        _ => return None,
    };
    // What met it came before the opener was at it again.
    let rest = told.log[place + 1..].iter();
    let met = rest
        .take_while(|entry| !(entry.who == first.who && begins(entry)))
        .find_map(|entry| match entry.what {
            Deed::Reacted { act, on, .. } if on == first.who => Some((entry.who, act)),
            _ => None,
        });
    let phrase = texts
        .say("fight-opened")
        .with("who", told.short(first.who))
        .with("blow", blow(texts, act))
        .with(
            "by",
            met.map_or_else(|| told.short(on), |(by, _)| told.short(by)),
        )
        .with("met", met.map_or("none", |(_, act)| act.name()));
    Some(sentence(phrase))
}

/// Whether an entry is the beginning of an action.
fn begins(entry: &Entry<usize>) -> bool {
    use fieldpost_engine::engagement::FightPhase::{Execution, Preparation};
    match entry.what {
        Deed::Phase {
            phase: Preparation, ..
        } => true,
        // One without a preparation.
        Deed::Phase {
            phase: Execution,
            act,
            ..
        } => act == Act::Close,
        _ => false,
    }
}

/// The turning point, and what broke whom.
fn turn(texts: Texts, told: &Told<'_>, course: &Course) -> Option<String> {
    let last = course.breaks.last();
    let phrase = match (&course.turned, last) {
        (_, None) if told.log.is_empty() => return None,
        (_, None) if told.kind != EngagementKind::Assault => return None,
        (_, None) => texts.say("fight-unbroken").with("ticks", course.last_tick),
        (turned, Some(last)) => {
            let (code, tick) = match turned {
                Turned::AtOnce => ("at-once", 0),
                Turned::Swung(tick) if *tick < last.tick => ("swung", *tick),
                Turned::Swung(_) | Turned::ByTheBreak => ("by-the-break", 0),
            };
            let both = course.breaks.len() > 1
                && course.breaks.iter().any(|one| told.attacks(one.who))
                && course.breaks.iter().any(|one| !told.attacks(one.who));
            texts
                .say("fight-broke")
                .with("turned", if both { "both" } else { code })
                .with("from", tick)
                .with("tick", last.tick)
                .with("whom", told.short(last.who))
                .with("by", told.short(last.by))
                .with("blow", blow(texts, last.act))
                .with("others", course.breaks.len() - 1)
        }
    };
    Some(sentence(phrase))
}

/// The code of what an action is called.
#[must_use]
pub fn act_code(act: Act) -> String {
    format!("act-{}", act.name().replace('_', "-"))
}

/// What somebody strikes with, as a thing.
fn blow(texts: Texts, act: Act) -> String {
    texts.t(&format!("blow-{}", act.name().replace('_', "-")))
}

impl Told<'_> {
    fn attacks(&self, who: usize) -> bool {
        self.people.get(who).is_some_and(|person| person.attacking)
    }

    fn short(&self, who: usize) -> String {
        let person = self.people.get(who);
        person.map_or_else(String::new, |person| person.short.clone())
    }

    fn name(&self, who: usize) -> String {
        let person = self.people.get(who);
        person.map_or_else(String::new, |person| person.name.clone())
    }
}

#[cfg(test)]
mod tests;
