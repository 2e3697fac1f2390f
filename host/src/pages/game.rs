//! The game's page: map, orders, seats, clock, last turn's report. It is whole
//! without a script; scripts only save a reader some reloads.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get, post},
};
use askama::Template;
use serde::Deserialize;

mod notice;

use super::{
    about,
    board::{self, Board},
    city,
    clock_box::{self, ClockBox},
    fields::{Fields, Trouble},
    gathering,
    map::{self, Here, Map},
    names::Names,
    orders::{self, Key},
    outlook::Outlook,
    pad::{self, Pad},
    panel::{self, Panel, RosterLine, Source},
    respond::page,
    seated::{self, Seated},
    story::{self, Story},
    terms::Watched,
    world::{self, World},
};
use crate::{
    app::State,
    auth::{Account, Csrf, SignedIn},
    error::Error,
    games::{self, terms::TermsRow},
    live,
    replays::Replayed,
    report::{self, Lesson},
    texts::Texts,
};
use fieldpost_engine::{ids::Seq, view::SeatView};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}", get().to(show))
        .route("/games/{key}/orders", post().to(orders::enter))
        .route("/games/{key}/pad", get().to(pad::show))
        .route("/games/{key}/pad", post().to(pad::enter))
        .route("/games/{key}/pad/check", post().to(pad::check))
        .route("/games/{key}/undo", post().to(pad::undo))
        .route("/games/{key}/redo", post().to(pad::redo))
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
    /// A text that was sent too late, so that it is not lost.
    late_text: Option<String>,
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
    /// How others may watch, which the reader has not agreed to yet.
    asked_to_watch: Option<Watched>,
    /// That somebody directs the game, and what they see.
    master: Option<String>,
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
    here: Vec<Here>,
    /// `None` once the game is over.
    world: Option<World>,
    /// What a scenario that teaches says in this turn.
    lesson: Option<Lesson>,
    roster: Vec<RosterLine>,
    panel: Panel,
    pad: Pad,
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
    /// The part of many orders that the pad is to show.
    part: Option<usize>,
    /// The kind of line that the pad is to begin.
    new: Option<String>,
    /// `change`, where the task's form is to hold the task that stands.
    task: Option<String>,
    /// What was done, in which turn, how much of it, and the receipt.
    done: Option<String>,
    of: Option<u32>,
    entered: Option<u32>,
    back: Option<u32>,
    receipt: Option<String>,
}

/// What was sent and is shown again because something is wrong with it.
#[derive(Clone, Copy, Debug, Default)]
pub enum Sent<'a> {
    #[default]
    Nothing,
    /// One of the forms, with what is wrong.
    Form(&'a Fields, &'a Trouble),
    /// The order pad's text.
    Lines(&'a pad::Kept),
}

impl<'a> Sent<'a> {
    fn form(self) -> Option<(&'a Fields, &'a Trouble)> {
        match self {
            Self::Form(typed, trouble) => Some((typed, trouble)),
            Self::Nothing | Self::Lines(_) => None,
        }
    }

    fn lines(self) -> Option<&'a pad::Kept> {
        match self {
            Self::Lines(kept) => Some(kept),
            Self::Nothing | Self::Form(..) => None,
        }
    }
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let seated = match seated::find(&state, &who, &key).await {
        Err(Error::NotFound) => return about::elsewhere(&state, &who, &key).await,
        found => found?,
    };
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    render(&state, &who, csrf, &seated, &asked, Sent::Nothing).await
}

async fn events(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    let reader = live::Reader {
        game_id: seated.game.id,
        seat: seated.seat.0,
        session: who.session,
    };
    live::stream(&state, who.id, reader)
}

/// The page again, with what was sent as it was typed.
///
/// # Errors
/// As for the page itself.
pub async fn again(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
    typed: &Fields,
    sent: Sent<'_>,
) -> Result<HttpResponse, Error> {
    let number = |name| typed.get(name).parse().ok();
    let asked = Asked {
        unit: number("unit"),
        site: number("city").or(number("site")),
        part: typed.get("part").parse().ok(),
        task: Some(typed.get("of_task").to_owned()),
        ..Asked::default()
    };
    render(state, who, csrf, seated, &asked, sent).await
}

