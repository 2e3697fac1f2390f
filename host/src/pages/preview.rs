//! A scenario before it is a game: its ground and sites on a map, its seats and
//! ends in words. Units are left out: what stands where is for the fog to tell.

use std::collections::BTreeSet;

use fieldpost_engine::{
    game::Game,
    ids::{Pos, SeatId, Seq},
    log::Header,
    map::Terrain,
    ruleset::RULES_VERSION,
    scenario::{Scenario, SiteKind, VictoryCondition},
    view::{KnownSite, SeatView, TileView},
};

use super::{
    map::{self, Map, Selected},
    names::Names,
};
use crate::{error::Error, texts::Texts};

/// What a page shows of a scenario.
#[derive(Debug)]
pub struct Preview {
    /// Its name.
    pub name: String,
    /// Size, seats and cities in one sentence.
    pub facts: String,
    /// What it is about, where the catalogue knows it.
    pub about: Option<String>,
    /// How it is won, a line a way.
    pub victory: Vec<String>,
    /// The ground and the sites; nothing where they are drawn with the game.
    pub map: Option<Map>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
}

/// One seat of a scenario.
#[derive(Debug)]
pub struct SeatLine {
    /// Its index.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its letter on the map.
    pub letter: String,
    /// Chooses its colour.
    pub side: usize,
    /// Its team, where there are teams.
    pub team: Option<String>,
    /// Whether the scenario means it for a program.
    pub is_ai: bool,
    /// What it begins with.
    pub units: usize,
}

impl Preview {
    /// Shows a scenario that has passed the check.
    ///
    /// # Errors
    /// Where this program cannot set it up all the same.
    pub fn of(scenario: &Scenario, is_ground_hidden: bool) -> Result<Self, Error> {
        let texts = Texts::english();
        let view = ground(scenario)?;
        let names = Names { texts, view: &view };
        let code = format!("scenario-{}", slug(&scenario.name));
        let seats = scenario.seats.iter().enumerate().map(|(index, seat)| {
            let owner = u8::try_from(index).ok();
            let own = scenario.units.iter().filter(|unit| unit.owner == owner);
            SeatLine {
                index,
                name: seat.name.clone(),
                letter: super::names::letter(&view, owner.map(SeatId)),
                side: index % 8,
                team: seat.team.clone(),
                is_ai: seat.controller == fieldpost_engine::scenario::Controller::Ai,
                units: own.count(),
            }
        });
        Ok(Self {
            name: scenario.name.clone(),
            facts: if is_ground_hidden {
                texts.t("preview-drawn")
            } else {
                facts(texts, scenario)
            },
            about: texts.has(&code).then(|| texts.t(&code)),
            victory: victory(texts, scenario),
            seats: seats.collect(),
            map: (!is_ground_hidden).then(|| map::draw(names, "", Selected::Nothing)),
        })
    }
}

/// A scenario's name as codes and addresses have it.
#[must_use]
pub fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}

/// Size, seats and cities in one sentence.
#[must_use]
pub fn facts(texts: Texts, scenario: &Scenario) -> String {
    let cities = scenario
        .sites
        .iter()
        .filter(|site| site.kind == SiteKind::City);
    let mut text = texts
        .say("preview-facts")
        .with("width", u32::from(scenario.map.width))
        .with("height", u32::from(scenario.map.height))
        .with("seats", scenario.seats.len())
        .with("cities", cities.count())
        .to_string();
    if scenario.map.wrap_x || scenario.map.wrap_y {
        text.push(' ');
        text.push_str(&texts.t("preview-wraps"));
    }
    if scenario.options.shared_sight {
        text.push(' ');
        text.push_str(&texts.t("preview-shared-sight"));
    }
    text
}

/// The ways of winning, a line each.
#[must_use]
pub fn victory(texts: Texts, scenario: &Scenario) -> Vec<String> {
    let line = |condition: &VictoryCondition| match condition {
        VictoryCondition::LastStanding {} => texts.t("preview-victory-last-standing"),
        VictoryCondition::Cities { count, reckonings } => texts
            .say("preview-victory-cities")
            .with("count", *count)
            .with("turns", *reckonings)
            .to_string(),
        VictoryCondition::TurnLimit { turn } => texts
            .say("preview-victory-turn-limit")
            .with("turn", *turn)
            .to_string(),
        VictoryCondition::Hold { sites, turn } => texts
            .say("preview-victory-hold")
            .with("sites", sites.join(", "))
            .with("turn", *turn)
            .to_string(),
    };
    scenario.options.victory.iter().map(line).collect()
}

/// The ground and the sites as a view that belongs to nobody: one seat's, with
/// all that is its own taken out.
fn ground(scenario: &Scenario) -> Result<SeatView, Error> {
    let board = &scenario.map;
    let roads: BTreeSet<Pos> = board.roads.iter().copied().collect();
    let rows = (0..).zip(&board.terrain);
    let tiles = rows.flat_map(|(y, row)| {
        let roads = &roads;
        (0..).zip(row.chars()).map(move |(x, glyph)| TileView {
            terrain: Terrain::from_glyph(glyph),
            road: roads.contains(&Pos::new(x, y)),
            observed: true,
        })
    });
    let sites = (1..).zip(&scenario.sites).map(|(number, site)| KnownSite {
        site: site.seq.unwrap_or(Seq(number)),
        kind: site.kind,
        name: site.name.clone(),
        at: site.at,
        owner: site.owner.map(SeatId),
        output: site.output,
        observed: true,
        queue: Vec::new(),
        progress: 0,
        forfeits: 0,
    });
    let mut view = blank(scenario)?;
    view.tiles = tiles.collect();
    view.sites = sites.collect();
    view.units.clear();
    view.others.clear();
    Ok(view)
}

/// Any seat's view of the first moment, for what all seats share.
fn blank(scenario: &Scenario) -> Result<SeatView, Error> {
    let seed = [0; 32];
    let header = Header::new(scenario.clone(), seed, RULES_VERSION);
    let game = Game::with_seed(&header, seed).map_err(Error::internal)?;
    let view = game.view(SeatId(0));
    view.ok_or_else(|| Error::internal("a scenario without a seat"))
}
