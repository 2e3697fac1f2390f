//! The drill ground (EN-160): a file is one fight, decisions are part of it, and
//! what is foretold is what comes.

use fieldpost_engine::engagement::drill::{
    Decision, Drill, DrillError, DrillFault, DrillFile, Side,
};
use fieldpost_engine::engagement::{Stage, Until};
use fieldpost_engine::event::EngagementKind;
use fieldpost_engine::ruleset::tactics::Act;

/// Line against line, the attackers' owner deciding.
const LINES: &str = r#"{
    "format": "fieldpost-drill/1", "kind": "Assault", "seed": 7, "decides": "attackers",
    "attackers": { "units": [{ "class": "line_infantry" }] },
    "defenders": { "ground": { "terrain": "hill" },
                   "units": [{ "class": "line_infantry", "stance": "Entrench", "entrenchment": 2 }] }
}"#;

fn drill(text: &str) -> Drill {
    Drill::parse(text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn with(decisions: &[Decision]) -> Drill {
    let mut file = drill(LINES).file().clone();
    file.decisions = decisions.to_vec();
    Drill::of(file).expect("a drill")
}

fn paths(text: &str) -> Vec<(String, &'static str)> {
    let faults = Drill::parse(text).expect_err("faults");
    let of = |fault: DrillFault| (fault.path, fault.code);
    faults.into_iter().map(of).collect()
}

#[test]
fn en_160_what_is_left_out_is_plain() {
    let drill = drill(LINES);
    let setup = drill.setup();
    assert_eq!(
        (setup.kind, setup.distance, setup.can_close),
        (EngagementKind::Assault, 2, true)
    );
    let (attacker, defender) = (&setup.attackers[0], &setup.defenders[0]);
    // Base 40; Advance adds nothing, Entrench takes 12.
    assert_eq!((attacker.initiative, defender.initiative), (40, 28));
    assert_eq!(
        (defender.terrain, defender.works, attacker.terrain),
        (1250, 1000, 1000)
    );
    assert_eq!((attacker.strength, attacker.veterancy), (100, 0));
}

#[test]
fn en_010_the_front_unit_stands_first_and_the_rest_in_support() {
    // Guard × strength: 115 × 60 = 6,900; 100 × 100 = 10,000; 80 × 100 = 8,000.
    let drill = drill(
        r#"{ "format": "fieldpost-drill/1", "kind": "Assault",
             "attackers": { "units": [{ "class": "line_infantry" }] },
             "defenders": { "units": [{ "class": "guard_infantry", "strength": 60 },
                                      { "class": "line_infantry" }, { "class": "militia" }] } }"#,
    );
    let order: Vec<u32> = drill.setup().defenders.iter().map(|c| c.seq.0).collect();
    assert_eq!(order, [12, 13, 11]);
    assert_eq!(
        drill
            .unit(fieldpost_engine::ids::Seq(11))
            .expect("a unit")
            .class,
        "guard_infantry"
    );
}

#[test]
fn every_fault_is_told_by_its_path() {
    let found = paths(
        r#"{ "format": "fieldpost-drill/2", "kind": "Assault", "distance": 9,
             "attackers": { "units": [{ "class": "field_gun" },
                                      { "class": "line_infantry", "stance": "March", "strength": 3 }] },
             "defenders": { "units": [{ "class": "lancers" },
                                      { "class": "wagon", "stance": "Hold", "veterancy": 4 },
                                      { "class": "militia", "entrenchment": 1 },
                                      { "class": "militia" }] },
             "decisions": ["wait"] }"#,
    );
    let expected = [
        ("format", "format"),
        ("distance", "out-of-range"),
        ("attackers.units[0].class", "kind"),
        ("attackers.units[1].strength", "out-of-range"),
        ("attackers.units[1].stance", "stance"),
        ("defenders.units", "units"),
        ("defenders.units[0].class", "unknown-class"),
        ("defenders.units[1].veterancy", "out-of-range"),
        ("defenders.units[1].stance", "stance"),
        ("defenders.units[2].entrenchment", "entrenchment"),
        ("decisions", "nobody-decides"),
    ];
    let expected: Vec<(String, &str)> = expected
        .into_iter()
        .map(|(path, code)| (path.to_owned(), code))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_read_is_told_by_its_path() {
    for (text, path) in [
        (LINES.replace("\"seed\": 7", "\"seed\": -7"), "seed"),
        (
            LINES.replace(
                "line_infantry\" }] },\n",
                "line_infantry\", \"hat\": 1 }] },\n",
            ),
            "attackers.units[0].hat",
        ),
        (
            LINES.replace("\"seed\": 7", "\"decisions\": [\"wait\", \"dance\"]"),
            "decisions[1]",
        ),
        (LINES.replace("Assault", "Brawl"), "kind"),
        (format!("{LINES} x"), ""),
    ] {
        assert_eq!(paths(&text), [(path.to_owned(), "malformed")], "{text}");
    }
}

#[test]
fn td_130_it_stops_and_asks_and_goes_on_when_it_is_answered() {
    let asked = with(&[]).fight_out().expect("a fight");
    let question = asked.question.expect("a question");
    assert_eq!((question.tick, question.who.0), (2, 1));
    assert_eq!(question.options[0], Act::Volley, "as the profile would");
    assert!(asked.report.is_none());

    let asked = with(&[Decision::Do(Act::Close)])
        .fight_out()
        .expect("a fight");
    assert!(asked.question.expect("the next question").tick > 2);
    assert!(!asked.log.is_empty());
}

/// A side of foot, horse and a veteran who spoils what others prepare.
const CROWD: &str = r#"{
    "format": "fieldpost-drill/1", "kind": "Assault",
    "attackers": { "units": [{ "class": "heavy_horse" }, { "class": "light_infantry" },
                             { "class": "line_infantry", "veterancy": 1 }] },
    "defenders": { "units": [{ "class": "line_infantry", "stance": "Hold" },
                             { "class": "light_infantry", "stance": "Hold" },
                             { "class": "militia", "stance": "Hold", "veterancy": 1 }] }
}"#;

