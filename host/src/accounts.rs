//! People's accounts.
