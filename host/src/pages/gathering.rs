//! A game before it begins: who is in it, on what terms, and what its reader can
//! do there. The maker of the game finds the maker's tools on the same page.

mod acts;
pub mod chairs;

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get, post},
};
use askama::Template;
use fieldpost_engine::log::Header;
use serde::Deserialize;

use self::chairs::ChairLine;
use super::{
    about,
    preview::Preview,
    respond::{go_to, page},
    terms::{self, Watched},
};
use crate::{
    app::State,
    auth::{Account, Csrf, PlainToken, SignedIn},
    error::Error,
    lobby::{self, Offer, watching},
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/lobby/{key}", get().to(show))
        .route("/lobby/{key}/with/{link}", get().to(show_with))
        .route("/lobby/{key}/join", post().to(acts::join))
        .route("/lobby/{key}/leave", post().to(acts::leave))
        .route("/lobby/{key}/kick", post().to(acts::kick))
        .route("/lobby/{key}/invite", post().to(acts::invite))
        .route("/lobby/{key}/controller", post().to(acts::controller))
        .route("/lobby/{key}/call-off", post().to(acts::call_off));
}

#[derive(Template)]
#[template(path = "lobby/gathering.html")]
struct GatheringPage {
    texts: Texts,
    csrf: Csrf,
    name: String,
    address: String,
    /// The shared link's token, where the reader came by it.
    link: String,
    /// The shared link in full, for the maker to pass on.
    share: Option<String>,
    facts: Vec<terms::Fact>,
    preview: Preview,
    chairs: Vec<ChairLine>,
    free: usize,
    maker: Option<String>,
    is_maker: bool,
    is_master: bool,
    is_called_off: bool,
    own: Option<String>,
    may_take: bool,
    needs_password: bool,
    /// How others may watch, to which whoever takes a seat consents.
    consent: Option<Watched>,
    may_hand_over: bool,
    notice: Option<String>,
    problem: Option<String>,
}

/// What an address may ask for.
#[derive(Debug, Default, Deserialize)]
struct Done {
    done: Option<String>,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    done: Option<Query<Done>>,
) -> Result<HttpResponse, Error> {
    let done = done.and_then(|done| done.into_inner().done);
    let notice = done.as_deref().and_then(notice);
    render(&state, &who, csrf, &key, None, notice).await
}

async fn show_with(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Error> {
    let (key, link) = path.into_inner();
    let link = PlainToken::parse(&link).ok_or(Error::NotFound)?;
    render(&state, &who, csrf, &key, Some(link), None).await
}

/// The page of a gathering game, for whoever may know of it.
///
/// # Errors
/// [`Error::NotFound`] for everybody else.
pub async fn render(
    state: &State,
    who: &Account,
    csrf: Csrf,
    key: &str,
    link: Option<PlainToken>,
    notice: Option<String>,
) -> Result<HttpResponse, Error> {
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, key, who.id, link.as_ref()).await?
    };
    if offer.game.phase != "gathering" {
        // For those outside it the door has closed.
        return match about::board_of(&offer) {
            Some(place) => Ok(go_to(&place)),
            None => match (&link, watching::window(&offer, who.id)) {
                (Some(link), Some(_)) => {
                    let link = link.reveal();
                    Ok(go_to(&format!("/lobby/{key}/with/{link}/watch")))
                }
                _ => Ok(go_to(&format!("/games/{key}/about"))),
            },
        };
    }
    let shown = gathering_page(state, who, csrf, offer, link, notice, None).await?;
    page(StatusCode::OK, &shown)
}

async fn gathering_page(
    state: &State,
    who: &Account,
    csrf: Csrf,
    offer: Offer,
    link: Option<PlainToken>,
    notice: Option<String>,
    problem: Option<String>,
) -> Result<GatheringPage, Error> {
    let texts = Texts::english();
    let known = chairs::standings(state, std::slice::from_ref(&offer)).await?;
    let header = {
        let mut conn = state.db.get().await?;
        crate::games::header(&mut conn, offer.game.id).await?
    };
    let header = Header::parse(&header).map_err(|fault| Error::internal(fault.to_string()))?;
    let own = offer.chairs.iter().find(|chair| chair.is_own);
    let own = own.map(|chair| chair.seat.name.clone());
    let shows_link = link.is_some();
    let is_of_it = own.is_some() || offer.is_maker;
    let token = state.auth.game_link(&offer.terms.link_nonce).reveal();
    let share = offer.is_maker.then(|| {
        let path = format!("/lobby/{}/with/{token}", offer.game.key);
        state.config.public_url.join(&path)
    });
    let consent = Watched::of(&offer.terms).filter(|_| own.is_none());
    Ok(GatheringPage {
        texts,
        csrf,
        name: offer.game.name.clone(),
        address: format!("/lobby/{}", offer.game.key),
        link: link.map(|link| link.reveal()).unwrap_or_default(),
        share,
        facts: terms::facts(&offer.game, &offer.terms, who.time_zone),
        preview: Preview::of(&header.scenario, offer.terms.is_ground_hidden)?,
        chairs: chairs::lines(&offer, &known),
        free: offer.free(),
        maker: offer.maker.as_ref().map(|maker| match maker.name.trim() {
            "" => texts.t("lobby-somebody"),
            name => name.to_owned(),
        }),
        is_maker: offer.is_maker,
        is_master: offer.is_master,
        is_called_off: offer.terms.called_off_at.is_some(),
        may_take: offer.is_gathering() && !offer.is_master && offer.free() > 0,
        needs_password: offer.terms.password_hash.is_some() && !shows_link && !is_of_it,
        consent,
        may_hand_over: offer.is_maker && !offer.terms.is_ranked,
        own,
        notice,
        problem,
    })
}

/// What was done, for those acts that lead back here.
fn notice(done: &str) -> Option<String> {
    let code = match done {
        "made" => "gathering-done-made",
        "joined" => "gathering-done-joined",
        "left" => "gathering-done-left",
        "kicked" => "gathering-done-kicked",
        "invited" => "gathering-done-invited",
        "handed" => "gathering-done-handed",
        "called-off" => "gathering-done-called-off",
        _ => return None,
    };
    Some(Texts::english().t(code))
}
