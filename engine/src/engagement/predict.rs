//! The predictor (EN-140): the chance that the attacker wins, from many fights
//! on streams that know nothing of the game's seed.

use alloc::{collections::BTreeMap, vec::Vec};
use core::cell::RefCell;

use super::{Setup, fight};
use crate::canon::Canon;
use crate::event::{EngagementKind, EngagementResult};
use crate::num::DeterminismError;
use crate::rng::Predictions;
use crate::ruleset::Ruleset;

/// Fights a prediction is made of.
const RUNS: u32 = 128;

/// Predictions already made: a table of what is a function of its key alone, so
/// that it can be kept as long as one likes and dropped at any time.
#[derive(Debug, Default)]
pub struct Memo(RefCell<BTreeMap<Vec<u8>, u32>>);

impl Memo {
    /// As [`chance`], made at most once for the same inputs.
    ///
    /// # Errors
    /// Where a number leaves its range.
    pub fn chance(&self, ruleset: &Ruleset, setup: &Setup) -> Result<u32, DeterminismError> {
        let setup = quantised(setup);
        let inputs = key(&setup);
        if let Some(chance) = self.0.borrow().get(&inputs) {
            return Ok(*chance);
        }
        let chance = fight_out(ruleset, &setup, &inputs)?;
        self.0.borrow_mut().insert(inputs, chance);
        Ok(chance)
    }
}

/// Per-mille chance that the attacker wins, on quantised inputs.
///
/// # Errors
/// Where a number leaves its range.
pub fn chance(ruleset: &Ruleset, setup: &Setup) -> Result<u32, DeterminismError> {
    let setup = quantised(setup);
    fight_out(ruleset, &setup, &key(&setup))
}

fn fight_out(ruleset: &Ruleset, setup: &Setup, inputs: &[u8]) -> Result<u32, DeterminismError> {
    let streams = Predictions::of(inputs);
    let mut won = 0;
    for run in 0..RUNS {
        let report = fight(ruleset, setup, &mut streams.run(run), false)?;
        won += u32::from(report.result == EngagementResult::AttackerWon);
    }
    Ok(won * 1000 / RUNS)
}

/// Strengths to tens; everything else is coarse already.
fn quantised(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    for combatant in setup.attackers.iter_mut().chain(&mut setup.defenders) {
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
    (setup.attackers.len() as u32).encode(&mut out);
    for c in setup.combatants() {
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
