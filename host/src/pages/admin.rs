//! The operator's page: the clock, alarms, mails that did not go out, people, and
//! the list of what was done; games have pages of their own. To everybody else it is
//! not there.
//!
//! Shows no view, no order and no address; all it can do is in `crate::admin`.

mod acts;
mod listing;

use std::collections::BTreeMap;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Query, ServiceConfig, get, post},
};
use askama::Template;
use chrono_tz::Tz;
use diesel_async::AsyncPgConnection;
use serde::Deserialize;

use super::respond::{go_to, page};
use crate::{
    admin::{
        games::{self, Alarm},
        mails::{self, Letter},
        people,
    },
    app::State,
    aside::{self, Failing},
    audit::{self, Actor, Recorded},
    auth::{Csrf, CsrfForm, SignedIn},
    close::{self, Overdue},
    error::Error,
    heartbeat,
    texts::{self, Texts},
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/admin", get().to(show))
        .route("/admin", post().to(act))
        .route("/admin/games", get().to(listing::list))
        .route("/admin/games/{key}", get().to(listing::show))
        .route("/admin/games/{key}", post().to(listing::act));
}

/// How many lines each list shows.
const MOST: i64 = 30;

#[derive(Template)]
#[template(path = "admin/admin.html")]
struct AdminPage {
    texts: Texts,
    csrf: Csrf,
    notice: Option<String>,
    problem: Option<String>,
    halted: Option<String>,
    overdue: Overdue,
    alarms: Vec<Alarm>,
    jobs: Vec<Failing>,
    mails: Vec<Letter>,
    acts: Vec<String>,
}

#[derive(Default, Deserialize)]
struct Done {
    done: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    done: Option<Query<Done>>,
) -> Result<HttpResponse, Error> {
    let is_done = done.is_some_and(|done| done.done.is_some());
    let mut conn = state.db.get().await?;
    operator(&state, &mut conn, &who).await?;
    let notice = is_done.then(|| Texts::english().t("admin-done"));
    let shown = look(&mut conn, csrf, who.time_zone, notice, None).await?;
    page(StatusCode::OK, &shown)
}

/// Operators alone; for anybody else there is no such page.
async fn operator(
    state: &State,
    conn: &mut AsyncPgConnection,
    who: &SignedIn,
) -> Result<(), Error> {
    if people::is_operator(conn, &state.config.access, who.id).await? {
        Ok(())
    } else {
        Err(Error::NotFound)
    }
}

async fn look(
    conn: &mut AsyncPgConnection,
    csrf: Csrf,
    zone: Tz,
    notice: Option<String>,
    problem: Option<String>,
) -> Result<AdminPage, Error> {
    let texts = Texts::english();
    let guard = heartbeat::guard(conn).await?;
    let acts = audit::newest(conn, None, MOST).await?;
    let about: Vec<i64> = acts.iter().filter_map(|act| act.game_id).collect();
    let keys = crate::games::keys(conn, &about).await?;
    Ok(AdminPage {
        texts,
        csrf,
        notice,
        problem,
        halted: guard
            .halted_at
            .map(|_| guard.halted_why.unwrap_or_default()),
        overdue: close::overdue(conn).await?,
        alarms: games::alarms(conn, MOST).await?,
        jobs: aside::failing(conn, None, MOST).await?,
        mails: mails::failed(conn, MOST).await?,
        acts: acts
            .iter()
            .map(|act| line(texts, act, &keys, zone))
            .collect(),
    })
}

/// One act in words and numbers.
fn line(texts: Texts, act: &Recorded, keys: &BTreeMap<i64, String>, zone: Tz) -> String {
    let mut about = String::new();
    if let Some(key) = act.game_id.and_then(|game| keys.get(&game)) {
        about += &format!(", game {key}");
    }
    for (what, number) in [
        ("seat", act.seat.map(i64::from)),
        ("account", act.account_id),
    ] {
        if let Some(number) = number {
            about += &format!(", {what} {number}");
        }
    }
    if act
        .detail
        .as_object()
        .is_some_and(|detail| !detail.is_empty())
    {
        about += &format!(", {}", act.detail);
    }
    let actor = match act.actor_account {
        Some(account) => format!("{} {account}", act.actor),
        None => act.actor.clone(),
    };
    texts
        .say("admin-act")
        .with("at", texts::instant(act.at, zone))
        .with("act", &act.act)
        .with("actor", actor)
        .with("about", about)
        .to_string()
}

async fn act(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    form: CsrfForm<acts::Wish>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    operator(&state, &mut conn, &who).await?;
    match acts::perform(&mut conn, Actor::Operator(who.id), &form.into_inner()).await {
        Ok(()) => {
            state.wake();
            Ok(go_to("/admin?done=1"))
        }
        Err(error @ Error::Internal(_)) => Err(error),
        Err(error) => {
            let problem = error.problem();
            let text = Texts::english().t(&format!("error-{}", problem.code));
            let shown = look(&mut conn, csrf, who.time_zone, None, Some(text)).await?;
            page(problem.status, &shown)
        }
    }
}
