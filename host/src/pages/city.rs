//! An own city's panel: what it yields, what it builds and when that will be done,
//! and what new units of it begin with. Each button of the queue is a whole new
//! queue as a record; the arithmetic of the forecast is the engine's.

use fieldpost_engine::{
    forecast::{Fate, Forecast},
    ids::Seq,
    order::Order,
    ruleset::Ruleset,
    scenario::SiteKind,
    view::{KnownSite, SeatView},
};

use super::{
    fields::{Fields, Trouble},
    names::Names,
    panel::{self, Choice},
};

/// An own city.
#[derive(Debug)]
pub struct CityPanel {
    pub output: u32,
    /// Points in the head of its queue, and what that costs in all.
    pub progress: u32,
    pub head_cost: u32,
    /// Points paid for a class that is the head no more.
    pub forfeits: u32,
    pub treasury: u32,
    pub queue: Vec<Entry>,
    /// What requisitions will put into this queue.
    pub wanted: Vec<String>,
    pub classes: Vec<Choice>,
    /// What was wrong with the last edit.
    pub trouble: Option<String>,
    /// Whether a queue may be longer.
    pub has_room: bool,
    /// The Posting in words, a line each.
    pub posting: Vec<String>,
}

/// One entry of the queue.
#[derive(Debug)]
pub struct Entry {
    /// Its place, from 1.
    pub place: usize,
    pub class: String,
    pub name: String,
    pub cost: u32,
    pub fate: String,
    pub is_first: bool,
    pub is_last: bool,
}

/// The panel of a site, if it is a city of the seat's own.
#[must_use]
pub fn panel(
    names: Names<'_>,
    rules: &Ruleset,
    forecast: &Forecast,
    site: Seq,
    refused: Option<(&Fields, &Trouble)>,
) -> Option<CityPanel> {
    let view = names.view;
    let is_own_city = |known: &&KnownSite| {
        known.site == site && known.kind == SiteKind::City && known.owner == Some(view.seat)
    };
    let city = view.sites.iter().find(is_own_city)?;
    let trouble = refused.map(|(_, trouble)| trouble);
    let trouble = trouble.filter(|trouble| trouble.form == "SetProduction");
    let head = city.queue.first();
    Some(CityPanel {
        output: city.output,
        progress: city.progress,
        forfeits: city.forfeits,
        head_cost: head.map_or(0, |class| cost(rules, class)),
        treasury: view.treasury,
        queue: queue(names, rules, forecast, city),
        wanted: wanted(names, forecast, city),
        classes: panel::classes(names, rules, city),
        trouble: trouble.map(|trouble| trouble.text.clone()),
        has_room: city.queue.len() < super::orders::read::QUEUE_PLACES,
        posting: posting(names, view, site),
    })
}

fn cost(rules: &Ruleset, class: &str) -> u32 {
    rules.find(class).map_or(0, |id| rules.class(id).cost)
}

fn queue(names: Names<'_>, rules: &Ruleset, forecast: &Forecast, city: &KnownSite) -> Vec<Entry> {
    let last = city.queue.len();
    let entry = |(at, class): (usize, &String)| Entry {
        place: at + 1,
        class: class.clone(),
        name: names.class(class),
        cost: cost(rules, class),
        fate: forecast
            .builds
            .iter()
            .find(|build| build.city == city.site && build.place == Some(at))
            .map_or_else(String::new, |build| fate(names, forecast, build.fate)),
        is_first: at == 0,
        is_last: at + 1 == last,
    };
    city.queue.iter().enumerate().map(entry).collect()
}

fn wanted(names: Names<'_>, forecast: &Forecast, city: &KnownSite) -> Vec<String> {
    let builds = forecast.builds.iter();
    let asked = builds.filter(|build| build.city == city.site && build.place.is_none());
    asked
        .map(|build| {
            names
                .texts
                .say("city-wanted")
                .with("class", names.class(&build.class))
                .with("fate", fate(names, forecast, build.fate))
                .to_string()
        })
        .collect()
}

fn fate(names: Names<'_>, forecast: &Forecast, fate: Fate) -> String {
    match fate {
        Fate::Done { turn } => names.texts.say("city-done").with("turn", turn),
        Fate::Waits { since } => names.texts.say("city-waits").with("turn", since),
        Fate::Later => names
            .texts
            .say("city-later")
            .with("turns", forecast.books.len()),
    }
    .to_string()
}

/// What units built here begin with, as it was ordered.
fn posting(names: Names<'_>, view: &SeatView, site: Seq) -> Vec<String> {
    let found = view.arrangements.iter().find_map(|order| match order {
        Order::SetPosting {
            city,
            posture,
            task,
            formation,
        } if *city == site => Some((posture, task, formation)),
        _ => None,
    });
    let Some((posture, task, formation)) = found else {
        return Vec::new();
    };
    let posture = posture.as_ref().map(|posture| names.posture(posture));
    let task = task.as_ref().map(|task| names.task(task));
    let formation = formation.as_ref().map(|formation| {
        let joins = names.texts.say("city-posting-formation");
        joins.with("formation", formation).to_string()
    });
    [posture, task, formation].into_iter().flatten().collect()
}
