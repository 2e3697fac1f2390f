//! Units that starve: their owner is told why they grow weaker, by page and by mail, and
//! nobody else is.

mod support;

use fieldpost_engine::scenario::Scenario;
use serde_json::json;
use support::html::{assert_sound, text_of};
use support::people::{deliver, mails_to};
use support::table::player;
use support::{TestApp, TestGame};

fn cut_off() -> Scenario {
    let value = json!({
        "format": "fieldpost-scenario/1", "name": "Cut Off", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": [
            "........", "rrrrrrrr", "........", "........",
            "........", "........", "........", "........"] },
        "seats": [{ "name": "Red", "treasury": 100 }, { "name": "Blue", "treasury": 100 }],
        "sites": [{ "kind": "city", "name": "Nord", "at": [0, 0], "owner": 0, "output": 4 },
            { "kind": "city", "name": "Sud", "at": [7, 7], "owner": 1, "output": 4 }],
        "units": [{ "class": "line_infantry", "name": "2nd Foot", "owner": 0, "at": [2, 3] },
            { "class": "scout", "name": "Watch", "owner": 1, "at": [4, 3] }],
        "options": { "victory": [{ "last_standing": {} }] },
    });
    Scenario::from_value(value).expect("a playable board")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_reads_that_it_was_hunger() {
    let app = TestApp::start().await;
    let game = TestGame::of(&app, cut_off(), None, 0).await;
    let (red, blue) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    let told = "2nd Foot (#2) lost 5 strength to hunger, being out of supply, and has 95 left.";
    for turn in 1..=4 {
        for seat in 0..2 {
            game.commit(&app.state, seat, turn).await;
        }
        app.work().await;
        let page = red.get(&format!("/games/{}/turns/{turn}", game.key)).await;
        assert_sound(&page.body);
        let text = text_of(&page.body);
        assert_eq!(text.contains(told), turn == 4, "turn {turn}: {text}");
        let page = blue.get(&format!("/games/{}/turns/{turn}", game.key)).await;
        assert!(!text_of(&page.body).contains("hunger"), "turn {turn}");
    }
    deliver(&app).await;
    let mut letters = Vec::new();
    for seat in 0..2 {
        let address = format!("seat{seat}.{}@example.org", game.key);
        let mails = mails_to(&app, &address).await;
        let mail = mails
            .iter()
            .find(|mail| mail.item.subject.contains("turn 4 is fought"));
        let text = &mail.expect("the turn's mail").text;
        letters.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    assert!(letters[0].contains(told), "{}", letters[0]);
    assert!(!letters[1].contains("hunger"), "{}", letters[1]);
}
