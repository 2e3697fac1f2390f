//! Outgoing mail: rows of the outbox become messages.
//!
//! Whoever changes the world adds a row in the same transaction and never
//! sends. A worker calls [`step`], which leases one row, commits, composes and
//! sends with no transaction open, and marks the row. Two processes never have
//! the same row at once; one that dies between sending and marking makes the
//! mail go out again under the same Message-ID. Rows are never deleted.

pub mod compose;
pub mod letter;
pub mod mailbox;
pub mod reminders;
pub mod transport;

use chrono::TimeDelta;

use crate::app::State;
use crate::error::Error;
use crate::outbox::{self, Kind, Outcome, Row};
use compose::Undelivered;

/// The first wait after a failure; each further one is twice as long.
const FIRST_WAIT_SECONDS: i32 = 30;
/// No wait is longer than this: a mail server may be down overnight.
const LONGEST_WAIT_SECONDS: i32 = 6 * 3600;
/// Somebody sits before a page and waits for a link.
const LONGEST_WAIT_FOR_LINK_SECONDS: i32 = 120;
/// After this a mail is old news, and its address most likely wrong.
const GIVE_UP_AFTER: TimeDelta = TimeDelta::days(5);

/// Sends one mail that is due, if there is one, and says whether there was.
///
/// # Errors
/// The database's. A mail that cannot be sent is no error of the step: it is
/// marked, and tried again or kept for the operator to see.
pub async fn step(state: &State) -> Result<bool, Error> {
    let row = {
        let mut conn = state.db.get().await?;
        outbox::lease(&mut conn).await?
    };
    let Some(row) = row else { return Ok(false) };
    let outcome = attempt(state, &row).await;
    match &outcome {
        Outcome::Sent { .. } => {
            tracing::info!(row = row.id, kind = row.kind, "mail sent");
        }
        Outcome::Later { seconds, .. } => {
            tracing::warn!(row = row.id, kind = row.kind, seconds, "mail put off");
        }
        Outcome::Dropped(why) => {
            tracing::info!(row = row.id, kind = row.kind, %why, "mail dropped");
        }
        Outcome::Dead { .. } => {
            tracing::error!(row = row.id, kind = row.kind, "mail given up");
        }
    }
    let how = match &outcome {
        Outcome::Sent { .. } => "outcome=\"sent\"",
        Outcome::Later { .. } => "outcome=\"put off\"",
        Outcome::Dropped(_) => "outcome=\"dropped\"",
        Outcome::Dead { .. } => "outcome=\"dead\"",
    };
    state.metrics.count("fieldpost_mails_total", how);
    let mut conn = state.db.get().await?;
    outbox::mark(&mut conn, &row, &outcome).await?;
    Ok(true)
}

/// Composes and sends a leased row, without marking it.
pub async fn attempt(state: &State, row: &Row) -> Outcome {
    let letter = match compose::compose(state, row).await {
        Ok(letter) => letter,
        Err(undelivered) => return outcome(row, undelivered),
    };
    let ids = letter::Ids::of(&state.auth.keys.mail, row, &state.config.mail_from);
    let message = match letter::message(&letter, &ids, row, &state.config.mail_from) {
        Ok(message) => message,
        Err(why) => return Outcome::Dead { why },
    };
    match state.mail.send(&ids, message).await {
        Ok(()) => Outcome::Sent {
            message_id: ids.message,
        },
        Err(undelivered) => outcome(row, undelivered),
    }
}

fn outcome(row: &Row, undelivered: Undelivered) -> Outcome {
    match undelivered {
        Undelivered::Dropped(why) => Outcome::Dropped(why),
        Undelivered::Never(why) => Outcome::Dead { why },
        Undelivered::NotNow(why) => put_off(row, why),
    }
}

fn put_off(row: &Row, why: String) -> Outcome {
    if row.leased_at - row.created_at > GIVE_UP_AFTER {
        return Outcome::Dead {
            why: format!("given up after five days: {why}"),
        };
    }
    Outcome::Later {
        why,
        seconds: match Kind::parse(&row.kind) {
            Some(Kind::SignIn) => wait_seconds(row.attempts).min(LONGEST_WAIT_FOR_LINK_SECONDS),
            _ => wait_seconds(row.attempts),
        },
    }
}

/// How long to wait after so many attempts.
fn wait_seconds(attempts: i32) -> i32 {
    let doublings = u32::try_from(attempts.max(1) - 1).unwrap_or(0).min(16);
    FIRST_WAIT_SECONDS
        .saturating_mul(1 << doublings)
        .min(LONGEST_WAIT_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::wait_seconds;

    #[test]
    fn waits_double_up_to_six_hours() {
        let waits: Vec<i32> = [0, 1, 2, 3, 10, 11, 1000].map(wait_seconds).to_vec();
        assert_eq!(waits, [30, 30, 60, 120, 15_360, 21_600, 21_600]);
    }
}
