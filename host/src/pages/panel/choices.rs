//! What there is to choose from in a unit's task and standing job: what its class
//! can do and its seat can name, so that no list offers what would be refused.

use std::collections::BTreeSet;

use fieldpost_engine::{
    ids::{Owner, Seq},
    ruleset::{Class, Ruleset},
    stance::Stance,
    view::{OtherUnit, OwnUnit, SeatView},
};

use super::forms::{Choice, list};
use crate::pages::{fields::Form, names::Names, orders::read::CLAUSES};

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

/// The lists of a unit's forms.
#[derive(Debug)]
pub struct Choices {
    /// Own units, for conditions.
    pub own_units: Vec<Choice>,
    /// Known units of others, for conditions.
    pub other_units: Vec<Choice>,
    /// Whom it could attack.
    pub targets: Vec<Choice>,
    /// Whom it could follow.
    pub leaders: Vec<Choice>,
    /// What it could board.
    pub carriers: Vec<Choice>,
    /// Who is aboard it.
    pub cargo: Vec<Choice>,
    /// What it could seize.
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

impl Choices {
    /// For a unit, with what its task's form holds already: that is always on the
    /// list, whatever has become of it.
    pub(super) fn of(names: Names<'_>, ruleset: &Ruleset, unit: &OwnUnit, task: &Form) -> Self {
        let view = names.view;
        let class = |name: &str| ruleset.find(name).map(|class| ruleset.class(class));
        let room = |other: &OwnUnit| class(&other.class).map_or(0, |class| class.carries);
        let size = class(&unit.class).and_then(|class| class.size);
        let is_self = |other: &OwnUnit| other.unit == unit.unit;
        let has_room =
            |other: &OwnUnit| !is_self(other) && size.is_some_and(|size| room(other) >= size);
        let mut leaders = others(names, |_| true);
        leaders.extend(own(names, |other| !is_self(other)));
        let seizable = view.sites.iter();
        let seizable = seizable.filter(|site| !is_friendly(view, site.owner));
        let sites = seizable.map(|site| choice(site.site.0, names.site(site.site)));
        let mut choices = Self {
            own_units: own(names, |_| true),
            other_units: others(names, |_| true),
            targets: others(names, |other| other.hostile),
            leaders,
            carriers: own(names, has_room),
            cargo: own(names, |other| other.carrier == Some(unit.unit)),
            sites: sites.collect(),
            formations: formations(view),
            actions: Vec::new(),
            conditions: list(names.texts, &CONDITIONS),
            stances: stances(names, unit),
            postures: list(names.texts, &POSTURES),
            kept: kept(names, task),
            clauses: CLAUSES.to_vec(),
        };
        choices.keep_what_stands(names, task);
        choices.actions = actions(names, class(&unit.class), &choices, task);
        choices
    }

    /// Puts on the lists whatever the form names that is not on them.
    fn keep_what_stands(&mut self, names: Names<'_>, task: &Form) {
        let lists = [
            ("target", &mut self.targets),
            ("unit", &mut self.leaders),
            ("carrier", &mut self.carriers),
            ("cargo", &mut self.cargo),
            ("site", &mut self.sites),
        ];
        for (field, list) in lists {
            for prefix in action_prefixes() {
                let value = task.value(&prefix, field);
                let Ok(number) = value.parse::<u32>() else {
                    continue;
                };
                if list.iter().any(|choice| choice.value == value) {
                    continue;
                }
                let label = match field {
                    "site" => names.site(Seq(number)),
                    _ => names.unit(Seq(number)),
                };
                list.push(choice(number, label));
            }
        }
    }

    /// What a condition that is carried along says.
    #[must_use]
    pub fn kept(&self, prefix: &str) -> Option<&str> {
        let kept = self.kept.iter().find(|kept| kept.value == prefix)?;
        Some(&kept.label)
    }
}

/// The prefixes of a form's actions.
fn action_prefixes() -> impl Iterator<Item = String> {
    let clauses = CLAUSES.iter().map(|clause| format!("{clause}then_"));
    std::iter::once("do_".to_owned()).chain(clauses)
}

fn own(names: Names<'_>, fits: impl Fn(&OwnUnit) -> bool) -> Vec<Choice> {
    let units = names.view.units.iter().filter(|unit| fits(unit));
    units
        .map(|unit| choice(unit.unit.0, names.own(unit)))
        .collect()
}

fn others(names: Names<'_>, fits: impl Fn(&OtherUnit) -> bool) -> Vec<Choice> {
    let units = names.view.others.iter().filter(|unit| fits(unit));
    units
        .map(|unit| choice(unit.unit.0, names.other(unit)))
        .collect()
}

fn choice(number: u32, label: String) -> Choice {
    Choice {
        value: number.to_string(),
        label,
    }
}

/// Whether somebody is the seat itself or of its team.
fn is_friendly(view: &SeatView, owner: Owner) -> bool {
    let Some(owner) = owner else {
        return false;
    };
    let team = |seat| {
        let mut seats = view.seats.iter();
        seats.find(|other| other.seat == seat)?.team.as_ref()
    };
    owner == view.seat || (team(owner).is_some() && team(owner) == team(view.seat))
}

/// What a class can do, as far as there is anybody to do it to.
fn actions(names: Names<'_>, class: Option<&Class>, lists: &Choices, task: &Form) -> Vec<Choice> {
    let stands: BTreeSet<String> = action_prefixes()
        .map(|prefix| task.value(&prefix, "kind").to_owned())
        .collect();
    let is_armed = class.is_some_and(|class| class.fire + class.shock > 0);
    let can = |action: &str| match action {
        "AttackTile" => is_armed,
        "AttackUnit" => is_armed && !lists.targets.is_empty(),
        "Seize" => !lists.sites.is_empty(),
        "Follow" => !lists.leaders.is_empty(),
        "Board" => !lists.carriers.is_empty(),
        "Unload" => class.is_some_and(|class| class.carries > 0),
        "Build" => class.is_some_and(|class| class.builds),
        _ => true,
    };
    let mut actions = list(names.texts, &ACTIONS);
    actions.retain(|action| can(&action.value) || stands.contains(&action.value));
    actions
}

fn formations(view: &SeatView) -> Vec<Choice> {
    let formations = view.formations.iter();
    formations
        .map(|formation| Choice {
            value: formation.name.clone(),
            label: formation.name.clone(),
        })
        .collect()
}

fn stances(names: Names<'_>, unit: &OwnUnit) -> Vec<Choice> {
    let stances = Stance::ALL.into_iter();
    let allowed = stances.filter(|stance| unit.stances.contains(stance));
    allowed
        .map(|stance| Choice {
            value: format!("{stance:?}"),
            label: names.stance(stance),
        })
        .collect()
}

fn kept(names: Names<'_>, task: &Form) -> Vec<Choice> {
    let prefixes = CLAUSES.into_iter().chain(["until_"]);
    prefixes
        .filter_map(|prefix| {
            let condition = serde_json::from_str(task.value(prefix, "kept")).ok()?;
            Some(Choice {
                value: prefix.to_owned(),
                label: names.condition(&condition),
            })
        })
        .collect()
}
