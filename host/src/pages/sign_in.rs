//! The sign-in pages: ask for a link, look in the mail, press the button.
//!
//! Fetching a link changes nothing, since mail scanners fetch links too; the
//! button on the page it leads to spends it. Every address gets one answer.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path, Query, ServiceConfig, get, post};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::respond::{go_to, page};
use crate::app::State;
use crate::auth::address::visitor_address;
use crate::auth::visitor::Visitor;
use crate::auth::{
    AuthError, Csrf, CsrfForm, Email, MaybeSignedIn, NextPath, PlainToken, SignedIn,
};
use crate::auth::{links, sessions};
use crate::error::Error;
use crate::texts::Texts;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/sign-in", get().to(ask))
        .route("/sign-in", post().to(send))
        .route("/sign-in/sent", get().to(sent))
        .route("/sign-in/link/{token}", get().to(confirm))
        .route("/sign-in/link/{token}", post().to(spend))
        .route("/sign-out", post().to(sign_out));
}

#[derive(Template)]
#[template(path = "sign_in/ask.html")]
struct AskPage {
    texts: Texts,
    csrf: Csrf,
    email: String,
    next: NextPath,
    problem: Option<String>,
}

#[derive(Template)]
#[template(path = "sign_in/sent.html")]
struct SentPage {
    texts: Texts,
    local_mailbox: bool,
    /// For how many minutes links have waited to be sent, where that is long.
    minutes_late: Option<i64>,
}

#[derive(Template)]
#[template(path = "sign_in/confirm.html")]
struct ConfirmPage {
    texts: Texts,
    csrf: Csrf,
    token: String,
}

#[derive(Template)]
#[template(path = "sign_in/spent.html")]
struct SpentPage {
    texts: Texts,
}

#[derive(Deserialize)]
struct Wish {
    #[serde(default)]
    next: String,
}

async fn ask(
    who: MaybeSignedIn,
    csrf: Csrf,
    Query(wish): Query<Wish>,
) -> Result<HttpResponse, Error> {
    let next = NextPath::parse(&wish.next);
    if who.0.is_some() {
        return Ok(go_to(next.as_str()));
    }
    let texts = Texts::english();
    let form = AskPage {
        texts,
        csrf,
        email: String::new(),
        next,
        problem: None,
    };
    page(StatusCode::OK, &form)
}

#[derive(Deserialize)]
struct AskForm {
    email: String,
    #[serde(default)]
    next: String,
}

async fn send(
    request: HttpRequest,
    state: Data<State>,
    csrf: Csrf,
    form: CsrfForm<AskForm>,
) -> Result<HttpResponse, Error> {
    let form = form.into_inner();
    let next = NextPath::parse(&form.next);
    let Some(email) = Email::parse(&form.email) else {
        let texts = Texts::english();
        let again = AskPage {
            texts,
            csrf,
            email: form.email,
            next,
            problem: Some(texts.t(AuthError::EmailInvalid.code())),
        };
        return page(StatusCode::UNPROCESSABLE_ENTITY, &again);
    };
    state
        .auth
        .limits
        .ask_for_link(visitor_address(&request), &email)?;
    let mut conn = state.db.get().await?;
    links::ask(&mut conn, &state.auth, &email, &next).await?;
    state.wake();
    Ok(go_to("/sign-in/sent"))
}

async fn sent(state: Data<State>) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let local_mailbox = state.config.smtp_url.is_none();
    let minutes_late = {
        let mut conn = state.db.get().await?;
        links::minutes_late(&mut conn).await?
    };
    page(
        StatusCode::OK,
        &SentPage {
            texts,
            local_mailbox,
            minutes_late,
        },
    )
}

async fn confirm(csrf: Csrf, token: Path<String>) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    match PlainToken::parse(&token) {
        // Whether it still opens something is told only to who presses.
        Some(token) => {
            let token = token.reveal();
            page(StatusCode::OK, &ConfirmPage { texts, csrf, token })
        }
        None => page(StatusCode::GONE, &SpentPage { texts }),
    }
}

#[derive(Deserialize)]
struct Nothing {}

async fn spend(
    request: HttpRequest,
    state: Data<State>,
    token: Path<String>,
    _: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.spend_link(visitor_address(&request))?;
    let replaced = Visitor::of(&request)?.session();
    let agent = agent(&request);
    let arrived = match PlainToken::parse(&token) {
        None => Err(AuthError::LinkSpent),
        Some(token) => {
            let mut conn = state.db.get().await?;
            links::spend(&mut conn, &state.auth, &token, &agent, replaced).await
        }
    };
    match arrived {
        Ok(arrived) => {
            let mut response = go_to(arrived.next.as_str());
            for cookie in state.auth.signed_in_cookies(&arrived.session) {
                response.add_cookie(&cookie).map_err(Error::internal)?;
            }
            Ok(response)
        }
        Err(AuthError::LinkSpent) => {
            let texts = Texts::english();
            page(StatusCode::GONE, &SpentPage { texts })
        }
        Err(other) => Err(other.into()),
    }
}

async fn sign_out(
    state: Data<State>,
    who: SignedIn,
    _: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    sessions::revoke(&mut conn, who.id, who.session).await?;
    let mut response = go_to("/");
    let cookie = state.auth.signed_out_cookie();
    response.add_cookie(&cookie).map_err(Error::internal)?;
    Ok(response)
}

fn agent(request: &HttpRequest) -> String {
    let agent = request.headers().get(header::USER_AGENT);
    agent
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned()
}
