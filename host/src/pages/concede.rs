//! A concession by a page of its own, for whoever has no pad: asked twice, since it
//! cannot be taken back (WO-510). It enters one order like any other form.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, ServiceConfig, get, post},
};
use askama::Template;
use fieldpost_engine::order::Order;

use super::{
    fields::Fields,
    orders::{self, Key},
    respond::{go_to, page},
    seated::{self, Seated},
};
use crate::{
    absence::held::Held,
    app::State,
    auth::{Csrf, CsrfForm, SignedIn},
    error::Error,
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/concede", get().to(show))
        .route("/games/{key}/concede", post().to(enter));
}

#[derive(Template)]
#[template(path = "game/concede.html")]
struct ConcedePage {
    texts: Texts,
    csrf: Csrf,
    key: String,
    name: String,
    address: String,
    seat: String,
    turn: u32,
    problem: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    match may(&state, &seated).await? {
        None => Ok(to_the_clock(&seated)),
        Some(turn) => asked(StatusCode::OK, csrf, &seated, turn, None),
    }
}

/// The turn in which the reader's seat can concede; none where it has, or gives no
/// orders just now. The game's page says which of them it is.
async fn may(state: &State, seated: &Seated) -> Result<Option<u32>, Error> {
    let clock = seated.clock(state).await?;
    let is_open = clock.phase == "orders" && Held::of(&clock, &seated.seat_row).is_none();
    if !is_open {
        return Ok(None);
    }
    let replayed = seated.now(state).await?;
    let view = seated.view(&replayed)?;
    let own = view.seats.iter().find(|seat| seat.seat == seated.seat);
    let can = own.is_some_and(|seat| !seat.out) && !view.concedes && view.outcome.is_none();
    Ok(can.then_some(view.turn))
}

fn to_the_clock(seated: &Seated) -> HttpResponse {
    go_to(&format!("{}#clock", seated.address()))
}

fn asked(
    status: StatusCode,
    csrf: Csrf,
    seated: &Seated,
    turn: u32,
    problem: Option<String>,
) -> Result<HttpResponse, Error> {
    let shown = ConcedePage {
        texts: Texts::english(),
        csrf,
        key: Key::fresh(),
        name: seated.game.name.clone(),
        address: seated.address(),
        seat: seated.seat_row.name.clone(),
        turn,
        problem,
    };
    page(status, &shown)
}

async fn enter(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<Vec<(String, String)>>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.enter(who.id)?;
    let form = Fields::from(form.into_inner());
    let seated = seated::find(&state, &who, &key).await?;
    let problem = if form.get("sure") == "yes" {
        match orders::submit(&state, &seated, &form, Order::Concede {}).await? {
            Ok(receipt) => return Ok(go_to(&orders::place(&seated, "", "Concede", &receipt))),
            Err(trouble) => trouble.text,
        }
    } else {
        Texts::english().t("concede-unsure")
    };
    let Some(turn) = may(&state, &seated).await? else {
        return Ok(to_the_clock(&seated));
    };
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    asked(status, csrf, &seated, turn, Some(problem))
}
