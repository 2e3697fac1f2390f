//! A scenario comes in as a file or pasted into a field: read up to its limit,
//! checked, and kept for its owner, or sent back with every fault by its path.

use actix_multipart::{Field, Multipart};
use actix_web::{HttpRequest, HttpResponse, web::Data};
use fieldpost_engine::scenario::{Scenario, ScenarioFault};
use futures_util::TryStreamExt as _;

use crate::{
    app::State,
    auth::{Csrf, SignedIn, csrf},
    error::Error,
    games::uploads::{self, LONGEST},
    pages::respond::go_to,
    texts::Texts,
};

/// The parts of the form.
#[derive(Default)]
struct Sent {
    csrf: String,
    file: Vec<u8>,
    pasted: Vec<u8>,
}

/// Takes it in.
///
/// # Errors
/// Where the form is not one of this host's; what is wrong with the scenario is
/// shown on the page.
pub(super) async fn take(
    request: HttpRequest,
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    form: Multipart,
) -> Result<HttpResponse, Error> {
    let sent = read(form).await?;
    let (sent, is_whole) = match sent {
        Ok(sent) => (sent, true),
        Err(sent) => (sent, false),
    };
    csrf::check_token(&request, &sent.csrf)?;
    state.auth.limits.upload(who.id)?;
    let texts = Texts::english();
    let again = |faults: Vec<ScenarioFault>, code: Option<&str>, pasted: String| {
        super::choose(csrf, faults, code.map(|code| texts.t(code)), pasted)
    };
    if !is_whole {
        let pasted = String::from_utf8(sent.pasted).unwrap_or_default();
        return again(Vec::new(), Some("upload-too-large"), pasted);
    }
    let is_pasted = sent.file.is_empty();
    let bytes = if is_pasted { sent.pasted } else { sent.file };
    let Ok(text) = String::from_utf8(bytes) else {
        return again(Vec::new(), Some("upload-not-text"), String::new());
    };
    if text.trim().is_empty() {
        return again(Vec::new(), Some("upload-nothing"), String::new());
    }
    // A megabyte of JSON takes a moment; the web worker has others to serve.
    let checked =
        tokio::task::spawn_blocking(move || (Scenario::parse_playable(&text), text)).await;
    let (checked, text) = checked.map_err(Error::internal)?;
    if let Err(faults) = checked {
        let pasted = if is_pasted { text } else { String::new() };
        return again(faults, None, pasted);
    }
    let mut conn = state.db.get().await?;
    let key = uploads::keep(&mut conn, who.id, &text).await?;
    Ok(go_to(&format!("/games/new?upload={key}")))
}

/// The form's parts; the inner error is one whose scenario is too large, with
/// what came before it.
async fn read(mut form: Multipart) -> Result<Result<Sent, Sent>, Error> {
    let mut sent = Sent::default();
    let unreadable = |_| Error::BadRequest("auth-form-unreadable");
    while let Some(mut field) = form.try_next().await.map_err(unreadable)? {
        let name = field.name().unwrap_or_default().to_owned();
        let most = if name == csrf::FIELD { 200 } else { LONGEST };
        let (part, is_whole) = part(&mut field, most).await?;
        match name.as_str() {
            csrf::FIELD => sent.csrf = String::from_utf8(part).unwrap_or_default(),
            "file" => sent.file = part,
            "pasted" => sent.pasted = part,
            _ => {}
        }
        if !is_whole {
            return Ok(Err(sent));
        }
    }
    Ok(Ok(sent))
}

/// One part, and whether it is not longer than it may be. Of one that is, its writer
/// gets back as much as can be shown.
async fn part(field: &mut Field, most: usize) -> Result<(Vec<u8>, bool), Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field
        .try_next()
        .await
        .map_err(|_| Error::BadRequest("auth-form-unreadable"))?
    {
        if bytes.len() + chunk.len() > 4 * most {
            return Ok((bytes, false));
        }
        bytes.extend_from_slice(&chunk);
    }
    let is_whole = bytes.len() <= most;
    Ok((bytes, is_whole))
}
