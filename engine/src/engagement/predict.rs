//! The predictor (EN-140): the chance that the attacker wins, from many fights
//! on streams that know nothing of the game's seed.

use alloc::{collections::BTreeMap, vec::Vec};
use core::cell::RefCell;

use super::{Combatant, Role, Setup, fight};
use crate::canon::Canon;
use crate::event::{EngagementKind, EngagementResult};
use crate::ids::Seq;
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

/// Strengths to tens, and numbers to the order they stand in: of those nothing else
/// counts in a fight, which settles ties by them. Everything else is coarse already.
fn quantised(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    let mut numbers: Vec<Seq> = setup.combatants().map(|c| c.seq).collect();
    numbers.sort_unstable();
    for combatant in setup.attackers.iter_mut().chain(&mut setup.defenders) {
        combatant.strength = ((combatant.strength + 5) / 10 * 10).clamp(10, 100);
        let below = numbers.partition_point(|number| *number < combatant.seq);
        combatant.seq = Seq(below as u32);
    }
    setup
}

/// The inputs as bytes, all that a fight depends on: who is who does not count, only
/// what they are. Taken apart field by field, so that none is forgotten.
fn key(setup: &Setup) -> Vec<u8> {
    let Setup {
        kind,
        distance,
        can_close,
        attackers,
        defenders,
    } = setup;
    let mut out = Vec::new();
    out.push(match kind {
        EngagementKind::Assault => 0,
        EngagementKind::Bombardment => 1,
        EngagementKind::Reaction => 2,
    });
    distance.encode(&mut out);
    can_close.encode(&mut out);
    (attackers.len() as u32).encode(&mut out);
    for combatant in attackers.iter().chain(defenders) {
        encode(combatant, &mut out);
    }
    out
}

fn encode(combatant: &Combatant, out: &mut Vec<u8>) {
    let Combatant {
        seq,
        class,
        role,
        neutral,
        strength,
        veterancy,
        initiative,
        unseen,
        stance,
        entrenchment,
        disrupted,
        supplied,
        lost_before,
        on_crossing,
        terrain,
        works,
    } = combatant;
    seq.encode(out);
    class.encode(out);
    out.push(match role {
        Role::Full => 0,
        Role::Support => 1,
        Role::Mover => 2,
    });
    neutral.encode(out);
    strength.encode(out);
    veterancy.encode(out);
    initiative.encode(out);
    unseen.encode(out);
    stance.encode(out);
    entrenchment.encode(out);
    disrupted.encode(out);
    supplied.encode(out);
    lost_before.encode(out);
    on_crossing.encode(out);
    terrain.encode(out);
    works.encode(out);
}
