//! The start page: one's games, those that wait for one first.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, ServiceConfig, get},
};
use askama::Template;

use super::respond::page;
use crate::{
    app::State,
    auth::{Account, MaybeSignedIn},
    error::Error,
    games::{self, GameRow, SeatRow},
    phases,
    texts::{self, Texts},
};

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
    waiting: Vec<GameLine>,
    others: Vec<GameLine>,
}

struct GameLine {
    href: String,
    name: String,
    seat: String,
    turn: i32,
    /// How it stands, in words.
    state: String,
    deadline: Option<String>,
}

async fn show(state: Data<State>, who: MaybeSignedIn) -> Result<HttpResponse, Error> {
    let texts = Texts::english();
    let mut shown = HomePage {
        texts,
        is_signed_in: who.0.is_some(),
        local_mailbox: state.config.smtp_url.is_none(),
        waiting: Vec::new(),
        others: Vec::new(),
    };
    if let Some(who) = who.0 {
        let games = {
            let mut conn = state.db.get().await?;
            games::of_account(&mut conn, who.id).await?
        };
        for (game, seat) in games {
            let (line, waits) = line(&state, &who, game, seat).await?;
            if waits {
                shown.waiting.push(line);
            } else {
                shown.others.push(line);
            }
        }
    }
    page(StatusCode::OK, &shown)
}

/// A game's line, and whether it waits for this player.
async fn line(
    state: &State,
    who: &Account,
    game: GameRow,
    seat: SeatRow,
) -> Result<(GameLine, bool), Error> {
    let texts = Texts::english();
    let clock = {
        let mut conn = state.db.get().await?;
        phases::read(&mut conn, game.id).await?
    };
    let standings = clock.phase_clock.standings(clock.now);
    let own = standings
        .iter()
        .find(|standing| i16::from(standing.seat) == seat.seat);
    let waits = clock.phase == "orders" && own.is_some_and(|own| !own.is_committed);
    let code = match clock.phase.as_str() {
        "gathering" => "home-gathering",
        "orders" if waits => "home-your-orders",
        "orders" => "home-committed",
        "closing" => "home-closing",
        "ended" => "home-ended",
        _ => "home-stalled",
    };
    let deadline_at = clock.phase_clock.deadline_at;
    let deadline_at = deadline_at.filter(|_| clock.phase == "orders");
    let line = GameLine {
        href: format!("/games/{}", game.key),
        name: game.name,
        seat: seat.name,
        turn: game.turn,
        state: texts.t(code),
        deadline: deadline_at.map(|at| texts::instant(at, who.time_zone)),
    };
    Ok((line, waits))
}
