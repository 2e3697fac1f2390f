//! What an activation does besides moving (TM-1320 step 5), from the tile the
//! unit really stands on: capture, boarding, landing, disbanding. Fights are in
//! `fight`.

use alloc::vec::Vec;

use super::Turn;
use super::activation::Walk;
use super::plan::{Deed, Plan};
use super::route::STACK;
use crate::command::{Cargo, SeizeSites, Unload};
use crate::event::{Attention, Event};
use crate::ids::{Seq, Tile};
use crate::num::DeterminismError;
use crate::state::Spent;
use crate::world::World;

impl Turn<'_> {
    /// Does a plan's deed if it can be done from here; says whether it was. Then
    /// the activation is over: nobody moves on after a deed.
    pub(crate) fn do_deed(
        &mut self,
        ix: usize,
        plan: &Plan,
        walk: &mut Walk,
    ) -> Result<bool, DeterminismError> {
        let Some(deed) = plan.deed else {
            return Ok(false);
        };
        let done = match deed {
            Deed::Attack { tile, into } => self.attack(ix, tile, into, plan, walk)?,
            Deed::Seize => false,
            Deed::Board(carrier) => self.board(ix, carrier, walk),
            Deed::Unload(unload) => self.unload(ix, unload),
            Deed::Disband => self.disband(ix),
            Deed::Brace => {
                self.world.unit_mut(ix).brace();
                false
            }
            Deed::Build => false,
            Deed::Consign(ends) => self.consign(ix, ends, walk),
        };
        walk.acted |= done;
        Ok(done)
    }

    /// Takes the site that the unit stands on, if a sanction lets it or the action that
    /// governs is to seize it, `leave` (TM-1510, WO-420, CM-580); on entering, or at its
    /// own activation. Says whether it was taken.
    pub(crate) fn take_site_underfoot(
        &mut self,
        ix: usize,
        leave: Option<Seq>,
        entering: bool,
    ) -> bool {
        let unit = self.world.unit(ix);
        let (tile, owner) = (unit.tile, unit.owner);
        let Some(site_ix) = self.world.site_ix_at(tile) else {
            return false;
        };
        let site = &self.world.state.sites[site_ix];
        let (seq, former) = (site.seq, site.owner);
        let ordered = leave == Some(seq);
        if !self.world.state.hostile(owner, former)
            || !self.world.state.class(unit).captures()
            || !(ordered || unit.sanctions.seize == SeizeSites::Undefended)
            || self.world.hostile_at(tile, owner)
        {
            return false;
        }
        // The eyes of a unit that is just entering are still where it came from;
        // its side sees the tile it stands on all the same.
        let at = self.world.state.map.grid.pos(tile);
        let event = Event::SiteCaptured {
            site: seq,
            by: owner,
            at,
        };
        let world = &*self.world;
        let side = world.state.sight_group(owner);
        self.rec.told(world, event.clone(), |seat, group| {
            let sees =
                (entering && group == side) || Some(seat) == former || world.observes(group, tile);
            sees.then(|| event.clone())
        });
        self.rec
            .attend(former, Attention::SiteLost { site: seq, at });
        self.rec
            .attend(owner, Attention::SiteTaken { site: seq, at });
        self.change_holder(site_ix, owner);
        true
    }

    fn change_holder(&mut self, site_ix: usize, owner: crate::ids::Owner) {
        let site = &mut self.world.state.sites[site_ix];
        let (seq, tile, former) = (site.seq, site.tile, site.owner);
        site.owner = owner;
        site.queue.clear();
        (site.progress, site.paid_for) = (0, None);
        if let Some(seat) = former {
            let seat = &mut self.world.state.seats[usize::from(seat.0)];
            seat.postings.remove(&seq);
            seat.requisitions.retain(|(city, _), _| *city != seq);
            seat.building.retain(|(city, _), _| *city != seq);
        }
        for group in 0..self.world.state.knowledge.len() {
            let knows = self.world.observes(group, tile);
            if knows || group == self.world.state.sight_group(owner) {
                self.world.learn_site(group, tile);
            }
        }
        let vision = crate::sight::SITE_VISION;
        let (lost, won) = (
            self.world.state.sight_group(former),
            self.world.state.sight_group(owner),
        );
        self.world
            .shift_sight(won, vision, None, Some(tile), self.rec);
        self.world
            .shift_sight(lost, vision, Some(tile), None, self.rec);
    }

    /// Goes aboard a carrier next to it, for one point (WO-320).
    fn board(&mut self, ix: usize, carrier: Seq, walk: &mut Walk) -> bool {
        let Some(carrier_ix) = self.world.state.unit_index(carrier) else {
            return false;
        };
        let (unit, ship) = (self.world.unit(ix), self.world.unit(carrier_ix));
        let near = self.world.state.map.grid.distance(unit.tile, ship.tile) <= 1;
        // To go aboard is to leave one's tile (TM-690).
        let may = walk.points > 0 && unit.effective_stance.may_move();
        let open = near && ship.in_play() && ship.owner == unit.owner;
        if !may || !open || !fits(self.world, ix, carrier_ix) {
            return false;
        }
        walk.points -= 1;
        self.embark(ix, carrier_ix);
        true
    }

    /// Takes a unit off the map into a carrier next to it.
    pub(crate) fn embark(&mut self, ix: usize, carrier_ix: usize) {
        let (unit, ship) = (self.world.unit(ix), self.world.unit(carrier_ix));
        let (seq, owner, tile) = (unit.seq, unit.owner, unit.tile);
        let (carrier, to) = (ship.seq, ship.tile);
        let at = self.world.state.map.grid.pos(tile);
        let boarded = |carrier| Event::Boarded {
            unit: seq,
            carrier,
            at,
        };
        self.announce_carriage(owner, (tile, to), carrier, boarded);
        self.leave_map(ix);
        let unit = self.world.unit_mut(ix);
        unit.carrier = Some(carrier);
        unit.displace(to);
    }

    /// Sets down what it carries, as far as stacking and ground allow (WO-320);
    /// those landed are spent (TM-1840).
    pub(crate) fn unload(&mut self, ix: usize, unload: Unload) -> bool {
        let carrier = self.world.unit(ix);
        let (seq, owner, from) = (carrier.seq, carrier.owner, carrier.tile);
        let grid = self.world.state.map.grid;
        let tile = grid.tile(unload.tile);
        if grid.distance(from, tile) > 1 || self.world.hostile_at(tile, owner) {
            return false;
        }
        let chosen = |cargo: Seq| match unload.unit {
            Cargo::All => true,
            Cargo::Unit(wanted) => wanted == cargo,
        };
        let aboard: Vec<usize> = cargo_of(self.world, seq)
            .filter(|cargo| chosen(self.world.unit(*cargo).seq))
            .collect();
        let mut landed = false;
        for cargo in aboard {
            landed |= self.land(cargo, seq, tile);
        }
        landed
    }

    fn land(&mut self, cargo: usize, carrier: Seq, tile: Tile) -> bool {
        let unit = self.world.unit(cargo);
        // What is aboard shares its carrier's tile.
        let (seq, owner, from) = (unit.seq, unit.owner, unit.tile);
        let mobility = self.world.state.class(unit).mobility;
        if self.world.cost(tile, mobility).is_none() || self.world.friends_at(tile, owner) >= STACK
        {
            return false;
        }
        let unit = self.world.unit_mut(cargo);
        unit.carrier = None;
        unit.displace(tile);
        unit.spent = Some(Spent::Landed);
        self.world.put(cargo);
        let at = self.world.state.map.grid.pos(tile);
        let landed = |carrier| Event::Landed {
            unit: seq,
            carrier,
            at,
        };
        self.announce_carriage(owner, (tile, from), carrier, landed);
        self.world.watch_step(cargo, tile, tile, self.rec);
        self.world.shift_eyes(cargo, None, Some(tile), self.rec);
        true
    }

    /// Who observes the tile learns of it, and of the carrier who observes that.
    fn announce_carriage(
        &mut self,
        owner: crate::ids::Owner,
        (tile, carriers_tile): (Tile, Tile),
        carrier: Seq,
        event: impl Fn(Option<Seq>) -> Event,
    ) {
        let world = &*self.world;
        self.rec.told(world, event(Some(carrier)), |seat, group| {
            let own = owner == Some(seat);
            let sees_carrier = own || world.observes(group, carriers_tile);
            (own || world.observes(group, tile)).then(|| event(sees_carrier.then_some(carrier)))
        });
    }

    /// Leaves play on an own city; a quarter of its worth comes back (WO-440). What it
    /// carries is landed first; where that cannot be, nothing is done (CM-300).
    fn disband(&mut self, ix: usize) -> bool {
        let unit = self.world.unit(ix);
        let (seq, tile) = (unit.seq, unit.tile);
        let Some(seat) = unit.owner.filter(|_| in_own_city(self.world, ix)) else {
            return false;
        };
        let aboard: Vec<usize> = cargo_of(self.world, seq).collect();
        if self.world.friends_at(tile, Some(seat)) + aboard.len() > STACK && !aboard.is_empty() {
            return false;
        }
        for cargo in aboard {
            self.land(cargo, seq, tile);
        }
        let unit = self.world.unit(ix);
        let refund = self.world.state.class(unit).cost * unit.strength / 100 / 4;
        self.world.state.seats[usize::from(seat.0)].refund += refund;
        self.destroy(ix);
        true
    }

    /// Takes a unit off the map: its eyes are shut, and those who saw it see it go.
    pub(crate) fn leave_map(&mut self, ix: usize) {
        let unit = self.world.unit(ix);
        let (seq, tile) = (unit.seq, unit.tile);
        let own = self.world.state.sight_group(unit.owner);
        self.world.take(ix);
        let at = self.world.state.map.grid.pos(tile);
        for group in 0..self.world.state.knowledge.len() {
            if group != own && self.world.observes(group, tile) {
                self.world.strike_contact(group, seq);
                let gone = Event::Vanished { unit: seq, at };
                self.rec.group_only(&self.world.state, group, &gone);
            }
        }
        self.world.shift_eyes(ix, Some(tile), None, self.rec);
    }
}

/// Whether a unit stands in a city of its own seat.
pub(crate) fn in_own_city(world: &World, ix: usize) -> bool {
    let unit = world.unit(ix);
    world
        .site_at(unit.tile)
        .is_some_and(|site| site.is_city() && site.owner == unit.owner)
}

/// Units aboard a carrier, ascending in number.
pub(crate) fn cargo_of(world: &World, carrier: Seq) -> impl Iterator<Item = usize> + '_ {
    let units = world.state.units.iter().enumerate();
    units
        .filter(move |(_, unit)| unit.alive && unit.carrier == Some(carrier))
        .map(|(ix, _)| ix)
}

/// Whether there is room aboard a carrier for a unit.
pub(crate) fn fits(world: &World, unit: usize, carrier: usize) -> bool {
    let size = world.state.class(world.unit(unit)).size;
    size.is_some_and(|size| size <= free_room(world, carrier))
}

/// Room left aboard.
fn free_room(world: &World, carrier: usize) -> u32 {
    let unit = world.unit(carrier);
    let size = |ix| world.state.class(world.unit(ix)).size.unwrap_or(0);
    let taken: u32 = cargo_of(world, unit.seq).map(size).sum();
    world.state.class(unit).carries.saturating_sub(taken)
}
