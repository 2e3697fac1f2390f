//! What a combatant's doing provokes, and what is dealt: collection and pass of
//! reactions, movement on the line, blows (TD-010, TD-030, EN-050).

use super::{Bout, Cue, Fighter};
use crate::engagement::choose::Chooser;
use crate::engagement::cycle::{Cycle, FightPhase};
use crate::engagement::loss::{self, Blow};
use crate::engagement::{Deed, LAST_STRENGTH, nerve};
use crate::num::DeterminismError;
use crate::rng::Draws;
use crate::ruleset::tactics::{Act, Interrupt};

impl<C: Chooser, D: Draws> Bout<'_, C, D> {
    /// Movement on the line: leaving is answered at the old place, then entering
    /// at the new one (TD-030, EN-050).
    pub(super) fn travel(&mut self, ix: usize) -> Result<(), DeterminismError> {
        let Some(cycle) = self.fighters[ix].action else {
            return Ok(());
        };
        let target = &self.fighters[cycle.target];
        // A charge after somebody that has got away misses and stays where it is.
        if cycle.act == Act::Charge && target.fights() && !self.in_reach(ix, &cycle, target) {
            return Ok(());
        }
        let (from, goal) = (self.fighters[ix].place, target.place);
        let toward = (goal - from).signum();
        let to = match cycle.act {
            Act::Charge => goal,
            Act::FallBack if toward == 0 => from + if self.fighters[ix].attacking { -1 } else { 1 },
            Act::FallBack => from - toward,
            _ => from + toward,
        };
        self.provoke(ix, Cue::Leaving { from, to })?;
        if !self.still_at_it(ix) {
            return Ok(());
        }
        self.fighters[ix].place = to;
        self.note(ix, Deed::Moved { from, to });
        self.provoke(ix, Cue::Entering { from, to })
    }

    /// Collection and pass: every other combatant in initiative order, with the
    /// best of what the cue lets it do (TD-010, steps 2 and 3).
    pub(super) fn provoke(&mut self, actor: usize, cue: Cue) -> Result<(), DeterminismError> {
        if !cue.can_be_answered() {
            return Ok(());
        }
        for place in 0..self.order.len() {
            let ix = self.order[place];
            let foe = self.fighters[ix].attacking != self.fighters[actor].attacking;
            if ix == actor || !foe || !self.fighters[ix].may_react() {
                continue;
            }
            if let Some(act) = self.best_reaction(ix, actor, cue) {
                self.react(ix, actor, act)?;
            }
            if self.question.is_some() || !self.fighters[actor].fights() {
                break;
            }
        }
        Ok(())
    }

    /// What one does about a cue. Every cue triggers one reaction at most, so
    /// that its profile has only to say whether.
    fn best_reaction(&mut self, ix: usize, actor: usize, cue: Cue) -> Option<Act> {
        let act = self.triggered(ix, cue)?;
        let from = match cue {
            Cue::Leaving { from, .. } => Some(from),
            _ => None,
        };
        let sight = self.sight(ix, actor, from);
        if !self.may_begin(ix, act, sight.distance) {
            return None;
        }
        let mut ranked = self.fighters[ix].profile.reactions.iter();
        let habit = ranked
            .any(|trigger| trigger.act == Some(act) && sight.matches(trigger))
            .then_some(act);
        if self.chooser.decides_for(self.fighters[ix].base.seq) {
            let options = alloc::vec![act];
            return self.ask(ix, actor, sight.distance, true, options, habit);
        }
        habit
    }

    /// The reaction that a cue triggers, if any (EN-06x).
    fn triggered(&self, ix: usize, cue: Cue) -> Option<Act> {
        use FightPhase::{Execution, Preparation, Recovery};
        let mine = self.fighters[ix].place;
        let (act, holds) = match cue {
            Cue::Phase { phase, target, .. } => match phase {
                Execution => (Act::Brace, target == ix),
                Preparation => (Act::Spoil, true),
                Recovery => (Act::Riposte, true),
                FightPhase::Idle => return None,
            },
            Cue::Entering { from, to } => (Act::SnapFire, enters(mine, from, to)),
            Cue::Leaving { from, to } => (Act::PartingShot, enters(mine, to, from)),
        };
        holds.then_some(act)
    }

    /// Breaks off or pauses what its owner was about, and processes the first
    /// tick of the reaction (TD-110).
    fn react(&mut self, ix: usize, on: usize, act: Act) -> Result<(), DeterminismError> {
        if let Some(action) = self.fighters[ix].action {
            let prepares = action.phase() == FightPhase::Preparation;
            if prepares && action.row.interrupt == Interrupt::Cancel {
                self.fighters[ix].action = None;
                self.note(ix, Deed::Cancelled { act: action.act });
            }
        }
        let target = self.fighters[on].base.seq;
        let cycle = self.new_cycle(ix, act, on);
        let ticks = cycle.lengths();
        let deed = Deed::Reacted {
            act,
            on: target,
            ticks,
        };
        self.note(ix, deed);
        self.fighters[ix].reaction = Some(cycle);
        self.tick_reaction(ix, cycle)
    }

    pub(super) fn carry_out_reaction(
        &mut self,
        ix: usize,
        cycle: &Cycle,
    ) -> Result<(), DeterminismError> {
        match cycle.act {
            Act::Brace => {
                if let Some(action) = &mut self.fighters[cycle.target].action {
                    action.halved |= action.target == ix;
                }
                Ok(())
            }
            Act::Spoil => {
                let hurt = self.strike(ix, cycle)?;
                let readying = self.fighters[cycle.target].action.filter(|action| {
                    action.phase() == FightPhase::Preparation
                        && matches!(action.act, Act::Bombard | Act::Charge)
                });
                if let Some(action) = readying.filter(|_| hurt > 0) {
                    self.fighters[cycle.target].action = None;
                    self.note(cycle.target, Deed::Cancelled { act: action.act });
                }
                Ok(())
            }
            _ => self.strike(ix, cycle).map(|_| ()),
        }
    }

    /// Whether somebody is not too far for a blow that falls now (EN-050). Nobody is
    /// too near for one.
    fn in_reach(&self, ix: usize, cycle: &Cycle, foe: &Fighter<'_>) -> bool {
        self.fighters[ix].place.abs_diff(foe.place) <= cycle.row.distance.1
    }

    /// Deals a blow; the strength it cost. Out of reach it is a miss: it costs nobody
    /// anything and draws no roll.
    pub(super) fn strike(&mut self, ix: usize, cycle: &Cycle) -> Result<u32, DeterminismError> {
        let target = if self.fighters[cycle.target].fights() {
            cycle.target
        } else {
            let Some(other) = self.target_of(ix) else {
                return Ok(0);
            };
            other
        };
        let (dealer, taker) = (&self.fighters[ix], &self.fighters[target]);
        if !self.in_reach(ix, cycle, taker) {
            let on = taker.base.seq;
            self.note(ix, Deed::Missed { act: cycle.act, on });
            return Ok(0);
        }
        let blow = Blow {
            act: cycle.act,
            power: cycle.row.power,
            kind: self.setup.kind,
            role: dealer.base.role,
            dealer_attacks: dealer.attacking,
            distance: dealer.place.abs_diff(taker.place),
            luck: dealer.luck,
            halved: cycle.halved,
            strength: dealer.strength(),
        };
        let points = loss::points(
            (dealer.base, dealer.class),
            (taker.base, taker.class),
            &blow,
            self.stream,
        )?;
        let points = points.min(taker.strength());
        self.answered |= target == 0 && !self.fighters[ix].attacking && points > 0;
        self.fighters[target].lost += points;
        let by = self.fighters[ix].base.seq;
        self.note(
            target,
            Deed::Lost {
                points,
                by,
                act: cycle.act,
            },
        );
        self.break_if_spent(target, ix);
        Ok(points)
    }

    fn break_if_spent(&mut self, ix: usize, by: usize) {
        let fighter = &self.fighters[ix];
        let spent = fighter.base.lost_before + fighter.lost >= nerve(self.ruleset, fighter.base)
            || fighter.strength() <= LAST_STRENGTH;
        if spent && fighter.fights() {
            let (ordinal, by_seq) = (fighter.base.seq.0, self.fighters[by].base.seq);
            self.schedule.leave(ordinal);
            let fighter = &mut self.fighters[ix];
            fighter.broken = true;
            fighter.action = None;
            fighter.reaction = None;
            self.broken.push((ix, by));
            self.note(ix, Deed::Broke { by: by_seq });
        }
    }
}

/// Whether going from one place to another enters a combatant's reach: from
/// beyond 2 to within, or from 2 to 1 or less (EN-050). Leaving is the reverse.
fn enters(mine: i32, from: i32, to: i32) -> bool {
    let (before, after) = (mine.abs_diff(from), mine.abs_diff(to));
    (before > 2 && after <= 2) || (before > 1 && after <= 1)
}
