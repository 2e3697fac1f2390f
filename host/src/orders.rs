//! Orders on their way in: the one way by which a player's will reaches the
//! game (TM-200).
//!
//! An order is checked against the replayed game, then appended only if the log
//! still ends where the check looked; whoever loses that race looks again. What
//! an order may be is for the engine to decide, how it is written for `log`.

use std::{sync::Arc, time::Duration};

use fieldpost_engine::{
    game::Game,
    ids::SeatId,
    log::{Hash, OrderRecord},
    order::Order,
    refusal::Refusal,
};

use crate::{
    app::State,
    auth::HashedToken,
    error::Error,
    log::{Append, ChainedRecord},
    replays::Replayed,
};

mod answer;
pub mod lines;
mod look;
pub mod standings;
pub mod together;
pub mod undo;

pub use answer::{Answer, Receipt, Refused};

use look::{Looked, look};

/// How many records a seat may put into the log in one turn (HO-058).
pub const RECORDS_A_TURN: usize = 5_000;

/// How often a lost race is run again: half a minute, with the pauses between. Every
/// round somebody wins, so only a game that somebody keeps locked can use them up.
const ROUNDS: u32 = 300;

/// How long to wait behind a lost round, holding nothing that another might need.
fn pause(lost: u32) -> Duration {
    Duration::from_millis(100.min(1 << lost.min(7)))
}

/// When to come again to a game that was busy all the time.
const BUSY_SECONDS: u64 = 30;

/// Who gives a seat's orders. Of a seat that an AI holds for its player it is the
/// commander alone, until the boundary at which its player has it back (TM-600).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Its player.
    Player,
    /// The commander that plays it.
    Commander,
}

/// What one person sends at once. All that is not refused goes in together.
#[derive(Debug)]
pub struct Submission<'a> {
    /// The game's row.
    pub game_id: i64,
    /// Whose orders they are.
    pub seat: SeatId,
    /// Who gives them.
    pub by: Sender,
    /// The turn they were written for.
    pub turn: u32,
    /// The orders; one that could not even be read is passed on as its refusal.
    pub orders: Vec<Result<Order, Refusal>>,
    /// Makes a form that is sent twice enter once; 1 to 100 characters.
    pub key: Option<&'a str>,
    /// The session it came by, which must be that of the seat's player when it goes
    /// in. `None` where no person sends it, or the caller has asked just now.
    pub session: Option<HashedToken>,
}

/// Enters orders. Answers each one, in order: taken, with a receipt, or
/// refused, with the reason. Refused ones leave no trace.
///
/// The first try builds on what this process remembers of the game, and the append
/// proves it right: all that goes in without a word then costs one statement. Nothing
/// else is ever said from memory.
///
/// # Errors
/// [`Error::NotFound`] if the session is not (or no longer) the seat's player's;
/// [`Error::Conflict`] if the key was used for other orders, or this program does
/// not have the game's rules; [`Error::TooMany`] if others kept the game busy all the
/// time; else internal ones. With none of them is anything in, but for an internal one
/// nobody may know.
pub async fn submit(state: &State, submission: &Submission<'_>) -> Result<Vec<Answer>, Error> {
    submission.key.map_or(Ok(()), answer::check_key)?;
    // Only under a key is there an answer to keep, and to compare with.
    let fingerprint = submission
        .key
        .map_or_else(String::new, |_| answer::fingerprint(submission));
    let mut remembered = state.replays.latest(submission.game_id).await;
    for lost in 0..ROUNDS {
        let mut draft = match remembered.take() {
            Some(before) => {
                let draft = Draft::write(&before, submission)?;
                if !draft.is_all_taken() {
                    continue;
                }
                draft
            }
            None => match look(state, submission, &fingerprint).await? {
                Looked::Settled(answers) => return Ok(answers),
                Looked::Moved => continue,
                Looked::At(before) => Draft {
                    is_after_a_look: true,
                    ..Draft::write(&before, submission)?
                },
            },
        };
        if draft.records.is_empty() {
            return Ok(draft.answers);
        }
        if append(state, submission, &mut draft, &fingerprint).await? {
            let Draft { after, answers, .. } = draft;
            state
                .replays
                .keep(submission.game_id, Arc::new(after))
                .await;
            if draft.touches_commit {
                state.wake();
            }
            return Ok(answers);
        }
        tokio::time::sleep(pause(lost)).await;
    }
    Err(Error::TooMany {
        retry_after_seconds: BUSY_SECONDS,
    })
}

