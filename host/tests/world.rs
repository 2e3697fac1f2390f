//! The war as a whole on its pages: cities and their queues, the treasury, supply,
//! score, and a game that is over.

mod support;

use fieldpost_engine::{log::GameFile, verify::verify};
use support::html::{assert_sound, form, text_of};
use support::people::Browser;
use support::table::{entered, fight, player, status};
use support::{TestApp, TestGame, land};

/// Presses a button of the queue's form as the page holds it.
async fn press(ada: &Browser, game: &TestGame, page: &str, edit: &str, add: &str) -> u16 {
    let shown = form(page, "form-SetProduction");
    let mut fields: Vec<(&str, &str)> = shown
        .iter()
        .filter(|(name, _)| name != "add")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    fields.extend([("edit", edit), ("add", add)]);
    let path = format!("/games/{}/orders", game.key);
    status(&ada.post(&path, &fields).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_citys_queue_is_edited_by_buttons_and_told_when_it_is_done() {
    let app = TestApp::start().await;
    let game = TestGame::of(&app, land::board(24, 6), None, 0).await;
    let ada = player(&app, &game, 0).await;
    let sites = fieldpost_engine::game::Game::with_seed(
        &fieldpost_engine::log::Header::new(land::board(24, 6), [0; 32], 1),
        [0; 32],
    );
    let sites = sites.expect("a game").state().sites.clone();
    let own = sites
        .iter()
        .find(|site| site.owner.is_some_and(|seat| seat.0 == 0));
    let city = own.expect("a city").seq.0;
    let address = format!("/games/{}?site={city}", game.key);
    let page = ada.get(&address).await;
    assert_sound(&page.body);
    let text = text_of(&page.body);
    assert!(text.contains("Production"), "{text}");
    // 10 points at 4 a turn out of a treasury that can pay: 4, 8, 12.
    assert!(text.contains("line infantry 10\ndone in turn 3"), "{text}");
    assert_eq!(press(&ada, &game, &page.body, "add", "militia").await, 303);
    let page = ada.get(&address).await;
    assert_eq!(press(&ada, &game, &page.body, "up3", "").await, 303);
    let page = ada.get(&address).await;
    assert_eq!(press(&ada, &game, &page.body, "remove1", "").await, 303);
    let page = ada.get(&address).await;
    assert_eq!(press(&ada, &game, &page.body, "add", "").await, 422);
    assert_eq!(press(&ada, &game, &page.body, "up1", "").await, 422);
    let queue =
        |classes: &str| format!(r#"{{"city":{city},"kind":"SetProduction","queue":[{classes}]}}"#);
    assert_eq!(
        entered(&app, &game, 0).await,
        [
            queue(r#""line_infantry","field_gun","militia""#),
            queue(r#""line_infantry","militia","field_gun""#),
            queue(r#""militia","field_gun""#),
        ]
    );
    let posting =
        format!(r#"{{"kind":"SetPosting","city":{city},"posture":{{"Picket":{{"tile":[2,2]}}}}}}"#);
    game.take(&app.state, 0, 1, &posting).await;
    let text = text_of(&ada.get(&address).await.body);
    assert!(text.contains("pickets 2,2"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn treasury_supply_and_score_are_told_in_words_and_figures() {
    let app = TestApp::start().await;
    let game = TestGame::of(&app, land::board(36, 60), None, 0).await;
    let ada = player(&app, &game, 0).await;
    let page = ada.get(&format!("/games/{}", game.key)).await;
    assert_eq!(status(&page), 200);
    assert_sound(&page.body);
    let text = text_of(&page.body);
    for says in [
        "60 in hand.",
        "A hoard pays the upkeep beyond that",
        "the upkeep cannot be paid",
        "The last side standing wins. 2 sides are in the game.",
        "At the end of turn 60 the highest score wins",
        "in supply",
    ] {
        assert!(text.contains(says), "{says} is missing in:\n{text}");
    }
    for holds in [
        r#"id="show-supply""#,
        r#"class="supply-in""#,
        "c-line line-2",
        "class=\"badge\"",
    ] {
        assert!(page.body.contains(holds), "no {holds}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_is_open_to_its_players_and_to_nobody_before() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (ada, ben) = (player(&app, &game, 0).await, player(&app, &game, 1).await);
    let stranger = Browser::at(&app);
    stranger.sign_in(&app, "stranger@example.org").await;
    let address = format!("/games/{}", game.key);
    let paths = ["/end", "/end/0", "/end/1", "/game.fieldpost"];
    fight(&app, &game, 1).await;
    for path in paths {
        let page = ada.get(&format!("{address}{path}")).await;
        assert_eq!(status(&page), 404, "{path} before the end");
    }
    for seat in [1, 2] {
        game.take(&app.state, seat, 2, r#"{"kind":"Concede"}"#)
            .await;
    }
    fight(&app, &game, 2).await;
    assert_eq!(game.standing(&app).await.1, "ended");

    let now = ada.get(&address).await;
    assert!(now.body.contains(&format!("{address}/end")));
    // They left with units in the field, and that is what is said.
    for path in ["", "/end", "/end/0"] {
        let page = support::html::text_of(&ada.get(&format!("{address}{path}")).await.body);
        assert!(
            page.contains("Won by Meridian: Karsk, Ostry conceded."),
            "{path}: {page}"
        );
        assert!(!page.contains("left standing"), "{path}: {page}");
    }
    for browser in [&ada, &ben] {
        for path in ["/end", "/end/0", "/end/1?unit=601", "/end/2"] {
            let page = browser.get(&format!("{address}{path}")).await;
            assert_eq!(status(&page), 200, "{path}");
            assert_sound(&page.body);
            // Units of all three, at every turn.
            for name in ["Karsk field gun", "Meridian Lancers", "Ostry"] {
                let seen = page.body.contains(name) || !std::ptr::eq(browser, &ada);
                assert!(seen, "{path} tells nothing of {name}");
            }
        }
        for path in ["/end/3", "/end/x", "/end/-1"] {
            assert_eq!(
                status(&browser.get(&format!("{address}{path}")).await),
                404,
                "{path}"
            );
        }
    }
    // Whose a unit is makes no difference any more: each counter has its strength.
    let board = ada.get(&format!("{address}/end/0")).await.body;
    let counters = board.matches(r#"class="counter side-"#).count();
    assert!(counters > 5, "{counters} counters");
    assert_eq!(board.matches(r#"class="bar""#).count(), counters);
    let told = text_of(&board);
    for seat in ["Meridian", "Karsk", "Ostry"] {
        assert!(told.contains(seat), "{told}");
    }
    assert!(told.matches("strength 100").count() >= counters, "{told}");
    let text = text_of(&ada.get(&format!("{address}/end")).await.body);
    let seed: String = game
        .seed(&app)
        .await
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert!(text.contains(&seed), "{text}");
    assert!(text.contains("Won by Meridian"), "{text}");

    let file = ada.get(&format!("{address}/game.fieldpost")).await;
    assert_eq!(status(&file), 200);
    let kept = file.headers.get("content-disposition").expect("a name");
    assert!(kept.to_str().expect("text").contains(".fieldpost"));
    let file = GameFile::parse(&file.body).expect("a game file");
    assert_eq!(verify(&file), []);
    for path in paths {
        let page = stranger.get(&format!("{address}{path}")).await;
        assert_eq!(status(&page), 404, "{path} to a stranger");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stack_opens_into_a_list() {
    let app = TestApp::start().await;
    let game = TestGame::of(&app, land::board(24, 12), None, 0).await;
    let ada = player(&app, &game, 0).await;
    let address = format!("/games/{}", game.key);
    let page = ada.get(&address).await;
    let stacks: Vec<&str> = page
        .body
        .split("<a href=\"")
        .filter(|a| a.contains("class=\"badge\""))
        .collect();
    let first = stacks.first().expect("a stack");
    let link = first.split(['"', '#']).next().expect("a link");
    let opened = ada.get(link).await;
    assert_sound(&opened.body);
    let text = text_of(&opened.body);
    assert!(text.contains("On this tile"), "{text}");
    // Pressed again, the tile gives the next of them.
    let again: Vec<&str> = opened
        .body
        .split("<a href=\"")
        .filter(|a| a.contains("counter side-0 own selected"))
        .collect();
    let next = again
        .first()
        .expect("the stack")
        .split(['"', '#'])
        .next()
        .expect("a link");
    assert_ne!(next, link);
    assert_eq!(status(&ada.get(next).await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_had_a_task_and_stayed_is_told_of_with_it() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let stays = r#"{"kind":"SetTask","unit":402,"task":{"do":{"MoveTo":[12,9]},"when":[{"if":"Supplied","then":"Halt"}],"until":{"Turn":9}}}"#;
    game.take(&app.state, 0, 1, stays).await;
    fight(&app, &game, 1).await;
    let text = text_of(&ada.get(&format!("/games/{}", game.key)).await.body);
    assert!(
        text.contains("One unit had a task and stayed where it was"),
        "{text}"
    );
    assert!(
        text.contains("It was told: move to 12,9; if it is supplied, then halt"),
        "{text}"
    );
    assert!(text.contains("If one of its exceptions held"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_game_shows_the_turns_that_can_be_shown() {
    use diesel_async::SimpleAsyncConnection;
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    fight(&app, &game, 1).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 2).await;
    }
    let forge = format!(
        "ALTER TABLE log DISABLE TRIGGER USER; \
         UPDATE log SET record = replace(record, '\"seat\":0', '\"seat\":1') \
             WHERE game_id = {} AND turn = 2; \
         ALTER TABLE log ENABLE TRIGGER USER",
        game.id
    );
    let mut conn = app.database.connect().await;
    conn.batch_execute(&forge).await.expect("a forgery");
    app.state.replays.clear();
    app.work().await;
    assert_eq!(game.standing(&app).await, (2, "stalled".to_owned()));
    let address = format!("/games/{}", game.key);
    assert_eq!(status(&ada.get(&format!("{address}/turns/1")).await), 200);
    let broken = ada.get(&format!("{address}/turns/2")).await;
    assert_eq!(status(&broken), 200);
    assert_sound(&broken.body);
    assert_eq!(
        text_of(&broken.body),
        text_of(&ada.get(&address).await.body)
    );
    assert_eq!(status(&ada.get(&format!("{address}/turns/3")).await), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_shows_one_players_mail_of_one_game() {
    let app = TestApp::start().await;
    let (game, other) = (TestGame::start(&app).await, TestGame::start(&app).await);
    fight(&app, &game, 1).await;
    let reader = Browser::at(&app);
    let all = reader.get("/mailbox").await;
    assert_sound(&all.body);
    let rows = |body: &str| body.matches("<td><a href=\"/mailbox/").count();
    let ada = format!("seat0.{}@example.org", game.key);
    let hers = reader.get(&format!("/mailbox?to={ada}")).await;
    let about = reader.get(&format!("/mailbox?game={}", other.key)).await;
    let both = reader
        .get(&format!("/mailbox?to={ada}&game={}", other.key))
        .await;
    // Three begin in each game, and a turn of one is told to three.
    assert_eq!(
        [&all, &hers, &about, &both].map(|page| rows(&page.body)),
        [9, 2, 3, 0]
    );
    assert!(text_of(&both.body).contains("No mail fits."));
}
