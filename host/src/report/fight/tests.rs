//! Fights as they read.

use fieldpost_engine::engagement::drill::{Drill, Side};
use fieldpost_engine::engagement::{Entry, Stage};
use fieldpost_engine::ids::Seq;

use super::{Course, Person, Told, Turned, story, ticks};
use crate::texts::Texts;

fn fight(attacker: &str, defender: &str, seed: u32) -> (Drill, Stage) {
    let drill = Drill::parse(&format!(
        r#"{{ "format": "fieldpost-drill/1", "kind": "Assault", "seed": {seed},
              "attackers": {{ "units": [{attacker}] }}, "defenders": {{ "units": [{defender}] }} }}"#
    ))
    .unwrap_or_else(|faults| panic!("{faults:?}"));
    let stage = drill.fight_out().expect("a fight");
    (drill, stage)
}

/// The fight of two, by plain names.
fn told<T>(drill: &Drill, stage: &Stage, tell: impl FnOnce(&Told<'_>) -> T) -> T {
    let people = ["the horse", "the line"].map(|name| Person {
        name: name.to_owned(),
        short: name.to_owned(),
        letter: name[4..5].to_owned(),
        attacking: name == "the horse",
    });
    let place = |seq: Seq| usize::from(drill.side(seq) == Side::Defenders);
    let log: Vec<Entry<usize>> = stage.log.iter().map(|entry| entry.told(place)).collect();
    tell(&Told {
        kind: drill.file().kind,
        result: stage.report.as_ref().expect("an end").result,
        people: &people,
        log: &log,
    })
}

const HORSE: &str = r#"{ "class": "heavy_horse" }"#;
const LINE: &str = r#"{ "class": "line_infantry", "stance": "Hold" }"#;

#[test]
fn a_story_is_one_to_three_sentences_and_names_who_opened_and_who_broke() {
    for seed in 0..40 {
        let (drill, stage) = fight(HORSE, LINE, seed);
        let lines = told(&drill, &stage, |told| story(Texts::english(), told));
        assert!((1..=3).contains(&lines.len()), "{lines:?}");
        assert!(lines[0].contains(" opened with "), "{lines:?}");
        let broken = &stage.report.as_ref().expect("an end").broken;
        assert_eq!(!broken.is_empty(), lines[1].contains("br"), "{lines:?}");
        for line in &lines {
            assert!(!line.contains(['{', '[', '$']), "{line}");
            assert!(line.ends_with('.'), "{line}");
        }
    }
}

#[test]
fn the_turning_point_is_where_the_winner_goes_ahead_for_good() {
    for seed in 0..60 {
        let (drill, stage) = fight(HORSE, LINE, seed);
        let course = told(&drill, &stage, Course::of);
        let report = stage.report.as_ref().expect("an end");
        let Turned::Swung(tick) = course.turned else {
            continue;
        };
        // From that tick on the losers have lost more, to the end.
        let lost = |who: u32| report.loss_of(Seq(who));
        match report.result {
            fieldpost_engine::event::EngagementResult::AttackerWon => assert!(lost(11) > lost(1)),
            fieldpost_engine::event::EngagementResult::DefenderWon => assert!(lost(1) > lost(11)),
            fieldpost_engine::event::EngagementResult::StandOff => {}
        }
        assert!((1..=course.last_tick).contains(&tick));
    }
}

#[test]
fn every_deed_has_a_sentence() {
    for (attacker, defender) in [(HORSE, LINE), (LINE, HORSE), (r#"{"class":"scout"}"#, LINE)] {
        for seed in 0..20 {
            let (drill, stage) = fight(&attacker.replace("Hold", "Advance"), defender, seed);
            let all = told(&drill, &stage, |told| ticks(Texts::english(), told));
            let deeds: usize = all.iter().map(|tick| tick.deeds.len()).sum();
            assert_eq!(deeds, stage.log.len());
            for deed in all.iter().flat_map(|tick| &tick.deeds) {
                assert!(!deed.contains(['{', '[', '$']), "{deed}");
            }
        }
    }
}
