//! The order log in the database: the only statements that write to it. What
//! players append is in `append`, what the authority opens and closes a turn with is here.
//! Nothing in either knows what an order may be.

use diesel::sql_types::{Array, BigInt, Bytea, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{
    log::{Hash, OrderRecord, chain_next},
    order::Order,
};

use crate::error::Error;

mod append;

pub use append::{Append, Busy, SITS, append};

/// A record with its canonical text and the chain's value behind it.
#[derive(Clone, Debug)]
pub struct ChainedRecord {
    /// The record.
    pub record: OrderRecord,
    /// Its canonical JSON.
    pub canonical: String,
    /// The chain's value behind it.
    pub chain: Hash,
}

impl ChainedRecord {
    /// Puts a record behind a log whose chain ends in `chain`.
    pub fn behind(chain: Hash, record: OrderRecord) -> Self {
        let canonical = record.canonical_json();
        let chain = chain_next(chain, &canonical);
        Self {
            record,
            canonical,
            chain,
        }
    }
}

/// Where a log ends: what its next record is put behind.
#[derive(Clone, Debug)]
pub struct Head {
    /// The number of its last record, 0 before the first.
    pub seq: u32,
    /// The chain's value behind it.
    pub chain: Hash,
}

impl Head {
    /// The authority's orders of a turn as the next records.
    pub fn followed_by(self, turn: u32, orders: Vec<Order>) -> Vec<ChainedRecord> {
        let Self { mut seq, mut chain } = self;
        let record = |order| {
            seq += 1;
            let record = OrderRecord {
                seq,
                turn,
                seat: None,
                order,
            };
            let record = ChainedRecord::behind(chain, record);
            chain = record.chain;
            record
        };
        orders.into_iter().map(record).collect()
    }
}

/// The authority's records in an open phase, with the game put into `phase` behind
/// them: `closing` where they close it, else `orders`. The caller holds the game's row
/// lock and has read its head.
pub async fn append_for_authority(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    records: &[ChainedRecord],
    phase: &str,
) -> Result<(), Error> {
    let turn = records.first().map_or(0, |first| first.record.turn);
    let columns = Columns::of(records.iter());
    let last_chain = columns.chains.last().copied().unwrap_or_default();
    let updated = diesel::sql_query(
        "WITH l AS ( \
             INSERT INTO log (game_id, seq, turn, seat, kind, record, chain) \
             SELECT $1, r.seq, $2, NULL, r.kind, r.record, r.chain \
             FROM unnest($3, $4, $5, $6) AS r (seq, kind, record, chain)) \
         UPDATE games SET head_seq = head_seq + cardinality($3), head_chain = $7, \
             phase = $8 \
         WHERE id = $1 AND turn = $2 AND phase = 'orders' AND head_seq + 1 = ($3)[1]",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(i32::try_from(turn).map_err(Error::internal)?)
    .bind::<Array<Integer>, _>(columns.seqs)
    .bind::<Array<Text>, _>(columns.kinds)
    .bind::<Array<Text>, _>(columns.records)
    .bind::<Array<Bytea>, _>(&columns.chains)
    .bind::<Bytea, _>(last_chain)
    .bind::<Text, _>(phase)
    .execute(conn)
    .await?;
    if updated == 1 {
        Ok(())
    } else {
        Err(Error::internal("the head moved under the row lock"))
    }
}

/// Records as the arrays that `unnest` turns into rows.
struct Columns<'a> {
    seqs: Vec<i32>,
    kinds: Vec<&'static str>,
    records: Vec<&'a str>,
    chains: Vec<&'a [u8]>,
}

impl<'a> Columns<'a> {
    fn of(lines: impl Iterator<Item = &'a ChainedRecord> + Clone) -> Self {
        let records = lines.clone().map(|line| &line.record);
        Self {
            seqs: records.clone().map(|one| one.seq.cast_signed()).collect(),
            kinds: records.map(|one| one.order.kind()).collect(),
            records: lines.clone().map(|line| line.canonical.as_str()).collect(),
            chains: lines.map(|line| line.chain.0.as_slice()).collect(),
        }
    }
}
