//! The tick doctrine's questions, each worked out by hand. Every draw is fixed
//! (no jitter, even luck, even rolls), so that a tick can be told from the tables
//! alone; what was asked for is kept, so that the order of draws can be told too.
//!
//! With initiative 40 a cycle is one tick shorter before and after its execution
//! (EN-070: 40 / 32 = 1): a volley of 2-1-3 runs 1-1-2, a melee of 1-1-2 runs
//! 0-1-1. Line infantry of speed 8 gets a token every second tick, the first on
//! tick 2 (16 / 8), and one that is held is not given again.

use fieldpost_engine::engagement::{
    Choice, Combatant, Deed, Ended, Entry, FightPhase, Setup, fight_with,
};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::ruleset::tactics::Act;
use fieldpost_engine::stance::Stance;

#[path = "support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;
#[path = "support/even.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod even;

use drill::{assault, unit};
use even::{Even, Wish, by_profile, by_wish, line, losses, phases, reactions, ruleset};

#[test]
fn td_020_a_cycle_is_preparation_execution_recovery() {
    // Token on tick 2; 1-1-2: preparation 2, execution 3, recovery 4 and 5; the
    // next token has come on tick 4 and is spent on tick 6.
    let rules = ruleset();
    let (report, _) = by_profile(&rules, &assault(line(&rules, 1), line(&rules, 2)));
    use FightPhase::{Execution, Preparation, Recovery};
    let expected = [
        (2, Preparation),
        (3, Execution),
        (4, Recovery),
        (6, Preparation),
        (7, Execution),
    ];
    assert_eq!(phases(&report, 1, Act::Volley)[..5], expected);
}

#[test]
fn td_010_the_earlier_in_initiative_takes_effect_first_in_a_tick() {
    // Both volley on tick 3; 1 has the same initiative and drill, and the lower
    // number: its fire falls first, and 2 answers from 94: 5.64 → 6.
    let rules = ruleset();
    let (report, _) = by_profile(&rules, &assault(line(&rules, 1), line(&rules, 2)));
    let tick_3: Vec<Seq> = report
        .log
        .iter()
        .filter(|entry| entry.tick == 3 && matches!(entry.what, Deed::Lost { .. }))
        .map(|entry| entry.who)
        .collect();
    assert_eq!(tick_3, [Seq(2), Seq(1)]);
}

#[test]
fn td_040_ties_go_to_drill_veterancy_seats_coin_number() {
    // Guards against guards made equal but for one thing each: the first to fire
    // is the one that has it.
    let rules = ruleset();
    let first_to_fire = |setup: &Setup| {
        let (report, _) = by_profile(&rules, setup);
        let lost = |entry: &&Entry| matches!(entry.what, Deed::Lost { .. });
        let first = report.log.iter().find(lost).expect("a loss");
        let Deed::Lost { by, .. } = first.what else {
            panic!("a loss")
        };
        by
    };
    let mut setup = assault(line(&rules, 1), line(&rules, 2));
    assert_eq!(first_to_fire(&setup), Seq(1), "the lower number");
    setup.attackers[0].neutral = true;
    assert_eq!(
        first_to_fire(&setup),
        Seq(2),
        "a seat's unit over a neutral one"
    );
    setup.attackers[0].veterancy = 1;
    assert_eq!(first_to_fire(&setup), Seq(1), "veterancy over that");
    let mut drilled = unit(&rules, 2, "guard_infantry", Stance::Advance);
    drilled.initiative = 40;
    let setup = Setup {
        defenders: vec![drilled],
        ..setup
    };
    assert_eq!(
        first_to_fire(&setup),
        Seq(2),
        "drill 9 over drill 6 and veterancy"
    );
}

#[test]
fn td_060_initiative_shortens_preparation_and_recovery_and_never_execution() {
    // 64 / 32 = 2 ticks off: a volley of 2-1-3 runs 0-1-1. Preparation is nothing
    // and flows into execution on the tick of the token, tick 2.
    let rules = ruleset();
    let mut quick = line(&rules, 1);
    quick.initiative = 64;
    let (report, _) = by_profile(&rules, &assault(quick, line(&rules, 2)));
    use FightPhase::{Execution, Recovery};
    assert_eq!(
        phases(&report, 1, Act::Volley)[..3],
        [(2, Execution), (3, Recovery), (4, Execution)]
    );
}

