//! Sight: what is observed now, kept by counts of observers per tile (WO-2xx),
//! and what each side of sight remembers. Only this module writes [`Knowledge`].
//!
//! [`Knowledge`]: crate::state::Knowledge

use alloc::{string::ToString, vec::Vec};

use crate::event::{Attention, Event};
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::record::Recorder;
use crate::state::{Contact, State};
use crate::world::World;

/// Vision radius of a site, in tiles (WO-200).
pub(crate) const SITE_VISION: u32 = 2;

/// Calls `see` for every tile observed from one (WO-200): from a hill one tile
/// farther, concealing tiles from next to them only.
pub(crate) fn disc(state: &State, from: Tile, vision: u32, mut see: impl FnMut(Tile)) {
    let map = &state.map;
    let grid = map.grid;
    let radius = vision + u32::from(map.terrain(from) == crate::map::Terrain::Hill);
    let reach = radius as i32;
    let centre = grid.pos(from);
    let (width, height) = (i32::from(grid.width), i32::from(grid.height));
    let (x, y) = (i32::from(centre.x), i32::from(centre.y));
    let inside = x >= reach && y >= reach && x + reach < width && y + reach < height;
    if !inside && (grid.wrap_x || grid.wrap_y) {
        for tile in grid.within(from, radius) {
            if !map.terrain(tile).conceals() || grid.distance(from, tile) <= 1 {
                see(tile);
            }
        }
        return;
    }
    // Away from a wrap the square is plain rows: the hot path of every step.
    for row in (y - reach).max(0)..=(y + reach).min(height - 1) {
        for column in (x - reach).max(0)..=(x + reach).min(width - 1) {
            let tile = Tile((row * width + column) as u32);
            let near = (row - y).abs() <= 1 && (column - x).abs() <= 1;
            if near || !map.terrain(tile).conceals() {
                see(tile);
            }
        }
    }
}

impl World {
    /// Whether a side of sight observes a tile now.
    pub fn observes(&self, group: usize, tile: Tile) -> bool {
        self.index.observers[group][tile.ix()] > 0
    }

    /// Whether an owner observes a tile now.
    pub fn owner_observes(&self, owner: Owner, tile: Tile) -> bool {
        self.observes(self.state.sight_group(owner), tile)
    }

    /// Adds one pair of eyes and returns the tiles that were dark before.
    fn open_eyes(&mut self, group: usize, at: Tile, vision: u32, fresh: &mut Vec<Tile>) {
        let eyes = &mut self.index.observers[group];
        disc(&self.state, at, vision, |tile| {
            let count = &mut eyes[tile.ix()];
            *count += 1;
            if *count == 1 {
                fresh.push(tile);
            }
        });
    }

    /// Takes one pair of eyes away and returns the tiles that are dark now.
    fn close_eyes(&mut self, group: usize, at: Tile, vision: u32, dark: &mut Vec<Tile>) {
        let eyes = &mut self.index.observers[group];
        disc(&self.state, at, vision, |tile| {
            let count = &mut eyes[tile.ix()];
            *count -= 1;
            if *count == 0 {
                dark.push(tile);
            }
        });
    }

    /// The eyes of a unit go from one tile to another (`None`: they were shut, or
    /// are shut now), and its side learns what there is to be learned.
    pub(crate) fn shift_eyes(
        &mut self,
        ix: usize,
        from: Option<Tile>,
        to: Option<Tile>,
        rec: &mut Recorder,
    ) {
        let unit = &self.state.units[ix];
        let group = self.state.sight_group(unit.owner);
        let vision = self.state.class(unit).vision;
        self.shift_sight(group, vision, from, to, rec);
    }

    /// The same for any observer of a side.
    pub(crate) fn shift_sight(
        &mut self,
        group: usize,
        vision: u32,
        from: Option<Tile>,
        to: Option<Tile>,
        rec: &mut Recorder,
    ) {
        let (mut fresh, mut dark) = rec.take_tile_lists();
        if let Some(to) = to {
            self.open_eyes(group, to, vision, &mut fresh);
        }
        if let Some(from) = from {
            self.close_eyes(group, from, vision, &mut dark);
        }
        for tile in &fresh {
            self.learn_tile(group, *tile, Some(&mut *rec));
        }
        for tile in &dark {
            self.forget_tile(group, *tile, rec);
        }
        rec.return_tile_lists(fresh, dark);
    }

