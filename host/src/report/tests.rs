//! Streams as the engine gives them, and how they read.

use fieldpost_engine::command::Work;
use fieldpost_engine::event::{
    Attention, Band, EngagementKind, EngagementResult, Event, Halt, Hindrance, Loss, LossWord,
};
use fieldpost_engine::ids::{Pos, SeatId, Seq};

use fieldpost_engine::scenario::SiteKind;

use super::{Cast, write};
use crate::texts::Texts;

fn cast() -> Cast {
    Cast::default()
        .with_seats(&["Meridian", "Karsk", "Ostry"])
        .with_own(
            601,
            "Meridian Lancers",
            "light_horse",
            (Some(100), Some(100)),
        )
        .with_own(402, "3rd Foot", "line_infantry", (Some(100), Some(78)))
        .with_own(104, "", "militia", (Some(60), None))
        .with_own(700, "", "field_gun", (None, Some(100)))
        .with_other(488, "line_infantry", Some(SeatId(1)))
        .with_other(231, "light_horse", Some(SeatId(2)))
        .with_other(9, "river_monitor", None)
        .with_site(12, SiteKind::City, "Vell")
        .with_site(21, SiteKind::Depot, "")
}

fn moved(unit: u32, from: (u16, u16), to: (u16, u16)) -> Event {
    Event::Moved {
        unit: Seq(unit),
        from: Pos::from(from),
        to: Pos::from(to),
    }
}

fn appeared(unit: u32, at: (u16, u16)) -> Event {
    Event::Appeared {
        unit: Seq(unit),
        at: Pos::from(at),
        class: "line_infantry".to_owned(),
        owner: Some(SeatId(1)),
        band: Band::Slow,
    }
}

fn vanished(unit: u32, at: (u16, u16)) -> Event {
    Event::Vanished {
        unit: Seq(unit),
        at: Pos::from(at),
    }
}

fn halted(unit: u32, at: (u16, u16), why: Halt) -> Event {
    Event::Halted {
        unit: Seq(unit),
        at: Pos::from(at),
        why,
    }
}

/// The story of a stream, a line each.
fn story(stream: &[Event]) -> Vec<String> {
    let report = write(Texts::english(), &cast(), stream, &[], &[]);
    report.happened.into_iter().map(|line| line.text).collect()
}

#[test]
fn a_units_steps_are_one_sentence() {
    let stream = [
        moved(601, (11, 7), (12, 7)),
        moved(601, (12, 7), (13, 8)),
        moved(601, (13, 8), (15, 9)),
        halted(601, (15, 9), Halt::Contact),
        moved(402, (13, 9), (15, 9)),
    ];
    assert_eq!(
        story(&stream),
        [
            "Meridian Lancers (#601) moved from 11,7 to 15,9 and halted there in contact with the enemy.",
            "3rd Foot (#402) moved from 13,9 to 15,9.",
        ]
    );
}

#[test]
fn what_a_unit_sights_on_its_way_is_told_with_it() {
    let stream = [
        moved(601, (11, 7), (12, 7)),
        appeared(488, (18, 10)),
        appeared(489, (18, 11)),
        appeared(490, (18, 12)),
        moved(601, (12, 7), (13, 8)),
        vanished(231, (9, 9)),
    ];
    assert_eq!(
        story(&stream),
        [
            "Meridian Lancers (#601) moved from 11,7 to 13,8. On the way it sighted Karsk line \
          infantry (#488) at 18,10, Karsk line infantry (#489) at 18,11 and Karsk line infantry \
          (#490) at 18,12. It lost sight of Ostry light horse (#231) at 9,9."
                .replace("Karsk line infantry (#489)", "unit #489")
                .replace("Karsk line infantry (#490)", "unit #490")
        ]
    );
}

