//! The changes of a seat's turn as steps that can be gone back and forth. A change that
//! leads to where the step before it began is an undoing, one that leads to where an
//! undone one had ended a redoing, and any other ends what could be redone: so nothing
//! about it is stored.

use std::collections::BTreeSet;

use super::{Undo, Way, lines_of};
use crate::{app::State, error::Error};

/// How many changes can be gone back.
const STEPS: usize = 100;

/// One form's orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// Its last record.
    pub(super) last: u32,
    /// Whether it committed the turn.
    pub(super) commits: bool,
}

/// Where one could go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The lines there.
    pub(super) text: String,
    /// Whether the change that is undone on the way there gave a commit too.
    pub(super) commits: bool,
}

/// All that can be undone and redone.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The lines as they stand.
    pub(super) now: String,
    undo: Vec<Step>,
    redo: Vec<Step>,
}

impl History {
    /// Reads it out of the log; `None` where the seat has changed nothing.
    pub(super) async fn read(
        state: &State,
        undo: Undo,
        changes: &[Change],
    ) -> Result<Option<Self>, Error> {
        if changes.is_empty() {
            return Ok(None);
        }
        // The oldest of those that can be gone back begins where the one before it ended.
        let begin = changes.len().saturating_sub(STEPS);
        let from = begin.saturating_sub(1);
        let ends: Vec<u32> = changes[from..].iter().map(|change| change.last).collect();
        let replays = &state.replays;
        let mut states = replays
            .within(&state.db, undo.game_id, undo.turn, &ends)
            .await?;
        states.drain(..begin - from);
        let commits: Vec<bool> = changes[begin..]
            .iter()
            .map(|change| change.commits)
            .collect();
        // Many views of a large game take a while; the web worker has others to serve.
        let read = tokio::task::spawn_blocking(move || {
            let mut states = states.iter().map(|state| lines_of(&state.game, undo.seat));
            let mut history = Self {
                now: states.next().transpose()?.unwrap_or_default(),
                ..Self::default()
            };
            for (text, commits) in states.zip(commits) {
                history.add(text?, commits);
            }
            Ok::<_, Error>(history)
        });
        read.await.map_err(Error::internal)?.map(Some)
    }

    /// Where a step leads, if there is one.
    pub(super) fn step(&self, way: Way) -> Option<&Step> {
        match way {
            Way::Undo => self.undo.last(),
            Way::Redo => self.redo.last(),
        }
    }

    /// Goes on to the lines behind a change.
    fn add(&mut self, text: String, commits: bool) {
        if is_same(&text, &self.now) {
            return;
        }
        let before = std::mem::replace(&mut self.now, text);
        let leads_to = |steps: &[Step]| {
            steps
                .last()
                .is_some_and(|step| is_same(&step.text, &self.now))
        };
        if leads_to(&self.undo) {
            self.undo.pop();
            self.redo.push(Step {
                text: before,
                commits: false,
            });
        } else if leads_to(&self.redo) {
            self.redo.pop();
            self.undo.push(Step {
                text: before,
                commits,
            });
        } else {
            self.redo.clear();
            self.undo.push(Step {
                text: before,
                commits,
            });
        }
    }
}

/// Whether two texts are the same orders; what was given later stands elsewhere.
fn is_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    one == other || lines(one) == lines(other)
}

#[cfg(test)]
mod tests {
    use super::{History, Way};

    /// Where undo and redo lead behind a row of changes, beginning at `a`.
    fn ways(changes: &str) -> (Option<String>, Option<String>) {
        let mut history = History {
            now: "a".to_owned(),
            ..History::default()
        };
        for change in changes.chars() {
            history.add(change.to_string(), false);
        }
        let text = |way| history.step(way).map(|step| step.text.clone());
        (text(Way::Undo), text(Way::Redo))
    }

    #[test]
    fn changes_can_be_gone_back_and_forth() {
        let some = |text: &str| Some(text.to_owned());
        for (changes, undo, redo) in [
            ("", None, None),
            ("b", some("a"), None),
            ("bcd", some("c"), None),
            // Undone once, twice, and redone once.
            ("bcdc", some("b"), some("d")),
            ("bcdcb", some("a"), some("c")),
            ("bcdcba", None, some("b")),
            ("bcdcbc", some("b"), some("d")),
            ("bcdcbcd", some("c"), None),
            // Something new ends what could be redone.
            ("bcdcbe", some("b"), None),
            // What changed nothing is no step.
            ("bbcc", some("b"), None),
        ] {
            assert_eq!(ways(changes), (undo, redo), "{changes}");
        }
    }
}
