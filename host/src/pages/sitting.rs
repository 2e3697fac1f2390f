//! Clock, absence and votes of one game: a page of its own beside the board, for
//! what is decided away from it. All of it works by forms.
//!
//! Of the others it tells presence, what they announced themselves, and what is
//! decided; never a ballot (TM-440).

mod act;
mod read;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get, post},
};
use askama::Template;
use serde::Deserialize;

use super::{
    fields::Fields,
    respond::{go_to, page},
    seated::{self, Seated},
};
use crate::{
    app::State,
    auth::{Account, Csrf, CsrfForm, SignedIn},
    error::Error,
    texts::Texts,
};

use read::Sitting;
pub(super) use read::stops;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/clock", get().to(show))
        .route("/games/{key}/clock", post().to(act));
}

#[derive(Template)]
#[template(path = "sitting/sitting.html")]
struct SittingPage {
    texts: Texts,
    csrf: Csrf,
    name: String,
    address: String,
    zone: String,
    zones: Vec<&'static str>,
    notice: Option<String>,
    problem: Option<String>,
    typed: Fields,
    sitting: Sitting,
}

#[derive(Debug, Default, Deserialize)]
struct Done {
    done: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    Query(done): Query<Done>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    let texts = Texts::english();
    let code = format!("sitting-done-{}", done.done.unwrap_or_default());
    let mut shown = sitting_page(&state, &who, csrf, &seated).await?;
    shown.notice = texts.has(&code).then(|| texts.t(&code));
    page(StatusCode::OK, &shown)
}

async fn act(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    let form = Fields::from(form.into_inner());
    let seated = seated::find(&state, &who, &key).await?;
    let code = match act::act(&state, &who, &seated, &form).await {
        Ok(done) => {
            state.wake();
            return Ok(go_to(&format!("{}/clock?done={done}", seated.address())));
        }
        // What the player can mend is told on the page that he came from.
        Err(
            ref error @ (Error::BadRequest(code) | Error::Conflict(code) | Error::Forbidden(code)),
        ) => {
            let text = format!("error-{code}");
            if !Texts::english().has(&text) {
                return Err(Error::internal(error.to_string()));
            }
            text
        }
        Err(error) => return Err(error),
    };
    let mut shown = sitting_page(&state, &who, csrf, &seated).await?;
    shown.problem = Some(shown.texts.t(&code));
    shown.typed = form;
    page(StatusCode::UNPROCESSABLE_ENTITY, &shown)
}

async fn sitting_page(
    state: &State,
    who: &Account,
    csrf: Csrf,
    seated: &Seated,
) -> Result<SittingPage, Error> {
    if !seated.has_begun() {
        return Err(Error::NotFound);
    }
    Ok(SittingPage {
        texts: Texts::english(),
        csrf,
        name: seated.game.name.clone(),
        address: seated.address(),
        zone: who.time_zone.name().to_owned(),
        zones: chrono_tz::TZ_VARIANTS
            .iter()
            .map(|zone| zone.name())
            .collect(),
        notice: None,
        problem: None,
        typed: Fields::default(),
        sitting: read::read(state, seated, who.time_zone).await?,
    })
}
