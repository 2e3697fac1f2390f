//! The game master's seat: the clock of a game that its reader directs without
//! playing, and the whole board if that was declared when the game was made.
//! Every act here is recorded, and players see that there is a master.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get, post},
};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use super::{
    about,
    board::{self, Board},
    clock_box,
    gathering::chairs::{self, ChairLine},
    map::{self, Map, Selected},
    names::Names,
    respond::{go_to, page},
    terms,
};
use crate::{
    admin::games as clock,
    app::State,
    audit::{self, Actor, Recorded},
    auth::{Account, Csrf, CsrfForm, SignedIn},
    error::Error,
    lobby::{
        self, Offer,
        watching::{self, Window},
    },
    phases::{self, GameClock},
    texts::{self, Texts},
};

/// Acts that the page lists.
const ACTS: i64 = 30;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/master", get().to(show))
        .route("/games/{key}/master", post().to(act));
}

#[derive(Template)]
#[template(path = "lobby/master.html")]
struct MasterPage {
    texts: Texts,
    csrf: Csrf,
    name: String,
    address: String,
    turn: i32,
    /// How it stands, in words.
    state: String,
    is_open: bool,
    is_paused: bool,
    deadline: Option<String>,
    /// Each with how far its orders are, while they are written.
    chairs: Vec<(ChairLine, Option<Writing>)>,
    map: Option<Map>,
    board: Option<Board>,
    /// Where the boards of past turns are, and of which, if the reader sees them.
    watch: String,
    past: Vec<u32>,
    /// What was done to the game that no player did, newest first.
    acts: Vec<String>,
    facts: Vec<terms::Fact>,
    /// What lets others watch a game that is not listed.
    watch_share: Option<String>,
    notice: Option<String>,
}

/// How far the orders of a seat are.
struct Writing {
    text: String,
    /// As a stamp, and whether it says that it is done.
    stamp: Option<bool>,
}

impl Writing {
    fn of(chair: &ChairLine, clock: &GameClock) -> Self {
        let texts = Texts::english();
        let seat = phases::index(chair.index);
        let programs = if chair.is_ai { &[seat][..] } else { &[] };
        if let Some(text) = clock_box::played_by(programs, &clock.substituted, seat) {
            return Self { text, stamp: None };
        }
        let standings = clock.phase_clock.standings(clock.now);
        let own = standings.iter().find(|standing| standing.seat == seat);
        let (code, stamp) = match own {
            None => ("seat-out", None),
            Some(own) if own.is_committed => ("seat-committed", Some(true)),
            Some(own) if own.is_absent => ("seat-away", Some(false)),
            Some(_) => ("seat-writing", Some(false)),
        };
        let text = texts.t(code);
        Self { text, stamp }
    }
}

#[derive(Debug, Default, Deserialize)]
struct Done {
    done: Option<String>,
}

