//! The forms of the game page and what comes in through them: no list offers what the
//! door would refuse, and what no form can send is told of.

mod support;

use support::html::form;
use support::people::Page;
use support::table::{entered, player, status};
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn no_list_offers_what_would_be_refused() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}?unit=402", game.key)).await;
    let start = page.body.find("id=\"do_kind\"").expect("a list");
    let kinds = &page.body[start..start + page.body[start..].find("</select>").expect("an end")];
    for absent in ["Build", "Board", "Unload", "AttackUnit", "Seize"] {
        assert!(
            !kinds.contains(&format!("value=\"{absent}\"")),
            "{absent}: {kinds}"
        );
    }
    assert!(kinds.contains("value=\"AttackTile\""), "{kinds}");
    // The task it has is not in the form of a new one, and is where it is asked for.
    let fields = |page: &Page| form(&page.body, "form-SetTask");
    let has = |page: &Page, name: &str| {
        let fields = fields(page);
        fields
            .iter()
            .any(|(known, value)| known == name && !value.is_empty())
    };
    assert!(!has(&page, "c1_a_kind"), "a new task begins with nothing");
    let change = ada
        .get(&format!("/games/{}?unit=402&task=change", game.key))
        .await;
    assert!(has(&change, "c1_a_kind"), "and the old one can be changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_is_told_of_and_breaks_nothing() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    for path in [
        "/games/%00",
        "/games/%00/turns/1",
        "/api/v1/games/a%00b/view",
        "/games/new?upload=%00",
        "/players/%00",
    ] {
        assert_eq!(status(&ada.get(path).await), 404, "{path}");
    }
    let view = ada.get(&format!("/api/v1/games/{}/view", game.key)).await;
    let view: serde_json::Value = serde_json::from_str(&view.body).expect("JSON");
    let csrf = view["csrf"].as_str();
    let path = format!("/api/v1/games/{}/orders", game.key);
    let good = serde_json::json!({ "kind": "SetStance", "unit": 601, "stance": "Hold" });
    let bad = serde_json::json!({ "kind": "SetPosture", "unit": 601, "posture": { "Attach": { "formation": "\0" } } });
    let body = serde_json::json!({ "turn": 1, "orders": [good, bad], "key": "a\0b" });
    let answer = ada.post_json(&path, csrf, &body).await;
    assert_eq!(status(&answer), 400, "{}", answer.body);
    assert!(entered(&app, &game, 0).await.is_empty());
    let body = serde_json::json!({ "turn": 1, "orders": [good, bad], "key": "k" });
    for _ in 0..2 {
        let answer = ada.post_json(&path, csrf, &body).await;
        assert_eq!(status(&answer), 200, "{}", answer.body);
    }
    assert_eq!(entered(&app, &game, 0).await.len(), 1);
}
