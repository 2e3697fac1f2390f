//! Sites as a seat knows them (WO-210): the owner as last seen, the queue of its
//! own cities alone.

use alloc::vec::Vec;

use super::{KnownSite, View};
use crate::ids::{Owner, Seq};
use crate::state::Site;

impl View<'_> {
    pub(super) fn sites(&self) -> Vec<KnownSite> {
        let state = &self.world.state;
        let known = &state.knowledge[self.group()].sites;
        let view = |(seq, owner): (&Seq, &Owner)| Some(self.site(state.site(*seq)?, *owner));
        known.iter().filter_map(view).collect()
    }

    /// A site whose owner is known to be, or taken to be, `owner`.
    pub(super) fn site(&self, site: &Site, owner: Owner) -> KnownSite {
        let state = &self.world.state;
        let mine = site.owner == Some(self.seat);
        let classes = site.queue.iter().filter(|_| mine);
        KnownSite {
            site: site.seq,
            kind: site.kind,
            name: site.name.clone(),
            at: state.map.grid.pos(site.tile),
            owner,
            output: site.output,
            observed: self.world.observes(self.group(), site.tile),
            queue: classes
                .map(|c| state.rules.ruleset.class(*c).name.clone())
                .collect(),
            progress: if mine { site.progress } else { 0 },
        }
    }
}
