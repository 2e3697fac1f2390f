//! Fights set up by hand, for tests of the engagement.

use fieldpost_engine::engagement::{Combatant, Report, Role, Setup, fight};
use fieldpost_engine::event::EngagementKind;
use fieldpost_engine::ids::Seq;
use fieldpost_engine::rng::Stream;
use fieldpost_engine::ruleset::Ruleset;
use fieldpost_engine::stance::Stance;

pub(crate) fn ruleset() -> Ruleset {
    Ruleset::shipped("standard/1").expect("the standard ruleset")
}

/// A fresh unit of a class in a Stance, in the open.
pub(crate) fn unit(ruleset: &Ruleset, seq: u32, class: &str, stance: Stance) -> Combatant {
    let id = ruleset.find(class).expect("a class");
    Combatant {
        seq: Seq(seq),
        class: id,
        role: Role::Full,
        neutral: false,
        strength: 100,
        veterancy: 0,
        initiative: ruleset.class(id).base + stance.initiative(),
        unseen: false,
        stance,
        entrenchment: 0,
        disrupted: false,
        supplied: true,
        lost_before: 0,
        on_crossing: false,
        terrain: 1000,
        works: 1000,
    }
}

pub(crate) fn assault(attacker: Combatant, defender: Combatant) -> Setup {
    Setup {
        kind: EngagementKind::Assault,
        distance: 2,
        can_close: true,
        attackers: vec![attacker],
        defenders: vec![defender],
    }
}

/// By a unit of fire range 2, two tiles away.
pub(crate) fn bombardment(attacker: Combatant, defender: Combatant) -> Setup {
    Setup {
        kind: EngagementKind::Bombardment,
        distance: 4,
        can_close: false,
        ..assault(attacker, defender)
    }
}

/// A reaction at tile distance 1.
pub(crate) fn reaction(reactor: Combatant, mut mover: Combatant) -> Setup {
    mover.role = Role::Mover;
    Setup {
        kind: EngagementKind::Reaction,
        ..assault(reactor, mover)
    }
}

pub(crate) fn run(ruleset: &Ruleset, setup: &Setup, seed: u32) -> Report {
    let mut stream = Stream::of_engagement(&[9; 32], seed, Seq(1), 0);
    fight(ruleset, setup, &mut stream, false).expect("a fight")
}
