//! The lobby: games that anybody may join, with who is in them already, games that
//! may be watched, and those that are over; each with a way to look for some.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Query, ServiceConfig, get},
};
use askama::Template;
use serde::Deserialize;

use super::{gathering::chairs, respond::page, terms};
use crate::{
    app::State,
    auth::{Account, SignedIn},
    error::Error,
    lobby::{
        Offer,
        search::{self, PAGES, Search, Shelf, Speed},
        watching,
    },
    results,
    texts::{self, Texts},
};

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/lobby", get().to(show));
}

/// What the address asks for. What cannot be understood asks for nothing.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    #[serde(default)]
    show: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    free: String,
    #[serde(default)]
    speed: String,
    #[serde(default)]
    own: String,
    #[serde(default)]
    page: String,
}

impl Asked {
    fn search(&self) -> Search {
        let shelf = Shelf::ALL.into_iter().find(|one| one.as_str() == self.show);
        Search {
            shelf: shelf.unwrap_or_default(),
            text: self.text.trim().to_owned(),
            free: self.free.parse().unwrap_or(0).clamp(0, 8),
            speed: Speed::ALL
                .into_iter()
                .find(|one| one.as_str() == self.speed),
            is_own: !self.own.is_empty(),
            page: self.page.parse().unwrap_or(1).clamp(1, PAGES),
        }
    }
}

#[derive(Template)]
#[template(path = "lobby/lobby.html")]
struct LobbyPage {
    texts: Texts,
    search: Search,
    shelves: Vec<ShelfLine>,
    /// What the reader finds there.
    lead: String,
    /// What is said where nothing was found.
    none: String,
    speeds: Vec<(&'static str, String)>,
    games: Vec<OfferLine>,
    previous: Option<String>,
    next: Option<String>,
}

/// A way to another shelf.
struct ShelfLine {
    href: String,
    name: String,
    is_here: bool,
}

/// A game on the list.
struct OfferLine {
    href: String,
    name: String,
    /// Scenario and size.
    board: String,
    pace: String,
    /// Free seats of how many; `None` once it has begun.
    free: Option<String>,
    /// Seats with who is in them.
    chairs: Vec<chairs::ChairLine>,
    /// What else is worth knowing before one looks closer.
    tags: Vec<String>,
    /// What the button says, and whether it is the thing to do.
    go: String,
    is_main: bool,
}

impl LobbyPage {
    fn is_open(&self) -> bool {
        self.search.shelf == Shelf::Open
    }

    fn is_finished(&self) -> bool {
        self.search.shelf == Shelf::Finished
    }

    fn is_speed(&self, code: &str) -> bool {
        self.search
            .speed
            .is_some_and(|speed| speed.as_str() == code)
    }

    fn is_narrowed(&self) -> bool {
        let Search {
            text,
            free,
            speed,
            is_own,
            ..
        } = &self.search;
        !text.is_empty() || *free > 0 || speed.is_some() || *is_own
    }
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let search = asked.map(Query::into_inner).unwrap_or_default().search();
    let found = {
        let mut conn = state.db.get().await?;
        search::find(&mut conn, &search, who.id).await?
    };
    let known = chairs::standings(&state, &found.offers).await?;
    let mut games = Vec::new();
    for offer in &found.offers {
        let mut line = line(offer, &who, &known);
        if search.shelf == Shelf::Finished {
            for (seat, place) in results::of(&state, offer.game.id).await? {
                if let Some(chair) = line.chairs.iter_mut().find(|chair| chair.index == seat) {
                    chair.has_won = place == 1;
                    chair.result = Some(texts.say("about-place").with("place", place).to_string());
                }
            }
        }
        games.push(line);
    }
    let code = search.shelf.as_str();
    let at = |page| {
        address(&Search {
            page,
            ..search.clone()
        })
    };
    let shelves = Shelf::ALL.map(|shelf| ShelfLine {
        href: address(&Search {
            shelf,
            page: 1,
            ..Search::default()
        }),
        name: texts.t(&format!("lobby-shelf-{}", shelf.as_str())),
        is_here: shelf == search.shelf,
    });
    let speed = |speed: Speed| {
        let code = speed.as_str();
        (code, texts.t(&format!("lobby-speed-{code}")))
    };
    let shown = LobbyPage {
        texts,
        shelves: shelves.into(),
        lead: texts.t(&format!("lobby-lead-{code}")),
        none: texts.t(&format!("lobby-none-{code}")),
        speeds: Speed::ALL.map(speed).into(),
        games,
        previous: (search.page > 1).then(|| at(search.page - 1)),
        next: found.has_more.then(|| at(search.page + 1)),
        search,
    };
    page(StatusCode::OK, &shown)
}

/// The address of a search; what is not asked for is left out.
fn address(search: &Search) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if search.shelf != Shelf::Open {
        query.append_pair("show", search.shelf.as_str());
    }
    if !search.text.is_empty() {
        query.append_pair("text", &search.text);
    }
    if search.free > 0 {
        query.append_pair("free", &search.free.to_string());
    }
    if let Some(speed) = search.speed {
        query.append_pair("speed", speed.as_str());
    }
    if search.is_own {
        query.append_pair("own", "yes");
    }
    if search.page > 1 {
        query.append_pair("page", &search.page.to_string());
    }
    match query.finish() {
        query if query.is_empty() => "/lobby".to_owned(),
        query => format!("/lobby?{query}"),
    }
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
    let is_open = offer.is_gathering();
    let is_in = offer.own_seat().is_some();
    tag(!is_open && is_in, "tag-own");
    tag(terms.is_ranked, "tag-ranked");
    tag(is_open && terms.password_hash.is_some(), "tag-password");
    tag(terms.is_anonymous, "tag-anonymous");
    tag(terms.master_id.is_some(), "tag-master");
    if !is_open {
        let turn = texts.say("turn-title").with("turn", game.turn);
        tags.push(turn.to_string());
    } else if let Some(at) = terms.starts_at {
        let at = texts::instant(at, who.time_zone);
        tags.push(texts.say("tag-starts").with("at", at).to_string());
    }
    let free = offer.free();
    let (href, code) = if is_open {
        let code = match (is_in, free) {
            (true, _) => "lobby-look",
            (false, 0) => "lobby-full",
            (false, _) => "lobby-join",
        };
        (format!("/lobby/{}", game.key), code)
    } else if watching::window(offer, who.id).is_some() {
        (format!("/games/{}/watch", game.key), "watch-link")
    } else {
        (format!("/games/{}/about", game.key), "about-link")
    };
    let seats = offer.chairs.len();
    let free_of = || {
        let free = texts.say("lobby-free").with("free", free);
        free.with("seats", seats).to_string()
    };
    OfferLine {
        href,
        name: game.name.clone(),
        board: board.to_string(),
        pace: terms::pace_of(game),
        free: is_open.then(free_of),
        chairs: chairs::lines(offer, known),
        tags,
        go: texts.t(code),
        is_main: code == "lobby-join",
    }
}
