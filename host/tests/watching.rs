//! Who does not play in a game sees of it what was agreed when it was made, when
//! that was agreed, and not a turn more (HO-130).

mod support;

use fieldpost::{admin::people, audit::Actor, auth::Email};
use support::html::{assert_sound, text_of};
use support::lobby::{somebody, table, text_at};
use support::people::Browser;
use support::table::{fight, status};
use support::{TestApp, TestGame};

/// The address below which a game is watched.
fn at(game: &TestGame, rest: &str) -> String {
    format!("/games/{}/watch{rest}", game.key)
}

/// That somebody gets there what a key that does not exist gets.
async fn assert_nothing(browser: &Browser, game: &TestGame) {
    for rest in ["", "/0", "/1", "/99", "/x"] {
        let real = browser.get(&at(game, rest)).await;
        let unreal = browser.get(&format!("/games/aaaaaaaaaa/watch{rest}")).await;
        assert_eq!(status(&real), 404, "{rest}: {}", text_of(&real.body));
        assert_eq!(real.body, unreal.body, "{rest}");
    }
}

/// That the game's own page is for somebody as if there were no such game.
async fn assert_no_way_in(browser: &Browser, game: &TestGame) {
    let real = browser.get(&format!("/games/{}", game.key)).await;
    let unreal = browser.get("/games/aaaaaaaaaa").await;
    assert_eq!(status(&real), 404, "{}", text_of(&real.body));
    assert_eq!(real.body, unreal.body);
}