/// Yields whether the draft is in the log. If not, somebody was faster, or what it
/// was built on was not so.
async fn append(
    state: &State,
    submission: &Submission<'_>,
    draft: &mut Draft,
    fingerprint: &str,
) -> Result<bool, Error> {
    let keep = submission
        .key
        .map(|key| answer::to_keep(fingerprint, &draft.answers).map(|kept| (key.to_owned(), kept)))
        .transpose()?;
    let append = Append {
        game_id: submission.game_id,
        head_seq: draft.before_seq.cast_signed(),
        head_chain: draft.before_chain,
        turn: submission.turn.cast_signed(),
        seat: i16::from(submission.seat.0),
        session: submission.session.map(|token| token.as_bytes().to_vec()),
        within_deadline: !draft.is_after_a_look,
        records: std::mem::take(&mut draft.records),
        touches_commit: draft.touches_commit,
        keep,
    };
    // Whoever has looked did not get in with others.
    if draft.is_after_a_look {
        state.together.append_alone(append).await
    } else {
        state.together.append(append).await
    }
}

/// Whether an AI holds the seat for its player in the open turn.
fn is_held(game: &Game, seat: SeatId) -> bool {
    let held = game.state().seats.get(usize::from(seat.0));
    held.is_some_and(|seat| seat.substituted)
}

fn is_first_commit(game: &Game, seat: SeatId, order: &Order) -> bool {
    let seat = game.state().seats.get(usize::from(seat.0));
    matches!(order, Order::CommitOrders {}) && seat.is_some_and(|seat| !seat.committed)
}

fn is_about_commit(order: &Order) -> bool {
    matches!(order, Order::CommitOrders {} | Order::RevokeCommit {})
}

/// The records that would go in, and what they make of the game.
struct Draft {
    records: Vec<ChainedRecord>,
    answers: Vec<Answer>,
    after: Replayed,
    before_seq: u32,
    before_chain: Hash,
    /// Whether the game's row was read for it, and not only remembered.
    is_after_a_look: bool,
    touches_commit: bool,
}

impl Draft {
    fn write(before: &Replayed, submission: &Submission<'_>) -> Result<Self, Error> {
        let seat = submission.seat;
        let mut draft = Self {
            records: Vec::new(),
            answers: Vec::with_capacity(submission.orders.len()),
            after: before.clone(),
            before_seq: before.seq,
            before_chain: before.chain,
            is_after_a_look: false,
            touches_commit: false,
        };
        let is_held = submission.by == Sender::Player && is_held(&before.game, seat);
        for order in &submission.orders {
            let count = draft.after.counts.get(usize::from(seat.0)).copied();
            let count = count.unwrap_or_default();
            let checked = match order {
                Err(unreadable) => Err(unreadable.clone()),
                Ok(_) if is_held => Err(Refusal::SeatHeldByAi { seat }),
                // Whoever has reached the limit must be able to commit, once.
                Ok(order)
                    if count.this_turn as usize >= RECORDS_A_TURN
                        && !is_first_commit(&draft.after.game, seat, order) =>
                {
                    Err(Refusal::TooManyRecords {
                        most: RECORDS_A_TURN,
                    })
                }
                Ok(order) => draft
                    .after
                    .game
                    .check(Some(seat), submission.turn, order)
                    .map(|()| order.clone()),
            };
            let order = match checked {
                Ok(order) => order,
                Err(refusal) => {
                    draft.answers.push(Answer::refused(&refusal));
                    continue;
                }
            };
            draft.touches_commit |= is_about_commit(&order);
            let seq = draft.after.seq + 1;
            let record = OrderRecord {
                seq,
                turn: submission.turn,
                seat: Some(seat),
                order,
            };
            let record = ChainedRecord::behind(draft.after.chain, record);
            draft.after.push(&record.record, &record.canonical)?;
            draft.answers.push(Answer::Taken(Receipt {
                game: draft.after.key.to_string(),
                turn: submission.turn,
                count: count.total + 1,
                mac: draft.after.game.receipt(record.chain).to_string(),
            }));
            draft.records.push(record);
        }
        Ok(draft)
    }

    fn is_all_taken(&self) -> bool {
        self.records.len() == self.answers.len()
    }
}
