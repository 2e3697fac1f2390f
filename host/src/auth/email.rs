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
        let is_known = host.contains('.') || host == "localhost";
        let is_number = host.ends_with(|c: char| c.is_ascii_digit());
        (is_known && !is_number && host.split('.').all(is_label) && is_plain(address.user()))
            .then(|| Self(address.to_string()))
    }

    /// The address, for the database and for the envelope.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Part of a host's name (RFC 1123). A name in other letters than these is written in its
/// `xn--` form; an address in numbers is nobody's mail.
fn is_label(label: &str) -> bool {
    let is_of = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=63).contains(&label.len())
        && label.chars().all(is_of)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// A local part that every mail server takes: quotes and letters beyond ASCII are valid
/// on paper, and a mail to them is refused on its way more often than not.
fn is_plain(user: &str) -> bool {
    let is_of = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    (1..=64).contains(&user.len())
        && user.chars().all(is_of)
        && user.split('.').all(|part| !part.is_empty())
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
    fn what_people_have_is_taken() {
        for right in [
            "o'neil+games@mail.example.org",
            "a_b-c@xn--bcher-kva.example",
            "ann@localhost",
        ] {
            assert!(Email::parse(right).is_some(), "{right}");
        }
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
            "ann@[127.0.0.1]",
            "ann@127.0.0.1",
            "ann@-host.org",
            "ann@host..org",
            "ann@host.org.",
            "ann@b\u{fc}cher.example",
            "\"ann other\"@example.org",
            "\u{e4}nn@example.org",
            "ann..other@example.org",
            ".ann@example.org",
        ] {
            assert!(Email::parse(wrong).is_none(), "{wrong:?}");
        }
    }
}
