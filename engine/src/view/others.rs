//! What a seat knows of units that are not its own: from its knowledge, never from
//! where they really are.

use alloc::vec::Vec;

use super::{OtherUnit, View};
use crate::ids::Seq;

impl View<'_> {
    pub(super) fn other_units(&self) -> Vec<OtherUnit> {
        let state = &self.world.state;
        let group = self.group();
        let other = |seq: Seq, class, owner, tile, band, turn, stale| {
            let class = state.rules.ruleset.class(class);
            OtherUnit {
                unit: seq,
                class: class.name.clone(),
                owner,
                at: state.map.grid.pos(tile),
                band,
                reach: class.reach,
                hostile: state.hostile(Some(self.seat), owner),
                seen_turn: turn,
                stale,
            }
        };
        let contacts = state.knowledge[group].contacts.iter();
        let mut others: Vec<OtherUnit> = contacts
            .map(|(seq, c)| other(*seq, c.class, c.owner, c.tile, c.band, c.turn, c.stale))
            .collect();
        let allied = state.units.iter().filter(|unit| {
            unit.in_play()
                && unit.owner != Some(self.seat)
                && state.sight_group(unit.owner) == group
        });
        let turn = state.turn;
        others.extend(allied.map(|unit| {
            other(
                unit.seq, unit.class, unit.owner, unit.tile, unit.band, turn, false,
            )
        }));
        others.sort_unstable_by_key(|other| other.unit);
        others
    }
}
