//! Class against class in the open: what the table of the rules book is made of.

use alloc::{string::String, vec::Vec};

use super::file::{DrillFile, DrillUnit, FORMAT, Ground, SideFile};
use super::{Drill, DrillError};
use crate::engagement::fight;
use crate::event::{EngagementKind, EngagementResult};
use crate::ids::Seq;
use crate::map::{Mobility, Terrain};
use crate::rng::Stream;
use crate::ruleset::{Class, Ruleset};

/// What many fights of one class against another came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub fights: u32,
    pub attacker_won: u32,
    pub defender_won: u32,
    /// Strength lost in all of them together.
    pub attacker_lost: u32,
    pub defender_lost: u32,
}

/// One row: a class as attacker against every class, in the ruleset's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub attacker: String,
    pub kind: EngagementKind,
    pub against: Vec<Tally>,
}

/// Fresh units in Advance on open ground, everybody who can start a fight against
/// everybody: an assault, or from a range of two a bombardment.
///
/// # Errors
/// Where a number leaves its range.
pub fn table(ruleset: &Ruleset, fights: u32) -> Result<Vec<Row>, DrillError> {
    let armed = ruleset
        .classes
        .iter()
        .filter(|class| class.fire + class.shock > 0);
    let row = |attacker: &Class| {
        let against = ruleset.classes.iter();
        Ok(Row {
            attacker: attacker.name.clone(),
            kind: kind(attacker),
            against: against
                .map(|defender| tally(ruleset, attacker, defender, fights))
                .collect::<Result<_, DrillError>>()?,
        })
    };
    armed.map(row).collect()
}

fn kind(attacker: &Class) -> EngagementKind {
    if attacker.range > 1 {
        EngagementKind::Bombardment
    } else {
        EngagementKind::Assault
    }
}

fn tally(
    ruleset: &Ruleset,
    attacker: &Class,
    defender: &Class,
    fights: u32,
) -> Result<Tally, DrillError> {
    let side = |class: &Class| {
        let terrain = if class.mobility == Mobility::Ship {
            Terrain::Sea
        } else {
            Terrain::Plain
        };
        SideFile {
            ground: Ground {
                terrain,
                ..Ground::default()
            },
            units: alloc::vec![DrillUnit::fresh(&class.name)],
        }
    };
    let at_sea = |class: &Class| class.mobility == Mobility::Ship;
    let file = DrillFile {
        format: FORMAT.into(),
        ruleset: ruleset.name.clone(),
        kind: kind(attacker),
        distance: None,
        // Nobody steps from the land into the sea.
        closes: (at_sea(attacker) != at_sea(defender)).then_some(false),
        attackers: side(attacker),
        defenders: side(defender),
        seed: 0,
        decides: None,
        decisions: Vec::new(),
    };
    let drill = Drill::of(file).map_err(|mut faults| DrillError::Decision(faults.remove(0)))?;
    let setup = drill.setup();
    let (one, other): (Seq, Seq) = (setup.attackers[0].seq, setup.defenders[0].seq);
    let mut tally = Tally {
        fights,
        ..Tally::default()
    };
    for seed in 0..fights {
        let report = fight(ruleset, setup, &mut Stream::of_drill(seed), false)?;
        tally.attacker_won += u32::from(report.result == EngagementResult::AttackerWon);
        tally.defender_won += u32::from(report.result == EngagementResult::DefenderWon);
        tally.attacker_lost += report.loss_of(one);
        tally.defender_lost += report.loss_of(other);
    }
    Ok(tally)
}
