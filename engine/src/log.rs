//! The order log as data: records, the header, game files, the hash chain and
//! receipts (`docs/DETERMINISM.md`). It knows how a log is written, not what it does.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::Error as _};
use serde_json::{Map, Value};

use crate::ids::SeatId;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::scenario::{Scenario, ScenarioFault};

pub mod file;
pub mod held;
pub(crate) mod lines;
mod parse;
mod standing;
pub use file::{GameFile, GameFileError, Witness};
pub use held::Held;
pub use lines::{Gap, LinesError};
use parse::{order_from_map, parse_object, take};
pub use parse::{order_from_value, parse_order};
pub use standing::Standing;

/// A 32-byte BLAKE3 value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    pub const ZERO: Self = Self([0; 32]);

    /// Reads 64 hexadecimal digits, letters in lower case: one value has one form.
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return None;
        }
        blake3::Hash::from_hex(text)
            .ok()
            .map(|hash| Self(*hash.as_bytes()))
    }
}

impl core::fmt::Display for Hash {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl core::fmt::Debug for Hash {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(&text)
            .ok_or_else(|| D::Error::custom("expected 64 hexadecimal digits in lower case"))
    }
}

/// One line of the log (TM-210). `seat` is `None` for the authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRecord {
    pub seq: u32,
    pub turn: u32,
    pub seat: Option<SeatId>,
    pub order: Order,
}

impl OrderRecord {
    /// Reads a record, or says which field is wrong and why.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] with the path to the field.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let value = parse_object(text)?;
        Self::from_value(value)
    }

    fn from_value(mut map: Map<String, Value>) -> Result<Self, Refusal> {
        let seq = take(&mut map, "seq")?;
        let turn = take(&mut map, "turn")?;
        let seat = take(&mut map, "seat")?;
        let order = order_from_map(map)?;
        Ok(Self {
            seq,
            turn,
            seat,
            order,
        })
    }

    /// The record as an object with `kind` beside its payload's fields.
    fn to_value(&self) -> Result<Value, serde_json::Error> {
        let mut map = order_to_map(&self.order)?;
        map.insert("seq".into(), self.seq.into());
        map.insert("turn".into(), self.turn.into());
        map.insert("seat".into(), serde_json::to_value(self.seat)?);
        Ok(Value::Object(map))
    }

    /// Canonical JSON (RFC 8785): what the chain is computed over.
    pub fn canonical_json(&self) -> String {
        // A record is plain data with string keys: it always has a JSON form.
        self.to_value()
            .map(|value| canonical_json(&value))
            .unwrap_or_default()
    }
}

impl Serialize for OrderRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value()
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OrderRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::deserialize(deserializer)?;
        Self::from_value(map).map_err(|refusal| D::Error::custom(refusal_text(&refusal)))
    }
}

/// The order as an object with `kind` beside its payload's fields.
pub fn order_to_value(order: &Order) -> Value {
    // An order is plain data with string keys: it always has a JSON form.
    order_to_map(order).map(Value::Object).unwrap_or_default()
}

fn order_to_map(order: &Order) -> Result<Map<String, Value>, serde_json::Error> {
    let Value::Object(tagged) = serde_json::to_value(order)? else {
        return Ok(Map::new());
    };
    let mut map = Map::new();
    for (kind, payload) in tagged {
        if let Value::Object(payload) = payload {
            map = payload;
        }
        map.insert("kind".into(), kind.into());
    }
    Ok(map)
}

fn refusal_text(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Malformed { path, reason } if path.is_empty() => reason.clone(),
        Refusal::Malformed { path, reason } => format!("{path}: {reason}"),
        other => format!("{other}"),
    }
}

/// JSON by RFC 8785. Our values hold no floats and only ASCII keys, so sorted
/// keys and serde's escapes are the canonical form; a test holds both to it.
pub fn canonical_json(value: &Value) -> String {
    format!("{value}")
}

/// What a game is determined by (WO-600), and the first line of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub rules_version: u32,
    pub scenario: Scenario,
    /// The secret of the game; `None` while it is kept (formats, seed commitment).
    pub seed: Option<[u8; 32]>,
    pub seed_commitment: Hash,
    /// Canonical JSON of the header with `"seed":null`: the chain's beginning.
    pub public_line: String,
}

/// Why a header cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    #[error("{}{reason}; a game file begins with its header line", place(.path))]
    Malformed { path: String, reason: String },
    /// Of its scenario, each with its path in that.
    #[error("{}", scenario_faults(.0))]
    Scenario(Vec<ScenarioFault>),
    #[error("the seed does not belong to the commitment; one of the two was changed")]
    Commitment,
}

fn place(path: &str) -> String {
    match path {
        "" => String::new(),
        path => format!("{path}: "),
    }
}

