//! Forms that only this host's own pages can send.
//!
//! Every form carries a token bound to its visitor's session, or before there
//! is one to an anonymous cookie. The token is masked anew in every answer, so
//! a compressed page gives nothing away about it (the BREACH attack), and it
//! is not stored: it follows from the cookie. [`CsrfForm`] refuses a POST
//! without it before a handler sees anything.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpRequest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::future::{LocalBoxFuture, Ready, ready};
use serde::de::DeserializeOwned;

use super::error::AuthError;
use super::visitor::Visitor;
use crate::bodies::read;
use crate::error::Error;

/// The form field that carries the token.
pub const FIELD: &str = "csrf";
/// The header that carries it where a script sends the request.
pub const HEADER: &str = "x-csrf-token";

/// How many bytes a form may have: an order pad at its longest twice over (as it was
/// and as it is now), each byte of it written as three.
const LONGEST: usize = 2 * 1024 * 1024;

/// The same where nobody is signed in, and so nobody has much to say.
const LONGEST_OF_STRANGERS: usize = 64 * 1024;

/// Makes tokens for the forms of one answer. In a template:
/// `<input type="hidden" name="csrf" value="{{ csrf.token() }}">`.
#[derive(Clone, Debug)]
pub struct Csrf {
    visitor: Visitor,
}

impl Csrf {
    /// A token in a mask of its own. Empty only when the operating system has
    /// no randomness; the form is then refused, which is the safe way to fail.
    #[must_use]
    pub fn token(&self) -> String {
        let mut mask = [0; 32];
        if getrandom::fill(&mut mask).is_err() {
            return String::new();
        }
        let Some(secret) = self.visitor.csrf_secret_to_show() else {
            return String::new();
        };
        let mut token = [0; 64];
        token[..32].copy_from_slice(&mask);
        for (place, (secret, mask)) in token[32..].iter_mut().zip(secret.iter().zip(&mask)) {
            *place = secret ^ mask;
        }
        URL_SAFE_NO_PAD.encode(token)
    }

    /// Under what name a browser keeps what is typed into the forms of this answer:
    /// one for each account, so that nobody is shown what another has typed.
    #[must_use]
    pub fn owner(&self) -> String {
        self.visitor.owner()
    }
}

impl FromRequest for Csrf {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(
            Visitor::of(request)
                .map(|visitor| Self { visitor })
                .map_err(Error::from),
        )
    }
}

/// A form (`application/x-www-form-urlencoded`) whose token was right.
#[derive(Debug)]
pub struct CsrfForm<T>(pub T);

impl<T> CsrfForm<T> {
    /// The form's fields.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for CsrfForm<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for CsrfForm<T> {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let is_known = Visitor::of(&request).is_ok_and(|visitor| visitor.session().is_some());
        let most = if is_known {
            LONGEST
        } else {
            LONGEST_OF_STRANGERS
        };
        let body = payload.take();
        Box::pin(async move {
            let body = read(body, most).await?;
            let body = str::from_utf8(&body).map_err(|_| AuthError::FormUnreadable)?;
            check(&request, body)?;
            // actix reads a query and a form body by the same rules.
            Query::<T>::from_query(body)
                .map(|fields| Self(fields.into_inner()))
                .map_err(|_| AuthError::FormUnreadable.into())
        })
    }
}

/// Checks the token that a request carries in its header or its form body.
///
/// # Errors
/// [`AuthError::CsrfMissing`] or [`AuthError::CsrfWrong`].
pub fn check(request: &HttpRequest, body: &str) -> Result<(), AuthError> {
    let in_header = request
        .headers()
        .get(HEADER)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let token = match in_header {
        Some(token) => token,
        None => in_body(body).ok_or(AuthError::CsrfMissing)?,
    };
    check_token(request, &token)
}

/// Checks a token that a handler has taken out of the form by itself.
///
/// # Errors
/// [`AuthError::CsrfMissing`] or [`AuthError::CsrfWrong`].
pub fn check_token(request: &HttpRequest, token: &str) -> Result<(), AuthError> {
    let visitor = Visitor::of(request)?;
    if token.is_empty() {
        return Err(AuthError::CsrfMissing);
    }
    let secret = visitor.csrf_secret().ok_or(AuthError::CsrfMissing)?;
    let unmasked = unmask(token).ok_or(AuthError::CsrfWrong)?;
    // blake3's comparison takes the same time wherever the difference lies.
    if blake3::Hash::from(unmasked) == blake3::Hash::from(secret) {
        Ok(())
    } else {
        Err(AuthError::CsrfWrong)
    }
}

fn in_body(body: &str) -> Option<String> {
    let fields = Query::<Vec<(String, String)>>::from_query(body).ok()?;
    let (_, token) = fields
        .into_inner()
        .into_iter()
        .find(|(name, _)| name == FIELD)?;
    (!token.is_empty()).then_some(token)
}

fn unmask(token: &str) -> Option<[u8; 32]> {
    let bytes: [u8; 64] = URL_SAFE_NO_PAD.decode(token).ok()?.try_into().ok()?;
    let mut secret = [0; 32];
    for (place, (mask, masked)) in secret.iter_mut().zip(bytes[..32].iter().zip(&bytes[32..])) {
        *place = mask ^ masked;
    }
    Some(secret)
}
