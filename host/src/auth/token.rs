//! Secrets that stand for a person: sign-in links, session ids, invitations.
//!
//! A [`PlainToken`] is what travels (in a mail, in a cookie); a [`HashedToken`]
//! is what is stored. Neither prints, and a plain one can be neither copied nor
//! compared: the only way on is to hash it and look the hash up.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Keeps stored hashes apart from every other use of BLAKE3 in the project.
const HASH_CONTEXT: &str = "fieldpost 2026-01 stored token hash";

/// 256 bits that open something. Made once, handed out once.
pub struct PlainToken([u8; 32]);

impl PlainToken {
    /// A fresh token from the operating system's generator.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The token that belongs to `about` under `key`. Only a holder of the key
    /// can make it, and makes the same one every time: this is how a mail that
    /// is sent again carries the same link without the link being stored.
    #[must_use]
    pub fn derive(key: &[u8; 32], about: &[u8]) -> Self {
        Self(*blake3::keyed_hash(key, about).as_bytes())
    }

    /// Reads what [`Self::reveal`] wrote; anything else is no token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// The text form, 43 characters that are safe in a URL, for the one place
    /// that hands the token to its owner.
    #[must_use]
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What may be stored.
    #[must_use]
    pub fn hashed(&self) -> HashedToken {
        HashedToken(blake3::derive_key(HASH_CONTEXT, &self.0))
    }
}

impl fmt::Debug for PlainToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlainToken(…)")
    }
}

/// The stored side of a token. Knowing it opens nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HashedToken([u8; 32]);

impl HashedToken {
    /// The bytes as the database keeps them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// From a stored value; anything but 32 bytes is none.
    #[must_use]
    pub fn from_stored(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// A name for a row in a form of its own owner, such as "revoke this one".
    #[must_use]
    pub fn handle(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Reads what [`Self::handle`] wrote.
    #[must_use]
    pub fn from_handle(text: &str) -> Option<Self> {
        Self::from_stored(&URL_SAFE_NO_PAD.decode(text).ok()?)
    }
}

impl fmt::Debug for HashedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashedToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{HashedToken, PlainToken};

    #[test]
    fn a_token_survives_its_text_form_and_nothing_else_parses() {
        let token = PlainToken::derive(&[7; 32], b"somebody");
        let text = token.reveal();
        assert_eq!(text.len(), 43);
        let read = PlainToken::parse(&text).expect("its own text form");
        assert_eq!(read.hashed(), token.hashed());
        for wrong in [
            "",
            "short",
            &text[1..],
            &format!("{text}A"),
            &format!("{text}="),
        ] {
            assert!(PlainToken::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn nothing_of_a_token_prints() {
        let token = PlainToken::derive(&[7; 32], b"somebody");
        assert_eq!(
            format!("{token:?} {:?}", token.hashed()),
            "PlainToken(…) HashedToken(…)"
        );
    }

    #[test]
    fn derived_tokens_differ_by_key_and_by_matter() {
        let one = PlainToken::derive(&[7; 32], b"a").hashed();
        assert_ne!(one, PlainToken::derive(&[8; 32], b"a").hashed());
        assert_ne!(one, PlainToken::derive(&[7; 32], b"b").hashed());
        assert_eq!(one, PlainToken::derive(&[7; 32], b"a").hashed());
    }

    #[test]
    fn a_handle_names_the_same_row() {
        let hash = PlainToken::derive(&[7; 32], b"a").hashed();
        assert_eq!(HashedToken::from_handle(&hash.handle()), Some(hash));
        assert_eq!(HashedToken::from_handle("x"), None);
    }
}
