//! The outbox against a real database and a real SMTP server: what goes out,
//! how often, and what happens when it does not.

mod support;

use fieldpost::{mail, outbox};
use mail_parser::{Message, MessageParser, MimeHeaders as _};
use support::TestApp;
use support::browser::Browsers;
use support::people::{Browser, deliver, link_in, newest_mail};
use support::smtp::SmtpSink;

const ANN: &str = "ann@example.org";

fn parsed(raw: &[u8]) -> Message<'_> {
    MessageParser::default().parse(raw).expect("a message")
}

async fn ask(app: &TestApp) {
    let asked = Browser::at(app).ask_for_link(ANN, "/").await;
    assert_eq!(asked.status, 303, "{}", asked.body);
}

async fn row(app: &TestApp, column: &str) -> i64 {
    app.number(&format!("SELECT ({column})::bigint AS n FROM outbox"))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_goes_over_the_wire_as_text_and_html() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    let received = sink.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, [ANN]);
    let mail = parsed(&received[0].raw);
    assert!(
        mail.content_type()
            .is_some_and(|kind| kind.c_subtype.as_deref() == Some("alternative"))
    );
    assert_eq!(mail.text_body_count(), 1);
    assert_eq!(mail.html_body_count(), 1);
    assert_eq!(
        mail.header_raw("Auto-Submitted").map(str::trim),
        Some("auto-generated")
    );
    assert_eq!(
        mail.header_raw("X-Auto-Response-Suppress").map(str::trim),
        Some("All")
    );
    let id = mail.message_id().expect("a Message-ID");
    assert_eq!(
        app.number(&format!(
            "SELECT count(*) AS n FROM outbox WHERE message_id = '{id}' AND state = 'sent'"
        ))
        .await,
        1
    );

    // And the link that went through SMTP signs in.
    let text = mail.body_text(0).expect("a text").into_owned();
    let ann = Browser::at(&app);
    let arrived = ann.spend(&link_in(&app, &text, "/sign-in/link/")).await;
    assert_eq!(arrived.status, 303);
    assert_eq!(
        ann.get("/mailbox").await.status,
        404,
        "no mailbox where mail goes out"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_was_sent_and_not_marked_goes_again_as_the_same_message() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    let leased = {
        let mut conn = app.state.db.get().await.expect("a connection");
        outbox::lease(&mut conn)
            .await
            .expect("the outbox works")
            .expect("a row")
    };
    // Sent, and then the process dies.
    mail::attempt(&app.state, &leased).await;
    assert!(
        !mail::step(&app.state).await.expect("a step"),
        "the lease still holds"
    );
    app.advance_seconds(121.0).await;
    assert!(mail::step(&app.state).await.expect("a step"));
    let received = sink.received();
    assert_eq!(received.len(), 2);
    let (one, two) = (parsed(&received[0].raw), parsed(&received[1].raw));
    assert_eq!(one.message_id(), two.message_id());
    assert_eq!(one.body_text(0), two.body_text(0), "the same link");
    assert_eq!(row(&app, "attempts").await, 2);
    assert!(!mail::step(&app.state).await.expect("a step"));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_workers_at_once_send_each_mail_once() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let second = app.second_host().await;
    for n in 0..12 {
        let asked = Browser::at(&app)
            .ask_for_link(&format!("p{n}@example.org"), "/")
            .await;
        assert_eq!(asked.status, 303);
    }
    let (one, two) = (&app.state, &second.state);
    let work = |state| async move { while mail::step(state).await.expect("a step") {} };
    tokio::join!(
        work(one),
        work(two),
        work(one),
        work(two),
        work(one),
        work(two)
    );
    let mut to: Vec<_> = sink
        .received()
        .into_iter()
        .flat_map(|mail| mail.to)
        .collect();
    to.sort();
    let count = to.len();
    to.dedup();
    assert_eq!((count, to.len()), (12, 12));
    assert_eq!(
        app.number("SELECT count(*) AS n FROM outbox WHERE attempts = 1 AND state = 'sent'")
            .await,
        12
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_server_is_asked_again_later_and_later() {
    let mut sink = SmtpSink::start();
    sink.answer_with("451 4.3.0 busy");
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    assert_eq!(row(&app, "attempts").await, 1);
    assert!(
        !mail::step(&app.state).await.expect("a step"),
        "not before half a minute"
    );
    let waits = "extract(epoch FROM not_before - fieldpost_now())";
    assert!((25..=30).contains(&row(&app, waits).await));
    app.advance_seconds(31.0).await;
    assert!(mail::step(&app.state).await.expect("a step"));
    assert!((55..=60).contains(&row(&app, waits).await));
    assert_eq!(
        app.number(
            "SELECT count(*) AS n FROM outbox WHERE state = 'waiting' AND last_error LIKE '%busy%'"
        )
        .await,
        1
    );

    sink.accept();
    app.advance_seconds(61.0).await;
    deliver(&app).await;
    assert_eq!(sink.received().len(), 1);
    assert_eq!(
        app.number("SELECT count(*) AS n FROM outbox WHERE state = 'sent' AND last_error IS NULL")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_mail_is_kept_and_not_sent_again() {
    let mut sink = SmtpSink::start();
    sink.answer_with("550 5.1.1 nobody here");
    let app = TestApp::with_smtp(&sink.url()).await;
    ask(&app).await;
    deliver(&app).await;
    sink.accept();
    app.advance_seconds(86_400.0).await;
    assert!(!mail::step(&app.state).await.expect("a step"));
    assert_eq!(app.number("SELECT count(*) AS n FROM outbox WHERE state = 'dead' AND attempts = 1 AND last_error LIKE '%nobody here%'").await, 1);
    assert!(sink.received().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_tls_is_required_nothing_goes_in_the_clear() {
    // A server without TLS, and one whose certificate nobody vouches for.
    let plain = SmtpSink::start();
    let untrusted = SmtpSink::start_with_tls();
    for (sink, url) in [
        (&plain, format!("{}?tls=required", plain.url())),
        (&untrusted, untrusted.url()),
    ] {
        let app = TestApp::with_smtp(&url).await;
        ask(&app).await;
        deliver(&app).await;
        assert!(sink.received().is_empty(), "{url}");
        assert_eq!(app.number("SELECT count(*) AS n FROM outbox WHERE state = 'waiting' AND last_error IS NOT NULL").await, 1);
    }
}

/// A host as a process of its own, so that it can be given a certificate to
/// trust. Dropping it ends it.
struct Process(std::process::Child);

impl Process {
    fn serving(app: &TestApp, sink: &SmtpSink) -> Self {
        let certificate = sink.certificate().expect("a server with TLS");
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .arg("serve")
            .env("FIELDPOST_DATABASE_URL", &app.database.url)
            .env("FIELDPOST_LISTEN", "127.0.0.1:0")
            .env("FIELDPOST_PUBLIC_URL", &app.address)
            .env("FIELDPOST_SECRET", "07".repeat(32))
            .env("FIELDPOST_SMTP_URL", sink.url())
            .env("SSL_CERT_FILE", certificate)
            .env_remove("FIELDPOST_OPERATOR_LISTEN")
            .spawn()
            .expect("the program starts");
        Self(child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_certificate_it_trusts_a_host_sends_by_tls() {
    let sink = SmtpSink::start_with_tls();
    let app = TestApp::start().await;
    ask(&app).await;
    // The link of one process is mailed by another: both know the secret.
    let other = Process::serving(&app, &sink);
    let received = sink.wait_for(1, |mail| mail.to == [ANN]).await;
    drop(other);
    let mail = parsed(&received[0].raw);
    let text = mail.body_text(0).expect("a text").into_owned();
    let arrived = Browser::at(&app)
        .spend(&link_in(&app, &text, "/sign-in/link/"))
        .await;
    assert_eq!(arrived.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_shows_a_mail_and_its_links_work() {
    let app = TestApp::start().await;
    let ann = Browser::at(&app);
    assert!(ann.get("/mailbox").await.body.contains("No mail yet"));
    ann.ask_for_link(ANN, "/").await;
    deliver(&app).await;
    let list = ann.get("/mailbox").await;
    assert!(list.body.contains(ANN) && list.body.contains("Your link to sign in to Fieldpost"));
    let start = list.body.find("href=\"/mailbox/").expect("a mail") + "href=\"".len();
    let path = list.body[start..]
        .split('"')
        .next()
        .expect("a path")
        .to_owned();

    let mail = ann.get(&path).await;
    let link = link_in(&app, &newest_mail(&app, ANN).await.text, "/sign-in/link/");
    assert!(
        mail.body
            .contains(&format!("<a href=\"{}{link}\">", app.address))
    );
    assert!(mail.body.contains("sandbox="));
    let policy = |page: &support::people::Page| {
        page.headers["content-security-policy"]
            .to_str()
            .expect("text")
            .to_owned()
    };
    assert!(
        policy(&mail).contains("frame-src 'self'") && policy(&mail).contains("script-src 'self'")
    );

    let html = ann.get(&format!("{path}/html")).await;
    assert!(policy(&html).starts_with("sandbox ") && policy(&html).contains("default-src 'none'"));
    assert!(!policy(&html).contains("script"), "nothing runs in a mail");
    assert_eq!(html.headers["x-frame-options"], "SAMEORIGIN");
    assert!(html.body.contains(&link));
    for wrong in [
        "/mailbox/..%2f..%2fetc%2fpasswd",
        "/mailbox/none",
        "/mailbox/none/html",
    ] {
        assert_eq!(ann.get(wrong).await.status, 404, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_is_for_this_machine_alone() {
    let app = TestApp::start().await;
    let ask = async |header: Option<(&str, &str)>| {
        let mut request = reqwest::Client::new().get(app.url("/mailbox"));
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        request.send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(ask(None).await, 200);
    // A page elsewhere whose name points here, and what a proxy hands on.
    for header in [
        ("host", "elsewhere.example"),
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-host", "play.example.org"),
        ("forwarded", "for=203.0.113.9"),
    ] {
        assert_eq!(ask(Some(header)).await, 404, "{header:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_real_browser_the_framed_mail_signs_in_through_its_button() {
    let app = TestApp::start().await;
    ask(&app).await;
    deliver(&app).await;
    let browsers = Browsers::start();
    let ann = browsers.session("ann").await;
    ann.open(&app.url("/mailbox")).await;
    ann.click("td a").await;
    ann.find("iframe.mail-html").await;
    // The driver does not scroll the page around a frame of another origin.
    ann.evaluate("document.querySelector('iframe').scrollIntoView()")
        .await;
    let client = &ann.client;
    client.enter_frame(0).await.expect("the mail's own frame");
    // The mail leads the whole window, not its frame, to the sign-in page.
    ann.click("a").await;
    client.enter_parent_frame().await.ok();
    ann.wait_for_text("Finish signing in").await;
    assert!(ann.address().await.contains("/sign-in/link/"));
    ann.click("main form button").await;
    // Going elsewhere before the form has been answered would call it off.
    ann.wait_for_address(&app.url("/")).await;
    ann.open(&app.url("/account")).await;
    ann.wait_for_text(ANN).await;
}
