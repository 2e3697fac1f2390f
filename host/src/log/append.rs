//! The one statement by which players' orders go into the log, for one sender or
//! for several at once.
//!
//! An append holds only if the log still ends where its writer looked, so that
//! no record lands behind the close of its turn.

use diesel::{
    QueryableByName,
    result::Error as DbError,
    sql_types::{Array, BigInt, Bool, Bytea, Integer, Jsonb, Nullable, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::log::Hash;

use super::{ChainedRecord, Columns};
use crate::{
    bus::{self, Notice},
    clock::NOW,
    db::prepared,
};

/// SQL that tells whether session `q.session` is that of the player at seat `q.seat`
/// of game `q.game_id` at `q.at`. No session: nobody's word is needed.
pub const SITS: &str = "(q.session IS NULL OR EXISTS ( \
    SELECT FROM seats s \
    JOIN sessions x ON x.account_id = s.account_id \
    JOIN accounts a ON a.id = s.account_id \
    WHERE s.game_id = q.game_id AND s.seat = q.seat AND x.hash = q.session \
        AND x.revoked_at IS NULL AND x.expires_at > q.at AND a.blocked_at IS NULL))";

/// Records of one sender that go in together, and what must still be so for that.
#[derive(Debug)]
pub struct Append {
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
    pub session: Option<Vec<u8>>,
    /// Whether the deadline must not have passed. Who has looked at the clock does not
    /// ask for it: there may be a reserve.
    pub within_deadline: bool,
    /// What is appended: one record or more, in their order.
    pub records: Vec<ChainedRecord>,
    /// Whether somebody commits, or takes it back. Of other orders nobody is told.
    pub touches_commit: bool,
    /// The answer to keep, and the key it is found by.
    pub keep: Option<(String, serde_json::Value)>,
}

/// What an append does about a game that another transaction is writing to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// It waits until that one is done, and keeps its connection meanwhile.
    Wait,
    /// It does not hold. Whoever appends to several games must not wait for one of
    /// them: the others would wait along, and two such could wait for each other.
    Skip,
}

/// SQL that locks the games of `q` that nobody else has locked, as the update then does:
/// a stronger lock would pass over games to which somebody only adds a mail or a vote.
const UNLOCKED: &str =
    "h AS (SELECT id FROM games WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED), ";

/// SQL for keys: one that was used before would take back all that goes in with it.
const IS_NEW: &str = "AND NOT EXISTS (SELECT FROM idempotency i \
    WHERE i.game_id = q.game_id AND i.seat = q.seat AND i.key = q.key)";

/// SQL that keeps answers by their keys.
const KEEPS: &str = ", i AS (INSERT INTO idempotency (game_id, seat, key, answer) \
    SELECT g.game_id, g.seat, g.key, g.answer FROM g WHERE g.key IS NOT NULL)";

/// SQL that tells who listens.
const TELLS: &str = ", CASE WHEN g.notice IS NOT NULL THEN pg_notify('fieldpost', g.notice) END";

#[derive(QueryableByName)]
struct Appended {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Compare, append, keep the answer and notify, in one statement, at one instant:
/// of each append all of it or nothing. Yields for each whether it holds, so whether
/// the log still ended where the draft began, its phase was open, and the seat its
/// sender's. Of two for one game at most one does.
///
/// # Errors
/// The database's; then none of them is in, unless it could not say so any more.
pub async fn append(
    conn: &mut AsyncPgConnection,
    appends: &[Append],
    busy: Busy,
) -> Result<Vec<bool>, DbError> {
    let keys = appends
        .iter()
        .map(|one| Some(one.keep.as_ref()?.0.as_str()));
    let keys: Vec<Option<&str>> = keys.collect();
    let answers = appends.iter().map(|one| Some(&one.keep.as_ref()?.1));
    // Only what somebody listens to: plain orders are nobody's business.
    let notices = appends.iter().map(|one| {
        let game_id = one.game_id;
        one.touches_commit
            .then(|| bus::payload(&Notice::Commits { game_id }))
    });
    let notices: Vec<Option<String>> = notices.collect();
    // What has nothing to do is left out: even idle, a part costs the server time.
    let (locks, unlocked) = match busy {
        Busy::Wait => ("", ""),
        Busy::Skip => (UNLOCKED, "JOIN h ON h.id = q.game_id"),
    };
    let (is_new, keeps) = if keys.iter().any(Option::is_some) {
        (IS_NEW, KEEPS)
    } else {
        ("", "")
    };
    let tells = if notices.iter().any(Option::is_some) {
        TELLS
    } else {
        ""
    };
    let rows = Rows::of(appends);
    // All rows, and not the first alone: the row is sent before the statement is
    // committed, and a server that dies in between sends it all the same. The
    // stream ends well only when the commit is durable.
    let append = diesel::sql_query(format!(
        "WITH q AS MATERIALIZED ( \
             SELECT a.*, {NOW} AS at \
             FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) WITH ORDINALITY \
                 AS a (game_id, head_seq, head_chain, turn, seat, session, \
                     within_deadline, last_seq, last_chain, key, answer, notice, n)), \
         {locks} \
         g AS ( \
             UPDATE games SET head_seq = q.last_seq, head_chain = q.last_chain \
             FROM q {unlocked} \
             WHERE games.id = q.game_id AND games.head_seq = q.head_seq \
                 AND games.head_chain = q.head_chain AND games.turn = q.turn \
                 AND games.phase = 'orders' AND {SITS} \
                 AND NOT (q.within_deadline AND EXISTS (SELECT FROM clocks c \
                     WHERE c.game_id = q.game_id AND c.turn = q.turn \
                         AND c.deadline_at <= q.at)) \
                 {is_new} \
             RETURNING q.*), \
         l AS ( \
             INSERT INTO log (game_id, seq, turn, seat, kind, record, chain, recorded_at) \
             SELECT g.game_id, r.seq, g.turn, g.seat, r.kind, r.record, r.chain, g.at \
             FROM g JOIN unnest($13, $14, $15, $16, $17) AS r (n, seq, kind, record, chain) \
                 USING (n)) \
         {keeps} \
         SELECT g.n{tells} FROM g"
    ))
    .bind::<Array<BigInt>, _>(rows.game_ids)
    .bind::<Array<Integer>, _>(rows.head_seqs)
    .bind::<Array<Bytea>, _>(rows.head_chains)
    .bind::<Array<Integer>, _>(rows.turns)
    .bind::<Array<SmallInt>, _>(rows.seats)
    .bind::<Array<Nullable<Bytea>>, _>(rows.sessions)
    .bind::<Array<Bool>, _>(rows.within_deadline)
    .bind::<Array<Integer>, _>(rows.last_seqs)
    .bind::<Array<Bytea>, _>(rows.last_chains)
    .bind::<Array<Nullable<Text>>, _>(keys)
    .bind::<Array<Nullable<Jsonb>>, _>(answers.collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(notices)
    .bind::<Array<BigInt>, _>(rows.of)
    .bind::<Array<Integer>, _>(rows.records.seqs)
    .bind::<Array<Text>, _>(rows.records.kinds)
    .bind::<Array<Text>, _>(rows.records.records)
    .bind::<Array<Bytea>, _>(rows.records.chains);
    let appended: Vec<Appended> = prepared(append).load(conn).await?;
    let mut hold = vec![false; appends.len()];
    for Appended { n } in appended {
        let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
        if let Some(holds) = place.and_then(|place| hold.get_mut(place)) {
            *holds = true;
        }
    }
    Ok(hold)
}

/// Appends as the arrays that `unnest` turns into rows: one of each, but for
/// `records`, which has one of each record, and `of`, the append's number to it.
struct Rows<'a> {
    game_ids: Vec<i64>,
    head_seqs: Vec<i32>,
    head_chains: Vec<&'a [u8]>,
    turns: Vec<i32>,
    seats: Vec<i16>,
    sessions: Vec<Option<&'a [u8]>>,
    within_deadline: Vec<bool>,
    last_seqs: Vec<i32>,
    last_chains: Vec<&'a [u8]>,
    of: Vec<i64>,
    records: Columns<'a>,
}

impl<'a> Rows<'a> {
    fn of(appends: &'a [Append]) -> Self {
        let each = appends.iter();
        let last = |one: &'a Append| match one.records.last() {
            Some(line) => (line.record.seq.cast_signed(), &line.chain.0[..]),
            None => (one.head_seq, &one.head_chain.0[..]),
        };
        let numbered = (1..).zip(each.clone());
        Self {
            game_ids: each.clone().map(|one| one.game_id).collect(),
            head_seqs: each.clone().map(|one| one.head_seq).collect(),
            head_chains: each.clone().map(|one| &one.head_chain.0[..]).collect(),
            turns: each.clone().map(|one| one.turn).collect(),
            seats: each.clone().map(|one| one.seat).collect(),
            sessions: each.clone().map(|one| one.session.as_deref()).collect(),
            within_deadline: each.clone().map(|one| one.within_deadline).collect(),
            last_seqs: each.clone().map(|one| last(one).0).collect(),
            last_chains: each.clone().map(|one| last(one).1).collect(),
            of: numbered
                .flat_map(|(n, one)| one.records.iter().map(move |_| n))
                .collect(),
            records: Columns::of(each.flat_map(|one| &one.records)),
        }
    }
}
