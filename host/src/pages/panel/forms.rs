//! What there is to choose from for a unit's Stance and sanctions, and for what a
//! city builds.

use std::cmp::Reverse;

use fieldpost_engine::{
    event::Band,
    map::{Mobility, Terrain},
    ruleset::{Class, Ruleset},
    stance::Stance,
    view::{KnownSite, OwnUnit, SeatView},
};

use super::SanctionForm;
use crate::{
    pages::{fields::Form, map::band_code, names::Names},
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

pub(super) fn list(texts: Texts, entries: &[(&str, &str)]) -> Vec<Choice> {
    entries
        .iter()
        .map(|(value, code)| Choice {
            value: (*value).to_owned(),
            label: texts.t(code),
        })
        .collect()
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

/// The classes that a city can build, with what they cost: ships only where there
/// is sea next to it.
pub fn classes(names: Names<'_>, ruleset: &Ruleset, city: &KnownSite) -> Vec<Choice> {
    let is_port = is_coastal(names.view, city);
    let can_be_built = |class: &&Class| is_port || class.mobility != Mobility::Ship;
    let classes = ruleset.classes.iter().filter(can_be_built);
    classes
        .map(|class| Choice {
            value: class.name.clone(),
            label: names
                .texts
                .say("city-class")
                .with("class", names.class(&class.name))
                .with("cost", class.cost)
                .with("upkeep", class.upkeep)
                .to_string(),
        })
        .collect()
}

/// Whether the seat knows of sea next to a site.
fn is_coastal(view: &SeatView, site: &KnownSite) -> bool {
    let along = |at: u16, size: u16, wraps: bool| {
        let (at, size) = (i32::from(at), i32::from(size));
        (-1..=1).filter_map(move |step| match at + step {
            next if (0..size).contains(&next) => Some(next),
            next if wraps => Some(next.rem_euclid(size)),
            _ => None,
        })
    };
    along(site.at.y, view.height, view.wrap_y).any(|y| {
        along(site.at.x, view.width, view.wrap_x).any(|x| {
            let tile = usize::try_from(y * i32::from(view.width) + x).ok();
            let tile = tile.and_then(|tile| view.tiles.get(tile));
            tile.is_some_and(|tile| tile.terrain == Some(Terrain::Sea))
        })
    })
}
