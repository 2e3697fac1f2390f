//! A fight by tick as a picture: a lane for each who takes part, an outline for
//! preparation, solid for execution, hatched for recovery, a letter for what it
//! is, numbers for losses. Nothing hangs on colour.
//!
//! Only geometry is made here, for an SVG template; who may see the fight has
//! been decided before.

use fieldpost_engine::engagement::{Deed, Entry, FightPhase};
use fieldpost_engine::ruleset::tactics::Act;

use crate::report::fight::{Person, act_code};
use crate::texts::Texts;

/// Width of a tick, and of the column of letters before the first.
const TICK: u32 = 20;
const MARGIN: u32 = 34;
/// Height of the axis, of a lane, and of the bands within it.
const AXIS: u32 = 18;
const LANE: u32 = 56;
const BAND: u32 = 17;

/// A drawn fight.
#[derive(Debug)]
pub struct Timeline {
    /// Distinguishes it from others on the same page.
    pub id: String,
    pub width: u32,
    pub height: u32,
    /// Where the lanes begin and end, for the lines of the axis.
    pub top: u32,
    pub bottom: u32,
    pub axis: Vec<Mark>,
    pub lanes: Vec<Lane>,
    /// What the letters stand for, those that occur.
    pub legend: Vec<Meaning>,
}

/// A text at a place.
#[derive(Debug, PartialEq, Eq)]
pub struct Mark {
    pub x: u32,
    pub y: u32,
    pub text: String,
}

/// What one does and suffers.
#[derive(Debug)]
pub struct Lane {
    pub letter: String,
    pub name: String,
    pub y: u32,
    pub is_attacker: bool,
    pub bars: Vec<Bar>,
    pub losses: Vec<Mark>,
    /// Where it broke.
    pub broke: Option<Mark>,
}

/// A phase of an action or reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
    /// `preparation`, `execution` or `recovery`.
    pub phase: &'static str,
    /// Where the letter stands, and the letter; empty in all but one phase.
    pub letter: &'static str,
    pub letter_x: u32,
    pub letter_y: u32,
    /// For whoever points at it.
    pub title: String,
}

/// A letter and what it stands for.
#[derive(Debug, PartialEq, Eq)]
pub struct Meaning {
    pub letter: &'static str,
    pub text: String,
}

/// Draws a log. `last` is the last tick to be shown.
#[must_use]
pub fn draw(
    texts: Texts,
    id: &str,
    people: &[Person],
    log: &[Entry<usize>],
    last: u32,
) -> Timeline {
    let last = last.max(1);
    let bottom = AXIS + LANE * u32::try_from(people.len()).unwrap_or(1);
    let lanes = (0..).zip(people).zip((0..).map(|lane| AXIS + lane * LANE));
    let lanes = lanes.map(|((who, person), y)| Lane {
        letter: person.letter.clone(),
        name: person.name.clone(),
        y,
        is_attacker: person.attacking,
        bars: bars(texts, log, who, y, last),
        losses: losses(log, who, y),
        broke: log.iter().find_map(|entry| match entry.what {
            Deed::Broke { .. } if entry.who == who => Some(Mark {
                x: at(entry.tick) + TICK / 2,
                y: y + 2 + BAND / 2,
                text: String::new(),
            }),
            _ => None,
        }),
    });
    Timeline {
        id: id.to_owned(),
        width: at(last + 1) + 10,
        height: bottom + 4,
        top: AXIS,
        bottom,
        axis: axis(last),
        lanes: lanes.collect(),
        legend: legend(texts, log),
    }
}

/// Where a tick begins.
fn at(tick: u32) -> u32 {
    MARGIN + tick.saturating_sub(1) * TICK
}

fn axis(last: u32) -> Vec<Mark> {
    let wanted = (1..=last).filter(|tick| *tick == 1 || tick % 5 == 0);
    let mark = |tick: u32| Mark {
        x: at(tick) + TICK / 2,
        y: AXIS - 6,
        text: tick.to_string(),
    };
    wanted.map(mark).collect()
}

fn losses(log: &[Entry<usize>], who: usize, y: u32) -> Vec<Mark> {
    // What was lost on one tick is one number.
    let mut sums: Vec<(u32, u32)> = Vec::new();
    for entry in log.iter().filter(|entry| entry.who == who) {
        if let Deed::Lost { points, .. } = entry.what {
            match sums.last_mut() {
                Some((tick, sum)) if *tick == entry.tick => *sum += points,
                _ => sums.push((entry.tick, points)),
            }
        }
    }
    let shown = sums.into_iter().filter(|(_, points)| *points > 0);
    let mark = |(tick, points): (u32, u32)| Mark {
        x: at(tick) + TICK / 2,
        y: y + LANE - 6,
        text: format!("−{points}"),
    };
    shown.map(mark).collect()
}

