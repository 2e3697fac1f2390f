//! Turns that are over, as the seat saw them: map, report, own order of acting.
//! Everything is replayed from the log.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, Query, ServiceConfig, get},
};
use askama::Template;

use super::{
    board::{self, Board},
    game,
    map::{self, Asked, Here, Map},
    names::Names,
    panel,
    respond::page,
    seated,
    story::{self, Story},
};
use crate::{app::State, auth::SignedIn, error::Error, texts::Texts};

/// Adds the route.
pub fn routes(config: &mut ServiceConfig) {
    config.route("/games/{key}/turns/{turn}", get().to(show));
}

#[derive(Template)]
#[template(path = "game/turn.html")]
struct TurnPage {
    texts: Texts,
    name: String,
    seat: String,
    game: String,
    map: Map,
    here: Vec<Here>,
    board: Board,
    story: Story,
    is_first: bool,
    is_last: bool,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    path: Path<(String, String)>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let (key, turn) = path.into_inner();
    let seated = seated::find(&state, &who, &key).await?;
    let turn: u32 = turn.parse().map_err(|_| Error::NotFound)?;
    if i64::from(turn) > i64::from(seated.game.turn) {
        return Err(Error::NotFound);
    }
    let address = format!("{}/turns/{turn}", seated.address());
    let told = story::tell(&state, &seated, turn, &address).await;
    let (story, view) = match told {
        // The turn that a stalled game's log does not lead through.
        Err(Error::Internal(_)) if seated.game.phase == "stalled" => {
            return game::still(StatusCode::OK, &seated, game::Sent::Nothing);
        }
        told => told?,
    };
    let texts = Texts::english();
    let names = Names { texts, view: &view };
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    let selected = panel::selected(asked.unit, asked.site);
    let shown = TurnPage {
        texts,
        name: seated.game.name.clone(),
        seat: names.owner(Some(seated.seat)),
        game: seated.address(),
        map: map::draw(names, &address, selected),
        here: map::here(names, &address, selected),
        board: board::write(names, &address),
        is_first: turn == 1,
        is_last: view.outcome.is_some() || i64::from(turn) + 1 >= i64::from(seated.game.turn),
        story,
    };
    page(StatusCode::OK, &shown)
}
