//! The bounds of EN-15x over a thousand seeds each. Where one fails the numbers
//! of the ruleset are mended, never the bound.

use fieldpost_engine::engagement::{Combatant, Deed, LAST_STRENGTH, Setup, fight, predict};
use fieldpost_engine::event::EngagementResult;
use fieldpost_engine::ids::Seq;
use fieldpost_engine::rng::Stream;
use fieldpost_engine::ruleset::Ruleset;
use fieldpost_engine::ruleset::tactics::Act;
use fieldpost_engine::stance::Stance;

#[path = "support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;

use drill::{assault, bombardment, reaction, ruleset, run, unit};

const SEEDS: u32 = 1000;

/// What a thousand fights came to.
#[derive(Debug, Default)]
struct Tally {
    attacker_won: u32,
    stand_offs: u32,
    attacker_lost: u32,
    defender_lost: u32,
    defender_broke: u32,
}

fn tally(rules: &Ruleset, setup: &Setup) -> Tally {
    let mut tally = Tally::default();
    let (one, other) = (setup.attackers[0].seq, setup.defenders[0].seq);
    for seed in 0..SEEDS {
        let report = run(rules, setup, seed);
        tally.attacker_won += u32::from(report.result == EngagementResult::AttackerWon);
        tally.stand_offs += u32::from(report.result == EngagementResult::StandOff);
        tally.attacker_lost += report.loss_of(one);
        tally.defender_lost += report.loss_of(other);
        tally.defender_broke += u32::from(report.broken.iter().any(|(who, _)| *who == other));
    }
    tally
}

/// Wins of the attacker, per mille.
fn wins(rules: &Ruleset, setup: &Setup) -> u32 {
    tally(rules, setup).attacker_won
}

fn on_hill(mut unit: Combatant) -> Combatant {
    unit.terrain = 1250;
    unit.entrenchment = 3;
    unit
}

fn line(rules: &Ruleset, seq: u32, stance: Stance) -> Combatant {
    unit(rules, seq, "line_infantry", stance)
}

#[track_caller]
fn within(what: &str, value: u32, low: u32, high: u32) {
    assert!(
        (low..=high).contains(&value),
        "{what}: {value}, wanted {low} to {high}"
    );
}

#[test]
fn line_against_line_in_the_open_is_even() {
    let rules = ruleset();
    let setup = assault(
        line(&rules, 1, Stance::Advance),
        line(&rules, 2, Stance::Advance),
    );
    within("wins", wins(&rules, &setup), 400, 600);
}

#[test]
fn line_against_a_dug_in_hill_is_hopeless() {
    let rules = ruleset();
    let dug_in = on_hill(line(&rules, 2, Stance::Entrench));
    let setup = assault(line(&rules, 1, Stance::Advance), dug_in);
    within("wins", wins(&rules, &setup), 0, 149);
}

#[test]
fn two_grades_of_veterancy_tell_and_do_not_decide() {
    let rules = ruleset();
    let even = assault(
        line(&rules, 1, Stance::Advance),
        line(&rules, 2, Stance::Advance),
    );
    let mut veteran = even.clone();
    veteran.attackers[0].veterancy = 2;
    veteran.attackers[0].initiative += 4;
    let gain = wins(&rules, &veteran).saturating_sub(wins(&rules, &even));
    within("gain", gain, 151, 399);
}

#[test]
fn heavy_horse_rides_down_guns_and_not_a_standing_line() {
    let rules = ruleset();
    let horse = unit(&rules, 1, "heavy_horse", Stance::Advance);
    let gun = unit(&rules, 2, "field_gun", Stance::Advance);
    within(
        "against a gun",
        wins(&rules, &assault(horse.clone(), gun)),
        851,
        1000,
    );
    let standing = tally(&rules, &assault(horse, line(&rules, 2, Stance::Hold)));
    let lost = SEEDS - standing.attacker_won - standing.stand_offs;
    within("beaten by a line in Hold", lost, 551, 1000);
}

#[test]
fn a_reaction_stings_marching_light_horse() {
    let rules = ruleset();
    let mover = unit(&rules, 2, "light_horse", Stance::March);
    let sting = tally(&rules, &reaction(line(&rules, 1, Stance::Hold), mover));
    within("mean cost", sting.defender_lost / SEEDS, 10, 30);
    within("broken", sting.defender_broke, 0, 149);
}

