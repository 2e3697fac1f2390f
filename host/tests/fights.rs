//! Fights on a player's pages: the prose and the timeline under the turn, for
//! those who were in it and nobody else, and the chances beside an attack.

mod support;

use support::html::{assert_sound, text_of};
use support::table::{fight, order, player};
use support::{TestApp, TestGame};

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_told_to_its_parties_and_in_words_to_others() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let path = format!("/games/{}/turns/1", game.key);
    // As the letters' story: Ostry's foot goes for Meridian's at the ford.
    let players = [
        player(&app, &game, 0).await,
        player(&app, &game, 1).await,
        player(&app, &game, 2).await,
    ];
    let orders: [(usize, &[(&str, &str)]); 3] = [
        (
            0,
            &[
                ("kind", "SetTask"),
                ("unit", "402"),
                ("do_kind", "MoveTo"),
                ("do_tile", "15,9"),
            ],
        ),
        (
            1,
            &[
                ("kind", "SetTask"),
                ("unit", "488"),
                ("do_kind", "MoveTo"),
                ("do_tile", "15,9"),
            ],
        ),
        (
            2,
            &[
                ("kind", "SetTask"),
                ("unit", "644"),
                ("do_kind", "AttackTile"),
                ("do_tile", "15,9"),
            ],
        ),
    ];
    let address = format!("/games/{}", game.key);
    for (seat, fields) in orders {
        let page = players[seat].get(&address).await;
        order(&players[seat], &page, &game, fields).await;
    }
    fight(&app, &game, 1).await;
    let mut parties = 0;
    for (seat, browser) in players.iter().enumerate() {
        let page = browser.get(&path).await;
        assert_sound(&page.body);
        let text = text_of(&page.body);
        let is_party = page.body.contains("<svg width");
        if is_party {
            parties += 1;
            assert!(text.contains("opened with"), "seat {seat}: {text}");
            assert!(text.contains("Tick by tick"), "seat {seat}: {text}");
            assert!(page.body.contains("t-execution") && page.body.contains("t-loss"));
        } else {
            assert!(!text.contains("opened with"), "seat {seat}: {text}");
            assert!(!page.body.contains("t-execution"), "seat {seat}");
        }
    }
    assert!(parties >= 1, "somebody fought");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chances_stand_beside_an_attack() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let before = ada.get(&address).await;
    let fields = [
        ("kind", "SetTask"),
        ("unit", "402"),
        ("do_kind", "MoveTo"),
        ("do_tile", "15,9"),
    ];
    order(&ada, &before, &game, &fields).await;
    let fields = [
        ("kind", "SetTask"),
        ("unit", "601"),
        ("do_kind", "MoveTo"),
        ("do_tile", "15,9"),
    ];
    order(&ada, &before, &game, &fields).await;
    fight(&app, &game, 1).await;
    let page = ada.get(&format!("{address}?unit=402")).await;
    assert_sound(&page.body);
    let text = text_of(&page.body);
    assert!(text.contains("If it attacked now"), "{text}");
    assert!(text.contains("times in 1000"), "{text}");
    // What is shown is what the engine says to that seat.
    let shown = text
        .split("wins ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .and_then(|number| number.parse::<u32>().ok())
        .expect("a chance");
    assert!(shown <= 1000);
}
