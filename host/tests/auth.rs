//! Signing in as a browser does it, against the real server and database:
//! links, sessions, forms, and what must not be told.

mod support;

use reqwest::StatusCode;
use support::TestApp;
use support::people::{Browser, deliver, link_in, mails_to, newest_mail};

const ANN: &str = "ann@example.org";

async fn link_for(app: &TestApp, browser: &Browser, email: &str) -> String {
    browser.ask_for_link(email, "/").await;
    deliver(app).await;
    let mail = newest_mail(app, email).await;
    link_in(app, &mail.text, "/sign-in/link/")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_link_signs_in_once() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let link = link_for(&app, &ann, ANN).await;
    assert_eq!(app.number("SELECT count(*) AS n FROM accounts").await, 0);

    let arrived = ann.spend(&link).await;
    assert_eq!(arrived.status, StatusCode::SEE_OTHER);
    assert_eq!(arrived.location(), "/");
    let account = ann.get("/account").await;
    assert_eq!(account.status, StatusCode::OK);
    assert!(account.body.contains(ANN));

    let eve = Browser::at(&app);
    let again = eve.spend(&link).await;
    assert_eq!(again.status, StatusCode::GONE);
    assert!(again.body.contains("Ask for another link"));
    assert_eq!(app.number("SELECT count(*) AS n FROM sessions").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn fetching_a_link_spends_nothing() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let link = link_for(&app, &ann, ANN).await;
    for _ in 0..3 {
        // A scanner, with a browser of its own.
        assert_eq!(Browser::at(&app).get(&link).await.status, StatusCode::OK);
    }
    assert_eq!(ann.spend(&link).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_presses_at_once_make_one_session() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let link = link_for(&app, &ann, ANN).await;
    let (one, two) = (Browser::at(&app), Browser::at(&app));
    let (one, two) = tokio::join!(one.spend(&link), two.spend(&link));
    let mut statuses = [one.status, two.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::GONE]);
    assert_eq!(app.number("SELECT count(*) AS n FROM sessions").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_runs_out_after_twenty_minutes_of_the_database() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let link = link_for(&app, &ann, ANN).await;
    app.advance_seconds(20.0 * 60.0 - 10.0).await;
    let late = link_for(&app, &ann, ANN).await;
    app.advance_seconds(11.0).await;
    assert_eq!(ann.spend(&link).await.status, StatusCode::GONE);
    assert_eq!(ann.spend(&late).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bent_link_opens_nothing() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let link = link_for(&app, &ann, ANN).await;
    let at = "/sign-in/link/".len() + 5;
    let other = if &link[at..=at] == "A" { "B" } else { "A" };
    let bent = format!("{}{other}{}", &link[..at], &link[at + 1..]);
    assert_eq!(ann.spend(&bent).await.status, StatusCode::GONE);
    let cut = ann.get(&link[..link.len() - 1]).await;
    assert_eq!(cut.status, StatusCode::GONE);
    assert_eq!(ann.spend(&link).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_tells_whether_an_address_has_an_account() {
    let app = TestApp::start().await;
    Browser::at(&app).sign_in(&app, ANN).await;

    let visitor = Browser::at(&app);
    let known = visitor.ask_for_link(ANN, "/").await;
    let unknown = visitor.ask_for_link("nobody@example.org", "/").await;
    assert_eq!(known.status, unknown.status);
    assert_eq!(known.location(), unknown.location());
    assert_eq!(known.body, unknown.body);
    let names = |page: &support::people::Page| -> Vec<String> {
        page.headers.keys().map(ToString::to_string).collect()
    };
    assert_eq!(names(&known), names(&unknown));
    deliver(&app).await;
    // Both get the same mail, but for the link.
    let (known, unknown) = (
        newest_mail(&app, ANN).await,
        newest_mail(&app, "nobody@example.org").await,
    );
    let without_link = |text: &str| {
        text.lines()
            .filter(|line| !line.contains("/link/"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(without_link(&known.text), without_link(&unknown.text));
    assert_eq!(app.number("SELECT count(*) AS n FROM accounts").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_opens_an_account_is_stored() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    ann.ask_for_link(ANN, "/invitations/secret-invitation")
        .await;
    deliver(&app).await;
    let mail = newest_mail(&app, ANN).await;
    let link = link_in(&app, &mail.text, "/sign-in/link/");
    let token = &link["/sign-in/link/".len()..];
    for (table, secret) in [
        ("outbox", token),
        ("sign_in_tokens", token),
        ("sign_in_tokens", "secret-invitation"),
    ] {
        let sql = format!("SELECT count(*) AS n FROM {table} t WHERE t::text LIKE '%{secret}%'");
        assert_eq!(app.number(&sql).await, 0, "{secret} in {table}");
    }
    assert_eq!(
        ann.spend(&link).await.location(),
        "/invitations/secret-invitation"
    );
    let cookie = app
        .number("SELECT count(*) AS n FROM sessions WHERE length(hash) = 32")
        .await;
    assert_eq!(cookie, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_without_its_token_changes_nothing() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let form = ann.get("/sign-in").await;
    let fields = [("email", ANN), ("next", "/")];

    let missing = ann.post("/sign-in", &fields).await;
    assert_eq!(missing.status, StatusCode::FORBIDDEN);
    let no_cookie = Browser::at(&app).submit(&form, "/sign-in", &fields).await;
    assert_eq!(no_cookie.status, StatusCode::FORBIDDEN);
    let bob = Browser::at(&app);
    bob.get("/sign-in").await;
    let another = bob.submit(&form, "/sign-in", &fields).await;
    assert_eq!(another.status, StatusCode::FORBIDDEN);
    let bent = ann
        .post(
            "/sign-in",
            &[
                ("csrf", &form.csrf().chars().rev().collect::<String>()),
                fields[0],
            ],
        )
        .await;
    assert_eq!(bent.status, StatusCode::FORBIDDEN);
    assert_eq!(app.number("SELECT count(*) AS n FROM outbox").await, 0);

    ann.sign_in(&app, ANN).await;
    let page = ann.get("/account").await;
    // The token of the time before signing in is void.
    let before = ann
        .post(
            "/account",
            &[("csrf", form.csrf()), ("name", "X"), ("time_zone", "UTC")],
        )
        .await;
    assert_eq!(before.status, StatusCode::FORBIDDEN);
    let right = ann
        .submit(
            &page,
            "/account",
            &[("name", "Ann"), ("time_zone", "Europe/Vienna")],
        )
        .await;
    assert_eq!(right.status, StatusCode::SEE_OTHER);
    let shown = ann.get(right.location()).await;
    assert!(shown.body.contains("value=\"Ann\"") && shown.body.contains("value=\"Europe/Vienna\""));
    assert!(shown.body.contains("Saved."));
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_masked_anew_and_all_of_them_count() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let (one, two) = (ann.get("/sign-in").await, ann.get("/sign-in").await);
    assert_ne!(one.csrf(), two.csrf());
    assert_eq!(one.cookies().len(), 1);
    assert!(two.cookies().is_empty(), "the cookie is set once");
    for page in [&one, &two] {
        let sent = ann.submit(page, "/sign-in", &[("email", ANN)]).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER);
    }
    deliver(&app).await;
    assert_eq!(mails_to(&app, ANN).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_keep_to_themselves() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let form = ann.get("/sign-in").await;
    let arrived = ann.sign_in(&app, ANN).await;
    for line in form.cookies().iter().chain(&arrived.cookies()) {
        assert!(
            line.contains("HttpOnly") && line.contains("SameSite=Lax") && line.contains("Path=/"),
            "{line}"
        );
        // This host is reached by http; browsers would drop a Secure cookie.
        assert!(!line.contains("Secure"), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bent_session_cookie_is_nobody() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let arrived = ann.sign_in(&app, ANN).await;
    let cookie = arrived.cookies()[0]
        .split(';')
        .next()
        .expect("a cookie")
        .to_owned();
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("a client");
    let ask = async |cookie: &str| {
        let request = client
            .get(app.url("/account"))
            .header("cookie", cookie)
            .header("accept", "text/html");
        request.send().await.expect("an answer").status()
    };
    assert_eq!(ask(&cookie).await, StatusCode::OK);
    let mut bent = cookie.clone().into_bytes();
    let last = bent.len() - 1;
    bent[last] = if bent[last] == b'A' { b'B' } else { b'A' };
    let bent = String::from_utf8(bent).expect("text");
    assert_eq!(ask(&bent).await, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_comes_back_to_where_they_were_sent_from_and_nowhere_else() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let closed = ann.get("/account?done=x").await;
    assert_eq!(closed.status, StatusCode::SEE_OTHER);
    assert_eq!(closed.location(), "/sign-in?next=/account%3Fdone%3Dx");
    for (wish, lands) in [
        ("/account%3Fdone%3Dx", "/account?done=x"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/%5Cevil.example", "/"),
        ("/%09/evil.example", "/"),
    ] {
        let visitor = Browser::at(&app);
        let email = "eve@example.org";
        // Each with an address of its own: one may be written to only so often.
        let email = format!("{}{email}", wish.len());
        visitor.ask_for_link(&email, wish).await;
        deliver(&app).await;
        let mail = newest_mail(&app, &email).await;
        let arrived = visitor
            .spend(&link_in(&app, &mail.text, "/sign-in/link/"))
            .await;
        assert_eq!(arrived.location(), lands, "{wish}");
        // Signed in already: the same rule without a mail.
        assert_eq!(
            visitor
                .get(&format!("/sign-in?next={wish}"))
                .await
                .location(),
            lands
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_revoked_and_ended() {
    let app = TestApp::start().await;
    let (home, phone, bob) = (Browser::at(&app), Browser::at(&app), Browser::at(&app));
    home.sign_in(&app, ANN).await;
    phone.sign_in(&app, ANN).await;
    bob.sign_in(&app, "bob@example.org").await;

    let page = home.get("/account").await;
    assert_eq!(page.body.matches("Testbrowser/1").count(), 2);
    let other = support::people::field(&page.body, "session").to_owned();
    // Somebody else cannot end it, though they know its name.
    let bobs = bob.get("/account").await;
    let refused = bob
        .submit(&bobs, "/account/sessions/revoke", &[("session", &other)])
        .await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    assert_eq!(phone.get("/account").await.status, StatusCode::OK);

    let revoked = home
        .submit(&page, "/account/sessions/revoke", &[("session", &other)])
        .await;
    assert_eq!(revoked.status, StatusCode::SEE_OTHER);
    assert_eq!(phone.get("/account").await.status, StatusCode::SEE_OTHER);
    assert_eq!(home.get("/account").await.status, StatusCode::OK);

    let page = home.get("/account").await;
    assert_eq!(home.submit(&page, "/sign-out", &[]).await.location(), "/");
    assert_eq!(home.get("/account").await.status, StatusCode::SEE_OTHER);
    assert_eq!(bob.get("/account").await.status, StatusCode::OK);
    app.advance_seconds(91.0 * 86_400.0).await;
    assert_eq!(bob.get("/account").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_rotates_the_session() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let first = ann.sign_in(&app, ANN).await.cookies()[0].to_owned();
    let link = {
        // The sign-in page sends who is in away, so the form is had elsewhere.
        let other = Browser::at(&app);
        link_for(&app, &other, ANN).await
    };
    let second = ann.spend(&link).await.cookies()[0].to_owned();
    assert_ne!(first.split(';').next(), second.split(';').next());
    assert_eq!(
        app.number("SELECT count(*) AS n FROM sessions WHERE revoked_at IS NULL")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_said_beside_the_field() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    let answer = ann.ask_for_link("not an address", "/").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("name@example.org"));
    assert!(answer.body.contains("value=\"not an address\""));
    assert_eq!(app.number("SELECT count(*) AS n FROM outbox").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_links_for_one_address_are_put_off() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    for _ in 0..5 {
        assert_eq!(
            ann.ask_for_link(ANN, "/").await.status,
            StatusCode::SEE_OTHER
        );
    }
    let refused = ann.ask_for_link("ANN@example.org", "/").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(
        ann.ask_for_link("bob@example.org", "/").await.status,
        StatusCode::SEE_OTHER
    );
    deliver(&app).await;
    assert_eq!(mails_to(&app, ANN).await.len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_told_and_not_redirected() {
    let app = TestApp::start().await;
    let answer = reqwest::get(app.url("/account")).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    let problem: serde_json::Value = answer.json().await.expect("a problem document");
    assert_eq!(problem["code"], "sign-in-needed");
}
