//! What a player may take home: receipts and blinded hashes at any time, and the
//! whole game with its seed once it is over (HO-170). Files, not pages.

use actix_web::{
    HttpResponse,
    http::header,
    web::{Data, Path, ServiceConfig, get},
};

use super::seated;
use crate::{app::State, auth::SignedIn, error::Error, export};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/games/{key}/receipts.jsonl", get().to(receipts))
        .route("/games/{key}/game.fieldpost", get().to(game));
}

async fn receipts(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    let mut conn = state.db.get().await?;
    let held = export::held(&mut conn, &seated.game, seated.seat_row.seat).await?;
    Ok(file(&seated.game.key, "receipts.jsonl", held.print()))
}

async fn game(state: Data<State>, who: SignedIn, key: Path<String>) -> Result<HttpResponse, Error> {
    let seated = seated::find(&state, &who, &key).await?;
    if seated.game.phase != "ended" {
        // Neither log nor witnesses are anybody's while the game runs.
        return Err(Error::NotFound);
    }
    let mut conn = state.db.get().await?;
    let text = export::game_file(&mut conn, &seated.game).await?;
    Ok(file(&seated.game.key, "fieldpost", text))
}

fn file(key: &str, ending: &str, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{key}.{ending}\""),
        ))
        .content_type("application/x-ndjson")
        .body(text)
}
