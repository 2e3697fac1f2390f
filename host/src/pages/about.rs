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
    auth::{Account, SignedIn},
    error::Error,
    lobby::{self, Offer, watching},
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
    /// What lets others watch a game that is not listed.
    watch_share: Option<String>,
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
        game_href: board_of(&offer),
        watch_share: watch_share(&state, &offer),
        watch_href: watching::window(&offer, who.id)
            .map(|_| format!("/games/{}/watch", offer.game.key)),
        facts: terms::facts(&offer.game, &offer.terms, who.time_zone),
        chairs,
        commitment: offer.game.seed_commitment.clone(),
    };
    page(StatusCode::OK, &shown)
}

/// The page from which its reader plays or directs a game that has begun.
#[must_use]
pub fn board_of(offer: &Offer) -> Option<String> {
    let key = &offer.game.key;
    if offer.own_seat().is_some() {
        Some(format!("/games/{key}"))
    } else if offer.is_master {
        Some(format!("/games/{key}/master"))
    } else {
        None
    }
}

/// Where somebody without a seat is led who asks for a game's own page.
///
/// # Errors
/// [`Error::NotFound`] for whoever could neither direct nor watch it, as if there
/// were no such game.
pub async fn elsewhere(state: &State, who: &Account, key: &str) -> Result<HttpResponse, Error> {
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, key, who.id, None).await?
    };
    let key = &offer.game.key;
    if let Some(place) = board_of(&offer) {
        return Ok(go_to(&place));
    }
    if watching::window(&offer, who.id).is_some() {
        return Ok(go_to(&format!("/games/{key}/watch")));
    }
    if offer.is_maker {
        return Ok(go_to(&format!("/games/{key}/about")));
    }
    Err(Error::NotFound)
}

/// The link by which others watch a game that is not listed, for its own people to
/// pass on; nothing while it would open nothing.
#[must_use]
pub fn watch_share(state: &State, offer: &Offer) -> Option<String> {
    let is_of_it = offer.is_maker || offer.is_master || offer.own_seat().is_some();
    if offer.terms.is_public || !is_of_it || !watching::is_watchable(offer) {
        return None;
    }
    let token = state.auth.game_link(&offer.terms.link_nonce).reveal();
    let path = format!("/lobby/{}/with/{token}/watch", offer.game.key);
    Some(state.config.public_url.join(&path))
}