#[test]
fn td_070_no_reaction_in_ones_own_execution() {
    // Horse at 60 (60 / 32 = 1): charge 2-2-4 runs 1-2-3. Speed 12: due at 16 / 12
    // = 1⅓, so the token comes on tick 2: preparation 2, execution 3 and 4. It
    // arrives on tick 4. A line that is executing its own volley on tick 3 cannot
    // brace against the charge's first tick of execution on that tick, if it acts
    // before the horse: here the line has initiative 70, and its volley (70 / 32 =
    // 2, 0-1-1) is in execution on 2 and 4, in recovery on 3: it braces on 3.
    let rules = ruleset();
    let horse = unit(&rules, 1, "light_horse", Stance::Advance);
    let mut steady = line(&rules, 2);
    steady.initiative = 70;
    let (report, _) = by_profile(&rules, &assault(horse.clone(), steady.clone()));
    assert_eq!(reactions(&report, 2).first(), Some(&(3, Act::Brace)));
    // At 40 the line's volley is prepared on 2 and executed on 3. The horse, at 60
    // before it in the order, begins to execute on 3 too: that the line has not
    // had its step yet does not matter, for phases change between ticks (TD-050).
    // It is in execution and cannot brace; on 4, recovering, it fires at what
    // enters.
    let slow = line(&rules, 2);
    let (report, _) = by_profile(&rules, &assault(horse.clone(), slow));
    assert_eq!(reactions(&report, 2).first(), Some(&(4, Act::SnapFire)));
    // Executing when the cue comes: a charge of the other side against it on the
    // tick of its own execution goes unanswered. Two charges at once: both execute
    // on 3 and 4, neither reacts to the other before its recovery on 5.
    let (report, _) = by_profile(
        &rules,
        &assault(
            horse.clone(),
            Combatant {
                seq: Seq(2),
                ..horse
            },
        ),
    );
    assert!(
        reactions(&report, 1)
            .iter()
            .chain(&reactions(&report, 2))
            .all(|(tick, _)| *tick > 4)
    );
}

#[test]
fn td_080_a_brace_halves_the_shock_of_a_charge() {
    // A line of initiative 70 volleys on tick 2 (6 × 100 × 100 over 85 × 100 =
    // 7.06 → 7: the horse has 93), recovers on 3, and braces on 3 at the charge's
    // first tick of execution; on 4 it is in the brace's recovery and does not fire
    // at what enters. The charge falls on 4: shock 6 × 93 × A × 100 over 100 × 1000
    // × 100, A = 1300, on foot in Advance 1200 → 1560, braced 500 → 780: 4.35 → 4.
    // Unbraced it would be 8.70 → 9.
    let rules = ruleset();
    let horse = unit(&rules, 1, "light_horse", Stance::Advance);
    let mut steady = line(&rules, 2);
    steady.initiative = 70;
    let (report, _) = by_profile(&rules, &assault(horse, steady));
    assert_eq!(losses(&report, 1).first(), Some(&(2, 7, Act::Volley)));
    assert_eq!(losses(&report, 2).first(), Some(&(4, 4, Act::Charge)));
}

#[test]
fn td_110_a_paused_action_resumes_when_the_reaction_has_recovered() {
    // A line of initiative 30 is shortened by nothing: its volley is prepared on 2
    // and 3 and executed on 4. On 3 the other, before it in the order, closes to 1:
    // snap fire 0-1-4, executed on 3 and recovering on 4 to 7. The volley's second
    // tick of preparation comes on 8, its execution on 9.
    let rules = ruleset();
    let mut slow = line(&rules, 2);
    slow.initiative = 30;
    let report = by_wish(&rules, &assault(line(&rules, 1), slow), 1, &|question| {
        if question.tick == 3 && question.options.contains(&Act::Close) {
            Choice::Do(Act::Close)
        } else {
            Choice::Wait
        }
    });
    assert_eq!(reactions(&report, 2), [(3, Act::SnapFire)]);
    use FightPhase::{Execution, Preparation};
    assert_eq!(
        phases(&report, 2, Act::Volley)[..2],
        [(2, Preparation), (9, Execution)]
    );
}

#[test]
fn td_030_leaving_is_answered_at_the_old_place() {
    // 1 falls back from 2 to 3: leaving. 2 fires its parting shot at distance 2,
    // the old place, although 3 is beyond the row's reach.
    let rules = ruleset();
    let setup = assault(line(&rules, 1), line(&rules, 2));
    let report = by_wish(&rules, &setup, 1, &|_| Choice::Do(Act::FallBack));
    // Fall back 1-1-2 runs 0-1-1: execution on tick 2, before 2 acts.
    assert_eq!(reactions(&report, 2).first(), Some(&(2, Act::PartingShot)));
    let moved = report
        .log
        .iter()
        .position(|e| matches!(e.what, Deed::Moved { .. }));
    let shot = report
        .log
        .iter()
        .position(|e| matches!(e.what, Deed::Lost { .. }));
    assert!(shot < moved, "the shot falls before the step is made");
}

