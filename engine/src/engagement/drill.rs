//! The drill ground (EN-160): one engagement from a small JSON, fought by the
//! profiles or with somebody's decisions. It touches no game: what is not
//! written in the file does not count, and the same file gives the same fight.

use alloc::{format, string::String, vec::Vec};

use super::{
    Choice, Chooser, Combatant, Question, Role, Setup, Stage, Until, fight_until, predict,
};
use crate::event::EngagementKind;
use crate::ids::Seq;
use crate::initiative::{Initiative, Inputs};
use crate::json::{self, JsonError};
use crate::map::Terrain;
use crate::num::DeterminismError;
use crate::rng::Stream;
use crate::ruleset::{ClassId, Ruleset};

mod check;
mod file;
pub mod table;

pub use file::{Decision, DrillFile, DrillUnit, FORMAT, Ground, Side, SideFile};

/// Numbers of the first unit on either side; the others follow.
const FIRST: [u32; 2] = [1, 11];

/// One thing wrong with a drill, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct DrillFault {
    /// As in `attackers.units[0].class`.
    pub path: String,
    /// Whether the file, or a decision that did not fit the fight.
    pub code: &'static str,
    pub reason: String,
}

/// Why a drill could not be fought.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrillError {
    /// The fight asked for something else than what was decided.
    #[error(transparent)]
    Decision(DrillFault),
    #[error(transparent)]
    Determinism(#[from] DeterminismError),
}

/// A drill that can be fought.
#[derive(Clone, Debug)]
pub struct Drill {
    file: DrillFile,
    ruleset: Ruleset,
    setup: Setup,
}

impl Drill {
    /// Reads and checks a drill.
    ///
    /// # Errors
    /// Every fault found, by path: at least one.
    pub fn parse(text: &str) -> Result<Self, Vec<DrillFault>> {
        let file = json::read(text).map_err(|JsonError { path, reason }| {
            alloc::vec![DrillFault {
                path,
                code: "malformed",
                reason
            }]
        })?;
        Self::of(file)
    }

    /// Checks a drill.
    ///
    /// # Errors
    /// Every fault found, by path: at least one.
    pub fn of(file: DrillFile) -> Result<Self, Vec<DrillFault>> {
        let (ruleset, faults) = check::faults(&file);
        match ruleset {
            Some(ruleset) if faults.is_empty() => {
                let setup = setup(&file, &ruleset)?;
                Ok(Self {
                    file,
                    ruleset,
                    setup,
                })
            }
            _ => Err(faults),
        }
    }

    pub fn file(&self) -> &DrillFile {
        &self.file
    }

    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who fights: the front unit first on its side (EN-010).
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The unit of the file that a combatant was made of.
    pub fn unit(&self, seq: Seq) -> Option<&DrillUnit> {
        let side = self.side(seq);
        let place = seq.0.checked_sub(FIRST[side as usize])?;
        self.file.side(side).units.get(usize::try_from(place).ok()?)
    }

    pub fn side(&self, seq: Seq) -> Side {
        if seq.0 < FIRST[1] {
            Side::Attackers
        } else {
            Side::Defenders
        }
    }

    /// The chance that the attacker wins, per mille (EN-140).
    ///
    /// # Errors
    /// Where a number leaves its range.
    pub fn chance(&self) -> Result<u32, DeterminismError> {
        predict::chance(&self.ruleset, &self.setup)
    }

    /// Fights from the beginning, with the decisions that were made, as far as
    /// asked, to the next question or to its end.
    ///
    /// # Errors
    /// A decision that the fight did not allow there; a number out of its range.
    pub fn fight(&self, until: Until) -> Result<Stage, DrillError> {
        let mut decided = Decided {
            drill: self,
            used: 0,
            fault: None,
        };
        let mut stream = Stream::of_drill(self.file.seed);
        let stage = fight_until(&self.ruleset, &self.setup, &mut stream, &mut decided, until)?;
        match decided.fault {
            Some(fault) => Err(DrillError::Decision(fault)),
            None => Ok(stage),
        }
    }

