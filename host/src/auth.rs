//! Accounts by mail address and sign-in link; sessions; forms; rate limits.
//!
//! A visitor is known by a signed cookie ([`visitor`]), a person by the session
//! row it points to ([`signed_in`]), a form by its token ([`csrf`]). No answer
//! given here may tell whether an address has an account, and no secret is
//! stored: rows hold hashes, links follow from the host's key.

pub mod address;
pub mod csrf;
pub mod email;
pub mod error;
pub mod invitations;
pub mod keys;
pub mod limits;
pub mod links;
pub mod next;
pub mod sessions;
pub mod signed_in;
pub mod token;
pub mod visitor;

pub use csrf::{Csrf, CsrfForm};
pub use email::Email;
pub use error::AuthError;
pub use next::NextPath;
pub use signed_in::{Account, MaybeSignedIn, SignedIn};
pub use token::{HashedToken, PlainToken};
pub use visitor::identify;

use keys::Keys;
use limits::Limits;

use crate::config::Config;

/// What signing in needs to know, shared by all of a process's workers.
#[derive(Debug)]
pub struct Auth {
    pub(crate) keys: Keys,
    /// How much one may ask of the host.
    pub limits: Limits,
    /// Whether browsers reach this host by https: then cookies are `Secure`.
    pub(crate) secure: bool,
}

impl Auth {
    /// From the host's settings.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn new(config: &Config) -> Result<Self, AuthError> {
        let mut limits_key = [0; 32];
        getrandom::fill(&mut limits_key)?;
        Ok(Self {
            keys: Keys::derive(&config.secret),
            limits: Limits::new(limits_key),
            secure: config.public_url.is_https(),
        })
    }
}