/// An action's or a reaction's phase in ticks, before it is laid out.
struct Span {
    act: Act,
    phase: FightPhase,
    from: u32,
    to: u32,
}

/// What somebody was about: actions above, reactions below.
fn bars(texts: Texts, log: &[Entry<usize>], who: usize, y: u32, last: u32) -> Vec<Bar> {
    let own: Vec<&Entry<usize>> = log.iter().filter(|entry| entry.who == who).collect();
    let end = own
        .iter()
        .find(|entry| matches!(entry.what, Deed::Broke { .. }))
        .map_or(last, |entry| entry.tick);
    let reactions = reactions(&own);
    let mut all = Vec::new();
    let bands = [
        (actions(&own, &reactions), y + 2),
        (reactions, y + 4 + BAND),
    ];
    for (spans, top) in bands {
        let cut = spans.into_iter().filter(|span| span.from <= end);
        all.extend(cut.map(|span| bar(texts, &span, end, top)));
    }
    all
}

fn reactions(own: &[&Entry<usize>]) -> Vec<Span> {
    let mut spans = Vec::new();
    for entry in own {
        if let Deed::Reacted { act, ticks, .. } = entry.what {
            let mut from = entry.tick;
            let phases = [
                FightPhase::Preparation,
                FightPhase::Execution,
                FightPhase::Recovery,
            ];
            for (phase, ticks) in phases.into_iter().zip(ticks) {
                if ticks > 0 {
                    let to = from + ticks;
                    spans.push(Span {
                        act,
                        phase,
                        from,
                        to,
                    });
                    from = to;
                }
            }
        }
    }
    spans
}

fn actions(own: &[&Entry<usize>], reactions: &[Span]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for entry in own {
        let cut = match entry.what {
            Deed::Phase { .. } => entry.tick,
            Deed::Cancelled { .. } => entry.tick + 1,
            _ => u32::MAX,
        };
        if let Some(open) = spans.last_mut() {
            open.to = open.to.min(cut.max(open.from + 1));
        }
        if let Deed::Phase {
            act, phase, ticks, ..
        } = entry.what
        {
            let from = entry.tick;
            // A reaction in between holds it up by as long as it takes.
            let mut to = from + ticks;
            for held in reactions {
                if phase != FightPhase::Execution && (from..to).contains(&held.from) {
                    to += held.to - held.from;
                }
            }
            spans.push(Span {
                act,
                phase,
                from,
                to,
            });
        }
    }
    spans
}

fn bar(texts: Texts, span: &Span, end: u32, top: u32) -> Bar {
    let to = span.to.min(end + 1).max(span.from + 1);
    let (x, width) = (at(span.from), (to - span.from) * TICK);
    let (phase, letter) = match span.phase {
        FightPhase::Execution => ("execution", letter(span.act)),
        FightPhase::Preparation => ("preparation", ""),
        FightPhase::Recovery | FightPhase::Idle => ("recovery", ""),
    };
    let act = texts.t(&act_code(span.act));
    let title = texts
        .say("timeline-bar")
        .with("act", act)
        .with("phase", phase)
        .with("from", span.from)
        .with("to", to - 1)
        .to_string();
    Bar {
        x: x + 1,
        y: top,
        width: width - 2,
        height: BAND,
        phase,
        letter,
        letter_x: x + width / 2,
        letter_y: top + BAND - 4,
        title,
    }
}

/// What stands for an action in a narrow place.
#[must_use]
pub fn letter(act: Act) -> &'static str {
    match act {
        Act::Volley => "V",
        Act::Skirmish => "S",
        Act::Bombard => "B",
        Act::Canister => "C",
        Act::Charge => "H",
        Act::Melee => "M",
        Act::Close => "→",
        Act::FallBack => "←",
        Act::Brace => "b",
        Act::SnapFire => "f",
        Act::Spoil => "s",
        Act::Riposte => "r",
        Act::PartingShot => "p",
    }
}

fn legend(texts: Texts, log: &[Entry<usize>]) -> Vec<Meaning> {
    let occurs = |wanted: Act| {
        log.iter().any(|entry| match entry.what {
            Deed::Phase { act, .. } | Deed::Reacted { act, .. } => act == wanted,
            _ => false,
        })
    };
    let meaning = |act: Act| Meaning {
        letter: letter(act),
        text: texts.t(&act_code(act)),
    };
    let acts = Act::ALL.into_iter().filter(|act| occurs(*act));
    acts.map(meaning).collect()
}

#[cfg(test)]
mod tests;
