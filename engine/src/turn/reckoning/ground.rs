//! Step 7: entrenchment, Tasks tested once more, reflexes that are due to pop,
//! formation snapshots (TM-700, CM-220, CM-1400, CM-960).

use alloc::{string::String, vec::Vec};

use crate::engagement::predict::Memo;
use crate::event::Attention;
use crate::ids::Seq;
use crate::num::DeterminismError;
use crate::record::Recorder;
use crate::stance::Stance;
use crate::state::ReflexKind;
use crate::turn::activation::enemy_known_within;
use crate::turn::plan::{Source, Standing, standing};
use crate::turn::{Turn, formation, route};
use crate::world::World;

/// Turns after which a Withdraw reflex pops in any case.
const WITHDRAW_TURNS: u32 = 2;

pub(super) fn run(
    world: &mut World,
    rec: &mut Recorder,
    memo: &Memo,
) -> Result<(), DeterminismError> {
    for unit in world.state.units.iter_mut().filter(|unit| unit.alive) {
        let digs = unit.committed_stance == Stance::Entrench;
        if !digs {
            unit.entrenchment = 0;
        } else if !unit.moved {
            unit.entrenchment = (unit.entrenchment + 1).min(3);
        }
    }
    test_tasks(world, rec, memo)?;
    pop_reflexes(world);
    formations(world, rec);
    Ok(())
}

/// `until`, and arrival if `do` governs then, with the turn's own number.
fn test_tasks(world: &mut World, rec: &mut Recorder, memo: &Memo) -> Result<(), DeterminismError> {
    let units = world.state.units.len();
    // Nothing moves here; the machinery of an activation only judges.
    let mut turn = Turn {
        world,
        rec,
        router: route::Router::idle(),
        scores: Vec::new(),
        reach: 0,
        acting: Seq(0),
        ordinal: 0,
        memo,
    };
    for ix in 0..units {
        let unit = turn.world.unit(ix);
        let born = !unit.alive || unit.task.is_none() || unit.owner.is_none();
        if born {
            continue;
        }
        if turn.until_holds(ix)? {
            turn.end_task(ix);
            continue;
        }
        if turn.governing(ix)?.0 == Source::Do {
            while turn.pass_leg(ix) {}
        }
        if standing(turn.world, ix) == Standing::Complete {
            turn.end_task(ix);
        }
    }
    Ok(())
}

fn pop_reflexes(world: &mut World) {
    let turn = world.state.turn;
    for ix in 0..world.state.units.len() {
        let Some(reflex) = world.unit(ix).reflex else {
            continue;
        };
        let due = match reflex.kind {
            ReflexKind::TakeCover => true,
            ReflexKind::Withdraw => {
                turn + 1 - reflex.since >= WITHDRAW_TURNS || !enemy_known_within(world, ix, 2)
            }
        };
        if due {
            world.unit_mut(ix).reflex = None;
        }
    }
}

/// Snapshots age; a formation without a commander gets the member of the lowest
/// number (CM-950).
fn formations(world: &mut World, rec: &mut Recorder) {
    let seats: Vec<_> = world.state.seat_ids().collect();
    for seat in seats {
        let names: Vec<String> = world.state.seats[usize::from(seat.0)]
            .formations
            .keys()
            .cloned()
            .collect();
        for name in names {
            let commanded = formation::commander(&world.state, Some(seat), &name).is_some();
            let heir = formation::members(&world.state, seat, &name)
                .next()
                .map(|unit| (unit.seq, unit.tile));
            let grid = world.state.map.grid;
            let formations = &mut world.state.seats[usize::from(seat.0)].formations;
            let Some(formation) = formations.get_mut(&name) else {
                continue;
            };
            if let Some(intent) = &mut formation.intent {
                intent.age += 1;
            }
            if commanded {
                continue;
            }
            let lost = core::mem::replace(&mut formation.commander, heir.map(|(seq, _)| seq));
            if let (Some(unit), Some((_, tile))) = (lost, heir) {
                let at = grid.pos(tile);
                rec.attend(
                    Some(seat),
                    Attention::CommanderLost {
                        formation: name,
                        unit,
                        at,
                    },
                );
            }
        }
    }
}
