//! A player's deadlines as a calendar that his other programs may read
//! (RFC 5545), and the page that gives out its address and takes it back.
//!
//! The address is a secret of its own: it reads and changes nothing, and dies
//! when it is taken back. What it tells is the player's own: which game waits
//! for him until when. Nobody else is named.

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
    web::{Data, Path, ServiceConfig, get, post},
};
use askama::Template;

use super::respond::{go_to, page};
use crate::{
    app::State,
    auth::{Csrf, CsrfForm, PlainToken, SignedIn},
    error::Error,
    feeds::{self, Due},
    texts::Texts,
};

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/account/calendar", get().to(show))
        .route("/account/calendar", post().to(make))
        .route("/account/calendar/revoke", post().to(revoke))
        .route("/calendar/{token}.ics", get().to(calendar));
}

#[derive(Template)]
#[template(path = "sitting/feed.html")]
struct FeedPage {
    texts: Texts,
    csrf: Csrf,
    /// The address, shown once.
    fresh: Option<String>,
    has_feed: bool,
}

async fn show(state: Data<State>, who: SignedIn, csrf: Csrf) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    let shown = FeedPage {
        texts: Texts::english(),
        csrf,
        fresh: None,
        has_feed: feeds::has(&mut conn, who.id).await?,
    };
    page(StatusCode::OK, &shown)
}

#[derive(serde::Deserialize)]
struct Nothing {}

async fn make(
    state: Data<State>,
    who: SignedIn,
    csrf: Csrf,
    _form: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    let token = feeds::make(&mut conn, who.id).await?;
    let path = format!("/calendar/{}.ics", token.reveal());
    let shown = FeedPage {
        texts: Texts::english(),
        csrf,
        fresh: Some(state.config.public_url.join(&path)),
        has_feed: true,
    };
    // The one page that ever shows it.
    page(StatusCode::OK, &shown)
}

async fn revoke(
    state: Data<State>,
    who: SignedIn,
    _form: CsrfForm<Nothing>,
) -> Result<HttpResponse, Error> {
    let mut conn = state.db.get().await?;
    feeds::revoke(&mut conn, who.id).await?;
    Ok(go_to("/account/calendar"))
}

async fn calendar(state: Data<State>, token: Path<String>) -> Result<HttpResponse, Error> {
    let token = PlainToken::parse(&token).ok_or(Error::NotFound)?;
    let mut conn = state.db.get().await?;
    let (now, dues) = feeds::read(&mut conn, &token).await?;
    let texts = Texts::english();
    let host = state.config.public_url.as_str();
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Fieldpost//Deadlines//EN".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
        format!("X-WR-CALNAME:{}", escaped(&texts.t("feed-name"))),
    ];
    let stamp = |at: crate::clock::Instant| at.format("%Y%m%dT%H%M%SZ").to_string();
    for due in &dues {
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            // One event a turn: a deadline that moves moves it.
            format!("UID:{}-{}@fieldpost", due.key, due.turn),
            format!("DTSTAMP:{}", stamp(now)),
            format!("DTSTART:{}", stamp(due.at)),
            format!("DTEND:{}", stamp(due.at)),
            format!("SUMMARY:{}", escaped(&summary(texts, due))),
            format!("URL:{host}/games/{}", due.key),
            "TRANSP:TRANSPARENT".to_owned(),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    let body: String = lines.iter().map(|line| folded(line)).collect();
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body))
}

fn summary(texts: Texts, due: &Due) -> String {
    let code = match due.is_committed {
        true => "feed-committed",
        false => "feed-due",
    };
    let phrase = texts.say(code).with("game", &due.game);
    phrase.with("turn", due.turn).to_string()
}

/// A text as a property's value.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' | ';' | ',' => value.extend(['\\', char]),
            '\n' => value.push_str("\\n"),
            char if char.is_control() => {}
            char => value.push(char),
        }
    }
    value
}

/// A line in pieces of at most 75 bytes, each but the first behind a blank.
fn folded(line: &str) -> String {
    let mut lines = String::with_capacity(line.len() + 2);
    let mut width = 0;
    for char in line.chars() {
        if width + char.len_utf8() > 75 {
            lines.push_str("\r\n ");
            width = 1;
        }
        lines.push(char);
        width += char.len_utf8();
    }
    lines.push_str("\r\n");
    lines
}

#[cfg(test)]
mod tests {
    use super::{escaped, folded};

    #[test]
    fn a_name_cannot_add_a_property() {
        let name = "Autumn;\r\nATTENDEE:eve, and \\ more";
        assert_eq!(escaped(name), "Autumn\\;\\nATTENDEE:eve\\, and \\\\ more");
    }

    #[test]
    fn lines_are_folded_by_bytes_and_unfold_to_what_they_were() {
        let line = format!("SUMMARY:{}", "äé漢x".repeat(40));
        let lines = folded(&line);
        assert!(lines.ends_with("\r\n"));
        assert!(lines.lines().all(|line| line.len() <= 75));
        assert_eq!(lines.trim_end().replace("\r\n ", ""), line);
    }
}
