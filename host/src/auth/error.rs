//! What can go wrong between a person and an account.
//!
//! Typed here, because handlers of this module answer some of them themselves;
//! everywhere else it becomes the host's [`Error`], whose code finds the text
//! that says what to do.

use crate::error::Error;

/// Why a request was not let through.
#[derive(Debug, thiserror::Error)]
pub enum AuthError {
    /// A sign-in link that was used, has run out or was tampered with. One
    /// answer for all three: which it is would only help somebody who guesses.
    #[error("the sign-in link opens nothing")]
    LinkSpent,
    /// What was typed is no mail address.
    #[error("not a mail address")]
    EmailInvalid,
    /// A POST without a CSRF token, or without the cookie that it belongs to.
    #[error("no CSRF token")]
    CsrfMissing,
    /// A CSRF token of another session, or one that was tampered with.
    #[error("a CSRF token of another session")]
    CsrfWrong,
    /// A body that is not the form it should be.
    #[error("unreadable form")]
    FormUnreadable,
    /// Over a rate limit.
    #[error("too many tries")]
    TooMany {
        /// Whole seconds until the next try can succeed.
        retry_after_seconds: u64,
    },
    /// The operating system gave no randomness.
    #[error("no randomness")]
    Randomness(#[from] getrandom::Error),
    /// The application was put together without this module's middleware.
    #[error("sign-in is not wired into this application")]
    NotWired,
    /// The database, or what stands around it.
    #[error(transparent)]
    Host(#[from] Error),
}

impl AuthError {
    /// The code under which the catalogue has the text.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::LinkSpent => "auth-link-spent",
            Self::EmailInvalid => "auth-email-invalid",
            Self::CsrfMissing => "auth-csrf-missing",
            Self::CsrfWrong => "auth-csrf-wrong",
            Self::FormUnreadable => "auth-form-unreadable",
            Self::TooMany { .. } => "too-many-requests",
            Self::Randomness(_) | Self::NotWired => "internal",
            Self::Host(error) => error.code(),
        }
    }
}

impl From<diesel::result::Error> for AuthError {
    fn from(cause: diesel::result::Error) -> Self {
        Self::Host(cause.into())
    }
}

impl From<AuthError> for Error {
    fn from(error: AuthError) -> Self {
        let code = error.code();
        match error {
            AuthError::LinkSpent | AuthError::CsrfMissing | AuthError::CsrfWrong => {
                Self::Forbidden(code)
            }
            AuthError::EmailInvalid => Self::Refused {
                code,
                values: Vec::new(),
            },
            AuthError::FormUnreadable => Self::BadRequest(code),
            AuthError::TooMany {
                retry_after_seconds,
            } => Self::TooMany {
                retry_after_seconds,
            },
            AuthError::Randomness(cause) => Self::internal(cause),
            AuthError::NotWired => Self::internal(AuthError::NotWired),
            AuthError::Host(error) => error,
        }
    }
}
