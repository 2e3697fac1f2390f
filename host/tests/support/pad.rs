//! The order pad as a browser without scripts sends it.

use super::TestGame;
use super::html::{assert_sound, form, text_of};
use super::people::{Browser, Page};
use super::table::status;

/// The text of a page's pad.
pub fn pad(page: &Page) -> String {
    let fields = form(&page.body, "form-pad");
    let text = fields.into_iter().find(|(name, _)| name == "text");
    text.expect("a pad").1
}

/// Sends a page's pad with another text, and with more fields.
pub async fn send(browser: &Browser, game: &TestGame, page: &Page, text: &str, then: &str) -> Page {
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
pub async fn follow(browser: &Browser, answer: &Page) -> Page {
    assert_eq!(status(answer), 303, "{}", text_of(&answer.body));
    let page = browser
        .get(answer.location().split('#').next().expect("a path"))
        .await;
    assert_sound(&page.body);
    page
}

/// Commits with a page's pad and another text, from a page whose panel is open: the
/// question whether something was left there unset is asked, and answered.
pub async fn confirm(browser: &Browser, game: &TestGame, page: &Page, text: &str) -> Page {
    let asks = send(browser, game, page, text, "commit").await;
    assert_eq!(status(&asks), 200, "{}", text_of(&asks.body));
    assert_sound(&asks.body);
    let mut fields = form(&asks.body, "form-unset");
    fields.push(("then".to_owned(), "commit".to_owned()));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    browser
        .post(&format!("/games/{}/pad", game.key), &fields)
        .await
}

/// Sends a page's pad as [`send`] does, with a box ticked besides.
pub async fn send_sure(browser: &Browser, game: &TestGame, page: &Page, text: &str) -> Page {
    let mut fields = form(&page.body, "form-pad");
    fields.retain(|(name, _)| name != "text" && name != "sure");
    fields.push(("text".to_owned(), text.to_owned()));
    fields.push(("sure".to_owned(), "yes".to_owned()));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    browser
        .post(&format!("/games/{}/pad", game.key), &fields)
        .await
}
