//! Where the others go: empty cities are taken by whoever is there first, for a
//! defended one a force gathers until it is enough. Who has set out goes on: between
//! turns a commander remembers nothing, so it reads from a unit's orders what it is for.

use fieldpost_engine::{
    command::{Action, Posture, Station, Target},
    ids::{Pos, Tile},
    map::Mobility,
};

use super::{
    Job, Plan,
    board::Man,
    goals::{self, Goal, UNSEEN, by_land, turns_of_free},
    guard,
    ways::{FAR, Field},
};

/// Per mille of what a city is taken to hold unseen, with which it is tried.
const KNOCK: u32 = 800;

/// A force gathers so many points before the place: what goes on foot can strike from
/// there in the next turn, and from a point farther it never could.
pub(super) const BEFORE: u16 = 3;

/// Whoever is this near to where a force comes together has come.
const CLOSE: u16 = 3;

/// Per mille of what is needed with which it goes on.
const READY: u32 = 1200;

/// The same while it presses.
const PRESSING: u32 = 700;

/// Per mille of what is needed that is sent: at even odds both sides are used up, and
/// nobody is left to go in.
const FORCE: u32 = 2000;

/// The same for whoever is left when the forces are sent.
const ENOUGH: u32 = 1000;

/// Per mille of what is needed with which those go on that have gone on.
const GONE_ON: u32 = 600;

/// What needs no more than this is gone for at once, without a place to meet.
const LIGHT: u32 = 300;

/// Whoever is sent this near to a city goes for it.
const FOR_IT: u32 = 4;

/// Or this near to where a force for it comes together.
const TO_MEET: u32 = 2;

/// Gives everybody who is free somewhere to go.
pub(super) fn advance(plan: &mut Plan<'_>) {
    let goals = goals::goals(plan);
    let mut bent = bent(plan, &goals);
    for goal in goals.iter().filter(|goal| goal.need == 0) {
        seize(plan, goal);
    }
    // Who has set out goes on: what is seen of a place changes every turn, and whoever
    // follows each change walks to and fro.
    for (place, goal) in goals.iter().enumerate() {
        if goal.need == 0 || !bent.contains(&Some(place)) {
            continue;
        }
        if !gather(plan, goal, Call::GoOn(place, &bent)) {
            bent.iter_mut()
                .filter(|on| **on == Some(place))
                .for_each(|on| *on = None);
        }
    }
    // The best goal is tried with whoever there is, another one only with enough.
    let mut tried = false;
    for force in [FORCE, ENOUGH] {
        for goal in goals.iter().filter(|goal| goal.need > 0) {
            let call = if tried { Call::Begin(force) } else { Call::Try };
            tried |= gather(plan, goal, call);
        }
    }
    // Whoever is left joins what is nearest.
    let left: Vec<usize> = plan.free().collect();
    for ix in left {
        join(plan, ix, &goals);
    }
}

/// By place in `board.men`: the goal, by its place, that a unit has set out for.
fn bent(plan: &Plan<'_>, goals: &[Goal]) -> Vec<Option<usize>> {
    let men = plan.board.men.iter();
    men.map(|man| {
        let to = plan.board.ways.tile(bound_for(man)?);
        let off = |goal: &Goal| {
            let apart = |tile: Tile, most: u32| {
                Some(plan.board.ways.apart(tile, to)).filter(|apart| *apart <= most)
            };
            let near = apart(goal.tile, FOR_IT);
            near.or_else(|| goal.meet.and_then(|tile| apart(tile, TO_MEET)))
        };
        let goals = goals.iter().enumerate();
        goals
            .filter(|(_, goal)| goal.need > 0)
            .filter_map(|(place, goal)| Some((off(goal)?, place)))
            .min()
            .map(|(_, place)| place)
    })
    .collect()
}

/// Where a unit's orders send it to fight or to wait.
fn bound_for(man: &Man<'_>) -> Option<Pos> {
    if let Some(task) = &man.unit.task
        && let Action::Attack(Target::Tile(at)) = task.action
    {
        return Some(at);
    }
    match man.unit.posture {
        Posture::Picket(Station::Tile(at)) => Some(at),
        _ => None,
    }
}

/// The first that can be there takes it.
fn seize(plan: &mut Plan<'_>, goal: &Goal) {
    let first = turns_of_free(plan, goal.tile)
        .into_iter()
        .find(|(_, ix)| plan.board.men[*ix].class.captures());
    if let Some((_, ix)) = first {
        plan.give(ix, Job::Seize(goal.site, plan.pos(goal.tile)));
    }
}

/// Which of the free may be sent for a goal, and when that is enough.
#[derive(Clone, Copy)]
enum Call<'a> {
    /// Those that have set out for it, by their places, and those that have set out for
    /// nothing.
    GoOn(usize, &'a [Option<usize>]),
    /// Anybody, if so many per mille of what is needed are at hand.
    Begin(u32),
    /// Anybody, however few.
    Try,
}

