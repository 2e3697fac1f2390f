//! Jobs as orders: for each unit only what differs from the orders it has.

use fieldpost_engine::{
    command::{Action, Area, Clause, Condition, Engage, Posture, Sanction, Station, Target, Task},
    ids::Pos,
    order::{Order, StanceChoice},
    stance::Stance,
};

use super::{Job, Plan, board::Man};

/// An attacker of less strength turns back.
const TURNS_BACK: u16 = 35;

/// Chance at which whoever meets an enemy on its way fights.
const ON_CONTACT: u16 = 600;

/// Explorers look this far around what they are sent to.
const AROUND: u16 = 3;

/// Nobody marches with an enemy this near.
const WARY: u32 = 4;

/// The orders that make the plan so.
pub(super) fn orders(plan: &Plan<'_>) -> Vec<Order> {
    let mut orders = Vec::new();
    for (man, job) in plan.board.men.iter().zip(&plan.jobs) {
        let Some(job) = job else { continue };
        let (posture, task) = wanted(plan, man, job);
        let unit = man.seq();
        // Left by whoever held the seat before, or by the scenario.
        if man.unit.override_stance.is_some() {
            let stance = StanceChoice::Derived;
            orders.push(Order::SetStance { unit, stance });
        }
        if man.unit.posture != posture {
            orders.push(Order::SetPosture { unit, posture });
        }
        match task {
            Some(task) if man.unit.task.as_ref() != Some(&task) => {
                orders.push(Order::SetTask { unit, task });
            }
            None if man.unit.task.is_some() => orders.push(Order::ClearTask { unit }),
            _ => {}
        }
        let engage = Engage::Winning(ON_CONTACT);
        if man.fights() && man.unit.sanctions.engage != engage {
            let sanction = Sanction::Engage(engage);
            orders.push(Order::SetSanction { unit, sanction });
        }
    }
    orders
}

/// The standing job and the task of a unit with a job.
fn wanted(plan: &Plan<'_>, man: &Man<'_>, job: &Job) -> (Posture, Option<Task>) {
    match job {
        Job::Hold(at) => (
            Posture::Garrison(Station::Tile(*at)),
            quick(plan, man, Action::MoveTo(*at), *at),
        ),
        Job::Gather(at) => (
            Posture::Picket(Station::Tile(*at)),
            quick(plan, man, Action::MoveTo(*at), *at),
        ),
        Job::Rest(at) => {
            let away = (man.unit.at != *at).then(|| Task::new(Action::Withdraw(*at)));
            (Posture::Garrison(Station::Tile(*at)), away)
        }
        Job::Seize(site, at) => {
            let task = Task::new(Action::Seize(*site));
            let task = quick(plan, man, Action::Seize(*site), *at).unwrap_or(task);
            (Posture::Garrison(Station::Tile(*at)), Some(task))
        }
        // When the fight is won it stays there.
        Job::Attack(at) => (
            Posture::Garrison(Station::Tile(*at)),
            Some(attack(plan, man, *at)),
        ),
        Job::Explore(at) => {
            let area = at.map(|tile| Area { tile, r: AROUND });
            // By itself the Posture goes to the dark of the smallest index, so always
            // to the north-west: toward the middle of the map for one, away from it
            // for another.
            let task = at.map(|tile| {
                let safe = plan.board.foes_near(man.tile, WARY) == 0;
                Task {
                    stance: (safe && man.class.allows(Stance::March)).then_some(Stance::March),
                    ..Task::new(Action::MoveTo(tile))
                }
            });
            (Posture::Explore(area), task)
        }
        Job::Build(work) => (
            Posture::Garrison(Station::Tile(man.unit.at)),
            Some(Task::new(Action::Build(*work))),
        ),
        Job::Board(carrier) => (Posture::Reserve, Some(Task::new(Action::Board(*carrier)))),
        Job::Land(unload) => (Posture::Reserve, Some(Task::new(Action::Unload(*unload)))),
    }
}

/// A task that marches, where that is worth it and safe; without one the
/// Posture leads there just the same.
fn quick(plan: &Plan<'_>, man: &Man<'_>, action: Action, at: Pos) -> Option<Task> {
    let tile = plan.board.ways.tile(at);
    let far = plan.board.ways.apart(man.tile, tile) > man.class.allowance;
    let safe = plan.board.foes_near(man.tile, WARY) == 0;
    (far && safe && man.class.allows(Stance::March)).then(|| Task {
        stance: Some(Stance::March),
        ..Task::new(action)
    })
}

fn attack(plan: &Plan<'_>, man: &Man<'_>, at: Pos) -> Task {
    let mut task = Task::new(Action::Attack(Target::Tile(at)));
    if let Some(home) = plan.board.home(man.tile) {
        task.clauses.push(Clause {
            when: Condition::StrengthBelow(TURNS_BACK),
            then: Action::Withdraw(home.site.at),
        });
    }
    task
}
