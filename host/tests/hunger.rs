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

/// Income 2 and upkeep 3: the unit with the highest number goes short, two tiles from its
/// city.
fn penniless() -> Scenario {
    let value = json!({
        "format": "fieldpost-scenario/1", "name": "Penniless", "ruleset": "standard/1",
        "map": { "width": 8, "height": 8, "terrain": vec!["........"; 8] },
        "seats": [{ "name": "Red" }, { "name": "Blue", "treasury": 100 }],
        "sites": [{ "kind": "city", "name": "Nord", "at": [0, 0], "owner": 0, "output": 2 },
            { "kind": "city", "name": "Sud", "at": [7, 7], "owner": 1, "output": 4 }],
        "units": [{ "class": "line_infantry", "name": "1st Foot", "owner": 0, "at": [1, 0] },
            { "class": "line_infantry", "name": "2nd Foot", "owner": 0, "at": [0, 1] },
            { "class": "line_infantry", "name": "3rd Foot", "owner": 0, "at": [0, 2] },
            { "class": "scout", "name": "Watch", "owner": 1, "at": [7, 6] }],
        "options": { "victory": [{ "last_standing": {} }] },
    });
    Scenario::from_value(value).expect("a playable board")
}

/// The report, the mail, the unit's panel, the list in words and the map agree.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_not_paid_is_told_so_and_not_that_it_is_cut_off() {
    let app = TestApp::start().await;
    let game = TestGame::of(&app, penniless(), None, 0).await;
    let red = player(&app, &game, 0).await;
    for seat in 0..2 {
        game.commit(&app.state, seat, 1).await;
    }
    app.work().await;
    let told = "3rd Foot (#4) at 0,2 was not paid: the treasury was empty. It counts";
    let page = red.get(&format!("/games/{}/turns/1", game.key)).await;
    assert_sound(&page.body);
    assert!(text_of(&page.body).contains(told), "{}", page.body);
    deliver(&app).await;
    let mails = mails_to(&app, &format!("seat0.{}@example.org", game.key)).await;
    let mut mails = mails.iter();
    let mail = mails.find(|mail| mail.text.contains("turn 1 is fought"));
    let mail = mail.expect("the turn's mail").text.split_whitespace();
    let mail = mail.collect::<Vec<_>>().join(" ");
    assert!(mail.contains(told), "{mail}");
    let page = red.get(&format!("/games/{}?unit=4", game.key)).await;
    assert_sound(&page.body);
    let text = text_of(&page.body);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for says in [
        "Supply was not paid: the treasury was empty.",
        "Not paid, as the treasury was empty, and so out of supply: 3rd Foot",
    ] {
        assert!(text.contains(says), "{says} is missing in {text}");
    }
    assert!(!text.contains("Cut off:"), "{text}");
    assert_eq!(page.body.matches("supply-mark mark-out").count(), 1);
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
            .find(|mail| mail.text.contains("turn 4 is fought"));
        let text = &mail.expect("the turn's mail").text;
        letters.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    assert!(letters[0].contains(told), "{}", letters[0]);
    assert!(!letters[1].contains("hunger"), "{}", letters[1]);
}