async fn concede(app: &TestApp, game: &TestGame, turn: u32) {
    for seat in [1, 2] {
        game.take(&app.state, seat, turn, r#"{"kind":"Concede"}"#)
            .await;
    }
    fight(app, game, turn).await;
    assert_eq!(game.standing(app).await.1, "ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_may_watch_nobody_does_not_even_at_the_end() {
    let app = TestApp::start().await;
    let (game, players) = table(&app, &[("spectators", "none")]).await;
    let dora = somebody(&app, "dora").await;
    assert_nothing(&dora, &game).await;
    fight(&app, &game, 1).await;
    assert_no_way_in(&dora, &game).await;
    concede(&app, &game, 2).await;
    assert_no_way_in(&dora, &game).await;
    for reader in [&dora, &players[0]] {
        assert_nothing(reader, &game).await;
        let about = text_at(reader, &format!("/games/{}/about", game.key)).await;
        assert!(!about.contains("Watch the game"), "{about}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_shown_at_the_end_is_shown_to_nobody_before() {
    let app = TestApp::start().await;
    let terms = [("spectators", "after_end"), ("anonymous", "yes")];
    let (game, players) = table(&app, &terms).await;
    let dora = somebody(&app, "dora").await;
    fight(&app, &game, 1).await;
    for reader in [&dora, &players[1]] {
        assert_nothing(reader, &game).await;
    }
    assert_no_way_in(&dora, &game).await;
    concede(&app, &game, 2).await;
    let led = dora.get(&format!("/games/{}", game.key)).await;
    assert_eq!(led.location(), at(&game, ""));
    let about = dora.get(&format!("/games/{}/about", game.key)).await;
    assert!(about.body.contains(&at(&game, "")), "{}", about.body);
    for rest in ["", "/0", "/1", "/2"] {
        let page = dora.get(&at(&game, rest)).await;
        assert_eq!(status(&page), 200, "{rest}");
        assert_sound(&page.body);
        assert!(page.body.contains("#601"), "{rest}");
        assert!(rest != "/1" || page.body.contains("#644"), "{rest}");
        // The board is no place for people, nor for what only players are given.
        assert!(!page.body.contains("example.org") && !page.body.contains("fieldpost\" download"));
    }
    assert_eq!(status(&dora.get(&at(&game, "/3")).await), 404);
    let last = text_at(&dora, &at(&game, "")).await;
    assert!(
        last.contains("Won by Meridian: Karsk, Ostry conceded."),
        "{last}"
    );
    let nobody = Browser::at(&app);
    assert_eq!(status(&nobody.get(&at(&game, "")).await), 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_watched_as_many_turns_late_as_was_said() {
    let app = TestApp::start().await;
    let terms = [
        ("spectators", "delayed"),
        ("spectator_delay", "5"),
        ("anonymous", "yes"),
    ];
    let (game, players) = table(&app, &terms).await;
    for (browser, name) in [(&players[0], "Ada the Bold"), (&players[1], "Big Ben")] {
        let page = browser.get("/account").await;
        let fields = [("name", name), ("time_zone", "UTC")];
        browser.submit(&page, "/account", &fields).await;
    }
    let table = text_at(&players[2], &format!("/games/{}", game.key)).await;
    assert!(!table.contains("Ada") && !table.contains("Ben"), "{table}");
    let dora = somebody(&app, "dora").await;
    let led = dora.get(&format!("/games/{}", game.key)).await;
    assert_eq!(led.location(), at(&game, ""));
    // What Meridian does in turn 1 is for nobody to see before turn 7.
    let march = r#"{"kind":"SetTask","unit":601,"task":{"do":{"MoveTo":[15,9]}}}"#;
    game.take(&app.state, 0, 1, march).await;
    for turn in 1..=5 {
        let page = dora.get(&at(&game, "")).await;
        assert_eq!(status(&page), 200);
        assert_sound(&page.body);
        let text = text_of(&page.body);
        assert!(text.contains("while turn 6 is played"), "{turn}: {text}");
        assert!(!page.body.contains("<svg") && !text.contains("Lancers"));
        assert_eq!(status(&dora.get(&at(&game, "/0")).await), 404, "{turn}");
        fight(&app, &game, turn).await;
    }
    let place = async |browser: &Browser, rest: &str| {
        let page = browser.get(&at(&game, rest)).await;
        assert_eq!(status(&page), 200, "{rest}");
        assert_sound(&page.body);
        for secret in ["Ada", "Ben", "example.org", "players/"] {
            assert!(!page.body.contains(secret), "{rest} tells of {secret}");
        }
        let text = text_of(&page.body);
        assert!(text.contains("Units of all sides"), "{text}");
        assert!(!text.contains("are yours") && !text.contains("Units of others"));
        assert!(!text.contains("foreign") && text.contains("for its own side to see"));
        let at = text.find("#601").unwrap_or_else(|| panic!("{text}"));
        text[at..].lines().nth(1).unwrap_or_default().to_owned()
    };
    // Turn 6: the beginning, and nothing behind turn 1 yet.
    let beginning = place(&dora, "").await;
    assert_eq!(place(&dora, "/0").await, beginning);
    assert_eq!(status(&dora.get(&at(&game, "/1")).await), 404);
    fight(&app, &game, 6).await;
    let behind_one = place(&dora, "/1").await;
    assert_ne!(behind_one, beginning);
    assert_eq!(place(&dora, "").await, behind_one);
    assert_eq!(status(&dora.get(&at(&game, "/2")).await), 404);
    // Who plays sees what the seat sees, and is told so by no other page.
    for player in &players {
        assert_nothing(player, &game).await;
    }
    let about = text_at(&dora, &format!("/games/{}/about", game.key)).await;
    assert!(
        about.contains("Watch the game") && !about.contains("Ada"),
        "{about}"
    );
    concede(&app, &game, 7).await;
    for reader in [&dora, &players[2]] {
        assert_eq!(status(&reader.get(&at(&game, "/7")).await), 200);
        assert_eq!(status(&reader.get(&at(&game, "/8")).await), 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_watches_before_everybody_who_plays_has_agreed() {
    let app = TestApp::start().await;
    let terms = [
        ("spectators", "delayed"),
        ("spectator_delay", "5"),
        ("door", "private"),
    ];
    let (game, players) = table(&app, &terms).await;
    let agreed = format!(
        "SELECT count(watching_agreed_at) AS n FROM seats WHERE game_id = {}",
        game.id
    );
    assert_eq!(app.number(&agreed).await, 3);
    for turn in 1..=6 {
        fight(&app, &game, turn).await;
    }
    // A private game is watched by its link, and is not there without it.
    let dora = somebody(&app, "dora").await;
    assert_nothing(&dora, &game).await;
    assert_no_way_in(&dora, &game).await;
    let token = {
        let mut conn = app.state.db.get().await.unwrap();
        let terms = fieldpost::games::terms::of(&mut conn, game.id)
            .await
            .unwrap();
        app.state.auth.game_link(&terms.link_nonce).reveal()
    };
    let link = format!("/lobby/{}/with/{token}", game.key);
    let watch = format!("{link}/watch");
    assert_eq!(dora.get(&link).await.location(), watch);
    let watched = dora.get(&watch).await;
    assert!(text_of(&watched.body).contains("Behind turn 1"));
    // What there is to know besides is not for whoever has the link alone.
    let about = format!("/games/{}/about", game.key);
    assert!(!watched.body.contains(&about), "{}", watched.body);
    for player in &players {
        let about = text_at(player, &about).await;
        assert!(about.contains(&app.url(&watch)), "{about}");
        let terms = "Whoever has its link, 5 turns late";
        assert!(about.contains(terms), "{about}");
        assert!(!about.contains("Messages"), "{about}");
    }
    let player = players[1].get(&watch).await;
    assert_eq!(status(&player), 404, "one who plays");

    // Somebody else takes a seat, and has agreed to nothing.
    {
        let mut conn = app.state.db.get().await.unwrap();
        let eve = Email::parse("eve@example.org").unwrap();
        let replaced = people::replace_seat(&mut conn, Actor::Console, game.id, 2, &eve);
        replaced.await.unwrap();
    }
    let eve = somebody(&app, "eve").await;
    let soon = eve.get(&watch).await;
    assert_eq!(status(&soon), 404, "one who plays from the next turn on");
    assert_eq!(status(&dora.get(&watch).await), 200);
    fight(&app, &game, 7).await;
    assert_eq!(app.number(&agreed).await, 2);
    let text = text_at(&dora, &watch).await;
    assert!(
        text.contains("not everybody who plays has agreed"),
        "{text}"
    );
    assert!(!text.contains("Behind turn"), "{text}");
    assert_eq!(status(&dora.get(&format!("{watch}/0")).await), 404);
    let clock = format!("/games/{}/clock", game.key);
    for path in [format!("/games/{}", game.key), clock.clone()] {
        let asked = text_at(&eve, &path).await;
        assert!(
            asked.contains("by whoever has its link, 5 turns late, your side included"),
            "{asked}"
        );
    }
    let page = eve.get(&clock).await;
    let done = eve
        .submit(&page, &clock, &[("act", "agree-watching")])
        .await;
    assert_eq!(status(&done), 303);
    assert!(!text_at(&eve, &clock).await.contains("your side included"));
    assert!(text_at(&dora, &watch).await.contains("Behind turn 2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_who_sees_the_board_sees_past_turns_and_one_who_does_not_sees_none() {
    let app = TestApp::start().await;
    for (part, sees) in [("master-sees", true), ("master", false)] {
        let master = somebody(&app, &format!("{part}.g")).await;
        let form = [("part", part), ("spectators", "none")];
        let key = support::lobby::make(&master, &form).await;
        let mut accounts = Vec::new();
        for (seat, name) in ["0", "1", "2"].into_iter().zip(["p", "q", "r"]) {
            let name = format!("{name}.{part}");
            let player = somebody(&app, &name).await;
            let joined = support::lobby::act(&player, &key, "join", &[("seat", seat)]).await;
            assert_eq!(status(&joined), 303);
            let id = format!("SELECT id AS n FROM accounts WHERE email = '{name}@example.org'");
            accounts.push(app.number(&id).await);
        }
        let id = format!("SELECT id AS n FROM games WHERE key = '{key}'");
        let id = app.number(&id).await;
        let game = TestGame { id, key, accounts };
        fight(&app, &game, 1).await;
        fight(&app, &game, 2).await;
        let place = format!("/games/{}/master", game.key);
        let led = master.get(&format!("/games/{}", game.key)).await;
        assert_eq!(led.location(), place);
        let about = master.get(&format!("/games/{}/about", game.key)).await;
        assert!(about.body.contains(&format!("href=\"{place}\"")));
        let page = text_at(&master, &place).await;
        assert!(!page.contains("/with/"), "nobody may watch: {page}");
        if sees {
            assert!(page.contains("Past turns"), "{page}");
            let past = text_at(&master, &at(&game, "/1")).await;
            assert!(past.contains("Behind turn 1"), "{past}");
            assert_eq!(status(&master.get(&at(&game, "/3")).await), 404);
        } else {
            assert!(!page.contains("Past turns"), "{page}");
            assert_nothing(&master, &game).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_gives_its_master_the_link_while_it_may_be_watched() {
    let app = TestApp::start().await;
    for (terms, is_given) in [("delayed", true), ("after_end", false)] {
        let master = somebody(&app, &format!("{terms}.g")).await;
        let form = [
            ("part", "master"),
            ("spectators", terms),
            ("spectator_delay", "5"),
            ("door", "private"),
        ];
        let key = support::lobby::make(&master, &form).await;
        for seat in ["0", "1", "2"] {
            let form = [("seat", seat), ("by", "ai")];
            let handed = support::lobby::act(&master, &key, "controller", &form).await;
            assert_eq!(status(&handed), 303, "{}", text_of(&handed.body));
            // The last one begins the game.
            if seat == "2" {
                assert_eq!(handed.location(), format!("/games/{key}/master"));
            }
        }
        for page in ["master", "about"] {
            let text = text_at(&master, &format!("/games/{key}/{page}")).await;
            let link = app.url(&format!("/lobby/{key}/with/"));
            assert_eq!(text.contains(&link), is_given, "{terms}, {page}: {text}");
        }
    }
}