/// The game under a key, for who directs it.
async fn find(state: &State, who: &Account, key: &str) -> Result<Offer, Error> {
    let mut conn = state.db.get().await?;
    let offer = lobby::find(&mut conn, &state.auth, key, who.id, None).await?;
    // For players there is no such page.
    if offer.is_master {
        Ok(offer)
    } else {
        Err(Error::NotFound)
    }
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    Query(done): Query<Done>,
) -> Result<HttpResponse, Error> {
    let offer = find(&state, &who, &key).await?;
    if offer.game.phase == "gathering" {
        return Ok(go_to(&format!("/lobby/{}", offer.game.key)));
    }
    let texts = Texts::english();
    let known = chairs::standings(&state, std::slice::from_ref(&offer)).await?;
    let (clock, acts) = {
        let mut conn = state.db.get().await?;
        let clock = phases::read(&mut conn, offer.game.id).await?;
        let acts = audit::newest(&mut conn, Some(offer.game.id), ACTS).await?;
        (clock, acts)
    };
    let is_open = clock.phase == "orders";
    let is_paused = is_open && clock.phase_clock.stopped_at.is_some();
    let said = match clock.phase.as_str() {
        "orders" if clock.is_adjourned => "master-adjourned",
        "orders" if is_paused => "master-paused",
        "orders" => "master-running",
        "closing" => "home-closing",
        "ended" => "home-ended",
        _ => "home-stalled",
    };
    let deadline_at = clock.phase_clock.deadline_at.filter(|_| is_open);
    // Between two turns nothing is shown, as for players.
    let sees = offer.terms.is_open_to_master && clock.phase != "closing";
    let view = match sees {
        true => {
            let replayed = state.replays.head(&state.db, offer.game.id).await?;
            replayed.game.overseen()
        }
        false => None,
    };
    let drawn = view.as_ref().map(|view| {
        let names = Names { texts, view };
        (
            map::draw(names, "", Selected::Nothing),
            board::write(names, ""),
        )
    });
    let (map, board) = drawn.unzip();
    let shown = MasterPage {
        texts,
        csrf,
        name: offer.game.name.clone(),
        address: format!("/games/{}/master", offer.game.key),
        turn: offer.game.turn,
        state: texts.t(said),
        is_open,
        is_paused: is_paused && !clock.is_adjourned,
        deadline: deadline_at.map(|at| texts::instant(at, who.time_zone)),
        chairs: chairs::lines(&offer, &known)
            .into_iter()
            .map(|chair| {
                let writing = is_open.then(|| Writing::of(&chair, &clock));
                (chair, writing)
            })
            .collect(),
        map,
        board,
        watch: format!("/games/{}/watch", offer.game.key),
        past: match watching::window(&offer, who.id) {
            Some(Window::Through(last)) if offer.terms.is_open_to_master => {
                (0..=last).rev().collect()
            }
            _ => Vec::new(),
        },
        acts: acts
            .iter()
            .map(|act| done_line(act, &offer, who.time_zone))
            .collect(),
        watch_share: about::watch_share(&state, &offer),
        facts: terms::facts(&offer.game, &offer.terms, who.time_zone),
        notice: done.done.as_deref().and_then(notice),
    };
    page(StatusCode::OK, &shown)
}

/// One act in words. Who did it is told by part, and by name of nobody.
fn done_line(act: &Recorded, offer: &Offer, zone: Tz) -> String {
    let texts = Texts::english();
    let known = format!("master-act-{}", act.act);
    let code = if texts.has(&known) {
        known
    } else {
        "master-act-other".to_owned()
    };
    let seat = act.seat.and_then(|seat| {
        let mut chairs = offer.chairs.iter();
        chairs.find(|chair| chair.seat.seat == seat)
    });
    let seconds = act
        .detail
        .get("seconds")
        .and_then(serde_json::Value::as_u64);
    let what = texts
        .say(&code)
        .with("act", &act.act)
        .with("seat", seat.map_or("", |chair| chair.seat.name.as_str()))
        .with("span", texts::duration(texts, seconds.unwrap_or(0)));
    texts
        .say("master-act")
        .with("at", texts::instant(act.at, zone))
        .with("actor", texts.t(&format!("master-actor-{}", act.actor)))
        .with("what", what.to_string())
        .to_string()
}

fn notice(done: &str) -> Option<String> {
    let code = match done {
        "pause" => "master-done-pause",
        "resume" => "master-done-resume",
        "extend" => "master-done-extend",
        _ => return None,
    };
    Some(Texts::english().t(code))
}

/// What a master may do to the clock.
#[derive(Debug, Deserialize)]
struct ActForm {
    act: String,
    #[serde(default)]
    hours: String,
}

async fn act(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
    form: CsrfForm<ActForm>,
) -> Result<HttpResponse, Error> {
    let offer = find(&state, &who, &key).await?;
    let (game, actor) = (offer.game.id, Actor::Master(who.id));
    let mut conn = state.db.get().await?;
    match form.act.as_str() {
        "pause" => clock::pause(&mut conn, actor, game).await?,
        "resume" => clock::resume(&mut conn, actor, game).await?,
        "extend" => {
            let hours: Option<i32> = form.hours.trim().parse().ok();
            let seconds = hours.and_then(|hours| hours.checked_mul(3600));
            let seconds = seconds.ok_or(Error::BadRequest("bad-deadline"))?;
            clock::extend(&mut conn, actor, game, seconds).await?;
        }
        _ => return Err(Error::BadRequest("bad-request")),
    }
    drop(conn);
    state.wake();
    let done = &form.act;
    Ok(go_to(&format!("/games/{key}/master?done={done}")))
}
