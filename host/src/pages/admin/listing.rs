//! The operator's list of games, and the page of one: how it stands, its alarms, what
//! was done to it, and the acts that an operator has. No view, no order, no address.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query},
};
use askama::Template;
use chrono_tz::Tz;
use diesel_async::AsyncPgConnection;
use serde::Deserialize;

use super::{
    super::respond::{go_to, page},
    Done, MOST,
    acts::{self, Wish},
    line, operator,
};
use crate::{
    admin::{
        games::{self, Alarm},
        list::{self, Listed, Standing},
    },
    app::State,
    aside::{self, Failing},
    audit::{self, Actor},
    auth::{Csrf, CsrfForm, SignedIn},
    error::Error,
    games::SeatRow,
    phases,
    texts::{self, Texts},
};

#[derive(Template)]
#[template(path = "admin/games.html")]
struct GamesPage {
    texts: Texts,
    text: String,
    /// The choices, with their names and whether each is the one that was asked for.
    standings: Vec<(&'static str, String, bool)>,
    games: Vec<Line>,
    page: i64,
    newer: Option<String>,
    older: Option<String>,
}

/// One game of the list.
struct Line {
    href: String,
    name: String,
    key: String,
    turn: i32,
    state: String,
    due: Option<String>,
    alarms: i64,
}

impl Line {
    fn of(game: Listed, zone: Tz) -> Self {
        let texts = Texts::english();
        let state = match game.phase.as_str() {
            "gathering" if game.is_called_off => "admin-game-called-off",
            "orders" if game.is_stopped => "admin-game-stopped",
            "closing" => "admin-game-closing",
            "gathering" => "admin-standing-gathering",
            "orders" => "admin-standing-running",
            "ended" => "admin-standing-ended",
            _ => "admin-standing-stalled",
        };
        let due = game.deadline_at.map(|at| texts::instant(at, zone));
        Self {
            href: format!("/admin/games/{}", game.key),
            name: game.name,
            key: game.key,
            turn: game.turn,
            state: texts.t(state),
            due,
            alarms: game.alarms,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    #[serde(default)]
    text: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    page: String,
}

pub(super) async fn list(
    state: Data<State>,
    who: SignedIn,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    operator(&state, &mut conn, &who).await?;
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    let standing = Standing::parse(&asked.state);
    let number = asked.page.parse().unwrap_or(1_i64).clamp(1, 10_000);
    let (games, has_more) = list::find(&mut conn, &asked.text, standing, number).await?;
    let texts = Texts::english();
    let at = |page: i64| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("text", &asked.text);
        query.append_pair("state", standing.as_str());
        query.append_pair("page", &page.to_string());
        format!("/admin/games?{}", query.finish())
    };
    let name = |one: Standing| {
        let code = one.as_str();
        (
            code,
            texts.t(&format!("admin-standing-{code}")),
            one == standing,
        )
    };
    let shown = GamesPage {
        texts,
        standings: Standing::ALL.map(name).into(),
        games: games
            .into_iter()
            .map(|game| Line::of(game, who.time_zone))
            .collect(),
        page: number,
        newer: (number > 1).then(|| at(number - 1)),
        older: has_more.then(|| at(number + 1)),
        text: asked.text,
    };
    page(StatusCode::OK, &shown)
}

#[derive(Template)]
#[template(path = "admin/game.html")]
struct OneGamePage {
    texts: Texts,
    csrf: Csrf,
    notice: Option<String>,
    problem: Option<String>,
    address: String,
    key: String,
    name: String,
    turn: i32,
    /// How it stands, in words.
    state: String,
    due: Option<String>,
    is_open: bool,
    is_stopped: bool,
    is_stalled: bool,
    /// Whether seats of it can still change hands.
    is_alive: bool,
    seats: Vec<SeatRow>,
    alarms: Vec<Alarm>,
    jobs: Vec<Failing>,
    acts: Vec<String>,
}

pub(super) async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    done: Option<Query<Done>>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    operator(&state, &mut conn, &who).await?;
    let is_done = done.is_some_and(|done| done.done.is_some());
    let mut shown = look(&mut conn, csrf, &key, who.time_zone).await?;
    shown.notice = is_done.then(|| shown.texts.t("admin-done"));
    page(StatusCode::OK, &shown)
}

pub(super) async fn act(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<Wish>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    operator(&state, &mut conn, &who).await?;
    let mut wish = form.into_inner();
    wish.game = key.to_string();
    match acts::perform(&mut conn, Actor::Operator(who.id), &wish).await {
        Ok(()) => {
            state.wake();
            Ok(go_to(&format!("/admin/games/{key}?done=1")))
        }
        Err(error @ (Error::Internal(_) | Error::NotFound)) => Err(error),
        Err(error) => {
            let problem = error.problem();
            let mut shown = look(&mut conn, csrf, &key, who.time_zone).await?;
            shown.problem = Some(shown.texts.t(&format!("error-{}", problem.code)));
            page(problem.status, &shown)
        }
    }
}

async fn look(
    conn: &mut AsyncPgConnection,
    csrf: Csrf,
    key: &str,
    zone: Tz,
) -> Result<OneGamePage, Error> {
    let texts = Texts::english();
    let game = crate::games::find(conn, key).await?;
    let clock = phases::read(conn, game.id).await?;
    let is_open = clock.phase == "orders";
    let is_stopped = is_open && clock.phase_clock.stopped_at.is_some();
    let called_off_at = crate::games::terms::of(conn, game.id).await?.called_off_at;
    let listed = Listed {
        key: game.key.clone(),
        name: game.name.clone(),
        phase: game.phase.clone(),
        turn: game.turn,
        deadline_at: clock.phase_clock.deadline_at.filter(|_| is_open),
        is_stopped,
        is_called_off: called_off_at.is_some(),
        alarms: 0,
    };
    let line_of = Line::of(listed, zone);
    let acts = audit::newest(conn, Some(game.id), MOST).await?;
    let keys = [(game.id, game.key.clone())].into();
    Ok(OneGamePage {
        texts,
        csrf,
        notice: None,
        problem: None,
        address: line_of.href,
        key: line_of.key,
        name: line_of.name,
        turn: line_of.turn,
        state: line_of.state,
        due: line_of.due,
        is_open,
        // What the players adjourned is theirs to go on with.
        is_stopped: is_stopped && !clock.is_adjourned,
        is_stalled: game.phase == "stalled",
        is_alive: game.phase != "ended" && called_off_at.is_none(),
        seats: crate::games::seats_of(conn, game.id).await?,
        alarms: games::alarms_of(conn, game.id, MOST).await?,
        jobs: aside::failing(conn, Some(game.id), MOST).await?,
        acts: acts
            .iter()
            .map(|act| line(texts, act, &keys, zone))
            .collect(),
    })
}
