//! The engagement's own rules, worked out by hand on fights without chance.

use fieldpost_engine::engagement::{Deed, FightPhase};
use fieldpost_engine::event::EngagementResult;
use fieldpost_engine::ids::Seq;
use fieldpost_engine::ruleset::tactics::Act;
use fieldpost_engine::stance::Stance;

#[path = "support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;
#[path = "support/even.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod even;

use drill::{assault, bombardment, reaction, unit};
use even::{by_profile, line, losses, ruleset};

#[test]
fn en_090_a_line_volley_in_the_open_costs_six() {
    // 6 × 100 × 1000 × 100 over 100 × 1000 × 100 = 6; the second, from a line
    // reduced to 94: 6 × 94 / 100 = 5.64, rounded half up to 6.
    let rules = ruleset();
    let (report, _) = by_profile(&rules, &assault(line(&rules, 1), line(&rules, 2)));
    assert_eq!(
        losses(&report, 2)[..2],
        [(3, 6, Act::Volley), (7, 6, Act::Volley)]
    );
}

#[test]
fn en_015_a_bombardment_is_answered_only_by_what_reaches() {
    let rules = ruleset();
    let gun = unit(&rules, 1, "field_gun", Stance::Advance);
    let (report, _) = by_profile(&rules, &bombardment(gun.clone(), line(&rules, 2)));
    assert!(!report.answered && report.loss_of(Seq(1)) == 0);
    let other = unit(&rules, 2, "field_gun", Stance::Advance);
    let (report, _) = by_profile(&rules, &bombardment(gun, other));
    assert!(report.answered);
}

#[test]
fn en_018_the_mover_begins_nothing_of_its_own() {
    let rules = ruleset();
    let mover = unit(&rules, 2, "light_horse", Stance::March);
    let setup = reaction(unit(&rules, 1, "line_infantry", Stance::Hold), mover);
    let (report, _) = by_profile(&rules, &setup);
    assert!(
        !report
            .log
            .iter()
            .any(|entry| { entry.who == Seq(2) && matches!(entry.what, Deed::Phase { .. }) })
    );
}

#[test]
fn en_020_draws_are_made_in_their_order_and_no_other() {
    // Per combatant in ascending number: roll of 10, coin of 2, luck of 601. Then
    // only what a selection draws (3, 3) and what a loss draws (41), in the order
    // in which the log tells of them.
    let rules = ruleset();
    let (report, asked) = by_profile(&rules, &assault(line(&rules, 2), line(&rules, 1)));
    let mut expected = vec![10, 2, 601, 10, 2, 601];
    let mut begun: Vec<(Seq, Act)> = Vec::new();
    for entry in &report.log {
        match entry.what {
            // The first phase that a cycle shows is where it was selected: these
            // never begin with their recovery.
            Deed::Phase {
                act,
                phase: FightPhase::Preparation,
                ..
            } => {
                begun.push((entry.who, act));
                expected.extend([3, 3]);
            }
            Deed::Phase {
                act,
                phase: FightPhase::Execution,
                ..
            } => {
                if let Some(place) = begun.iter().position(|b| *b == (entry.who, act)) {
                    begun.remove(place);
                } else {
                    expected.extend([3, 3]);
                }
            }
            Deed::Reacted { .. } => expected.extend([3, 3]),
            Deed::Lost { .. } => expected.push(41),
            _ => {}
        }
    }
    assert_eq!(asked, expected);
}

#[test]
fn en_100_a_unit_breaks_at_its_nerve_and_stops_fighting() {
    // Line infantry breaks at 45 lost in one Cascade; one that has lost 40 before
    // breaks with the first volley of 6.
    let rules = ruleset();
    let mut shaken = line(&rules, 2);
    shaken.lost_before = 40;
    let (report, _) = by_profile(&rules, &assault(line(&rules, 1), shaken));
    assert_eq!(report.broken, [(Seq(2), Seq(1))]);
    assert_eq!(report.result, EngagementResult::AttackerWon);
    assert_eq!(losses(&report, 2), [(3, 6, Act::Volley)]);
    assert_eq!(losses(&report, 1), [], "it fell before it could fire");
}

#[test]
fn en_110_time_up_is_a_stand_off() {
    let rules = ruleset();
    let wagon = |seq| unit(&rules, seq, "wagon", Stance::Advance);
    let (report, _) = by_profile(&rules, &assault(wagon(1), wagon(2)));
    assert_eq!(report.result, EngagementResult::StandOff);
}

#[test]
fn en_110_who_is_destroyed_behind_a_fight_has_lost_it() {
    // Wagons do nothing to each other. Strength 10 or less is destroyed behind a fight
    // (EN-100), and who is destroyed has lost it; when both are, and when nobody is, it
    // is a stand-off.
    let rules = ruleset();
    let wagon = |seq, strength| {
        let mut wagon = unit(&rules, seq, "wagon", Stance::Advance);
        wagon.strength = strength;
        wagon
    };
    for (attacker, defender, result) in [
        (100, 10, EngagementResult::AttackerWon),
        (10, 100, EngagementResult::DefenderWon),
        (10, 10, EngagementResult::StandOff),
        (11, 11, EngagementResult::StandOff),
    ] {
        let setup = assault(wagon(1, attacker), wagon(2, defender));
        let (report, _) = by_profile(&rules, &setup);
        assert!(report.losses.iter().all(|(_, lost)| *lost == 0));
        assert_eq!(report.result, result, "{attacker} against {defender}");
    }
}
