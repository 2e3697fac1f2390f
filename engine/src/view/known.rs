//! What a seat knows of units and sites that are not its own, and of its own sites:
//! from its knowledge, never from where things really are.

use alloc::vec::Vec;

use super::{KnownSite, OtherUnit, View};
use crate::ids::{Owner, Seq};

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

    pub(super) fn sites(&self) -> Vec<KnownSite> {
        let state = &self.world.state;
        let known = &state.knowledge[self.group()].sites;
        let view = |(seq, owner): (&Seq, &Owner)| {
            let site = state.site(*seq)?;
            let mine = site.owner == Some(self.seat);
            let classes = site.queue.iter().filter(|_| mine);
            Some(KnownSite {
                site: *seq,
                kind: site.kind,
                name: site.name.clone(),
                at: state.map.grid.pos(site.tile),
                owner: *owner,
                output: site.output,
                observed: self.world.observes(self.group(), site.tile),
                queue: classes
                    .map(|c| state.rules.ruleset.class(*c).name.clone())
                    .collect(),
                progress: if mine { site.in_head() } else { 0 },
                forfeits: if mine {
                    site.progress - site.in_head()
                } else {
                    0
                },
            })
        };
        known.iter().filter_map(view).collect()
    }
}
