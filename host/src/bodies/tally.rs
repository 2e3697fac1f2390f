//! How many bodies are on their way in, by sender, and how many bytes of them are
//! held. Each process counts its own: it is its own memory and its own sockets.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{auth::HashedToken, error::Error};

/// Bodies of one sender at a time. A program sends side by side, and a club may sit
/// behind one address; neither comes near it for longer than a moment.
const OF_ONE: usize = 64;

/// Bodies of all strangers together: what they hold is a quarter of the sockets that a
/// process usually has, and players have the rest.
const OF_STRANGERS: usize = 256;

/// Bodies of all sessions together.
const OF_SESSIONS: usize = 512;

/// Bytes of all of them together.
const BYTES: usize = 64 * 1024 * 1024;

/// When to try again: most of what comes in is whole by then.
const AGAIN_SECONDS: u64 = 5;

/// Whose body it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sender {
    /// Somebody with a cookie that this host signed.
    Session(HashedToken),
    /// Somebody else, by where they are.
    Place([u8; 8]),
}

/// The count. Cloning it is cheap and gives the same count.
#[derive(Clone, Debug, Default)]
pub struct Bodies(Arc<Mutex<Tally>>);

#[derive(Debug, Default)]
struct Tally {
    by_sender: HashMap<Sender, usize>,
    of_strangers: usize,
    of_sessions: usize,
    bytes: usize,
}

impl Bodies {
    /// One body more.
    ///
    /// # Errors
    /// [`Error::TooMany`] where this sender, or all together, have enough of them.
    pub(super) fn begin(&self, sender: Sender) -> Result<Slot, Error> {
        let mut tally = self.tally();
        let own = tally.by_sender.get(&sender).copied().unwrap_or(0);
        let (all, most) = match sender {
            Sender::Session(_) => (&mut tally.of_sessions, OF_SESSIONS),
            Sender::Place(_) => (&mut tally.of_strangers, OF_STRANGERS),
        };
        if own >= OF_ONE || *all >= most {
            return Err(too_many());
        }
        *all += 1;
        tally.by_sender.insert(sender, own + 1);
        Ok(Slot {
            bodies: self.clone(),
            sender: Some(sender),
            bytes: 0,
        })
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_many() -> Error {
    Error::TooMany {
        retry_after_seconds: AGAIN_SECONDS,
    }
}

/// One body's place in the count; dropping it gives the place back.
#[derive(Debug)]
pub(super) struct Slot {
    bodies: Bodies,
    /// Nothing once the body has come in.
    sender: Option<Sender>,
    bytes: usize,
}

impl Slot {
    /// So many bytes more are held.
    ///
    /// # Errors
    /// [`Error::TooMany`] where all together hold enough.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Error> {
        let mut tally = self.bodies.tally();
        if tally.bytes + bytes > BYTES {
            return Err(too_many());
        }
        tally.bytes += bytes;
        self.bytes += bytes;
        Ok(())
    }

    /// The body is whole: nobody waits for it any more. Its bytes are still held.
    pub(super) fn arrived(&mut self) {
        let Some(sender) = self.sender.take() else {
            return;
        };
        let mut tally = self.bodies.tally();
        match sender {
            Sender::Session(_) => tally.of_sessions -= 1,
            Sender::Place(_) => tally.of_strangers -= 1,
        }
        let left = tally.by_sender.get(&sender).map_or(0, |own| own - 1);
        match left {
            0 => tally.by_sender.remove(&sender),
            left => tally.by_sender.insert(sender, left),
        };
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.arrived();
        self.bodies.tally().bytes -= self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Bodies, OF_ONE, OF_STRANGERS, Sender};

    fn place(number: u8) -> Sender {
        Sender::Place([number; 8])
    }

    #[test]
    fn one_sender_fills_its_own_share_and_nobody_elses() {
        let bodies = Bodies::default();
        let mut slots: Vec<_> = (0..OF_ONE).map(|_| bodies.begin(place(1))).collect();
        assert!(slots.iter().all(Result::is_ok) && bodies.begin(place(1)).is_err());
        assert!(bodies.begin(place(2)).is_ok());
        slots.pop();
        assert!(bodies.begin(place(1)).is_ok());
    }

    #[test]
    fn strangers_together_have_an_end_and_give_all_of_it_back() {
        let bodies = Bodies::default();
        let many = OF_STRANGERS.div_ceil(OF_ONE);
        let slots: Vec<_> = (0..many * OF_ONE)
            .map(|n| bodies.begin(place(u8::try_from(n / OF_ONE).expect("a few"))))
            .collect();
        assert!(slots.iter().all(Result::is_ok));
        assert!(bodies.begin(place(200)).is_err());
        drop(slots);
        assert!(bodies.begin(place(200)).is_ok());
        assert!(bodies.tally().by_sender.is_empty() && bodies.tally().of_strangers == 0);
    }

    #[test]
    fn bytes_are_held_until_their_body_is_done_with() {
        let bodies = Bodies::default();
        let mut first = bodies.begin(place(1)).expect("a slot");
        assert!(first.hold(BYTES).is_ok());
        first.arrived();
        let mut second = bodies.begin(place(2)).expect("a slot");
        assert!(second.hold(1).is_err());
        drop(first);
        assert!(second.hold(1).is_ok());
    }
}
