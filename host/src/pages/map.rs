//! The map as one seat knows it, as numbers and shapes for an SVG template.
//!
//! It turns a view into geometry and knows no rule: what the seat does not see
//! is not in the view. Ground is told by pattern, sides by shape and letter, so
//! that nothing hangs on colour alone.

mod counters;
mod ground;
mod plans;
mod routes;
mod stack;
mod supply;

pub use counters::{Counter, band_code};
pub use plans::Plan;
pub use routes::{Mark, Route};
pub use stack::{Here, here};

use fieldpost_engine::{
    ids::{Owner, Pos, Seq},
    scenario::SiteKind,
    view::SeatView,
};
use serde::Deserialize;

use super::names::{Names, letter};

/// Side of a tile in drawing units.
pub const TILE: i32 = 40;

/// Columns from which on a map is not fitted to the page but scrolled, in tiles of
/// a size that can still be read.
const FITTED: u16 = 26;

/// Room at the left and top for the coordinates.
const MARGIN: i32 = 26;

/// A drawn map.
#[derive(Debug)]
pub struct Map {
    /// Columns and rows.
    pub columns: u16,
    pub rows: u16,
    /// `min-x min-y width height`.
    pub view_box: String,
    /// Its own size, where it is not fitted to the page: tiles of 34.
    pub width: i32,
    pub height: i32,
    /// Too wide to be squeezed into any page: it is scrolled instead.
    pub is_large: bool,
    pub ground: Vec<Run>,
    pub fog: Vec<Run>,
    /// Where supply reaches; empty where that is not asked.
    pub supply: Vec<Run>,
    /// Lines of rivers and roads, as SVG path data.
    pub rivers: String,
    pub roads: String,
    pub fords: Vec<Point>,
    pub column_labels: Vec<Label>,
    pub row_labels: Vec<Label>,
    pub sites: Vec<SiteMark>,
    pub plans: Vec<Plan>,
    /// The ways that own units would take, where they were foretold.
    pub routes: Vec<Route>,
    pub counters: Vec<Counter>,
    /// What the selection shows around itself.
    pub rings: Vec<Ring>,
    /// One character a tile for scripts: terrain as in scenarios, `?` unknown.
    pub codes: String,
    /// One character a tile: `2` seen now, `1` seen before, `0` never.
    pub seen: String,
    /// Tiles with a road, `1` or `0`.
    pub road_flags: String,
    /// Whether it is drawn from no seat's place: its legend tells of no own units.
    pub is_overseen: bool,
}

/// Tiles of one kind side by side.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub kind: &'static str,
    pub x: i32,
    pub y: i32,
    pub width: i32,
}

/// A place on the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// A coordinate at the edge.
#[derive(Debug)]
pub struct Label {
    pub x: i32,
    pub y: i32,
    pub text: String,
}

/// A city, depot or fort.
#[derive(Debug)]
pub struct SiteMark {
    pub number: u32,
    pub kind: &'static str,
    pub x: i32,
    pub y: i32,
    pub name: String,
    /// Index for its colour.
    pub side: String,
    pub letter: String,
    pub is_observed: bool,
    pub is_selected: bool,
    pub href: String,
    pub label: String,
}

/// A square around a tile: how far something sees or reaches.
#[derive(Debug)]
pub struct Ring {
    pub kind: &'static str,
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selected {
    #[default]
    Nothing,
    Unit(Seq),
    Site(Seq),
}

/// What the address of a page with a map asks to look at.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Asked {
    /// A unit's number.
    pub unit: Option<u32>,
    /// A site's.
    pub site: Option<u32>,
}

