//! Where to go after signing in: a path of this host and nothing else.
//!
//! Parsed once, at the border; a [`NextPath`] can be put into a `Location`
//! header without another look. It must never come to name another host.

use std::fmt;

/// Longer paths than this are none of ours.
const LONGEST: usize = 512;

/// A local path with its query, such as `/games/k3v…/turns/4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextPath(String);

impl NextPath {
    /// The start page.
    #[must_use]
    pub fn home() -> Self {
        Self("/".to_owned())
    }

    /// Reads a wish out of a query or a form. What is not plainly a local path
    /// becomes the start page: a person who followed a bent link should still
    /// get in, only not where the link wanted.
    #[must_use]
    pub fn parse(wish: &str) -> Self {
        if is_local(wish) {
            Self(wish.to_owned())
        } else {
            Self::home()
        }
    }

    /// The path as it goes into a header or a form field.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path as the value of a query parameter.
    #[must_use]
    pub fn as_query_value(&self) -> String {
        let mut value = String::with_capacity(self.0.len());
        for byte in self.0.bytes() {
            if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
                value.push(char::from(byte));
            } else {
                value.push_str(&format!("%{byte:02X}"));
            }
        }
        value
    }
}

impl fmt::Display for NextPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_local(wish: &str) -> bool {
    // Browsers read `//host`, `/\host` and, after dropping tabs and line ends,
    // `/⇥/host` as another host; so only visible ASCII without backslashes
    // passes, and the second character is never a slash.
    wish.len() <= LONGEST
        && wish.starts_with('/')
        && !wish.starts_with("//")
        && wish.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
        // Coming back to the sign-in pages would only go round in circles.
        && !wish.starts_with("/sign-")
}

#[cfg(test)]
mod tests {
    use super::NextPath;

    #[test]
    fn local_paths_pass() {
        for path in [
            "/",
            "/games/abc",
            "/games/abc?turn=3#map",
            "/invitations/x-_y",
        ] {
            assert_eq!(NextPath::parse(path).as_str(), path);
        }
    }

    #[test]
    fn everything_else_becomes_the_start_page() {
        let long = format!("/{}", "a".repeat(600));
        for wish in [
            "",
            "games",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/a\r\nSet-Cookie: x=y",
            "/ü",
            " /a",
            "/sign-in",
            "/sign-out",
            &long,
        ] {
            assert_eq!(NextPath::parse(wish), NextPath::home(), "{wish:?}");
        }
    }

    #[test]
    fn a_query_value_cannot_end_its_parameter() {
        let path = NextPath::parse("/a?b=c&d=e");
        assert_eq!(path.as_query_value(), "/a%3Fb%3Dc%26d%3De");
    }
}
