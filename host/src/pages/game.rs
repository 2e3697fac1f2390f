//! The game's page: map, orders, seats, clock, last turn's report. It is whole
//! without a script; scripts only save a reader some reloads.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get, post},
};
use askama::Template;
use serde::Deserialize;

use super::{
    board::{self, Board},
    clock_box::{self, ClockBox},
    fields::{Fields, Trouble},
    gathering,
    map::{self, Map},
    names::Names,
    orders::{self, Key},
    panel::{self, Panel, RosterLine, Source},
    respond::page,
    seated::{self, Seated},
    story::{self, Story},
};
use crate::{
    app::State,
    auth::{Account, Csrf, SignedIn},
    error::Error,
    live,
    replays::Replayed,
    texts::Texts,
};
use fieldpost_engine::{
    event::{Outcome, Victory},
    view::SeatView,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}", get().to(show))
        .route("/games/{key}/orders", post().to(orders::enter))
        .route("/games/{key}/live", get().to(events));
}

#[derive(Template)]
#[template(path = "game/still.html")]
struct StillPage {
    texts: Texts,
    name: String,
    address: String,
    turn: i32,
    is_stalled: bool,
}

#[derive(Template)]
#[template(path = "game/game.html")]
struct GamePage {
    texts: Texts,
    csrf: Csrf,
    keys: KeySource,
    name: String,
    address: String,
    turn: u32,
    seat: String,
    seat_letter: String,
    seat_side: u8,
    is_open: bool,
    notice: Option<String>,
    receipt: Option<String>,
    /// What is wrong with a form that was sent, and where on the page that form
    /// is, if it is on it.
    trouble: Option<String>,
    trouble_at: Option<String>,
    outcome: Option<String>,
    clock: ClockBox,
    map: Map,
    roster: Vec<RosterLine>,
    panel: Panel,
    board: Board,
    story: Option<Story>,
    turns: Vec<u32>,
}

/// A fresh key for each form of a page, so that a form sent twice enters once.
#[derive(Debug)]
struct KeySource;

impl KeySource {
    fn fresh(&self) -> String {
        Key::fresh()
    }
}

/// What the address of a game's page may ask for.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    unit: Option<u32>,
    site: Option<u32>,
    done: Option<String>,
    receipt: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    render(&state, &who, csrf, &seated, &asked, None).await
}

async fn events(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    live::stream(&state, seated.game.id, seated.seat.0)
}

/// The page again, with a form that was refused as it was typed.
///
/// # Errors
/// As for the page itself.
pub async fn refused(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
    typed: &Fields,
    trouble: &Trouble,
) -> Result<HttpResponse, Error> {
    let number = |name| typed.get(name).parse().ok();
    let asked = Asked {
        unit: number("unit"),
        site: number("city"),
        ..Asked::default()
    };
    render(state, who, csrf, seated, &asked, Some((typed, trouble))).await
}

