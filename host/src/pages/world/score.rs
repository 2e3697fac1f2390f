//! How near anybody is to winning, as far as a seat knows.

use fieldpost_engine::{
    forecast::{self, HeldSite, Progress, Side},
    ruleset::Ruleset,
    scenario::VictoryCondition,
};

use crate::pages::names::Names;

/// Score and conditions.
#[derive(Debug)]
pub struct Score {
    pub sides: Vec<SideLine>,
    /// A sentence or two for each way of winning.
    pub conditions: Vec<Condition>,
}

/// One side.
#[derive(Debug)]
pub struct SideLine {
    pub name: String,
    pub is_own: bool,
    pub cities: u32,
    pub units: u32,
    pub score: u64,
}

/// A way of winning.
#[derive(Debug)]
pub struct Condition {
    pub text: String,
    /// How far the own side is with it: this many of that many.
    pub meter: Option<(u32, u32)>,
}

pub(super) fn write(names: Names<'_>, rules: &Ruleset, victory: &[VictoryCondition]) -> Score {
    let sides = forecast::sides(names.view, rules);
    let own = sides.iter().find(|side| side.ours);
    let cities = own.map_or(0, |own| own.cities);
    let progress = forecast::progress(names.view, rules, victory);
    Score {
        conditions: progress
            .iter()
            .map(|progress| condition(names, progress, cities))
            .collect(),
        sides: sides.iter().map(|side| line(names, side)).collect(),
    }
}

fn line(names: Names<'_>, side: &Side) -> SideLine {
    let seats = side.seats.iter().map(|seat| names.owner(Some(*seat)));
    SideLine {
        name: seats.collect::<Vec<_>>().join(", "),
        is_own: side.ours,
        cities: side.cities,
        units: side.units,
        score: side.score,
    }
}

fn condition(names: Names<'_>, progress: &Progress, cities: u32) -> Condition {
    let say = |code| names.texts.say(code);
    match progress {
        Progress::LastStanding { sides } => Condition {
            text: say("victory-last").with("sides", *sides).to_string(),
            meter: None,
        },
        Progress::Cities {
            needed,
            reckonings,
            running,
        } => Condition {
            text: say("victory-cities")
                .with("needed", *needed)
                .with("reckonings", *reckonings)
                .with("cities", cities)
                .with("running", *running)
                .to_string(),
            meter: Some((cities.min(*needed), *needed)),
        },
        Progress::TurnLimit { turn, left } => Condition {
            text: say("victory-limit")
                .with("turn", *turn)
                .with("left", *left)
                .to_string(),
            meter: None,
        },
        Progress::Hold { turn, sites } => {
            let held = sites.iter().filter(|site| site.ours).count();
            let words: Vec<String> = sites.iter().map(|site| holder(names, site)).collect();
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            Condition {
                text: say("victory-hold")
                    .with("turn", *turn)
                    .with("sites", words.join(", "))
                    .to_string(),
                meter: Some((count(held), count(sites.len()))),
            }
        }
    }
}

fn holder(names: Names<'_>, site: &HeldSite) -> String {
    match site.owner {
        None => names.texts.say("victory-site-unseen"),
        Some(owner) => names
            .texts
            .say("victory-site")
            .with("owner", names.owner(owner)),
    }
    .with("site", &site.name)
    .to_string()
}
