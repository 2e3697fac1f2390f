//! The local mailbox as pages: for play on one machine, without a mail server.
//!
//! It shows everybody's mail, sign-in links included. So it is there only when
//! mail goes into the mailbox at all, the host is reached as this machine's
//! own, and the neighbour who asks is this machine. To all others it does not
//! exist; an operator reads the folder.

use std::collections::BTreeSet;

use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{StatusCode, Uri};
use actix_web::web::{Data, Path, Query, ServiceConfig, get};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::respond::page;
use crate::app::State;
use crate::error::Error;
use crate::mail::mailbox::{Item, Mailbox, Opened};
use crate::texts::Texts;

/// Adds the routes.
pub fn routes(config: &mut ServiceConfig) {
    config
        .route("/mailbox", get().to(list))
        .route("/mailbox/{name}", get().to(read))
        .route("/mailbox/{name}/html", get().to(html));
}

#[derive(Template)]
#[template(path = "mailbox/list.html")]
struct ListPage {
    texts: Texts,
    mails: Vec<Item>,
    /// Everybody who has mail here, and every game that a mail is about.
    players: Vec<String>,
    games: Vec<String>,
    asked: Asked,
}

/// Whose mail, and about which game; empty for all.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    #[serde(default)]
    to: String,
    #[serde(default)]
    game: String,
}

#[derive(Template)]
#[template(path = "mailbox/mail.html")]
struct MailPage {
    texts: Texts,
    mail: Opened,
    pieces: Vec<Piece>,
}

/// A stretch of plain text: words, or an address of this host to click.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Link(String),
}

async fn list(
    request: HttpRequest,
    state: Data<State>,
    asked: Option<Query<Asked>>,
) -> Result<HttpResponse, Error> {
    let mut mails = mailbox(&request, &state)?
        .list()
        .await
        .map_err(Error::internal)?;
    let asked = asked.map(Query::into_inner).unwrap_or_default();
    let players: BTreeSet<String> = mails.iter().map(|mail| mail.to.clone()).collect();
    let games: BTreeSet<String> = mails.iter().flat_map(|mail| mail.games.clone()).collect();
    mails.retain(|mail| {
        let to = asked.to.is_empty() || mail.to == asked.to;
        to && (asked.game.is_empty() || mail.games.contains(&asked.game))
    });
    let shown = ListPage {
        texts: Texts::english(),
        mails,
        players: players.into_iter().collect(),
        games: games.into_iter().collect(),
        asked,
    };
    page(StatusCode::OK, &shown)
}

async fn read(
    request: HttpRequest,
    state: Data<State>,
    name: Path<String>,
) -> Result<HttpResponse, Error> {
    let mail = open(&request, &state, &name).await?;
    let pieces = pieces(&mail.text, state.config.public_url.as_str());
    let texts = Texts::english();
    let mut response = page(
        StatusCode::OK,
        &MailPage {
            texts,
            mail,
            pieces,
        },
    )?;
    // As everywhere, and a frame of our own for the mail's HTML.
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                  font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; \
                  base-uri 'none'; frame-ancestors 'none'";
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    Ok(response)
}

/// The HTML of a mail, for the frame: no script, no form, nothing fetched, an
/// origin of its own; a link that is clicked opens in the whole window.
async fn html(
    request: HttpRequest,
    state: Data<State>,
    name: Path<String>,
) -> Result<HttpResponse, Error> {
    let mail = open(&request, &state, &name).await?;
    let policy = "sandbox allow-popups allow-popups-to-escape-sandbox \
                  allow-top-navigation-by-user-activation; default-src 'none'; \
                  style-src 'unsafe-inline'; frame-ancestors 'self'";
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_FRAME_OPTIONS, "SAMEORIGIN"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/html; charset=utf-8")
        .body(format!("<base target=\"_top\">{}", mail.html)))
}

async fn open(request: &HttpRequest, state: &State, name: &str) -> Result<Opened, Error> {
    let opened = mailbox(request, state)?
        .open(name)
        .await
        .map_err(Error::internal)?;
    opened.ok_or(Error::NotFound)
}

fn mailbox<'a>(request: &HttpRequest, state: &'a State) -> Result<&'a Mailbox, Error> {
    let from_here = request
        .peer_addr()
        .is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let mailbox = state.mail.mailbox().ok_or(Error::NotFound)?;
    // A page elsewhere that has its name point here is still not here, and what a
    // proxy brings may come from anywhere.
    let host = request
        .headers()
        .get("host")
        .and_then(|host| host.to_str().ok());
    let asked_here = host.is_some_and(|host| is_this_machine(&format!("http://{host}")));
    let forwarded = ["x-forwarded-for", "x-forwarded-host", "forwarded"];
    let by_proxy = forwarded
        .iter()
        .any(|name| request.headers().contains_key(*name));
    if from_here && asked_here && !by_proxy && is_this_machine(state.config.public_url.as_str()) {
        Ok(mailbox)
    } else {
        Err(Error::NotFound)
    }
}

/// Whether an address is one by which only this machine calls itself.
fn is_this_machine(public_url: &str) -> bool {
    let Ok(uri) = public_url.parse::<Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

fn pieces(text: &str, public_url: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    for chunk in text.split_inclusive(char::is_whitespace) {
        let word = chunk.trim_end();
        let is_ours = word
            .strip_prefix(public_url)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if is_ours {
            pieces.push(Piece::Words(std::mem::take(&mut words)));
            pieces.push(Piece::Link(word.to_owned()));
            words.push_str(&chunk[word.len()..]);
        } else {
            words.push_str(chunk);
        }
    }
    pieces.push(Piece::Words(words));
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Piece, is_this_machine, pieces};

    #[test]
    fn only_addresses_of_this_machine_have_the_pages() {
        for ours in [
            "http://127.0.0.1:8080",
            "http://localhost",
            "http://[::1]:80",
        ] {
            assert!(is_this_machine(ours), "{ours}");
        }
        for not in [
            "https://play.example.org",
            "http://localhost.example.org",
            "http://10.0.0.1",
        ] {
            assert!(!is_this_machine(not), "{not}");
        }
    }

    #[test]
    fn only_this_hosts_addresses_become_links() {
        let host = "http://127.0.0.1:8080";
        let text =
            "Open:\nhttp://127.0.0.1:8080/a?b\n\nhttp://127.0.0.1:80801/ http://evil.example";
        let found = pieces(text, host);
        let links: Vec<_> = found
            .iter()
            .filter(|piece| matches!(piece, Piece::Link(_)))
            .collect();
        assert_eq!(
            links,
            [&Piece::Link("http://127.0.0.1:8080/a?b".to_owned())]
        );
        let whole: String = found
            .iter()
            .map(|piece| match piece {
                Piece::Words(text) | Piece::Link(text) => text.as_str(),
            })
            .collect();
        assert_eq!(whole, text);
    }
}
