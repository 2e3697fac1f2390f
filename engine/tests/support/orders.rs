//! Player orders at random: every kind, every nesting that the rules let through,
//! and names of every sort.

use fieldpost_engine::command::{
    Action, Area, Attach, Cargo, Clause, Condition, Engage, Holder, Pace, Patrol, Posture, Pursue,
    Retire, Sanction, SeizeSites, Station, Target, Task, Unload, Work,
};
use fieldpost_engine::ids::{Pos, Seq};
use fieldpost_engine::order::{Order, StanceChoice};
use fieldpost_engine::stance::Stance;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Numbers that mean something in the test's names, and any others.
fn seq() -> impl Strategy<Value = Seq> {
    prop_oneof![3 => 1..30u32, 1 => any::<u32>()].prop_map(Seq)
}

fn pos() -> impl Strategy<Value = Pos> {
    prop_oneof![
        3 => (0..24u16, 0..18u16),
        1 => any::<(u16, u16)>(),
    ]
    .prop_map(|(x, y)| Pos::new(x, y))
}

/// Names that are known, that are words of the language, that nobody would choose.
pub(crate) fn name() -> impl Strategy<Value = String> {
    let known = [
        "Left",
        "left",
        "LEFT",
        "Left Wing",
        "Vell",
        "Scouts",
        "none",
        "pace",
        "and",
        "x2",
        "3rd",
        "Reserve",
        "members",
        "a-b",
        "a_b",
        "a b",
        "O'Brien",
        "to",
        "line_infantry",
        "via",
        "7",
    ];
    prop_oneof![
        3 => proptest::sample::select(known.to_vec()).prop_map(String::from),
        1 => "[a-zA-Z]{1,12}",
        1 => "\\PC{1,32}",
        1 => any::<String>().prop_map(|text| text.chars().take(32).collect::<String>()),
    ]
    .prop_filter("a name", |name| !name.is_empty())
}

fn class() -> impl Strategy<Value = String> {
    let known = [
        "line_infantry",
        "light_horse",
        "field_gun",
        "scout",
        "wagon",
    ];
    prop_oneof![
        4 => proptest::sample::select(known.to_vec()).prop_map(String::from),
        1 => name(),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let cargo = prop_oneof![Just(Cargo::All), seq().prop_map(Cargo::Unit)];
    let work = prop_oneof![Just(Work::Depot), Just(Work::Fort), Just(Work::Road)];
    prop_oneof![
        pos().prop_map(Action::MoveTo),
        pos().prop_map(Action::Withdraw),
        pos().prop_map(|at| Action::Attack(Target::Tile(at))),
        seq().prop_map(|unit| Action::Attack(Target::Unit(unit))),
        seq().prop_map(Action::Seize),
        option::of(pos()).prop_map(Action::Halt),
        Just(Action::Brace),
        seq().prop_map(Action::Board),
        (cargo, pos()).prop_map(|(unit, tile)| Action::Unload(Unload { unit, tile })),
        work.prop_map(Action::Build),
        seq().prop_map(Action::Follow),
        Just(Action::Disband),
    ]
}

fn leaf() -> impl Strategy<Value = Condition> {
    let many = || prop_oneof![Just(1u16), any::<u16>()];
    let holder = prop_oneof![
        Just(Holder::Ours),
        Just(Holder::Theirs),
        Just(Holder::Nobody)
    ];
    prop_oneof![
        (pos(), many()).prop_map(|(tile, n)| Condition::EnemyAt { tile, n }),
        (pos(), any::<u16>(), many()).prop_map(|(tile, r, n)| Condition::EnemyWithin {
            tile,
            r,
            n
        }),
        (pos(), holder).prop_map(|(tile, by)| Condition::Held { tile, by }),
        (seq(), pos()).prop_map(|(unit, tile)| Condition::UnitAt { unit, tile }),
        seq().prop_map(Condition::UnitLost),
        any::<u16>().prop_map(Condition::StrengthBelow),
        Just(Condition::Supplied),
        Just(Condition::InCommand),
        any::<u16>().prop_map(Condition::WinChance),
        any::<u32>().prop_map(Condition::Turn),
        any::<u32>().prop_map(Condition::Turns),
        Just(Condition::Arrived),
    ]
}

pub(crate) fn condition() -> impl Strategy<Value = Condition> {
    leaf().prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner
                .clone()
                .prop_map(|inner| Condition::Not(Box::new(inner))),
            vec(inner.clone(), 0..4).prop_map(Condition::All),
            vec(inner, 0..4).prop_map(Condition::Any),
        ]
    })
}

fn stance() -> impl Strategy<Value = Stance> {
    prop_oneof![
        Just(Stance::March),
        Just(Stance::Advance),
        Just(Stance::Hold),
        Just(Stance::Entrench)
    ]
}

