//! A game file, `fieldpost-game/1`: the header line, the records in order, then
//! what witnesses are known. JSON Lines.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Hash, Header, HeaderError, OrderRecord, chain_next, chain_start};

/// The hashes of one turn as a host saw them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    pub turn: u32,
    pub activation: Hash,
    pub state: Hash,
    pub turn_hash: Hash,
}

/// One record of a file, with the chain value beside it if the file has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub record: OrderRecord,
    pub chain: Option<Hash>,
}

/// A whole game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    pub header: Header,
    pub lines: Vec<Line>,
    pub witnesses: Vec<Witness>,
}

/// Why a game file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFileError {
    #[error("the file is empty; a game file begins with its header line")]
    Empty,
    #[error("line 1: {0}")]
    // Said here in full, and no source besides: whoever prints both would say it twice.
    Header(HeaderError),
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
}

impl From<HeaderError> for GameFileError {
    fn from(error: HeaderError) -> Self {
        Self::Header(error)
    }
}

impl GameFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The first line that cannot be read, by number, and why.
    pub fn parse(text: &str) -> Result<Self, GameFileError> {
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or(GameFileError::Empty)?;
        let mut file = Self {
            header: Header::parse(first)?,
            lines: Vec::new(),
            witnesses: Vec::new(),
        };
        for (index, text) in lines {
            file.read_line(text).map_err(|reason| GameFileError::Line {
                line: index + 1,
                reason,
            })?;
        }
        Ok(file)
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(text).map_err(|error| format!("{error}"))?;
        let Value::Object(mut map) = value else {
            return Err("expected an object".into());
        };
        if let Some(witness) = map.remove("witness") {
            let witness = Witness::deserialize(witness).map_err(|error| format!("{error}"))?;
            self.witnesses.push(witness);
            return Ok(());
        }
        // What one host tells another about the players: no part of the game.
        if map.contains_key("table") {
            return Ok(());
        }
        if !self.witnesses.is_empty() {
            return Err("a record stands behind the witnesses; put them last".into());
        }
        let chain = map
            .remove("chain")
            .map(Hash::deserialize)
            .transpose()
            .map_err(|error| format!("chain: {error}"))?;
        let record = OrderRecord::from_value(map).map_err(|error| super::refusal_text(&error))?;
        self.lines.push(Line { record, chain });
        Ok(())
    }

    /// The file as text, with chain values, and the seed if it is known and wanted.
    /// A chain value that a line has is printed as it stands: what was changed
    /// must not be made good again.
    pub fn print(&self, with_seed: bool) -> String {
        let mut text = self.header.line(with_seed);
        text.push('\n');
        let mut chain = chain_start(&self.header);
        for line in &self.lines {
            let canonical = line.record.canonical_json();
            chain = line.chain.unwrap_or_else(|| chain_next(chain, &canonical));
            // Canonical objects end in a brace; the chain is no part of the record.
            text.push_str(canonical.strip_suffix('}').unwrap_or(&canonical));
            text.push_str(&format!(",\"chain\":\"{chain}\"}}\n"));
        }
        for witness in &self.witnesses {
            let witness = serde_json::to_value(witness).unwrap_or_default();
            text.push_str(&format!("{{\"witness\":{witness}}}\n"));
        }
        text
    }
}
