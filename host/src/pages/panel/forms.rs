//! What there is to choose from in a unit's forms.

use std::cmp::Reverse;

use fieldpost_engine::{event::Band, stance::Stance, view::OwnUnit};

use super::SanctionForm;
use crate::{
    pages::{fields::Form, map::band_code, names::Names, orders::read::CLAUSES},
    texts::Texts,
};

/// One entry of a list to choose from.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What the form sends.
    pub value: String,
    /// What is read.
    pub label: String,
}

/// A Stance to choose, with what it would do to the unit's Initiative.
#[derive(Debug)]
pub struct StanceChoice {
    pub value: &'static str,
    pub label: String,
    /// What the Stance adds.
    pub term: String,
    pub score: i32,
    /// The band that others would see.
    pub band: String,
    /// Place among the seat's units, from 1.
    pub place: usize,
    pub is_chosen: bool,
    /// Whether the unit could go anywhere, and react, in it.
    pub effect: String,
}

/// The lists of a unit's forms.
#[derive(Debug)]
pub struct Choices {
    pub own_units: Vec<Choice>,
    pub other_units: Vec<Choice>,
    pub sites: Vec<Choice>,
    pub formations: Vec<Choice>,
    pub actions: Vec<Choice>,
    pub conditions: Vec<Choice>,
    pub stances: Vec<Choice>,
    pub postures: Vec<Choice>,
    /// Conditions that no field can show, in words, by prefix.
    pub kept: Vec<Choice>,
    /// The prefixes of the clauses.
    pub clauses: Vec<&'static str>,
}

const ACTIONS: [(&str, &str); 12] = [
    ("MoveTo", "action-MoveTo"),
    ("AttackTile", "action-AttackTile"),
    ("AttackUnit", "action-AttackUnit"),
    ("Halt", "action-Halt"),
    ("Withdraw", "action-Withdraw"),
    ("Seize", "action-Seize"),
    ("Brace", "action-Brace"),
    ("Follow", "action-Follow"),
    ("Board", "action-Board"),
    ("Unload", "action-Unload"),
    ("Build", "action-Build"),
    ("Disband", "action-Disband"),
];

const CONDITIONS: [(&str, &str); 12] = [
    ("EnemyAt", "condition-EnemyAt"),
    ("EnemyWithin", "condition-EnemyWithin"),
    ("Held", "condition-Held"),
    ("UnitAt", "condition-UnitAt"),
    ("UnitLost", "condition-UnitLost"),
    ("StrengthBelow", "condition-StrengthBelow"),
    ("Supplied", "condition-Supplied"),
    ("InCommand", "condition-InCommand"),
    ("WinChance", "condition-WinChance"),
    ("Turn", "condition-Turn"),
    ("Turns", "condition-Turns"),
    ("Arrived", "condition-Arrived"),
];

const POSTURES: [(&str, &str); 6] = [
    ("Reserve", "posture-Reserve"),
    ("Garrison", "posture-Garrison"),
    ("Picket", "posture-Picket"),
    ("Patrol", "posture-Patrol"),
    ("Explore", "posture-Explore"),
    ("Attach", "posture-Attach"),
];

fn list(texts: Texts, entries: &[(&str, &str)]) -> Vec<Choice> {
    entries
        .iter()
        .map(|(value, code)| Choice {
            value: (*value).to_owned(),
            label: texts.t(code),
        })
        .collect()
}

impl Choices {
    pub(super) fn of(names: Names<'_>, task: &Form) -> Self {
        let (texts, view) = (names.texts, names.view);
        let choice = |number: u32, label: String| Choice {
            value: number.to_string(),
            label,
        };
        let kept = CLAUSES
            .into_iter()
            .chain(["until_"])
            .filter_map(|prefix| {
                let condition = serde_json::from_str(task.value(prefix, "kept")).ok()?;
                Some(Choice {
                    value: prefix.to_owned(),
                    label: names.condition(&condition),
                })
            })
            .collect();
        Self {
            own_units: view
                .units
                .iter()
                .map(|unit| choice(unit.unit.0, names.own(unit)))
                .collect(),
            other_units: view
                .others
                .iter()
                .map(|unit| choice(unit.unit.0, names.other(unit)))
                .collect(),
            sites: view
                .sites
                .iter()
                .map(|site| choice(site.site.0, names.site(site.site)))
                .collect(),
            formations: view
                .formations
                .iter()
                .map(|formation| Choice {
                    value: formation.name.clone(),
                    label: formation.name.clone(),
                })
                .collect(),
            actions: list(texts, &ACTIONS),
            conditions: list(texts, &CONDITIONS),
            stances: Stance::ALL
                .into_iter()
                .map(|stance| Choice {
                    value: format!("{stance:?}"),
                    label: names.stance(stance),
                })
                .collect(),
            postures: list(texts, &POSTURES),
            kept,
            clauses: CLAUSES.to_vec(),
        }
    }

