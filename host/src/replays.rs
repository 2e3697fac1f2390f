//! Replayed games, kept while they are useful: a bounded cache by game and
//! place in the log. Dropping any of it, at any time, costs time and nothing
//! else; nothing may be kept here that the log does not say.

use std::{sync::Arc, time::Instant};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost_engine::{
    game::Game,
    log::{Hash, Header, OrderRecord, chain_next},
    ruleset::RULES_VERSION,
    turn::TurnResult,
};
use moka::{future::Cache, policy::EvictionPolicy};

use crate::{
    db::Db,
    error::Error,
    metrics::Metrics,
    schema::{games, log},
};

mod stored;

use stored::{advance, beginning, records};

/// How many states are kept. The largest are a few hundred kilobytes.
const STATES: u64 = 256;

/// A game as it stands behind one record of its log.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game's public key.
    pub key: Arc<str>,
    /// What the game is determined by, without its seed.
    pub header: Arc<Header>,
    /// The state.
    pub game: Game,
    /// The last record that is in it; 0 before the first.
    pub seq: u32,
    /// The chain's value there.
    pub chain: Hash,
    /// Records of each seat so far, by seat.
    pub counts: Vec<Count>,
    /// What the last turn that was closed came to.
    pub last_turn: Option<Arc<TurnResult>>,
}

/// How many records a seat has put into the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Since the game began.
    pub total: u32,
    /// In the turn that is open.
    pub this_turn: u32,
}

/// Why a log cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The log could not be read: worth another try.
    #[error(transparent)]
    Read(#[from] Error),
    /// The game was begun under rules that this program does not have.
    #[error("the game has rules version {0}, this program has {RULES_VERSION}")]
    Version(u32),
    /// The game was begun under a ruleset that this program does not have.
    #[error("the game has the ruleset {0}, which this program does not have")]
    Ruleset(String),
    /// The log says something impossible: trying again will not help.
    #[error("record {seq}: {cause}")]
    Broken {
        /// The record it failed at.
        seq: u32,
        /// What the engine said.
        cause: String,
    },
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Read(error) => error,
            ReplayError::Version(_) | ReplayError::Ruleset(_) => Self::Conflict("rules-version"),
            broken @ ReplayError::Broken { .. } => Self::internal(broken),
        }
    }
}

/// The cache. Cloning it is cheap and gives the same cache.
#[derive(Clone, Debug)]
pub struct Replays {
    states: Cache<(i64, u32), Arc<Replayed>>,
    /// Where each game was last replayed to, to go on from there.
    newest: Cache<i64, u32>,
    metrics: Arc<Metrics>,
}

impl Default for Replays {
    fn default() -> Self {
        Self {
            // The newest state is the one that is wanted next, however seldom its key
            // has been asked for: the least recently used one goes.
            states: recent(STATES),
            newest: recent(STATES),
            metrics: Arc::default(),
        }
    }
}

impl Replays {
    /// An empty cache whose replays are counted there.
    #[must_use]
    pub fn counted(metrics: &Arc<Metrics>) -> Self {
        Self {
            metrics: Arc::clone(metrics),
            ..Self::default()
        }
    }

    /// The game as it stands behind record `seq` of its log.
    ///
    /// # Errors
    /// Where the log cannot be read or replayed.
    pub async fn at(&self, db: &Db, game_id: i64, seq: u32) -> Result<Arc<Replayed>, ReplayError> {
        if let Some(found) = self.states.get(&(game_id, seq)).await {
            return Ok(found);
        }
        let begin = match self.before(game_id, seq).await {
            Some(begin) => begin,
            None => {
                let mut conn = db.get().await?;
                Arc::new(beginning(&mut conn, game_id).await?)
            }
        };
        let records = {
            let mut conn = db.get().await?;
            records(&mut conn, game_id, begin.seq, seq).await?
        };
        let began = Instant::now();
        // A turn may take a while; the web worker has others to serve.
        let states = tokio::task::spawn_blocking(move || advance(&begin, &records, seq))
            .await
            .unwrap_or_else(|panic| {
                Err(ReplayError::Broken {
                    seq,
                    cause: format!("the engine stopped: {panic}"),
                })
            })?;
        self.metrics.time(
            "fieldpost_replay_seconds_sum",
            "fieldpost_replay_seconds_count",
            began.elapsed(),
        );
        let mut last = None;
        for state in states {
            let state = Arc::new(state);
            self.keep(game_id, Arc::clone(&state)).await;
            last = Some(state);
        }
        last.ok_or(ReplayError::Broken {
            seq,
            cause: "no such record".to_owned(),
        })
    }

    /// The game as the close of `turn` left it; turn 0 is its beginning.
    ///
    /// # Errors
    /// [`Error::NotFound`] if that turn is not closed, else as for [`Self::at`].
    pub async fn after_turn(
        &self,
        db: &Db,
        game_id: i64,
        turn: u32,
    ) -> Result<Arc<Replayed>, ReplayError> {
        if turn == 0 {
            return self.at(db, game_id, 0).await;
        }
        let seq: i32 = {
            let mut conn = db.get().await?;
            log::table
                .filter(log::game_id.eq(game_id))
                .filter(log::turn.eq(i32::try_from(turn).map_err(|_| Error::NotFound)?))
                .filter(log::kind.eq("CloseOrders"))
                .select(log::seq)
                .first(&mut conn)
                .await
                .map_err(Error::from)?
        };
        self.at(db, game_id, unsigned(seq)).await
    }

