//! Random games for the properties: small boards, random orders, every choice a
//! function of one number, so that a failure can be told in a single seed.

use fieldpost_engine::command::{
    Action, Attach, Clause, Condition, Engage, Holder, Pace, Patrol, Posture, Pursue, Sanction,
    Station, Target, Task,
};
use fieldpost_engine::game::Game;
use fieldpost_engine::ids::{Pos, SeatId, Seq};
use fieldpost_engine::log::{Header, OrderRecord};
use fieldpost_engine::order::{Marker, Order, StanceChoice};
use fieldpost_engine::scenario::Scenario;
use fieldpost_engine::view::{KnownSite, SeatView};
use serde_json::{Value, json};

pub(crate) mod pairs;

/// A small generator (splitmix64): the tests' own, nothing of the engine's.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

pub(crate) const SIDE: usize = 14;

/// A board of two to four seats with everything on it that a unit can meet.
pub(crate) fn scenario(dice: &mut Dice) -> Scenario {
    let seats = 2 + dice.below(3);
    let glyphs = [
        '.', '.', '.', '.', '.', '.', 'f', 'h', 'm', '=', 'r', '^', '~',
    ];
    let mut rows: Vec<Vec<char>> = (0..SIDE)
        .map(|_| (0..SIDE).map(|_| *dice.pick(&glyphs)).collect())
        .collect();
    let mut taken: Vec<Vec<Option<Option<usize>>>> = vec![vec![None; SIDE]; SIDE];
    let mut sites: Vec<Value> = Vec::new();
    let mut units: Vec<Value> = Vec::new();
    let owners = (0..seats).map(Some).chain([None]);
    for owner in owners {
        for _ in 0..1 + dice.below(2) {
            let (x, y) = (dice.below(SIDE), dice.below(SIDE));
            if taken[y][x].is_none() {
                rows[y][x] = '.';
                taken[y][x] = Some(owner);
                sites.push(
                    json!({ "kind": "city", "name": format!("C{}", sites.len()), "at": [x, y],
                    "owner": owner, "output": 2 + dice.below(5),
                    "queue": owner.map_or(json!([]), |_| json!(["militia", "field_gun"])) }),
                );
            }
        }
        for _ in 0..4 + dice.below(6) {
            let (x, y) = (dice.below(SIDE), dice.below(SIDE));
            if taken[y][x].is_none_or(|other| other == owner)
                && units.iter().filter(|u| u["at"] == json!([x, y])).count() < 3
            {
                if matches!(rows[y][x], 'r' | '~' | '^' | 'f' | 'h' | 'm') {
                    rows[y][x] = '.';
                }
                taken[y][x] = Some(owner);
                let classes = [
                    "scout",
                    "light_horse",
                    "heavy_horse",
                    "light_infantry",
                    "line_infantry",
                    "guard_infantry",
                    "militia",
                    "pioneers",
                    "field_gun",
                    "siege_gun",
                    "wagon",
                ];
                let class = *dice.pick(if owner.is_none() {
                    &classes[..10]
                } else {
                    &classes
                });
                units.push(json!({ "class": class, "owner": owner, "at": [x, y],
                    "veterancy": dice.below(4), "strength": 20 + dice.below(81),
                    "age": dice.below(5), "disrupted": dice.chance(5) }));
            }
        }
    }
    let teams = seats == 4 && dice.chance(2);
    let seats: Vec<Value> = (0..seats)
        .map(|i| {
            json!({ "name": format!("S{i}"), "treasury": dice.below(60),
            "team": teams.then_some(if i % 2 == 0 { "even" } else { "odd" }) })
        })
        .collect();
    let roads: Vec<[usize; 2]> = (0..dice.below(20))
        .map(|_| [dice.below(SIDE), dice.below(SIDE)])
        .collect();
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let value = json!({
        "format": "fieldpost-scenario/1", "name": "Random", "ruleset": "standard/1",
        "map": { "width": SIDE, "height": SIDE, "wrap_x": dice.chance(3), "wrap_y": dice.chance(3),
            "terrain": rows, "roads": roads },
        "seats": seats, "sites": sites, "units": units,
        "options": { "initiative_tier": 1 + dice.below(3), "shared_sight": dice.chance(2),
            "victory": [{ "turn_limit": { "turn": 1000 } }] },
    });
    Scenario::from_value(value).expect("a random scenario is a good one")
}

pub(crate) fn header(scenario: Scenario) -> Header {
    Header::new(scenario, [42; 32], 1)
}

fn pos(dice: &mut Dice) -> Pos {
    Pos::new(dice.below(SIDE) as u16, dice.below(SIDE) as u16)
}

/// An order that a seat may or may not be allowed to give: the door decides.
pub(crate) fn order(dice: &mut Dice, game: &Game, seat: SeatId) -> Order {
    let view = game.view(seat).expect("a seat");
    let own: Vec<Seq> = view.units.iter().map(|unit| unit.unit).collect();
    let others: Vec<Seq> = view.others.iter().map(|unit| unit.unit).collect();
    let unit = if own.is_empty() {
        Seq(1)
    } else {
        *dice.pick(&own)
    };
    match dice.below(15) {
        0 | 1 => {
            let choices = [
                StanceChoice::March,
                StanceChoice::Advance,
                StanceChoice::Hold,
                StanceChoice::Entrench,
                StanceChoice::Derived,
            ];
            Order::SetStance {
                unit,
                stance: *dice.pick(&choices),
            }
        }
        2..=6 => Order::SetTask {
            unit,
            task: task(dice, &own, &others),
        },
        7 => Order::ClearTask { unit },
        8 => Order::SetPosture {
            unit,
            posture: posture(dice),
        },
        9 => {
            let sanctions = [
                Sanction::Engage(Engage::Always),
                Sanction::Engage(Engage::Winning(500)),
                Sanction::Pursue(Pursue::Once),
            ];
            Order::SetSanction {
                unit,
                sanction: *dice.pick(&sanctions),
            }
        }
        10 => Order::CreateFormation {
            name: "Left".into(),
            commander: unit,
            members: own
                .iter()
                .copied()
                .take(3)
                .filter(|other| *other != unit)
                .collect(),
            pace: *dice.pick(&[Pace::Column, Pace::Line, Pace::Dispersed]),
        },
        11 => Order::SetGroup {
            name: "All".into(),
            units: own,
        },
        _ => arrangement(dice, &view, unit),
    }
}

