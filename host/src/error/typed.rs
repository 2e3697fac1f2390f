//! What somebody typed into a form that was refused, so that the page which says so
//! gives it back; and word to the script that keeps drafts that one went through.
//!
//! It reads along with the handler that reads the form, and keeps nothing beyond the
//! answer. It must not send anything again: an answer that did could be made to send
//! what a stranger wrote.

use std::{cell::RefCell, pin::Pin, rc::Rc, task, time::Duration};

use actix_multipart::Multipart;
use actix_web::{
    HttpMessage as _, HttpRequest,
    cookie::{Cookie, SameSite, time},
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
    http::{
        Method,
        header::{self, HeaderMap},
    },
    web::Bytes,
};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};

use crate::pages::fields;

/// How much of a form is given back.
const MOST: usize = 4 * 1024 * 1024;

/// A form's fields, and one that a file may be among.
const FIELDS: &str = "application/x-www-form-urlencoded";
const PARTS: &str = "multipart/form-data";

/// How long the rest of a form may take to arrive once it is refused.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a browser has to load the page behind a form that went through.
const TOLD: time::Duration = time::Duration::hours(1);

/// Where forms go, below the page that they are on.
const BELOW: [&str; 13] = [
    "/orders",
    "/pad",
    "/undo",
    "/redo",
    "/invite",
    "/controller",
    "/kick",
    "/join",
    "/leave",
    "/call-off",
    "/upload",
    "/revoke",
    "/calendar",
];

/// What the page of a failed request gives back.
#[derive(Clone, Debug, Default)]
pub struct Back {
    /// The page that the form was on.
    pub place: Option<String>,
    /// The texts that were typed.
    pub texts: Vec<String>,
}

/// A form as it comes in.
#[derive(Clone)]
pub(super) struct Typed(Rc<RefCell<Form>>);

struct Form {
    payload: Payload,
    chunks: Vec<Bytes>,
    length: usize,
}

impl Typed {
    /// Reads along with a form that comes from a page.
    pub(super) fn watch(request: &mut ServiceRequest) -> Option<Self> {
        let is_form = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with(FIELDS) || kind.starts_with(PARTS));
        if request.method() != Method::POST || !is_form {
            return None;
        }
        let typed = Self(Rc::new(RefCell::new(Form {
            payload: request.take_payload(),
            chunks: Vec::new(),
            length: 0,
        })));
        let stream: Pin<Box<dyn Stream<Item = _>>> = Box::pin(typed.clone());
        request.set_payload(Payload::from(stream));
        Some(typed)
    }

    /// What was typed, and where: what has not come yet is waited for, within bounds.
    pub(super) async fn read(mut self, request: &HttpRequest) -> Back {
        let rest = async {
            while self.0.borrow().length <= MOST {
                let Some(Ok(_)) = self.next().await else {
                    break;
                };
            }
        };
        // Of a form that does not arrive there is nothing to give back.
        let arrived = actix_web::rt::time::timeout(PATIENCE, rest).await;
        let body = {
            let form = self.0.borrow();
            match arrived.is_ok() && form.length <= MOST {
                true => form.chunks.concat(),
                false => Vec::new(),
            }
        };
        let kind = request.headers().get(header::CONTENT_TYPE);
        let has_parts = kind.is_some_and(|kind| kind.as_bytes().starts_with(PARTS.as_bytes()));
        let pairs = match has_parts {
            true => parts(request.headers(), body).await,
            false => form_urlencoded::parse(&body).into_owned().collect(),
        };
        Back {
            place: Some(place(request, &pairs)),
            texts: fields::texts(pairs),
        }
    }
}

/// The parts of a form that are no files, as far as they can be read.
async fn parts(headers: &HeaderMap, body: Vec<u8>) -> Vec<(String, String)> {
    let body = stream::iter([Ok::<_, PayloadError>(Bytes::from(body))]);
    let mut parts = Multipart::new(headers, body);
    let mut pairs = Vec::new();
    while let Ok(Some(mut part)) = parts.try_next().await {
        let is_file = part
            .content_disposition()
            .is_some_and(|it| it.get_filename().is_some());
        let name = part.name().unwrap_or_default().to_owned();
        let mut text = Vec::new();
        while let Ok(Some(chunk)) = part.try_next().await {
            text.extend_from_slice(&chunk);
        }
        if let (false, Ok(text)) = (is_file, String::from_utf8(text)) {
            pairs.push((name, text));
        }
    }
    pairs
}

impl Stream for Typed {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> task::Poll<Option<Self::Item>> {
        let mut form = self.0.borrow_mut();
        let polled = form.payload.poll_next_unpin(context);
        if let task::Poll::Ready(Some(Ok(chunk))) = &polled {
            form.length += chunk.len();
            if form.length <= MOST {
                form.chunks.push(chunk.clone());
            }
        }
        polled
    }
}

/// The page that a form was on: forms go to an address below their page's, or to it.
fn place(request: &HttpRequest, form: &[(String, String)]) -> String {
    let mut path = request.path();
    while let Some(page) = BELOW.iter().find_map(|below| path.strip_suffix(below)) {
        path = page;
    }
    let path = path.strip_suffix("/sessions").unwrap_or(path);
    let number = |name: &str| {
        let value = form.iter().find(|(known, _)| known == name);
        value.and_then(|(_, value)| value.parse::<u32>().ok())
    };
    let is_game = path.starts_with("/games/");
    match (number("unit"), number("city").or(number("site"))) {
        (Some(unit), _) if is_game => format!("{path}?unit={unit}"),
        (None, Some(site)) if is_game => format!("{path}?site={site}"),
        _ => path.to_owned(),
    }
}

/// Tells the script that keeps drafts that a form went through: it has put a mark into
/// the form's address, and finds it again as a cookie.
pub(super) fn confirm<B>(response: &mut ServiceResponse<B>) {
    let request = response.request();
    if request.method() != Method::POST {
        return;
    }
    let query = form_urlencoded::parse(request.query_string().as_bytes());
    let mark = query.into_iter().find(|(name, _)| name == "draft");
    let Some((_, mark)) = mark else { return };
    let is_mark = (1..=32).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_alphanumeric());
    if !is_mark {
        return;
    }
    let told = Cookie::build(format!("fieldpost-kept-{mark}"), "1")
        .path("/")
        .same_site(SameSite::Strict)
        .max_age(TOLD)
        .finish();
    // A mark that is not told leaves a draft that is offered once more: no harm.
    let _ = response.response_mut().add_cookie(&told);
}