    /// A tile has come into sight: its ground, its site, who stands there, and
    /// who of the remembered does not.
    pub(crate) fn learn_tile(&mut self, group: usize, tile: Tile, rec: Option<&mut Recorder>) {
        let knowledge = &mut self.state.knowledge[group];
        let mut changed = knowledge.explored.insert(tile);
        if self.state.map.has_road(tile) {
            changed |= knowledge.roads.insert(tile);
        }
        if self.index.ghosts[group][tile.ix()] > 0 {
            // Whoever is still there is seen anew below, and has appeared.
            knowledge
                .contacts
                .retain(|_, contact| !(contact.stale && contact.tile == tile));
            self.index.ghosts[group][tile.ix()] = 0;
        }
        let fresh_site = self.learn_site(group, tile);
        if changed || self.units_at(tile).next().is_some() {
            self.touch_ground(group, tile);
        }
        match rec {
            Some(rec) => {
                self.sight_units(group, tile, Some(&mut *rec));
                // Undefended: no hostile unit is seen on it (CM-1340).
                let defended = self
                    .units_at(tile)
                    .any(|ix| self.hostile_to_group(group, self.unit(ix).owner));
                if fresh_site && !defended {
                    rec.note_novelty(group);
                }
            }
            None => self.sight_units(group, tile, None),
        }
    }

    /// Notes the owner of a site that is in sight; says whether it is one to be
    /// taken that was never seen before.
    pub(crate) fn learn_site(&mut self, group: usize, tile: Tile) -> bool {
        let Some(ix) = self.site_ix_at(tile) else {
            return false;
        };
        let (seq, owner) = (self.state.sites[ix].seq, self.state.sites[ix].owner);
        let first = self.state.knowledge[group]
            .sites
            .insert(seq, owner)
            .is_none();
        if first {
            self.touch_ground(group, tile);
        }
        first && self.hostile_to_group(group, owner)
    }

    /// Whether an owner is hostile to the side of sight.
    pub(crate) fn hostile_to_group(&self, group: usize, owner: Owner) -> bool {
        // A group is the index of its first seat, or Neutral's behind the last.
        let side = (group < self.state.seats.len()).then_some(SeatId(group as u8));
        self.state.hostile(side, owner)
    }

    fn sight_units(&mut self, group: usize, tile: Tile, mut rec: Option<&mut Recorder>) {
        let count = self.index_len(tile);
        for place in 0..count {
            let Some(ix) = self.units_at(tile).nth(place) else {
                break;
            };
            if self.state.sight_group(self.state.units[ix].owner) != group {
                self.sight_unit(group, ix, false, rec.as_deref_mut());
            }
        }
    }

    fn index_len(&self, tile: Tile) -> usize {
        self.units_at(tile).count()
    }

    /// A foreign unit is seen where it stands.
    pub(crate) fn sight_unit(
        &mut self,
        group: usize,
        ix: usize,
        moving: bool,
        rec: Option<&mut Recorder>,
    ) {
        let unit = &self.state.units[ix];
        let (seq, class, owner, tile, band) =
            (unit.seq, unit.class, unit.owner, unit.tile, unit.band);
        let turn = self.state.turn;
        let hostile = self.hostile_to_group(group, owner);
        let knowledge = &mut self.state.knowledge[group];
        let before = knowledge.contacts.get(&seq).copied();
        let moving = moving || before.is_some_and(|seen| seen.moving && seen.turn == turn);
        let contact = Contact {
            class,
            owner,
            tile,
            band,
            turn,
            stale: false,
            moving,
        };
        knowledge.contacts.insert(seq, contact);
        let first_met = knowledge.met.insert(seq) && hostile;
        if let Some(stale) = before.filter(|seen| seen.stale) {
            self.index.ghosts[group][stale.tile.ix()] -= 1;
        }
        let Some(rec) = rec else { return };
        if first_met {
            rec.note_novelty(group);
        }
        if before.is_none_or(|seen| seen.stale) {
            if hostile {
                self.threaten(group, seq, class, tile, rec);
            }
            let at = self.state.map.grid.pos(tile);
            let class = self.state.rules.ruleset.class(class).name.to_string();
            rec.appeared(
                &self.state,
                group,
                seq,
                Event::Appeared {
                    unit: seq,
                    at,
                    class,
                    owner,
                    band,
                },
            );
        }
    }

