//! A fight tick by tick, a sentence a deed: for the command line, the drill
//! ground, and whoever cannot see the timeline.

use fieldpost_engine::engagement::{Deed, Entry, FightPhase, Standing};

use super::{Person, Told, act_code};
use crate::report::words::sentence;
use crate::texts::Texts;

/// What was done on one tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Ticks count from 1.
    pub tick: u32,
    /// A sentence each, in order.
    pub deeds: Vec<String>,
}

/// A log in words; ticks without a deed are left out.
#[must_use]
pub fn ticks(texts: Texts, told: &Told<'_>) -> Vec<Tick> {
    let mut all: Vec<Tick> = Vec::new();
    for entry in told.log {
        let Some(deed) = deed(texts, told, entry) else {
            continue;
        };
        match all.last_mut() {
            Some(last) if last.tick == entry.tick => last.deeds.push(deed),
            _ => all.push(Tick {
                tick: entry.tick,
                deeds: vec![deed],
            }),
        }
    }
    all
}

fn deed(texts: Texts, told: &Told<'_>, entry: &Entry<usize>) -> Option<String> {
    let say = |code: &'static str| texts.say(code).with("who", told.name(entry.who));
    let act = |act: fieldpost_engine::ruleset::tactics::Act| texts.t(&act_code(act));
    let phrase = match entry.what {
        Deed::Phase {
            act: what,
            phase,
            on,
            ..
        } => {
            let code = match phase {
                FightPhase::Preparation => "tick-prepares",
                FightPhase::Execution => "tick-executes",
                FightPhase::Recovery => "tick-recovers",
                FightPhase::Idle => return None,
            };
            say(code).with("act", act(what)).with("on", told.name(on))
        }
        Deed::Reacted { act: what, on, .. } => say("tick-reacts")
            .with("act", act(what))
            .with("on", told.name(on)),
        Deed::Moved { from, to } => say("tick-moves").with("from", from).with("to", to),
        Deed::Lost {
            points,
            by,
            act: what,
        } => say("tick-loses")
            .with("points", points)
            .with("by", told.name(by))
            .with("act", act(what)),
        Deed::Missed { act: what, on } => say("tick-misses")
            .with("act", act(what))
            .with("on", told.name(on)),
        Deed::Cancelled { act: what } => say("tick-cancels").with("act", act(what)),
        Deed::Broke { by } => say("tick-breaks").with("by", told.name(by)),
    };
    Some(sentence(phrase))
}

/// How one combatant stands, in a line.
#[must_use]
pub fn board(texts: Texts, person: &Person, standing: &Standing) -> String {
    let (act, phase) = match standing.doing {
        _ if standing.broken => (String::new(), "broken"),
        None => (String::new(), "idle"),
        Some((act, phase)) => (
            texts.t(&act_code(act)),
            match phase {
                FightPhase::Preparation => "preparation",
                FightPhase::Execution => "execution",
                FightPhase::Recovery => "recovery",
                FightPhase::Idle => "idle",
            },
        ),
    };
    let phrase = texts
        .say("tick-stands")
        .with("who", person.name.as_str())
        .with("strength", standing.strength)
        .with("lost", standing.lost)
        .with("place", standing.place)
        .with("initiative", standing.initiative)
        .with("act", act)
        .with("phase", phase);
    sentence(phrase)
}
