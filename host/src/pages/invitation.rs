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

use super::{
    respond::{go_to, page},
    terms::{self, Watched},
};
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, PlainToken, SignedIn},
    error::Error,
    games,
    lobby::watching,
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
    /// Whether it is the reader's from the next turn on.
    is_next: bool,
    facts: Vec<terms::Fact>,
    /// How others may watch, to which whoever takes the seat consents.
    consent: Option<Watched>,
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
    let agreed = games::terms::of(&mut conn, game.id).await?;
    if agreed.called_off_at.is_some() {
        return Err(Error::Conflict("called-off"));
    }
    let shown = InvitationPage {
        facts: terms::facts(&game, &agreed, who.time_zone),
        // Of a running game whoever has the seat is asked on its page.
        consent: Watched::of(&agreed).filter(|_| game.phase == "gathering"),
        texts: Texts::english(),
        csrf,
        token: token.reveal(),
        game: game.name,
        is_next: seat.next_account_id == Some(who.id),
        is_taken: seat.is_filled(),
        seat: seat.name,
        email: who.email.clone(),
    };
    page(StatusCode::OK, &shown)
}

#[derive(Deserialize)]
struct TakeForm {
    #[serde(default)]
    consent: String,
}

async fn take(
    state: Data<State>,
    who: SignedIn,
    token: Path<String>,
    form: CsrfForm<TakeForm>,
) -> Result<HttpResponse, Error> {
    let token = PlainToken::parse(&token).ok_or(Error::NotFound)?;
    let taken = {
        let mut conn = state.db.get().await?;
        let (game, _) = games::invited_to(&mut conn, &token).await?;
        let agreed = games::terms::of(&mut conn, game.id).await?;
        let wants = agreed.spectators().delay().is_some() && game.phase == "gathering";
        if wants && form.consent.is_empty() {
            return Err(Error::Conflict("consent-needed"));
        }
        let taken = games::take_seat(&mut conn, &token, who.id).await?;
        if wants {
            watching::agree(&mut conn, game.id, who.id).await?;
        }
        taken
    };
    if taken.has_started {
        // The mails that say so are due.
        state.wake();
    }
    if taken.is_from_next_turn {
        return Ok(go_to(&format!("/invitations/{}", token.reveal())));
    }
    Ok(go_to(&format!("/games/{}", taken.game_key)))
}
