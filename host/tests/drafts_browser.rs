//! What is typed is never lost, and never another's: every way of losing a text, at a
//! real browser. The sign-in ends, another takes its place, the network goes, the turn
//! closes; the text is there again for whom it belongs to, until the host has it.

mod support;

use std::time::Duration;

use support::browser::{Browsers, PATIENCE, Session};
use support::players::Player;
use support::smtp::SmtpSink;
use support::table::{entered, fight};
use support::{TestApp, TestGame};

use fieldpost::worker::Workers;

/// A table with one of its players at a browser.
struct Desk {
    app: TestApp,
    sink: SmtpSink,
    workers: Workers,
    game: TestGame,
    address: String,
    ada: Player,
    _browsers: Browsers,
}

impl Desk {
    async fn open(name: &str) -> Self {
        let sink = SmtpSink::start();
        let app = TestApp::with_smtp(&sink.url()).await;
        let workers = Workers::start(&app.state);
        let browsers = Browsers::start();
        let game = TestGame::start(&app).await;
        let address = app.url(&format!("/games/{}", game.key));
        let email = format!("seat0.{}@example.org", game.key);
        let page = browsers.session(name).await;
        let ada = Player { page, email };
        ada.sign_in_at(&app, &sink, &address).await;
        Self {
            app,
            sink,
            workers,
            game,
            address,
            ada,
            _browsers: browsers,
        }
    }

    fn page(&self) -> &Session {
        &self.ada.page
    }