async fn render(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
    asked: &Asked,
    refused: Option<(&Fields, &Trouble)>,
) -> Result<HttpResponse, Error> {
    let status = match refused {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let texts = Texts::english();
    match seated.game.phase.as_str() {
        "gathering" => gathering::render(state, who, csrf, &seated.game.key, None, None).await,
        "closing" | "stalled" => {
            let shown = StillPage {
                texts,
                name: seated.game.name.clone(),
                address: seated.address(),
                turn: seated.game.turn,
                is_stalled: seated.game.phase == "stalled",
            };
            page(status, &shown)
        }
        _ => {
            let replayed = seated.now(state).await?;
            let view = seated.view(&replayed)?;
            let shown = playing(state, who, csrf, seated, asked, refused, &replayed, &view);
            page(status, &shown.await?)
        }
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the parts of one page, put together once"
)]
async fn playing(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
    asked: &Asked,
    refused: Option<(&Fields, &Trouble)>,
    replayed: &Replayed,
    view: &SeatView,
) -> Result<GamePage, Error> {
    let texts = Texts::english();
    let names = Names { texts, view };
    let address = seated.address();
    let selected = panel::selected(asked.unit, asked.site);
    let tier = replayed.header.scenario.options.initiative_tier;
    let classes: Vec<(String, u32)> = replayed
        .game
        .state()
        .rules
        .ruleset
        .classes
        .iter()
        .map(|class| (class.name.clone(), class.cost))
        .collect();
    let source = Source {
        names,
        tier,
        classes: &classes,
        refused,
        page: &address,
    };
    let clock = clock_box::read(state, seated, view, who.time_zone).await?;
    let last_turn = match view.outcome {
        Some(_) => view.turn,
        None => view.turn.saturating_sub(1),
    };
    let story = match last_turn {
        0 => None,
        turn => Some(story::tell(state, seated, turn, &address).await?.0),
    };
    let mut panel = source.panel(selected);
    if let (Panel::Unit(shown), true) = (&mut panel, clock.is_open)
        && let Some(own) = view.units.iter().find(|own| own.unit.0 == shown.number)
    {
        shown.chances = panel::chances(names, &replayed.game, own);
    }
    Ok(GamePage {
        texts,
        csrf,
        keys: KeySource,
        name: seated.game.name.clone(),
        turn: view.turn,
        seat: names.owner(Some(seated.seat)),
        seat_letter: super::names::letter(view, Some(seated.seat)),
        seat_side: seated.seat.0 % 8,
        is_open: clock.is_open,
        notice: asked.done.as_deref().and_then(|done| notice(texts, done)),
        receipt: asked.receipt.clone().filter(|receipt| is_receipt(receipt)),
        trouble: refused.map(|(_, trouble)| trouble.text.clone()),
        trouble_at: place_of(&panel, refused),
        outcome: view.outcome.as_ref().map(|outcome| told(names, outcome)),
        clock,
        map: map::draw(names, &address, selected),
        roster: panel::roster(names, tier, &address, selected),
        board: board::write(names, &address),
        panel,
        story,
        turns: (1..=last_turn).rev().collect(),
        address,
    })
}

/// The anchor of the form that was refused, where the panel shows it.
fn place_of(panel: &Panel, refused: Option<(&Fields, &Trouble)>) -> Option<String> {
    let (typed, trouble) = refused?;
    let form = trouble.form.as_str();
    match (panel, form) {
        (Panel::Unit(_), "SetStance" | "SetTask" | "SetPosture") => Some(format!("form-{form}")),
        (Panel::Unit(unit), "SetSanction") => {
            let sanction = typed.get("sanction");
            let shown = unit.sanction_forms.iter();
            let own = shown
                .map(|shown| shown.name)
                .find(|name| sanction.starts_with(name));
            own.map(|name| format!("form-{name}"))
        }
        (Panel::Site(site), "SetProduction") if site.production.is_some() => {
            Some("form-SetProduction".to_owned())
        }
        _ => None,
    }
}

/// What was done, for those orders that a page can enter.
fn notice(texts: Texts, done: &str) -> Option<String> {
    let code = match done {
        "SetStance" => "done-SetStance",
        "SetTask" => "done-SetTask",
        "ClearTask" => "done-ClearTask",
        "SetPosture" => "done-SetPosture",
        "SetSanction" => "done-SetSanction",
        "SetProduction" => "done-SetProduction",
        "CommitOrders" => "done-CommitOrders",
        "RevokeCommit" => "done-RevokeCommit",
        _ => return None,
    };
    Some(texts.t(code))
}

/// A receipt as `orders` writes it: a count and a hash.
fn is_receipt(text: &str) -> bool {
    text.split_once('.').is_some_and(|(count, mac)| {
        count.parse::<u32>().is_ok()
            && mac.len() == 64
            && mac.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn told(names: Names<'_>, outcome: &Outcome) -> String {
    let (by, how) = match outcome {
        Outcome::Drawn => return names.texts.t("mail-over-draw"),
        Outcome::Won { by, how } => (by, how),
    };
    let winners: Vec<_> = by.iter().map(|seat| names.owner(Some(*seat))).collect();
    names
        .texts
        .say(match how {
            Victory::LastStanding => "mail-over-won-last-standing",
            Victory::Cities => "mail-over-won-cities",
            Victory::Hold => "mail-over-won-hold",
            Victory::TurnLimit => "mail-over-won-turn-limit",
        })
        .with("winners", winners.join(", "))
        .to_string()
}
