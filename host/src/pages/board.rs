//! The board in words, equal to the map: for screen readers, for text browsers,
//! for whoever would rather read. Made from the same view, and from nothing else.

use fieldpost_engine::{
    forecast::{Supply, SupplyMap},
    ids::Tile,
    view::TileView,
};

use super::names::Names;

/// Everything on the board that is not the seat's own, and the ground.
#[derive(Debug)]
pub struct Board {
    /// Known units of others.
    pub others: Vec<BoardLine>,
    /// Known sites.
    pub sites: Vec<BoardLine>,
    /// The ground, a line a row.
    pub rows: Vec<Row>,
    /// Supply, where the page knows it.
    pub supply: Option<SupplyWords>,
    /// Whether it is written from no seat's place: there are no others.
    pub is_overseen: bool,
}

/// Where supply reaches, in words.
#[derive(Debug)]
pub struct SupplyWords {
    /// Own units that none reaches.
    pub out: Vec<BoardLine>,
    /// Own units that it reaches and that were not paid.
    pub unpaid: Vec<BoardLine>,
    /// Own units that it might soon not reach.
    pub at_risk: Vec<BoardLine>,
    /// The ground, a line a row; rows without any left out.
    pub rows: Vec<Row>,
}

/// One thing on the board.
#[derive(Debug)]
pub struct BoardLine {
    pub href: String,
    pub name: String,
    pub at: String,
    /// What else is known of it.
    pub facts: String,
}

/// A row of tiles, in stretches that are alike.
#[derive(Debug)]
pub struct Row {
    pub y: u16,
    pub text: String,
}

/// Writes it.
#[must_use]
pub fn write(names: Names<'_>, page: &str) -> Board {
    Board {
        others: others(names, page),
        sites: sites(names, page),
        rows: rows(names),
        supply: None,
        is_overseen: false,
    }
}

impl Board {
    /// The same, written from no seat's place.
    #[must_use]
    pub fn overseen(mut self) -> Self {
        self.is_overseen = true;
        self
    }
}

/// Puts supply into words.
#[must_use]
pub fn supply_words(names: Names<'_>, page: &str, supply: &SupplyMap) -> SupplyWords {
    let units = |wanted: Supply| {
        let found = names.view.units.iter();
        let found = found.filter(|unit| supply.unit(unit) == wanted);
        let line = |unit: &fieldpost_engine::view::OwnUnit| BoardLine {
            href: format!("{page}?unit={}#selected", unit.unit.0),
            name: names.own(unit),
            at: unit.at.to_string(),
            facts: String::new(),
        };
        found.map(line).collect()
    };
    let width = usize::from(names.view.width);
    let kinds: Vec<Option<Supply>> = (0..)
        .zip(&names.view.tiles)
        .map(|(tile, known)| known.terrain.map(|_| supply.tile(Tile(tile))))
        .collect();
    let rows = (0..).zip(kinds.chunks(width)).filter_map(|(y, tiles)| {
        let text = supply_row(names, tiles);
        (!text.is_empty()).then_some(Row { y, text })
    });
    SupplyWords {
        out: units(Supply::Out),
        unpaid: units(Supply::Unpaid),
        at_risk: units(Supply::AtRisk),
        rows: rows.collect(),
    }
}

fn supply_row(names: Names<'_>, tiles: &[Option<Supply>]) -> String {
    let mut stretches: Vec<String> = Vec::new();
    let mut from = 0;
    for stretch in tiles.chunk_by(|a, b| a == b) {
        let to = from + stretch.len() - 1;
        let code = match stretch.first() {
            Some(Some(Supply::In)) => "board-supply-in",
            Some(Some(Supply::AtRisk)) => "board-supply-risk",
            _ => "",
        };
        if !code.is_empty() {
            let say = names.texts.say(code).with("from", from).with("to", to);
            let alone = if from == to { "yes" } else { "no" };
            stretches.push(say.with("alone", alone).to_string());
        }
        from = to + 1;
    }
    stretches.join("; ")
}

fn others(names: Names<'_>, page: &str) -> Vec<BoardLine> {
    let texts = names.texts;
    let line = |unit: &fieldpost_engine::view::OtherUnit| {
        let code = if unit.stale {
            "board-seen-in"
        } else {
            "board-seen-now"
        };
        let seen = texts.say(code).with("turn", unit.seen_turn).to_string();
        let facts = texts
            .say("board-other-facts")
            .with("band", texts.t(super::map::band_code(unit.band)))
            .with("reach", unit.reach)
            .with("seen", seen);
        BoardLine {
            href: format!("{page}?unit={}#selected", unit.unit.0),
            name: names.other(unit),
            at: unit.at.to_string(),
            facts: facts.to_string(),
        }
    };
    names.view.others.iter().map(line).collect()
}

fn sites(names: Names<'_>, page: &str) -> Vec<BoardLine> {
    let texts = names.texts;
    let line = |site: &fieldpost_engine::view::KnownSite| {
        let seen = texts.t(if site.observed {
            "board-site-now"
        } else {
            "board-site-then"
        });
        let facts = texts
            .say("board-site-facts")
            .with("kind", names.site_kind(site.kind))
            .with("owner", names.owner(site.owner))
            .with("seen", seen);
        BoardLine {
            href: format!("{page}?site={}#selected", site.site.0),
            name: names.site(site.site),
            at: site.at.to_string(),
            facts: facts.to_string(),
        }
    };
    names.view.sites.iter().map(line).collect()
}

fn rows(names: Names<'_>) -> Vec<Row> {
    let view = names.view;
    let rows = view.tiles.chunks(usize::from(view.width));
    (0..)
        .zip(rows)
        .map(|(y, tiles)| Row {
            y,
            text: row(names, tiles),
        })
        .collect()
}

fn row(names: Names<'_>, tiles: &[TileView]) -> String {
    let mut stretches: Vec<String> = Vec::new();
    let mut from = 0;
    while let Some(first) = tiles.get(from) {
        let length = tiles[from..]
            .iter()
            .take_while(|tile| *tile == first)
            .count();
        let to = from + length - 1;
        let ground = names.ground(first);
        let code = match (first.terrain.is_some(), first.observed, from == to) {
            (true, false, true) => "board-tile-unseen",
            (true, false, false) => "board-tiles-unseen",
            (_, _, true) => "board-tile",
            (_, _, false) => "board-tiles",
        };
        let stretch = names
            .texts
            .say(code)
            .with("from", from)
            .with("to", to)
            .with("ground", ground);
        stretches.push(stretch.to_string());
        from += length;
    }
    stretches.join("; ")
}
