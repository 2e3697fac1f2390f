//! Somebody makes a game in a real browser and invites; the other comes by the
//! link in the mail, and the game begins. Every page is looked at, wide and narrow.

mod support;

use std::time::Duration;

use fieldpost::worker::Workers;
use support::TestApp;
use support::browser::Browsers;
use support::players::Player;
use support::smtp::SmtpSink;

/// A scenario with faults of several kinds.
const FAULTY: &str = r#"{
  "format": "fieldpost-scenario/1", "name": "Mud", "ruleset": "standard/1", "season": "spring",
  "map": { "width": 8, "height": "8", "terrain": ["........"] },
  "seats": [{ "name": "Red" }, { "name": "Red" }],
  "sites": [{ "kind": "castle", "at": [0, 0], "seq": 10 }],
  "units": [
    { "class": "scout", "owner": 0, "at": [1, 1], "seq": 11, "posture": "Sleep" },
    { "class": "scout", "owner": 1, "at": [1], "seq": 12,
      "task": { "do": { "Seize": 99 }, "name": "an-unusually-long-word-that-nobody-would-ever-write-here" } },
    { "class": "war_elephant", "owner": 1, "at": [7, 7] }
  ]
}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_made_on_the_page_and_joined_by_the_mails_link() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let workers = Workers::start(&app.state);
    let browsers = Browsers::start();
    let somebody = async |name: &str| Player {
        page: browsers.session(name).await,
        email: Player::email_of(name),
    };

    let ada = somebody("maker").await;
    ada.sign_in_at(&app, &sink, &app.url("/lobby")).await;
    ada.page
        .wait_for_text("No game is looking for players")
        .await;
    ada.page.click("main a.button[href='/games/new']").await;
    ada.page.screenshot("new-choose").await;
    // A file with faults is told what they are; nothing of it is kept.
    ada.page.click("form[enctype] details summary").await;
    ada.page.fill("#pasted", FAULTY).await;
    ada.page.click("form[enctype] button.main").await;
    ada.page
        .wait_for_text("The scenario has 9 faults. Mend them")
        .await;
    ada.page.wait_for_text("units[1].at (#12)").await;
    ada.page.screenshot("new-faults").await;
    ada.page
        .click("a[href='/games/new?scenario=kelsey-ford']")
        .await;
    ada.page.fill("#name", "Mud on the road").await;
    ada.page.choose("#by2", "ai").await;
    ada.page.click("input[name=pace][value=calendar]").await;
    ada.page.click("input[name=door][value=private]").await;
    ada.page.screenshot("new-game").await;
    ada.page.click("#new-game button.main").await;
    ada.page.wait_for_text("The game is made").await;
    ada.page.click(".chairs li:nth-child(2) summary").await;
    ada.page.fill("#email-1", &Player::email_of("guest")).await;
    ada.page.screenshot("gathering-made").await;
    ada.page.click("form[action$='/invite'] button").await;
    ada.page.wait_for_text("The invitation is on its way").await;
    ada.page.screenshot("gathering-invited").await;

    let ben = somebody("guest").await;
    let invitation = ben.mail(&sink, "a seat for you").await;
    let link = invitation.link(&app, "/invitations/");
    ben.sign_in_at(&app, &sink, &link).await;
    ben.page
        .wait_for_text("a turn closes at 20:00, every day")
        .await;
    ben.page.screenshot("invitation-terms").await;
    ben.page.click("main form button.main").await;
    // Hers, his, and a program's: that is all of them.
    ben.page.wait_for_text("turn 1").await;
    let begun = ada.mail(&sink, "the game begins").await;
    ada.page.open(&begun.link(&app, "/games/")).await;
    ada.page.wait_for_text("turn 1").await;
    ada.page.open(&app.url("/")).await;
    ada.page.wait_for_text("Waiting for you").await;
    let game = ada.page.find(".game-card.waits a").await;
    let game = game.attr("href").await.unwrap().unwrap();
    ada.page.open(&app.url(&format!("{game}/about"))).await;
    ada.page.screenshot("about").await;

    // A public one, on a map that nobody has seen.
    ada.page
        .open(&app.url("/games/new?draw=small&seats=2"))
        .await;
    ada.page.screenshot("new-drawn").await;
    ada.page.click("input[name=ranked]").await;
    ada.page.click("#new-game button.main").await;
    ada.page.wait_for_text("The game is made").await;
    ada.page.open(&app.url("/")).await;
    ada.page.screenshot("home").await;
    ben.page.open(&app.url("/lobby")).await;
    ben.page.wait_for_text("One seat of 2 is free").await;
    ben.page.screenshot("lobby").await;
    ben.page.click(".offer .button").await;
    ben.page.screenshot("gathering-guest").await;
    ben.page.click("#join input[name=seat]").await;
    ben.page.click("#join button").await;
    ben.page.wait_for_text("turn 1").await;
    ben.page.open(&app.url("/players/me")).await;
    ben.page.screenshot("profile").await;

    let waiting = "SELECT count(*) AS n FROM outbox WHERE state = 'waiting'";
    while app.number(waiting).await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    workers.stop(Duration::from_secs(5)).await;
}
