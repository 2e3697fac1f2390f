//! What can go wrong with a request, as a value with a code.
//!
//! A program gets a problem document (RFC 9457), a person a page made by
//! `pages`. Neither is ever shown the cause of an internal error.

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{StatusCode, header},
    middleware::Next,
};
use serde::Serialize;

use crate::pages;

mod typed;

pub use typed::Back;
use typed::Typed;

/// Why a request was not served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule says no; the code and the values come from the rule.
    #[error("refused: {code}")]
    Refused {
        /// Kebab-case code, found in the catalogue of texts.
        code: &'static str,
        /// What the text fills in.
        values: Vec<(&'static str, String)>,
    },
    /// The request itself makes no sense: not JSON, a field missing.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    /// Nobody is signed in, and somebody must be.
    #[error("sign-in needed")]
    SignInNeeded,
    /// Somebody is signed in who may not do this, or a form's token is wrong.
    #[error("forbidden: {0}")]
    Forbidden(&'static str),
    /// There is no such thing, or it is not for this reader: one answer.
    #[error("not found")]
    NotFound,
    /// It clashes with what was done before.
    #[error("conflict: {0}")]
    Conflict(&'static str),
    /// It is longer than what is taken at once.
    #[error("too large")]
    TooLarge,
    /// Its body is packed, and no body is unpacked here.
    #[error("a packed body")]
    Encoded,
    /// Its body did not come in time.
    #[error("too slow")]
    TooSlow,
    /// Too many requests of this kind.
    #[error("too many requests")]
    TooMany {
        /// When to try again.
        retry_after_seconds: u64,
    },
    /// Anything else. The cause is logged and never shown.
    #[error("internal error")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps a cause that only the log may see.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// The code that people's texts and programs are chosen by.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused { code, .. }
            | Self::BadRequest(code)
            | Self::Forbidden(code)
            | Self::Conflict(code) => code,
            Self::SignInNeeded => "sign-in-needed",
            Self::NotFound => "not-found",
            Self::TooLarge => "too-large",
            Self::Encoded => "content-encoding",
            Self::TooSlow => "too-slow",
            Self::TooMany { .. } => "too-many-requests",
            Self::Internal(_) => "internal",
        }
    }

    /// What may be told of it.
    pub fn problem(&self) -> Problem {
        let values = match self {
            Self::Refused { values, .. } => values.clone(),
            Self::TooMany {
                retry_after_seconds,
            } => {
                vec![("seconds", retry_after_seconds.to_string())]
            }
            _ => Vec::new(),
        };
        Problem {
            status: self.status_code(),
            code: self.code(),
            values,
        }
    }
}

impl From<diesel::result::Error> for Error {
    fn from(cause: diesel::result::Error) -> Self {
        match cause {
            diesel::result::Error::NotFound => Self::NotFound,
            other => Self::internal(other),
        }
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::SignInNeeded => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Encoded => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Self::TooMany {
            retry_after_seconds,
        } = self
        {
            response.insert_header((header::RETRY_AFTER, *retry_after_seconds));
        }
        self.problem().respond(response)
    }
}

/// The part of an error that leaves the house.
#[derive(Clone, Debug)]
pub struct Problem {
    /// HTTP status.
    pub status: StatusCode,
    /// Kebab-case code; the texts have one entry for each.
    pub code: &'static str,
    /// What the text fills in.
    pub values: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
struct Document<'a> {
    r#type: &'static str,
    title: &'a str,
    status: u16,
    code: &'a str,
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    values: serde_json::Map<String, serde_json::Value>,
}

impl Problem {
    fn respond(&self, mut response: actix_web::HttpResponseBuilder) -> HttpResponse {
        let document = Document {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            code: self.code,
            values: self
                .values
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone().into()))
                .collect(),
        };
        response
            .insert_header((header::CONTENT_TYPE, "application/problem+json"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(serde_json::to_string(&document).unwrap_or_default())
    }

    /// The problem an error response stands for, whoever made it.
    fn of(response: &HttpResponse<impl MessageBody>) -> Self {
        if let Some(error) = response.error().and_then(|e| e.as_error::<Error>()) {
            return error.problem();
        }
        let code = match response.status() {
            StatusCode::NOT_FOUND => "not-found",
            StatusCode::METHOD_NOT_ALLOWED => "method-not-allowed",
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            status if status.is_client_error() => "bad-request",
            _ => "internal",
        };
        Self {
            status: response.status(),
            code,
            values: Vec::new(),
        }
    }
}

/// Middleware: logs the cause of what failed inside, and gives every failed
/// request one shape: a page for readers of pages, with what they had typed, else a
/// problem document. Of a form that went through it tells the script that keeps drafts.
pub async fn present(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let typed = Typed::watch(&mut request);
    let response = match next.call(request).await {
        Ok(response) => response.map_into_boxed_body(),
        // Middleware failed before there was a response; it becomes a problem
        // document, and its cause must not be lost.
        Err(error) => {
            log_error("", &error);
            return Err(error);
        }
    };
    let mut response = response;
    let status = response.status();
    if status.is_server_error() {
        log_cause(&response);
    }
    if !status.is_client_error() && !status.is_server_error() {
        typed::confirm(&mut response);
        return Ok(response);
    }
    // A handler that made its own page for a failed form has said it all.
    if response.response().error().is_none() && has_content(&response) {
        return Ok(response);
    }
    let problem = Problem::of(response.response());
    let request = response.request().clone();
    let page = if wants_page(&request) {
        let back = match typed {
            Some(typed) => typed.read(&request).await,
            None => Back::default(),
        };
        pages::error_page(&problem, back)
    } else {
        None
    };
    let (_, old) = response.into_parts();
    let mut built = HttpResponse::build(status);
    for (name, value) in old.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            built.append_header((name, value));
        }
    }
    let new = match page {
        Some(page) => built
            .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(page),
        None => problem.respond(built),
    };
    Ok(ServiceResponse::new(request, new))
}

fn has_content(response: &ServiceResponse<BoxBody>) -> bool {
    response.headers().contains_key(header::CONTENT_TYPE)
}

fn log_cause(response: &ServiceResponse<BoxBody>) {
    // The pattern and not the path: paths may hold tokens.
    let pattern = response.request().match_pattern().unwrap_or_default();
    if let Some(error) = response.response().error() {
        log_error(&pattern, error);
    }
}

fn log_error(pattern: &str, error: &actix_web::Error) {
    match error.as_error::<Error>() {
        Some(Error::Internal(cause)) => tracing::error!(pattern, ?cause, "request failed"),
        _ => tracing::error!(pattern, cause = %error, "request failed"),
    }
}

/// Browsers name HTML in `Accept`; programs that want JSON do not.
fn wants_page(request: &HttpRequest) -> bool {
    request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}
