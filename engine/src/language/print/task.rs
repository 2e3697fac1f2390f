//! Tasks as text: actions, clauses, conditions.

use core::fmt::Write;

use super::{Printer, stance_word};
use crate::command::{Action, Cargo, Condition, Holder, Target, Task, Work};
use crate::ids::Pos;
use crate::language::grammar::percent;

impl Printer<'_> {
    pub(super) fn task(&mut self, task: &Task) {
        self.action(&task.action);
        if !task.via.is_empty() {
            put!(self, " via");
            self.tiles(&task.via);
        }
        for clause in &task.clauses {
            put!(self, "; if ");
            self.condition(&clause.when, false);
            put!(self, " then ");
            self.action(&clause.then);
        }
        if let Some(until) = &task.until {
            put!(self, "; until ");
            self.condition(until, false);
        }
        if task.cautious {
            put!(self, "; cautious");
        }
        if let Some(stance) = task.stance {
            put!(self, "; stance {}", stance_word(stance));
        }
        if let Some(fallback) = &task.fallback {
            put!(self, "; fallback ");
            self.posture(fallback);
        }
    }

    pub(super) fn tiles(&mut self, tiles: &[Pos]) {
        for tile in tiles {
            put!(self, " {tile}");
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::MoveTo(tile) => put!(self, "move to {tile}"),
            Action::Withdraw(tile) => put!(self, "withdraw to {tile}"),
            Action::Attack(Target::Tile(tile)) => put!(self, "attack {tile}"),
            Action::Attack(Target::Unit(unit)) => put!(self, "attack {unit}"),
            Action::Seize(site) => {
                put!(self, "seize ");
                self.names.site(*site, &mut self.out);
            }
            Action::Halt(None) => put!(self, "halt"),
            Action::Halt(Some(tile)) => put!(self, "halt at {tile}"),
            Action::Brace => put!(self, "brace"),
            Action::Board(unit) => put!(self, "board {unit}"),
            Action::Unload(unload) => match unload.unit {
                Cargo::All => put!(self, "unload all at {}", unload.tile),
                Cargo::Unit(unit) => put!(self, "unload {unit} at {}", unload.tile),
            },
            Action::Build(Work::Depot) => put!(self, "build depot"),
            Action::Build(Work::Fort) => put!(self, "build fort"),
            Action::Build(Work::Road) => put!(self, "build road"),
            Action::Follow(unit) => put!(self, "follow {unit}"),
            Action::Disband => put!(self, "disband"),
        }
    }

    /// `inner` asks for parentheses around what is joined by `and` and `or`.
    fn condition(&mut self, condition: &Condition, inner: bool) {
        match condition {
            Condition::EnemyAt { tile, n } => {
                put!(self, "enemy at {tile}");
                self.at_least(*n);
            }
            Condition::EnemyWithin { tile, r, n } => {
                put!(self, "enemy within {r} of {tile}");
                self.at_least(*n);
            }
            Condition::Held { tile, by } => {
                let by = match by {
                    Holder::Ours => "us",
                    Holder::Theirs => "them",
                    Holder::Nobody => "nobody",
                };
                put!(self, "held {tile} by {by}");
            }
            Condition::UnitAt { unit, tile } => put!(self, "{unit} at {tile}"),
            Condition::UnitLost(unit) => put!(self, "{unit} lost"),
            Condition::StrengthBelow(n) => put!(self, "strength below {n}"),
            Condition::Supplied => put!(self, "supplied"),
            Condition::InCommand => put!(self, "in command"),
            Condition::WinChance(n) => put!(self, "win chance >= {}", percent(*n)),
            Condition::Turn(n) => put!(self, "turn {n}"),
            Condition::Turns(n) => put!(self, "after {n} turns"),
            Condition::Arrived => put!(self, "arrived"),
            Condition::Not(negated) => {
                put!(self, "not ");
                self.condition(negated, true);
            }
            Condition::All(list) => self.joined("all", " and ", list, inner),
            Condition::Any(list) => self.joined("any", " or ", list, inner),
        }
    }

    fn joined(&mut self, word: &str, between: &str, list: &[Condition], inner: bool) {
        // Of fewer than two there is nothing to join; the word keeps the shape.
        let listed = list.len() < 2;
        if listed {
            put!(self, "{word} ");
        }
        if listed || inner {
            put!(self, "(");
        }
        for (index, condition) in list.iter().enumerate() {
            if index > 0 {
                put!(self, "{between}");
            }
            self.condition(condition, !listed);
        }
        if listed || inner {
            put!(self, ")");
        }
    }

    fn at_least(&mut self, n: u16) {
        if n != 1 {
            put!(self, " >= {n}");
        }
    }
}
