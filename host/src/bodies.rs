//! Bodies of requests on their way in: none is unpacked, none may dawdle, and only so
//! many of one sender, and so many bytes of all, are on their way at a time. It looks
//! at a request's head and counts; it must not know what a body says.
//!
//! [`take_in`] stands before everything that reads; [`refuse`] stands where a refusal
//! becomes a page or a problem document.

use std::{cell::RefCell, rc::Rc};

use actix_web::{
    HttpMessage as _, ResponseError as _,
    body::{BoxBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::header::{CONTENT_ENCODING, CONTENT_LENGTH},
    middleware::Next,
    web::Data,
};
use futures_util::TryStreamExt as _;

use crate::{
    app::State,
    auth::{
        address::{network, visitor_address},
        visitor,
    },
    error::Error,
};

mod coming;
mod tally;

pub use tally::Bodies;

use coming::{Coming, Unread};
use tally::Sender;

/// Longest body of somebody who is signed in, in bytes: a scenario that is too large
/// is still read, so that its writer gets it back.
const LONGEST: usize = 9 * 1024 * 1024;

/// The same where nobody is signed in, and so nobody has much to say.
const LONGEST_OF_STRANGERS: usize = 64 * 1024;

/// What comes of a request's body, for [`refuse`].
#[derive(Clone)]
struct Taken(Rc<RefCell<Coming>>);

/// Middleware, outermost: takes the request's body, and puts one in its place that is
/// counted and timed, or that cannot be read at all.
///
/// # Errors
/// Only what the wrapped service fails with.
pub async fn take_in(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_encoded = is_encoded(&request);
    let payload = request.take_payload();
    if matches!(payload, Payload::None) && !is_encoded {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let coming = match admit(&request, is_encoded) {
        Ok((slot, most)) => Coming::open(payload, slot, most),
        Err(refused) => Coming::refused(payload, refused),
    };
    let coming = Rc::new(RefCell::new(coming));
    request.set_payload(Coming::reader(&coming));
    request.extensions_mut().insert(Taken(Rc::clone(&coming)));
    let response = next.call(request).await?.map_into_boxed_body();
    if coming.borrow_mut().settle() {
        return Ok(response);
    }
    // The server closes the connection of a body that nobody took, as long as the body
    // is there; of one that was dropped it would wait for the rest.
    Ok(response.map_body(|_, body| BoxBody::new(Unread::behind(body, coming))))
}

/// Middleware, within the one that presents errors: answers at once for a body that is
/// refused, and for one that stopped coming in place of what its reader made of that.
///
/// # Errors
/// Only what the wrapped service fails with.
pub async fn refuse(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let taken = request.extensions().get::<Taken>().cloned();
    let failure = |taken: &Option<Taken>| taken.as_ref()?.0.borrow_mut().failure();
    if let Some(refused) = failure(&taken) {
        return Ok(request.error_response(refused));
    }
    let response = next.call(request).await?.map_into_boxed_body();
    Ok(match failure(&taken) {
        Some(stopped) => response.into_response(stopped.error_response()),
        None => response,
    })
}

/// Whose body may come in, and how long it may be.
fn admit(request: &ServiceRequest, is_encoded: bool) -> Result<(tally::Slot, usize), Error> {
    if is_encoded {
        return Err(Error::Encoded);
    }
    let state = request.app_data::<Data<State>>();
    let state = state.ok_or_else(|| Error::internal("bodies without a host"))?;
    let session = visitor::session(request, &state.auth);
    let (sender, most) = match session {
        Some(session) => (Sender::Session(session), LONGEST),
        None => (
            Sender::Place(network(visitor_address(request.request()))),
            LONGEST_OF_STRANGERS,
        ),
    };
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(Error::TooLarge);
    }
    Ok((state.bodies.begin(sender)?, most))
}

/// Whether the body is said to be packed. No client of ours packs, and what a packed
/// body comes to is known only once the memory is gone.
fn is_encoded(request: &ServiceRequest) -> bool {
    let mut encodings = request.headers().get_all(CONTENT_ENCODING);
    encodings.any(|encoding| {
        let identity = encoding.to_str().map(str::trim);
        !identity.is_ok_and(|it| it.is_empty() || it.eq_ignore_ascii_case("identity"))
    })
}

/// A whole body of at most so many bytes.
///
/// # Errors
/// [`Error::TooLarge`], or [`Error::BadRequest`] where it stops coming.
pub async fn read(mut body: Payload, most: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let unreadable = |_| Error::BadRequest("auth-form-unreadable");
    while let Some(chunk) = body.try_next().await.map_err(unreadable)? {
        if bytes.len() + chunk.len() > most {
            return Err(Error::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
