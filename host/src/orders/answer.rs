//! What a submission is answered with, and how the answer is kept so that the
//! same form, sent again, is answered the same.

use fieldpost_engine::{log::order_to_value, refusal::Refusal};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Submission;
use crate::error::Error;

/// What became of one order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It is in the log.
    Taken(Receipt),
    /// It is not.
    Refused(Refused),
}

/// Proof that an order was in before its phase closed. It tells nothing of
/// other seats; it can be checked when the seed is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The game's public key.
    pub game: String,
    /// The turn the order is in.
    pub turn: u32,
    /// Which of the seat's own records it is, counted over the whole game.
    pub count: u32,
    /// Keyed hash over the chain's value, 64 hex digits.
    pub mac: String,
}

/// A refusal, as it is told to a person or a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Kebab-case code, found in the catalogue of texts.
    pub code: String,
    /// Path to the field that is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the text fills in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
}

impl Refused {
    /// A refusal by the rules. What its values quote of the order may hold
    /// anything; the answer that is kept must not, for no database takes a NUL.
    pub fn of(refusal: &Refusal) -> Self {
        let quoted = |value: String| value.replace('\0', "\u{fffd}");
        let values = refusal.values().into_iter();
        Self {
            code: refusal.code().to_owned(),
            field: refusal.field().map(quoted),
            values: values
                .map(|(name, value)| (name.to_owned(), quoted(value)))
                .collect(),
        }
    }
}

impl Answer {
    /// The answer for an order that the rules refuse.
    pub fn refused(refusal: &Refusal) -> Self {
        Self::Refused(Refused::of(refusal))
    }

    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refused> {
        match self {
            Self::Taken(_) => None,
            Self::Refused(refused) => Some(refused),
        }
    }
}

/// Checks an idempotency key: 1 to 100 printable characters.
///
/// # Errors
/// [`Error::BadRequest`] for any other.
pub(super) fn check_key(key: &str) -> Result<(), Error> {
    let length = key.chars().count();
    if (1..=100).contains(&length) && !key.chars().any(char::is_control) {
        Ok(())
    } else {
        Err(Error::BadRequest("bad-idempotency-key"))
    }
}

/// Tells two submissions under one key apart.
pub(super) fn fingerprint(submission: &Submission<'_>) -> String {
    let orders: Vec<Value> = submission
        .orders
        .iter()
        .map(|order| match order {
            Ok(order) => order_to_value(order),
            Err(refusal) => json!({ "unreadable": format!("{refusal:?}") }),
        })
        .collect();
    let text = json!([submission.turn, orders]).to_string();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

#[derive(Serialize, Deserialize)]
struct Kept {
    fingerprint: String,
    answers: Vec<Answer>,
}

pub(super) fn to_keep(fingerprint: &str, answers: &[Answer]) -> Result<Value, Error> {
    let kept = Kept {
        fingerprint: fingerprint.to_owned(),
        answers: answers.to_vec(),
    };
    serde_json::to_value(kept).map_err(Error::internal)
}

pub(super) fn read_kept(kept: Value, fingerprint: &str) -> Result<Vec<Answer>, Error> {
    let kept: Kept = serde_json::from_value(kept).map_err(Error::internal)?;
    if kept.fingerprint == fingerprint {
        Ok(kept.answers)
    } else {
        Err(Error::Conflict("idempotency-key-reused"))
    }
}
