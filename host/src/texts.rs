//! Every text for people, by code.