#[test]
fn who_reacts_does_not_pay_more_than_it_deals() {
    let rules = ruleset();
    let horse = ["light_horse", "heavy_horse", "scout"];
    let foot = [
        "light_infantry",
        "line_infantry",
        "guard_infantry",
        "militia",
        "pioneers",
    ];
    let mut stops: Vec<(&str, &str, Stance)> = Vec::new();
    for mover in horse.iter().chain(&foot) {
        stops.push(("line_infantry", mover, Stance::Advance));
        stops.push(("guard_infantry", mover, Stance::Advance));
        stops.push(("field_gun", mover, Stance::Advance));
        stops.push(("siege_gun", mover, Stance::Advance));
    }
    for reactor in ["light_horse", "heavy_horse"] {
        // Militia takes no March: it is met in Advance.
        for mover in foot.iter().filter(|class| **class != "militia") {
            stops.push((reactor, mover, Stance::March));
        }
        stops.push((reactor, "field_gun", Stance::Advance));
        stops.push((reactor, "siege_gun", Stance::Advance));
    }
    for gun in ["field_gun", "siege_gun"] {
        stops.push((gun, "wagon", Stance::Advance));
        stops.push((gun, "transport", Stance::Advance));
        stops.push((gun, "frigate", Stance::Advance));
    }
    let mut faults = Vec::new();
    for (reactor, mover, stance) in stops {
        let setup = reaction(
            unit(&rules, 1, reactor, Stance::Hold),
            unit(&rules, 2, mover, stance),
        );
        let tally = tally(&rules, &setup);
        if tally.attacker_lost > tally.defender_lost {
            faults.push(format!("{reactor} on {mover}: {tally:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_transport_slips_past_a_line() {
    let rules = ruleset();
    let ship = unit(&rules, 2, "transport", Stance::Advance);
    let passed = tally(
        &rules,
        &Setup {
            can_close: false,
            ..reaction(line(&rules, 1, Stance::Hold), ship)
        },
    );
    within("unbroken", SEEDS - passed.defender_broke, 901, 1000);
}

/// Attackers one after another against a stack, with what a Cascade does between
/// fights: losses stay, the broken are out, the next in guard × strength is front.
fn stormed(rules: &Ruleset, attackers: &[Combatant], mut stack: Vec<Combatant>, seed: u32) -> bool {
    for (index, attacker) in attackers.iter().enumerate() {
        let weight = |c: &Combatant| rules.class(c.class).guard * c.strength;
        stack.sort_by_key(|c| (std::cmp::Reverse(weight(c)), c.seq));
        let gun = rules.class(attacker.class).range > 1;
        let mut setup = if gun {
            bombardment(attacker.clone(), stack[0].clone())
        } else {
            assault(attacker.clone(), stack[0].clone())
        };
        if !gun {
            setup.defenders = stack.clone();
            let support = fieldpost_engine::engagement::Role::Support;
            setup.defenders[1..]
                .iter_mut()
                .for_each(|c| c.role = support);
        }
        let report = run(rules, &setup, seed * 16 + index as u32);
        for defender in &mut stack {
            let loss = report.loss_of(defender.seq);
            defender.strength = defender.strength.saturating_sub(loss);
            defender.lost_before += loss;
        }
        stack.retain(|c| {
            c.strength > LAST_STRENGTH && !report.broken.iter().any(|(who, _)| *who == c.seq)
        });
        if stack.is_empty() {
            return true;
        }
    }
    false
}

#[test]
fn seven_lines_clear_three_on_a_dug_in_hill() {
    let rules = ruleset();
    let attackers: Vec<Combatant> = (1..=7).map(|i| line(&rules, i, Stance::Advance)).collect();
    let stack: Vec<Combatant> = (11..=13)
        .map(|i| on_hill(line(&rules, i, Stance::Entrench)))
        .collect();
    let cleared = (0..SEEDS)
        .filter(|s| stormed(&rules, &attackers, stack.clone(), *s))
        .count();
    within("cleared", cleared as u32, 600, 950);
}

#[test]
fn siege_guns_open_the_way_for_a_line() {
    let rules = ruleset();
    let attackers = [
        unit(&rules, 1, "siege_gun", Stance::Advance),
        unit(&rules, 2, "siege_gun", Stance::Advance),
        line(&rules, 3, Stance::Advance),
    ];
    let stack = vec![on_hill(line(&rules, 11, Stance::Entrench))];
    let cleared = (0..SEEDS)
        .filter(|s| stormed(&rules, &attackers, stack.clone(), *s))
        .count();
    within("cleared", cleared as u32, 801, 1000);
}

#[test]
fn a_field_gun_wears_a_line_down_at_two_tiles() {
    let rules = ruleset();
    let gun = unit(&rules, 1, "field_gun", Stance::Advance);
    let target = line(&rules, 2, Stance::Advance);
    let cost = tally(&rules, &bombardment(gun, target)).defender_lost / SEEDS;
    within("mean cost", cost, 12, 30);
}

#[test]
fn a_third_of_match_ups_are_open() {
    let rules = ruleset();
    let classes: Vec<&str> = rules
        .classes
        .iter()
        .map(|class| class.name.as_str())
        .collect();
    let fighters: Vec<&str> = classes
        .iter()
        .copied()
        .filter(|name| *name != "transport" && *name != "wagon")
        .collect();
    let mut open = 0;
    for index in 0..200_usize {
        // Every pairing of class, strength, Stance and ground comes up in turn.
        let attacker = fighters[index % fighters.len()];
        let defender = fighters[(index / fighters.len() * 7 + index) % fighters.len()];
        let stance = [Stance::Advance, Stance::Hold][index % 2];
        let mut one = unit(&rules, 1, attacker, Stance::Advance);
        let mut other = unit(&rules, 2, defender, Stance::Advance);
        if rules.class(other.class).allows(stance) {
            other.stance = stance;
        }
        one.strength = 60 + (index as u32 * 13) % 41;
        other.strength = 60 + (index as u32 * 29) % 41;
        other.terrain = [1000, 1000, 1250][index % 3];
        let chance = predict::chance(&rules, &assault(one, other)).expect("a prediction");
        open += u32::from((50..=950).contains(&chance));
    }
    within("open match-ups of 200", open, 67, 200);
}

#[test]
fn wagons_do_not_fight_it_out() {
    let rules = ruleset();
    let wagon = |seq| unit(&rules, seq, "wagon", Stance::Advance);
    let tally = tally(&rules, &assault(wagon(1), wagon(2)));
    assert_eq!(tally.stand_offs, SEEDS, "{tally:?}");
}

#[test]
fn en_080_no_profile_gives_up_a_blow_for_a_weaker_one() {
    let rules = ruleset();
    let strength = |seq: Seq, setup: &Setup, act: Act| {
        let class = setup
            .combatants()
            .find(|c| c.seq == seq)
            .expect("a combatant")
            .class;
        let class = rules.class(class);
        let stat = if act.is_shock() {
            class.shock
        } else {
            class.fire
        };
        i64::from(stat) * rules.tactics.row(act).power
    };
    let mut fights = 0;
    for one in &rules.classes {
        for other in &rules.classes {
            let units = || {
                let new = |seq, name: &str| unit(&rules, seq, name, Stance::Advance);
                (new(1, &one.name), new(2, &other.name))
            };
            let all = [assault, bombardment, reaction].map(|kind| kind(units().0, units().1));
            for (setup, seed) in all
                .iter()
                .flat_map(|setup| (0..10).map(move |seed| (setup, seed)))
            {
                let mut stream = Stream::of_engagement(&[9; 32], seed, Seq(1), 0);
                let report = fight(&rules, setup, &mut stream, true).expect("a fight");
                for pair in report.log.windows(2) {
                    // A reaction that breaks off its owner's action stands right behind it.
                    if let (Deed::Cancelled { act: lost }, Deed::Reacted { act, .. }) =
                        (pair[0].what, pair[1].what)
                        && pair[0].who == pair[1].who
                    {
                        let (lost, won) = (
                            strength(pair[0].who, setup, lost),
                            strength(pair[0].who, setup, act),
                        );
                        assert!(won >= lost, "{} on {}: {pair:?}", one.name, other.name);
                    }
                }
                fights += 1;
            }
        }
    }
    assert!(fights > 1_000);
}
