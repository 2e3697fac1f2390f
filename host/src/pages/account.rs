//! The account page: name, time zone, where one is signed in, the way out.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query, ServiceConfig, get, post};
use askama::Template;
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::Deserialize;

use super::respond::{go_to, page};
use crate::accounts::{self, DisplayName};
use crate::app::State;
use crate::auth::sessions::{self, Listed};
use crate::auth::{Account, Csrf, CsrfForm, HashedToken, SignedIn};
use crate::error::Error;
use crate::texts::Texts;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/account", get().to(show))
        .route("/account", post().to(save))
        .route("/account/sessions/revoke", post().to(revoke));
}

#[derive(Template)]
#[template(path = "account/account.html")]
struct AccountPage {
    texts: Texts,
    csrf: Csrf,
    email: String,
    name: String,
    time_zone: String,
    zones: Vec<&'static str>,
    sessions: Vec<SessionLine>,
    notice: Option<String>,
    /// That the reader's mail does not arrive.
    bounced: Option<String>,
    problem: Option<String>,
}

struct SessionLine {
    handle: String,
    agent: String,
    since: String,
    here: bool,
}

#[derive(Deserialize)]
struct Done {
    done: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    Query(done): Query<Done>,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let notice = match done.done.as_deref() {
        Some("saved") => Some(texts.t("account-saved")),
        Some("revoked") => Some(texts.t("account-session-revoked")),
        _ => None,
    };
    let mut shown = account_page(&state, &who, csrf).await?;
    shown.notice = notice;
    page(StatusCode::OK, &shown)
}

#[derive(Deserialize)]
struct Profile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    time_zone: String,
}

async fn save(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    form: CsrfForm<Profile>,
) -> Result<HttpResponse, Error> {
    let form = form.into_inner();
    let texts = Texts::english();
    let name = DisplayName::parse(&form.name);
    let zone = form.time_zone.trim().parse::<Tz>().ok();
    let (name, zone) = match (name, zone) {
        (Some(name), Some(zone)) => (name, zone),
        (name, _) => {
            let mut again = account_page(&state, &who, csrf).await?;
            again.problem = Some(if name.is_none() {
                texts.t("account-name-invalid")
            } else {
                texts.t("account-time-zone-invalid")
            });
            again.name = form.name;
            again.time_zone = form.time_zone;
            return page(StatusCode::UNPROCESSABLE_ENTITY, &again);
        }
    };
    let mut conn = state.db.get().await?;
    accounts::set_profile(&mut conn, who.id, &name, zone).await?;
    Ok(go_to("/account?done=saved"))
}

#[derive(Deserialize)]
struct Revoked {
    session: String,
}

async fn revoke(
    state: Data<State>,
    who: SignedIn,
    form: CsrfForm<Revoked>,
) -> Result<HttpResponse, Error> {
    let session = HashedToken::from_handle(&form.session).ok_or(Error::NotFound)?;
    let mut conn = state.db.get().await?;
    if sessions::revoke(&mut conn, who.id, session).await? {
        Ok(go_to("/account?done=revoked"))
    } else {
        Err(Error::NotFound)
    }
}

async fn account_page(state: &State, who: &Account, csrf: Csrf) -> Result<AccountPage, Error> {
    let texts = Texts::english();
    let mut conn = state.db.get().await?;
    let bounced = super::bounced::of(&mut conn, who.id).await?;
    let listed = sessions::list(&mut conn, who.id).await?;
    Ok(AccountPage {
        texts,
        csrf,
        email: who.email.clone(),
        name: who.name.clone(),
        time_zone: who.time_zone.name().to_owned(),
        zones: TZ_VARIANTS.iter().map(|zone| zone.name()).collect(),
        sessions: listed
            .iter()
            .filter_map(|one| line(texts, who, one))
            .collect(),
        notice: None,
        bounced,
        problem: None,
    })
}

fn line(texts: Texts, who: &Account, listed: &Listed) -> Option<SessionLine> {
    let hash = listed.hash()?;
    let agent = match listed.agent.trim() {
        "" => texts.t("account-session-agent-unknown"),
        named => named.to_owned(),
    };
    Some(SessionLine {
        handle: hash.handle(),
        agent,
        since: crate::texts::instant(listed.created_at, who.time_zone),
        here: hash == who.session,
    })
}
