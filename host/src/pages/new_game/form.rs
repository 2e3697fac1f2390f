//! The form for a new game becomes what is to be made, or says which field is
//! in the way.

use chrono::{NaiveDateTime, TimeDelta, TimeZone as _, Utc};
use fieldpost_engine::scenario::{Controller, Scenario};

use super::{pace, trouble};
use crate::{
    auth::Account,
    clock::Instant,
    games::{
        self, NewGame,
        terms::{Maker, Press, Spectators, Terms},
    },
    pages::fields::{Fields, Trouble},
};

/// Longest password of a game, in characters.
const PASSWORD_LENGTH: usize = 100;

/// How far ahead a start may be set.
const LATEST_START: TimeDelta = TimeDelta::days(60);

/// The form as it is first shown.
pub(super) fn usual(scenario: &Scenario) -> Fields {
    let mut fields = Fields::default();
    fields.set("name", &scenario.name);
    fields.set("pace", pace::USUAL);
    fields.set("tier", scenario.options.initiative_tier);
    fields.set("press", Press::default().as_str());
    fields.set("spectators", Spectators::AfterEnd.as_str());
    fields.set("times", "20:00");
    fields.set("calendar_reserve_days", pace::CALENDAR_RESERVE_DAYS);
    for day in pace::DAYS {
        fields.set(format!("day_{day}"), "yes");
    }
    fields.set("door", "public");
    fields.set("start", "full");
    fields.set("part", "play");
    let mut own = None;
    for (index, seat) in scenario.seats.iter().enumerate() {
        let is_human = seat.controller == Controller::Human;
        fields.set(format!("by{index}"), if is_human { "human" } else { "ai" });
        own = own.or(is_human.then_some(index));
    }
    fields.set("seat", own.unwrap_or(0));
    fields
}

/// Reads it. `now` is the database's.
pub(super) fn read(
    form: &Fields,
    mut scenario: Scenario,
    who: &Account,
    now: Instant,
) -> Result<(NewGame, Terms), Trouble> {
    let name = form.get("name").split_whitespace().collect::<Vec<_>>();
    let name = name.join(" ");
    if !games::is_name(&name) {
        return Err(trouble("name", "new-wrong-name"));
    }
    let pace = pace::read(form, who.time_zone).map_err(|(field, code)| trouble(field, code))?;
    let tier: u8 = form.get("tier").parse().unwrap_or(0);
    if !(1..=3).contains(&tier) {
        return Err(trouble("tier", "new-wrong-tier"));
    }
    scenario.options.initiative_tier = tier;
    for (index, seat) in scenario.seats.iter_mut().enumerate() {
        seat.controller = match form.get(&format!("by{index}")) {
            "ai" => Controller::Ai,
            _ => Controller::Human,
        };
    }
    let terms = Terms {
        is_public: form.get("door") != "private",
        password: password(form)?,
        press: Press::parse(form.get("press"))
            .ok_or_else(|| trouble("press", "new-wrong-press"))?,
        is_anonymous: !form.get("anonymous").is_empty(),
        spectators: spectators(form)?,
        is_ranked: !form.get("ranked").is_empty(),
        starts_at: start(form, who, now)?,
        maker: maker(form, &scenario)?,
        calendar: pace.calendar,
        usual_pace: pace.usual,
        is_ground_hidden: false,
    };
    let are_people = scenario
        .seats
        .iter()
        .all(|seat| seat.controller == Controller::Human);
    if terms.is_ranked && (!are_people || scenario.seats.len() < 2) {
        return Err(trouble("ranked", "new-wrong-ranked"));
    }
    let new = NewGame {
        name: Some(name),
        scenario,
        deadline_seconds: pace.deadline_seconds,
        reserve_seconds: pace.reserve_seconds,
        created_by: Some(who.id),
    };
    Ok((new, terms))
}

/// How many people would play, as the form has it.
pub(super) fn people(form: &Fields, scenario: &Scenario) -> usize {
    let seats = 0..scenario.seats.len();
    seats
        .filter(|index| form.get(&format!("by{index}")) != "ai")
        .count()
}

fn password(form: &Fields) -> Result<Option<String>, Trouble> {
    if form.get("door") != "password" {
        return Ok(None);
    }
    let typed = form.get("password");
    if typed.is_empty() || typed.chars().count() > PASSWORD_LENGTH {
        return Err(trouble("password", "new-wrong-password"));
    }
    Ok(Some(typed.to_owned()))
}

fn spectators(form: &Fields) -> Result<Spectators, Trouble> {
    let delay = form.get("spectator_delay").parse().ok();
    Spectators::parse(form.get("spectators"), delay)
        .ok_or_else(|| trouble("spectator_delay", "new-wrong-delay"))
}

/// The start, typed as a local time of the maker's zone; one that daylight
/// saving skips or repeats is not taken.
fn start(form: &Fields, who: &Account, now: Instant) -> Result<Option<Instant>, Trouble> {
    if form.get("start") != "time" {
        return Ok(None);
    }
    let wrong = || trouble("starts_at", "new-wrong-start");
    let typed = NaiveDateTime::parse_from_str(form.get("starts_at"), "%Y-%m-%dT%H:%M");
    let local = typed.map_err(|_| wrong())?;
    let at = who.time_zone.from_local_datetime(&local).single();
    let at = at.ok_or_else(wrong)?.with_timezone(&Utc);
    if at <= now || at > now + LATEST_START {
        return Err(wrong());
    }
    Ok(Some(at))
}

fn maker(form: &Fields, scenario: &Scenario) -> Result<Maker, Trouble> {
    match form.get("part") {
        "master" => Ok(Maker::Master { sees_all: false }),
        "master-sees" => Ok(Maker::Master { sees_all: true }),
        _ => {
            let index: Option<usize> = form.get("seat").parse().ok();
            let seat = index.and_then(|index| scenario.seats.get(index));
            match (index.and_then(|index| i16::try_from(index).ok()), seat) {
                (Some(index), Some(seat)) if seat.controller == Controller::Human => {
                    Ok(Maker::Plays(index))
                }
                _ => Err(trouble("seat", "new-wrong-seat")),
            }
        }
    }
}
