//! The names by which a case speaks of units, sites and seats, and the numbers
//! behind them.

use std::collections::BTreeMap;

use crate::text::{Fault, Line};

/// Names in a case: entities by letter, seats by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) entities: BTreeMap<String, u32>,
    pub(crate) seats: Vec<String>,
}

impl Names {
    /// `#A` becomes `#1`, with `mark` false `1`.
    pub(crate) fn resolve(&self, line: usize, text: &str, mark: bool) -> Result<String, Fault> {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('#') {
            let end = behind
                .find(|glyph: char| !glyph.is_ascii_alphanumeric())
                .unwrap_or(behind.len());
            let (name, tail) = behind.split_at(end);
            let number = name
                .parse()
                .ok()
                .or_else(|| self.entities.get(name).copied());
            let number = number.ok_or_else(|| {
                Fault::new(
                    line,
                    format!("expected a unit or site of this case, not `#{name}`"),
                )
            })?;
            out.push_str(before);
            out.push_str(if mark { "#" } else { "" });
            out.push_str(&number.to_string());
            rest = tail;
        }
        out.push_str(rest);
        Ok(out)
    }

    /// `#1` becomes `#A` again, for reports.
    pub(crate) fn named(&self, text: &str) -> String {
        let mut out = text.to_owned();
        let mut by_length: Vec<_> = self.entities.iter().collect();
        by_length.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
        for (name, number) in by_length {
            out = out.replace(&format!("#{number} "), &format!("#{name} "));
            if let Some(head) = out.strip_suffix(&format!("#{number}")) {
                out = format!("{head}#{name}");
            }
        }
        out
    }

    pub(crate) fn seat(&self, line: &Line, name: &str) -> Result<u8, Fault> {
        let index = self.seats.iter().position(|seat| seat == name);
        index.map(|index| index as u8).ok_or_else(|| {
            let seats = self.seats.join(", ");
            line.fault(format!("expected a seat ({seats}), not `{name}`"))
        })
    }
}
