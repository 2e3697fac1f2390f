//! A person at a browser: follows no redirect by itself, keeps its cookies,
//! sends forms as pages hold them, and signs in by links out of real mails.

use fieldpost::mail;
use fieldpost::mail::mailbox::{Mailbox, Opened};
use reqwest::header::{HeaderMap, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};

use super::{Host, TestApp};

/// A browser with its own cookies, open at one host.
#[derive(Debug)]
pub struct Browser {
    client: Client,
    address: String,
}

/// What a browser got.
#[derive(Debug)]
pub struct Page {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Page {
    /// Where it sends the browser.
    pub fn location(&self) -> &str {
        let place = self.headers.get(LOCATION);
        place.map_or("", |place| place.to_str().expect("a readable place"))
    }

    /// The token of the first form on it.
    pub fn csrf(&self) -> &str {
        field(&self.body, "csrf")
    }

    /// All `Set-Cookie` lines.
    pub fn cookies(&self) -> Vec<&str> {
        let lines = self.headers.get_all(SET_COOKIE).iter();
        lines
            .map(|line| line.to_str().expect("a readable cookie"))
            .collect()
    }
}

/// The value of the first hidden field of a name.
pub fn field<'a>(html: &'a str, name: &str) -> &'a str {
    let mark = format!("name=\"{name}\" value=\"");
    let start = html
        .find(&mark)
        .unwrap_or_else(|| panic!("no field {name} in:\n{html}"));
    let rest = &html[start + mark.len()..];
    &rest[..rest.find('"').expect("a value ends")]
}

impl Browser {
    /// A browser without a cookie.
    pub fn at(host: &Host) -> Self {
        Self::to(&host.address)
    }

    /// The same, to a process of its own.
    pub fn to(address: &str) -> Self {
        let client = Client::builder()
            .cookie_store(true)
            .redirect(Policy::none())
            .user_agent("Testbrowser/1")
            .build()
            .expect("a client");
        Self {
            client,
            address: address.to_owned(),
        }
    }

    /// Fetches a path.
    pub async fn get(&self, path: &str) -> Page {
        let url = format!("{}{path}", self.address);
        Self::page(self.client.get(url)).await
    }

    /// Sends a form as it is given, with or without a token.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let url = format!("{}{path}", self.address);
        Self::page(self.client.post(url).form(fields)).await
    }

    /// Sends a form of parts, as one with a file in it is sent.
    pub async fn post_parts(&self, path: &str, parts: &[(&str, &str)]) -> Page {
        let mut body = String::new();
        for (name, text) in parts {
            body.push_str("--part\r\nContent-Disposition: form-data; name=\"");
            body.push_str(name);
            // The file has a name, as browsers send one.
            let file = if *name == "file" {
                "\"; filename=\"a.json"
            } else {
                ""
            };
            body.push_str(&format!("{file}\"\r\n\r\n{text}\r\n"));
        }
        body.push_str("--part--\r\n");
        let request = self.client.post(format!("{}{path}", self.address));
        let request = request.header("content-type", "multipart/form-data; boundary=part");
        Self::page(request.body(body)).await
    }

    /// Sends JSON as a program does, with a token in its header or without.
    pub async fn post_json(
        &self,
        path: &str,
        csrf: Option<&str>,
        body: &serde_json::Value,
    ) -> Page {
        self.post_json_text(path, csrf, body.to_string()).await
    }

    /// The same with JSON that need not be what a program would write.
    pub async fn post_json_text(&self, path: &str, csrf: Option<&str>, body: String) -> Page {
        let mut request = self.client.post(format!("{}{path}", self.address));
        if let Some(csrf) = csrf {
            request = request.header("x-csrf-token", csrf);
        }
        let request = request
            .header("accept", "application/json")
            .header("content-type", "application/json")
            .body(body);
        let response = request.send().await.expect("the host answers");
        Page {
            status: response.status(),
            headers: response.headers().clone(),
            body: response.text().await.expect("a whole answer"),
        }
    }

    /// Sends a form with the token that a page holds.
    pub async fn submit(&self, page: &Page, path: &str, fields: &[(&str, &str)]) -> Page {
        let mut all = vec![("csrf", page.csrf())];
        all.extend_from_slice(fields);
        self.post(path, &all).await
    }

    async fn page(request: RequestBuilder) -> Page {
        let request = request.header("accept", "text/html,*/*;q=0.8");
        let response = request.send().await.expect("the host answers");
        Page {
            status: response.status(),
            headers: response.headers().clone(),
            body: response.text().await.expect("a whole answer"),
        }
    }

    /// Asks for a link, and gives the answer to the form.
    pub async fn ask_for_link(&self, email: &str, next: &str) -> Page {
        let form = self.get(&format!("/sign-in?next={next}")).await;
        let next = field(&form.body, "next").to_owned();
        self.submit(&form, "/sign-in", &[("email", email), ("next", &next)])
            .await
    }

    /// Opens a link and presses its button.
    pub async fn spend(&self, link: &str) -> Page {
        let page = self.get(link).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        self.submit(&page, link, &[]).await
    }

    /// Signs in by a mail in the app's mailbox; gives the answer to the button.
    pub async fn sign_in(&self, app: &TestApp, email: &str) -> Page {
        let asked = self.ask_for_link(email, "/").await;
        assert_eq!(asked.status, StatusCode::SEE_OTHER, "{}", asked.body);
        deliver(app).await;
        // Links go before all that waits, so it may not be the newest of them.
        let mails = mails_to(app, email).await;
        let start = app.url("/sign-in/link/");
        let mail = mails.iter().find(|mail| mail.text.contains(&start));
        let mail = mail.unwrap_or_else(|| panic!("no link to {email}"));
        let page = self
            .spend(&link_in(app, &mail.text, "/sign-in/link/"))
            .await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.body);
        page
    }
}

/// Sends every mail that is due.
pub async fn deliver(host: &Host) {
    while mail::step(&host.state).await.expect("the outbox works") {}
}

/// All mails to an address in the app's mailbox, newest first.
pub async fn mails_to(app: &TestApp, email: &str) -> Vec<Opened> {
    let mailbox = Mailbox::new(app.mailbox.clone());
    let mut mails = Vec::new();
    for item in mailbox.list().await.expect("the mailbox reads") {
        if item.to == email {
            let mail = mailbox.open(&item.name).await.expect("the mailbox reads");
            mails.push(mail.expect("a listed mail opens"));
        }
    }
    mails
}

/// The newest of them.
pub async fn newest_mail(app: &TestApp, email: &str) -> Opened {
    let mails = mails_to(app, email).await;
    mails
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("no mail to {email}"))
}

/// The path of the first link in a text that begins with `path`.
pub fn link_in(host: &Host, text: &str, path: &str) -> String {
    let start = host.url(path);
    let found = text
        .split_whitespace()
        .find(|word| word.starts_with(&start));
    let link = found.unwrap_or_else(|| panic!("no link to {path} in:\n{text}"));
    link[host.address.len()..].to_owned()
}
