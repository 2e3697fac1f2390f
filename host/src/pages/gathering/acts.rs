//! What people do to a game before it begins. Each is one form, one lock, and a
//! way back to the page; what is wrong with a form is shown there.

use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use fieldpost_engine::scenario::Controller;
use serde::Deserialize;

use super::gathering_page;
use crate::{
    app::State,
    auth::{Account, Csrf, CsrfForm, Email, PlainToken, SignedIn, invitations},
    error::Error,
    games::{self, Pass, Taken, terms::Spectators},
    lobby::{self, watching},
    pages::{
        about,
        respond::{go_to, page},
    },
    texts::Texts,
};

/// The form that takes a seat.
#[derive(Debug, Deserialize)]
pub(super) struct JoinForm {
    seat: i16,
    #[serde(default)]
    password: String,
    #[serde(default)]
    link: String,
    #[serde(default)]
    consent: String,
}

pub(super) async fn join(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<JoinForm>,
) -> Result<HttpResponse, Error> {
    state.auth.limits.join(who.id)?;
    let link = PlainToken::parse(&form.link);
    let pass = Pass {
        password: &form.password,
        link: link.as_ref(),
    };
    let joined = {
        let mut conn = state.db.get().await?;
        let offer = lobby::find(&mut conn, &state.auth, &key, who.id, link.as_ref()).await?;
        let wants = matches!(offer.terms.spectators(), Spectators::Delayed(_));
        if wants && offer.own_seat().is_none() && form.consent.is_empty() {
            Err(refused("consent-needed"))
        } else {
            let own = offer.chairs.iter().find(|chair| chair.is_own);
            let had_agreed = own.is_some_and(|own| own.seat.watching_agreed_at.is_some());
            let (id, seat) = (offer.game.id, form.seat);
            let joined = games::join(&mut conn, &state.auth, &key, seat, who.id, pass).await;
            if joined.is_ok() && wants && (had_agreed || !form.consent.is_empty()) {
                watching::agree(&mut conn, id, who.id).await?;
            }
            joined
        }
    };
    match joined {
        Ok(taken) => after(&state, &who, &taken, "joined").await,
        Err(error) => again(&state, &who, csrf, &key, link, error).await,
    }
}

/// The form that names a seat and nothing else.
#[derive(Debug, Deserialize)]
pub(super) struct SeatForm {
    seat: i16,
}

#[derive(Debug, Deserialize)]
pub(super) struct Nothing {}

pub(super) async fn leave(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
    _: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    games::leave(&mut conn, &key, who.id).await?;
    let place = lobby::find(&mut conn, &state.auth, &key, who.id, None).await;
    // Whoever leaves a private game does not see it any more.
    Ok(match place {
        Ok(_) => back(&key, "left"),
        Err(_) => go_to("/"),
    })
}

pub(super) async fn kick(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<SeatForm>,
) -> Result<HttpResponse, Error> {
    let kicked = {
        let mut conn = state.db.get().await?;
        games::kick(&mut conn, &key, form.seat, who.id).await
    };
    match kicked {
        Ok(()) => {
            state.wake();
            Ok(back(&key, "kicked"))
        }
        Err(error) => again(&state, &who, csrf, &key, None, error).await,
    }
}

/// The form that invites somebody to a seat.
#[derive(Debug, Deserialize)]
pub(super) struct InviteForm {
    seat: i16,
    #[serde(default)]
    email: String,
}

pub(super) async fn invite(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<InviteForm>,
) -> Result<HttpResponse, Error> {
    let Some(email) = Email::parse(&form.email) else {
        let error = refused("auth-email-invalid");
        return again(&state, &who, csrf, &key, None, error).await;
    };
    let invited = {
        let mut conn = state.db.get().await?;
        let offer = lobby::find(&mut conn, &state.auth, &key, who.id, None).await?;
        if !offer.is_maker || !offer.is_gathering() {
            return Err(Error::NotFound);
        }
        state.auth.limits.invite(who.id, &email)?;
        invitations::offer(
            &mut conn,
            &state.auth,
            offer.game.id,
            form.seat,
            Some(&email),
        )
        .await
    };
    match invited {
        Ok(_) => {
            state.wake();
            Ok(back(&key, "invited"))
        }
        // Somebody took it while its maker wrote.
        Err(Error::NotFound) => {
            let error = Error::Conflict("seat-taken");
            again(&state, &who, csrf, &key, None, error).await
        }
        Err(error) => Err(error),
    }
}

/// The form that hands a seat to a program, or takes it back.
#[derive(Debug, Deserialize)]
pub(super) struct ControllerForm {
    seat: i16,
    by: String,
}

pub(super) async fn controller(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    key: Path<String>,
    form: CsrfForm<ControllerForm>,
) -> Result<HttpResponse, Error> {
    let by = match form.by.as_str() {
        "ai" => Controller::Ai,
        _ => Controller::Human,
    };
    let handed = {
        let mut conn = state.db.get().await?;
        games::set_controller(&mut conn, &key, form.seat, who.id, by).await
    };
    match handed {
        Ok(taken) => after(&state, &who, &taken, "handed").await,
        Err(error) => again(&state, &who, csrf, &key, None, error).await,
    }
}

pub(super) async fn call_off(
    state: Data<State>,
    who: SignedIn,
    key: Path<String>,
    _: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    games::call_off(&mut conn, &key, who.id).await?;
    Ok(back(&key, "called-off"))
}

fn back(key: &str, done: &str) -> HttpResponse {
    go_to(&format!("/lobby/{key}?done={done}"))
}

/// Where the reader plays or directs the game if it began with this; the mails that
/// say so are due.
async fn after(
    state: &State,
    who: &Account,
    taken: &Taken,
    done: &str,
) -> Result<HttpResponse, Error> {
    state.wake();
    let key = &taken.game_key;
    if !taken.has_started {
        return Ok(back(key, done));
    }
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, key, who.id, None).await?
    };
    let place = about::board_of(&offer);
    Ok(go_to(
        &place.unwrap_or_else(|| format!("/games/{key}/about")),
    ))
}

fn refused(code: &'static str) -> Error {
    Error::Refused {
        code,
        values: Vec::new(),
    }
}

/// The page again, as things stand now, with what was in the way.
async fn again(
    state: &State,
    who: &Account,
    csrf: Csrf,
    key: &str,
    link: Option<PlainToken>,
    error: Error,
) -> Result<HttpResponse, Error> {
    let (Error::Conflict(code) | Error::Refused { code, .. }) = error else {
        return Err(error);
    };
    let offer = {
        let mut conn = state.db.get().await?;
        lobby::find(&mut conn, &state.auth, key, who.id, link.as_ref()).await?
    };
    if offer.game.phase != "gathering" {
        return Err(error);
    }
    let texts = Texts::english();
    let known = format!("error-{code}");
    let problem = if texts.has(&known) {
        texts.t(&known)
    } else {
        texts.t(code)
    };
    let status = match error {
        Error::Conflict(_) => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let shown = gathering_page(state, who, csrf, offer, link, None, Some(problem)).await?;
    page(status, &shown)
}
