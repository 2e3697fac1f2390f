//! Game files and receipts as an honest host would write them, and what is told of those
//! that were changed.

use fieldpost_engine::game::Game;
use fieldpost_engine::ids::SeatId;
use fieldpost_engine::log::file::Line;
use fieldpost_engine::log::held::{BlindedWitness, HeldOrder, Receipt};
use fieldpost_engine::log::{
    GameFile, GameFileError, Header, Held, OrderRecord, Witness, blinded_witness, chain_next,
    chain_start, order_to_value, receipt,
};
use fieldpost_engine::ruleset::RULES_VERSION;
use fieldpost_engine::scenario::Scenario;

#[path = "random.rs"]
#[allow(dead_code, reason = "each of its users needs a part of it")]
mod random;

/// A random game of three turns, as an honest host would export it.
pub fn honest() -> GameFile {
    let mut dice = random::Dice::new(5);
    let header = random::header(random::scenario(&mut dice));
    let records = random::log(&mut dice, &header, 3);
    played(header, records)
}

pub fn played(header: Header, records: Vec<OrderRecord>) -> GameFile {
    let mut game = Game::new(&header).expect("a game");
    let results = records.iter();
    let results = results.filter_map(|record| game.apply(record).expect("a record"));
    let witnesses = results.map(|result| Witness {
        turn: result.turn,
        activation: result.activation,
        state: result.state,
        turn_hash: result.turn_hash,
    });
    let witnesses = witnesses.collect();
    let line = |record| Line {
        record,
        chain: None,
    };
    GameFile {
        header,
        lines: records.into_iter().map(line).collect(),
        witnesses,
        table: None,
    }
}

/// The smallest of games, closed once: a file of which every cut can be tried. Its
/// names go beyond ASCII, so that some cuts go through a letter.
pub fn small() -> GameFile {
    let scenario = serde_json::json!({
        "format": "fieldpost-scenario/1", "name": "Größe", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "Östlich" }],
        "units": [{ "class": "line_infantry", "owner": 0, "at": [3, 3] }],
    });
    let scenario = Scenario::from_value(scenario).expect("a sound scenario");
    let header = Header::new(scenario, [7; 32], RULES_VERSION);
    let records = [
        r#"{"seq":1,"turn":1,"seat":0,"kind":"SetStance","unit":1,"stance":"Hold"}"#,
        r#"{"seq":2,"turn":1,"seat":0,"kind":"CommitOrders"}"#,
        r#"{"seq":3,"turn":1,"seat":null,"kind":"CloseOrders","markers":["Committed"]}"#,
    ];
    let records = records.map(|text| OrderRecord::parse(text).expect("a record"));
    played(header, records.into())
}

/// What the player of seat 0 holds of it.
pub fn held(file: &GameFile) -> Held {
    let seed = file.header.seed.expect("it is out");
    let mut held = Held::default();
    let mut chain = chain_start(&file.header);
    for line in &file.lines {
        chain = chain_next(chain, &line.record.canonical_json());
        if line.record.seat == Some(SeatId(0)) {
            let count = u32::try_from(held.orders.len() + 1).expect("a few");
            held.orders.push(HeldOrder {
                receipt: Receipt {
                    game: "abcdefghij".to_owned(),
                    turn: line.record.turn,
                    count,
                    mac: receipt(&seed, chain),
                },
                order: Some(order_to_value(&line.record.order)),
            });
        }
    }
    let hash = |witness: &Witness| BlindedWitness {
        turn: witness.turn,
        hash: blinded_witness(&seed, witness.turn_hash),
    };
    held.witnesses = file.witnesses.iter().map(hash).collect();
    held
}

pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

pub fn text(lines: &[String]) -> String {
    let ended = lines.iter().map(|line| format!("{line}\n"));
    ended.collect()
}

pub fn refused(text: &str) -> GameFileError {
    GameFile::parse(text).expect_err("it is at fault")
}
