//! A look at a game's row before orders are entered: what the row alone decides is
//! answered here, else the game as it stands is handed on. Writes nothing, but that a
//! phase whose time has run out is closed.

use std::sync::Arc;

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Bytea, Integer, Jsonb, Nullable, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost_engine::{order::Order, refusal::Refusal};

use super::{
    Submission,
    answer::{self, Answer},
};
use crate::{
    app::State,
    auth::HashedToken,
    close::{self, Ensured},
    db::prepared,
    error::Error,
    log::SITS,
    replays::{Replayed, unsigned},
    versions,
};

/// What a look at the game's row came to.
pub(super) enum Looked {
    /// The submission is answered.
    Settled(Vec<Answer>),
    /// What was kept of the game is not what is stored: look again.
    Moved,
    /// The game as it stands.
    At(Arc<Replayed>),
}

/// Looks.
///
/// # Errors
/// As [`super::submit`].
pub(super) async fn look(
    state: &State,
    submission: &Submission<'_>,
    fingerprint: &str,
) -> Result<Looked, Error> {
    let head = {
        let mut conn = state.db.get().await?;
        Head::read(&mut conn, submission).await?
    };
    if !head.is_theirs {
        return Err(Error::NotFound);
    }
    if let Some(kept) = head.kept_answer {
        return answer::read_kept(kept, fingerprint).map(Looked::Settled);
    }
    if let Some(refusal) = head.refuses(submission.turn) {
        return Ok(Looked::Settled(refuse_all(submission, &refusal)));
    }
    if !versions::has(head.rules_version, &head.ruleset) {
        return Err(Error::Conflict("rules-version"));
    }
    // Past the deadline only what the reserve still covers is in time.
    if head.is_past_deadline && is_over(state, submission.game_id).await? {
        let refusal = Refusal::PhaseClosed {
            turn: submission.turn,
        };
        return Ok(Looked::Settled(refuse_all(submission, &refusal)));
    }
    let seq = unsigned(head.head_seq);
    let before = state.replays.at(&state.db, submission.game_id, seq).await?;
    // What was kept must be what is stored; if ever it is not, it is dropped.
    if before.chain.0.as_slice() != head.head_chain {
        state.replays.clear();
        return Ok(Looked::Moved);
    }
    Ok(Looked::At(before))
}

/// Whether the phase is over; then it is closed now.
async fn is_over(state: &State, game_id: i64) -> Result<bool, Error> {
    match close::close_if_due(state, game_id).await? {
        Ensured::NotDue => Ok(false),
        Ensured::Elsewhere => Ok(true),
        Ensured::Here(closed) => {
            closed.count(&state.metrics);
            Ok(true)
        }
    }
}

fn refuse_all(submission: &Submission<'_>, refusal: &Refusal) -> Vec<Answer> {
    let refused = |order: &Result<Order, Refusal>| match order {
        Ok(_) => Answer::refused(refusal),
        Err(unreadable) => Answer::refused(unreadable),
    };
    submission.orders.iter().map(refused).collect()
}

/// Where the log of a game ends, and what of the game's row decides an append.
#[derive(QueryableByName)]
struct Head {
    #[diesel(sql_type = Text)]
    phase: String,
    #[diesel(sql_type = Integer)]
    turn: i32,
    #[diesel(sql_type = Integer)]
    head_seq: i32,
    #[diesel(sql_type = Bytea)]
    head_chain: Vec<u8>,
    #[diesel(sql_type = Integer)]
    rules_version: i32,
    #[diesel(sql_type = Text)]
    ruleset: String,
    #[diesel(sql_type = Bool)]
    is_past_deadline: bool,
    #[diesel(sql_type = Bool)]
    is_theirs: bool,
    #[diesel(sql_type = Nullable<Jsonb>)]
    kept_answer: Option<serde_json::Value>,
}

impl Head {
    async fn read(
        conn: &mut AsyncPgConnection,
        submission: &Submission<'_>,
    ) -> Result<Self, Error> {
        let session = submission.session.as_ref().map(HashedToken::as_bytes);
        let head = diesel::sql_query(format!(
            "SELECT g.phase, g.turn, g.head_seq, g.head_chain, \
                 g.rules_version, g.ruleset, i.answer AS kept_answer, \
                 coalesce(c.deadline_at <= q.at, false) AS is_past_deadline, \
                 {SITS} AS is_theirs \
             FROM (SELECT $1 AS game_id, $2 AS seat, $4 AS session, fieldpost_now() AS at) q \
             CROSS JOIN games g \
             LEFT JOIN clocks c ON c.game_id = g.id AND c.turn = g.turn \
             LEFT JOIN idempotency i ON i.game_id = g.id AND i.seat = $2 AND i.key = $3 \
             WHERE g.id = $1"
        ))
        .bind::<BigInt, _>(submission.game_id)
        .bind::<SmallInt, _>(i16::from(submission.seat.0))
        .bind::<Nullable<Text>, _>(submission.key)
        .bind::<Nullable<Bytea>, _>(session);
        Ok(prepared(head).get_result(conn).await?)
    }

    /// Why nothing can be entered for `turn`, whatever it is (TM-260).
    fn refuses(&self, turn: u32) -> Option<Refusal> {
        let current = unsigned(self.turn);
        match self.phase.as_str() {
            "ended" => Some(Refusal::GameOver),
            "gathering" | "stalled" => Some(Refusal::NotInOrders),
            _ if turn > current => Some(Refusal::WrongTurn {
                given: turn,
                current,
            }),
            // Its phase was open once: whoever was late is told just that.
            "closing" => Some(Refusal::PhaseClosed { turn }),
            _ if turn < current => Some(Refusal::PhaseClosed { turn }),
            _ => None,
        }
    }
}
