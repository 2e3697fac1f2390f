//! Extractors: who is signed in, asked of the database once a request.

use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use chrono_tz::Tz;
use futures_util::future::LocalBoxFuture;

use super::error::AuthError;
use super::sessions;
use super::token::HashedToken;
use super::visitor::Visitor;
use crate::app::State;
use crate::error::Error;

/// The person behind a request. Does not print: it holds an address.
#[derive(Clone)]
pub struct Account {
    /// The account's number.
    pub id: i64,
    /// Its address.
    pub email: String,
    /// The name shown to others; empty until its owner sets one.
    pub name: String,
    /// The zone in which times are shown to its owner.
    pub time_zone: Tz,
    /// The session that this request came with.
    pub session: HashedToken,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({})", self.id)
    }
}

/// An account, or the refusal that leads a browser to the sign-in page.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Account);

/// An account, if there is one.
#[derive(Clone, Debug)]
pub struct MaybeSignedIn(pub Option<Account>);

impl Deref for SignedIn {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.0
    }
}

impl FromRequest for SignedIn {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request).await?.map(Self).ok_or(Error::SignInNeeded) })
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request).await.map(Self) })
    }
}

/// The answer of this request, kept so that two extractors ask once.
#[derive(Clone)]
struct Found(Option<Account>);

async fn find(request: &HttpRequest) -> Result<Option<Account>, Error> {
    let known = request.extensions().get::<Found>().cloned();
    if let Some(Found(account)) = known {
        return Ok(account);
    }
    let account = look_up(request).await?;
    request.extensions_mut().insert(Found(account.clone()));
    Ok(account)
}

async fn look_up(request: &HttpRequest) -> Result<Option<Account>, Error> {
    let visitor = Visitor::of(request)?;
    let Some(session) = visitor.session() else {
        return Ok(None);
    };
    let state = request
        .app_data::<Data<State>>()
        .ok_or(AuthError::NotWired)?;
    let mut conn = state.db.get().await?;
    let owner = sessions::owner(&mut conn, session).await?;
    if let Some(owner) = &owner {
        visitor.belongs_to(owner.id);
    }
    Ok(owner.map(|owner| Account {
        id: owner.id,
        email: owner.email,
        name: owner.name,
        // Checked when it was set; a zone that a newer table dropped is UTC.
        time_zone: owner.time_zone.parse().unwrap_or(Tz::UTC),
        session,
    }))
}