#[test]
fn strangers_come_go_on_and_leave() {
    for stream in [
        [appeared(488, (18, 10)), moved(488, (19, 10), (18, 10))],
        [moved(488, (19, 10), (18, 10)), appeared(488, (18, 10))],
    ] {
        assert_eq!(
            story(&stream),
            ["Karsk line infantry (#488) came into sight at 18,10."]
        );
        let mut on = stream.to_vec();
        on.push(moved(488, (18, 10), (16, 9)));
        assert_eq!(
            story(&on),
            ["Karsk line infantry (#488) came into sight at 18,10 and moved to 16,9."]
        );
        on.push(vanished(488, (16, 9)));
        assert_eq!(
            story(&on),
            [
                "Karsk line infantry (#488) came into sight at 18,10 and moved to 16,9, then went out of sight."
            ]
        );
    }
    assert_eq!(
        story(&[moved(488, (18, 10), (19, 10)), vanished(488, (19, 10))]),
        ["Karsk line infantry (#488) moved from 18,10 to 19,10 and went out of sight."]
    );
}

#[test]
fn a_reaction_and_its_fire_are_one_passage() {
    let stream = [
        moved(601, (11, 7), (12, 7)),
        Event::Reaction {
            unit: None,
            on: Some(Seq(601)),
            at: Pos::new(12, 7),
        },
        Event::Engagement {
            kind: EngagementKind::Reaction,
            attacker: None,
            defender: Some(Seq(601)),
            at: Pos::new(12, 7),
            result: EngagementResult::StandOff,
            losses: (Loss::Points(0), Loss::Points(14)),
        },
        halted(601, (12, 7), Halt::Reaction),
    ];
    assert_eq!(
        story(&stream),
        [
            "Meridian Lancers (#601) moved from 11,7 to 12,7 and was stopped there by a reaction.",
            "An unseen unit caught Meridian Lancers (#601) at 12,7. It cost the attacker nothing and the defender 14 strength.",
        ]
    );
}

#[test]
fn fights_and_what_follows_read_as_what_they_were() {
    let fight = |kind, result, losses| Event::Engagement {
        kind,
        attacker: Some(Seq(488)),
        defender: Some(Seq(231)),
        at: Pos::new(15, 9),
        result,
        losses,
    };
    let words = (
        Loss::Words(LossWord::Light),
        Loss::Words(LossWord::Shattered),
    );
    let stream = [
        fight(
            EngagementKind::Assault,
            EngagementResult::AttackerWon,
            words,
        ),
        fight(
            EngagementKind::Bombardment,
            EngagementResult::StandOff,
            (Loss::Points(0), Loss::Words(LossWord::Heavy)),
        ),
        Event::Retreated {
            unit: Seq(231),
            from: Pos::new(15, 9),
            to: Pos::new(14, 9),
        },
        Event::Destroyed {
            unit: Seq(9),
            at: Pos::new(15, 10),
        },
        Event::UnitCaptured {
            unit: Seq(9),
            by: Some(SeatId(1)),
        },
        Event::SiteCaptured {
            site: Seq(12),
            by: None,
            at: Pos::new(10, 9),
        },
        Event::Boarded {
            unit: Seq(402),
            carrier: Some(Seq(9)),
            at: Pos::new(1, 2),
        },
        Event::Landed {
            unit: Seq(402),
            carrier: Some(Seq(9)),
            at: Pos::new(1, 3),
        },
        Event::TerrainChanged {
            at: Pos::new(4, 4),
            work: Work::Road,
        },
    ];
    assert_eq!(
        story(&stream),
        [
            "Karsk line infantry (#488) attacked Ostry light horse (#231) at 15,9 and won. \
             It cost the attacker light losses and the defender shattering losses.",
            "Karsk line infantry (#488) bombarded Ostry light horse (#231) at 15,9. \
             It cost the attacker nothing and the defender heavy losses.",
            "Ostry light horse (#231) fell back from 15,9 to 14,9.",
            "Neutral river monitor (#9) was destroyed at 15,10.",
            "Neutral river monitor (#9) was captured by Karsk.",
            "Neutral took Vell at 10,9.",
            "3rd Foot (#402) went aboard neutral river monitor (#9) at 1,2.",
            "3rd Foot (#402) landed from neutral river monitor (#9) at 1,3.",
            "A road now stands at 4,4.",
        ]
    );
}

