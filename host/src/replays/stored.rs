//! From what the database keeps of a game to its states: the beginning, the records,
//! and the way from one state to a later one. It keeps nothing.

use std::sync::Arc;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    SetupError,
    game::Game,
    log::{Header, OrderRecord, chain_start},
    ruleset::SHIPPED,
};

use super::{Count, ReplayError, Replayed, unsigned};
use crate::{
    error::Error,
    schema::{games, log},
};

/// A record as stored: its number, canonical text and chain value.
#[derive(Debug, Queryable)]
pub(super) struct StoredRecord {
    pub(super) seq: i32,
    record: String,
    chain: Vec<u8>,
}

/// The records behind one place in the log, up to another.
pub(super) async fn records(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    behind: u32,
    up_to: u32,
) -> Result<Vec<StoredRecord>, Error> {
    let signed = |seq: u32| i32::try_from(seq).map_err(Error::internal);
    Ok(log::table
        .filter(log::game_id.eq(game_id))
        .filter(log::seq.gt(signed(behind)?))
        .filter(log::seq.le(signed(up_to)?))
        .order(log::seq)
        .select((log::seq, log::record, log::chain))
        .load(conn)
        .await?)
}

/// A game before its first record.
pub(super) async fn beginning(
    conn: &mut AsyncPgConnection,
    game_id: i64,
) -> Result<Replayed, ReplayError> {
    let (key, line, seed, ruleset): (String, String, Vec<u8>, String) = games::table
        .find(game_id)
        .select((games::key, games::header, games::seed, games::ruleset))
        .first(conn)
        .await
        .map_err(Error::from)?;
    // Without it not even the scenario can be read.
    if !SHIPPED.contains(&ruleset.as_str()) {
        return Err(ReplayError::Ruleset(ruleset));
    }
    let broken = |cause: String| ReplayError::Broken { seq: 0, cause };
    let header = Header::parse(&line).map_err(|error| broken(error.to_string()))?;
    let seed = seed
        .try_into()
        .map_err(|_| broken("the seed is not 32 bytes".to_owned()))?;
    let counts = vec![Count::default(); header.scenario.seats.len()];
    let game = Game::with_seed(&header, seed).map_err(|error| match error {
        SetupError::RulesVersion { want, .. } => ReplayError::Version(want),
        SetupError::Ruleset(name) => ReplayError::Ruleset(name),
        other => broken(other.to_string()),
    })?;
    let chain = chain_start(&header);
    Ok(Replayed {
        key: key.into(),
        header: Arc::new(header),
        game,
        seq: 0,
        chain,
        counts,
        last_turn: None,
    })
}

/// Replays on from a state. Returns the state behind each closed turn, which
/// pages ask for, and the last one.
pub(super) fn advance(
    begin: &Replayed,
    records: &[StoredRecord],
    up_to: u32,
) -> Result<Vec<Replayed>, ReplayError> {
    let mut state = begin.clone();
    let mut kept = Vec::new();
    for stored in records {
        let broken = |cause: String| ReplayError::Broken {
            seq: unsigned(stored.seq),
            cause,
        };
        let record =
            OrderRecord::parse(&stored.record).map_err(|error| broken(format!("{error:?}")))?;
        let closed_turn = state.push(&record, &stored.record)?;
        if state.chain.0.as_slice() != stored.chain {
            return Err(broken(
                "the chain shows that the log was changed".to_owned(),
            ));
        }
        if closed_turn && state.seq != up_to {
            kept.push(state.clone());
        }
    }
    if state.seq == up_to {
        kept.push(state);
    }
    Ok(kept)
}
