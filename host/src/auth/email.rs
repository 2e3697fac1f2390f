//! A mail address as accounts know it: valid, and in lower case.
//!
//! The local part is lower-cased too. Strictly a server may tell `Ann@` from
//! `ann@`; none that people use does, and two accounts for one person is the
//! likelier harm. It must not print: logs carry no addresses (HO-150).

use std::fmt;

use lettre::Address;

/// A valid address, lower-cased.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Reads an address as somebody typed it.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        if typed.len() > 254 {
            return None;
        }
        let address: Address = typed.to_lowercase().parse().ok()?;
        // An address without a dot in its host is a slip more often than not,
        // and one of another machine's own users at best.
        let host = address.domain();
        (host.contains('.') || host == "localhost").then(|| Self(address.to_string()))
    }

    /// The address, for the database and for the envelope.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Email;

    #[test]
    fn addresses_are_lower_cased_and_trimmed() {
        let email = Email::parse(" Ann.Other@Example.ORG ").expect("a plain address");
        assert_eq!(email.as_str(), "ann.other@example.org");
        assert_eq!(format!("{email:?}"), "Email(…)");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for wrong in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@host",
            "a b@example.org",
            "ann@example.org\r\nBcc: x@example.org",
        ] {
            assert!(Email::parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