/// Draws a view. `page` is the address that links of the map stay on.
#[must_use]
pub fn draw(names: Names<'_>, page: &str, selected: Selected) -> Map {
    let view = names.view;
    let (width, height) = (i32::from(view.width) * TILE, i32::from(view.height) * TILE);
    let (full_width, full_height) = (width + MARGIN + 8, height + MARGIN + 8);
    Map {
        columns: view.width,
        rows: view.height,
        view_box: format!("-{MARGIN} -{MARGIN} {full_width} {full_height}"),
        width: full_width * 17 / 20,
        height: full_height * 17 / 20,
        is_large: view.width > FITTED,
        supply: Vec::new(),
        ground: ground::ground(view),
        fog: ground::fog(view),
        rivers: ground::rivers(view),
        roads: ground::roads(view),
        fords: ground::fords(view),
        column_labels: labels(view.width, |at| (at * TILE + TILE / 2, -9)),
        row_labels: labels(view.height, |at| (-13, at * TILE + TILE / 2 + 4)),
        sites: sites(names, page, selected),
        plans: plans::plans(view, selected),
        routes: Vec::new(),
        counters: counters::counters(names, page, selected),
        rings: rings(view, selected),
        codes: ground::codes(view),
        seen: ground::seen(view),
        road_flags: ground::road_flags(view),
        is_overseen: false,
    }
}

impl Map {
    /// The same, drawn from no seat's place.
    #[must_use]
    pub fn overseen(mut self) -> Self {
        self.is_overseen = true;
        self
    }

    /// The lines between tiles.
    #[must_use]
    pub fn grid_path(&self) -> String {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let (width, height) = (columns * TILE, rows * TILE);
        let upright = (0..=columns).map(|at| format!("M{} 0V{height}", at * TILE));
        let level = (0..=rows).map(|at| format!("M0 {}H{width}", at * TILE));
        upright.chain(level).collect()
    }
}

/// The middle of a tile.
fn middle(at: Pos) -> Point {
    Point {
        x: i32::from(at.x) * TILE + TILE / 2,
        y: i32::from(at.y) * TILE + TILE / 2,
    }
}

fn labels(count: u16, place: impl Fn(i32) -> (i32, i32)) -> Vec<Label> {
    (0..count)
        .map(|at| {
            let (x, y) = place(i32::from(at));
            let text = at.to_string();
            Label { x, y, text }
        })
        .collect()
}

/// The part of a class name that chooses colour and shape of a side.
fn side(owner: Owner) -> String {
    owner.map_or_else(|| "none".to_owned(), |seat| (seat.0 % 8).to_string())
}

fn sites(names: Names<'_>, page: &str, selected: Selected) -> Vec<SiteMark> {
    let mark = |site: &fieldpost_engine::view::KnownSite| SiteMark {
        number: site.site.0,
        kind: match site.kind {
            SiteKind::City => "city",
            SiteKind::Depot => "depot",
            SiteKind::Fort => "fort",
        },
        x: i32::from(site.at.x) * TILE,
        y: i32::from(site.at.y) * TILE,
        name: site.name.clone(),
        side: side(site.owner),
        letter: letter(names.view, site.owner),
        is_observed: site.observed,
        is_selected: selected == Selected::Site(site.site),
        href: format!("{page}?site={}#selected", site.site.0),
        label: names
            .texts
            .say("map-site-label")
            .with("kind", names.site_kind(site.kind))
            .with("site", names.site(site.site))
            .with("owner", names.owner(site.owner))
            .with("at", site.at.to_string())
            .to_string(),
    };
    names.view.sites.iter().map(mark).collect()
}

fn rings(view: &SeatView, selected: Selected) -> Vec<Ring> {
    let Selected::Unit(unit) = selected else {
        return Vec::new();
    };
    let own = view.units.iter().find(|own| own.unit == unit);
    let other = view.others.iter().find(|other| other.unit == unit);
    let around = |kind, at: Pos, radius: u32| {
        let radius = i32::try_from(radius).unwrap_or(0);
        // Cut at the edges; over a seam it is drawn on this side alone.
        let span = |at: u16, side: u16| {
            let (at, side) = (i32::from(at), i32::from(side));
            let (from, to) = ((at - radius).max(0), (at + radius + 1).min(side));
            (from * TILE, (to - from) * TILE)
        };
        let ((x, width), (y, height)) = (span(at.x, view.width), span(at.y, view.height));
        Ring {
            kind,
            x,
            y,
            width,
            height,
        }
    };
    match (own, other) {
        (Some(own), _) => vec![
            around("vision", own.at, own.vision),
            around("reach", own.at, own.reach),
        ],
        (None, Some(other)) => vec![around("reach", other.at, other.reach)],
        (None, None) => Vec::new(),
    }
}