/// In codes: people read the host's words.
fn scenario_faults(faults: &[ScenarioFault]) -> String {
    let dot = |fault: &ScenarioFault| if fault.path.is_empty() { ": " } else { "." };
    let faults = faults
        .iter()
        .map(|fault| format!("scenario{}{fault}", dot(fault)));
    faults.collect::<Vec<_>>().join("; ")
}

/// The format name of a game file.
pub const GAME_FORMAT: &str = "fieldpost-game/1";

impl Header {
    /// The header of a new game.
    pub fn new(scenario: Scenario, seed: [u8; 32], rules_version: u32) -> Self {
        let seed_commitment = seed_commitment(&seed);
        let mut map = Map::new();
        map.insert("format".into(), GAME_FORMAT.into());
        map.insert("rules_version".into(), rules_version.into());
        map.insert(
            "scenario".into(),
            serde_json::to_value(&scenario).unwrap_or_default(),
        );
        map.insert("seed".into(), Value::Null);
        map.insert(
            "seed_commitment".into(),
            format!("{seed_commitment}").into(),
        );
        let public_line = canonical_json(&Value::Object(map));
        Self {
            rules_version,
            scenario,
            seed: Some(seed),
            seed_commitment,
            public_line,
        }
    }

    /// Reads a header line.
    ///
    /// # Errors
    /// Where it is malformed, its scenario faulty, or the seed is not the one committed to.
    pub fn parse(line: &str) -> Result<Self, HeaderError> {
        let lift = |refusal: Refusal| match refusal {
            Refusal::Malformed { path, reason } => HeaderError::Malformed { path, reason },
            other => HeaderError::Malformed {
                path: String::new(),
                reason: format!("{other}"),
            },
        };
        let mut map = parse_object(line).map_err(lift)?;
        let mut public = map.clone();
        public.insert("seed".into(), Value::Null);
        let public_line = canonical_json(&Value::Object(public));
        let format: String = take(&mut map, "format").map_err(lift)?;
        if format != GAME_FORMAT {
            let reason = format!("`{format}` is not {GAME_FORMAT}");
            return Err(HeaderError::Malformed {
                path: "format".into(),
                reason,
            });
        }
        let rules_version = take(&mut map, "rules_version").map_err(lift)?;
        let scenario: Value = take(&mut map, "scenario").map_err(lift)?;
        let seed: Option<Hash> = take(&mut map, "seed").map_err(lift)?;
        let seed_commitment = take(&mut map, "seed_commitment").map_err(lift)?;
        if let Some(unknown) = map.keys().next() {
            let reason = "unknown field; leave it out".into();
            return Err(HeaderError::Malformed {
                path: unknown.clone(),
                reason,
            });
        }
        let scenario = Scenario::from_value(scenario).map_err(HeaderError::Scenario)?;
        let seed = seed.map(|seed| seed.0);
        if seed.is_some_and(|seed| self::seed_commitment(&seed) != seed_commitment) {
            return Err(HeaderError::Commitment);
        }
        Ok(Self {
            rules_version,
            scenario,
            seed,
            seed_commitment,
            public_line,
        })
    }

    /// The header as a line of a game file, with the seed if it is given.
    pub fn line(&self, with_seed: bool) -> String {
        let seed = self
            .seed
            .filter(|_| with_seed)
            .map(|seed| format!("{}", Hash(seed)));
        match serde_json::from_str(&self.public_line) {
            Ok(Value::Object(mut map)) => {
                map.insert("seed".into(), seed.into());
                canonical_json(&Value::Object(map))
            }
            _ => self.public_line.clone(),
        }
    }
}

/// What is published of the seed when a game is made.
pub fn seed_commitment(seed: &[u8; 32]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"fieldpost/seed/1\n").update(seed);
    Hash(*hasher.finalize().as_bytes())
}

/// The chain before the first record.
pub fn chain_start(header: &Header) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(b"fieldpost/log/1\n")
        .update(header.public_line.as_bytes());
    Hash(*hasher.finalize().as_bytes())
}

/// The chain behind one more record, given in canonical JSON.
pub fn chain_next(previous: Hash, canonical_record: &str) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&previous.0)
        .update(canonical_record.as_bytes());
    Hash(*hasher.finalize().as_bytes())
}

/// The keyed part of a receipt: proof that a record was in, checkable when the
/// seed is out (formats, log chain).
pub fn receipt(seed: &[u8; 32], chain: Hash) -> Hash {
    blinded("fieldpost receipt v1", seed, chain)
}

/// What players get of a turn hash while the game runs.
pub fn blinded_witness(seed: &[u8; 32], turn_hash: Hash) -> Hash {
    blinded("fieldpost witness v1", seed, turn_hash)
}

fn blinded(context: &str, seed: &[u8; 32], value: Hash) -> Hash {
    let key = blake3::derive_key(context, seed);
    Hash(*blake3::keyed_hash(&key, &value.0).as_bytes())
}
