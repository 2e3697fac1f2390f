//! The predictor (EN-140): the chance that the attacker wins, from many fights
//! on streams that know nothing of the game's seed.

use alloc::vec::Vec;

use super::{Setup, fight};
use crate::canon::Canon;
use crate::event::{EngagementKind, EngagementResult};
use crate::num::DeterminismError;
use crate::rng::Stream;
use crate::ruleset::Ruleset;

/// Fights a prediction is made of.
const RUNS: u32 = 128;

/// Per-mille chance that the attacker wins, on quantised inputs.
///
/// # Errors
/// Where a number leaves its range.
pub fn chance(ruleset: &Ruleset, setup: &Setup) -> Result<u32, DeterminismError> {
    let setup = quantised(setup);
    let inputs = key(&setup);
    let mut won = 0;
    for run in 0..RUNS {
        let mut stream = Stream::of_prediction(&inputs, run);
        let report = fight(ruleset, &setup, &mut stream)?;
        won += u32::from(report.result == EngagementResult::AttackerWon);
    }
    Ok(won * 1000 / RUNS)
}

/// Strengths to tens; everything else is coarse already.
fn quantised(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    for combatant in core::iter::once(&mut setup.attacker).chain(&mut setup.defenders) {
        combatant.strength = ((combatant.strength + 5) / 10 * 10).clamp(10, 100);
    }
    setup
}

/// The inputs as bytes; who is who does not count, only what they are.
fn key(setup: &Setup) -> Vec<u8> {
    let mut out = Vec::new();
    out.push(match setup.kind {
        EngagementKind::Assault => 0,
        EngagementKind::Bombardment => 1,
        EngagementKind::Reaction => 2,
    });
    setup.distance.encode(&mut out);
    setup.can_close.encode(&mut out);
    for c in core::iter::once(&setup.attacker).chain(&setup.defenders) {
        c.class.encode(&mut out);
        c.strength.encode(&mut out);
        c.veterancy.encode(&mut out);
        c.initiative.encode(&mut out);
        c.stance.encode(&mut out);
        c.entrenchment.encode(&mut out);
        c.disrupted.encode(&mut out);
        c.supplied.encode(&mut out);
        c.lost_before.encode(&mut out);
        c.on_crossing.encode(&mut out);
        c.terrain.encode(&mut out);
        c.works.encode(&mut out);
    }
    out
}