    /// Tells whom an enemy that has just come into sight has within its reach
    /// (CM-1340, *Threatened*).
    fn threaten(
        &self,
        group: usize,
        by: Seq,
        class: crate::ruleset::ClassId,
        tile: Tile,
        rec: &mut Recorder,
    ) {
        let reach = self.state.rules.ruleset.class(class).reach;
        for near in self.state.map.grid.within(tile, reach) {
            for ix in self.units_at(near) {
                let unit = self.unit(ix);
                if self.state.sight_group(unit.owner) == group {
                    let at = self.state.map.grid.pos(near);
                    rec.attend(
                        unit.owner,
                        Attention::Threatened {
                            unit: unit.seq,
                            by,
                            at,
                        },
                    );
                }
            }
        }
    }

    /// A tile has gone out of sight: who stands there is remembered.
    fn forget_tile(&mut self, group: usize, tile: Tile, rec: &mut Recorder) {
        let count = self.index_len(tile);
        if count > 0 {
            self.touch_ground(group, tile);
        }
        for place in 0..count {
            let Some(ix) = self.units_at(tile).nth(place) else {
                break;
            };
            let unit = &self.state.units[ix];
            if self.state.sight_group(unit.owner) != group {
                let seq = unit.seq;
                self.lose_sight(group, seq, tile, rec);
            }
        }
    }

    /// A foreign unit leaves sight and is remembered on a tile.
    pub(crate) fn lose_sight(&mut self, group: usize, seq: Seq, tile: Tile, rec: &mut Recorder) {
        let turn = self.state.turn;
        let Some(contact) = self.state.knowledge[group].contacts.get_mut(&seq) else {
            return;
        };
        if contact.stale {
            return;
        }
        contact.stale = true;
        contact.tile = tile;
        contact.turn = turn;
        self.index.ghosts[group][tile.ix()] += 1;
        let at = self.state.map.grid.pos(tile);
        rec.group_only(&self.state, group, &Event::Vanished { unit: seq, at });
    }

    /// A foreign unit that a side saw is no more, or no longer foreign.
    pub(crate) fn strike_contact(&mut self, group: usize, seq: Seq) {
        let knowledge = &mut self.state.knowledge[group];
        if let Some(contact) = knowledge
            .contacts
            .remove(&seq)
            .filter(|contact| contact.stale)
        {
            self.index.ghosts[group][contact.tile.ix()] -= 1;
        }
    }

    /// What every other side sees of a step that a unit has just made.
    pub(crate) fn watch_step(&mut self, ix: usize, from: Tile, to: Tile, rec: &mut Recorder) {
        let unit = &self.state.units[ix];
        let (seq, own) = (unit.seq, self.state.sight_group(unit.owner));
        for group in 0..self.state.knowledge.len() {
            if group == own {
                continue;
            }
            if self.observes(group, to) {
                self.sight_unit(group, ix, true, Some(&mut *rec));
            } else if self.observes(group, from) {
                self.lose_sight(group, seq, to, rec);
            }
        }
    }

    /// At the end of a Reckoning: bands as they are now, of those in sight.
    pub(crate) fn refresh_contacts(&mut self) {
        let turn = self.state.turn;
        let State {
            knowledge, units, ..
        } = &mut self.state;
        for known in knowledge.iter_mut() {
            for (seq, contact) in known
                .contacts
                .iter_mut()
                .filter(|(_, contact)| !contact.stale)
            {
                if let Ok(ix) = units.binary_search_by_key(seq, |unit| unit.seq) {
                    contact.band = units[ix].band;
                    contact.turn = turn;
                }
            }
        }
    }
}
