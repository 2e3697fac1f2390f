//! The treasury: what comes in, what units cost, what production takes, and who
//! would go short.

use fieldpost_engine::forecast::{Books, Forecast, Short};

use crate::pages::{
    chart::{self, Chart, Series},
    names::Names,
};

/// Reckonings that the books are shown for.
const SHOWN: usize = 5;

/// A seat's books.
#[derive(Debug)]
pub struct Treasury {
    pub now: u32,
    pub income: u32,
    pub upkeep: u32,
    /// Upkeep by class.
    pub classes: Vec<ClassLine>,
    pub books: Vec<BookLine>,
    /// A sentence for each turn in which somebody goes short.
    pub short: Vec<String>,
    pub chart: Chart,
}

/// One class's upkeep.
#[derive(Debug)]
pub struct ClassLine {
    pub name: String,
    pub units: u32,
    pub free: u32,
    pub due: u32,
}

/// One Reckoning.
#[derive(Debug)]
pub struct BookLine {
    pub turn: u32,
    pub opening: u32,
    pub income: u32,
    pub upkeep: u32,
    pub spent: u32,
    pub closing: u32,
    pub short: usize,
}

pub(super) fn write(names: Names<'_>, forecast: &Forecast) -> Treasury {
    let texts = names.texts;
    let books = &forecast.books[..forecast.books.len().min(SHOWN)];
    let turns: Vec<String> = books.iter().map(|book| book.turn.to_string()).collect();
    let line = |code: &str, value: fn(&Books) -> u32| {
        let name = texts.t(code);
        Series {
            letter: name.chars().take(1).collect(),
            name,
            side: "none".to_owned(),
            values: books.iter().map(|book| u64::from(value(book))).collect(),
        }
    };
    let lines = vec![
        line("treasury-closing", |book| book.closing),
        line("treasury-income", |book| book.income),
        line("treasury-upkeep", |book| book.upkeep),
    ];
    let chart = chart::draw(
        "treasury-chart",
        texts.t("treasury-chart"),
        texts.t("column-turn"),
        &turns,
        lines,
    );
    let first = books.first();
    Treasury {
        now: names.view.treasury,
        income: first.map_or(0, |book| book.income),
        upkeep: first.map_or(0, |book| book.upkeep),
        classes: forecast
            .upkeep
            .iter()
            .map(|class| ClassLine {
                name: names.class(&class.class),
                units: class.units,
                free: class.free,
                due: class.due,
            })
            .collect(),
        books: books
            .iter()
            .map(|book| BookLine {
                turn: book.turn,
                opening: book.opening,
                income: book.income,
                upkeep: book.upkeep,
                spent: book.spent,
                closing: book.closing,
                short: book.short.len(),
            })
            .collect(),
        short: books.iter().filter_map(|book| short(names, book)).collect(),
        chart,
    }
}

fn short(names: Names<'_>, book: &Books) -> Option<String> {
    if book.short.is_empty() {
        return None;
    }
    let who = |short: &Short| match short.unit {
        Some(unit) => names.unit(unit),
        None => {
            let new = names.texts.say("treasury-new-unit");
            new.with("class", names.class(&short.class)).to_string()
        }
    };
    let units: Vec<String> = book.short.iter().map(who).collect();
    let sentence = names
        .texts
        .say("treasury-short")
        .with("turn", book.turn)
        .with("count", units.len())
        .with("units", units.join(", "));
    Some(sentence.to_string())
}
