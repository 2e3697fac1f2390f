//! Who may come in, who operates, and what is not kept for ever.

mod support;

use fieldpost::{
    admin::retention,
    audit,
    auth::Email,
    config::{Access, Registration},
};
use support::{
    TestApp, TestGame,
    html::{assert_sound, text_of},
    people::{Browser, deliver, mails_to},
    table::player,
};

fn email(text: &str) -> Email {
    Email::parse(text).unwrap()
}

async fn acts(app: &TestApp) -> Vec<String> {
    let mut conn = app.state.db.get().await.unwrap();
    let mut acts = audit::newest(&mut conn, None, 100).await.unwrap();
    acts.reverse();
    acts.into_iter().map(|act| act.act).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_is_open_by_invitation_or_closed() {
    use fieldpost::auth::invitations;
    for (registration, strangers, invited) in [
        (Registration::Open, true, true),
        (Registration::Invited, false, true),
        (Registration::Closed, false, false),
    ] {
        let access = Access {
            registration,
            operators: vec!["olga@example.org".to_owned()],
        };
        let app = TestApp::with_access(access).await;
        let comes_in = async |address: &str, next: &str| {
            let browser = Browser::at(&app);
            let asked = browser.ask_for_link(address, next).await;
            assert_eq!(asked.status, 303, "every address has one answer");
            assert_eq!(asked.location(), "/sign-in/sent");
            deliver(&app).await;
            !mails_to(&app, address)
                .await
                .iter()
                .all(|mail| !mail.item.subject.contains("link to sign in"))
        };
        let mut conn = app.state.db.get().await.unwrap();
        let game = support::gathering(&app).await;
        let asked = email("ivan@example.org");
        let auth = &app.state.auth;
        invitations::offer(&mut conn, auth, game.id, 0, Some(&asked))
            .await
            .unwrap();
        let link = invitations::offer(&mut conn, auth, game.id, 1, None)
            .await
            .unwrap();
        assert_eq!(
            comes_in("sam@example.org", "/").await,
            strangers,
            "{registration:?}"
        );
        assert_eq!(
            comes_in("ivan@example.org", "/").await,
            invited,
            "{registration:?}"
        );
        let by_link = comes_in("lena@example.org", &invitations::path(&link)).await;
        assert_eq!(by_link, invited, "{registration:?}");
        assert!(comes_in("olga@example.org", "/").await, "{registration:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_there_for_operators_alone() {
    let access = Access {
        operators: vec!["olga@example.org".to_owned()],
        ..Access::default()
    };
    let app = TestApp::with_access(access).await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    app.work().await;
    let ada = player(&app, &game, 0).await;
    let account = ada.get("/account").await;
    assert_eq!(ada.get("/admin").await.status, 404);
    let pause = [("act", "pause"), ("game", game.key.as_str())];
    let tried = ada.submit(&account, "/admin", &pause).await;
    assert_eq!(tried.status, 404);

    let olga = Browser::at(&app);
    olga.sign_in(&app, "olga@example.org").await;
    let page = olga.get("/admin").await;
    assert_eq!(page.status, 200, "{}", page.body);
    let done = olga.submit(&page, "/admin", &pause).await;
    assert_eq!(done.location(), "/admin?done=1", "{}", done.body);
    let again = olga.submit(&page, "/admin", &pause).await;
    assert_eq!(again.status, 409);
    assert!(
        again.body.contains("Its clock stands already"),
        "{}",
        again.body
    );
    let ben = format!("seat1.{}@example.org", game.key);
    let mut marked = vec![("act", "make-operator"), ("address", ben.as_str())];
    let unsure = olga.submit(&page, "/admin", &marked).await;
    assert_eq!(unsure.status, 400);
    assert!(unsure.body.contains("Nothing was done."), "{}", unsure.body);
    marked.push(("sure", "yes"));
    olga.submit(&page, "/admin", &marked).await;
    let second = player(&app, &game, 1).await;
    let page = second.get("/admin").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("pause, by operator"), "{}", page.body);
    // No way to orders from here, and no address on it.
    let order = [("act", "CommitOrders"), ("game", game.key.as_str())];
    assert_eq!(second.submit(&page, "/admin", &order).await.status, 400);
    assert!(!page.body.contains("@example.org"), "{}", page.body);
    assert_eq!(acts(&app).await, ["pause", "make-operator"]);
}

/// What a key pressed in a field would do: the first button's act, and every one of
/// a form with a field says what its form is for.
fn acts_with_fields(html: &str) -> Vec<String> {
    let mut acts = Vec::new();
    for form in html.split("<form").skip(1) {
        let form = form.split("</form>").next().expect("a form ends");
        let fields = form.matches("<input").count() - form.matches("type=\"hidden\"").count();
        if fields == 0 || form.contains("method=\"get\"") {
            continue;
        }
        assert_eq!(form.matches("<button").count(), 1, "{form}");
        let (_, act) = form.split_once("name=\"act\" value=\"").expect("an act");
        let act = act.split('"').next().expect("its end").to_owned();
        let asks_twice = !["readmit", "extend"].contains(&act.as_str());
        assert_eq!(form.contains("name=\"sure\""), asks_twice, "{form}");
        acts.push(act);
    }
    acts
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_and_no_key_pressed_in_a_field_harms_one() {
    let access = Access {
        operators: vec!["olga@example.org".to_owned()],
        ..Access::default()
    };
    let app = TestApp::with_access(access).await;
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let other = TestGame::start(&app).await;
    app.work().await;
    let alarm = format!(
        "WITH a AS (INSERT INTO alarms (game_id, turn, kind, detail) \
             VALUES ({}, 1, 'stalled', 'a fault') RETURNING 1), \
         g AS (UPDATE games SET phase = 'stalled', name = 'Mud and 100%' WHERE id = {} RETURNING 1) \
         SELECT count(*) AS n FROM a, g",
        other.id, other.id
    );
    assert_eq!(app.number(&alarm).await, 1);
    let ada = player(&app, &game, 0).await;
    let olga = Browser::at(&app);
    olga.sign_in(&app, "olga@example.org").await;
    let one = format!("/admin/games/{}", game.key);
    for path in ["/admin/games", one.as_str()] {
        assert_eq!(ada.get(path).await.status, 404);
    }
    let found = async |query: &str| {
        let page = olga.get(&format!("/admin/games{query}")).await;
        assert_eq!(page.status, 200, "{}", page.body);
        assert_sound(&page.body);
        let at = |key: &str| page.body.find(&format!("/admin/games/{key}"));
        (at(&game.key), at(&other.key), text_of(&page.body))
    };
    let (first, second, text) = found("").await;
    assert!(
        second.is_some() && second < first,
        "what stands still first"
    );
    assert!(text.contains("stopped by a fault · one alarm"), "{text}");
    assert!(text.contains("Due by"), "{text}");
    for (query, is_first, is_second) in [
        ("?text=mud", false, true),
        ("?text=100%25", false, true),
        ("?text=%25x", false, false),
        ("?state=running", true, false),
        ("?state=stalled", false, true),
        ("?state=alarmed", false, true),
        ("?state=ended", false, false),
        ("?page=2", false, false),
        ("?state=nonsense&page=x", true, true),
    ] {
        let (first, second, _) = found(query).await;
        assert_eq!(
            (first.is_some(), second.is_some()),
            (is_first, is_second),
            "{query}"
        );
    }
    let (first, second, _) = found(&format!("?text={}", game.key)).await;
    assert!(first.is_some() && second.is_none());

    // Each form does one thing, and what is hard to undo wants a mark.
    let page = olga.get("/admin").await;
    let all = ["readmit", "remove", "make-operator", "move-address"];
    assert_eq!(acts_with_fields(&page.body), all);
    let page = olga.get(&one).await;
    assert_sound(&page.body);
    assert_eq!(acts_with_fields(&page.body), ["extend", "replace-seat"]);
    assert!(!page.body.contains("@example.org"), "{}", page.body);
    let unsure = [
        ("act", "replace-seat"),
        ("seat", "1"),
        ("to", "eve@example.org"),
    ];
    assert_eq!(olga.submit(&page, &one, &unsure).await.status, 400);
    let more = [("act", "extend"), ("hours", "2")];
    let done = olga.submit(&page, &one, &more).await;
    assert_eq!(done.location(), format!("{one}?done=1"), "{}", done.body);
    let sure = [unsure[0], unsure[1], unsure[2], ("sure", "yes")];
    olga.submit(&page, &one, &sure).await;
    olga.submit(&page, &one, &[("act", "pause")]).await;
    let page = olga.get(&one).await;
    let text = text_of(&page.body);
    assert!(text.contains("its clock stands"), "{text}");
    assert!(text.contains("Let its clock run") && !text.contains("Stop its clock"));
    assert_eq!(acts(&app).await, ["extend", "replace-seat", "pause"]);
    let stalled = olga.get(&format!("/admin/games/{}", other.key)).await;
    assert_sound(&stalled.body);
    let text = text_of(&stalled.body);
    assert!(text.contains("turn 1: stalled. a fault"), "{text}");
    assert!(text.contains("Try again") && !text.contains("Stop its clock"));
    assert_eq!(olga.get("/admin/games/aaaaaaaaaa").await.status, 404);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_visitors_left_is_dropped_after_its_time_and_games_are_kept() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let ada = player(&app, &game, 0).await;
    let march = r#"{"kind":"CommitOrders"}"#;
    game.send_once(&app.state, 0, 1, &[march], Some("key"))
        .await
        .unwrap();
    app.work().await;
    assert!(!retention::step(&app.state).await.unwrap());
    app.advance_seconds(31.0 * 86_400.0).await;
    assert!(retention::step(&app.state).await.unwrap());
    assert!(!retention::step(&app.state).await.unwrap());
    for (left, sql) in [
        (0, "SELECT count(*) AS n FROM sign_in_tokens"),
        (0, "SELECT count(*) AS n FROM idempotency"),
        (
            0,
            "SELECT count(*) AS n FROM outbox WHERE account_id IS NULL AND email <> ''",
        ),
        (1, "SELECT count(*) AS n FROM log"),
        (1, "SELECT count(*) AS n FROM sessions"),
    ] {
        assert_eq!(app.number(sql).await, left, "{sql}");
    }
    assert_eq!(ada.get("/account").await.status, 200);
}
