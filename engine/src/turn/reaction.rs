//! Reactions: the whole of the answer to a mover that would otherwise pass
//! unseen and untouched (TM-1530…1730). Exactly one a mover and activation, the
//! mover is halted, and nobody reacts to a reaction.

use super::Turn;
use super::activation::Walk;
use crate::event::{Attention, Event, Halt};
use crate::num::DeterminismError;

impl Turn<'_> {
    /// TM-1560 steps 3 to 5, for a mover on the tile it has just entered.
    pub(crate) fn react_to(
        &mut self,
        mover: usize,
        walk: &mut Walk,
    ) -> Result<(), DeterminismError> {
        let Some(reactor) = self.choose_reactor(mover) else {
            return Ok(());
        };
        // What is left is forfeited: nothing that costs a point follows (TM-1640).
        walk.points = 0;
        self.world.unit_mut(reactor).reactions_spent += 1;
        self.announce_reaction(reactor, mover);
        self.fight_reaction(reactor, mover)?;
        self.halt(mover, walk, Halt::Reaction);
        Ok(())
    }

    /// The eligible unit of highest frozen Initiative, then lowest number
    /// (TM-1570, TM-1620), found among those near enough (TM-2530).
    fn choose_reactor(&self, mover: usize) -> Option<usize> {
        if self.reach == 0 {
            return None;
        }
        let world = &*self.world;
        let tile = world.unit(mover).tile;
        let owner = world.unit(mover).owner;
        let grid = world.state.map.grid;
        let mut best: Option<usize> = None;
        for near in grid.within(tile, self.reach) {
            for ix in world.units_at(near) {
                let unit = world.unit(ix);
                let eligible = unit.can_react()
                    && world.state.hostile(owner, unit.owner)
                    && grid.distance(near, tile) <= world.state.class(unit).reach
                    && world.owner_observes(unit.owner, tile);
                let key = |ix: usize| (self.scores[ix], core::cmp::Reverse(world.unit(ix).seq));
                if eligible && best.is_none_or(|best| key(ix) > key(best)) {
                    best = Some(ix);
                }
            }
        }
        best
    }

    /// Seats that observe either tile learn of it; the reactor is unknown where
    /// its tile is not observed (TM-1710, TM-2310).
    fn announce_reaction(&mut self, reactor: usize, mover: usize) {
        let (shooter, target) = (self.world.unit(reactor), self.world.unit(mover));
        let (unit, on) = (shooter.seq, target.seq);
        let (from, tile) = (shooter.tile, target.tile);
        let grid = self.world.state.map.grid;
        let at = grid.pos(tile);
        let owners = (shooter.owner, target.owner);
        let truth = Event::Reaction {
            unit: Some(unit),
            on: Some(on),
            at,
        };
        let world = &*self.world;
        self.rec.told(world, truth, |seat, group| {
            let sees_mover = owners.1 == Some(seat) || world.observes(group, tile);
            let sees_reactor = owners.0 == Some(seat) || world.observes(group, from);
            (sees_mover || sees_reactor).then(|| Event::Reaction {
                unit: sees_reactor.then_some(unit),
                on: sees_mover.then_some(on),
                at: if sees_mover { at } else { grid.pos(from) },
            })
        });
        let from = grid.pos(from);
        self.rec
            .attend(owners.0, Attention::ReactionFired { unit, at: from });
        self.rec
            .attend(owners.1, Attention::ReactionFired { unit: on, at });
    }
}
