//! What an operator can do (HO-160), whether at the command line or on the page:
//! one function an act, each recorded in the transaction that does it.
//!
//! There is no way here to enter, change or read an order, a view or a seed.

pub mod games;
pub mod list;
pub mod mails;
pub mod people;
pub mod retention;
