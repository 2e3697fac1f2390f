//! What a preview asks of a turn besides its events: what governed whom where, and
//! the fights that were not fought. A turn that counts notes nothing here.

use alloc::vec::Vec;

use crate::event::EngagementKind;
use crate::ids::{Seq, Tile};
use crate::turn::{Goal, Plan, Source};

/// The marks of one supposed turn, each list in the order of happening.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    pub(crate) governed: Vec<Governed>,
    pub(crate) clashes: Vec<Clash>,
    /// Who halted before whose tile.
    pub(crate) contacts: Vec<(Seq, Tile)>,
}

/// What governs a unit from a tile on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Governed {
    pub(crate) unit: Seq,
    pub(crate) tile: Tile,
    pub(crate) source: Source,
    /// Where it is bound.
    pub(crate) goal: Option<Goal>,
    /// That is a waypoint, and not the end of its way.
    pub(crate) waypoint: bool,
}

/// A fight that would be fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    /// Whose activation it is.
    pub(crate) unit: Seq,
    pub(crate) with: Seq,
    pub(crate) kind: EngagementKind,
    /// The tile that is attacked; of a reaction, where the mover was halted.
    pub(crate) tile: Tile,
    /// The predictor's word, per mille, for the one that attacks by order.
    pub(crate) chance: Option<u32>,
}

impl Marks {
    pub(super) fn governed(&mut self, unit: Seq, tile: Tile, plan: &Plan) {
        self.governed.push(Governed {
            unit,
            tile,
            source: plan.source,
            goal: plan.goal,
            waypoint: plan.waypoint,
        });
    }
}