#[test]
fn td_090_entering_is_answered_at_the_new_place_before_its_effect() {
    // 1 closes from 2 to 1: entering. 2 fires as it comes.
    let rules = ruleset();
    let setup = assault(line(&rules, 1), line(&rules, 2));
    let report = by_wish(&rules, &setup, 1, &|q| {
        if q.options.contains(&Act::Close) {
            Choice::Do(Act::Close)
        } else {
            Choice::Wait
        }
    });
    assert_eq!(reactions(&report, 2).first(), Some(&(2, Act::SnapFire)));
}

#[test]
fn td_100_a_reaction_spent_leaves_an_opening() {
    // Snap fire is 0-1-4, at 40 shortened to 0-1-3: fired on tick 2, recovering on
    // 3 to 5. What is done to 2 on those ticks goes unanswered (EN-055): the clash
    // that 1 begins when its next token allows, on tick 4 (close on 2, recovery
    // 3): a melee 0-1-1, against which 2 does not brace.
    let rules = ruleset();
    let setup = assault(line(&rules, 1), line(&rules, 2));
    let report = by_wish(&rules, &setup, 1, &|q| {
        let act = [Act::Melee, Act::Close]
            .into_iter()
            .find(|act| q.options.contains(act));
        act.map_or(Choice::Wait, Choice::Do)
    });
    assert_eq!(
        phases(&report, 1, Act::Melee)
            .first()
            .map(|(tick, _)| *tick),
        Some(4)
    );
    assert!(
        reactions(&report, 2)
            .iter()
            .all(|(tick, _)| *tick == 2 || *tick > 5)
    );
}

#[test]
fn td_010_of_several_reactions_the_best_by_profile_is_used() {
    // A melee that recovers next to a line: riposte is what the cue allows, once.
    // A brace and a riposte never come from one cue, but a line that could spoil
    // or snap-fire at a charge's preparation has only the spoil: rank decides
    // among what is open. A veteran line spoils light horse's preparation on 2.
    let rules = ruleset();
    let horse = unit(&rules, 1, "light_horse", Stance::Advance);
    let mut veteran = line(&rules, 2);
    veteran.veterancy = 1;
    let (report, _) = by_profile(&rules, &assault(horse, veteran));
    assert_eq!(reactions(&report, 2).first(), Some(&(2, Act::Spoil)));
    // 6 × 100 × 400 × 1050 / 1000 … = 252 → 2.52 of guard 85: 2.96 → 3: it costs
    // something, so the charge is off.
    let off = report
        .log
        .iter()
        .find(|entry| entry.who == Seq(1) && entry.what == Deed::Cancelled { act: Act::Charge });
    assert_eq!(off.map(|entry| entry.tick), Some(2));
}

#[test]
fn td_080_only_who_can_read_a_preparation_spoils_it() {
    // The same without veterancy: nobody spoils anything.
    let rules = ruleset();
    let horse = unit(&rules, 1, "light_horse", Stance::Advance);
    let (report, _) = by_profile(&rules, &assault(horse, line(&rules, 2)));
    assert!(
        reactions(&report, 2)
            .iter()
            .all(|(_, act)| *act != Act::Spoil)
    );
}

#[test]
fn td_120_a_reaction_triggers_no_reaction() {
    // Every reaction in a long fight answers an action's cue: on the tick of each,
    // the one reacted to has entered a phase or moved.
    let rules = ruleset();
    let horse = unit(&rules, 1, "heavy_horse", Stance::Advance);
    let (report, _) = by_profile(&rules, &assault(horse, line(&rules, 2)));
    for (index, entry) in report.log.iter().enumerate() {
        let Deed::Reacted { on, .. } = entry.what else {
            continue;
        };
        let cue = report.log[..index].iter().any(|earlier| {
            earlier.tick == entry.tick
                && earlier.who == on
                && matches!(earlier.what, Deed::Phase { .. } | Deed::Moved { .. })
        });
        assert!(cue, "{entry:?} answers nothing");
    }
}

#[test]
fn td_130_a_person_decides_and_the_same_decisions_give_the_same_fight() {
    let rules = ruleset();
    let setup = assault(line(&rules, 1), line(&rules, 2));
    let ask = fight_with(
        &rules,
        &setup,
        &mut Even::default(),
        &mut Wish {
            who: Seq(1),
            wants: &|_| Choice::Ask,
        },
        true,
    );
    let Ok(Ended::Asked(question, log)) = ask else {
        panic!("it should ask")
    };
    // The first thing to decide is the token of tick 2; nothing has happened yet.
    assert_eq!(
        (question.tick, question.who, question.reaction),
        (2, Seq(1), false)
    );
    assert_eq!(
        question.options[0],
        Act::Volley,
        "the profile's own choice is first"
    );
    assert!(log.is_empty());
    let play = || by_wish(&rules, &setup, 1, &|q| Choice::Do(q.options[0]));
    assert_eq!(play(), play());
    assert_eq!(
        play(),
        by_profile(&rules, &setup).0,
        "following the profile is the profile"
    );
}
