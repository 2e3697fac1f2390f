//! People at real browsers, from the mail that lets them in to the turn that has been played.
//! Mails go over SMTP to a real server; the pages are looked at, at the width of a desk and of a phone.

mod support;

use mail_parser::MessageParser;
use support::TestApp;
use support::browser::{Browsers, Session};
use support::people::deliver;
use support::smtp::SmtpSink;

/// Somebody at a browser of their own.
struct Player {
    page: Session,
    email: String,
}

impl Player {
    /// Opens a browser and signs in: asks for a link, reads the mail, presses the button.
    async fn sign_in(app: &TestApp, sink: &SmtpSink, browsers: &Browsers, name: &str) -> Self {
        let player = Self {
            page: browsers.session(name).await,
            email: format!("{name}@example.org"),
        };
        let page = &player.page;
        page.open(&app.url("/sign-in")).await;
        page.screenshot("sign-in").await;
        page.fill("input[name=email]", &player.email).await;
        page.click("form button[type=submit]").await;
        page.wait_for_text("Look in your mail").await;
        deliver(app).await;
        let link = player.newest_link(app, sink, "/sign-in/link/").await;
        page.open(&link).await;
        page.screenshot("sign-in-confirm").await;
        page.click("main form button[type=submit]").await;
        player
    }

    /// The first link of this kind in the newest mail that has one.
    async fn newest_link(&self, app: &TestApp, sink: &SmtpSink, path: &str) -> String {
        let start = app.url(path);
        let link = |raw: &[u8]| -> Option<String> {
            let mail = MessageParser::default().parse(raw)?;
            let text = mail.body_text(0)?;
            let found = text
                .split_whitespace()
                .find(|word| word.starts_with(&start));
            found.map(str::to_owned)
        };
        let mails = sink
            .wait_for(1, |mail| {
                mail.to.contains(&self.email) && link(&mail.raw).is_some()
            })
            .await;
        let newest = mails.last().expect("waited for one");
        link(&newest.raw).expect("looked for above")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_link_signs_in() {
    let sink = SmtpSink::start();
    let app = TestApp::with_smtp(&sink.url()).await;
    let browsers = Browsers::start();
    let ada = Player::sign_in(&app, &sink, &browsers, "ada").await;
    ada.page.open(&app.url("/account")).await;
    ada.page.wait_for_text(&ada.email).await;
    ada.page.screenshot("account").await;
}