    /// To the next question or the end.
    ///
    /// # Errors
    /// As [`Drill::fight`].
    pub fn fight_out(&self) -> Result<Stage, DrillError> {
        self.fight(Until {
            tick: self.setup.ticks(),
            upcoming: 0,
        })
    }
}

/// Makes the decisions of a file, then asks.
struct Decided<'a> {
    drill: &'a Drill,
    used: usize,
    fault: Option<DrillFault>,
}

impl Chooser for Decided<'_> {
    fn decides_for(&self, who: Seq) -> bool {
        self.drill.file.decides == Some(self.drill.side(who))
    }

    fn choose(&mut self, question: &Question) -> Choice {
        let Some(decision) = self.drill.file.decisions.get(self.used) else {
            return Choice::Ask;
        };
        let path = format!("decisions[{}]", self.used);
        self.used += 1;
        match *decision {
            Decision::Profile => Choice::Profile,
            Decision::Wait => Choice::Wait,
            Decision::Do(act) if question.options.contains(&act) => Choice::Do(act),
            Decision::Do(act) => {
                let options: Vec<&str> = question.options.iter().map(|act| act.name()).collect();
                self.fault = Some(DrillFault {
                    path,
                    code: "not-an-option",
                    reason: format!(
                        "{} is not possible on tick {}; possible are {}, wait and profile",
                        act.name(),
                        question.tick,
                        options.join(", "),
                    ),
                });
                Choice::Ask
            }
        }
    }
}

/// A checked file as a fight.
fn setup(file: &DrillFile, ruleset: &Ruleset) -> Result<Setup, Vec<DrillFault>> {
    let mut sides = [Vec::new(), Vec::new()];
    for side in [Side::Attackers, Side::Defenders] {
        let units = &file.side(side).units;
        for (seq, (index, unit)) in (FIRST[side as usize]..).zip(units.iter().enumerate()) {
            let class = ruleset.find(&unit.class).ok_or_else(|| {
                let path = format!("{}.units[{index}].class", side.name());
                alloc::vec![check::unknown_class(path, &unit.class)]
            })?;
            sides[side as usize].push(combatant(file, side, Seq(seq), class, unit, ruleset));
        }
    }
    let [attackers, mut defenders] = sides;
    if file.kind == EngagementKind::Assault {
        // The front unit first, the others in support (EN-010).
        let weight = |c: &Combatant| ruleset.class(c.class).guard * c.strength;
        defenders.sort_by_key(|c| (core::cmp::Reverse(weight(c)), c.seq));
        defenders
            .iter_mut()
            .skip(1)
            .for_each(|c| c.role = Role::Support);
    }
    if file.kind == EngagementKind::Reaction {
        defenders.iter_mut().for_each(|c| c.role = Role::Mover);
    }
    Ok(Setup {
        kind: file.kind,
        distance: file.opening(),
        can_close: file.may_close(),
        attackers,
        defenders,
    })
}

fn combatant(
    file: &DrillFile,
    side: Side,
    seq: Seq,
    class: ClassId,
    unit: &DrillUnit,
    ruleset: &Ruleset,
) -> Combatant {
    let ground = file.side(side).ground;
    let inputs = Inputs {
        base: ruleset.class(class).base,
        stance: unit.stance,
        age: 4,
        veterancy: unit.veterancy,
        disrupted: unit.disrupted,
        in_command: false,
        supplied: unit.supplied,
    };
    // Bases, Stances and grades are in their bounds by now, so the sum is too.
    let own = Initiative::of(&inputs, 3).map_or(inputs.base, |initiative| initiative.score);
    let bridge = ground.terrain == Terrain::River && ground.road;
    Combatant {
        seq,
        class,
        role: Role::Full,
        neutral: unit.neutral,
        strength: unit.strength,
        veterancy: unit.veterancy,
        initiative: unit.initiative.unwrap_or(own),
        unseen: unit.unseen,
        stance: unit.stance,
        entrenchment: unit.entrenchment,
        disrupted: unit.disrupted,
        supplied: unit.supplied,
        lost_before: unit.lost_before,
        on_crossing: bridge || ground.terrain == Terrain::Ford,
        terrain: ground.terrain.defence(),
        works: ground.site.map_or(1000, |site| site.defence()),
    }
}
