//! What a unit has been told, in words. The catalogue has a sentence for every
//! action, condition and posture; this module puts their parts in.

use fieldpost_engine::{
    command::{Action, Cargo, Condition, Holder, Posture, Station, Target, Task, Work},
    ids::Pos,
    stance::Stance,
};

use super::names::Names;
use crate::texts::Phrase;

impl Names<'_> {
    /// A whole Task: what is done, the clauses, the end.
    pub fn task(&self, task: &Task) -> String {
        let mut text = self.action(&task.action);
        let mut add = |phrase: Phrase<'_>| {
            text.push_str("; ");
            text.push_str(&phrase.to_string());
        };
        if !task.via.is_empty() {
            add(self.texts.say("task-via").with("tiles", tiles(&task.via)));
        }
        if task.cautious {
            add(self.texts.say("task-cautious"));
        }
        if let Some(stance) = task.stance {
            add(self
                .texts
                .say("task-stance")
                .with("stance", self.stance(stance)));
        }
        for clause in &task.clauses {
            add(self
                .texts
                .say("task-clause")
                .with("when", self.condition(&clause.when))
                .with("then", self.action(&clause.then)));
        }
        if let Some(until) = &task.until {
            add(self
                .texts
                .say("task-until")
                .with("when", self.condition(until)));
        }
        if let Some(fallback) = &task.fallback {
            add(self
                .texts
                .say("task-fallback")
                .with("posture", self.posture(fallback)));
        }
        text
    }

    /// A Stance.
    pub fn stance(&self, stance: Stance) -> String {
        self.texts.t(match stance {
            Stance::March => "stance-March",
            Stance::Advance => "stance-Advance",
            Stance::Hold => "stance-Hold",
            Stance::Entrench => "stance-Entrench",
        })
    }

    /// An action.
    pub fn action(&self, action: &Action) -> String {
        let say = |code| self.texts.say(code);
        match action {
            Action::MoveTo(tile) => say("do-move").with("tile", tile.to_string()),
            Action::Withdraw(tile) => say("do-withdraw").with("tile", tile.to_string()),
            Action::Attack(Target::Tile(tile)) => say("do-attack").with("target", tile.to_string()),
            Action::Attack(Target::Unit(unit)) => say("do-attack").with("target", self.unit(*unit)),
            Action::Seize(site) => say("do-seize").with("site", self.site(*site)),
            Action::Halt(None) => say("do-halt"),
            Action::Halt(Some(tile)) => say("do-halt-at").with("tile", tile.to_string()),
            Action::Brace => say("do-brace"),
            Action::Board(unit) => say("do-board").with("unit", self.unit(*unit)),
            Action::Unload(unload) => {
                let unit = match unload.unit {
                    Cargo::Unit(unit) => self.unit(unit),
                    Cargo::All => self.texts.t("do-unload-all"),
                };
                say("do-unload")
                    .with("unit", unit)
                    .with("tile", unload.tile.to_string())
            }
            Action::Build(Work::Depot) => say("do-build-depot"),
            Action::Build(Work::Fort) => say("do-build-fort"),
            Action::Build(Work::Road) => say("do-build-road"),
            Action::Follow(unit) => say("do-follow").with("unit", self.unit(*unit)),
            Action::Disband => say("do-disband"),
        }
        .to_string()
    }

    /// A condition.
    pub fn condition(&self, condition: &Condition) -> String {
        let say = |code| self.texts.say(code);
        match condition {
            Condition::EnemyAt { tile, n } => say("if-enemy-at")
                .with("tile", tile.to_string())
                .with("n", n),
            Condition::EnemyWithin { tile, r, n } => say("if-enemy-within")
                .with("tile", tile.to_string())
                .with("r", r)
                .with("n", n),
            Condition::Held { tile, by } => say(match by {
                Holder::Ours => "if-held-ours",
                Holder::Theirs => "if-held-theirs",
                Holder::Nobody => "if-held-nobody",
            })
            .with("tile", tile.to_string()),
            Condition::UnitAt { unit, tile } => say("if-unit-at")
                .with("unit", self.unit(*unit))
                .with("tile", tile.to_string()),
            Condition::UnitLost(unit) => say("if-unit-lost").with("unit", self.unit(*unit)),
            Condition::StrengthBelow(n) => say("if-strength-below").with("n", n),
            Condition::Supplied => say("if-supplied"),
            Condition::InCommand => say("if-in-command"),
            Condition::WinChance(n) => say("if-win-chance").with("n", n),
            Condition::Turn(n) => say("if-turn").with("n", n),
            Condition::Turns(n) => say("if-turns").with("n", n),
            Condition::Arrived => say("if-arrived"),
            Condition::Not(inner) => say("if-not").with("inner", self.condition(inner)),
            Condition::All(list) => say("if-all").with("list", self.conditions(list)),
            Condition::Any(list) => say("if-any").with("list", self.conditions(list)),
        }
        .to_string()
    }

    fn conditions(&self, list: &[Condition]) -> String {
        let texts: Vec<_> = list.iter().map(|inner| self.condition(inner)).collect();
        texts.join(", ")
    }

    /// A standing job.
    pub fn posture(&self, posture: &Posture) -> String {
        let say = |code| self.texts.say(code);
        let place = |station: &Station| match station {
            Station::Tile(tile) => tile.to_string(),
            Station::Here => self.texts.t("posture-here"),
        };
        match posture {
            Posture::Reserve => say("posture-says-reserve"),
            Posture::Garrison(station) => say("posture-says-garrison").with("at", place(station)),
            Posture::Picket(station) => say("posture-says-picket").with("at", place(station)),
            Posture::Patrol(patrol) => {
                say("posture-says-patrol").with("tiles", tiles(&patrol.tiles))
            }
            Posture::Explore(None) => say("posture-says-explore"),
            Posture::Explore(Some(area)) => say("posture-says-explore-within")
                .with("tile", area.tile.to_string())
                .with("r", area.r),
            Posture::Attach(attach) => {
                say("posture-says-attach").with("formation", &attach.formation)
            }
        }
        .to_string()
    }
}

fn tiles(tiles: &[Pos]) -> String {
    let texts: Vec<_> = tiles.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
