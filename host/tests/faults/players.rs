//! Seats played by script over the JSON door: they look, order, commit and
//! change their minds, at whichever host answers, and write down what they were
//! told. Whoever gets no answer asks again under the same key.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use super::dice::Dice;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// Ask this often for an answer before giving up.
const ATTEMPTS: usize = 60;

/// One submission as its sender knows it.
#[derive(Clone, Debug)]
pub struct Sent {
    pub key: String,
    pub turn: u32,
    pub orders: Vec<Value>,
    /// One for each order; nothing if no answer ever came.
    pub answers: Option<Vec<Value>>,
}

/// Somebody who plays a seat.
#[derive(Clone, Debug)]
pub struct Player {
    pub game: i64,
    pub game_key: String,
    pub seat: i16,
    pub cookie: String,
    pub hosts: Vec<String>,
    pub client: Client,
    pub dice: Dice,
    pub sent: Vec<Sent>,
    /// What should never have been said to a player.
    pub complaints: Vec<String>,
}

/// What the JSON door tells of a game.
#[derive(Clone, Debug)]
pub struct Look {
    pub phase: String,
    pub csrf: String,
    pub view: Value,
}

impl Player {
    /// Plays until told that it is over.
    pub async fn play(mut self, over: Arc<AtomicBool>) -> Self {
        while !over.load(SeqCst) {
            let pause = self.dice.between(20, 250);
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let host = self.dice.pick(&self.hosts).clone();
            let Some(look) = self.look(&host).await else {
                continue;
            };
            let Some(turn) = look.view["turn"]
                .as_u64()
                .filter(|_| look.phase == "orders")
            else {
                continue;
            };
            let turn = u32::try_from(turn).expect("a turn");
            let orders = self.think(&look.view);
            self.submit(turn, orders, &look.csrf).await;
        }
        self
    }

    /// One look at the game; nothing if no answer came.
    pub async fn look(&mut self, host: &str) -> Option<Look> {
        let url = format!("{host}/api/v1/games/{}/view", self.game_key);
        let request = self.client.get(url).header("cookie", &self.cookie);
        let answer = request.timeout(PATIENCE).send().await.ok()?;
        match answer.status() {
            StatusCode::OK => {}
            // Too late to be read: the host, or this machine, was held up.
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => return None,
            status if status.is_server_error() => return None,
            status => {
                self.complaints
                    .push(format!("a look was answered {status}"));
                return None;
            }
        }
        let mut seen: Value = answer.json().await.ok()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Some(Look {
            phase: text(&seen["phase"]),
            csrf: text(&seen["csrf"]),
            view: seen["view"].take(),
        })
    }

    fn think(&mut self, view: &Value) -> Vec<Value> {
        match self.dice.between(0, 10) {
            0..=2 => return vec![json!({ "kind": "CommitOrders" })],
            3 => return vec![json!({ "kind": "RevokeCommit" })],
            _ => {}
        }
        let units: Vec<u64> = view["units"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|unit| unit["unit"].as_u64())
            .collect();
        let (width, height) = (
            view["width"].as_u64().unwrap_or(1),
            view["height"].as_u64().unwrap_or(1),
        );
        if units.is_empty() {
            return vec![json!({ "kind": "CommitOrders" })];
        }
        let order = |dice: &mut Dice| {
            let unit = *dice.pick(&units);
            match dice.between(0, 5) {
                0 => {
                    json!({ "kind": "SetStance", "unit": unit, "stance": dice.pick(&["March", "Hold", "Derived"]) })
                }
                1 => {
                    json!({ "kind": "SetGroup", "name": format!("Group {}", dice.between(0, 9)), "units": [unit] })
                }
                2 => {
                    json!({ "kind": "SetTask", "unit": unit, "task": { "do": { "Attack": { "tile": [dice.between(0, width), dice.between(0, height)] } } } })
                }
                _ => {
                    json!({ "kind": "SetTask", "unit": unit, "task": { "do": { "MoveTo": [dice.between(0, width), dice.between(0, height)] } } })
                }
            }
        };
        let count = self.dice.between(1, 4);
        (0..count).map(|_| order(&mut self.dice)).collect()
    }

    /// Sends orders until an answer comes, from whichever host.
    pub async fn submit(&mut self, turn: u32, orders: Vec<Value>, csrf: &str) {
        let key = format!("{}-{}-{}", self.game, self.seat, self.sent.len());
        let body = json!({ "turn": turn, "orders": orders, "key": key });
        let mut answers = None;
        for _ in 0..ATTEMPTS {
            let host = self.dice.pick(&self.hosts);
            let url = format!("{host}/api/v1/games/{}/orders", self.game_key);
            let request = self.client.post(url).json(&body).timeout(PATIENCE);
            let request = request.header("cookie", &self.cookie);
            let answer = request.header("x-csrf-token", csrf).send().await;
            answers = match answer {
                Ok(answer) => self.read(answer).await,
                Err(_) => None,
            };
            if answers.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        self.sent.push(Sent {
            key,
            turn,
            orders,
            answers,
        });
    }

    async fn read(&mut self, answer: reqwest::Response) -> Option<Vec<Value>> {
        let status = answer.status();
        let body: Value = answer.json().await.ok()?;
        match status {
            StatusCode::OK => body["answers"].as_array().cloned(),
            StatusCode::UNPROCESSABLE_ENTITY => Some(vec![json!({ "refused": body })]),
            StatusCode::TOO_MANY_REQUESTS => None,
            status if status.is_server_error() => None,
            status => {
                self.complaints
                    .push(format!("orders were answered {status}: {body}"));
                None
            }
        }
    }

    /// Orders that it was told are in, in the order of its own count, each with
    /// its receipt.
    pub fn receipts(&self) -> BTreeMap<u64, (u32, Value, Value)> {
        let mut receipts = BTreeMap::new();
        for sent in &self.sent {
            for (order, answer) in sent.orders.iter().zip(sent.answers.iter().flatten()) {
                let receipt = &answer["taken"];
                if let Some(count) = receipt["count"].as_u64() {
                    let seen = receipts.insert(count, (sent.turn, order.clone(), receipt.clone()));
                    assert!(seen.is_none(), "two orders have the count {count}");
                }
            }
        }
        receipts
    }
}
