//! What a player holds in hand while a game runs, to hold the host to it when
//! the seed is out: receipts of orders and blinded hashes of turns (HO-170).
//! JSON Lines with an end mark; it tells nothing of anybody else.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Hash;
use super::lines::{self, LinesError, gaps};
use crate::json;

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

/// What stands before the end mark.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    receipts: u32,
    witnesses: u32,
}

impl Held {
    /// Reads a file as it lies on a disk.
    ///
    /// # Errors
    /// As [`Held::parse`], and where it is no text.
    pub fn read(bytes: &[u8]) -> Result<Self, LinesError> {
        Self::parse(lines::text(bytes)?)
    }

    /// Reads lines of `{"receipt":{…},"order":{…}}` and `{"blinded_witness":{…}}`, and
    /// the end mark `{"end":{…}}`.
    ///
    /// # Errors
    /// The first line that is none of them, by number; else all that the end mark counts
    /// and that is not there, or there more than once.
    pub fn parse(text: &str) -> Result<Self, LinesError> {
        let mut held = Self::default();
        let taken = lines::lines::<End>(text)?;
        for (line, text) in taken.lines {
            let read = held.read_line(text);
            read.map_err(|reason| LinesError::Line { line, reason })?;
        }
        let end = taken.end;
        let receipts = held.orders.iter().map(|order| order.receipt.count);
        let witnesses = held.witnesses.iter().map(|witness| witness.turn);
        let mut all = gaps("receipt", receipts, end.receipts);
        all.extend(gaps("the hash of turn", witnesses, end.witnesses));
        if all.is_empty() {
            Ok(held)
        } else {
            Err(LinesError::Incomplete(all))
        }
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let map = lines::body(line)?;
        if map.contains_key("blinded_witness") {
            self.witnesses.push(lines::only(&map, "blinded_witness")?);
            return Ok(());
        }
        let order: HeldOrder =
            json::typed(&Value::Object(map)).map_err(|error| error.to_string())?;
        let game = self.orders.first().map(|first| &first.receipt.game);
        if game.is_some_and(|game| *game != order.receipt.game) {
            return Err("receipt.game: this receipt is of another game".into());
        }
        self.orders.push(order);
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
        let end = End {
            receipts: lines::count(self.orders.len()),
            witnesses: lines::count(self.witnesses.len()),
        };
        text.push_str(&lines::end_mark(&end));
        text
    }
}
