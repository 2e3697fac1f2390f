//! The encoding of the vocabulary that orders are made of. The tags are part of
//! the published encoding: they are never reused and never reordered.

use crate::command::{
    Action, Area, Attach, Cargo, Clause, Condition, Engage, Holder, Pace, Patrol, Posture, Pursue,
    Retire, Sanctions, SeizeSites, Station, Target, Task, Unload, Work,
};
use crate::event::{Band, Outcome, Victory};
use crate::ids::{Pos, SeatId, Seq, Tile};
use crate::log::Hash;
use crate::map::Terrain;
use crate::order::Marker;
use crate::ruleset::ClassId;
use crate::scenario::{Controller, SiteKind};
use crate::stance::Stance;

canon_newtype!(Seq, SeatId, Tile, ClassId, Hash);
canon_struct!(Pos { x, y });
canon_enum!(Stance { 0 => March, 1 => Advance, 2 => Hold, 3 => Entrench });
canon_enum!(Band { 0 => Quick, 1 => Steady, 2 => Slow });
canon_enum!(Terrain {
    0 => Plain, 1 => Forest, 2 => Hill, 3 => Marsh, 4 => Mountain, 5 => River, 6 => Ford, 7 => Sea,
});
canon_enum!(Controller { 0 => Human, 1 => Ai });
canon_enum!(SiteKind { 0 => City, 1 => Depot, 2 => Fort });
canon_enum!(Marker { 0 => Committed, 1 => TimedOut, 2 => Absent, 3 => Substituted });
canon_enum!(Victory { 0 => LastStanding, 1 => Cities, 2 => Hold, 3 => TurnLimit });
canon_enum!(Outcome { 0 => Won { by, how }, 1 => Drawn });
canon_enum!(Work { 0 => Depot, 1 => Fort, 2 => Road });
canon_enum!(Target { 0 => Tile(tile), 1 => Unit(unit) });
canon_enum!(Cargo { 0 => Unit(unit), 1 => All });
canon_struct!(Unload { unit, tile });
canon_enum!(Action {
    0 => MoveTo(tile), 1 => Withdraw(tile), 2 => Attack(target), 3 => Seize(site),
    4 => Halt(tile), 5 => Brace, 6 => Board(unit), 7 => Unload(unload), 8 => Build(work),
    9 => Follow(unit), 10 => Disband,
});
canon_enum!(Holder { 0 => Ours, 1 => Theirs, 2 => Nobody });
canon_enum!(Condition {
    0 => EnemyAt { tile, n }, 1 => EnemyWithin { tile, r, n }, 2 => Held { tile, by },
    3 => UnitAt { unit, tile }, 4 => UnitLost(unit), 5 => StrengthBelow(strength),
    6 => Supplied, 7 => InCommand, 8 => WinChance(chance), 9 => Turn(turn), 10 => Turns(turns),
    11 => Arrived, 12 => Not(inner), 13 => All(list), 14 => Any(list),
});
canon_struct!(Clause { when, then });
canon_struct!(Task {
    action,
    clauses,
    until,
    via,
    cautious,
    stance,
    fallback
});
canon_enum!(Station { 0 => Tile(tile), 1 => Here });
canon_struct!(Patrol { tiles });
canon_struct!(Area { tile, r });
canon_struct!(Attach { formation });
canon_enum!(Posture {
    0 => Reserve, 1 => Garrison(station), 2 => Picket(station), 3 => Patrol(patrol),
    4 => Explore(area), 5 => Attach(attach),
});
canon_enum!(Engage { 0 => Never, 1 => Winning(chance), 2 => Always });
canon_enum!(SeizeSites { 0 => Never, 1 => Undefended });
canon_enum!(Pursue { 0 => Never, 1 => Once });
canon_enum!(Retire { 0 => Never, 1 => Below(strength) });
canon_struct!(Sanctions {
    engage,
    seize,
    pursue,
    retire
});
canon_enum!(Pace { 0 => Column, 1 => Line, 2 => Dispersed });
