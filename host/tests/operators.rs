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
    let marked = [("act", "make-operator"), ("address", ben.as_str())];
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
