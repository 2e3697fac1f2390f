//! Whoever sends too much is told to wait, by whichever door it comes.

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::json;
use support::people::Browser;
use support::table::{player, status};
use support::{TestApp, TestGame};

/// How often a door is tried: between two tries a little is let through again.
const TRIES: usize = 40;

/// Sends forms until one is refused for being too many; yields the status before it.
async fn until_refused(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> bool {
    let page = browser.get("/account").await;
    for _ in 0..TRIES {
        if status(&browser.submit(&page, path, fields).await) == 429 {
            return true;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn every_door_for_orders_is_shut_to_who_sends_too_many_and_to_nobody_else() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (ada, ben) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    // Somebody uses up all that Ada's account may send.
    let is_over = Arc::new(AtomicBool::new(false));
    let flood = {
        let (state, account, is_over) = (app.state.clone(), game.accounts[0], is_over.clone());
        std::thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                let _ = state.auth.limits.enter(account);
                let _ = state.auth.limits.weigh_lines(account);
                let _ = state.auth.limits.watch(account);
            }
        })
    };
    let table = format!("/games/{}", game.key);
    let text = [("text", "stance #601 hold"), ("base", ""), ("turn", "1")];
    let order = [
        ("kind", "SetStance"),
        ("unit", "601"),
        ("stance", "Hold"),
        ("turn", "1"),
    ];
    let undo = [("turn", "1"), ("seen", "0")];
    let vote = [("act", "ask-adjourn")];
    for (path, fields) in [
        ("orders", &order[..]),
        ("pad", &text),
        ("pad/check", &text),
        ("undo", &undo),
        ("clock", &vote),
    ] {
        let path = format!("{table}/{path}");
        assert!(until_refused(&ada, &path, fields).await, "{path}");
    }
    let api = format!("/api/v1/games/{}", game.key);
    let csrf = ada.get("/account").await;
    let body = json!({ "turn": 1, "orders": [{ "kind": "RevokeCommit" }] });
    let (mut entered, mut read, mut watched) = (false, false, false);
    for _ in 0..TRIES {
        let orders = format!("{api}/orders");
        let answer = ada.post_json(&orders, Some(csrf.csrf()), &body).await;
        if status(&answer) == 429 {
            entered = true;
            assert!(answer.headers.contains_key("retry-after"));
        }
        read |= status(&ada.get(&format!("{api}/view")).await) == 429;
        watched |= status(&ada.get(&format!("{table}/watch")).await) == 429;
    }
    assert!(entered && read && watched, "{entered} {read} {watched}");
    // The others play on.
    let page = ben.get(&table).await;
    let order = [("kind", "CommitOrders"), ("turn", "1")];
    let sent = ben.submit(&page, &format!("{table}/orders"), &order).await;
    assert_eq!(status(&sent), 303);
    is_over.store(true, Ordering::Relaxed);
    flood.join().unwrap();
    app.work().await;
}
