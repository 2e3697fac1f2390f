//! A player at the game's page: signed in, sending its forms, and the turn that
//! everybody's commit brings.

use fieldpost::close;

use super::html;
use super::people::{Browser, Page, deliver};
use super::{TestApp, TestGame};

/// A browser in which a seat's player is signed in.
pub async fn player(app: &TestApp, game: &TestGame, seat: u8) -> Browser {
    let browser = Browser::at(app);
    let email = format!("seat{seat}.{}@example.org", game.key);
    browser.sign_in(app, &email).await;
    browser
}

/// Sends an order form of a page, with what the page holds besides.
pub async fn order(
    browser: &Browser,
    page: &Page,
    game: &TestGame,
    fields: &[(&str, &str)],
) -> Page {
    let mut all = vec![("turn", "1"), ("key", html::form_key(&page.body))];
    all.extend_from_slice(fields);
    let path = format!("/games/{}/orders", game.key);
    browser.submit(page, &path, &all).await
}

/// The stored orders of a seat, without the numbers that differ.
pub async fn entered(app: &TestApp, game: &TestGame, seat: i16) -> Vec<String> {
    let log = game.log(app).await;
    let own = log.into_iter().filter(|line| line.seat == Some(seat));
    own.map(|line| {
        let mut record: serde_json::Value =
            serde_json::from_str(&line.record).expect("a stored record");
        let fields = record.as_object_mut().expect("an object");
        for name in ["seq", "turn", "seat"] {
            fields.remove(name);
        }
        record.to_string()
    })
    .collect()
}

/// A page's status as a number.
pub fn status(page: &Page) -> u16 {
    page.status.as_u16()
}

/// Everybody commits, the turn is fought, the mails go out.
pub async fn fight(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in 0..game.accounts.len() {
        let seat = u8::try_from(seat).expect("a seat");
        game.commit(&app.state, seat, turn).await;
    }
    while let Some(closed) = close::step(&app.state).await.expect("a close") {
        closed.count(&app.state.metrics);
    }
    deliver(app).await;
}
