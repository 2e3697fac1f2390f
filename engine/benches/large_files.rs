//! Files at their limits: nothing that is checked grows with the product of two lists.
//! Two seconds are the most for any file, and each of these took longer, or would, if
//! one list were walked for every entry of another.
//! `cargo bench -p fieldpost-engine --bench large_files`.

use criterion::{Criterion, criterion_group, criterion_main};
use fieldpost_engine::log::held::{BlindedWitness, HeldOrder, Receipt};
use fieldpost_engine::log::{GameFile, Hash, Header, Held, OrderRecord, Witness, file::Line};
use fieldpost_engine::order::Order;
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::{SIZE_MOST, Scenario};
use fieldpost_engine::verify::verify_held;
use serde_json::{Value, json};

const SIDE: usize = 256;

/// A board of the largest size with what is given in the place of its own.
fn board(changes: &Value) -> String {
    let mut scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Large", "ruleset": "standard/1",
        "map": { "width": SIDE, "height": SIDE, "terrain": vec![".".repeat(SIDE); SIDE] },
        "seats": [{ "name": "A" }, { "name": "B" }],
        "units": [
            { "class": "scout", "owner": 0, "at": [0, 0] },
            { "class": "scout", "owner": 1, "at": [1, 1] },
        ],
    });
    for (field, value) in changes.as_object().expect("an object") {
        scenario[field] = value.clone();
    }
    let text = scenario.to_string();
    assert!(text.len() <= SIZE_MOST, "{} bytes", text.len());
    assert!(
        text.len() > SIZE_MOST / 2,
        "{} bytes are no trial",
        text.len()
    );
    text
}

fn at(index: usize) -> Value {
    json!([index % SIDE, index / SIDE])
}

fn many(count: usize, entry: impl Fn(usize) -> Value) -> Value {
    (0..count).map(entry).collect()
}

fn scenarios(c: &mut Criterion) {
    let depots = |name: &str| {
        many(
            11_000,
            |index| json!({ "kind": "depot", "name": name, "at": at(index) }),
        )
    };
    let hold = |names: &[&str], turn: usize| json!({ "hold": { "sites": names, "turn": turn } });
    let conditions = |list: Value| json!({ "victory": list });
    let names = vec!["a"; 95_000];
    let cases = [
        (
            "a name held often, and borne by many sites",
            json!({
                "sites": depots("a"),
                "options": conditions(json!([hold(&names, 3)])),
            }),
        ),
        (
            "names that no site has",
            json!({
                "sites": depots("b"),
                "options": conditions(json!([hold(&names, 3)])),
            }),
        ),
        (
            "many conditions, each past many limits",
            json!({ "options": conditions(many(24_000, |index| match index % 2 {
                0 => json!({ "turn_limit": { "turn": 5 } }),
                _ => hold(&["a"], 9),
            })) }),
        ),
        (
            "many units on one tile",
            json!({ "units": many(22_000, |_| {
                json!({ "class": "scout", "owner": 0, "at": [0, 0] })
            }) }),
        ),
        (
            "many numbers, all the same",
            json!({ "units": many(18_000, |index| {
                json!({ "class": "scout", "owner": 0, "at": at(index), "seq": 7 })
            }) }),
        ),
        (
            "many sites on one tile",
            json!({ "sites": many(20_000, |_| json!({ "kind": "depot", "name": "a", "at": [9, 9] })) }),
        ),
        (
            "many seats",
            json!({ "seats": many(70_000, |_| json!({ "name": "A" })) }),
        ),
        (
            "many fields that nobody knows",
            (0..60_000)
                .map(|index| (format!("x{index}"), json!(0)))
                .collect(),
        ),
        (
            "many queues of classes that there are not",
            json!({ "sites": many(8_000, |index| json!({
                "kind": "city", "name": "c", "output": 2, "at": at(index), "queue": vec!["x"; 9]
            })) }),
        ),
        (
            "many roads",
            json!({ "map": {
                "width": SIDE, "height": SIDE, "terrain": vec![".".repeat(SIDE); SIDE],
                "roads": many(90_000, |index| at(index % (SIDE * SIDE))),
            } }),
        ),
    ];
    for (name, changes) in cases {
        let text = board(&changes);
        c.bench_function(name, |b| b.iter(|| Scenario::parse_playable(&text)));
    }
    // One field that stands twice in each of many objects, and many times in one.
    let twice = format!("[{}{{}}]", "{\"a\":1,\"a\":2},".repeat(70_000));
    c.bench_function("fields that stand twice", |b| {
        b.iter(|| assert!(Scenario::parse_playable(&twice).is_err()));
    });
}

/// Twenty thousand records, and as many receipts and witnesses, of which all are false.
fn long_files(c: &mut Criterion) {
    const MANY: u32 = 20_000;
    let scenario = json!({
        "format": "fieldpost-scenario/1", "name": "Long", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "A" }],
        "units": [{ "class": "scout", "owner": 0, "at": [0, 0] }],
    });
    let scenario = Scenario::from_value(scenario).expect("a sound scenario");
    let header = Header::new(scenario, [7; 32], RULES_VERSION);
    let line = |seq| {
        let order = match seq % 2 {
            1 => Order::CommitOrders {},
            _ => Order::RevokeCommit {},
        };
        let seat = Some(fieldpost_engine::ids::SeatId(0));
        Line {
            record: OrderRecord {
                seq,
                turn: 1,
                seat,
                order,
            },
            chain: None,
        }
    };
    let witness = |turn| Witness {
        turn,
        activation: Hash::ZERO,
        state: Hash::ZERO,
        turn_hash: Hash::ZERO,
    };
    let file = GameFile {
        header,
        lines: (1..=MANY).map(line).collect(),
        witnesses: (1..=MANY).map(witness).collect(),
        table: None,
    };
    let text = file.print(true);
    let order = |count| HeldOrder {
        receipt: Receipt {
            game: "abcdefghij".to_owned(),
            turn: 1,
            count,
            mac: Hash::ZERO,
        },
        order: None,
    };
    let hash = |turn| BlindedWitness {
        turn,
        hash: Hash::ZERO,
    };
    let held = Held {
        orders: (1..=MANY).map(order).collect(),
        witnesses: (1..=MANY).map(hash).collect(),
    };
    let receipts = held.print();
    c.bench_function("reading and verifying", |b| {
        b.iter(|| {
            let file = GameFile::parse(&text).expect("a game file");
            let held = Held::parse(&receipts).expect("receipts");
            // Each witness, receipt and hash is told of once.
            assert_eq!(verify_held(&file, &held).len(), 3 * MANY as usize);
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = scenarios, long_files
}
criterion_main!(benches);
