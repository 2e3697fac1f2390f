//! People who make games by page and act on them before they begin.

use super::html::{assert_sound, form, text_of};
use super::people::{Browser, Page};
use super::table::status;
use super::{TestApp, TestGame};

/// Somebody who is signed in.
pub async fn somebody(app: &TestApp, name: &str) -> Browser {
    let browser = Browser::at(app);
    browser.sign_in(app, &format!("{name}@example.org")).await;
    browser
}

/// Makes a game of Kelsey Ford with what is changed in the form, and gives its key.
pub async fn make(browser: &Browser, changes: &[(&str, &str)]) -> String {
    let made = send(browser, changes).await;
    assert_eq!(status(&made), 303, "{}", text_of(&made.body));
    let place = made.location().trim_start_matches("/lobby/");
    place.split('?').next().unwrap().to_owned()
}

/// Sends the form for a new game as it is first shown, with changes.
pub async fn send(browser: &Browser, changes: &[(&str, &str)]) -> Page {
    let page = browser.get("/games/new?scenario=kelsey-ford").await;
    assert_eq!(status(&page), 200);
    assert_sound(&page.body);
    let mut fields = new_form(&page.body);
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push(((*name).to_owned(), (*value).to_owned()));
    }
    let fields: Vec<_> = fields
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    browser.post("/games/new", &fields).await
}

pub fn new_form(html: &str) -> Vec<(String, String)> {
    form(html, "new-game")
}

/// Presses a button of a game's page.
pub async fn act(browser: &Browser, key: &str, act: &str, fields: &[(&str, &str)]) -> Page {
    let page = browser.get(&format!("/lobby/{key}")).await;
    assert_eq!(status(&page), 200, "{}", text_of(&page.body));
    assert_sound(&page.body);
    let path = format!("/lobby/{key}/{act}");
    browser.submit(&page, &path, fields).await
}

pub async fn text_at(browser: &Browser, path: &str) -> String {
    let page = browser.get(path).await;
    assert_eq!(status(&page), 200, "{path}: {}", text_of(&page.body));
    assert_sound(&page.body);
    text_of(&page.body)
}

/// A game that has begun, made by Ada with what is changed in the form and joined by
/// Ben and Cleo, all by page.
pub async fn table(app: &TestApp, changes: &[(&str, &str)]) -> (TestGame, Vec<Browser>) {
    let mut players = Vec::new();
    for name in ["ada", "ben", "cleo"] {
        players.push(somebody(app, name).await);
    }
    let key = make(&players[0], changes).await;
    let link = {
        let page = players[0].get(&format!("/lobby/{key}")).await;
        let start = format!("/lobby/{key}/with/");
        let at = page.body.find(&start).expect("a link to pass on");
        let rest = &page.body[at..];
        rest[..rest.find('<').expect("it ends")].to_owned()
    };
    let token = link.rsplit('/').next().unwrap_or_default();
    for (player, seat) in players[1..].iter().zip(["1", "2"]) {
        let page = player.get(&link).await;
        let fields = [("seat", seat), ("consent", "yes"), ("link", token)];
        let joined = player
            .submit(&page, &format!("/lobby/{key}/join"), &fields)
            .await;
        assert_eq!(status(&joined), 303, "{}", text_of(&joined.body));
    }
    let of_game = |what: &str| format!("SELECT {what} AS n FROM games g WHERE key = '{key}'");
    let mut accounts = Vec::new();
    for seat in 0..3 {
        let holder =
            format!("(SELECT account_id FROM seats WHERE game_id = g.id AND seat = {seat})");
        accounts.push(app.number(&of_game(&holder)).await);
    }
    let id = app.number(&of_game("id")).await;
    (TestGame { id, key, accounts }, players)
}
