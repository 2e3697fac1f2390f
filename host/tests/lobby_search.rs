//! Games are found: by name, by free seats, by pace, a page at a time; those that
//! are over have a shelf of their own, and what is private stays out of all.

mod support;

use diesel_async::SimpleAsyncConnection;
use support::html::{assert_sound, text_of};
use support::lobby::{act, make, somebody, table, text_at};
use support::people::Browser;
use support::people::deliver;
use support::table::{fight, status};
use support::{TestApp, gathering};

/// The names of the games on a page, in order.
async fn found(browser: &Browser, query: &str) -> Vec<String> {
    let page = browser.get(&format!("/lobby?{query}")).await;
    assert_eq!(status(&page), 200, "{query}");
    assert_sound(&page.body);
    let mut names = Vec::new();
    let mut rest = page.body.as_str();
    while let Some(at) = rest.find("<li class=\"offer\">") {
        rest = &rest[at + 1..];
        let title = &rest[rest.find("<h2>").expect("a name")..];
        names.push(text_of(&title[..title.find("</h2>").expect("it ends")]));
    }
    names.iter().map(|name| name.trim().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_by_name_seats_and_pace() {
    let app = TestApp::start().await;
    let (ada, ben) = (somebody(&app, "ada").await, somebody(&app, "ben").await);
    let fast = [("name", "50% rain"), ("pace", "usual-live")];
    make(&ada, &fast).await;
    let two = [("name", "Mud_and"), ("by2", "ai"), ("pace", "patient")];
    make(&ada, &two).await;
    let fixed = [("name", "Mudxand"), ("pace", "calendar")];
    let key = make(&ada, &fixed).await;
    make(&ada, &[("name", "Hidden mud"), ("door", "private")]).await;
    let joined = act(&ben, &key, "join", &[("seat", "1")]).await;
    assert_eq!(status(&joined), 303);
    for (query, names) in [
        ("", &["Mudxand", "Mud_and", "50% rain"][..]),
        ("text=MUD", &["Mudxand", "Mud_and"]),
        // What stands for anything in a pattern stands for itself here.
        ("text=mud_", &["Mud_and"]),
        ("text=50%25", &["50% rain"]),
        ("text=%25", &["50% rain"]),
        ("text=%5C", &[]),
        ("text=%00mud_", &["Mud_and"]),
        // Of scenarios too.
        ("text=kelsey", &["Mudxand", "Mud_and", "50% rain"]),
        ("free=2", &["50% rain"]),
        ("free=1&text=mud", &["Mudxand", "Mud_and"]),
        ("free=3", &[]),
        ("speed=live", &["50% rain"]),
        ("speed=letter", &["Mudxand"]),
        ("speed=unclocked", &["Mud_and"]),
        (
            "speed=warp&free=x&page=-4",
            &["Mudxand", "Mud_and", "50% rain"],
        ),
        ("own=yes", &["Mudxand"]),
        ("show=finished", &[]),
        ("show=watched", &[]),
    ] {
        assert_eq!(found(&ben, query).await, names, "{query}");
    }
    let none = text_at(&ben, "/lobby?text=nothing+like+it").await;
    assert!(none.contains("No game is like that"), "{none}");
    // The form keeps what was asked for.
    let page = ben.get("/lobby?text=%22mud%26&free=1&speed=letter").await;
    assert!(
        page.body.contains("value=\"&quot;mud&amp;\"")
            || page.body.contains("value=\"&#34;mud&#38;\"")
    );
    deliver(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_are_shown_a_page_at_a_time_and_none_twice() {
    let app = TestApp::start().await;
    let ben = somebody(&app, "ben").await;
    for _ in 0..45 {
        gathering(&app).await;
    }
    let public = "UPDATE lobby SET is_public = true; \
        UPDATE games SET name = 'Game ' || id";
    app.database
        .connect()
        .await
        .batch_execute(public)
        .await
        .unwrap();
    let mut all = Vec::new();
    let mut path = "/lobby?text=game".to_owned();
    for page in 1..=3 {
        let shown = ben.get(&path).await;
        assert_sound(&shown.body);
        let names = found(&ben, path.split_once('?').unwrap().1).await;
        assert_eq!(names.len(), if page == 3 { 5 } else { 20 });
        all.extend(names);
        let next = shown.body.split("rel=\"next\" href=\"").nth(1);
        assert_eq!(next.is_some(), page < 3);
        if let Some(next) = next {
            let href = &next[..next.find('"').unwrap()];
            assert!(href.contains("text=game"), "{href}");
            path = href.replace("&amp;", "&").replace("&#38;", "&");
        }
    }
    let mut once = all.clone();
    once.sort();
    once.dedup();
    assert_eq!((all.len(), once.len()), (45, 45));
    assert_eq!(found(&ben, "page=9").await, [] as [String; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_kept_on_a_shelf_and_private_ones_for_their_players() {
    let app = TestApp::start().await;
    let terms = [("name", "In the open"), ("spectators", "after_end")];
    let (open, players) = table(&app, &terms).await;
    let key = make(
        &players[0],
        &[
            ("name", "Behind doors"),
            ("door", "private"),
            ("by1", "ai"),
            ("by2", "ai"),
        ],
    );
    let hidden = key.await;
    let dora = somebody(&app, "dora").await;
    for turn in 1..=2 {
        assert_eq!(found(&dora, "show=finished").await, [] as [String; 0]);
        for seat in [1, 2] {
            if turn == 2 {
                let concede = r#"{"kind":"Concede"}"#;
                open.take(&app.state, seat, turn, concede).await;
            }
        }
        fight(&app, &open, turn).await;
    }
    let end = format!("UPDATE games SET phase = 'ended' WHERE key = '{hidden}'");
    app.database
        .connect()
        .await
        .batch_execute(&end)
        .await
        .unwrap();
    // Its log has no end, so its result is unknown; it is shown to its player alone.
    assert_eq!(found(&dora, "show=finished").await, ["In the open"]);
    let page = dora.get("/lobby?show=finished").await;
    let text = text_of(&page.body);
    assert!(
        text.contains("first") && text.contains("Watch the game"),
        "{text}"
    );
    assert!(page.body.contains(&format!("/games/{}/watch", open.key)));
    assert_eq!(
        found(&dora, "show=finished&own=yes").await,
        [] as [String; 0]
    );
    let own = found(&players[0], "show=finished&own=yes&text=open").await;
    assert_eq!(own, ["In the open"]);
    assert_eq!(found(&dora, "text=behind").await, [] as [String; 0]);
    let mine = found(&players[0], "show=finished&text=behind").await;
    assert_eq!(mine, ["Behind doors"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_to_watch_are_listed_for_those_who_do_not_play() {
    let app = TestApp::start().await;
    let terms = [
        ("name", "Seen late"),
        ("spectators", "delayed"),
        ("spectator_delay", "5"),
        ("anonymous", "yes"),
    ];
    let (game, players) = table(&app, &terms).await;
    table(&app, &[("name", "Seen at the end")]).await;
    let dora = somebody(&app, "dora").await;
    assert_eq!(found(&dora, "show=watched").await, ["Seen late"]);
    let page = dora.get("/lobby?show=watched").await;
    assert!(page.body.contains(&format!("/games/{}/watch", game.key)));
    assert!(!page.body.contains("players/"), "nobody is named");
    let own = players[0].get("/lobby?show=watched").await;
    assert!(!own.body.contains(&format!("/games/{}/watch", game.key)));
}