#[test]
fn td_130_nothing_that_a_question_decides_has_happened() {
    // Whatever is answered, the fight goes on from what was told with the question; and
    // every answer that was offered is one that can be given.
    let mut asked = 0;
    for seed in 0..12 {
        for side in [Side::Attackers, Side::Defenders] {
            let mut file = drill(CROWD).file().clone();
            (file.seed, file.decides) = (seed, Some(side));
            let fight = |decisions: &[Decision]| {
                let decisions = decisions.to_vec();
                let file = DrillFile {
                    decisions,
                    ..file.clone()
                };
                Drill::of(file).expect("a drill").fight_out()
            };
            let mut decisions = Vec::new();
            loop {
                let stage = fight(&decisions).expect("a fight");
                let Some(question) = stage.question else {
                    break;
                };
                let open = question.options.iter().copied().map(Decision::Do);
                let open: Vec<Decision> = open.chain([Decision::Wait]).collect();
                for answer in &open {
                    let answered = [decisions.as_slice(), &[*answer]].concat();
                    let then = fight(&answered).expect("an answer that is open");
                    assert!(
                        then.log.starts_with(&stage.log),
                        "{question:?} is asked too late: {answered:?} with seed {seed}"
                    );
                }
                asked += 1;
                decisions.push(open[(seed as usize + asked) % open.len()]);
            }
        }
    }
    assert!(
        asked > 300,
        "{asked} questions are too few to tell anything"
    );
}

#[test]
fn td_130_the_same_decisions_give_the_same_fight() {
    let decisions = vec![Decision::Profile; 60];
    let one = with(&decisions).fight_out().expect("a fight");
    assert_eq!(one, with(&decisions).fight_out().expect("a fight"));
    assert!(
        one.report.is_some(),
        "sixty answers are enough for this seed"
    );
    // Following the profile is the profile.
    let mut file = with(&[]).file().clone();
    file.decides = None;
    let by_itself = Drill::of(file).expect("a drill").fight_out();
    assert_eq!(one, by_itself.expect("a fight"));
}

#[test]
fn a_decision_that_is_not_open_is_a_fault_by_its_path() {
    let fight = with(&[Decision::Do(Act::Charge)]).fight_out();
    let Err(DrillError::Decision(fault)) = fight else {
        panic!("line infantry does not charge: {fight:?}")
    };
    assert_eq!(
        (fault.path.as_str(), fault.code),
        ("decisions[0]", "not-an-option")
    );
}

fn at(drill: &Drill, tick: u32) -> Stage {
    drill.fight(Until { tick, upcoming: 12 }).expect("a fight")
}

#[test]
fn ts_050_who_is_next_is_what_comes() {
    let mut file = drill(LINES).file().clone();
    file.decides = None;
    let drill = Drill::of(file).expect("a drill");
    // Both have speed 8: turns at 2, 4, 6 … sixteenths of the cadence, the lower
    // number first. After tick 4 the ones of 6 are next.
    let stage = at(&drill, 4);
    let next: Vec<(u64, u32)> = stage
        .upcoming
        .iter()
        .map(|due| (due.at * 16 / 720_720, due.ordinal))
        .collect();
    assert_eq!(next[..4], [(6, 1), (6, 11), (8, 1), (8, 11)]);
    // What is foretold after tick 4 is, from its third on, what is after tick 6.
    assert_eq!(at(&drill, 6).upcoming[..10], stage.upcoming[2..]);
}

#[test]
fn a_step_is_a_part_of_the_whole() {
    let mut file = drill(LINES).file().clone();
    file.decides = None;
    let drill = Drill::of(file).expect("a drill");
    let whole = drill.fight_out().expect("a fight");
    let last = whole.tick;
    for tick in 0..=last {
        let part = at(&drill, tick);
        let until: Vec<_> = whole.log.iter().filter(|e| e.tick <= tick).collect();
        assert_eq!(part.log.iter().collect::<Vec<_>>(), until, "tick {tick}");
        assert_eq!(part.report.is_some(), tick == last, "tick {tick}");
    }
}