/// A standing arrangement of cities and transports.
fn arrangement(dice: &mut Dice, view: &SeatView, unit: Seq) -> Order {
    let wagons = view.units.iter().filter(|unit| unit.class == "wagon");
    let wagons: Vec<Seq> = wagons.map(|unit| unit.unit).collect();
    let sites: Vec<Seq> = view.sites.iter().map(|site| site.site).collect();
    let mine = view
        .sites
        .iter()
        .filter(|site| site.owner == Some(view.seat));
    let mine: Vec<&KnownSite> = mine.collect();
    let Some(city) = (!mine.is_empty()).then(|| *dice.pick(&mine)) else {
        return Order::ClearTask { unit };
    };
    match dice.below(4) {
        0 | 1 if !wagons.is_empty() => Order::SetConsignment {
            unit: *dice.pick(&wagons),
            from: Some(city.site),
            to: Some(*dice.pick(&sites)),
        },
        // Only where units are built anyway.
        2 if !city.queue.is_empty() => Order::SetRequisition {
            class: (*dice.pick(&["militia", "wagon", "transport"])).into(),
            count: dice.below(4) as u16,
            to: city.site,
        },
        _ => Order::SetPosting {
            city: city.site,
            posture: Some(posture(dice)),
            task: wagons
                .first()
                .map(|wagon| Task::new(Action::Board(*wagon)))
                .filter(|_| dice.chance(2)),
            formation: dice.chance(3).then(|| "Left".into()),
        },
    }
}

fn task(dice: &mut Dice, own: &[Seq], others: &[Seq]) -> Task {
    let mut task = Task::new(action(dice, own, others));
    for _ in 0..dice.below(3) {
        let clause = Clause {
            when: condition(dice, 0),
            then: action(dice, own, others),
        };
        task.clauses.push(clause);
    }
    task.until = Some(Condition::Turns(1 + dice.below(4) as u32));
    for _ in 0..dice.below(3) {
        task.via.push(pos(dice));
    }
    task.cautious = dice.chance(3);
    task
}

fn action(dice: &mut Dice, own: &[Seq], others: &[Seq]) -> Action {
    match dice.below(9) {
        0..=2 => Action::MoveTo(pos(dice)),
        3 => Action::Withdraw(pos(dice)),
        4 => Action::Attack(Target::Tile(pos(dice))),
        5 if !others.is_empty() => Action::Attack(Target::Unit(*dice.pick(others))),
        6 if !own.is_empty() => Action::Board(*dice.pick(own)),
        7 if !own.is_empty() => Action::Follow(*dice.pick(own)),
        8 => Action::Brace,
        _ => Action::Halt(Some(pos(dice))),
    }
}

fn condition(dice: &mut Dice, depth: usize) -> Condition {
    let tile = pos(dice);
    match dice.below(if depth < 2 { 9 } else { 7 }) {
        0 => Condition::EnemyAt { tile, n: 1 },
        1 => Condition::EnemyWithin {
            tile,
            r: dice.below(4) as u16,
            n: 1,
        },
        2 => Condition::Held {
            tile,
            by: *dice.pick(&[Holder::Ours, Holder::Theirs]),
        },
        3 => Condition::StrengthBelow(1 + dice.below(100) as u16),
        4 => Condition::Supplied,
        5 => Condition::Arrived,
        6 => Condition::InCommand,
        7 => Condition::Not(Box::new(condition(dice, depth + 1))),
        _ => Condition::All(vec![condition(dice, depth + 1), condition(dice, depth + 1)]),
    }
}

fn posture(dice: &mut Dice) -> Posture {
    match dice.below(6) {
        0 => Posture::Reserve,
        1 => Posture::Garrison(Station::Tile(pos(dice))),
        2 => Posture::Picket(Station::Tile(pos(dice))),
        3 => Posture::Patrol(Patrol {
            tiles: vec![pos(dice), pos(dice), pos(dice)],
        }),
        4 => Posture::Explore(None),
        _ => Posture::Attach(Attach {
            formation: "Left".into(),
        }),
    }
}

/// Plays a random game and returns its log: what the door let through, in order.
pub(crate) fn log(dice: &mut Dice, header: &Header, turns: u32) -> Vec<OrderRecord> {
    let mut game = Game::new(header).expect("a game").without_streams();
    let mut records = Vec::new();
    let mut give = |game: &mut Game, seat: Option<SeatId>, order: Order| {
        let record = OrderRecord {
            seq: game.head() + 1,
            turn: game.turn(),
            seat,
            order,
        };
        if game.check(seat, record.turn, &record.order).is_ok() {
            game.apply(&record).expect("what was checked");
            records.push(record);
        }
    };
    for _ in 0..turns {
        for seat in game.seats() {
            for _ in 0..dice.below(8) {
                let order = order(dice, &game, seat);
                give(&mut game, Some(seat), order);
            }
        }
        let markers = game.seats().map(|_| Marker::Committed).collect();
        give(&mut game, None, Order::CloseOrders { markers });
    }
    records
}
