//! Changes are undone and brought back, many steps of them, by records of their own; a
//! commit that came with a change goes with it, and nothing is undone that was not seen.

mod support;

use support::html::{assert_sound, form, text_of};
use support::pad::{follow, pad, send};
use support::people::{Browser, Page};
use support::table::{entered, fight, order, player};
use support::{TestApp, TestGame};

/// Presses a button of a page's undo form, and gives the page that it leads to.
async fn press(browser: &Browser, game: &TestGame, page: &Page, way: &str) -> Page {
    let fields = form(&page.body, "form-undo");
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    let answer = browser
        .post(&format!("/games/{}/{way}", game.key), &fields)
        .await;
    follow(browser, &answer).await
}

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_undone_step_by_step_and_brought_back() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let mut page = ada.get(&address).await;
    assert!(!page.body.contains("form-undo"), "there is nothing to undo");
    // By the pad, by a form, by the pad.
    let mut states = vec![pad(&page)];
    let second = states[0].replace("#601 march\n", "#601 hold\n")
        + "group Van #601 #402\n#104 sanction pursue once\n";
    page = follow(&ada, &send(&ada, &game, &page, &second, "").await).await;
    states.push(pad(&page));
    let stance = [
        ("kind", "SetStance"),
        ("unit", "670"),
        ("stance", "Advance"),
    ];
    page = follow(&ada, &order(&ada, &page, &game, &stance).await).await;
    states.push(pad(&page));
    // The other players order in between: that is no step of hers.
    game.take(
        &app.state,
        1,
        1,
        r#"{"kind":"SetStance","unit":117,"stance":"Hold"}"#,
    )
    .await;
    let fourth = pad(&page).replace("city Vell build line_infantry\n", "");
    page = follow(&ada, &send(&ada, &game, &page, &fourth, "").await).await;
    states.push(pad(&page));

    for expected in [2, 1, 0] {
        page = press(&ada, &game, &page, "undo").await;
        assert_eq!(
            sorted(&pad(&page)),
            sorted(&states[expected]),
            "back to {expected}"
        );
        assert!(text_of(&page.body).contains("The last change is undone."));
    }
    page = press(&ada, &game, &page, "undo").await;
    assert!(text_of(&page.body).contains("There is no change of this turn to undo."));
    for expected in [1, 2] {
        page = press(&ada, &game, &page, "redo").await;
        assert_eq!(
            sorted(&pad(&page)),
            sorted(&states[expected]),
            "on to {expected}"
        );
        assert!(text_of(&page.body).contains("The change is back."));
    }
    // Back once more and something new: what was undone cannot be brought back.
    page = press(&ada, &game, &page, "undo").await;
    let other = pad(&page) + "#104 sanction retire below 40\n";
    page = follow(&ada, &send(&ada, &game, &page, &other, "").await).await;
    page = press(&ada, &game, &page, "redo").await;
    assert!(text_of(&page.body).contains("There is no undone change to bring back"));
    page = press(&ada, &game, &page, "undo").await;
    assert_eq!(sorted(&pad(&page)), sorted(&states[1]));
    // The log only grows, and is sound.
    game.assert_sound(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_undone_that_its_player_has_not_seen() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let text = pad(&page) + "#670 advance\n";
    let shown = follow(&ada, &send(&ada, &game, &page, &text, "").await).await;
    // In another window.
    let stance = [("kind", "SetStance"), ("unit", "601"), ("stance", "Hold")];
    follow(&ada, &order(&ada, &shown, &game, &stance).await).await;
    let before = entered(&app, &game, 0).await.len();
    for way in ["undo", "redo"] {
        let told = press(&ada, &game, &shown, way).await;
        assert_sound(&told.body);
        let says = text_of(&told.body);
        assert!(
            says.contains(
                "Something was ordered since that page was opened, so nothing was undone."
            ),
            "{way}: {says}"
        );
        assert!(!says.contains("counts once"), "{way}: {says}");
    }
    assert_eq!(entered(&app, &game, 0).await.len(), before);
    // A turn that has closed since is over.
    fight(&app, &game, 1).await;
    let told = press(&ada, &game, &shown, "undo").await;
    assert!(text_of(&told.body).contains("Turn 1 has closed"), "told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_goes_with_the_change_that_it_came_with_and_stands_if_it_came_alone() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let text = pad(&page) + "#670 advance\n";
    let page = follow(&ada, &send(&ada, &game, &page, &text, "commit").await).await;
    let page = press(&ada, &game, &page, "undo").await;
    let says = text_of(&page.body);
    assert!(
        says.contains("the commit that you gave with it is taken back"),
        "{says}"
    );
    let log = entered(&app, &game, 0).await;
    assert!(
        log.last().is_some_and(|last| last.contains("RevokeCommit")),
        "{log:?}"
    );

    // Brought back, the lines alone are: who commits says so.
    let page = press(&ada, &game, &page, "redo").await;
    assert!(pad(&page).contains("#670 advance\n"));
    game.commit(&app.state, 0, 1).await;
    let page = ada.get(&address).await;
    let page = press(&ada, &game, &page, "undo").await;
    assert!(!pad(&page).contains("#670 advance\n"));
    let log = entered(&app, &game, 0).await;
    let revoked = log.iter().filter(|record| record.contains("RevokeCommit"));
    assert_eq!(revoked.count(), 1, "a commit by itself stands: {log:?}");
}
