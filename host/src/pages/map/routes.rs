//! The ways that own units would take, turn by turn, as lines from tile to tile:
//! drawn from a forecast, and as much of a guess as that.

use fieldpost_engine::{
    ids::Pos,
    preview::{Forecast, Preview, Step},
};

use super::{Map, Point, Selected, middle};

/// One unit's way.
#[derive(Debug)]
pub struct Route {
    /// SVG path data of the way over ground that is known.
    pub known: String,
    /// The same where the ground is only taken to be open.
    pub unknown: String,
    /// Where it stands at the end of each turn, with the turn's number.
    pub marks: Vec<Mark>,
    pub is_selected: bool,
}

/// The end of a turn's way.
#[derive(Debug)]
pub struct Mark {
    pub at: Point,
    pub turn: u32,
}

impl Map {
    /// Draws the ways of a forecast, in place of the straight lines of those units.
    pub fn show_routes(&mut self, preview: &Preview, selected: Selected) {
        let forecasts = preview.units.iter();
        let (columns, rows) = (self.columns, self.rows);
        let routes = forecasts.filter_map(|forecast| {
            let moves = forecast.stages.iter().any(|stage| !stage.path.is_empty());
            moves.then(|| (forecast.unit, route(forecast, selected, columns, rows)))
        });
        for (unit, route) in routes {
            for plan in self.plans.iter_mut().filter(|plan| plan.unit == unit) {
                plan.path.clear();
            }
            self.routes.push(route);
        }
    }
}

fn route(forecast: &Forecast, selected: Selected, columns: u16, rows: u16) -> Route {
    let is_selected = selected == Selected::Unit(forecast.unit);
    let mut route = Route {
        known: String::new(),
        unknown: String::new(),
        marks: Vec::new(),
        is_selected,
    };
    let mut from = forecast.from;
    for stage in &forecast.stages {
        for step in &stage.path {
            route.go(from, *step, columns, rows);
            from = step.at;
        }
        // With one unit selected, the others' numbers would only be in the way.
        let is_told = is_selected || !matches!(selected, Selected::Unit(_));
        if is_told && !stage.path.is_empty() {
            let (at, turn) = (middle(stage.at), stage.turn);
            route.marks.push(Mark { at, turn });
        }
        from = stage.at;
    }
    route
}

impl Route {
    fn go(&mut self, from: Pos, step: Step, columns: u16, rows: u16) {
        // Over the edge of a map that wraps, no line is drawn right across it.
        let is_near = |a: u16, b: u16, size: u16| a.abs_diff(b) <= 1 || size <= 2;
        if !is_near(from.x, step.at.x, columns) || !is_near(from.y, step.at.y, rows) {
            return;
        }
        let (from, to) = (middle(from), middle(step.at));
        let path = if step.known {
            &mut self.known
        } else {
            &mut self.unknown
        };
        path.push_str(&format!("M{} {}L{} {}", from.x, from.y, to.x, to.y));
    }
}
