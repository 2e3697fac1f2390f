//! A game from no seat's place, for whoever does not play in it: the whole board
//! turn by turn, as far back as was agreed when it was made (HO-130). Read only.
//!
//! Shows no turn that `lobby::watching` does not let be seen, no order and no
//! person; where there is nothing to watch there is no such page.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get},
};
use askama::Template;

use super::{
    board::{self, Board},
    map::{self, Asked, Here, Map},
    names::Names,
    panel,
    respond::page,
};
use crate::{
    app::State,
    auth::{PlainToken, SignedIn},
    error::Error,
    lobby::{
        self,
        watching::{self, Window},
    },
    report,
    texts::Texts,
};

/// Adds the routes. Into a private game its link leads.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/watch", get().to(last))
        .route("/games/{key}/watch/{turn}", get().to(show))
        .route("/lobby/{key}/with/{link}/watch", get().to(last_with))
        .route("/lobby/{key}/with/{link}/watch/{turn}", get().to(show_with));
}

#[derive(Template)]
#[template(path = "game/watch.html")]
struct WatchPage {
    texts: Texts,
    name: String,
    /// What there is to know besides; not for those whom only the link lets in.
    about: Option<String>,
    /// This page, without a turn.
    watch: String,
    lead: String,
    /// Why there is no board, or how the game ended.
    banner: Option<String>,
    shown: Option<Shown>,
}

/// The board behind one turn.
struct Shown {
    turn: u32,
    last: u32,
    map: Map,
    here: Vec<Here>,
    board: Board,
}

async fn last(state: Data<State>, who: SignedIn, key: Path<String>) -> Result<HttpResponse, Error> {
    render(&state, &who, &key, None, None, Asked::default()).await
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    path: Path<(String, String)>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let (key, turn) = path.into_inner();
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    render(&state, &who, &key, None, Some(&turn), asked).await
}

async fn last_with(
    state: Data<State>,
    who: SignedIn,
    path: Path<(String, String)>,
) -> Result<HttpResponse, Error> {
    let (key, link) = path.into_inner();
    render(&state, &who, &key, Some(&link), None, Asked::default()).await
}

async fn show_with(
    state: Data<State>,
    who: SignedIn,
    path: Path<(String, String, String)>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let (key, link, turn) = path.into_inner();
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    render(&state, &who, &key, Some(&link), Some(&turn), asked).await
}

async fn render(
    state: &State,
    who: &SignedIn,
    key: &str,
    link: Option<&str>,
    turn: Option<&str>,
    asked: Asked,
) -> Result<HttpResponse, Error> {
    state.auth.limits.watch(who.id)?;
    let parse = |link| PlainToken::parse(link).ok_or(Error::NotFound);
    let token = link.map(parse).transpose()?;
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, key, who.id, token.as_ref()).await?
    };
    let window = watching::window(&offer, who.id).ok_or(Error::NotFound)?;
    let watch = match link {
        Some(link) => format!("/lobby/{key}/with/{link}/watch"),
        None => format!("/games/{key}/watch"),
    };
    let texts = Texts::english();
    let turn = turn.map(|turn| turn.parse::<u32>().map_err(|_| Error::NotFound));
    let (banner, shown) = match (window, turn.transpose()?) {
        (Window::Through(last), turn) => {
            let turn = turn.unwrap_or(last);
            if !window.shows(turn) {
                return Err(Error::NotFound);
            }
            let id = offer.game.id;
            if offer.game.phase != "ended" {
                let mut conn = state.db.get().await?;
                watching::remember(&mut conn, id, who.id).await?;
            }
            let (outcome, shown) = look(state, id, turn, last, &watch, &asked).await?;
            (outcome, Some(shown))
        }
        (_, Some(_)) => return Err(Error::NotFound),
        (Window::From(first), None) => {
            let text = texts.say("watch-from").with("turn", first);
            (Some(text.to_string()), None)
        }
        (Window::Unagreed, None) => (Some(texts.t("watch-unagreed")), None),
    };
    let lead = match offer.terms.spectators().delay() {
        _ if offer.game.phase == "ended" => texts.t("watch-lead-over"),
        Some(turns) if !offer.is_master => texts.say("watch-lead").with("turns", turns).to_string(),
        _ => texts.t("watch-lead-master"),
    };
    let knows_it = offer.terms.is_public || offer.is_maker || offer.own_seat().is_some();
    let page_shown = WatchPage {
        texts,
        about: if offer.is_master {
            Some(format!("/games/{key}/master"))
        } else {
            knows_it.then(|| format!("/games/{key}/about"))
        },
        name: offer.game.name,
        watch,
        lead,
        banner,
        shown,
    };
    page(StatusCode::OK, &page_shown)
}

/// The board behind a turn, and how the game ended if it ended with it.
async fn look(
    state: &State,
    game_id: i64,
    turn: u32,
    last: u32,
    watch: &str,
    asked: &Asked,
) -> Result<(Option<String>, Shown), Error> {
    let replayed = state.replays.after_turn(&state.db, game_id, turn).await?;
    let view = replayed.game.overseen();
    let view = view.ok_or_else(|| Error::internal("a game without a seat"))?;
    let names = Names {
        texts: Texts::english(),
        view: &view,
    };
    let address = format!("{watch}/{turn}");
    let selected = panel::selected(asked.unit, asked.site);
    let ending = report::ending(names.texts, &replayed.game, &view);
    let shown = Shown {
        turn,
        last,
        map: map::draw(names, &address, selected).overseen(),
        here: map::here(names, &address, selected),
        board: board::write(names, &address).overseen(),
    };
    Ok((ending, shown))
}
