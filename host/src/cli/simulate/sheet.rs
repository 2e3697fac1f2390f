//! The figures of a batch, for people and as JSON.

use std::{fmt::Write, time::Duration};

use fieldpost_engine::{event::Outcome, stance::Stance};
use serde_json::{Map, Value, json};

use super::{Plan, batch::Entry, place::Place};

/// How many standard deviations a 95 % interval spans to either side.
const Z: f64 = 1.96;

/// Figures of a batch.
#[derive(Debug)]
pub(super) struct Sheet {
    value: Value,
}

impl Sheet {
    pub(super) fn of(plan: &Plan, games: &[Entry]) -> Self {
        let sum = |of: &dyn Fn(&Entry) -> u32| games.iter().map(|g| f64::from(of(g))).sum::<f64>();
        let turns = sum(&|g| g.tally.turns);
        let activations = sum(&|g| g.tally.activations);
        let units = sum(&|g| g.tally.units() as u32);
        let decided = games
            .iter()
            .filter(|g| !g.tally.winners().is_empty())
            .count();
        let seats = (0_u8..).take(plan.ground.seats()).map(|index| {
            let wins = games
                .iter()
                .filter(|g| g.tally.winners().iter().any(|s| s.0 == index));
            rate("seat", index.into(), wins.count(), games.len())
        });
        let seats: Vec<Value> = seats.collect();
        let places = Place::ALL.map(|place| {
            let begins = |g: &Entry, seat: usize| g.places.get(seat) == Some(&Some(place));
            let wins = games
                .iter()
                .flat_map(|g| g.tally.winners().iter().map(move |seat| (g, *seat)))
                .filter(|(g, seat)| begins(g, usize::from(seat.0)));
            let began = games
                .iter()
                .flat_map(|g| (0..g.places.len()).map(move |seat| (g, seat)))
                .filter(|(g, seat)| begins(g, *seat));
            rate("place", place.word().into(), wins.count(), began.count())
        });
        let stances = Stance::ALL.map(|stance| {
            let share = percent(sum(&|g| g.tally.stance(stance)), activations);
            (format!("{stance:?}"), Value::from(share))
        });
        let each = |of: &dyn Fn(&Entry) -> Vec<Option<u32>>| -> Value {
            spread(games.iter().flat_map(of).collect())
        };
        let drawn = games
            .iter()
            .filter(|g| g.tally.outcome == Some(Outcome::Drawn))
            .count();
        let value = json!({
            "games": games.len(),
            "decided": decided,
            "drawn": drawn,
            "undecided": games.len() - decided - drawn,
            "endings": endings(games),
            "seats": seats,
            "places": places,
            "turns": spread(games.iter().map(|g| Some(g.tally.turns)).collect()),
            "units_a_game": round(units / games.len().max(1) as f64),
            "most_units_of_a_seat": games.iter().map(|g| g.tally.most_units).max(),
            "died": percent(sum(&|g| g.tally.deaths() as u32), units),
            "captured": percent(sum(&|g| g.tally.captured), units),
            "fallbacks": percent(sum(&|g| g.tally.fallbacks), activations),
            "stances": stances.into_iter().collect::<Map<String, Value>>(),
            "assaults_a_turn": round(sum(&|g| g.tally.assaults) / turns.max(1.0)),
            "bombardments_a_turn": round(sum(&|g| g.tally.bombardments) / turns.max(1.0)),
            "reactions_a_turn": round(sum(&|g| g.tally.reactions) / turns.max(1.0)),
            "sighting": each(&|g| g.tally.sighting.clone()),
            "first_contact": each(&|g| vec![g.tally.contact.iter().flatten().min().copied()]),
            "contact": each(&|g| g.tally.contact.clone()),
            "twenty_units": each(&|g| g.tally.many.clone()),
            "half_of_the_cities": each(&|g| vec![g.tally.half]),
            "half_in_time": percent(
                games.iter().filter(|g| in_time(g)).count() as f64,
                games.len() as f64,
            ),
            "timings": timings(games),
        });
        Self { value }
    }

    pub(super) fn json(&self) -> String {
        self.value.to_string()
    }

