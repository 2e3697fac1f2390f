//! What a player holds in hand while a game runs, to hold the host to it when
//! the seed is out: receipts of orders and blinded hashes of turns (HO-170).
//! JSON Lines; it tells nothing of anybody else.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Hash;

/// Proof that an order was in before its phase closed (formats, log chain).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The game's public key.
    pub game: String,
    /// The turn the order is in.
    pub turn: u32,
    /// Which of the seat's own records it is, counted over the whole game.
    pub count: u32,
    /// Keyed hash over the chain's value.
    pub mac: Hash,
}

/// A receipt, and the order that it was given for if that was kept too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOrder {
    pub receipt: Receipt,
    /// The order as it was sent: `{"kind":…}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Value>,
}

/// What players were told of a turn's hash while the game ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlindedWitness {
    pub turn: u32,
    /// Keyed hash over the turn hash.
    pub hash: Hash,
}

/// All that one player holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub orders: Vec<HeldOrder>,
    pub witnesses: Vec<BlindedWitness>,
}

/// A line that is neither.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct HeldError {
    pub line: usize,
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WitnessLine {
    blinded_witness: BlindedWitness,
}

impl Held {
    /// Reads lines of `{"receipt":{…},"order":{…}}` and `{"blinded_witness":{…}}`.
    ///
    /// # Errors
    /// The first line that is neither, by number.
    pub fn parse(text: &str) -> Result<Self, HeldError> {
        let mut held = Self::default();
        let lines = text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            held.read_line(line).map_err(|error| HeldError {
                line: index + 1,
                reason: format!("{error}"),
            })?;
        }
        Ok(held)
    }

    fn read_line(&mut self, line: &str) -> Result<(), serde_json::Error> {
        let value: Value = serde_json::from_str(line)?;
        if value.get("blinded_witness").is_some() {
            let line = WitnessLine::deserialize(value)?;
            self.witnesses.push(line.blinded_witness);
        } else {
            self.orders.push(HeldOrder::deserialize(value)?);
        }
        Ok(())
    }

    /// The same as text.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for order in &self.orders {
            // Plain data with string keys: it always has a JSON form.
            let line = serde_json::to_value(order).unwrap_or_default();
            text.push_str(&format!("{line}\n"));
        }
        for witness in &self.witnesses {
            let witness = serde_json::to_value(witness).unwrap_or_default();
            text.push_str(&format!("{{\"blinded_witness\":{witness}}}\n"));
        }
        text
    }
}
