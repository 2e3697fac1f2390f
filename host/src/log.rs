//! The order log in the database: the only statements that write to it.
//!
//! An append holds only if the log still ends where its writer looked, so that
//! no record lands behind the close of its turn. Nothing here knows what an
//! order may be.

use diesel::{
    QueryableByName,
    result::Error as DbError,
    sql_types::{Array, BigInt, Bool, Bytea, Integer, Jsonb, Nullable, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::log::{Hash, OrderRecord, chain_next};

use crate::{
    bus::{self, Notice},
    clock::NOW,
    db::prepared,
    error::Error,
};

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

/// SQL that tells whether session `q.session` is that of the player at seat `q.seat`
/// of game `q.game_id` at `q.at`. No session: nobody's word is needed.
pub const SITS: &str = "(q.session IS NULL OR EXISTS ( \
    SELECT FROM seats s \
    JOIN sessions x ON x.account_id = s.account_id \
    JOIN accounts a ON a.id = s.account_id \
    WHERE s.game_id = q.game_id AND s.seat = q.seat AND x.hash = q.session \
        AND x.revoked_at IS NULL AND x.expires_at > q.at AND a.blocked_at IS NULL))";

/// What must still be so for an append to hold.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The game's row.
    pub game_id: i64,
    /// The last record.
    pub head_seq: i32,
    /// The chain's value there.
    pub head_chain: Hash,
    /// The turn whose phase is open.
    pub turn: i32,
    /// Whose records follow.
    pub seat: i16,
    /// The hash of the session that must be the seat's player's, if a person sends them.
    pub session: Option<&'a [u8]>,
    /// Whether the deadline must not have passed. Who has looked at the clock does not
    /// ask for it: there may be a reserve.
    pub within_deadline: bool,
}

#[derive(QueryableByName)]
struct Appended {
    #[diesel(sql_type = BigInt)]
    game_id: i64,
}

/// Compare, append, keep the answer and notify, in one statement: all of it or
/// nothing, and all of it at one instant. Yields whether the log still ended where the
/// draft began, its phase was open, and the seat its sender's.
pub async fn append(
    conn: &mut AsyncPgConnection,
    expected: &Expected<'_>,
    records: &[ChainedRecord],
    touches_commit: bool,
    keep: Option<(&str, serde_json::Value)>,
) -> Result<bool, DbError> {
    let columns = Columns::of(records);
    let (key, answer) = keep.unzip();
    // Only what somebody listens to: plain orders are nobody's business.
    let game_id = expected.game_id;
    let notice = touches_commit.then(|| bus::payload(&Notice::Commits { game_id }));
    // What has nothing to do is left out: even idle, a part costs the server time.
    let keeps = if key.is_some() {
        ", i AS (INSERT INTO idempotency (game_id, seat, key, answer) \
             SELECT g.id, $4, $10, $11 FROM g)"
    } else {
        ""
    };
    let tells = if touches_commit {
        ", pg_notify('fieldpost', $12)"
    } else {
        ""
    };
    // All rows, and not the first alone: the row is sent before the statement is
    // committed, and a server that dies in between sends it all the same. The
    // stream ends well only when the commit is durable.
    let append = diesel::sql_query(format!(
        "WITH q AS MATERIALIZED ( \
             SELECT $1 AS game_id, $4 AS seat, $14 AS session, {NOW} AS at), \
         g AS ( \
             UPDATE games SET head_seq = $2 + cardinality($5), head_chain = $8 \
             FROM q \
             WHERE id = $1 AND head_seq = $2 AND head_chain = $13 AND turn = $3 \
                 AND phase = 'orders' AND {SITS} \
                 AND NOT ($15 AND EXISTS (SELECT FROM clocks c \
                     WHERE c.game_id = $1 AND c.turn = $3 AND c.deadline_at <= q.at)) \
             RETURNING id, q.at), \
         l AS ( \
             INSERT INTO log (game_id, seq, turn, seat, kind, record, chain, recorded_at) \
             SELECT g.id, r.seq, $3, $4, r.kind, r.record, r.chain, g.at \
             FROM g, unnest($5, $6, $7, $9) AS r (seq, kind, record, chain)) \
         {keeps} \
         SELECT g.id AS game_id{tells} FROM g"
    ))
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(expected.head_seq)
    .bind::<Integer, _>(expected.turn)
    .bind::<SmallInt, _>(expected.seat)
    .bind::<Array<Integer>, _>(columns.seqs)
    .bind::<Array<Text>, _>(columns.kinds)
    .bind::<Array<Text>, _>(columns.records)
    .bind::<Bytea, _>(columns.last_chain)
    .bind::<Array<Bytea>, _>(columns.chains)
    .bind::<Nullable<Text>, _>(key)
    .bind::<Nullable<Jsonb>, _>(answer)
    .bind::<Nullable<Text>, _>(notice)
    .bind::<Bytea, _>(expected.head_chain.0.as_slice())
    .bind::<Nullable<Bytea>, _>(expected.session)
    .bind::<Bool, _>(expected.within_deadline);
    let appended: Vec<Appended> = prepared(append).load(conn).await?;
    Ok(appended.iter().any(|row| row.game_id == game_id))
}

/// The authority's records at the close of a phase, with the game put into
/// `closing`. The caller holds the game's row lock and has read its head.
pub async fn append_for_authority(
    conn: &mut AsyncPgConnection,
    game_id: i64,
    records: &[ChainedRecord],
) -> Result<(), Error> {
    let turn = records.first().map_or(0, |first| first.record.turn);
    let columns = Columns::of(records);
    let updated = diesel::sql_query(
        "WITH l AS ( \
             INSERT INTO log (game_id, seq, turn, seat, kind, record, chain) \
             SELECT $1, r.seq, $2, NULL, r.kind, r.record, r.chain \
             FROM unnest($3, $4, $5, $6) AS r (seq, kind, record, chain)) \
         UPDATE games SET head_seq = head_seq + cardinality($3), head_chain = $7, \
             phase = 'closing' \
         WHERE id = $1 AND turn = $2 AND phase = 'orders' AND head_seq + 1 = ($3)[1]",
    )
    .bind::<BigInt, _>(game_id)
    .bind::<Integer, _>(i32::try_from(turn).map_err(Error::internal)?)
    .bind::<Array<Integer>, _>(columns.seqs)
    .bind::<Array<Text>, _>(columns.kinds)
    .bind::<Array<Text>, _>(columns.records)
    .bind::<Array<Bytea>, _>(columns.chains)
    .bind::<Bytea, _>(columns.last_chain)
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
    last_chain: &'a [u8],
}

impl<'a> Columns<'a> {
    fn of(records: &'a [ChainedRecord]) -> Self {
        Self {
            seqs: records
                .iter()
                .map(|line| line.record.seq.cast_signed())
                .collect(),
            kinds: records
                .iter()
                .map(|line| line.record.order.kind())
                .collect(),
            records: records.iter().map(|line| line.canonical.as_str()).collect(),
            chains: records.iter().map(|line| line.chain.0.as_slice()).collect(),
            last_chain: records.last().map_or(&[], |line| line.chain.0.as_slice()),
        }
    }
}
