//! Who a request comes from as far as its cookies tell, without asking the
//! database: a signed session cookie, or an anonymous one made for a form.
//!
//! The [`identify`] middleware reads them before and sets the anonymous cookie
//! after a handler, and only where a form was really shown, so that a plain
//! reader carries no cookie at all.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use actix_web::body::BoxBody;
use actix_web::body::MessageBody;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, CookieJar, Key, SameSite};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};

use super::Auth;
use super::error::AuthError;
use super::next::NextPath;
use super::sessions;
use super::token::{HashedToken, PlainToken};
use crate::app::State;
use crate::error::Error;

/// The cookies of one request. Cheap to clone; all clones are one visitor.
#[derive(Clone)]
pub struct Visitor(Rc<Cookies>);

struct Cookies {
    csrf_key: [u8; 32],
    session: Option<PlainToken>,
    anonymous: RefCell<Anonymous>,
    /// Whose session it is, once the database has been asked.
    account: Cell<Option<i64>>,
}

enum Anonymous {
    None,
    Carried(PlainToken),
    /// Made for a form of this answer; the cookie is to be set.
    Fresh(PlainToken),
}

impl Visitor {
    /// The visitor that the middleware found.
    ///
    /// # Errors
    /// [`AuthError::NotWired`] where the middleware is missing.
    pub fn of(request: &HttpRequest) -> Result<Self, AuthError> {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .ok_or(AuthError::NotWired)
    }

    /// The row that the session cookie points to, if there is a cookie that
    /// this host signed. Whether the row still stands is the database's word.
    #[must_use]
    pub fn session(&self) -> Option<HashedToken> {
        self.0.session.as_ref().map(PlainToken::hashed)
    }

    /// Notes whose session it is.
    pub(crate) fn belongs_to(&self, account: i64) {
        self.0.account.set(Some(account));
    }

    /// A mark of the account under which a browser keeps what is being typed: the same
    /// in all sessions of one account, of no use for anything else, and empty where
    /// nobody is signed in or nobody has asked.
    pub(crate) fn owner(&self) -> String {
        let Some(account) = self.0.account.get() else {
            return String::new();
        };
        let mut hasher = blake3::Hasher::new_keyed(&self.0.csrf_key);
        hasher.update(b"drafts");
        hasher.update(&account.to_le_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The secret that forms of this visitor are checked against.
    pub(crate) fn csrf_secret(&self) -> Option<[u8; 32]> {
        if let Some(session) = &self.0.session {
            return Some(self.bind(b"session", session));
        }
        match &*self.0.anonymous.borrow() {
            Anonymous::None => None,
            Anonymous::Carried(id) | Anonymous::Fresh(id) => Some(self.bind(b"anonymous", id)),
        }
    }

    /// The same for a form that is being shown; makes the anonymous id that it
    /// needs where there is none yet.
    pub(crate) fn csrf_secret_to_show(&self) -> Option<[u8; 32]> {
        if self.0.session.is_none() {
            let mut anonymous = self.0.anonymous.borrow_mut();
            if matches!(*anonymous, Anonymous::None) {
                *anonymous = Anonymous::Fresh(PlainToken::random().ok()?);
            }
        }
        self.csrf_secret()
    }

    fn bind(&self, kind: &[u8], id: &PlainToken) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.0.csrf_key);
        hasher.update(kind);
        hasher.update(id.hashed().as_bytes());
        *hasher.finalize().as_bytes()
    }

    fn fresh_anonymous(&self) -> Option<String> {
        match &*self.0.anonymous.borrow() {
            Anonymous::Fresh(id) => Some(id.reveal()),
            Anonymous::None | Anonymous::Carried(_) => None,
        }
    }
}

impl fmt::Debug for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Visitor(session: {})", self.0.session.is_some())
    }
}

/// Middleware (`actix_web::middleware::from_fn`): knows the visitor before the
/// handler; after it sets the anonymous cookie if a form needs one, and sends
/// a person who wants a page that needs an account to sign in and come back.
///
/// # Errors
/// Only what the wrapped service fails with.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let Some(state) = request.app_data::<Data<State>>().cloned() else {
        return Err(Error::from(AuthError::NotWired).into());
    };
    let auth = &state.auth;
    let visitor = Visitor(Rc::new(Cookies {
        csrf_key: auth.keys.csrf,
        session: read(&request, &auth.keys.cookies, auth.session_cookie_name()),
        anonymous: RefCell::new(
            read(&request, &auth.keys.cookies, auth.anonymous_cookie_name())
                .map_or(Anonymous::None, Anonymous::Carried),
        ),
        account: Cell::new(None),
    }));
    request.extensions_mut().insert(visitor.clone());
    let mut response = next.call(request).await?.map_into_boxed_body();
    if let Some(place) = sign_in_place(&response) {
        let request = response.request().clone();
        let redirect = HttpResponse::SeeOther()
            .insert_header((header::LOCATION, place))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish();
        response = ServiceResponse::new(request, redirect);
    }
    if let Some(id) = visitor.fresh_anonymous() {
        let cookie = auth.cookie(auth.anonymous_cookie_name(), id, None);
        response.response_mut().add_cookie(&cookie)?;
    }
    Ok(response)
}

