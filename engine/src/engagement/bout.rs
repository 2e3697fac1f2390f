//! The tick loop: one pass over every combatant in engagement initiative, each
//! with its action, what that triggers, and the reactions to it (TD-010).
//! Nothing is allocated once it runs.

use alloc::vec::Vec;

use super::choose::{Chooser, Question, repertoire};
use super::cycle::{Cycle, FightPhase};
use super::schedule::{CADENCE, Schedule};
use super::{Deed, Ended, Entry, Report, Setup, Stage, Until};
use crate::event::EngagementResult;
use crate::num::DeterminismError;
use crate::rng::Draws;
use crate::ruleset::Ruleset;
use crate::ruleset::tactics::Act;

mod answer;
mod fighter;
mod select;

use fighter::{Cue, Fighter};

/// A fight going on.
pub(super) struct Bout<'a, C, D> {
    ruleset: &'a Ruleset,
    setup: &'a Setup,
    stream: &'a mut D,
    chooser: &'a mut C,
    fighters: Vec<Fighter<'a>>,
    /// Indexes by descending engagement initiative.
    order: Vec<usize>,
    schedule: Schedule,
    /// No turn is due before it.
    next_turn: u64,
    front: usize,
    tick: u32,
    answered: bool,
    broken: Vec<(usize, usize)>,
    log: Vec<Entry>,
    keep_log: bool,
    question: Option<Question>,
}

impl<'a, C: Chooser, D: Draws> Bout<'a, C, D> {
    pub(super) fn new(
        ruleset: &'a Ruleset,
        setup: &'a Setup,
        stream: &'a mut D,
        chooser: &'a mut C,
        keep_log: bool,
    ) -> Result<Self, DeterminismError> {
        if setup.attackers.is_empty() || setup.defenders.is_empty() {
            return Err(DeterminismError::Invariant {
                what: "a fight of one side",
            });
        }
        let count = setup.attackers.len() + setup.defenders.len();
        let mut fighters = Vec::with_capacity(count);
        let mut schedule = Schedule::with_capacity(count);
        for (index, base) in setup.combatants().enumerate() {
            let class = ruleset.class(base.class);
            let attacking = index < setup.attackers.len();
            fighters.push(Fighter {
                base,
                class,
                profile: ruleset.tactics.profile(class),
                repertoire: repertoire(class, base.veterancy),
                attacking,
                initiative: 0,
                coin: 0,
                luck: 1000,
                // Opening distances are a few steps.
                place: if attacking { 0 } else { setup.distance as i32 },
                lost: 0,
                broken: false,
                token: false,
                action: None,
                reaction: None,
                action_ticked: false,
                reaction_ticked: false,
            });
            schedule
                .join(base.seq.0, class.speed, 0)
                .map_err(|_| DeterminismError::Invariant {
                    what: "a speed of 0 in a fight",
                })?;
        }
        let mut bout = Self {
            ruleset,
            setup,
            stream,
            chooser,
            front: setup.attackers.len(),
            order: (0..count).collect(),
            fighters,
            schedule,
            next_turn: 0,
            tick: 0,
            answered: false,
            broken: Vec::with_capacity(count),
            log: Vec::with_capacity(if keep_log { 256 } else { 0 }),
            keep_log,
            question: None,
        };
        bout.draw();
        Ok(bout)
    }

    /// Roll, coin and luck in ascending number, and the order they make (EN-020,
    /// EN-030).
    fn draw(&mut self) {
        self.order
            .sort_unstable_by_key(|ix| self.fighters[*ix].base.seq);
        for ix in &self.order {
            let fighter = &mut self.fighters[*ix];
            // At most ten; it fits.
            let roll = self.stream.below(10) as i32;
            fighter.coin = self.stream.below(2);
            fighter.luck = 700 + i64::from(self.stream.below(601));
            let hidden = if fighter.base.unseen { 5 } else { 0 };
            fighter.initiative = fighter.base.initiative + roll + hidden;
        }
        let fighters = &self.fighters;
        self.order.sort_unstable_by_key(|ix| {
            let f = &fighters[*ix];
            let rank = (
                f.initiative,
                f.class.drill,
                f.base.veterancy,
                !f.base.neutral,
                f.coin,
            );
            (core::cmp::Reverse(rank), f.base.seq)
        });
    }

    pub(super) fn run(mut self) -> Result<Ended, DeterminismError> {
        self.fight_to(self.setup.ticks())?;
        Ok(match self.question.take() {
            Some(question) => Ended::Asked(question, self.log),
            None => Ended::Fought(self.report()),
        })
    }

    /// As far as a tick, with how everybody stands there.
    pub(super) fn stage(mut self, until: Until) -> Result<Stage, DeterminismError> {
        let time = self.setup.ticks();
        let over = self.fight_to(until.tick.min(time))? || until.tick >= time;
        let (tick, question) = (self.tick, self.question.take());
        let standing = self.order.iter().map(|ix| self.fighters[*ix].standing());
        let (standing, upcoming) = (standing.collect(), self.schedule.upcoming(until.upcoming));
        let (log, report) = if question.is_none() && over {
            let mut report = self.report();
            (core::mem::take(&mut report.log), Some(report))
        } else {
            (self.log, None)
        };
        Ok(Stage {
            tick,
            standing,
            upcoming,
            log,
            question,
            report,
        })
    }

