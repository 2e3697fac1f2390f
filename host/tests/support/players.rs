//! Players at real browsers: they read their mail, sign in, take their seats and commit.

use mail_parser::MessageParser;

use super::TestApp;
use super::browser::{Browsers, Session};
use super::smtp::{Received, SmtpSink};

/// Somebody at a browser of their own.
pub struct Player {
    pub page: Session,
    pub email: String,
}

/// A mail as its reader gets it.
#[derive(Debug)]
pub struct Letter {
    pub subject: String,
    pub text: String,
}

impl Letter {
    fn read(mail: &Received) -> Self {
        let parsed = MessageParser::default()
            .parse(&mail.raw)
            .expect("a mail can be read");
        Self {
            subject: parsed.subject().unwrap_or_default().to_owned(),
            text: parsed.body_text(0).unwrap_or_default().into_owned(),
        }
    }

    /// All letters of a game to a seat have one subject; the headline tells them apart.
    fn is_about(&self, words: &str) -> bool {
        let headline = self.text.lines().next().unwrap_or_default();
        self.subject.contains(words) || headline.contains(words)
    }

    /// The first link in it to a place below `path`.
    pub fn link(&self, app: &TestApp, path: &str) -> String {
        let start = app.url(path);
        let mut words = self.text.split_whitespace();
        let link = words.find(|word| word.starts_with(&start));
        link.unwrap_or_else(|| panic!("no link to {path} in:\n{}", self.text))
            .to_owned()
    }
}

impl Player {
    /// The address of somebody of this name.
    pub fn email_of(name: &str) -> String {
        format!("{name}@example.org")
    }

    /// Follows an invitation from the mail to the seat.
    pub async fn join(app: &TestApp, sink: &SmtpSink, browsers: &Browsers, name: &str) -> Self {
        let player = Self {
            page: browsers.session(name).await,
            email: Self::email_of(name),
        };
        let invitation = player.mail(sink, "a seat for you").await;
        player
            .sign_in_at(app, sink, &invitation.link(app, "/invitations/"))
            .await;
        player.page.screenshot("invitation").await;
        player.page.click("main form button.main").await;
        player.page.wait_for_text("Kelsey Ford").await;
        player
    }

    /// Opens a page that wants to know who reads it, signs in by mail, and is back there.
    pub async fn sign_in_at(&self, app: &TestApp, sink: &SmtpSink, address: &str) {
        let page = &self.page;
        page.open(address).await;
        if !page.shows("input[name=email]").await {
            page.click("main a[href^='/sign-in']").await;
        }
        page.screenshot("sign-in").await;
        page.fill("input[name=email]", &self.email).await;
        page.click("main form button[type=submit]").await;
        page.wait_for_text("Look in your mail").await;
        page.screenshot("sign-in-sent").await;
        let letter = self.mail(sink, "link to sign in").await;
        page.open(&letter.link(app, "/sign-in/link/")).await;
        page.screenshot("sign-in-confirm").await;
        page.click("main form button[type=submit]").await;
        page.wait_for_address(address).await;
    }

    /// The newest mail to them whose subject or headline has these words, waited for.
    pub async fn mail(&self, sink: &SmtpSink, words: &str) -> Letter {
        let fits =
            |mail: &Received| mail.to.contains(&self.email) && Letter::read(mail).is_about(words);
        let mails = sink.wait_for(1, fits).await;
        Letter::read(mails.last().expect("waited for one"))
    }

    /// All mails to them so far whose subjects or headlines have these words.
    pub fn mails(&self, sink: &SmtpSink, words: &str) -> Vec<Letter> {
        let mails = sink.received().into_iter();
        mails
            .filter(|mail| mail.to.contains(&self.email))
            .map(|mail| Letter::read(&mail))
            .filter(|letter| letter.is_about(words))
            .collect()
    }

    /// Commits on the page of the game, while others are still writing.
    pub async fn commit(&self) {
        self.page.click("form.commit button").await;
        self.page
            .find("form.commit input[name=kind][value=RevokeCommit]")
            .await;
    }

    /// Takes it back.
    pub async fn revoke(&self) {
        self.page.click("form.commit button").await;
        self.page
            .find("form.commit input[name=kind][value=CommitOrders]")
            .await;
    }
}
