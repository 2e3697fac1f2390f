//! The JSON door, as a program meets it.

mod support;

use diesel_async::SimpleAsyncConnection;
use reqwest::StatusCode;
use serde_json::{Value, json};
use support::people::Browser;
use support::table::{entered, player};
use support::{TestApp, TestGame};

/// Sends JSON, with a token or without.
async fn send(browser: &Browser, path: &str, csrf: Option<&str>, body: &Value) -> (u16, Value) {
    let answer = browser.post_json(path, csrf, body).await;
    let kind = answer.headers["content-type"]
        .to_str()
        .expect("text")
        .to_owned();
    let expected = if answer.status == StatusCode::OK {
        "application/json"
    } else {
        "application/problem+json"
    };
    assert_eq!(kind, expected, "{}", answer.body);
    let body = serde_json::from_str(&answer.body).expect("JSON");
    (answer.status.as_u16(), body)
}

async fn view(browser: &Browser, game: &TestGame) -> Value {
    let page = browser
        .get(&format!("/api/v1/games/{}/view", game.key))
        .await;
    serde_json::from_str(&page.body).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_sees_its_board_and_enters_orders() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let seen = view(&ada, &game).await;
    assert_eq!(seen["phase"], "orders");
    assert_eq!(seen["view"]["turn"], 1);
    assert_eq!(seen["view"]["units"].as_array().expect("units").len(), 4);
    assert_eq!(seen["view"]["others"], json!([]));
    assert_eq!(seen["arrangements"], json!([]));
    assert_eq!(seen["orders"][0]["kind"], "SetStance");
    let posting = r#"{"city":11,"kind":"SetPosting","posture":"Reserve"}"#;
    game.take(&app.state, 0, 1, posting).await;
    let arranged = &view(&ada, &game).await["arrangements"];
    assert_eq!(arranged[0].to_string(), posting);
    let csrf = seen["csrf"].as_str();
    let path = format!("/api/v1/games/{}/orders", game.key);
    let order = json!({ "kind": "SetStance", "unit": 601, "stance": "Hold" });
    let bad = json!({ "kind": "SetStance", "unit": 455, "stance": "Hold" });
    let both = json!({ "turn": 1, "key": "a", "orders": [order, bad] });
    for _ in 0..2 {
        let (status, body) = send(&ada, &path, csrf, &both).await;
        assert_eq!(status, 200);
        assert_eq!(body["answers"][0]["taken"]["count"], 2);
        assert_eq!(body["answers"][1]["refused"]["code"], "unknown-unit");
    }
    assert_eq!(entered(&app, &game, 0).await.len(), 2);
    let after = view(&ada, &game).await;
    let units = after["view"]["units"].as_array().expect("units");
    let unit = units.iter().find(|unit| unit["unit"] == 601).expect("601");
    assert_eq!(unit["stance"], "Hold");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_is_a_problem_with_its_code_and_leaves_the_log_alone() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let seen = view(&ada, &game).await;
    let csrf = seen["csrf"].as_str();
    let path = format!("/api/v1/games/{}/orders", game.key);
    let one = |turn: u32, order: Value| json!({ "turn": turn, "orders": [order] });
    let stance = json!({ "kind": "SetStance", "unit": 601, "stance": "Hold" });
    let cases = [
        (
            one(
                1,
                json!({ "kind": "SetStance", "unit": 601, "stance": "Run" }),
            ),
            "malformed",
        ),
        (
            one(1, json!({ "kind": "SetStance", "unit": 601 })),
            "malformed",
        ),
        (one(1, json!({ "kind": "Cheat" })), "malformed"),
        (one(1, json!("CommitOrders")), "malformed"),
        (
            one(
                1,
                json!({ "kind": "SetTask", "unit": 402, "task": { "do": { "MoveTo": [99, 9] } } }),
            ),
            "off-map",
        ),
        (
            one(1, json!({ "kind": "TurnTimeout", "about": 1 })),
            "not-yours-to-issue",
        ),
        (one(2, stance.clone()), "wrong-turn"),
        (one(0, stance.clone()), "phase-closed"),
    ];
    for (body, code) in cases {
        let (status, problem) = send(&ada, &path, csrf, &body).await;
        assert_eq!(
            (status, problem["code"].as_str()),
            (422, Some(code)),
            "{body}"
        );
        assert!(
            problem["detail"]
                .as_str()
                .is_some_and(|text| text.len() > 20)
        );
    }
    let unreadable = [
        json!([]),
        json!({ "turn": 1 }),
        json!({ "turn": 1, "orders": [] }),
        json!({ "turn": -1, "orders": [stance] }),
        json!({ "turn": 1, "orders": [stance], "seat": 1 }),
    ];
    for body in unreadable {
        let (status, problem) = send(&ada, &path, csrf, &body).await;
        assert_eq!(
            (status, problem["code"].as_str()),
            (400, Some("bad-request")),
            "{body}"
        );
    }
    // Of two values for one field neither is taken for the one that was meant.
    let twice = r#"{"turn":1,"orders":[{"kind":"SetTask","unit":402,
        "task":{"do":{"MoveTo":[9,9]},"do":"Brace"}}]}"#;
    let page = ada.post_json_text(&path, csrf, twice.into()).await;
    let problem: Value = serde_json::from_str(&page.body).expect("JSON");
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        (problem["code"].as_str(), problem["field"].as_str()),
        (Some("malformed"), Some("task.do"))
    );
    let good = one(1, stance);
    let (status, problem) = send(&ada, &path, None, &good).await;
    assert_eq!(
        (status, problem["code"].as_str()),
        (403, Some("auth-csrf-missing"))
    );
    let nobody = Browser::at(&app);
    let (status, _) = send(&nobody, &path, csrf, &good).await;
    assert!(matches!(status, 401 | 403), "{status}");
    assert!(game.log(&app).await.is_empty());
}