    pub(super) fn text(&self) -> String {
        let v = &self.value;
        let mut text = format!(
            "{} games: {} won, {} drawn, {} undecided; {}\n",
            v["games"], v["decided"], v["drawn"], v["undecided"], v["endings"]
        );
        for seat in v["seats"].as_array().into_iter().flatten() {
            let _ = writeln!(
                text,
                "  seat {} wins {:>5} %, 95 % within {} to {}",
                seat["seat"], seat["rate"], seat["from"], seat["to"]
            );
        }
        for place in v["places"].as_array().into_iter().flatten() {
            let _ = writeln!(
                text,
                "  {:<10} wins {:>5} %, 95 % within {} to {}",
                place["place"].as_str().unwrap_or_default(),
                place["rate"],
                place["from"],
                place["to"]
            );
        }
        let lines = [
            ("length in turns", "turns"),
            ("units a game", "units_a_game"),
            ("most units of a seat", "most_units_of_a_seat"),
            ("units that died, %", "died"),
            ("units captured, %", "captured"),
            ("fallbacks, % of activations", "fallbacks"),
            ("Stances, % of activations", "stances"),
            ("assaults a turn", "assaults_a_turn"),
            ("bombardments a turn", "bombardments_a_turn"),
            ("reactions a turn", "reactions_a_turn"),
            ("turn of a seat's first sighting", "sighting"),
            ("turn of the game's first contact", "first_contact"),
            ("turn of a seat's first contact", "contact"),
            ("turn of a seat's twenty units", "twenty_units"),
            ("turn of half of the cities", "half_of_the_cities"),
            ("that within turns 30 to 55, % of games", "half_in_time"),
            ("time", "timings"),
        ];
        for (name, field) in lines {
            let _ = writeln!(text, "{name:<40}{}", plain(&v[field]));
        }
        text.trim_end().to_owned()
    }
}

/// Whether a side first held half of the cities when games are to come to that (WO-610).
fn in_time(game: &Entry) -> bool {
    game.tally
        .half
        .is_some_and(|turn| (30..=55).contains(&turn))
}

/// How often somebody won of so many games that they were in.
fn rate(what: &str, who: Value, wins: usize, games: usize) -> Value {
    let (from, to) = wilson(wins, games);
    let rate = percent(wins as f64, games as f64);
    json!({ what: who, "wins": wins, "rate": rate, "from": from, "to": to })
}

/// A value as a person reads it.
fn plain(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let parts = map
                .iter()
                .map(|(name, value)| format!("{name} {}", plain(value)));
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Median and tenths of what came about, the share of those to whom it did, and the
/// median of all, if it came about for half of them.
fn spread(mut values: Vec<Option<u32>>) -> Value {
    let all = values.len();
    values.retain(Option::is_some);
    values.sort_unstable();
    let at = |share: usize| {
        let place = (values.len().saturating_sub(1)) * share / 100;
        values.get(place).copied().flatten()
    };
    // Of all, those to whom it never came counted as later than everybody else.
    let of_all = values.get(all.saturating_sub(1) / 2).copied().flatten();
    json!({ "reached": percent(values.len() as f64, all as f64),
            "tenth": at(10), "median": at(50), "ninetieth": at(90), "of_all": of_all })
}

fn endings(games: &[Entry]) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for game in games {
        let how = match &game.tally.outcome {
            Some(Outcome::Won { how, .. }) => format!("{how:?}"),
            Some(Outcome::Drawn) => "Drawn".to_owned(),
            None => "undecided".to_owned(),
        };
        *counts.entry(how).or_insert(0) += 1;
    }
    let parts = counts.iter().map(|(how, count)| format!("{how} {count}"));
    parts.collect::<Vec<_>>().join(", ")
}

fn timings(games: &[Entry]) -> Value {
    let played = games.iter().filter_map(|g| g.timings.as_ref());
    let (mut thinking, mut engine, mut longest) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut seat_turns = 0;
    for timings in played {
        thinking += timings.thinking;
        engine += timings.engine;
        longest = longest.max(timings.longest);
        seat_turns += timings.seat_turns;
    }
    let ms = |time: Duration| round(time.as_secs_f64() * 1000.0);
    json!({
        "thinking_ms": ms(thinking),
        "engine_ms": ms(engine),
        "seat_turns": seat_turns,
        "ms_a_seat_turn": ms(thinking / seat_turns.max(1)),
        "longest_seat_turn_ms": ms(longest),
    })
}

/// Wilson's 95 % interval of a share, in per cent.
fn wilson(hits: usize, n: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 100.0);
    }
    let (p, n) = (hits as f64 / n as f64, n as f64);
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (
        round((centre - half) / whole * 100.0),
        round((centre + half) / whole * 100.0),
    )
}

fn percent(part: f64, whole: f64) -> f64 {
    if whole == 0.0 {
        0.0
    } else {
        round(part * 100.0 / whole)
    }
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
