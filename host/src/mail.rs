//! Outgoing mail: rows of the outbox become messages.
//!
//! Whoever changes the world adds a row in the same transaction and never
//! sends. A worker calls [`step`], which leases one row, commits, composes and
//! sends with no transaction open, and marks the row. Two processes never have
//! the same row at once; one that dies between sending and marking makes the
//! mail go out again under the same Message-ID. Rows are never deleted.

pub mod outbox;
