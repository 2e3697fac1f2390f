//! Step 4: production and works. New entities get their numbers out of a block that
//! is the same whatever is built (TM-860, WO-425, WO-440, WO-400).

use alloc::{string::String, vec::Vec};

use super::{cities, posting, requisition};
use crate::command::{Action, Work};
use crate::event::{Attention, Event};
use crate::ids::{Owner, SeatId, Seq, Tile};
use crate::num::DeterminismError;
use crate::record::Recorder;
use crate::ruleset::ClassId;
use crate::scenario::SiteKind;
use crate::state::Site;
use crate::turn::route::STACK;
use crate::validate::QUEUE_MOST;
use crate::world::World;

pub(super) fn run(world: &mut World, rec: &mut Recorder) -> Result<(), DeterminismError> {
    requisition::trim(world);
    requisition::run(world);
    let cities = cities(world);
    let block = Block::of(world, cities.len())?;
    for (rank, city) in cities.into_iter().enumerate() {
        produce(world, rec, &block, (rank, city))?;
    }
    build(world, rec, &block);
    world.state.next_seq = block.end;
    Ok(())
}

/// The numbers of one Reckoning: twelve for each city of the map, by the cities' own
/// numbers, then one for each tile. What is not used is never used (TM-840). A seat's
/// numbers depend on nothing but what it builds itself, so they tell it nothing of what
/// others build (TM-2220).
struct Block {
    base: u32,
    works: u32,
    end: u32,
}

impl Block {
    /// # Errors
    /// Where the counter is at its end.
    fn of(world: &World, cities: usize) -> Result<Self, DeterminismError> {
        let overflow = DeterminismError::Overflow {
            what: "the creation counter",
        };
        let base = world.state.next_seq;
        let cities = u32::try_from(cities * QUEUE_MOST).map_err(|_| overflow)?;
        let works = base.checked_add(cities).ok_or(overflow)?;
        let end = works.checked_add(world.state.map.grid.tiles());
        let end = end.ok_or(overflow)?;
        Ok(Self { base, works, end })
    }

    /// The number of the `done`th unit of the city of a rank, both from 0. A queue holds
    /// no more than the city's share.
    fn unit(&self, rank: usize, done: usize) -> Seq {
        // Below the end of the block, which fits.
        Seq(self.base + (rank * QUEUE_MOST + done) as u32)
    }

    fn work(&self, tile: Tile) -> Seq {
        Seq(self.works + tile.0)
    }
}

/// Up to a city's output goes from the treasury into its queue.
fn produce(
    world: &mut World,
    rec: &mut Recorder,
    block: &Block,
    (rank, city): (usize, usize),
) -> Result<(), DeterminismError> {
    let site = &world.state.sites[city];
    let Some(owner) = site.owner else {
        return Ok(());
    };
    let index = usize::from(owner.0);
    if world.state.seats[index].out {
        return Ok(());
    }
    let (head, in_head) = (site.queue.first().copied(), site.in_head());
    let site = &mut world.state.sites[city];
    (site.progress, site.paid_for) = (in_head, head);
    let mut done = 0;
    let mut budget = site.output.min(world.state.seats[index].treasury);
    while let Some(class) = world.state.sites[city].queue.first().copied() {
        let cost = world.state.rules.ruleset.class(class).cost;
        let site = &mut world.state.sites[city];
        let paid = budget.min(cost.saturating_sub(site.progress));
        site.progress += paid;
        budget -= paid;
        world.state.seats[index].treasury -= paid;
        let site = &world.state.sites[city];
        // Guns may stand in a city that they cannot capture (WO-420).
        let room = world.friends_at(site.tile, Some(owner)) < STACK
            && !world.hostile_at(site.tile, Some(owner));
        if site.progress < cost || !room {
            break;
        }
        let site = &mut world.state.sites[city];
        site.queue.remove(0);
        site.progress -= cost;
        // What is left over goes to the next entry.
        site.paid_for = site.queue.first().copied();
        let seq = block.unit(rank, done);
        done += 1;
        complete(world, rec, (city, owner), seq, class);
    }
    Ok(())
}