impl Call<'_> {
    /// Whether a unit, by its place, has set out for the goal, or `None` if for another.
    fn has_set_out(self, ix: usize) -> Option<bool> {
        match self {
            Self::GoOn(place, bent) => match bent[ix] {
                Some(other) => (other == place).then_some(true),
                None => Some(false),
            },
            Self::Begin(_) | Self::Try => Some(false),
        }
    }
}

/// Sends a force for a goal; with too little at hand nobody.
fn gather(plan: &mut Plan<'_>, goal: &Goal, call: Call<'_>) -> bool {
    let (least, most) = match call {
        Call::GoOn(..) => (goal.need, goal.need * FORCE / 1000),
        Call::Begin(force) => (goal.need * force / 1000, goal.need * force / 1000),
        Call::Try => (0, goal.need * FORCE / 1000),
    };
    let mut by_turns = turns_of_free(plan, goal.tile);
    by_turns.retain(|(_, ix)| call.has_set_out(*ix).is_some());
    // Guns go along to what is held in earnest, and beside the others: who digs in is shot
    // out of it before anybody storms.
    let guns = goal.need > LIGHT;
    let goes_along = |man: &Man<'_>| guns && man.is_gun();
    by_turns.sort_by_key(|(_, ix)| {
        let new = call.has_set_out(*ix) != Some(true);
        (new, !goes_along(&plan.board.men[*ix]))
    });
    let at_hand: u32 = by_turns
        .iter()
        .map(|(_, ix)| plan.board.men[*ix].weight())
        .sum();
    if by_turns.is_empty() || at_hand < least {
        return false;
    }
    let field = plan.board.ways.to(goal.tile, Mobility::Foot);
    let wait = goal
        .meet
        .filter(|place| goal.need > LIGHT && !is_ready(plan, goal, &field, &by_turns, *place));
    // Nobody who waits outside sees what is inside; strikes are at what is seen.
    let blind = plan.board.foes_at(goal.tile).next().is_none();
    let beside = |man: &Man<'_>| u32::from(field[man.tile.ix()]) <= man.class.allowance + 1;
    let at_the_gates = by_turns.iter().map(|(_, ix)| plan.board.men[*ix]);
    let at_the_gates: u32 = at_the_gates.filter(beside).map(|man| man.weight()).sum();
    let knock = blind && at_the_gates >= goal.need.min(UNSEEN) * KNOCK / 1000;
    let mut sent = 0;
    for (_, ix) in by_turns {
        if sent >= most {
            break;
        }
        let man = plan.board.men[ix];
        if knock && beside(&man) {
            plan.give(ix, Job::Attack(plan.pos(goal.tile)));
            sent += man.weight().max(1);
            continue;
        }
        let to = wait.unwrap_or_else(|| plan.board.ways.short_of(&field, man.tile, BEFORE));
        let tile = plan.room_at(to, man.class.mobility);
        plan.give(ix, Job::Gather(plan.pos(tile)));
        if !goes_along(&man) {
            sent += man.weight().max(1);
        }
    }
    true
}

/// Sends one more to the goal that it is nearest to.
fn join(plan: &mut Plan<'_>, ix: usize, goals: &[Goal]) {
    let man = plan.board.men[ix];
    if !man.fights() || man.is_gun() || guard::is_militia(&man) {
        return;
    }
    let mut best: Option<(u16, usize)> = None;
    for (place, goal) in goals.iter().enumerate() {
        let field = plan.board.ways.to(goal.tile, by_land(man.class.mobility));
        let points = field[man.tile.ix()];
        if goal.need > 0 && points < FAR && best.is_none_or(|best| (points, place) < best) {
            best = Some((points, place));
        }
    }
    let Some((_, place)) = best else { return };
    let goal = &goals[place];
    let field = plan.board.ways.to(goal.tile, Mobility::Foot);
    let safe = goal.meet.filter(|_| goal.need > LIGHT);
    let to = safe.unwrap_or_else(|| plan.board.ways.short_of(&field, man.tile, BEFORE));
    let tile = plan.room_at(to, man.class.mobility);
    plan.give(ix, Job::Gather(plan.pos(tile)));
}

/// Whether enough have come together to go on from there.
fn is_ready(
    plan: &Plan<'_>,
    goal: &Goal,
    field: &Field,
    by_turns: &[(u32, usize)],
    place: Tile,
) -> bool {
    let here = by_turns.iter().map(|(_, ix)| plan.board.men[*ix]);
    let here = here.filter(|man| field[man.tile.ix()] <= field[place.ix()].saturating_add(CLOSE));
    let weight: u32 = here.map(|man| man.weight()).sum();
    // What is seen of a place changes on the way to it; nobody turns back for that.
    let gone = by_turns.iter().any(|(_, ix)| {
        let man = plan.board.men[*ix];
        !man.class.is_horse() && field[man.tile.ix()].saturating_add(CLOSE) < field[place.ix()]
    });
    let ready = match (gone, plan.presses) {
        (true, _) => GONE_ON,
        (false, true) => PRESSING,
        (false, false) => READY,
    };
    weight * 1000 >= goal.need * ready
}
