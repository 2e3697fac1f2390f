//! Maps that are drawn with their game. Nobody sees one before the game begins,
//! its maker included: to find out what the land is like is part of the game.

use fieldpost_engine::{
    generate::{GenerateError, Settings, Size, generate},
    scenario::Scenario,
};

use super::Source;
use crate::error::Error;

/// How many seeds are tried before a size is given up.
const TRIES: usize = 5;

impl Source {
    /// Whether the map is drawn with the game.
    pub(super) fn is_drawn(&self) -> bool {
        !self.draw.is_empty()
    }

    /// What the map is to be like; nothing where there is one already.
    ///
    /// # Errors
    /// The code of the text that says what is wrong with the wish.
    pub(super) fn settings(&self) -> Result<Option<Settings>, &'static str> {
        if !self.is_drawn() {
            return Ok(None);
        }
        let size = Size::from_word(&self.draw).ok_or("draw-wrong-size")?;
        let seats: u8 = self.seats.trim().parse().unwrap_or(0);
        let islands = !self.islands.is_empty();
        if !(2..=size.most_seats(islands)).contains(&seats) {
            return Err("draw-wrong-seats");
        }
        Ok(Some(Settings {
            seats,
            size,
            wrap: !self.wrap.is_empty(),
            islands,
        }))
    }
}

/// A map of the same kind, for its seats and its ways to win: those are the same
/// whatever is drawn. Its land is shown to nobody.
pub(super) async fn blank(settings: Settings) -> Result<Scenario, Error> {
    let small = Settings {
        // As good for that, and drawn much sooner.
        size: settings.size.min(Size::Large),
        ..settings
    };
    draw(small, || Ok([7; 32])).await
}

/// Draws a map, with seats and options as they were chosen.
pub(super) async fn on(settings: Settings, chosen: &Scenario) -> Result<Scenario, Error> {
    let mut scenario = draw(settings, || {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| Error::internal(error.to_string()))?;
        Ok(seed)
    })
    .await?;
    for (seat, chosen) in scenario.seats.iter_mut().zip(&chosen.seats) {
        seat.controller = chosen.controller;
    }
    scenario.options.initiative_tier = chosen.options.initiative_tier;
    Ok(scenario)
}

async fn draw(
    settings: Settings,
    seed: impl Fn() -> Result<[u8; 32], Error>,
) -> Result<Scenario, Error> {
    for _ in 0..TRIES {
        let seed = seed()?;
        // The largest take a third of a second; the web worker has others to serve.
        let drawn = tokio::task::spawn_blocking(move || generate(&seed, settings)).await;
        match drawn.map_err(Error::internal)? {
            Ok(scenario) => return Ok(scenario),
            Err(GenerateError::NoMap { .. }) => {}
            Err(other) => return Err(Error::internal(other)),
        }
    }
    Err(Error::Conflict("no-map-came"))
}
