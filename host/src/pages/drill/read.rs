//! The drill ground's form as a drill, and a drill's faults as the form's.

use fieldpost_engine::engagement::drill::{
    Decision, DrillFault, DrillFile, DrillUnit, FORMAT, Ground, Side, SideFile,
};
use fieldpost_engine::event::EngagementKind;
use fieldpost_engine::map::Terrain;
use fieldpost_engine::ruleset::Ruleset;
use fieldpost_engine::scenario::SiteKind;
use fieldpost_engine::stance::Stance;
use serde::de::DeserializeOwned;

use super::Problem;
use crate::{pages::fields::Fields, texts::Texts};

/// A form that was understood.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) file: DrillFile,
    /// The last tick to be shown.
    pub(super) tick: u32,
    /// The fields with the answer that was given among the decisions.
    pub(super) fields: Fields,
}

/// What stands in the form before anybody has chosen.
pub(super) fn example() -> Fields {
    let mut fields = Fields::default();
    for (name, value) in [
        ("kind", "Assault"),
        ("seed", "1"),
        ("a_terrain", "plain"),
        ("a1_class", "heavy_horse"),
        ("a1_stance", "Advance"),
        ("d_terrain", "hill"),
        ("d1_class", "line_infantry"),
        ("d1_stance", "Hold"),
    ] {
        fields.set(name, value);
    }
    fields
}

/// The classes of the ruleset that drills are fought by.
pub(super) fn classes() -> Vec<String> {
    let ruleset = Ruleset::shipped("standard/1");
    let classes = ruleset.map(|ruleset| ruleset.classes).unwrap_or_default();
    classes.into_iter().map(|class| class.name).collect()
}

/// Reads the form. What is no number or no such word becomes one that the check
/// refuses, so that it is told with everything else.
pub(super) fn asked(form: &Fields) -> Asked {
    let mut fields = form.clone();
    let answer = form.get("answer");
    if !answer.is_empty() {
        let decisions = format!("{} {answer}", form.get("decisions"));
        fields.set("decisions", decisions.trim());
        fields.set("answer", "");
    }
    let decides = match fields.get("decides") {
        "attackers" => Some(Side::Attackers),
        "defenders" => Some(Side::Defenders),
        _ => None,
    };
    let decisions = fields
        .get("decisions")
        .split_whitespace()
        .filter(|_| decides.is_some());
    // Words that are none were never offered.
    let decisions = decisions.filter_map(|word| Decision::try_from(word.to_owned()).ok());
    let file = DrillFile {
        format: FORMAT.to_owned(),
        ruleset: "standard/1".to_owned(),
        kind: word(fields.get("kind")).unwrap_or(EngagementKind::Assault),
        distance: Some(fields.get("distance"))
            .filter(|distance| !distance.is_empty())
            .map(|distance| distance.parse().unwrap_or(u32::MAX)),
        closes: None,
        attackers: side(&fields, "a"),
        defenders: side(&fields, "d"),
        seed: number(&fields, "seed", 1),
        decides,
        decisions: decisions.collect(),
    };
    let tick = number(&fields, "tick", 0).min(64);
    Asked { file, tick, fields }
}

fn side(fields: &Fields, key: &str) -> SideFile {
    let ground = Ground {
        terrain: word(fields.get(&format!("{key}_terrain"))).unwrap_or(Terrain::Plain),
        road: false,
        site: word::<SiteKind>(fields.get(&format!("{key}_site"))),
    };
    let unit = |place| unit(fields, &format!("{key}{place}_"));
    SideFile {
        ground,
        units: taken(fields, key).into_iter().map(unit).collect(),
    }
}

/// The places of a side that a class was chosen for.
fn taken(fields: &Fields, key: &str) -> Vec<usize> {
    let has_class = |place: &usize| !fields.get(&format!("{key}{place}_class")).is_empty();
    (1..=3).filter(has_class).collect()
}

fn unit(fields: &Fields, prefix: &str) -> DrillUnit {
    let name = |field: &str| format!("{prefix}{field}");
    let small = |field: &str| u8::try_from(number(fields, &name(field), 0)).unwrap_or(u8::MAX);
    DrillUnit {
        strength: number(fields, &name("strength"), 100),
        veterancy: small("veterancy"),
        stance: word(fields.get(&name("stance"))).unwrap_or(Stance::Advance),
        entrenchment: small("entrenchment"),
        disrupted: !fields.get(&name("disrupted")).is_empty(),
        supplied: fields.get(&name("unsupplied")).is_empty(),
        unseen: !fields.get(&name("unseen")).is_empty(),
        ..DrillUnit::fresh(fields.get(&name("class")))
    }
}

/// A number; what is left out has its plain value, what is none is out of range.
fn number(fields: &Fields, name: &str, plain: u32) -> u32 {
    match fields.get(name) {
        "" => plain,
        text => text.parse().unwrap_or(u32::MAX),
    }
}

/// A word of the rules.
fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).ok()
}

/// A fault as the page tells it, at the field that it stands in.
pub(super) fn problem(texts: Texts, fields: &Fields, fault: &DrillFault) -> Problem {
    let (side, rest) = match fault.path.split_once('.') {
        Some(("attackers", rest)) => ("a", rest),
        Some(("defenders", rest)) => ("d", rest),
        _ => ("", fault.path.as_str()),
    };
    let place = rest
        .strip_prefix("units[")
        .and_then(|rest| rest.split_once(']'))
        .and_then(|(index, field)| {
            let index: usize = index.parse().ok()?;
            let place = *taken(fields, side).get(index)?;
            Some((place, field.trim_start_matches('.')))
        });
    let (field, place) = match place {
        Some((place, field)) => (format!("{side}{place}_{field}"), place),
        None if rest == "units" => (format!("{side}1_class"), 0),
        None => (rest.to_owned(), 0),
    };
    let code = match fault.code {
        "out-of-range" => "drill-fault-range",
        "units" => "drill-fault-units",
        "unknown-class" => "drill-fault-class",
        "kind" => "drill-fault-kind",
        "stance" => "drill-fault-stance",
        "entrenchment" => "drill-fault-entrenchment",
        "not-an-option" => "drill-fault-decision",
        _ => "drill-fault-other",
    };
    let text = texts
        .say(code)
        .with("side", if side.is_empty() { "none" } else { side })
        .with("place", place)
        .with("field", field.rsplit('_').next().unwrap_or_default());
    Problem {
        text: text.to_string(),
        field,
    }
}