#[test]
fn losses_are_the_seats_own_and_say_what_is_left() {
    let stream = [Event::Destroyed {
        unit: Seq(104),
        at: Pos::new(10, 9),
    }];
    let texts = |stream: &[Event]| -> Vec<String> {
        let report = write(Texts::english(), &cast(), stream, &[], &[]);
        report.losses.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(
        texts(&stream),
        [
            "Militia (#104) was destroyed at 10,9.",
            "3rd Foot (#402) lost 22 strength and has 78 left.",
        ]
    );
    assert_eq!(texts(&[])[0], "Militia (#104) is no longer in play.");
}

#[test]
fn losses_name_hunger_as_their_cause() {
    let told = |hunger: &[(Seq, u32)]| {
        let cast = cast().with_hunger(hunger);
        let report = write(Texts::english(), &cast, &[], &[], &[]);
        report.losses.into_iter().map(|line| line.text).next_back()
    };
    let all = told(&[(Seq(402), 22)]);
    assert_eq!(
        all.as_deref(),
        Some("3rd Foot (#402) lost 22 strength to hunger, being out of supply, and has 78 left.")
    );
    let part = told(&[(Seq(402), 5)]);
    assert_eq!(
        part.as_deref(),
        Some(
            "3rd Foot (#402) lost 22 strength, 5 of it to hunger as it is out of supply, and has 78 left."
        )
    );
    let anothers = told(&[(Seq(488), 5)]);
    assert_eq!(
        anothers.as_deref(),
        Some("3rd Foot (#402) lost 22 strength and has 78 left.")
    );
}

#[test]
fn attention_tells_what_is_to_be_decided_and_once() {
    let at = Pos::new(15, 9);
    let unit = Seq(402);
    let dispatch = [
        Attention::UnitEngaged { unit, at },
        Attention::EnemySighted { unit: Seq(488), at },
        Attention::Halted {
            unit,
            at,
            why: Halt::Blocked,
        },
        Attention::Threatened {
            unit,
            by: Seq(488),
            at,
        },
        Attention::TaskDone { unit, at },
        Attention::Idle { unit, at },
        Attention::TaskDone { unit: Seq(601), at },
        Attention::Fallback {
            unit,
            at,
            why: Hindrance::NobodyThere,
        },
        Attention::Impossible { unit, at },
        Attention::Built {
            entity: Seq(700),
            at,
        },
        Attention::Built {
            entity: Seq(21),
            at,
        },
        Attention::OutOfSupply { unit, at },
        Attention::Unpaid { unit, at },
        Attention::SiteLost { site: Seq(12), at },
        Attention::SiteTaken { site: Seq(12), at },
        Attention::CommanderLost {
            formation: "Left".to_owned(),
            unit,
            at,
        },
    ];
    let report = write(Texts::english(), &cast(), &[], &[], &dispatch);
    let texts: Vec<_> = report
        .attention
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "3rd Foot (#402) halted at 15,9, its way blocked.",
            "Karsk line infantry (#488) stands within reach of 3rd Foot (#402) at 15,9.",
            "3rd Foot (#402) has done its task and waits for another at 15,9.",
            "Meridian Lancers (#601) has done its task at 15,9.",
            "3rd Foot (#402) at 15,9 could do nothing of what it was told: it saw nobody there to attack.",
            "3rd Foot (#402) at 15,9 had a task that can no longer be done, and went back to its standing job.",
            "Field gun (#700) is ready at 15,9.",
            "Depot (#21) is ready at 15,9.",
            "3rd Foot (#402) at 15,9 is out of supply.",
            "3rd Foot (#402) at 15,9 was not paid: the treasury was empty. It counts as out of supply.",
            "Vell at 15,9 was lost.",
            "Vell at 15,9 is yours.",
            "Left has lost its commander, 3rd Foot (#402), at 15,9.",
        ]
    );
}