/// What a host remembers of who sends is asked again by what appends: each of these
/// comes true between an order that was taken and the next one.
#[tokio::test(flavor = "multi_thread")]
async fn who_may_no_longer_send_enters_nothing_however_well_remembered() {
    let deeds = [
        ("UPDATE sessions SET revoked_at = fieldpost_now()", 401),
        ("UPDATE sessions SET expires_at = fieldpost_now()", 401),
        ("UPDATE accounts SET blocked_at = fieldpost_now()", 401),
        ("UPDATE seats SET account_id = NULL", 404),
    ];
    for (deed, refused) in deeds {
        let app = TestApp::start().await;
        let game = TestGame::start(&app).await;
        let ada = player(&app, &game, 0).await;
        let seen = view(&ada, &game).await;
        let path = format!("/api/v1/games/{}/orders", game.key);
        let order = json!({ "kind": "SetStance", "unit": 601, "stance": "Hold" });
        let body = json!({ "turn": 1, "orders": [order] });
        let taken = async || send(&ada, &path, seen["csrf"].as_str(), &body).await;
        assert_eq!(taken().await.0, 200);
        let mut conn = app.database.connect().await;
        conn.batch_execute(deed).await.expect("it is done");
        let (status, problem) = taken().await;
        assert_eq!(status, refused, "{deed}: {problem}");
        assert_eq!(game.log(&app).await.len(), 1, "{deed}");
    }
}

/// The other host has appended meanwhile, and then the deadline has passed: what this
/// one remembers of the game is old both times, and neither loses nor adds an order.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_went_on_elsewhere_is_read_again() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let game = TestGame::with_clock(&app, Some(3600), 0).await;
    let ada = player(&app, &game, 0).await;
    let seen = view(&ada, &game).await;
    let path = format!("/api/v1/games/{}/orders", game.key);
    let order = |stance: &str| {
        let order = json!({ "kind": "SetStance", "unit": 601, "stance": stance });
        json!({ "turn": 1, "orders": [order] })
    };
    let csrf = seen["csrf"].as_str();
    assert_eq!(send(&ada, &path, csrf, &order("Hold")).await.0, 200);
    game.take(&other.state, 1, 1, r#"{"kind":"OfferDraw"}"#)
        .await;
    assert_eq!(send(&ada, &path, csrf, &order("March")).await.0, 200);
    let kinds: Vec<String> = game.log(&app).await.into_iter().map(|l| l.kind).collect();
    assert_eq!(kinds, ["SetStance", "OfferDraw", "SetStance"]);
    app.advance_seconds(3600.0).await;
    let (status, problem) = send(&ada, &path, csrf, &order("Hold")).await;
    assert_eq!(
        (status, problem["code"].as_str()),
        (422, Some("phase-closed"))
    );
    game.assert_sound(&app).await;
    app.work().await;
}
