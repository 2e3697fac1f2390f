//! Logs, and the shapes that they come to.

use super::*;

fn entry(tick: u32, who: usize, what: Deed<usize>) -> Entry<usize> {
    Entry { tick, who, what }
}

fn phase(act: Act, phase: FightPhase, ticks: u32) -> Deed<usize> {
    let on = 1;
    Deed::Phase {
        act,
        phase,
        on,
        ticks,
    }
}

fn lanes(log: &[Entry<usize>], last: u32) -> Vec<Lane> {
    let people = ["A1", "D1"].map(|letter| Person {
        name: letter.to_owned(),
        short: letter.to_owned(),
        letter: letter.to_owned(),
        attacking: letter == "A1",
    });
    draw(Texts::english(), "t", &people, log, last).lanes
}

/// Phase, first tick and ticks of each bar, and whether it is a reaction's.
fn shape(lane: &Lane) -> Vec<(&'static str, u32, u32, bool)> {
    let of = |bar: &Bar| {
        let tick = (bar.x - 1 - MARGIN) / TICK + 1;
        (bar.phase, tick, (bar.width + 2) / TICK, bar.y > lane.y + 2)
    };
    lane.bars.iter().map(of).collect()
}

#[test]
fn a_cycle_is_three_bars_side_by_side() {
    use FightPhase::{Execution, Preparation, Recovery};
    let log = [
        entry(2, 0, phase(Act::Volley, Preparation, 2)),
        entry(4, 0, phase(Act::Volley, Execution, 1)),
        entry(
            4,
            1,
            Deed::Lost {
                points: 6,
                by: 0,
                act: Act::Volley,
            },
        ),
        entry(5, 0, phase(Act::Volley, Recovery, 3)),
    ];
    let lanes = lanes(&log, 9);
    assert_eq!(
        shape(&lanes[0]),
        [
            ("preparation", 2, 2, false),
            ("execution", 4, 1, false),
            ("recovery", 5, 3, false)
        ]
    );
    assert_eq!(lanes[1].losses[0].text, "−6");
    assert_eq!(lanes[0].bars[1].letter, "V");
}

#[test]
fn a_reaction_stands_below_and_holds_its_action_up() {
    use FightPhase::{Execution, Preparation};
    // Prepared from 2 for two ticks, held up by a reaction of five from 3 on.
    let log = [
        entry(2, 0, phase(Act::Volley, Preparation, 2)),
        entry(
            3,
            0,
            Deed::Reacted {
                act: Act::SnapFire,
                on: 1,
                ticks: [0, 1, 4],
            },
        ),
        entry(9, 0, phase(Act::Volley, Execution, 1)),
    ];
    assert_eq!(
        shape(&lanes(&log, 12)[0]),
        [
            ("preparation", 2, 7, false),
            ("execution", 9, 1, false),
            ("execution", 3, 1, true),
            ("recovery", 4, 4, true),
        ]
    );
}

#[test]
fn what_is_broken_off_ends_there() {
    use FightPhase::Preparation;
    let log = [
        entry(4, 0, phase(Act::Bombard, Preparation, 4)),
        entry(5, 0, Deed::Cancelled { act: Act::Bombard }),
        entry(7, 0, Deed::Broke { by: 1 }),
    ];
    let lanes = lanes(&log, 7);
    assert_eq!(shape(&lanes[0]), [("preparation", 4, 2, false)]);
    assert!(lanes[0].broke.is_some());
}
