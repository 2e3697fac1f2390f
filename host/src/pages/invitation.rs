//! The page an invitation opens: sign in, take the seat, play.
//!
//! Fetching it changes nothing; the button takes the seat. A void invitation
//! gets what any unknown address gets.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path, ServiceConfig, get, post},
};
use askama::Template;
use serde::Deserialize;

use super::respond::{go_to, page};
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, PlainToken, SignedIn},
    error::Error,
    games,
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/invitations/{token}", get().to(show))
        .route("/invitations/{token}", post().to(take));
}

#[derive(Template)]
#[template(path = "home/invitation.html")]
struct InvitationPage {
    texts: Texts,
    csrf: Csrf,
    token: String,
    game: String,
    seat: String,
    email: String,
    is_taken: bool,
}

async fn show(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    token: Path<String>,
) -> Result<HttpResponse, Error> {
    let token = PlainToken::parse(&token).ok_or(Error::NotFound)?;
    let mut conn = state.db.get().await?;
    let (game, seat) = games::invited_to(&mut conn, &token).await?;
    if seat.account_id == Some(who.id) {
        return Ok(go_to(&format!("/games/{}", game.key)));
    }
    let shown = InvitationPage {
        texts: Texts::english(),
        csrf,
        token: token.reveal(),
        game: game.name,
        seat: seat.name,
        email: who.email.clone(),
        is_taken: seat.account_id.is_some(),
    };
    page(StatusCode::OK, &shown)
}

#[derive(Deserialize)]
struct Nothing {}

async fn take(
    state: Data<State>,
    who: SignedIn,
    token: Path<String>,
    _: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let token = PlainToken::parse(&token).ok_or(Error::NotFound)?;
    let taken = {
        let mut conn = state.db.get().await?;
        games::take_seat(&mut conn, &token, who.id).await?
    };
    if taken.has_started {
        // The mails that say so are due.
        state.wake();
    }
    Ok(go_to(&format!("/games/{}", taken.game_key)))
}
