//! The first page of a long game on a host that has just started: it has to
//! replay fifty turns of two hundred units.

use std::time::Instant;

use fieldpost::{
    close,
    orders::{self, Submission},
};
use fieldpost_engine::{ids::SeatId, log::parse_order, scenario::Scenario};
use serde_json::json;

use super::{http::Client, stage::Stage};

pub async fn run(small: bool) {
    let (turns, units) = if small { (5, 40) } else { (50, 200) };
    let stage = Stage::set().await;
    let people = stage.game(field(units)).await;
    let game_id = people[0].game_id;
    for turn in 1..=turns {
        for seat in 0..2_u8 {
            let mut given: Vec<String> = (0..units / 2)
                .filter(|unit| (unit + turn as usize).is_multiple_of(5))
                .map(|unit| march(seat, unit, turn as usize))
                .collect();
            given.push(json!({ "kind": "CommitOrders" }).to_string());
            let submission = Submission {
                game_id,
                seat: SeatId(seat),
                by: orders::Sender::Player,
                turn,
                orders: given.iter().map(|text| parse_order(text)).collect(),
                key: None,
                session: None,
            };
            orders::submit(&stage.state, &submission)
                .await
                .expect("orders are taken");
        }
        while close::step(&stage.state).await.expect("a close").is_some() {}
    }
    let mut best = f64::MAX;
    for _ in 0..5 {
        let host = stage.host().await;
        let mut client = Client::open(&host.address).await.expect("it listens");
        let path = format!("/games/{}", people[0].game_key);
        let began = Instant::now();
        let (status, page) = client.get(&path, &people[0].cookie).await;
        let took = began.elapsed().as_secs_f64() * 1000.0;
        assert_eq!(status, 200, "{page}");
        let began = Instant::now();
        client.get(&path, &people[0].cookie).await;
        let warm = began.elapsed().as_secs_f64() * 1000.0;
        println!(
            "{turns} turns of {units} units: {took:.0} ms cold (asked: 300), {warm:.0} ms warm, \
             {} KiB, {} MiB",
            page.len() / 1024,
            host.memory()
        );
        best = best.min(took);
    }
    println!("best of five: {best:.0} ms");
}

/// Two armies in two wide camps.
fn field(units: usize) -> Scenario {
    let side = 60;
    let mut army = Vec::new();
    for seat in 0..2 {
        for unit in 0..units / 2 {
            let (x, y) = place(seat, unit);
            let class = ["line_infantry", "light_horse", "light_infantry"][unit % 3];
            army.push(json!({
                "class": class, "name": format!("{seat}-{unit}"), "owner": seat, "at": [x, y],
                "seq": number(seat, unit)
            }));
        }
    }
    let city = |seat: usize, at: [usize; 2]| {
        json!({ "kind": "city", "name": format!("City {seat}"), "at": at, "owner": seat,
                "output": 6, "seq": 9000 + seat })
    };
    let text = json!({
        "format": "fieldpost-scenario/1", "name": "Field", "ruleset": "standard/1",
        "map": { "width": side, "height": side, "wrap_x": false, "wrap_y": false,
                 "terrain": vec![".".repeat(side); side], "roads": [] },
        "seats": [ { "name": "West", "team": null, "controller": "human", "treasury": 9000 },
                   { "name": "East", "team": null, "controller": "human", "treasury": 9000 } ],
        "sites": [ city(0, [0, 30]), city(1, [59, 30]) ],
        "units": army,
        "options": { "initiative_tier": 1, "ranked": false, "shared_sight": false,
                     "victory": [ { "last_standing": {} } ] },
    })
    .to_string();
    Scenario::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Where a unit stands at the beginning.
fn place(seat: usize, unit: usize) -> (usize, usize) {
    let (row, column) = (unit % 50, unit / 50);
    let x = 4 + 3 * column;
    (if seat == 0 { x } else { 59 - x }, 5 + row)
}

/// What a unit is called in orders.
fn number(seat: usize, unit: usize) -> usize {
    1 + seat * 1000 + unit
}

/// To and fro: somewhere between the camps.
fn march(seat: u8, unit: usize, turn: usize) -> String {
    let (x, y) = place(seat.into(), unit);
    let forth = 3 + (unit * 7 + turn * 3) % 20;
    let x = if seat == 0 { x + forth } else { x - forth };
    let unit = number(seat.into(), unit);
    json!({ "kind": "SetTask", "unit": unit, "task": { "do": { "MoveTo": [x, y] } } }).to_string()
}
