//! The start page: what waits for one first, then what goes on without one, then
//! what has not begun, then what is over.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, ServiceConfig, get},
};
use askama::Template;

use super::{bounced, respond::page};
use crate::{
    app::State,
    auth::{Account, MaybeSignedIn},
    clock::Instant,
    error::Error,
    lobby::{self, Offer},
    phases, results,
    texts::{self, Texts},
};

/// Finished games on the page.
const FINISHED: usize = 20;

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/", get().to(show));
}

#[derive(Template)]
#[template(path = "home/home.html")]
struct HomePage {
    texts: Texts,
    is_signed_in: bool,
    local_mailbox: bool,
    parts: Vec<Part>,
    /// That the reader's mail does not arrive.
    bounced: Option<String>,
}

/// One heading and the games under it.
struct Part {
    title: String,
    /// Where more of them are.
    more: Option<&'static str>,
    waits: bool,
    games: Vec<GameLine>,
}

struct GameLine {
    href: String,
    name: String,
    /// The reader's part in it, in words.
    role: String,
    turn: i32,
    /// How it stands, in words.
    state: String,
    deadline: Option<String>,
    /// For the order of those that wait.
    due: Option<Instant>,
}

/// Where a game stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Waiting,
    Others,
    Gathering,
    Finished,
}

async fn show(state: Data<State>, who: MaybeSignedIn) -> Result<HttpResponse, Error> {
    let parts = match &who.0 {
        Some(who) => parts(&state, who).await?,
        None => Vec::new(),
    };
    let bounced = match &who.0 {
        Some(who) => {
            let mut conn = state.db.get().await?;
            bounced::of(&mut conn, who.id).await?
        }
        None => None,
    };
    let shown = HomePage {
        texts: Texts::english(),
        is_signed_in: who.0.is_some(),
        local_mailbox: state.config.smtp_url.is_none(),
        parts,
        bounced,
    };
    page(StatusCode::OK, &shown)
}

async fn parts(state: &State, who: &Account) -> Result<Vec<Part>, Error> {
    let texts = Texts::english();
    let offers = {
        let mut conn = state.db.get().await?;
        lobby::of_account(&mut conn, who.id).await?
    };
    let mut lines = Vec::new();
    let mut finished = 0;
    for offer in offers {
        if offer.terms.called_off_at.is_some() {
            continue;
        }
        finished += usize::from(offer.game.phase == "ended");
        if offer.game.phase != "ended" || finished <= FINISHED {
            lines.push(line(state, who, &offer).await?);
        }
    }
    // What is due first comes first; what has no deadline can wait longest.
    lines.sort_by_key(|(_, line)| (line.due.is_none(), line.due));
    let titles = [
        (Place::Waiting, "home-waiting"),
        (Place::Others, "home-others"),
        (Place::Gathering, "home-gathering-title"),
        (Place::Finished, "home-finished"),
    ];
    let mut parts = Vec::new();
    for (place, title) in titles {
        let (here, rest): (Vec<_>, Vec<_>) = lines.into_iter().partition(|(at, _)| *at == place);
        lines = rest;
        if !here.is_empty() {
            parts.push(Part {
                title: texts.t(title),
                more: (place == Place::Finished && finished > FINISHED)
                    .then_some("/lobby?show=finished&own=yes"),
                waits: place == Place::Waiting,
                games: here.into_iter().map(|(_, line)| line).collect(),
            });
        }
    }
    Ok(parts)
}

async fn line(state: &State, who: &Account, offer: &Offer) -> Result<(Place, GameLine), Error> {
    let texts = Texts::english();
    let game = &offer.game;
    let own = offer.chairs.iter().find(|chair| chair.is_own);
    let clock = {
        let mut conn = state.db.get().await?;
        phases::read(&mut conn, game.id).await?
    };
    let standings = clock.phase_clock.standings(clock.now);
    let standing = standings
        .iter()
        .find(|standing| own.is_some_and(|own| own.seat.seat == i16::from(standing.seat)));
    let is_held = own.is_some_and(|own| {
        let seat = phases::index(own.seat.seat);
        clock.substituted.contains(&seat)
    });
    let waits = clock.phase == "orders" && standing.is_some_and(|own| !own.is_committed);
    let (place, state_text) = match clock.phase.as_str() {
        "gathering" => {
            let free = texts.say("gathering-lead").with("free", offer.free());
            (Place::Gathering, free.to_string())
        }
        "orders" if is_held => (Place::Others, texts.t("home-held")),
        "orders" if waits => (Place::Waiting, texts.t("home-your-orders")),
        "orders" if own.is_some() => (Place::Others, texts.t("home-committed")),
        "orders" => (Place::Others, texts.t("home-running")),
        "closing" => (Place::Others, texts.t("home-closing")),
        "ended" => (Place::Finished, ended(state, offer).await?),
        _ => (Place::Others, texts.t("home-stalled")),
    };
    let due = clock.phase_clock.deadline_at;
    let due = due.filter(|_| clock.phase == "orders");
    let href = match (own, clock.phase.as_str()) {
        (_, "gathering") => format!("/lobby/{}", game.key),
        (None, _) if offer.is_master => format!("/games/{}/master", game.key),
        (None, _) => format!("/games/{}/about", game.key),
        (Some(_), _) => format!("/games/{}", game.key),
    };
    let role = match own {
        Some(own) => texts
            .say("home-as")
            .with("seat", &own.seat.name)
            .to_string(),
        None if offer.is_master => texts.t("home-directs"),
        None => texts.t("home-made"),
    };
    let line = GameLine {
        href,
        name: game.name.clone(),
        role,
        turn: game.turn,
        state: state_text,
        deadline: due.map(|at| texts::instant(at, who.time_zone)),
        due,
    };
    Ok((place, line))
}

/// How a finished game came out for the reader.
async fn ended(state: &State, offer: &Offer) -> Result<String, Error> {
    let texts = Texts::english();
    let places = results::of(state, offer.game.id).await?;
    let own = offer.own_seat();
    let own = places.iter().find(|(seat, _)| Some(*seat) == own);
    Ok(match own {
        Some((_, 1)) if places.iter().filter(|(_, place)| *place == 1).count() == places.len() => {
            texts.t("home-ended-draw")
        }
        Some((_, 1)) => texts.t("home-ended-won"),
        Some((_, place)) => texts
            .say("home-ended-place")
            .with(
                "place",
                texts.say("about-place").with("place", *place).to_string(),
            )
            .to_string(),
        None => texts.t("home-ended"),
    })
}
