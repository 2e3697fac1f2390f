//! Mail that goes out late or comes back, as its reader meets it: links that are of
//! use when they come, and pages that say what happened.

mod support;

use fieldpost::mail;
use mail_parser::{Message, MessageParser};
use support::TestApp;
use support::people::{Browser, deliver, link_in};
use support::smtp::SmtpSink;

const ANN: &str = "ann@example.org";

fn parsed(raw: &[u8]) -> Message<'_> {
    MessageParser::default().parse(raw).expect("a message")
}

async fn ask(app: &TestApp) {
    let asked = Browser::at(app).ask_for_link(ANN, "/").await;
    assert_eq!(asked.status, 303, "{}", asked.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_comes_late_has_its_whole_time_and_the_page_says_so() {
    let mut sink = SmtpSink::start();
    sink.answer_with("451 4.3.0 busy");
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    let ann = Browser::at(&app);
    let page = ann.get("/sign-in/sent").await;
    assert!(!page.body.contains("Mail goes out late"), "not yet");
    // Somebody waits for it, so it is tried every other minute at least.
    for _ in 0..12 {
        app.advance_seconds(121.0).await;
        assert!(mail::step(&app.state).await.expect("a step"));
    }
    let page = ann.get("/sign-in/sent").await;
    assert!(
        page.body.contains("has waited for 24 minutes"),
        "{}",
        page.body
    );
    sink.accept();
    app.advance_seconds(121.0).await;
    deliver(&app).await;
    let received = sink.received();
    assert_eq!(received.len(), 1);
    let mail = parsed(&received[0].raw);
    let text = mail.body_text(0).expect("a text").into_owned();
    assert!(text.contains("This mail comes late"), "{text}");
    app.advance_seconds(19.0 * 60.0).await;
    let arrived = ann.spend(&link_in(&app, &text, "/sign-in/link/")).await;
    assert_eq!(arrived.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_links_that_come_late_the_last_one_asked_for_goes_out() {
    let mut sink = SmtpSink::start();
    sink.answer_with("451 4.3.0 busy");
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    app.advance_seconds(360.0).await;
    ask(&app).await;
    sink.accept();
    deliver(&app).await;
    assert_eq!(sink.received().len(), 1);
    let dropped = "SELECT count(*) AS n FROM outbox WHERE state = 'dropped' AND attempts = 2";
    assert_eq!(app.number(dropped).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_nobody_waits_for_any_more_is_dropped() {
    let sink = SmtpSink::start();
    let url = sink.url();
    drop(sink);
    let app = TestApp::with_smtp(&url).await;
    ask(&app).await;
    deliver(&app).await;
    app.advance_seconds(21.0 * 3600.0).await;
    deliver(&app).await;
    assert_eq!(
        app.number("SELECT count(*) AS n FROM outbox WHERE state = 'dropped'")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_sees_on_their_own_pages_that_their_mail_comes_back() {
    let mut sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    let text = {
        let received = sink.received();
        let mail = parsed(&received[0].raw);
        mail.body_text(0).expect("a text").into_owned()
    };
    let ann = Browser::at(&app);
    ann.spend(&link_in(&app, &text, "/sign-in/link/")).await;
    let key = support::lobby::make(&ann, &[]).await;
    let mut others = Vec::new();
    for (name, seat) in [("ben", "1"), ("cleo", "2")] {
        let address = format!("{name}@example.org");
        Browser::at(&app).ask_for_link(&address, "/").await;
        deliver(&app).await;
        let received = sink.received();
        let newest = received
            .iter()
            .rev()
            .find(|mail| mail.to == [address.as_str()]);
        let mail = parsed(&newest.expect("a link").raw);
        let text = mail.body_text(0).expect("a text").into_owned();
        let other = Browser::at(&app);
        other.spend(&link_in(&app, &text, "/sign-in/link/")).await;
        if seat == "2" {
            sink.answer_with("550 5.1.1 no such mailbox");
        }
        support::lobby::act(&other, &key, "join", &[("seat", seat)]).await;
        others.push(other);
    }
    deliver(&app).await;
    for path in [
        "/".to_owned(),
        "/account".to_owned(),
        format!("/games/{key}"),
    ] {
        for who in others.iter().chain([&ann]) {
            let page = who.get(&path).await;
            assert!(
                page.body.contains("no such mailbox"),
                "{path}: {}",
                page.body
            );
        }
    }
    // It goes as soon as a letter arrives again.
    sink.accept();
    let retried = "UPDATE outbox SET state = 'waiting' WHERE kind = 'game_started'";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut app.database.connect().await, retried)
        .await
        .expect("a statement");
    deliver(&app).await;
    assert!(!ann.get("/account").await.body.contains("no such mailbox"));
}