/// Where to send who needs to sign in: only a browser that asked for a page.
/// What was posted cannot be carried along, and a program wants the refusal.
fn sign_in_place(response: &ServiceResponse<BoxBody>) -> Option<String> {
    let error = response.response().error()?.as_error::<Error>()?;
    let request = response.request();
    let wants_page = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if !matches!(error, Error::SignInNeeded) || request.method() != Method::GET || !wants_page {
        return None;
    }
    let next = NextPath::parse(&request.uri().to_string());
    Some(format!("/sign-in?next={}", next.as_query_value()))
}

fn read(request: &ServiceRequest, key: &Key, name: &str) -> Option<PlainToken> {
    let cookie = request.cookie(name)?;
    let verified = CookieJar::new().signed(key).verify(cookie)?;
    PlainToken::parse(verified.value())
}

/// The row that a request's session cookie points to, where no middleware has looked
/// yet: nothing without a cookie that this host signed.
pub(crate) fn session(request: &ServiceRequest, auth: &Auth) -> Option<HashedToken> {
    let session = read(request, &auth.keys.cookies, auth.session_cookie_name())?;
    Some(session.hashed())
}

impl Auth {
    // `__Host-` makes the browser refuse the cookie from a subdomain or over
    // plain http; it also refuses it *on* plain http, where play is local.
    pub(crate) fn session_cookie_name(&self) -> &'static str {
        if self.secure {
            "__Host-fieldpost"
        } else {
            "fieldpost"
        }
    }

    pub(crate) fn anonymous_cookie_name(&self) -> &'static str {
        if self.secure {
            "__Host-fieldpost-form"
        } else {
            "fieldpost-form"
        }
    }

    /// What a browser gets when its link was spent: the session, and the end
    /// of the anonymous id, whose forms are void from here on.
    pub(crate) fn signed_in_cookies(&self, session: &PlainToken) -> [Cookie<'static>; 2] {
        let age = Duration::days(i64::from(sessions::DAYS));
        let name = self.session_cookie_name();
        [
            self.cookie(name, session.reveal(), Some(age)),
            self.ended(self.anonymous_cookie_name()),
        ]
    }

    /// What a browser gets when it signs out.
    pub(crate) fn signed_out_cookie(&self) -> Cookie<'static> {
        self.ended(self.session_cookie_name())
    }

    fn ended(&self, name: &'static str) -> Cookie<'static> {
        self.cookie(name, String::new(), Some(Duration::ZERO))
    }

    /// A signed cookie with the attributes that all of ours have. Without an
    /// age it goes when the browser closes.
    fn cookie(
        &self,
        name: &'static str,
        value: String,
        max_age: Option<Duration>,
    ) -> Cookie<'static> {
        let mut cookie = Cookie::build(name, value)
            .path("/")
            .http_only(true)
            .secure(self.secure)
            .same_site(SameSite::Lax)
            .finish();
        cookie.set_max_age(max_age);
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.keys.cookies).add(cookie.clone());
        jar.get(name).cloned().unwrap_or(cookie)
    }
}

#[cfg(test)]
mod tests {
    use super::Auth;
    use crate::auth::keys::Keys;
    use crate::auth::limits::Limits;
    use crate::auth::token::PlainToken;
    use crate::config::Secret;

    fn auth(secure: bool) -> Auth {
        Auth {
            keys: Keys::derive(&Secret::new(&[7; 32])),
            limits: Limits::new([7; 32]),
            secure,
        }
    }

    #[test]
    fn behind_https_cookies_are_bound_to_the_host_and_to_tls() {
        let token = PlainToken::derive(&[1; 32], b"session");
        let [session, form] = auth(true).signed_in_cookies(&token);
        for cookie in [&session, &form, &auth(true).signed_out_cookie()] {
            assert!(cookie.name().starts_with("__Host-"), "{cookie}");
            assert_eq!(cookie.secure(), Some(true));
            assert_eq!(cookie.http_only(), Some(true));
            assert_eq!(cookie.path(), Some("/"));
            assert_eq!(cookie.domain(), None);
        }
        // The signature stands before the id.
        assert!(session.value().ends_with(&token.reveal()) && session.value() != token.reveal());
        let [plain, _] = auth(false).signed_in_cookies(&token);
        assert_eq!((plain.name(), plain.secure()), ("fieldpost", Some(false)));
    }
}
