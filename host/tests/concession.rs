//! What a page says of an end that is ordered and of a turn that cannot close: a
//! concession stands before its own seat's eyes alone, a clock that is stopped closes
//! nothing.

mod support;

use fieldpost::audit::Actor;
use support::html::{assert_sound, form, text_of};
use support::people::{Browser, Page};
use support::table::{entered, player, status};
use support::{TestApp, TestGame};

/// The text of a page's pad.
fn pad(page: &Page) -> String {
    let fields = form(&page.body, "form-pad");
    let text = fields.into_iter().find(|(name, _)| name == "text");
    text.expect("a pad").1
}

/// Sends a page's pad with another text, and with more fields.
async fn send(browser: &Browser, game: &TestGame, page: &Page, text: &str, then: &str) -> Page {
    let mut fields = form(&page.body, "form-pad");
    fields.retain(|(name, _)| name != "text");
    // As browsers send line breaks.
    fields.push(("text".to_owned(), text.replace('\n', "\r\n")));
    fields.push(("then".to_owned(), then.to_owned()));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    browser
        .post(&format!("/games/{}/pad", game.key), &fields)
        .await
}

/// Follows an answer that sends the browser on.
async fn follow(browser: &Browser, answer: &Page) -> Page {
    assert_eq!(status(answer), 303, "{}", text_of(&answer.body));
    let page = browser
        .get(answer.location().split('#').next().expect("a path"))
        .await;
    assert_sound(&page.body);
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn who_concedes_is_warned_and_told_and_nobody_else_learns_of_it() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (ada, ben) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let stands = "You concede: it takes effect when this turn closes, and cannot be taken back.";
    assert!(!text_of(&page.body).contains(stands));
    let (base, text) = (pad(&page), pad(&page) + "concede\n");
    let fields = [("text", text.as_str()), ("base", &base), ("turn", "1")];
    let weighed = ada
        .submit(&page, &format!("{address}/pad/check"), &fields)
        .await;
    assert_sound(&weighed.body);
    let says = text_of(&weighed.body);
    assert!(says.contains("cannot be taken back"), "{says}");
    assert!(game.log(&app).await.is_empty());
    let answer = send(&ada, &game, &page, &text, "").await;
    let told = text_of(&follow(&ada, &answer).await.body);
    assert!(
        told.contains(&format!("One order is entered. {stands}")),
        "{told}"
    );
    // It stands in the seats' box and above the pad for as long as the turn is open.
    let later = ada.get(&address).await;
    assert_eq!(text_of(&later.body).matches(stands).count(), 2);
    let again = send(&ada, &game, &later, &text, "").await;
    follow(&ada, &again).await;
    assert_eq!(entered(&app, &game, 0).await.len(), 1, "once is enough");
    let his = text_of(&ben.get(&address).await.body);
    assert!(!his.contains("concede:"), "{his}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_stands_still_closes_nothing_and_says_so() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    game.commit(&app.state, 1, 1).await;
    game.commit(&app.state, 2, 1).await;
    let mut conn = app.state.db.get().await.expect("a connection");
    fieldpost::admin::games::pause(&mut conn, Actor::Console, game.id)
        .await
        .expect("a clock that runs");
    let page = ada.get(&format!("/games/{}", game.key)).await;
    let before = text_of(&page.body);
    let later = "the turn closes when the clock runs again.";
    assert!(
        before.contains(&format!("Once you have too, {later}")),
        "{before}"
    );
    let answer = send(&ada, &game, &page, &pad(&page), "commit").await;
    let after = text_of(&follow(&ada, &answer).await.body);
    assert!(after.contains("Everybody has committed. The turn closes when the clock runs again."));
    assert!(!after.contains("closes now"), "{after}");
}
