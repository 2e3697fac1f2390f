//! What became of lines: the answer for each, and what it comes to in all. Says
//! nothing in words; that is for pages and mails.

use fieldpost_engine::{ids::Seq, language::Fault, order::Order};

use super::subject;
use crate::orders::{Receipt, Refused};

/// What became of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// What its lines came to, from top to bottom; what was taken back stands first.
    pub lines: Vec<LineTold>,
    /// Why nothing at all could be entered, if so.
    pub late: Option<Refused>,
    /// All or nothing was asked for, and it was nothing.
    pub is_nothing: bool,
    /// The line behind which a pad was not read, for it looks like a signature.
    pub cut_at: Option<u32>,
    /// What was ordered elsewhere since its writer was shown the orders, and is left alone.
    pub elsewhere: Vec<Order>,
    /// It had been sent before; the lines tell how they stand now.
    pub is_repeat: bool,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTold {
    /// Counted from 1; `None` for what was not said on any line.
    pub line: Option<u32>,
    /// The order, where the line is one.
    pub order: Option<Order>,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was entered, or would be where nothing was asked but that.
    Taken(Option<Receipt>),
    /// It changes nothing, so nothing was entered.
    Stands,
    /// It could not be read.
    Unreadable(Fault),
    /// The rules refuse it, as all the lines together would have it; with the line
    /// that it does not go together with, where it is that.
    Refused(Refused, Option<u32>),
    /// The same thing was ordered elsewhere since its writer was shown it: how it
    /// stands now, if at all. Sent again, the line takes its place.
    Overtaken(Option<Order>),
    /// It can never be taken back, so it waits until its writer says that they are sure.
    Unsure,
    /// It was left for want of something else: a commit or a concession among lines
    /// that went wrong, a line that is gone while another cannot be read, all or nothing.
    Held,
}

impl Told {
    /// How many orders were entered that stand on a line.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.count(|line| line.line.is_some() && matches!(line.outcome, Outcome::Taken(_)))
    }

    /// How many were entered because their line was gone.
    #[must_use]
    pub fn taken_back(&self) -> usize {
        self.count(|line| {
            let is_commit = matches!(line.order, Some(Order::CommitOrders {}));
            line.line.is_none() && !is_commit && matches!(line.outcome, Outcome::Taken(_))
        })
    }

    /// Whether a commit is among what was entered.
    #[must_use]
    pub fn commits(&self) -> bool {
        self.lines.iter().any(|line| {
            matches!(line.order, Some(Order::CommitOrders {}))
                && matches!(line.outcome, Outcome::Taken(_))
        })
    }

    /// Whether something in it waits for its writer to be sure.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.lines
            .iter()
            .any(|line| line.outcome == Outcome::Unsure)
    }

    /// Whether its writer need do nothing about it.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let is_fine = |line: &LineTold| matches!(line.outcome, Outcome::Taken(_) | Outcome::Stands);
        self.late.is_none() && self.cut_at.is_none() && self.lines.iter().all(is_fine)
    }

    /// The receipt of the last order that was entered: it covers all before it.
    #[must_use]
    pub fn receipt(&self) -> Option<&Receipt> {
        let mut lines = self.lines.iter().rev();
        lines.find_map(|line| match &line.outcome {
            Outcome::Taken(receipt) => receipt.as_ref(),
            _ => None,
        })
    }

    /// The units that what was entered is about, each once.
    #[must_use]
    pub fn units(&self) -> Vec<Seq> {
        let taken = self
            .lines
            .iter()
            .filter(|line| matches!(line.outcome, Outcome::Taken(_)));
        let mut units: Vec<Seq> = Vec::new();
        for order in taken.filter_map(|line| line.order.as_ref()) {
            units.extend(subject::units(order));
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    fn count(&self, fits: impl Fn(&LineTold) -> bool) -> usize {
        self.lines.iter().filter(|line| fits(line)).count()
    }
}
