//! What a page says of an end that is ordered and of a turn that cannot close: a
//! concession stands before its own seat's eyes alone, a clock that is stopped closes
//! nothing.

mod support;

use fieldpost::audit::Actor;
use support::html::{assert_sound, form_key, text_of};
use support::pad::{follow, pad, send, send_sure};
use support::table::{entered, player, status};
use support::{TestApp, TestGame};

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
    assert!(says.contains("can never be taken back"), "{says}");
    assert!(game.log(&app).await.is_empty());
    let answer = send_sure(&ada, &game, &page, &text).await;
    let told = text_of(&follow(&ada, &answer).await.body);
    assert!(
        told.contains(&format!("One order is entered. {stands}")),
        "{told}"
    );
    // It stands in the seats' box and above the pad for as long as the turn is open.
    let later = ada.get(&address).await;
    assert_eq!(text_of(&later.body).matches(stands).count(), 2);
    let again = send_sure(&ada, &game, &later, &text).await;
    follow(&ada, &again).await;
    assert_eq!(entered(&app, &game, 0).await.len(), 1, "once is enough");
    let his = text_of(&ben.get(&address).await.body);
    assert!(!his.contains("concede:"), "{his}");
}

/// By a page of its own, with neither pad nor script, and not by one click.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_given_up_by_a_page_that_asks_again() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let concede = format!("{address}/concede");
    let page = ada.get(&address).await;
    assert!(page.body.contains(&format!("href=\"{concede}\"")));
    let asked = ada.get(&concede).await;
    assert_sound(&asked.body);
    let says = text_of(&asked.body);
    assert!(says.contains("You are about to give up Meridian"), "{says}");
    assert!(game.log(&app).await.is_empty(), "a look enters nothing");
    let key = form_key(&asked.body);
    let unsure = [("key", key), ("turn", "1")];
    let told = ada.submit(&asked, &concede, &unsure).await;
    assert_eq!(status(&told), 422);
    assert_sound(&told.body);
    assert!(text_of(&told.body).contains("Nothing was entered."));
    assert!(game.log(&app).await.is_empty());
    let late = [("key", key), ("turn", "7"), ("sure", "yes")];
    assert_eq!(status(&ada.submit(&asked, &concede, &late).await), 422);
    assert!(game.log(&app).await.is_empty());
    let sure = [("key", key), ("turn", "1"), ("sure", "yes")];
    let entered_once = ada.submit(&asked, &concede, &sure).await;
    assert_eq!(status(&entered_once), 303, "{}", entered_once.body);
    let told = text_of(&follow(&ada, &entered_once).await.body);
    assert!(told.contains("Your concession is entered."), "{told}");
    assert!(told.contains("You concede: it takes effect"), "{told}");
    assert!(!told.contains("Give the game up"), "{told}");
    // The form sent again enters nothing more, and the page is not shown again.
    ada.submit(&asked, &concede, &sure).await;
    assert_eq!(entered(&app, &game, 0).await, [r#"{"kind":"Concede"}"#]);
    assert_eq!(
        ada.get(&concede).await.location(),
        format!("{address}#clock")
    );
    // For who has no seat there is no such page.
    let stranger = support::lobby::somebody(&app, "dora").await;
    assert_eq!(status(&stranger.get(&concede).await), 404);
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
    app.work().await;
}
