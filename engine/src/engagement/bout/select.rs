//! What a combatant begins, and against whom: by its profile, or by whoever
//! decides for it (TD-130, EN-055, EN-070).

use alloc::vec::Vec;

use super::Bout;
use crate::engagement::Role;
use crate::engagement::choose::{Choice, Chooser, Question, Sight};
use crate::engagement::cycle::Cycle;
use crate::engagement::loss;
use crate::event::EngagementKind;
use crate::num::DeterminismError;
use crate::rng::Draws;
use crate::ruleset::tactics::Act;

impl<C: Chooser, D: Draws> Bout<'_, C, D> {
    /// The nearest enemy that fights, then the weakest, then the lowest number;
    /// in an assault the front unit is the only target (EN-010, EN-055).
    pub(super) fn target_of(&self, ix: usize) -> Option<usize> {
        let me = &self.fighters[ix];
        if me.attacking && self.setup.kind != EngagementKind::Reaction {
            return self.fighters[self.front].fights().then_some(self.front);
        }
        let foes = self
            .fighters
            .iter()
            .enumerate()
            .filter(|(_, foe)| foe.attacking != me.attacking && foe.fights());
        foes.min_by_key(|(_, foe)| (me.place.abs_diff(foe.place), foe.strength(), foe.base.seq))
            .map(|(foe, _)| foe)
    }

    /// An idle combatant with its token begins what its profile, or whoever
    /// decides for it, selects.
    pub(super) fn begin_action(&mut self, ix: usize) -> Result<(), DeterminismError> {
        let fighter = &self.fighters[ix];
        if !fighter.token || fighter.base.role != Role::Full {
            return Ok(());
        }
        let Some(target) = self.target_of(ix) else {
            return Ok(());
        };
        let profile = fighter.profile;
        let sight = self.sight(ix, target, None);
        let open = |act: Act| self.may_begin(ix, act, sight.distance);
        let mut fits = profile
            .actions
            .iter()
            .filter(|trigger| sight.matches(trigger))
            .filter_map(|trigger| trigger.act)
            .filter(|act| open(*act));
        let who = fighter.base.seq;
        let chosen = if self.chooser.decides_for(who) {
            let options = Act::ALL
                .into_iter()
                .filter(|act| !act.is_reaction() && open(*act));
            self.ask(
                ix,
                target,
                sight.distance,
                false,
                options.collect(),
                fits.next(),
            )
        } else {
            fits.next()
        };
        if let Some(act) = chosen {
            self.fighters[ix].token = false;
            let cycle = self.new_cycle(ix, act, target);
            self.fighters[ix].action = Some(cycle);
        }
        Ok(())
    }

    pub(super) fn ask(
        &mut self,
        ix: usize,
        on: usize,
        distance: u32,
        reaction: bool,
        mut options: Vec<Act>,
        first: Option<Act>,
    ) -> Option<Act> {
        if options.is_empty() {
            return None;
        }
        // The profile's own choice stands first.
        options.sort_by_key(|act| Some(*act) != first);
        let (who, on) = (self.fighters[ix].base.seq, self.fighters[on].base.seq);
        let question = Question {
            tick: self.tick,
            who,
            on,
            distance,
            reaction,
            options,
            habit: first,
        };
        match self.chooser.choose(&question) {
            Choice::Profile => first,
            Choice::Do(act) => question.options.contains(&act).then_some(act),
            Choice::Wait => None,
            Choice::Ask => {
                self.question = Some(question);
                None
            }
        }
    }

    /// Shortening by initiative, and jitter: preparation's, then recovery's.
    pub(super) fn new_cycle(&mut self, ix: usize, act: Act, target: usize) -> Cycle {
        let shorter = i64::from((self.fighters[ix].initiative / 32).clamp(0, 2));
        let jitter = i64::from(self.stream.below(3)) - 1;
        let jitter = (jitter, i64::from(self.stream.below(3)) - 1);
        Cycle::begin(act, *self.ruleset.tactics.row(act), target, shorter, jitter)
    }

    pub(super) fn may_begin(&self, ix: usize, act: Act, distance: u32) -> bool {
        let row = self.ruleset.tactics.row(act);
        (row.distance.0..=row.distance.1).contains(&distance)
            && self.fighters[ix].repertoire & (1 << act as u16) != 0
            && (self.setup.can_close || !act.moves())
    }

    /// What a combatant sees of another; `from` is where that one was, for
    /// reactions to its leaving.
    pub(super) fn sight(&self, ix: usize, foe: usize, from: Option<i32>) -> Sight {
        let (me, enemy) = (&self.fighters[ix], &self.fighters[foe]);
        let (terrain, works) = loss::shelter(self.setup.kind, enemy.attacking, enemy.base);
        Sight {
            distance: me.place.abs_diff(from.unwrap_or(enemy.place)),
            my_strength: me.strength(),
            my_losses: me.base.lost_before + me.lost,
            my_phase: me.phase(),
            attacking: me.attacking,
            enemy_family: enemy.class.family,
            enemy_strength: enemy.strength(),
            enemy_phase: enemy.phase(),
            enemy_sheltered: terrain.max(works) > 1000,
        }
    }
}