/// A unit comes into play: by the Posting of its city, or of the city that wanted
/// it, else by its seat's doctrine.
fn complete(
    world: &mut World,
    rec: &mut Recorder,
    (city, owner): (usize, SeatId),
    seq: Seq,
    class: ClassId,
) {
    let (builder, tile) = (world.state.sites[city].seq, world.state.sites[city].tile);
    let wanted_at = requisition::posting_city(world, owner, builder, class);
    let (posture, sanctions) = crate::turn::commit::doctrine(&world.state, Some(owner), class, seq);
    let mut unit = crate::setup::new_unit(seq, class, Some(owner), tile, posture);
    unit.sanctions = sanctions;
    posting::give(&world.state, owner, wanted_at, &mut unit);
    crate::turn::commit::settle_here(&mut unit.posture, world.state.map.grid.pos(tile));
    world.state.units.push(unit);
    let ix = world.state.units.len() - 1;
    world.put(ix);
    world.shift_eyes(ix, None, Some(tile), rec);
    world.watch_step(ix, tile, tile, rec);
    let at = world.state.map.grid.pos(tile);
    rec.attend(Some(owner), Attention::Built { entity: seq, at });
}

/// Reckonings of work that each takes (WO-400).
fn work_needed(work: Work) -> u32 {
    match work {
        Work::Depot => 2,
        Work::Fort => 3,
        Work::Road => 1,
    }
}

/// Pioneers that stood and did not fight have worked; what is done stands.
fn build(world: &mut World, rec: &mut Recorder, block: &Block) {
    let mut done: Vec<(Owner, Tile, Work)> = Vec::new();
    for ix in 0..world.state.units.len() {
        let Some(work) = work_under_way(world, ix) else {
            continue;
        };
        let unit = &mut world.state.units[ix];
        unit.work_done += 1;
        if unit.work_done >= work_needed(work) {
            unit.work_done = 0;
            done.push((unit.owner, unit.tile, work));
        }
    }
    // By tile, as their numbers are; of two builders on one the lower number's counts.
    done.sort_by_key(|(_, tile, _)| *tile);
    for (owner, tile, work) in done {
        raise(world, rec, (owner, tile), work, block.work(tile));
    }
}

fn work_under_way(world: &World, ix: usize) -> Option<Work> {
    let unit = world.unit(ix);
    let idle = unit.in_play()
        && !unit.moved
        && !unit.fought
        && unit.activated
        && world.state.class(unit).builds;
    let Action::Build(work) = unit.task.as_ref().filter(|_| idle)?.task.action else {
        return None;
    };
    let free = match work {
        Work::Road => !world.state.map.has_road(unit.tile),
        Work::Depot | Work::Fort => world.site_at(unit.tile).is_none(),
    };
    free.then_some(work)
}

fn raise(
    world: &mut World,
    rec: &mut Recorder,
    (owner, tile): (Owner, Tile),
    work: Work,
    seq: Seq,
) {
    let kind = match work {
        Work::Road if world.state.map.has_road(tile) => return,
        Work::Depot | Work::Fort if world.site_at(tile).is_some() => return,
        Work::Road => None,
        Work::Depot => Some(SiteKind::Depot),
        Work::Fort => Some(SiteKind::Fort),
    };
    let at = world.state.map.grid.pos(tile);
    match kind {
        None => {
            world.state.map.roads[tile.ix()] = true;
            for group in 0..world.state.knowledge.len() {
                if world.observes(group, tile) {
                    world.state.knowledge[group].roads.insert(tile);
                    world.touch_ground(group, tile);
                }
            }
        }
        Some(kind) => {
            world.state.sites.push(Site {
                seq,
                kind,
                name: String::new(),
                tile,
                owner,
                output: 0,
                queue: Vec::new(),
                progress: 0,
                paid_for: None,
            });
            world.put_site(world.state.sites.len() - 1);
            let group = world.state.sight_group(owner);
            world.shift_sight(group, crate::sight::SITE_VISION, None, Some(tile), rec);
            for group in 0..world.state.knowledge.len() {
                if world.observes(group, tile) {
                    world.learn_site(group, tile);
                }
            }
            rec.attend(owner, Attention::Built { entity: seq, at });
        }
    }
    rec.seen(world, &[tile], Event::TerrainChanged { at, work });
}
