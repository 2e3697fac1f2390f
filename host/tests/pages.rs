//! The pages as a browser without scripts meets them: forms that enter orders,
//! refusals with their texts, a turn that was fought, and how pages read.

mod support;

use support::html::{assert_sound, text_of};
use support::table::{entered, fight, order, player, status};
use support::{TestApp, TestGame};

/// Fields as they are filled in.
type Typed = &'static [(&'static str, &'static str)];

#[tokio::test(flavor = "multi_thread")]
async fn every_form_enters_its_order_and_comes_back_to_its_unit() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let unit = ada.get(&format!("{address}?unit=601")).await;
    assert_sound(&unit.body);
    let forms: [(&[(&str, &str)], &str); 8] = [
        (
            &[
                ("kind", "SetStance"),
                ("unit", "601"),
                ("stance", "Advance"),
            ],
            r#"{"kind":"SetStance","stance":"Advance","unit":601}"#,
        ),
        (
            &[
                ("kind", "SetTask"),
                ("unit", "601"),
                ("do_kind", "AttackTile"),
                ("do_tile", " 15, 9 "),
                ("via", "12,7  13,8"),
                ("cautious", "yes"),
                ("task_stance", "Advance"),
                ("c1_a_kind", "EnemyWithin"),
                ("c1_a_tile", "15,9"),
                ("c1_a_r", "2"),
                ("c1_a_n", "3"),
                ("c1_join", "Any"),
                ("c1_b_not", "yes"),
                ("c1_b_kind", "Supplied"),
                ("c1_then_kind", "Halt"),
                ("c1_then_tile", "14,9"),
                ("until_a_kind", "Turn"),
                ("until_a_n", "12"),
            ],
            r#"{"kind":"SetTask","task":{"cautious":true,"do":{"Attack":{"tile":[15,9]}},"stance":"Advance","until":{"Turn":12},"via":[[12,7],[13,8]],"when":[{"if":{"Any":[{"EnemyWithin":{"n":3,"r":2,"tile":[15,9]}},{"Not":"Supplied"}]},"then":{"Halt":[14,9]}}]},"unit":601}"#,
        ),
        (
            &[("kind", "ClearTask"), ("unit", "601")],
            r#"{"kind":"ClearTask","unit":601}"#,
        ),
        (
            &[
                ("kind", "SetPosture"),
                ("unit", "601"),
                ("posture", "Picket"),
                ("tile", "12,14"),
            ],
            r#"{"kind":"SetPosture","posture":{"Picket":{"tile":[12,14]}},"unit":601}"#,
        ),
        (
            &[
                ("kind", "SetSanction"),
                ("unit", "601"),
                ("sanction", "Engage-Winning"),
                ("n", "600"),
            ],
            r#"{"kind":"SetSanction","sanction":{"Engage":{"Winning":600}},"unit":601}"#,
        ),
        (
            &[
                ("kind", "SetProduction"),
                ("city", "11"),
                ("queue1", "field_gun"),
                ("queue3", "scout"),
            ],
            r#"{"city":11,"kind":"SetProduction","queue":["field_gun","scout"]}"#,
        ),
        (&[("kind", "CommitOrders")], r#"{"kind":"CommitOrders"}"#),
        (&[("kind", "RevokeCommit")], r#"{"kind":"RevokeCommit"}"#),
    ];
    for (fields, _) in &forms {
        let answer = order(&ada, &unit, &game, fields).await;
        assert_eq!(
            status(&answer),
            303,
            "{fields:?}: {}",
            text_of(&answer.body)
        );
        let place = answer.location().to_owned();
        assert!(place.starts_with(&address), "{place}");
        let shown = ada.get(place.split('#').next().expect("a path")).await;
        assert_eq!(status(&shown), 200);
        assert_sound(&shown.body);
        assert!(
            shown.body.contains("class=\"notice\""),
            "{fields:?} got no notice"
        );
        assert!(
            shown.body.contains("class=\"hash\""),
            "{fields:?} got no receipt"
        );
    }
    let expected: Vec<_> = forms.iter().map(|(_, record)| *record).collect();
    assert_eq!(entered(&app, &game, 0).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_shown_in_the_form_that_would_enter_it_again() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    // Deeper than the fields of the form reach, and with a fallback.
    let task = r#"{"kind":"SetTask","unit":402,"task":{"do":"Brace","fallback":{"Picket":{"tile":[13,9]}},"until":{"All":[{"Turn":3},{"Not":{"Any":["Supplied","Arrived"]}}]},"when":[{"if":{"UnitLost":601},"then":{"MoveTo":[12,9]}}]}}"#;
    game.take(&app.state, 0, 1, task).await;
    let page = ada
        .get(&format!("/games/{}?unit=402&task=change", game.key))
        .await;
    assert_sound(&page.body);
    let form = support::html::form(&page.body, "form-SetTask");
    let fields: Vec<(&str, &str)> = form.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let answer = ada
        .post(&format!("/games/{}/orders", game.key), &fields)
        .await;
    assert_eq!(status(&answer), 303, "{}", text_of(&answer.body));
    let log = entered(&app, &game, 0).await;
    assert_eq!(log.len(), 2);
    assert_eq!(log[0], log[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_form_says_what_to_do_beside_its_field_and_keeps_what_was_typed() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let unit = ada.get(&format!("/games/{}?unit=601", game.key)).await;
    let cases: [(Typed, &str, &str); 7] = [
        (
            &[
                ("kind", "SetTask"),
                ("do_kind", "MoveTo"),
                ("do_tile", "99,99"),
                ("via", "12,7"),
            ],
            "The tile 99,99 is not on the map. Choose one that is.",
            r#"id="do_tile" name="do_tile" value="99,99""#,
        ),
        (
            &[
                ("kind", "SetTask"),
                ("do_kind", "MoveTo"),
                ("do_tile", "15;9"),
                ("via", "12,7"),
            ],
            "Write a tile as two numbers, such as 15,9.",
            r#"id="via" name="via" value="12,7""#,
        ),
        (
            &[
                ("kind", "SetTask"),
                ("do_kind", "AttackTile"),
                ("do_tile", "15,9"),
            ],
            "Unit #601 cannot march and attack in one turn.",
            r#"aria-describedby="do_kind-problem""#,
        ),
        (
            &[("kind", "SetTask"), ("do_kind", "Halt")],
            "That task would never end.",
            r#"aria-describedby="until_a_kind-problem""#,
        ),
        (
            &[
                ("unit", "402"),
                ("kind", "SetTask"),
                ("do_kind", "AttackUnit"),
                ("do_target", "455"),
            ],
            "so no order can name it",
            r#"id="do_target" name="do_target" aria-invalid="true""#,
        ),
        (
            &[
                ("kind", "SetSanction"),
                ("sanction", "Engage-Winning"),
                ("n", "2000"),
            ],
            "must lie between 0 and 1000",
            r#"name="n" value="2000""#,
        ),
        (
            &[
                ("kind", "SetPosture"),
                ("posture", "Patrol"),
                ("tiles", "12,15"),
            ],
            "A patrol goes round two to eight tiles",
            r#"name="tiles" value="12,15""#,
        ),
    ];
    for (fields, says, keeps) in cases {
        let mut all = fields.to_vec();
        if fields[0].0 != "unit" {
            all.push(("unit", "601"));
        }
        let answer = order(&ada, &unit, &game, &all).await;
        assert_eq!(status(&answer), 422, "{fields:?}");
        assert_sound(&answer.body);
        let text = text_of(&answer.body);
        assert!(text.contains(says), "{fields:?} is told otherwise:\n{text}");
        assert!(answer.body.contains(keeps), "{fields:?} lost {keeps}");
    }
    assert!(entered(&app, &game, 0).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_form_is_told_that_it_does_not_count() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let old = ada.get(&format!("/games/{}?unit=601", game.key)).await;
    fight(&app, &game, 1).await;
    let fields = [("kind", "SetStance"), ("unit", "601"), ("stance", "Hold")];
    let answer = order(&ada, &old, &game, &fields).await;
    assert_eq!(status(&answer), 422);
    let text = text_of(&answer.body);
    assert!(
        text.contains("Turn 1 closed before the order came in"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_need_their_token_and_enter_once() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (ada, ben) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    let address = format!("/games/{}", game.key);
    let path = format!("{address}/orders");
    let fields = [("kind", "CommitOrders"), ("turn", "1"), ("key", "k")];
    assert_eq!(status(&ada.post(&path, &fields).await), 403);
    let his = ben.get(&address).await;
    let mut stolen = vec![("csrf", his.csrf())];
    stolen.extend_from_slice(&fields);
    assert_eq!(status(&ada.post(&path, &stolen).await), 403);
    assert!(game.log(&app).await.is_empty());

    let page = ada.get(&format!("{address}?unit=601")).await;
    let set = |stance| [("kind", "SetStance"), ("unit", "601"), ("stance", stance)];
    for _ in 0..2 {
        assert_eq!(status(&order(&ada, &page, &game, &set("Hold")).await), 303);
    }
    assert_eq!(game.log(&app).await.len(), 1);
    // Gone back to and changed, it is another order.
    assert_eq!(
        status(&order(&ada, &page, &game, &set("Advance")).await),
        303
    );
    assert_eq!(game.log(&app).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_and_kept() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    assert_eq!(status(&ada.get(&format!("{address}/turns/1")).await), 404);
    fight(&app, &game, 1).await;
    let now = ada.get(&address).await;
    assert_sound(&now.body);
    let text = text_of(&now.body);
    assert!(text.contains("Turn 1, as your side saw it"), "{text}");
    assert!(text.contains("Meridian Lancers (#601) moved"), "{text}");
    assert!(now.body.contains(&format!("{address}?unit=601#selected")));
    let past = ada.get(&format!("{address}/turns/1")).await;
    assert_eq!(status(&past), 200);
    assert_sound(&past.body);
    assert!(!past.body.contains("<form"), "a past turn takes no orders");
    // The same out of an empty cache.
    app.state.replays.clear();
    let again = ada.get(&format!("{address}/turns/1")).await;
    assert_eq!(again.body, past.body);
    for turn in ["0", "2", "99999999999", "x", "-1"] {
        let page = ada.get(&format!("{address}/turns/{turn}")).await;
        assert_eq!(status(&page), 404, "{turn}");
    }
    for odd in [
        "?unit=abc",
        "?unit=601&done=%3Cscript%3E",
        "?site=11&receipt=x",
    ] {
        let page = ada.get(&format!("{address}{odd}")).await;
        assert_eq!(status(&page), 200, "{odd}");
        assert!(!page.body.contains("class=\"notice\""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_page_reads_well() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}?unit=601", game.key)).await;
    insta::assert_snapshot!("game_page", text_of(&page.body));
    let home = ada.get("/").await;
    assert_sound(&home.body);
    insta::assert_snapshot!("home_page", text_of(&home.body));
    let missing = ada.get("/nowhere").await;
    assert_sound(&missing.body);
    assert_eq!(status(&missing), 404);
    insta::assert_snapshot!("missing_page", text_of(&missing.body));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_nothing_that_the_policy_forbids() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    for path in [
        "/".to_owned(),
        format!("/games/{}", game.key),
        format!("/games/{}?unit=601", game.key),
        format!("/games/{}?site=11", game.key),
        "/account".to_owned(),
        "/sign-in".to_owned(),
    ] {
        let page = ada.get(&path).await;
        assert!(!page.body.contains(" style="), "{path}");
        assert!(!page.body.contains(" onclick="), "{path}");
        for script in page.body.split("<script").skip(1) {
            let script = script.trim_start_matches(" type=\"module\"");
            assert!(script.starts_with(" src=\"/assets/"), "{path}");
        }
        assert!(page.headers.contains_key("content-security-policy"));
    }
    let page = ada.get("/").await;
    let start = page.body.find("/assets/").expect("a style sheet");
    let sheet = &page.body[start..start + page.body[start..].find('"').expect("an end")];
    let served = ada.get(sheet).await;
    assert_eq!(status(&served), 200);
    let kept = served.headers.get("cache-control").expect("how long");
    assert!(kept.to_str().expect("text").contains("immutable"));
    let other = sheet.replacen("/assets/", "/assets/0", 1);
    let served = ada.get(&other).await;
    assert_eq!(
        served.headers.get("cache-control").expect("how long"),
        "no-store"
    );
    assert_eq!(status(&ada.get("/assets/x/../game.rs").await), 404);
    assert_eq!(status(&ada.get("/assets/x/nothing.css").await), 404);
}
