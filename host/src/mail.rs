//! The outbox and what sends it.
