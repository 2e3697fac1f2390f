//! What a seat's orders would come to, as its page tells it: the engine's preview
//! on what the seat knows, in words. A guess, and said to be one wherever it stands.
//! It reads the view and the rules that everybody knows, never the game itself.

mod words;

use fieldpost_engine::{
    ids::Seq,
    preview::{Forecast, Preview, Terms, preview},
    view::SeatView,
};

use super::names::Names;

/// How many turns are looked ahead.
pub const TURNS: u32 = 8;

/// What a seat's orders would come to.
#[derive(Debug)]
pub struct Outlook {
    /// As the engine tells it.
    pub preview: Preview,
}

/// What would become of one unit, in words.
#[derive(Clone, Debug, Default)]
pub struct UnitOutlook {
    /// Who.
    pub unit: String,
    /// Its number.
    pub number: u32,
    /// In a few words; nothing for one that stays where it is.
    pub short: Option<String>,
    /// Turn by turn.
    pub turns: Vec<String>,
}

impl Outlook {
    /// Of a seat's orders as its view has them; nothing where the engine finds no
    /// answer, for the page is worth more than a guess.
    #[must_use]
    pub fn of(view: &SeatView, terms: &Terms) -> Option<Self> {
        let preview = preview(view, terms, &[], TURNS);
        let told = preview.inspect_err(|error| tracing::warn!(?error, "no preview"));
        told.ok().map(|preview| Self { preview })
    }

    /// Of one unit.
    #[must_use]
    pub fn unit(&self, names: Names<'_>, unit: Seq) -> Option<UnitOutlook> {
        let forecast = self.forecast(unit)?;
        let own = names.view.units.iter().find(|own| own.unit == unit)?;
        Some(UnitOutlook {
            unit: names.own(own),
            number: unit.0,
            short: words::short(names, forecast),
            turns: words::turns(names, own, forecast),
        })
    }

    /// Of all units about which there is something to tell, or of some of them.
    #[must_use]
    pub fn units(&self, names: Names<'_>, only: Option<&[Seq]>) -> Vec<UnitOutlook> {
        let wanted = |unit: Seq| only.is_none_or(|only| only.contains(&unit));
        let units = self.preview.units.iter().map(|forecast| forecast.unit);
        let units = units.filter(|unit| wanted(*unit));
        let told = units.filter_map(|unit| self.unit(names, unit));
        told.filter(|unit| !unit.turns.is_empty()).collect()
    }

    fn forecast(&self, unit: Seq) -> Option<&Forecast> {
        let mut units = self.preview.units.iter();
        units.find(|forecast| forecast.unit == unit)
    }
}