    /// The link of the mail that comes next to an address, asked for on the page of
    /// the sign-in.
    async fn sign_in(&self, email: &str) {
        let page = self.page();
        let reader = Player {
            page: self.ada.page.clone(),
            email: email.to_owned(),
        };
        let before = reader.mails(&self.sink, "link to sign in").len();
        page.fill("input[name=email]", email).await;
        page.click("main form button[type=submit]").await;
        page.wait_for_text("Look in your mail").await;
        let began = std::time::Instant::now();
        let mails = loop {
            let mails = reader.mails(&self.sink, "link to sign in");
            if mails.len() > before {
                break mails;
            }
            assert!(began.elapsed() < PATIENCE, "no mail");
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        let letter = mails.last().expect("a mail");
        page.open(&letter.link(&self.app, "/sign-in/link/")).await;
        page.click("main form button[type=submit]").await;
        page.wait_for_text("Fieldpost").await;
    }

    /// Signs the browser out behind the back of the page that it shows.
    async fn sign_out_elsewhere(&self) {
        let page = self.page();
        let script = "const [done] = [...arguments].slice(-1); (async () => { \
             const page = await (await fetch('/account')).text(); \
             const token = page.match(/name=\"csrf\" value=\"([^\"]+)\"/)[1]; \
             await fetch('/sign-out', { method: 'POST', body: new URLSearchParams({ csrf: token }) }); \
             done('out'); })()";
        let done = page.client.execute_async(script, Vec::new()).await;
        assert_eq!(done.expect("it runs"), "out");
    }

    async fn close(self) {
        self.workers.stop(Duration::from_secs(5)).await;
    }
}

async fn value(page: &Session, css: &str) -> String {
    let script = format!("return document.querySelector('{css}')?.value");
    page.evaluate(&script)
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Puts a text into a field as somebody who types it would.
async fn write(page: &Session, css: &str, text: &str) {
    let text = serde_json::to_string(text).expect("a string");
    page.find(css).await;
    page.evaluate(&format!(
        "const field = document.querySelector('{css}'); field.value = {text}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));"
    ))
    .await;
}

/// What the browser keeps of what was typed.
async fn kept(page: &Session) -> u64 {
    let script =
        "return Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length";
    page.evaluate(script).await.as_u64().expect("a number")
}

const ENTER: &str = "#form-pad button[type=submit]";

#[tokio::test(flavor = "multi_thread")]
async fn lines_outlive_a_sign_in_that_has_ended_and_are_forgotten_once_entered() {
    let desk = Desk::open("drafts-401").await;
    let page = desk.page();
    let place = format!("{}?unit=601", desk.address);
    page.open(&place).await;
    let text = value(page, "#pad-text")
        .await
        .replace("#601 march", "#601 hold")
        + "#670 advance\n";
    write(page, "#pad-text", &text).await;
    desk.sign_out_elsewhere().await;
    page.click(ENTER).await;
    page.wait_for_text("Your sign-in has ended").await;
    assert_eq!(value(page, "main textarea").await, text, "given back");
    page.screenshot("ended").await;
    page.click("main a[href^='/sign-in']").await;
    desk.sign_in(&desk.ada.email).await;
    page.wait_for_address(&place).await;
    assert_eq!(
        value(page, "#pad-text").await.trim(),
        text.trim(),
        "back where one was, with the text"
    );
    assert!(entered(&desk.app, &desk.game, 0).await.is_empty());
    page.click(ENTER).await;
    page.wait_for_text("2 orders are entered.").await;
    assert_eq!(kept(page).await, 0, "the host has it");
    assert_eq!(entered(&desk.app, &desk.game, 0).await.len(), 2);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_outlives_another_sign_in_and_no_network_and_is_nobody_elses() {
    let desk = Desk::open("drafts-403").await;
    let page = desk.page();
    let place = format!("{}?unit=601", desk.address);
    page.open(&place).await;
    write(page, "#do_tile", "15,9").await;

    // The network is gone: the browser's own page, and back.
    page.set_offline(true).await;
    page.click("#form-SetTask button.main").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    page.set_offline(false).await;
    page.open(&place).await;
    assert_eq!(
        value(page, "#do_tile").await,
        "15,9",
        "kept without a network"
    );
    page.wait_for_text("What you wrote or chose here before is back.")
        .await;
    page.screenshot("offline").await;

    // Another person signs in at this browser and opens the same address.
    desk.sign_out_elsewhere().await;
    let ben = format!("seat1.{}@example.org", desk.game.key);
    page.open(&place).await;
    desk.sign_in(&ben).await;
    page.open(&format!("{}?unit=601", desk.address)).await;
    assert!(!page.text().await.contains("is back"), "not hers to see");
    let shown = page
        .evaluate("return document.body.innerHTML.includes('15,9\" data-tile')")
        .await;
    assert_eq!(shown, false);

    // A form of another sign-in: refused, and there again for its writer.
    desk.sign_out_elsewhere().await;
    page.open(&place).await;
    desk.sign_in(&desk.ada.email).await;
    page.open(&place).await;
    assert_eq!(value(page, "#do_tile").await, "15,9", "hers again");
    page.evaluate("document.querySelector('#form-SetTask [name=csrf]').value = 'AAAA'")
        .await;
    page.click("#form-SetTask button.main").await;
    page.wait_for_text("belongs to another sign-in").await;
    page.screenshot("forbidden").await;
    page.click("main a.button").await;
    assert_eq!(value(page, "#do_tile").await, "15,9");
    page.click("#form-SetTask button.main").await;
    page.wait_for_text("The task is set.").await;
    assert_eq!(kept(page).await, 0);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_a_turn_that_has_closed_are_offered_again() {
    let desk = Desk::open("drafts-late").await;
    let page = desk.page();
    let text = value(page, "#pad-text").await + "#670 advance\n";
    write(page, "#pad-text", &text).await;
    fight(&desk.app, &desk.game, 1).await;
    page.open(&desk.address).await;
    page.wait_for_text("You wrote these lines for turn 1.")
        .await;
    page.screenshot("left").await;
    page.click("#pad .left button").await;
    assert!(value(page, "#pad-text").await.ends_with("#670 advance\n"));

    // Sent too late: told so at the top, with the text.
    fight(&desk.app, &desk.game, 2).await;
    page.click(ENTER).await;
    page.wait_for_text("Turn 2 closed").await;
    page.screenshot("late").await;
    assert!(value(page, "#pad-text").await.ends_with("#670 advance\n"));
    page.click(ENTER).await;
    page.wait_for_text("One order is entered").await;
    assert_eq!(kept(page).await, 0);
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_forms_keep_what_is_typed_as_well() {
    let desk = Desk::open("drafts-forms").await;
    let page = desk.page();
    let profile = desk.app.url("/account");
    page.open(&profile).await;
    write(page, "#name", "Ada of the Ford").await;
    page.open(&desk.address).await;
    page.open(&profile).await;
    assert_eq!(value(page, "#name").await, "Ada of the Ford");
    // Refused for something else: what was typed stands, and is kept further on.
    write(page, "#time-zone", "Nowhere").await;
    page.click("main form[action='/account'] button[type=submit]")
        .await;
    page.find("[role=alert]").await;
    page.open(&profile).await;
    assert_eq!(value(page, "#time-zone").await, "Nowhere");
    page.click(".unfinished button").await;
    assert_eq!(value(page, "#name").await, "");
    assert_eq!(kept(page).await, 0, "thrown away on purpose");

    // A scenario that was pasted.
    let upload = desk.app.url("/games/new");
    page.open(&upload).await;
    write(page, "#pasted", "{ \"half\": \"a scenario").await;
    page.open(&desk.address).await;
    page.open(&upload).await;
    assert_eq!(value(page, "#pasted").await, "{ \"half\": \"a scenario");
    page.screenshot("upload").await;
    desk.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_takes_lines_along_and_asks_about_what_is_not_set() {
    let desk = Desk::open("drafts-commit").await;
    let page = desk.page();
    page.open(&format!("{}?unit=601", desk.address)).await;
    write(page, "#do_tile", "14,9").await;
    let text = value(page, "#pad-text").await + "#670 advance\n";
    write(page, "#pad-text", &text).await;

    // Asked, and gone back: nothing is entered, nothing is lost.
    page.click("form.commit button.main").await;
    page.wait_for_text("Not set yet").await;
    assert!(page.text().await.contains("Meridian Lancers #601"), "named");
    page.screenshot("unset").await;
    page.click("#unset [data-back]").await;
    assert!(entered(&desk.app, &desk.game, 0).await.is_empty());

    // From another unit's page the first one's form is still known, and a way to it.
    page.open(&format!("{}?unit=402", desk.address)).await;
    page.click("form.commit button.main").await;
    page.wait_for_text("Not set yet").await;
    page.screenshot("unset-elsewhere").await;
    page.click("#unset a").await;
    page.wait_for_address(&format!("{}?unit=601", desk.address))
        .await;
    assert_eq!(value(page, "#do_tile").await, "14,9");

    // A form that is refused stops the commit and says why.
    write(page, "#do_tile", "nowhere").await;
    page.click("form.commit button.main").await;
    page.wait_for_text("Not set yet").await;
    page.click("#unset [data-set]").await;
    page.find("#form-SetTask [role=alert]").await;
    assert!(entered(&desk.app, &desk.game, 0).await.is_empty());

    // Set and committed, with the lines.
    write(page, "#do_tile", "14,9").await;
    page.click("form.commit button.main").await;
    page.wait_for_text("Not set yet").await;
    page.click("#unset [data-set]").await;
    page.wait_for_text("You have committed").await;
    let log = entered(&desk.app, &desk.game, 0).await;
    assert!(
        log[0].contains("SetTask") && log[1].contains("SetStance"),
        "{log:?}"
    );
    assert!(log[2].contains("CommitOrders") && log.len() == 3, "{log:?}");
    assert_eq!(kept(page).await, 0);
    desk.close().await;
}