    /// What a condition that is carried along says.
    #[must_use]
    pub fn kept(&self, prefix: &str) -> Option<&str> {
        let kept = self.kept.iter().find(|kept| kept.value == prefix)?;
        Some(&kept.label)
    }
}

/// The Stances that a unit may take, the derived one first. `typed` is what was
/// chosen in a form that was refused.
pub(super) fn stances(names: Names<'_>, unit: &OwnUnit, typed: Option<&str>) -> Vec<StanceChoice> {
    let choice = |value: &'static str, stance: Stance, label: String| {
        let score = unit.initiative.score - unit.stance.initiative() + stance.initiative();
        let before = names.view.units.iter().filter(|other| {
            other.unit != unit.unit
                && (Reverse(other.initiative.score), other.unit) < (Reverse(score), unit.unit)
        });
        let stands = match unit.override_stance {
            None => value == "Derived",
            Some(own) => value != "Derived" && own == stance,
        };
        StanceChoice {
            value,
            label,
            term: crate::pages::story::signed(stance.initiative()),
            score,
            band: names.texts.t(band_code(Band::of(score))),
            place: before.count() + 1,
            is_chosen: typed.map_or(stands, |typed| typed == value),
            effect: names
                .texts
                .say("stance-effect")
                .with("moves", if stance.may_move() { "yes" } else { "no" })
                .with(
                    "fights",
                    if stance.may_initiate_combat() {
                        "yes"
                    } else {
                        "no"
                    },
                )
                .with("reactions", stance.reaction_capacity(unit.entrenchment))
                .to_string(),
        }
    };
    let derived = names
        .texts
        .say("stance-as-derived")
        .with("stance", names.stance(unit.derived_stance))
        .to_string();
    let mut choices = vec![choice("Derived", unit.derived_stance, derived)];
    choices.extend(unit.stances.iter().map(|stance| {
        let value = match stance {
            Stance::March => "March",
            Stance::Advance => "Advance",
            Stance::Hold => "Hold",
            Stance::Entrench => "Entrench",
        };
        choice(value, *stance, names.stance(*stance))
    }));
    choices
}

/// One sanction's form. `stands` names it and what it says now.
pub(super) fn sanction(texts: Texts, stands: &'static str, form: Form) -> SanctionForm {
    let (name, label, entries, number): (_, _, &[(&str, &str)], _) = match stands.split('-').next()
    {
        Some("Engage") => (
            "Engage",
            "sanction-Engage",
            &[
                ("Engage-Never", "sanction-never"),
                ("Engage-Winning", "sanction-winning"),
                ("Engage-Always", "sanction-always"),
            ],
            Some("sanction-winning-number"),
        ),
        Some("Seize") => (
            "Seize",
            "sanction-Seize",
            &[
                ("Seize-Never", "sanction-never"),
                ("Seize-Undefended", "sanction-undefended"),
            ],
            None,
        ),
        Some("Pursue") => (
            "Pursue",
            "sanction-Pursue",
            &[
                ("Pursue-Never", "sanction-never"),
                ("Pursue-Once", "sanction-once"),
            ],
            None,
        ),
        _ => (
            "Retire",
            "sanction-Retire",
            &[
                ("Retire-Never", "sanction-never"),
                ("Retire-Below", "sanction-below"),
            ],
            Some("sanction-below-number"),
        ),
    };
    SanctionForm {
        name,
        label: texts.t(label),
        choices: list(texts, entries),
        number_label: number.map(|code| texts.t(code)),
        form,
    }
}