    /// Says whether it was over before its time; a question stops it too.
    fn fight_to(&mut self, last: u32) -> Result<bool, DeterminismError> {
        for tick in 1..=last {
            self.tick = tick;
            self.hand_out_tokens();
            for place in 0..self.order.len() {
                let ix = self.order[place];
                if self.fighters[ix].fights() {
                    self.step(ix)?;
                }
                if self.question.is_some() {
                    return Ok(false);
                }
                if self.is_over() {
                    return Ok(true);
                }
            }
            self.pass();
        }
        Ok(false)
    }

    fn hand_out_tokens(&mut self) {
        let now = u64::from(self.tick) * (CADENCE / 16);
        // On most ticks nobody's turn comes.
        if now < self.next_turn {
            return;
        }
        while let Some(due) = self.schedule.advance_until(now) {
            let bearer = self
                .fighters
                .iter_mut()
                .find(|f| f.base.seq.0 == due.ordinal);
            if let Some(bearer) = bearer {
                bearer.token = true;
            }
        }
        self.next_turn = self.schedule.next().map_or(u64::MAX, |due| due.at);
    }

    /// TD-010 for one actor: its action, then collection and pass.
    fn step(&mut self, ix: usize) -> Result<(), DeterminismError> {
        if let Some(cycle) = self.fighters[ix].reaction {
            // One begun earlier in this tick has had its first tick.
            return if self.fighters[ix].reaction_ticked {
                Ok(())
            } else {
                self.tick_reaction(ix, cycle)
            };
        }
        if self.fighters[ix].action.is_none() {
            self.begin_action(ix)?;
        }
        let Some(cycle) = self.fighters[ix].action else {
            return Ok(());
        };
        self.fighters[ix].action_ticked = true;
        let now = cycle.now();
        let (act, target, phase) = (cycle.act, cycle.target, now.phase);
        if now.first {
            let on = self.fighters[target].base.seq;
            let ticks = cycle.length();
            let deed = Deed::Phase {
                act,
                phase,
                on,
                ticks,
            };
            self.note(ix, deed);
            self.provoke(ix, Cue::Phase { act, phase, target })?;
        }
        if phase == FightPhase::Execution && now.last {
            self.take_effect(ix, act)?;
        }
        Ok(())
    }

    /// The end of an execution, behind its own step's reactions (EN-055).
    fn take_effect(&mut self, ix: usize, act: Act) -> Result<(), DeterminismError> {
        if self.still_at_it(ix) && act.moves() {
            self.travel(ix)?;
        }
        if self.still_at_it(ix)
            && act.strikes()
            && let Some(aim) = self.fighters[ix].action
        {
            self.strike(ix, &aim)?;
        }
        Ok(())
    }

    /// The end of a tick: every cycle that had its tick moves on.
    fn pass(&mut self) {
        for fighter in &mut self.fighters {
            let on = |ticked: bool, cycle: &mut Option<Cycle>| {
                if ticked && cycle.as_mut().is_some_and(|cycle| !cycle.pass()) {
                    *cycle = None;
                }
            };
            on(
                core::mem::take(&mut fighter.action_ticked),
                &mut fighter.action,
            );
            on(
                core::mem::take(&mut fighter.reaction_ticked),
                &mut fighter.reaction,
            );
        }
    }

    /// Whether its action goes on behind the reactions to it. While a question waits,
    /// nothing of what its answer decides happens, and nobody else is asked (TD-130).
    fn still_at_it(&self, ix: usize) -> bool {
        let fighter = &self.fighters[ix];
        self.question.is_none() && fighter.fights() && fighter.action.is_some()
    }

    /// A reaction that was begun goes on; its parent action waits (TD-110).
    fn tick_reaction(&mut self, ix: usize, cycle: Cycle) -> Result<(), DeterminismError> {
        self.fighters[ix].reaction_ticked = true;
        let now = cycle.now();
        if now.phase == FightPhase::Execution && now.last {
            self.carry_out_reaction(ix, &cycle)?;
        }
        Ok(())
    }

    fn note(&mut self, ix: usize, what: Deed) {
        if self.keep_log {
            let who = self.fighters[ix].base.seq;
            self.log.push(Entry {
                tick: self.tick,
                who,
                what,
            });
        }
    }

    fn is_over(&self) -> bool {
        // As long as nobody has broken, it goes on.
        if self.broken.is_empty() {
            return false;
        }
        let stands = |attacking| {
            self.fighters
                .iter()
                .any(|f| f.attacking == attacking && f.fights())
        };
        !self.fighters[self.front].fights() || !stands(true) || !stands(false)
    }

    fn report(self) -> Report {
        let mut attackers = self.fighters.iter().filter(|f| f.attacking);
        let attacker_gone = attackers.all(Fighter::is_beaten);
        let result = match (attacker_gone, self.fighters[self.front].is_beaten()) {
            (false, true) => EngagementResult::AttackerWon,
            (true, false) => EngagementResult::DefenderWon,
            _ => EngagementResult::StandOff,
        };
        let seq = |ix: usize| self.fighters[ix].base.seq;
        Report {
            result,
            losses: self.fighters.iter().map(|f| (f.base.seq, f.lost)).collect(),
            broken: self
                .broken
                .iter()
                .map(|(who, by)| (seq(*who), seq(*by)))
                .collect(),
            answered: self.answered,
            order: if self.keep_log {
                let of = |ix: &usize| (seq(*ix), self.fighters[*ix].initiative);
                self.order.iter().map(of).collect()
            } else {
                Vec::new()
            },
            log: self.log,
        }
    }
}
