//! The predictor's memory (EN-140): an answer that is kept is the answer that would be
//! given, whatever was asked before; and what a fight depends on is told apart.

use fieldpost_engine::engagement::predict::{Memo, chance};
use fieldpost_engine::engagement::{Role, Setup};
use fieldpost_engine::ids::Seq;
use fieldpost_engine::stance::Stance;

#[path = "support/drill.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod drill;

use drill::{assault, ruleset, unit};

fn even() -> Setup {
    let rules = ruleset();
    let line = |seq| unit(&rules, seq, "line_infantry", Stance::Advance);
    assault(line(1), line(2))
}

/// The same fight with one thing changed of which a fight takes account.
fn variants() -> Vec<Setup> {
    let vary = |change: fn(&mut Setup)| {
        let mut setup = even();
        change(&mut setup);
        setup
    };
    vec![
        even(),
        vary(|s| (s.attackers[0].seq, s.defenders[0].seq) = (Seq(2), Seq(1))),
        vary(|s| s.defenders[0].unseen = true),
        vary(|s| s.defenders[0].neutral = true),
        vary(|s| s.defenders[0].role = Role::Mover),
    ]
}

#[test]
fn what_is_kept_is_what_would_be_answered_whatever_was_asked_before() {
    let rules = ruleset();
    let fresh: Vec<u32> = variants()
        .iter()
        .map(|setup| chance(&rules, setup).expect("a prediction"))
        .collect();
    for first in variants() {
        let memo = Memo::default();
        memo.chance(&rules, &first).expect("a prediction");
        for (setup, expected) in variants().iter().zip(&fresh) {
            let kept = memo.chance(&rules, setup).expect("a prediction");
            assert_eq!(kept, *expected, "{first:?}, then {setup:?}");
        }
    }
}

/// Numbers settle ties and mean nothing else: the same two units are the same fight
/// however many were created before them.
#[test]
fn numbers_count_by_their_order_alone() {
    let rules = ruleset();
    let mut later = even();
    (later.attackers[0].seq, later.defenders[0].seq) = (Seq(71), Seq(940));
    assert_eq!(chance(&rules, &later), chance(&rules, &even()));
}
