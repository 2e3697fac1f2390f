//! A value that the copies of a game have in common until one of them changes it.
//!
//! An order touches a unit or a seat, and a copy of the game is made for each one
//! that is sent: what only a turn changes must not be copied with it. Writing looks
//! like writing to the value itself; the first write to a copy parts it from the rest.

use alloc::sync::Arc;
use core::ops::{Deref, DerefMut};

/// A value behind a count of its users, parted at the first write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared<T>(Arc<T>);

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}
