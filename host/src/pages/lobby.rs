//! The lobby: games that anybody may join, with who is in them already.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, ServiceConfig, get},
};
use askama::Template;

use super::{gathering::chairs, respond::page, terms};
use crate::{
    app::State,
    auth::{Account, SignedIn},
    error::Error,
    lobby::{self, Offer},
    texts::{self, Texts},
};

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/lobby", get().to(show));
}

#[derive(Template)]
#[template(path = "lobby/lobby.html")]
struct LobbyPage {
    texts: Texts,
    games: Vec<OfferLine>,
}

/// A game on the list.
struct OfferLine {
    href: String,
    name: String,
    /// Scenario and size.
    board: String,
    pace: String,
    free: usize,
    seats: usize,
    /// Seats with who is in them.
    chairs: Vec<chairs::ChairLine>,
    /// What else is worth knowing before one looks closer.
    tags: Vec<String>,
    is_in: bool,
}

async fn show(state: Data<State>, who: SignedIn) -> Result<HttpResponse, Error> {
    let offers = {
        let mut conn = state.db.get().await?;
        lobby::open(&mut conn, who.id).await?
    };
    let known = chairs::standings(&state, &offers).await?;
    let shown = LobbyPage {
        texts: Texts::english(),
        games: offers
            .iter()
            .map(|offer| line(offer, &who, &known))
            .collect(),
    };
    page(StatusCode::OK, &shown)
}

fn line(offer: &Offer, who: &Account, known: &chairs::Standings) -> OfferLine {
    let texts = Texts::english();
    let (game, terms) = (&offer.game, &offer.terms);
    let board = texts
        .say("lobby-board")
        .with("scenario", &terms.scenario)
        .with("width", terms.map_width)
        .with("height", terms.map_height);
    let mut tags = Vec::new();
    let mut tag = |is: bool, code: &'static str| {
        if is {
            tags.push(texts.t(code));
        }
    };
    tag(terms.is_ranked, "tag-ranked");
    tag(terms.password_hash.is_some(), "tag-password");
    tag(terms.is_anonymous, "tag-anonymous");
    tag(terms.master_id.is_some(), "tag-master");
    if let Some(at) = terms.starts_at {
        let at = texts::instant(at, who.time_zone);
        tags.push(texts.say("tag-starts").with("at", at).to_string());
    }
    OfferLine {
        href: format!("/lobby/{}", game.key),
        name: game.name.clone(),
        board: board.to_string(),
        pace: terms::pace_of(game),
        free: offer.free(),
        seats: offer.chairs.len(),
        chairs: chairs::lines(offer, known),
        tags,
        is_in: offer.own_seat().is_some(),
    }
}
