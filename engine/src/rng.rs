//! Randomness: one stream an engagement, keyed by what names it, so that no
//! fight's draws depend on another's (EN-020). Nothing else draws (TM-110).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::ids::Seq;

/// Where a fight's draws come from. The game's come from a [`Stream`]; tests
/// bring their own, so that every number of a fight can be worked out by hand.
pub trait Draws {
    /// A number below `n`, which is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

/// A stream of draws.
#[derive(Debug)]
pub struct Stream {
    rng: ChaCha8Rng,
}

impl Stream {
    /// The stream of one engagement of a game.
    pub fn of_engagement(seed: &[u8; 32], turn: u32, acting: Seq, ordinal: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost engagement v1");
        hasher.update(seed).update(&turn.to_le_bytes());
        hasher
            .update(&acting.0.to_le_bytes())
            .update(&ordinal.to_le_bytes());
        Self {
            rng: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()),
        }
    }

    /// The stream of one draft of a generated map, which is part of no game
    /// (WO-610). `settings` are what was asked for, a byte each.
    pub(crate) fn of_map(seed: &[u8; 32], settings: [u8; 4], attempt: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost map v1");
        hasher.update(seed).update(&settings);
        hasher.update(&attempt.to_le_bytes());
        Self {
            rng: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()),
        }
    }

    /// The stream of a drill, which is part of no game (EN-160).
    pub fn of_drill(seed: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost drill v1");
        hasher.update(&seed.to_le_bytes());
        Self {
            rng: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()),
        }
    }
}

/// The streams of a prediction, which know no seed (EN-140): one for each run.
#[derive(Clone, Debug)]
pub struct Predictions(blake3::Hasher);

impl Predictions {
    /// Of what is to be predicted.
    pub fn of(inputs: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("fieldpost predictor v1");
        hasher.update(inputs);
        Self(hasher)
    }

    /// The stream of one run.
    pub fn run(&self, run: u32) -> Stream {
        let mut hasher = self.0.clone();
        hasher.update(&run.to_le_bytes());
        Stream {
            rng: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()),
        }
    }
}

impl Draws for Stream {
    /// A number below `n`, every one as likely: a word at a time, rejected at or
    /// above the largest multiple of `n`. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32 {
        let limit = (1_u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = self.rng.next_u32();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }
}