async fn render(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
    asked: &Asked,
    sent: Sent<'_>,
) -> Result<HttpResponse, Error> {
    let status = match sent {
        Sent::Nothing => StatusCode::OK,
        Sent::Form(..) | Sent::Lines(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    match seated.game.phase.as_str() {
        "gathering" => gathering::render(state, who, csrf, &seated.game.key, None, None).await,
        "closing" | "stalled" => still(status, seated, sent),
        _ => {
            let replayed = seated.now(state).await?;
            let view = seated.view(&replayed)?;
            let shown = playing(state, who, csrf, seated, asked, sent, &replayed, &view);
            page(status, &shown.await?)
        }
    }
}

/// What is shown of a game that takes no orders just now.
///
/// # Errors
/// When the template fails.
pub(super) fn still(
    status: StatusCode,
    seated: &Seated,
    sent: Sent<'_>,
) -> Result<HttpResponse, Error> {
    let shown = StillPage {
        texts: Texts::english(),
        name: seated.game.name.clone(),
        address: seated.address(),
        turn: seated.game.turn,
        is_stalled: seated.game.phase == "stalled",
        late_text: sent.lines().map(|kept| kept.text.clone()),
    };
    page(status, &shown)
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
    sent: Sent<'_>,
    replayed: &Replayed,
    view: &SeatView,
) -> Result<GamePage, Error> {
    let texts = Texts::english();
    let names = Names { texts, view };
    let address = seated.address();
    let selected = panel::selected(asked.unit, asked.site);
    let tier = replayed.header.scenario.options.initiative_tier;
    let refused = sent.form();
    let rules = &replayed.game.state().rules;
    let world = view.outcome.is_none();
    let world = world.then(|| world::read(names, &rules.ruleset, &rules.victory));
    let source = Source {
        names,
        tier,
        ruleset: &rules.ruleset,
        changes_task: asked.task.as_deref() == Some("change"),
        refused,
        page: &address,
    };
    let wanted = pad::Wanted {
        unit: asked.unit.map(Seq),
        site: asked.site.map(Seq),
        new: asked.new.as_deref(),
        part: asked.part,
        kept: sent.lines(),
    };
    let mut pad = Pad::of(texts, &replayed.game, view, wanted);
    let outlook = Outlook::of(view, &replayed.game.terms());
    let clock = clock_box::read(state, seated, view, who.time_zone).await?;
    let terms = {
        let mut conn = state.db.get().await?;
        games::terms::of(&mut conn, seated.game.id).await?
    };
    let last_turn = match view.outcome {
        Some(_) => view.turn,
        None => view.turn.saturating_sub(1),
    };
    let mut story = match last_turn {
        0 => None,
        turn => Some(story::tell(state, seated, turn, &address).await?.0),
    };
    if let (Some(story), true) = (&mut story, clock.held.is_some()) {
        story.attention.clear();
    }
    let mut panel = source.panel(selected);
    if let (Panel::Unit(shown), true) = (&mut panel, clock.takes_orders())
        && let Some(own) = view.units.iter().find(|own| own.unit.0 == shown.number)
    {
        shown.chances = panel::chances(names, &replayed.game, own);
        shown.lines = pad.lines_about(shown.number);
        shown.outlook = outlook
            .as_ref()
            .and_then(|outlook| outlook.unit(names, own.unit));
    }
    let mut map = map::draw(names, &address, selected);
    let mut board = board::write(names, &address);
    if let Some(world) = &world {
        map.show_supply(view, &world.supply);
        board.supply = Some(board::supply_words(names, &address, &world.supply));
        if let Panel::Site(shown) = &mut panel {
            let site = Seq(shown.number);
            shown.city = city::panel(names, &rules.ruleset, &world.forecast, site, refused);
        }
    }
    if let Some(outlook) = outlook.as_ref().filter(|_| clock.takes_orders()) {
        map.show_routes(&outlook.preview, selected);
        pad.outlook = outlook.units(names, None);
    }
    let count = replayed.counts.get(usize::from(seated.seat.0)).copied();
    let count = count.unwrap_or_default();
    pad.undo = (count.this_turn > 0).then_some(count.total);
    let notice = notice::notice(texts, asked, view, &clock);
    let is_lesson = world.is_some() && clock.held.is_none();
    let lesson = is_lesson.then(|| report::lesson(texts, &replayed.header.scenario, view.turn));
    let lesson = lesson.flatten();
    Ok(GamePage {
        texts,
        csrf,
        keys: KeySource,
        name: seated.game.name.clone(),
        turn: view.turn,
        seat: names.owner(Some(seated.seat)),
        master: master(&terms),
        asked_to_watch: clock_box::asks_to_watch(&terms, &seated.seat_row),
        seat_letter: super::names::letter(view, Some(seated.seat)),
        seat_side: seated.seat.0 % 8,
        is_open: clock.takes_orders(),
        notice,
        receipt: notice::receipt(asked),
        trouble: refused
            .map(|(_, trouble)| trouble.text.clone())
            .or(pad.late()),
        trouble_at: notice::place_of(&panel, refused).or(pad.late().map(|_| "pad".to_owned())),
        outcome: report::ending(texts, &replayed.game, view),
        clock,
        map,
        here: map::here(names, &address, selected),
        lesson,
        world,
        roster: panel::roster(names, tier, &address, selected, outlook.as_ref()),
        board,
        panel,
        pad,
        story,
        turns: (1..=last_turn).rev().collect(),
        address,
    })
}

/// What players are told of a game master, always (HO-110).
fn master(terms: &TermsRow) -> Option<String> {
    terms.master_id?;
    Some(Texts::english().t(match terms.is_open_to_master {
        true => "master-told-sees",
        false => "master-told",
    }))
}
