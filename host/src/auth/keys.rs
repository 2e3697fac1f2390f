//! The keys that the host's one secret stands for, each for one purpose.
//!
//! Derived, never stored: whoever reads the database has none of them, and one
//! that leaks opens nothing that another guards. Changing the secret signs
//! everybody out and kills links under way, and harms nothing else.

use std::fmt;

use actix_web::cookie::Key;

use crate::config::Secret;

/// Keys for cookies, forms, links and mail.
pub struct Keys {
    /// Signs cookies, and seals what a row must carry but not show.
    pub(crate) cookies: Key,
    /// Makes CSRF tokens out of session ids.
    pub(crate) csrf: [u8; 32],
    /// Makes sign-in links out of outbox rows.
    pub(crate) sign_in: [u8; 32],
    /// Makes invitation links out of seats.
    pub(crate) invitation: [u8; 32],
    /// Hashes the passwords of games.
    pub(crate) game_password: [u8; 32],
    /// Makes Message-IDs that count nothing.
    pub(crate) mail: [u8; 32],
}

impl Keys {
    /// Derives every key from the host's secret.
    #[must_use]
    pub fn derive(secret: &Secret) -> Self {
        let mut cookies = [0; 64];
        cookies[..32].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, signing"));
        cookies[32..].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, sealing"));
        Self {
            cookies: Key::from(&cookies),
            csrf: secret.derive("fieldpost 2026-01 csrf"),
            sign_in: secret.derive("fieldpost 2026-01 sign-in links"),
            invitation: secret.derive("fieldpost 2026-01 invitation links"),
            game_password: secret.derive("fieldpost 2026-11 game passwords"),
            mail: secret.derive("fieldpost 2026-01 message ids"),
        }
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}
