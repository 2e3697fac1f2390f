//! A game that is over, laid open to its players (HO-170): how it ended, the whole
//! map turn by turn, what everybody held and lost, the seed, and where the game file is.
//! Before the end none of these addresses is there.

use std::collections::BTreeMap;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get},
};
use askama::Template;
use fieldpost_engine::{ids::SeatId, view::SeatView};

use super::{
    board::{self, Board},
    chart::{self, Chart, Series},
    map::{self, Asked, Here, Map},
    names::{Names, letter},
    panel,
    respond::page,
    seated::{self, Seated},
};
use crate::{
    app::State,
    auth::SignedIn,
    chronicle::{Chronicle, Standing},
    error::Error,
    report,
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/end", get().to(last))
        .route("/games/{key}/end/{turn}", get().to(show));
}

#[derive(Template)]
#[template(path = "game/end.html")]
struct EndPage {
    texts: Texts,
    name: String,
    /// The game's own page, and this one.
    game: String,
    end: String,
    result: String,
    seed: String,
    turn: u32,
    last: u32,
    map: Map,
    here: Vec<Here>,
    board: Board,
    seats: Vec<SeatLine>,
    /// Everybody's units.
    forces: Vec<Force>,
    charts: Vec<Chart>,
}

/// One seat behind the turn that is shown.
#[derive(Debug)]
struct SeatLine {
    name: String,
    letter: String,
    side: u8,
    standing: Standing,
}

/// What one seat had then, its reader's own first shown.
#[derive(Debug)]
struct Force {
    name: String,
    letter: String,
    side: u8,
    is_own: bool,
    /// A line a unit.
    units: Vec<String>,
}

async fn last(state: Data<State>, who: SignedIn, key: Path<String>) -> Result<HttpResponse, Error> {
    let seated = ended(&state, &who, &key).await?;
    render(&state, &seated, None, &Asked::default()).await
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    path: Path<(String, String)>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let (key, turn) = path.into_inner();
    let seated = ended(&state, &who, &key).await?;
    let turn: u32 = turn.parse().map_err(|_| Error::NotFound)?;
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    render(&state, &seated, Some(turn), &asked).await
}

/// A player's game, if it is over.
async fn ended(state: &State, who: &SignedIn, key: &str) -> Result<Seated, Error> {
    let seated = seated::find(state, who, key).await?;
    if seated.game.phase == "ended" {
        Ok(seated)
    } else {
        Err(Error::NotFound)
    }
}

async fn render(
    state: &State,
    seated: &Seated,
    turn: Option<u32>,
    asked: &Asked,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let ended = seated.now(state).await?;
    let chronicle = state.chronicles.of(&state.db, &seated.game).await?;
    let last = u32::try_from(chronicle.turns.len()).map_err(Error::internal)? - 1;
    let turn = turn.unwrap_or(last);
    let standings = chronicle.turns.get(turn as usize).ok_or(Error::NotFound)?;
    let shown = seated.after(state, turn).await?;
    let view = shown.game.revealed(seated.seat, &ended.game);
    let view = view.ok_or(Error::NotFound)?;
    let names = Names { texts, view: &view };
    let end = format!("{}/end", seated.address());
    let address = format!("{end}/{turn}");
    let selected = panel::selected(asked.unit, asked.site);
    let result = report::ending(texts, &ended.game, &view).ok_or(Error::NotFound)?;
    let seats = (0..).zip(standings).map(|(seat, standing)| SeatLine {
        name: names.owner(Some(SeatId(seat))),
        letter: letter(&view, Some(SeatId(seat))),
        side: seat % 8,
        standing: *standing,
    });
    // Each seat's place at the table has its own units in full.
    let places: Vec<SeatView> = (0..view.seats.len() as u8)
        .filter_map(|seat| shown.game.revealed(SeatId(seat), &ended.game))
        .collect();
    let mut map = map::draw(names, &address, selected);
    tell_strengths(texts, &mut map, &places);
    let forces = places.iter().map(|place| Force {
        name: names.owner(Some(place.seat)),
        letter: letter(&view, Some(place.seat)),
        side: place.seat.0 % 8,
        is_own: place.seat == seated.seat,
        units: report::force(texts, place),
    });
    let page_shown = EndPage {
        texts,
        name: seated.game.name.clone(),
        game: seated.address(),
        result,
        seed: chronicle.seed.to_string(),
        turn,
        last,
        map,
        here: map::here(names, &address, selected),
        board: board::write(names, &address),
        seats: seats.collect(),
        forces: forces.collect(),
        charts: charts(names, &view, &chronicle),
        end,
    };
    page(StatusCode::OK, &page_shown)
}

/// Gives the counters of the other seats their strength too, as the reader's own have:
/// nothing is hidden any more.
fn tell_strengths(texts: Texts, map: &mut Map, places: &[SeatView]) {
    let units = places.iter().flat_map(|place| &place.units);
    let strengths: BTreeMap<u32, u32> = units.map(|unit| (unit.unit.0, unit.strength)).collect();
    for counter in map.counters.iter_mut().filter(|counter| !counter.is_own) {
        let Some(strength) = strengths.get(&counter.number) else {
            continue;
        };
        counter.show_strength(*strength);
        if !counter.is_stack() {
            let label = texts.say("end-counter").with("unit", counter.label.clone());
            counter.label = label.with("strength", *strength).to_string();
        }
    }
}

/// A seat's figure at one turn.
type Figure = fn(&Standing) -> u64;

const CHARTS: [(&str, &str, Figure); 4] = [
    ("cities", "end-chart-cities", |s| u64::from(s.tally.cities)),
    ("strength", "end-chart-strength", |s| {
        u64::from(s.tally.strength)
    }),
    ("lost", "end-chart-lost", |s| u64::from(s.units_lost)),
    ("losses", "end-chart-losses", |s| u64::from(s.strength_lost)),
];

fn charts(names: Names<'_>, view: &SeatView, chronicle: &Chronicle) -> Vec<Chart> {
    let turns: Vec<String> = (0..chronicle.turns.len())
        .map(|turn| turn.to_string())
        .collect();
    let chart = |(id, title, figure): &(&str, &str, Figure)| {
        let series = view.seats.iter().map(|seat| Series {
            name: seat.name.clone(),
            letter: letter(view, Some(seat.seat)),
            side: (seat.seat.0 % 8).to_string(),
            values: chronicle
                .turns
                .iter()
                .map(|standings| standings.get(usize::from(seat.seat.0)).map_or(0, figure))
                .collect(),
        });
        chart::draw(
            &format!("chart-{id}"),
            names.texts.t(title),
            names.texts.t("column-turn"),
            &turns,
            series.collect(),
        )
    };
    CHARTS.iter().map(chart).collect()
}
