//! What a readable drill must also hold: the bounds of its numbers, and what the
//! kind of engagement lets anybody do. Finds everything, changes nothing.

use alloc::{format, string::String, vec::Vec};

use super::DrillFault;
use super::file::{DrillFile, DrillUnit, FORMAT, Side};
use crate::event::EngagementKind;
use crate::ruleset::{Class, Ruleset};
use crate::stance::Stance;

/// Units of one side on one tile (WO-140).
const STACK: usize = 3;
/// Characters of a unit's name.
const NAME: usize = 32;
/// Questions of a fight stay far below it: 64 ticks, three units, both kinds.
const DECISIONS: usize = 1000;

/// The ruleset, if it is there, and every fault, in the order of the fields.
pub(super) fn faults(file: &DrillFile) -> (Option<Ruleset>, Vec<DrillFault>) {
    let mut check = Check { faults: Vec::new() };
    if file.format != FORMAT {
        let reason = format!("`{}` is not {FORMAT}", file.format);
        check.fault("format", "format", reason);
    }
    let Some(ruleset) = Ruleset::shipped(&file.ruleset) else {
        let reason = format!("no ruleset `{}`; there is standard/1", file.ruleset);
        check.fault("ruleset", "unknown-ruleset", reason);
        return (None, check.faults);
    };
    if let Some(distance) = file.distance {
        check.range("distance".into(), i64::from(distance), 1, 6);
    }
    for side in [Side::Attackers, Side::Defenders] {
        check.side(file, side, &ruleset);
    }
    if file.decides.is_none() && !file.decisions.is_empty() {
        check.fault("decisions", "nobody-decides", "`decides` names no side");
    }
    if file.decisions.len() > DECISIONS {
        let reason = format!("{} decisions; at most {DECISIONS}", file.decisions.len());
        check.fault("decisions", "too-many", reason);
    }
    (Some(ruleset), check.faults)
}

/// A class that a ruleset does not have.
pub(super) fn unknown_class(path: String, class: &str) -> DrillFault {
    DrillFault {
        path,
        code: "unknown-class",
        reason: format!("no class `{class}`"),
    }
}

struct Check {
    faults: Vec<DrillFault>,
}

impl Check {
    fn fault(&mut self, path: impl Into<String>, code: &'static str, reason: impl Into<String>) {
        self.faults.push(DrillFault {
            path: path.into(),
            code,
            reason: reason.into(),
        });
    }

    fn range(&mut self, path: String, given: i64, low: i64, high: i64) {
        if !(low..=high).contains(&given) {
            let reason = format!("{given} is not within {low} to {high}");
            self.fault(path, "out-of-range", reason);
        }
    }

    fn side(&mut self, file: &DrillFile, side: Side, ruleset: &Ruleset) {
        let units = &file.side(side).units;
        // A reaction is one against one; a bombardment has one target.
        let most = match (file.kind, side) {
            (EngagementKind::Reaction, _) | (EngagementKind::Bombardment, Side::Defenders) => 1,
            _ => STACK,
        };
        let path = format!("{}.units", side.name());
        if !(1..=most).contains(&units.len()) {
            let reason = format!("{} units; 1 to {most} are possible here", units.len());
            self.fault(path.as_str(), "units", reason);
        }
        for (index, unit) in units.iter().enumerate() {
            let path = format!("{path}[{index}]");
            self.numbers(&path, unit);
            match ruleset.find(&unit.class) {
                None => self
                    .faults
                    .push(unknown_class(format!("{path}.class"), &unit.class)),
                Some(class) => {
                    self.class(&path, unit, ruleset.class(class));
                    if side == Side::Attackers {
                        self.opens(&path, file.kind, unit, ruleset.class(class));
                    }
                }
            }
        }
    }

    fn numbers(&mut self, path: &str, unit: &DrillUnit) {
        for (field, given, low, high) in [
            // At 10 and below there is no unit any more (EN-100).
            ("strength", i64::from(unit.strength), 11, 100),
            ("veterancy", i64::from(unit.veterancy), 0, 3),
            ("entrenchment", i64::from(unit.entrenchment), 0, 3),
            ("lost_before", i64::from(unit.lost_before), 0, 99),
            (
                "initiative",
                i64::from(unit.initiative.unwrap_or(0)),
                -64,
                128,
            ),
        ] {
            self.range(format!("{path}.{field}"), given, low, high);
        }
        if unit.name.chars().count() > NAME {
            let reason = format!("a name has at most {NAME} characters");
            self.fault(format!("{path}.name"), "name", reason);
        }
    }

    fn class(&mut self, path: &str, unit: &DrillUnit, class: &Class) {
        if !class.allows(unit.stance) {
            let reason = format!("{} may not take {:?}", class.name, unit.stance);
            self.fault(format!("{path}.stance"), "stance", reason);
        }
        if unit.entrenchment > 0 && unit.stance != Stance::Entrench {
            let reason = "only who entrenches is entrenched";
            self.fault(format!("{path}.entrenchment"), "entrenchment", reason);
        }
    }

    /// Whether a unit could begin such an engagement (EN-010…018, TM-670, TM-1530).
    fn opens(&mut self, path: &str, kind: EngagementKind, unit: &DrillUnit, class: &Class) {
        let (class_path, stance_path) = (format!("{path}.class"), format!("{path}.stance"));
        match kind {
            EngagementKind::Assault if class.range > 1 => {
                let reason = format!("{} bombards and never assaults", class.name);
                self.fault(class_path, "kind", reason);
            }
            EngagementKind::Bombardment if class.range < 2 => {
                let reason = format!("{} has no fire range of 2 to bombard with", class.name);
                self.fault(class_path, "kind", reason);
            }
            _ => {}
        }
        let fits = match kind {
            EngagementKind::Reaction => unit.stance.reaction_capacity(unit.entrenchment) > 0,
            _ => unit.stance.may_initiate_combat(),
        };
        if !fits {
            let reason = match kind {
                EngagementKind::Reaction => "who reacts is in Hold or Entrench",
                _ => "who marches begins no fight",
            };
            self.fault(stance_path, "stance", reason);
        }
    }
}
