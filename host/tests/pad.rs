//! The order pad as a browser without scripts meets it: what is changed is entered,
//! what is bad is listed with the text kept, what is sent twice counts once.

mod support;

use support::html::{assert_sound, text_of};
use support::pad::{confirm, follow, pad, send};
use support::table::{entered, fight, player, status};
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_line_is_shown_mended_entered_and_then_stands_in_the_panel() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}?unit=601", game.key)).await;
    assert_sound(&page.body);
    let shown = pad(&page);
    assert!(shown.contains("#601 march\n"), "{shown}");
    let wrong = shown
        .replace("#601 march", "#601 hodl")
        .replace("city Vell build line_infantry\n", "")
        + "#670 advance\n";
    let answer = confirm(&ada, &game, &page, &wrong).await;
    assert_eq!(status(&answer), 422);
    assert_sound(&answer.body);
    // The text is kept, the fault told with its place and what was meant.
    assert_eq!(pad(&answer).replace("\r\n", "\n"), wrong);
    let text = text_of(&answer.body);
    let line = 1 + wrong
        .lines()
        .position(|line| line == "#601 hodl")
        .expect("a line");
    for says in [
        format!("Line {line}, column 6. “hodl” cannot stand here. Did you mean “hold”?"),
        "One order was entered. One line needs fixing".to_owned(),
        "Left for now, until all of it is in order: #601 march city Vell build line_infantry commit".to_owned(),
    ] {
        assert!(text.replace('\n', " ").contains(&says), "{says} is not in\n{text}");
    }
    let first = r#"{"kind":"SetStance","stance":"Advance","unit":670}"#;
    assert_eq!(entered(&app, &game, 0).await, [first]);

    let mended = wrong.replace("hodl", "hold");
    let answer = confirm(&ada, &game, &answer, &mended).await;
    let page = follow(&ada, &answer).await;
    let text = text_of(&page.body);
    assert!(
        text.contains("2 orders are entered")
            || text.contains("One order is entered, and one is taken back."),
        "{text}"
    );
    assert!(text.contains("Stance Hold by your order"), "{text}");
    assert!(page.body.contains("class=\"hash\""), "a receipt");
    assert_eq!(
        entered(&app, &game, 0).await[1..],
        [
            r#"{"city":11,"kind":"SetProduction","queue":[]}"#,
            r#"{"kind":"SetStance","stance":"Hold","unit":601}"#,
            r#"{"kind":"CommitOrders"}"#
        ]
    );
    // What stands is what the pad shows, and sending it again comes to nothing.
    let again = send(&ada, &game, &page, &pad(&page), "").await;
    let text = text_of(&follow(&ada, &again).await.body);
    assert!(
        text.contains("Nothing differs from the orders that stand"),
        "{text}"
    );
    assert_eq!(entered(&app, &game, 0).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pad_that_is_sent_twice_counts_once_and_one_that_was_changed_counts() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let text = pad(&page) + "#670 advance\noffer draw\n";
    for says in ["2 orders are entered.", "This was sent before"] {
        let answer = send(&ada, &game, &page, &text, "").await;
        let shown = text_of(&follow(&ada, &answer).await.body);
        assert!(shown.contains(says), "{says}: {shown}");
        assert_eq!(entered(&app, &game, 0).await.len(), 2);
    }
    // Gone back to and changed: it is another text. What has been entered since it was
    // shown is told first, for the page that was gone back to does not say so.
    let changed = text
        .replace("#670 advance", "#670 march")
        .replace("offer draw\n", "");
    let answer = send(&ada, &game, &page, &changed, "").await;
    assert_eq!(status(&answer), 422);
    let shown = text_of(&answer.body);
    assert!(shown.contains("it is now “#670 advance”"), "{shown}");
    let answer = send(&ada, &game, &answer, &changed, "").await;
    follow(&ada, &answer).await;
    let log = entered(&app, &game, 0).await;
    let last = log.last().map(String::as_str);
    let march = r#"{"kind":"SetStance","stance":"March","unit":670}"#;
    assert_eq!(last, Some(march));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_or_nothing_enters_nothing_with_a_bad_or_a_refused_line() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    for bad in ["#670 mvoe to 1,1", "#670 move to 99,9"] {
        let text = format!("all or nothing\n{}#104 advance\n{bad}\n", pad(&page));
        let answer = send(&ada, &game, &page, &text, "").await;
        assert_eq!(status(&answer), 422);
        let shown = text_of(&answer.body);
        assert!(shown.contains("You asked for all or nothing"), "{shown}");
        assert!(entered(&app, &game, 0).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_pad_is_told_so_and_keeps_its_text() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    fight(&app, &game, 1).await;
    let before = entered(&app, &game, 0).await.len();
    let text = pad(&page) + "#670 march\n#670 nonsense\n";
    let answer = send(&ada, &game, &page, &text, "commit").await;
    assert_eq!(status(&answer), 422);
    assert_sound(&answer.body);
    let says = text_of(&answer.body);
    let late = "Turn 1 closed before these lines came in, so it was played without them. Turn 2 is open now";
    assert_eq!(
        says.matches(late).count(),
        2,
        "at the top and at the pad: {says}"
    );
    assert_eq!(pad(&answer).replace("\r\n", "\n"), text);
    assert_eq!(entered(&app, &game, 0).await.len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_become_of_a_text_is_told_and_changes_nothing() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let stranger = TestGame::start(&app).await;
    let (ada, ben) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let base = pad(&page);
    let text = format!("{base}#670 march\n#117 hold\n#402 mvoe\n");
    let fields = [("text", text.as_str()), ("base", &base), ("turn", "1")];
    let check = format!("{address}/pad/check");
    let answer = ada.submit(&page, &check, &fields).await;
    assert_eq!(status(&answer), 200);
    assert_sound(&answer.body);
    let says = text_of(&answer.body);
    for part in [
        "One order would be entered. 2 lines need fixing",
        "Did you mean “move”?",
        "#670 march",
    ] {
        assert!(says.contains(part), "{part}: {says}");
    }
    // A unit that he cannot see is one that there is not (HO-130).
    assert!(says.contains("There is no unit #117"), "{says}");
    assert!(game.log(&app).await.is_empty());
    assert_eq!(
        status(&ada.post(&check, &fields).await),
        403,
        "without a token"
    );
    let his = ben.get("/account").await;
    let other = format!("/games/{}/pad/check", stranger.key);
    assert_eq!(status(&ben.submit(&his, &other, &fields).await), 404);
    // Who asks and asks is told to wait.
    let mut refused = 0;
    for _ in 0..45 {
        let answer = ada.submit(&page, &check, &[("turn", "1")]).await;
        refused += u32::from(status(&answer) == 429);
    }
    assert!(refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_line_to_begin_with_can_be_entered_as_it_stands() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    for kind in [
        "formation",
        "members",
        "group",
        "doctrine",
        "posting",
        "requisition",
        "draw",
    ] {
        let page = ada.get(&format!("{address}?unit=402&new={kind}")).await;
        assert_sound(&page.body);
        let before = entered(&app, &game, 0).await.len();
        let answer = send(&ada, &game, &page, &pad(&page), "").await;
        follow(&ada, &answer).await;
        assert_eq!(entered(&app, &game, 0).await.len(), before + 1, "{kind}");
    }
    let log = entered(&app, &game, 0).await;
    assert!(
        log[0].contains(r#""commander":402"#),
        "the selected unit: {}",
        log[0]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_orders_would_come_to_stands_on_map_panel_list_and_pad() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    game.take(&app.state, 0, 1, r#"{"kind":"SetTask","unit":670,"task":{"do":{"MoveTo":[4,15]},"when":[{"if":{"Turn":3},"then":{"Halt":[12,15]}}]}}"#).await;
    game.take(
        &app.state,
        0,
        1,
        r#"{"kind":"SetStance","unit":670,"stance":"Derived"}"#,
    )
    .await;
    let page = ada.get(&format!("/games/{}?unit=670", game.key)).await;
    assert_sound(&page.body);
    let text = text_of(&page.body);
    for says in [
        "What they would come to",
        "Turn 3: ",
        "exception 1 takes over (halt at 12,15)",
        "over ground never seen",
        "as if everybody else stood still",
    ] {
        assert!(text.contains(says), "{says} is not in\n{text}");
    }
    assert!(
        page.body.contains("class=\"route selected\""),
        "a way on the map"
    );
    assert!(page.body.contains("class=\"route unknown selected\""));
    assert!(page.body.contains("class=\"turn-marks\""));
    // While one types, of what would be entered; and it enters nothing.
    let base = pad(&page);
    let typed = base.replace("#670 move to 4,15", "#670 move to 12,13");
    let fields = [("text", typed.as_str()), ("base", &base), ("turn", "1")];
    let check = format!("/games/{}/pad/check", game.key);
    let answer = ada.submit(&page, &check, &fields).await;
    let says = text_of(&answer.body).replace('\n', " ");
    assert!(
        says.contains("3rd Meridian Foot (#670): Turn 1: to "),
        "{says}"
    );
    assert!(
        says.contains("to 12,13; has done its task; its standing job goes on"),
        "{says}"
    );
    assert_eq!(entered(&app, &game, 0).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_commits_last_is_told_one_thing() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    game.commit(&app.state, 1, 1).await;
    game.commit(&app.state, 2, 1).await;
    let answer = send(&ada, &game, &page, &(pad(&page) + "#670 march\n"), "commit").await;
    let told = follow(&ada, &answer).await;
    let text = text_of(&told.body);
    assert!(
        text.contains("You have committed, as has everybody else: the turn closes now."),
        "{text}"
    );
    assert!(!text.contains("You may go on changing orders"), "{text}");
    assert!(!text.contains("have not"), "{text}");
    // The same address, once the turn has closed.
    while fieldpost::close::step(&app.state)
        .await
        .expect("a close")
        .is_some()
    {}
    support::people::deliver(&app).await;
    let text = text_of(&follow(&ada, &answer).await.body);
    assert!(
        text.contains("Turn 1 has closed with your orders in it. This is turn 2."),
        "{text}"
    );
    assert!(!text.contains("You have committed"), "{text}");
}
