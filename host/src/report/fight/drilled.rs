//! Who takes part in a drill, and how it ended: nobody is hidden there.

use fieldpost_engine::engagement::Combatant;
use fieldpost_engine::engagement::drill::{Drill, Side};
use fieldpost_engine::event::{EngagementKind, EngagementResult};

use super::{Person, Told};
use crate::report::names::class_name;
use crate::report::words::sentence;
use crate::texts::Texts;

/// Everybody, in the order of the setup: attackers first, front units first.
#[must_use]
pub fn drilled(texts: Texts, drill: &Drill) -> Vec<Person> {
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
