//! Who takes part in a drill, what was done, and how it ended: nobody is hidden there.

use fieldpost_engine::engagement::drill::{Drill, Side};
use fieldpost_engine::engagement::{Combatant, Entry, Stage};
use fieldpost_engine::event::{EngagementKind, EngagementResult};
use fieldpost_engine::ids::Seq;

use super::{Person, Told};
use crate::report::names::class_name;
use crate::report::words::sentence;
use crate::texts::Texts;

/// A drill as far as it was fought, ready to be told.
#[derive(Debug)]
pub struct Drilled {
    kind: EngagementKind,
    result: EngagementResult,
    /// Who is who, in the order of the setup.
    order: Vec<Seq>,
    people: Vec<Person>,
    log: Vec<Entry<usize>>,
}

impl Drilled {
    /// Takes the stage for telling. One that has not ended is told as a stand-off.
    #[must_use]
    pub fn new(texts: Texts, drill: &Drill, stage: &Stage) -> Self {
        let order: Vec<Seq> = drill.setup().combatants().map(|one| one.seq).collect();
        let log = stage
            .log
            .iter()
            .map(|entry| entry.told(|seq| place(&order, seq)));
        let report = stage.report.as_ref();
        Self {
            kind: drill.file().kind,
            result: report.map_or(EngagementResult::StandOff, |report| report.result),
            log: log.collect(),
            people: everybody(texts, drill),
            order,
        }
    }

    /// What the prose and the timeline are made of.
    #[must_use]
    pub fn told(&self) -> Told<'_> {
        Told {
            kind: self.kind,
            result: self.result,
            people: &self.people,
            log: &self.log,
        }
    }

    /// Who bears the number, if anybody in this fight does.
    #[must_use]
    pub fn person(&self, seq: Seq) -> Option<&Person> {
        self.people.get(place(&self.order, seq))
    }

    /// The name of who bears the number.
    #[must_use]
    pub fn name(&self, seq: Seq) -> &str {
        self.person(seq).map_or("", |person| person.name.as_str())
    }
}

fn place(order: &[Seq], seq: Seq) -> usize {
    order.iter().position(|one| *one == seq).unwrap_or_default()
}

/// Everybody, in the order of the setup: attackers first, front units first.
fn everybody(texts: Texts, drill: &Drill) -> Vec<Person> {
    let (mut attackers, mut defenders) = (0, 0);
    let all: Vec<&Combatant> = drill.setup().combatants().collect();
    let person = |one: &&Combatant| {
        let attacking = drill.side(one.seq) == Side::Attackers;
        let (count, side) = if attacking {
            (&mut attackers, 'A')
        } else {
            (&mut defenders, 'D')
        };
        *count += 1;
        let letter = format!("{side}{count}");
        let class = class_name(texts, &drill.ruleset().class(one.class).name);
        let own = drill.unit(one.seq).map_or("", |unit| unit.name.as_str());
        let twice = all.iter().any(|other| {
            other.class == one.class && (drill.side(other.seq) == Side::Attackers) != attacking
        });
        let code = match (twice, attacking) {
            (false, _) => "short-unit",
            (true, true) => "short-attacking",
            (true, false) => "short-defending",
        };
        let (name, short) = if own.is_empty() {
            let short = texts.say(code).with("class", class.as_str()).to_string();
            (class, short)
        } else {
            (own.to_owned(), own.to_owned())
        };
        let name = texts
            .say("drill-unit")
            .with("name", name)
            .with("letter", letter.as_str())
            .to_string();
        Person {
            name,
            short,
            letter,
            attacking,
        }
    };
    all.iter().map(person).collect()
}

/// How it ended, in a sentence.
#[must_use]
pub fn ending(texts: Texts, told: &Told<'_>) -> String {
    let first = |attacking: bool| {
        let person = told.people.iter().find(|one| one.attacking == attacking);
        person.map_or("", |person| person.short.as_str())
    };
    let kind = match told.kind {
        EngagementKind::Assault => "assault",
        EngagementKind::Bombardment => "bombardment",
        EngagementKind::Reaction => "reaction",
    };
    let result = match told.result {
        EngagementResult::AttackerWon => "won",
        EngagementResult::DefenderWon => "lost",
        EngagementResult::StandOff => "even",
    };
    let phrase = texts
        .say("drill-ended")
        .with("attacker", first(true))
        .with("defender", first(false))
        .with("kind", kind)
        .with("result", result);
    sentence(phrase)
}
