//! Sign-in links, sessions, CSRF.
