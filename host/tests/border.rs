//! Fog at the border (HO-130): what is served to a seat, and to who has none,
//! tells nothing of what they may not know.

mod support;

use support::people::Browser;
use support::table::{fight, order, player, status};
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_read_by_its_players_alone_and_others_cannot_tell_it_from_none() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    fight(&app, &game, 1).await;
    let stranger = Browser::at(&app);
    stranger.sign_in(&app, "stranger@example.org").await;
    let nobody = Browser::at(&app);
    let none = "aaaaaaaaaa";
    let own = stranger.get("/account").await;
    let paths = [
        "",
        "?unit=601",
        "/turns/1",
        "/turns/99",
        "/live",
        "/end",
        "/end/1",
        "/game.fieldpost",
        "/receipts.jsonl",
        "/clock",
    ];
    for path in paths {
        let real = format!("/games/{}{path}", game.key);
        let not = format!("/games/{none}{path}");
        let (seen, unreal) = (stranger.get(&real).await, stranger.get(&not).await);
        assert_eq!(status(&seen), 404, "{real}");
        assert_eq!((seen.status, &seen.body), (unreal.status, &unreal.body));
        let (seen, unreal) = (nobody.get(&real).await, nobody.get(&not).await);
        assert_eq!(status(&seen), 303, "{real}");
        assert!(seen.location().starts_with("/sign-in?next="));
        assert_eq!(seen.body, unreal.body);
        assert_eq!(seen.location(), unreal.location().replace(none, &game.key));
    }
    {
        let fields = [("kind", "CommitOrders"), ("turn", "2")];
        let real = format!("/games/{}/orders", game.key);
        let not = format!("/games/{none}/orders");
        let seen = stranger.submit(&own, &real, &fields).await;
        let unreal = stranger.submit(&own, &not, &fields).await;
        assert_eq!(status(&seen), 404);
        assert_eq!((seen.status, &seen.body), (unreal.status, &unreal.body));
        let asked = nobody.get("/sign-in").await;
        let seen = nobody.submit(&asked, &real, &fields).await;
        let unreal = nobody.submit(&asked, &not, &fields).await;
        assert_eq!(status(&seen), 401);
        // The way back is the address that was asked for, and nothing else differs.
        let unreal_body = unreal.body.replace(none, &game.key);
        assert_eq!((seen.status, &seen.body), (unreal.status, &unreal_body));
    }
    let view = |key: &str| format!("/api/v1/games/{key}/view");
    let (seen, unreal) = (
        stranger.get(&view(&game.key)).await,
        stranger.get(&view(none)).await,
    );
    assert_eq!(status(&seen), 404);
    assert_eq!((seen.status, &seen.body), (unreal.status, &unreal.body));
    assert_eq!(status(&nobody.get(&view(&game.key)).await), 303);
    assert_eq!(game.log(&app).await.len(), 4);
}

/// A page without what differs at each showing: tokens and keys.
fn settled(page: &str) -> String {
    let marks = [
        "name=\"csrf\" value=\"",
        "name=\"key\" value=\"",
        "\"csrf\":\"",
    ];
    let mut page = page.to_owned();
    for mark in marks {
        let mut parts = page.split(mark);
        let mut without = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            without.push_str(mark);
            without.push_str(&part[part.find('"').expect("a value ends")..]);
        }
        page = without;
    }
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_a_seat_cannot_see_changes_anything_it_is_served() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let paths = [
        format!("/games/{}", game.key),
        format!("/games/{}?unit=601", game.key),
        // Ben's guns and a number that nobody has: unknown alike.
        format!("/games/{}?unit=455", game.key),
        format!("/api/v1/games/{}/view", game.key),
    ];
    let mut before = Vec::new();
    for path in &paths {
        let page = ada.get(path).await;
        for secret in ["Karsk Column", "Karsk Battery", "Ostry Foot", "644", "488"] {
            assert!(!page.body.contains(secret), "{path} tells of {secret}");
        }
        before.push((
            page.headers.get("content-length").cloned(),
            settled(&page.body),
        ));
    }
    let unknown = ada.get(&format!("/games/{}?unit=9999", game.key)).await;
    assert_eq!(before[2].1, settled(&unknown.body));
    for order in [
        r#"{"kind":"SetStance","unit":455,"stance":"Hold"}"#,
        r#"{"kind":"SetTask","unit":488,"task":{"do":{"MoveTo":[20,9]}}}"#,
        r#"{"kind":"SetProduction","city":12,"queue":["field_gun","scout"]}"#,
    ] {
        game.take(&app.state, 1, 1, order).await;
    }
    for (path, (length, body)) in paths.iter().zip(before) {
        let page = ada.get(path).await;
        assert_eq!(settled(&page.body), body, "{path}");
        assert_eq!(page.headers.get("content-length").cloned(), length);
    }
    // His refusals do not tell an unseen unit from one that is not there.
    let page = ada.get(&paths[0]).await;
    let mut told = Vec::new();
    for unit in ["455", "9999"] {
        let fields = [("kind", "SetStance"), ("unit", unit), ("stance", "Hold")];
        let answer = order(&ada, &page, &game, &fields).await;
        told.push((answer.status, settled(&answer.body).replace(unit, "N")));
    }
    assert_eq!(told[0], told[1]);
}
