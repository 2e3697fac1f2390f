//! A case file cut into its sections. What stands in a section is for `setup`
//! (the board), `play` (the orders) and `expect` (the expectations) to read.

use std::collections::BTreeMap;

use crate::fight;
use crate::text::{Fault, Line, lines};

/// A heading at the left margin and the indented lines under it.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) head: Line,
    pub(crate) body: Vec<Line>,
}

/// A case, or a variant of one: the sections that set it up, and its turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// By kind: `board`, `scenario`, `seats`, `units`, `sites`, `options`; or those
    /// of a fight.
    pub(crate) setup: BTreeMap<String, Section>,
    /// Orders by turn.
    pub(crate) orders: BTreeMap<u32, Section>,
    /// Expectations while the Orders phase is open, by turn.
    pub(crate) open: BTreeMap<u32, Section>,
    /// Expectations on a turn that was run, by turn.
    pub(crate) result: BTreeMap<u32, Section>,
}

/// A second way to set up or order the same, and how it must compare.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) head: Line,
    pub(crate) name: String,
    pub(crate) claims: Vec<String>,
    pub(crate) script: Script,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// `TM-1600`.
    pub(crate) requirement: String,
    pub(crate) main: Script,
    pub(crate) variants: Vec<Variant>,
}

const SETUP: [&str; 6] = ["board", "scenario", "seats", "units", "sites", "options"];

impl Case {
    /// Cuts a file into sections.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let lines = lines(text);
        let mut lines = lines.into_iter();
        let title = lines.next().ok_or_else(|| {
            Fault::new(
                1,
                "expected a title: a requirement's number and what it says",
            )
        })?;
        let requirement = title.text.split(' ').next().unwrap_or_default().to_owned();
        if !is_requirement(&requirement) || requirement.len() == title.text.len() {
            return Err(
                title.fault("expected a title, as in `TM-1600 There is no zone of control`")
            );
        }
        let sections = cut(lines)?;
        if let Some(first) = sections.first().filter(|first| first.head.indent > 0) {
            return Err(first
                .head
                .fault("expected a heading at the left margin, as `why`"));
        }
        let mut case = Self {
            requirement,
            main: Script::default(),
            variants: Vec::new(),
        };
        let mut told = false;
        for section in sections {
            let words = section.head.words();
            match words[0].as_str() {
                "why" => told = true,
                "also" => also(&section.head, &words)?,
                "variant" => case.variants.push(variant(section)?),
                _ => case.main.add(section)?,
            }
        }
        if told {
            Ok(case)
        } else {
            Err(title.fault("expected a section `why`"))
        }
    }

    /// A file is named after the requirement that it shows.
    pub(crate) fn named_after(&self, file: &str) -> Result<(), Fault> {
        if file.starts_with(&format!("{}-", self.requirement)) {
            Ok(())
        } else {
            Err(Fault::new(
                1,
                format!("expected a file name beginning with {}-", self.requirement),
            ))
        }
    }
}

impl Script {
    fn add(&mut self, section: Section) -> Result<(), Fault> {
        let words = section.head.words();
        let fault = section.head.fault(format!(
            "expected a heading: why, also, {}, turn N orders|open|result, variant",
            SETUP.join(", ")
        ));
        let kind = words[0].as_str();
        let before = if SETUP.contains(&kind) || fight::SECTIONS.contains(&kind) {
            self.setup.insert(kind.to_owned(), section)
        } else if let ("turn", Some(turn), Some(part), 3) = (
            kind,
            words.get(1).and_then(|turn| turn.parse().ok()),
            words.get(2).map(String::as_str),
            words.len(),
        ) {
            match part {
                "orders" => self.orders.insert(turn, section),
                "open" => self.open.insert(turn, section),
                "result" => self.result.insert(turn, section),
                _ => return Err(fault),
            }
        } else {
            return Err(fault);
        };
        before.map_or(Ok(()), |earlier| {
            Err(earlier
                .head
                .fault("this section stands twice; one of a kind, and of a turn, is enough"))
        })
    }

    /// This script with what it leaves out taken from `main`; expectations are
    /// never taken over.
    pub(crate) fn over(&self, main: &Self) -> Self {
        let mut merged = self.clone();
        for (kind, section) in &main.setup {
            merged
                .setup
                .entry(kind.clone())
                .or_insert_with(|| section.clone());
        }
        for (turn, section) in &main.orders {
            merged
                .orders
                .entry(*turn)
                .or_insert_with(|| section.clone());
        }
        merged
    }

    /// The last turn that anything is said of.
    pub(crate) fn last_turn(&self) -> u32 {
        let all = self
            .orders
            .keys()
            .chain(self.open.keys())
            .chain(self.result.keys());
        all.copied().max().unwrap_or(0)
    }
}

/// Cuts lines into headings, which stand as far out as the first one, and what is
/// indented under each.
fn cut(lines: impl IntoIterator<Item = Line>) -> Result<Vec<Section>, Fault> {
    let mut sections: Vec<Section> = Vec::new();
    for line in lines {
        match sections.last_mut() {
            Some(last) if line.indent > last.head.indent => last.body.push(line),
            Some(last) if line.indent < last.head.indent => {
                return Err(line.fault("expected a heading as far in as the one before"));
            }
            _ => sections.push(Section {
                head: line,
                body: Vec::new(),
            }),
        }
    }
    Ok(sections)
}

fn is_requirement(word: &str) -> bool {
    word.split_once('-').is_some_and(|(page, number)| {
        page.len() == 2
            && page.chars().all(|glyph| glyph.is_ascii_uppercase())
            && number.len() >= 3
            && number.chars().all(|glyph| glyph.is_ascii_digit())
    })
}

fn also(head: &Line, words: &[String]) -> Result<(), Fault> {
    match words[1..].iter().find(|word| !is_requirement(word)) {
        Some(word) => Err(head.fault(format!("expected requirements, as TM-1590, not `{word}`"))),
        None => Ok(()),
    }
}

/// `variant NAME: claim, claim`, and its own sections indented under it.
fn variant(section: Section) -> Result<Variant, Fault> {
    let head = section.head;
    let text = head.text.strip_prefix("variant").unwrap_or_default();
    let (name, claims) = match text.split_once(':') {
        Some((name, claims)) => (
            name,
            claims.split(',').map(|c| c.trim().to_owned()).collect(),
        ),
        None => (text, Vec::new()),
    };
    if name.trim().is_empty() {
        return Err(head.fault("expected a name, as in `variant blue first: same hashes`"));
    }
    let mut script = Script::default();
    for section in cut(section.body)? {
        script.add(section)?;
    }
    Ok(Variant {
        name: name.trim().to_owned(),
        claims,
        script,
        head,
    })
}
