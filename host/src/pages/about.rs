//! What there is to know of a game besides its board: who plays, on what terms,
//! how it ended. For its people, and for everybody if it is public.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, ServiceConfig, get},
};
use askama::Template;

use super::{
    gathering::chairs::{self, ChairLine},
    respond::{go_to, page},
    terms,
};
use crate::{
    app::State,
    auth::SignedIn,
    error::Error,
    lobby::{self, watching},
    results,
    texts::Texts,
};

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/games/{key}/about", get().to(show));
}

#[derive(Template)]
#[template(path = "lobby/about.html")]
struct AboutPage {
    texts: Texts,
    name: String,
    /// How it stands, in words.
    state: String,
    /// The board, where the reader has one.
    game_href: Option<String>,
    /// Where it can be watched, if the reader may.
    watch_href: Option<String>,
    chairs: Vec<ChairLine>,
    facts: Vec<terms::Fact>,
    commitment: String,
}

async fn show(state: Data<State>, who: SignedIn, key: Path<String>) -> Result<HttpResponse, Error> {
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, &key, who.id, None).await?
    };
    let known = chairs::standings(&state, std::slice::from_ref(&offer)).await?;
    if offer.game.phase == "gathering" {
        return Ok(go_to(&format!("/lobby/{}", offer.game.key)));
    }
    let texts = Texts::english();
    let mut chairs = chairs::lines(&offer, &known);
    for (seat, place) in results::of(&state, offer.game.id).await? {
        if let Some(chair) = chairs.iter_mut().find(|chair| chair.index == seat) {
            chair.has_won = place == 1;
            let text = texts.say("about-place").with("place", place);
            chair.result = Some(text.to_string());
        }
    }
    let phase = texts.say(match offer.game.phase.as_str() {
        "ended" => "about-ended",
        "stalled" => "about-stalled",
        _ => "about-running",
    });
    let shown = AboutPage {
        texts,
        name: offer.game.name.clone(),
        state: phase.with("turn", offer.game.turn).to_string(),
        game_href: offer
            .own_seat()
            .map(|_| format!("/games/{}", offer.game.key)),
        watch_href: watching::window(&offer, who.id)
            .map(|_| format!("/games/{}/watch", offer.game.key)),
        facts: terms::facts(&offer.game, &offer.terms, who.time_zone),
        chairs,
        commitment: offer.game.seed_commitment.clone(),
    };
    page(StatusCode::OK, &shown)
}
