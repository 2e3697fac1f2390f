//! A game file, `fieldpost-game/1`: the header line, the records in order, then what
//! witnesses are known, and the end mark that counts both. JSON Lines, read strictly.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines::{self, Gap, LinesError, gaps};
use super::{Hash, Header, HeaderError, OrderRecord, Standing, chain_next, chain_start};

/// The hashes of one turn as a host saw them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    pub turn: u32,
    pub activation: Hash,
    pub state: Hash,
    pub turn_hash: Hash,
}

/// One record of a file, with the chain value beside it if the file has them.
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
    /// What one host tells another of the players; no part of the game.
    pub table: Option<Value>,
}

/// What stands before the end mark.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    records: u32,
    witnesses: u32,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    table: bool,
}

/// Why a game file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFileError {
    #[error("line 1: {0}")]
    // Said here in full, and no source besides: whoever prints both would say it twice.
    Header(HeaderError),
    #[error("{0}")]
    Lines(LinesError),
}

impl From<LinesError> for GameFileError {
    fn from(error: LinesError) -> Self {
        Self::Lines(error)
    }
}

impl GameFile {
    /// Reads a file as it lies on a disk.
    ///
    /// # Errors
    /// As [`GameFile::parse`], and where it is no text.
    pub fn read(bytes: &[u8]) -> Result<Self, GameFileError> {
        Self::parse(lines::text(bytes)?)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The first line that cannot be read, by number, and why; else all that the end mark
    /// counts and that is not there, or there more than once.
    pub fn parse(text: &str) -> Result<Self, GameFileError> {
        let taken = lines::lines::<End>(text);
        if let Some(first) = header_of_another(text, &taken) {
            Header::parse(first).map_err(GameFileError::Header)?;
        }
        let taken = taken?;
        let mut lines = taken.lines.into_iter();
        // A file of an end mark alone has lost the rest.
        let (_, first) = lines.next().ok_or(LinesError::Line {
            line: taken.last,
            reason: "a game file begins with its header line".into(),
        })?;
        let header = Header::parse(first).map_err(GameFileError::Header)?;
        let mut file = Self {
            header,
            lines: Vec::new(),
            witnesses: Vec::new(),
            table: None,
        };
        for (line, text) in lines {
            let read = file.read_line(text);
            read.map_err(|reason| LinesError::Line { line, reason })?;
        }
        match &file.gaps(&taken.end)[..] {
            [] if taken.end.table != file.table.is_some() => {
                let reason = "the line about the table is missing, or one too many".into();
                let line = taken.last;
                Err(LinesError::Line { line, reason }.into())
            }
            [] => Ok(file),
            gaps => Err(LinesError::Incomplete(gaps.to_vec()).into()),
        }
    }

    /// Where the game is by its log alone.
    pub fn standing(&self) -> Standing {
        Standing::of(self.lines.iter().map(|line| &line.record))
    }

    /// The witnesses by their turns; a file that was read has one of each at most.
    pub(crate) fn witnesses_by_turn(&self) -> BTreeMap<u32, Vec<&Witness>> {
        let mut by_turn: BTreeMap<u32, Vec<&Witness>> = BTreeMap::new();
        for witness in &self.witnesses {
            by_turn.entry(witness.turn).or_default().push(witness);
        }
        by_turn
    }

    fn gaps(&self, end: &End) -> Vec<Gap> {
        let records = self.lines.iter().map(|line| line.record.seq);
        let witnesses = self.witnesses.iter().map(|witness| witness.turn);
        let mut all = gaps("record", records, end.records);
        all.extend(gaps("the witness of turn", witnesses, end.witnesses));
        all
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let mut map = lines::body(text)?;
        if self.table.is_some() {
            return Err("the line about the table is the last before the end mark".into());
        }
        if map.contains_key("witness") {
            self.witnesses.push(lines::only(&map, "witness")?);
            return Ok(());
        }
        if map.contains_key("table") {
            self.table = Some(lines::only(&map, "table")?);
            return Ok(());
        }
        if !self.witnesses.is_empty() {
            return Err("a record stands behind the witnesses; put them last".into());
        }
        let chain: Option<Hash> = match map.remove("chain") {
            None => None,
            Some(value) => {
                let chain = crate::json::typed(&value);
                Some(chain.map_err(|error| format!("chain: {}", error.reason))?)
            }
        };
        let has_chain = self.lines.first().map(|line| line.chain.is_some());
        if has_chain.is_some_and(|has| has != chain.is_some()) {
            let reason = "chain: either every record has one or none has";
            return Err(reason.into());
        }
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
        if let Some(table) = &self.table {
            text.push_str(&format!("{{\"table\":{table}}}\n"));
        }
        let end = End {
            records: lines::count(self.lines.len()),
            witnesses: lines::count(self.witnesses.len()),
            table: self.table.is_some(),
        };
        text.push_str(&lines::end_mark(&end));
        text
    }
}

/// The first line of what was not taken apart, if it is whole: what is no game file at
/// all is told so, and not that its end is missing.
fn header_of_another<'a>(
    text: &'a str,
    taken: &Result<lines::Lines<'_, End>, LinesError>,
) -> Option<&'a str> {
    if taken.is_ok() {
        return None;
    }
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let is_whole = text.contains('\n') || lines::object(first).is_ok();
    is_whole.then_some(first)
}
