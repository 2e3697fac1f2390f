//! The order pad at a real browser: a wrong line is shown as one types, mended,
//! entered, and then stands in the unit's panel; what was not entered is kept.

mod support;

use std::time::Duration;

use support::browser::{Browsers, PATIENCE, Session};
use support::players::Player;
use support::smtp::SmtpSink;
use support::table::entered;
use support::{TestApp, TestGame};

use fieldpost::worker::Workers;

/// What stands in the pad.
async fn text(page: &Session) -> String {
    let value = page
        .evaluate("return document.querySelector('#pad-text').value")
        .await;
    value.as_str().unwrap_or_default().to_owned()
}

/// Puts a text into the pad as somebody who types it would.
async fn write(page: &Session, text: &str) {
    let script = format!(
        "const area = document.querySelector('#pad-text'); area.value = {}; \
         area.dispatchEvent(new Event('input', {{ bubbles: true }}));",
        serde_json::to_string(text).expect("a string")
    );
    page.evaluate(&script).await;
}

/// Waits until the answer below the pad says something.
async fn wait_for_answer(page: &Session, says: &str) -> String {
    let began = std::time::Instant::now();
    loop {
        let script = "return document.querySelector('#pad-answer').innerText";
        let answer = page.evaluate(script).await;
        let answer = answer.as_str().unwrap_or_default().replace('\n', " ");
        if answer.contains(says) {
            return answer;
        }
        assert!(began.elapsed() < PATIENCE, "{says:?} is not in {answer:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_line_is_shown_as_one_types_mended_entered_and_stands_in_the_panel() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let workers = Workers::start(&app.state);
    let browsers = Browsers::start();
    let game = TestGame::start(&app).await;
    let address = app.url(&format!("/games/{}", game.key));
    let ada = Player {
        page: browsers.session("pad").await,
        email: format!("seat0.{}@example.org", game.key),
    };
    ada.sign_in_at(&app, &sink, &address).await;
    let page = &ada.page;
    page.open(&format!("{address}?unit=601")).await;
    let shown = text(page).await;
    assert!(shown.contains("#601 march\n"), "{shown}");
    page.screenshot("stands").await;

    // A wrong line is told of without being sent, with its place and what was meant.
    write(page, &shown.replace("#601 march", "#601 hodl")).await;
    let answer = wait_for_answer(page, "Did you mean “hold”?").await;
    assert!(answer.contains("column 6"), "{answer}");
    page.screenshot("wrong").await;
    assert!(
        entered(&app, &game, 0).await.is_empty(),
        "typing enters nothing"
    );
    page.click("#pad-answer button.plain").await;
    let script = "const area = document.querySelector('#pad-text'); \
                  return area.value.slice(area.selectionStart, area.selectionEnd)";
    assert_eq!(page.evaluate(script).await, "hodl", "the fault is selected");

    // What was not entered is kept while something else is ordered.
    page.click("#form-SetTask button.main").await;
    page.find("#form-SetTask [role=alert]").await;
    page.open(&format!("{address}?unit=601")).await;
    assert!(text(page).await.contains("#601 hodl"), "kept");
    page.find("[data-unfinished]:not([hidden])").await;
    page.screenshot("unfinished").await;

    // Mended, it is seen what it would come to; entered, it stands.
    let mended = text(page).await.replace("hodl", "hold");
    write(page, &mended).await;
    wait_for_answer(page, "One order would be entered.").await;
    page.screenshot("mended").await;
    page.click("#form-pad button[type=submit]").await;
    page.wait_for_text("One order is entered.").await;
    let panel = page.find("#selected .initiative").await;
    let panel = panel.text().await.expect("a panel");
    assert!(panel.contains("Stance Hold"), "{panel}");
    page.screenshot("entered").await;
    let record = r#"{"kind":"SetStance","stance":"Hold","unit":601}"#;
    assert_eq!(entered(&app, &game, 0).await, [record]);

    // And the other way round: what the panel enters stands in the pad.
    page.click("#form-SetStance input[value=Advance]").await;
    page.click("#form-SetStance button[type=submit]").await;
    page.wait_for_text("The stance is set.").await;
    let now = text(page).await;
    assert!(
        now.contains("#601 advance\n") && !now.contains("hodl"),
        "{now}"
    );

    // A line to begin with.
    page.click("a[data-kind=formation]").await;
    assert!(text(page).await.contains("\nformation "), "begun");
    wait_for_answer(page, "One order would be entered.").await;
    page.screenshot("formation").await;

    // Undone with a button, as a record of its own.
    page.click("[data-discard]").await;
    page.click("#form-undo button").await;
    page.wait_for_text("The last change is undone.").await;
    assert!(text(page).await.contains("#601 hold\n"), "undone");
    assert_eq!(entered(&app, &game, 0).await.len(), 3);
    page.screenshot("undone").await;

    // By keys, back and forth, but not where they are for the text that is typed.
    let press = |target: &str, shift: bool| {
        format!(
            "document.querySelector('{target}').dispatchEvent(new KeyboardEvent('keydown', \
             {{ key: 'z', ctrlKey: true, shiftKey: {shift}, bubbles: true, cancelable: true }}))"
        )
    };
    page.evaluate(&press("#pad-text", false)).await;
    page.evaluate(&press("body", true)).await;
    page.wait_for_text("The change is back.").await;
    assert!(text(page).await.contains("#601 advance\n"), "brought back");
    page.evaluate(&press("body", false)).await;
    page.wait_for_text("The last change is undone.").await;
    assert_eq!(entered(&app, &game, 0).await.len(), 5);
    workers.stop(Duration::from_secs(5)).await;
}