fn posture() -> impl Strategy<Value = Posture> {
    let station = || prop_oneof![Just(Station::Here), pos().prop_map(Station::Tile)];
    prop_oneof![
        Just(Posture::Reserve),
        station().prop_map(Posture::Garrison),
        station().prop_map(Posture::Picket),
        vec(pos(), 2..=8).prop_map(|tiles| Posture::Patrol(Patrol { tiles })),
        option::of((pos(), any::<u16>()))
            .prop_map(|area| Posture::Explore(area.map(|(tile, r)| Area { tile, r }))),
        name().prop_map(|formation| Posture::Attach(Attach { formation })),
    ]
}

fn task() -> impl Strategy<Value = Task> {
    let clause = (condition(), action()).prop_map(|(when, then)| Clause { when, then });
    (
        action(),
        vec(clause, 0..=4),
        option::of(condition()),
        prop_oneof![Just(Vec::new()), vec(pos(), 0..=16)],
        any::<bool>(),
        option::of(stance()),
        option::of(posture()),
    )
        .prop_map(
            |(action, clauses, until, via, cautious, stance, fallback)| Task {
                action,
                clauses,
                until,
                via,
                cautious,
                stance,
                fallback,
            },
        )
}

fn sanction() -> impl Strategy<Value = Sanction> {
    prop_oneof![
        Just(Sanction::Engage(Engage::Never)),
        any::<u16>().prop_map(|n| Sanction::Engage(Engage::Winning(n))),
        Just(Sanction::Engage(Engage::Always)),
        Just(Sanction::Seize(SeizeSites::Never)),
        Just(Sanction::Seize(SeizeSites::Undefended)),
        Just(Sanction::Pursue(Pursue::Never)),
        Just(Sanction::Pursue(Pursue::Once)),
        Just(Sanction::Retire(Retire::Never)),
        any::<u16>().prop_map(|n| Sanction::Retire(Retire::Below(n))),
    ]
}

fn pace() -> impl Strategy<Value = Pace> {
    prop_oneof![Just(Pace::Column), Just(Pace::Line), Just(Pace::Dispersed)]
}

fn units() -> impl Strategy<Value = Vec<Seq>> {
    vec(seq(), 0..=32)
}

/// Orders about one unit.
fn of_unit() -> impl Strategy<Value = Order> {
    let choice = prop_oneof![
        Just(StanceChoice::March),
        Just(StanceChoice::Advance),
        Just(StanceChoice::Hold),
        Just(StanceChoice::Entrench),
        Just(StanceChoice::Derived)
    ];
    prop_oneof![
        1 => (seq(), choice).prop_map(|(unit, stance)| Order::SetStance { unit, stance }),
        3 => (seq(), task()).prop_map(|(unit, task)| Order::SetTask { unit, task }),
        1 => seq().prop_map(|unit| Order::ClearTask { unit }),
        1 => (seq(), posture()).prop_map(|(unit, posture)| Order::SetPosture { unit, posture }),
        1 => (seq(), sanction()).prop_map(|(unit, sanction)| Order::SetSanction { unit, sanction }),
        1 => (seq(), option::of(seq()), option::of(seq()))
            .prop_map(|(unit, from, to)| Order::SetConsignment { unit, from, to }),
    ]
}

/// Standing arrangements.
fn arrangement() -> impl Strategy<Value = Order> {
    prop_oneof![
        (class(), posture(), vec(sanction(), 0..5)).prop_map(|(class, posture, sanctions)| {
            Order::SetDoctrine {
                class,
                posture,
                sanctions,
            }
        }),
        (name(), units()).prop_map(|(name, units)| Order::SetGroup { name, units }),
        (
            seq(),
            option::of(posture()),
            option::of(task()),
            option::of(name())
        )
            .prop_map(|(city, posture, task, formation)| Order::SetPosting {
                city,
                posture,
                task,
                formation
            }),
        (class(), any::<u16>(), seq()).prop_map(|(class, count, to)| Order::SetRequisition {
            class,
            count,
            to
        }),
        (name(), seq(), units(), pace()).prop_map(|(name, commander, members, pace)| {
            Order::CreateFormation {
                name,
                commander,
                members,
                pace,
            }
        }),
        (
            name(),
            units(),
            units(),
            option::of(seq()),
            option::of(pace())
        )
            .prop_map(|(name, add, remove, commander, pace)| {
                Order::EditFormation {
                    name,
                    add,
                    remove,
                    commander,
                    pace,
                }
            }),
        name().prop_map(|name| Order::DisbandFormation { name }),
        (seq(), vec(class(), 0..=12))
            .prop_map(|(city, queue)| Order::SetProduction { city, queue }),
    ]
}

/// Any order that a player can give.
pub(crate) fn order() -> impl Strategy<Value = Order> {
    let bare = prop_oneof![
        Just(Order::OfferDraw {}),
        Just(Order::WithdrawDraw {}),
        Just(Order::Concede {}),
        Just(Order::CommitOrders {}),
        Just(Order::RevokeCommit {}),
    ];
    prop_oneof![6 => of_unit(), 6 => arrangement(), 1 => bare]
}