    /// The game as it stood when the orders of `turn` were in and it had not closed.
    ///
    /// # Errors
    /// As for [`Self::after_turn`].
    pub async fn ordered(
        &self,
        db: &Db,
        game_id: i64,
        turn: u32,
    ) -> Result<Arc<Replayed>, ReplayError> {
        let opened = turn.checked_sub(1).ok_or(Error::NotFound)?;
        let opened = self.after_turn(db, game_id, opened).await?;
        let closed = self.after_turn(db, game_id, turn).await?;
        let seq = closed.seq.saturating_sub(1);
        if seq <= opened.seq {
            return Ok(opened);
        }
        let records = {
            let mut conn = db.get().await?;
            records(&mut conn, game_id, opened.seq, seq).await?
        };
        let states = advance(&opened, &records, seq)?;
        let last = states.into_iter().next_back().map(Arc::new);
        last.ok_or(ReplayError::Read(Error::NotFound))
    }

    /// The open turn as it stood when it opened and behind each of these records, which
    /// are in it and rise.
    ///
    /// # Errors
    /// As for [`Self::after_turn`].
    pub async fn within(
        &self,
        db: &Db,
        game_id: i64,
        turn: u32,
        ends: &[u32],
    ) -> Result<Vec<Replayed>, ReplayError> {
        let opened = turn.checked_sub(1).ok_or(Error::NotFound)?;
        let opened = self.after_turn(db, game_id, opened).await?;
        let last = ends.last().copied().unwrap_or(opened.seq);
        let records = {
            let mut conn = db.get().await?;
            records(&mut conn, game_id, opened.seq, last).await?
        };
        let mut states = vec![Replayed::clone(&opened)];
        let mut rest = records.as_slice();
        for end in ends {
            let count = rest.partition_point(|record| unsigned(record.seq) <= *end);
            let (these, later) = rest.split_at(count);
            let begin = states.last().unwrap_or(&opened);
            let state = advance(begin, these, *end)?.pop();
            states.extend(state);
            rest = later;
        }
        Ok(states)
    }

    /// The game as it stands at the end of its log.
    ///
    /// # Errors
    /// As for [`Self::at`].
    pub async fn head(&self, db: &Db, game_id: i64) -> Result<Arc<Replayed>, ReplayError> {
        let seq: i32 = {
            let mut conn = db.get().await?;
            games::table
                .find(game_id)
                .select(games::head_seq)
                .first(&mut conn)
                .await
                .map_err(Error::from)?
        };
        self.at(db, game_id, unsigned(seq)).await
    }

    /// The latest state that is kept of a game. Its log may have gone on since:
    /// whoever builds on it must have the database compare.
    pub async fn latest(&self, game_id: i64) -> Option<Arc<Replayed>> {
        let seq = self.newest.get(&game_id).await?;
        self.states.get(&(game_id, seq)).await
    }

    /// Takes in a state that was reached in another way, by an append.
    pub async fn keep(&self, game_id: i64, state: Arc<Replayed>) {
        let seq = state.seq;
        self.states.insert((game_id, seq), state).await;
        if self
            .newest
            .get(&game_id)
            .await
            .is_none_or(|newest| newest < seq)
        {
            self.newest.insert(game_id, seq).await;
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.states.invalidate_all();
        self.newest.invalidate_all();
    }

    async fn before(&self, game_id: i64, seq: u32) -> Option<Arc<Replayed>> {
        let newest = self
            .newest
            .get(&game_id)
            .await
            .filter(|newest| *newest < seq)?;
        self.states.get(&(game_id, newest)).await
    }
}

impl Replayed {
    /// One record further. Yields whether it closed a turn.
    ///
    /// # Errors
    /// Where the record does not follow.
    pub fn push(&mut self, record: &OrderRecord, canonical: &str) -> Result<bool, ReplayError> {
        let broken = |cause: String| ReplayError::Broken {
            seq: record.seq,
            cause,
        };
        if record.seq != self.seq + 1 {
            return Err(broken(format!("follows record {}", self.seq)));
        }
        let turn = self
            .game
            .apply(record)
            .map_err(|error| broken(error.to_string()))?;
        self.seq = record.seq;
        self.chain = chain_next(self.chain, canonical);
        if let Some(count) = record
            .seat
            .and_then(|seat| self.counts.get_mut(usize::from(seat.0)))
        {
            count.total += 1;
            count.this_turn += 1;
        }
        let Some(turn) = turn else { return Ok(false) };
        self.last_turn = Some(Arc::new(turn));
        for count in &mut self.counts {
            count.this_turn = 0;
        }
        Ok(true)
    }
}

/// A number that the database keeps signed and never negative.
pub(crate) fn unsigned(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn recent<K, V>(entries: u64) -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder()
        .max_capacity(entries)
        .eviction_policy(EvictionPolicy::lru())
        .build()
}

#[cfg(test)]
mod tests;
