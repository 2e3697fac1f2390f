//! A letter: what a mail says, once, and the message made of it.
//!
//! One list of blocks is written as text and as HTML by two small templates, so
//! that neither version ever says what the other does not. Headers are made
//! here too: a Message-ID that follows from the row and counts nothing, and the
//! thread of the game and seat that it belongs to.

use askama::Template;
use lettre::Message;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use crate::outbox::{Audience, Kind, Row};

/// One piece of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Say(String),
    /// What the next pieces are about.
    Heading(String),
    /// Items, one a line.
    List(Vec<String>),
    /// The thing to do: a label and an address of this host.
    Link {
        /// What opening it does.
        label: String,
        /// Where it leads.
        url: String,
    },
    /// For the record, in small print.
    Small(String),
}

/// A mail before it is a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The subject line.
    pub subject: String,
    /// What it says.
    pub blocks: Vec<Block>,
    /// Why its reader got it.
    pub footer: String,
}

impl Letter {
    /// The plain text, in lines of at most 76 characters where words allow.
    ///
    /// # Errors
    /// When the template fails.
    pub fn text(&self) -> Result<String, askama::Error> {
        TextLetter { letter: self }.render()
    }

    /// The same as HTML. Styles are inline, as mail programs want them.
    ///
    /// # Errors
    /// When the template fails.
    pub fn html(&self) -> Result<String, askama::Error> {
        HtmlLetter { letter: self }.render()
    }
}

#[derive(Template)]
#[template(path = "mail/letter.txt")]
struct TextLetter<'a> {
    letter: &'a Letter,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct HtmlLetter<'a> {
    letter: &'a Letter,
}

/// Breaks a text into lines of at most 76 characters. The first begins with
/// `first`, the others with `rest`; a longer word, such as an address, stays
/// whole.
fn wrap(text: &str, first: &str, rest: &str) -> String {
    const WIDTH: usize = 76;
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            rest.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push_str(&line);
    lines
}

/// The names a message goes by, without angle brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids {
    /// The message's own: the same each time its row is sent.
    pub message: String,
    /// What all mails of one game to one seat refer to. No message has it as
    /// its own, so whichever comes first, the rest gather around it.
    pub thread: Option<String>,
}

impl Ids {
    /// The names of a row's message. Keyed hashes, because a number that counts
    /// up would tell how many mails other seats have had.
    #[must_use]
    pub fn of(key: &[u8; 32], row: &Row, from: &Mailbox) -> Self {
        let name = |what: &str, parts: &[i64]| {
            let mut hasher = blake3::Hasher::new_keyed(key);
            hasher.update(what.as_bytes());
            for part in parts {
                hasher.update(&part.to_le_bytes());
            }
            let hash = hasher.finalize().to_hex();
            format!("{}@{}", &hash[..32], from.email.domain())
        };
        // What a maker hears of several seats is one thread.
        let is_of_seat = !matches!(
            Kind::parse(&row.kind).map(Kind::audience),
            Some(Audience::Account)
        );
        let seat = row.seat.filter(|_| is_of_seat);
        let reader = seat.map_or(-1, i64::from);
        Self {
            message: name("message", &[row.id]),
            thread: row.game_id.map(|game| name("thread", &[game, reader])),
        }
    }
}

/// The message of a letter: text and HTML, ready for the wire.
///
/// # Errors
/// Why it cannot be made, without addresses.
pub fn message(letter: &Letter, ids: &Ids, row: &Row, from: &Mailbox) -> Result<Message, String> {
    let to = row
        .email
        .parse()
        .map_err(|_| "the address cannot be written to".to_owned())?;
    let text = letter.text().map_err(|error| error.to_string())?;
    let html = letter.html().map_err(|error| error.to_string())?;
    let mut builder = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        // Names are other people's words; a subject is one line.
        .subject(
            letter
                .subject
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        )
        // The row's own time: a second sending is the same message.
        .date(row.created_at.into())
        .message_id(Some(format!("<{}>", ids.message)))
        .header(AutoSubmitted)
        .header(NoAnswers);
    if let Some(thread) = &ids.thread {
        builder = builder
            .references(format!("<{thread}>"))
            .in_reply_to(format!("<{thread}>"));
    }
    builder
        .multipart(MultiPart::alternative_plain_html(text, html))
        .map_err(|error| error.to_string())
}

/// Tells other programs that no person wrote this, so that holiday notes and
/// the like are not sent back (RFC 3834).
#[derive(Clone, Debug)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// The same in the words of Exchange, which does not heed the other.
#[derive(Clone, Debug)]
struct NoAnswers;

impl Header for NoAnswers {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("X-Auto-Response-Suppress")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "All".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::{Block, Ids, Letter, message, wrap};
    use crate::outbox::Row;

    #[test]
    fn a_name_cannot_add_a_header() {
        let row = Row {
            id: 7,
            game_id: Some(1),
            seat: Some(2),
            turn: Some(3),
            kind: "turn_ready".to_owned(),
            matter: String::new(),
            account_id: Some(4),
            email: "ann@example.org".to_owned(),
            attempts: 1,
            params: serde_json::Value::Null,
            created_at: DateTime::UNIX_EPOCH,
            leased_at: DateTime::UNIX_EPOCH,
        };
        let from = "Fieldpost <fieldpost@example.org>"
            .parse()
            .expect("a sender");
        let ids = Ids::of(&[1; 32], &row, &from);
        let letter = Letter {
            subject: "Autumn\r\nBcc: eve@example.org\r\n\r\nÜber".to_owned(),
            blocks: Vec::new(),
            footer: String::new(),
        };
        let message = message(&letter, &ids, &row, &from).expect("a message");
        let formatted = String::from_utf8(message.formatted()).expect("ASCII");
        let (headers, _) = formatted.split_once("\r\n\r\n").expect("a head and a body");
        assert!(
            headers.lines().all(|line| !line.starts_with("Bcc")),
            "{headers}"
        );
        assert_eq!(message.envelope().to().len(), 1);
        // Nothing in the names of a message counts anything.
        assert_eq!(ids, Ids::of(&[1; 32], &row, &from));
        assert_ne!(ids, Ids::of(&[2; 32], &row, &from));
    }

    #[test]
    fn lines_break_between_words_and_items_hang() {
        let text = "word ".repeat(20);
        let wrapped = wrap(&text, "- ", "  ");
        assert!(wrapped.lines().all(|line| line.chars().count() <= 76));
        assert!(wrapped.starts_with("- word") && wrapped.contains("\n  word"));
        assert_eq!(wrap("a\u{a0}b   c", "", ""), "a b c");
    }

    #[test]
    fn a_letter_says_the_same_as_text_and_as_html() {
        let letter = Letter {
            subject: "A <subject>".to_owned(),
            blocks: vec![
                Block::Say("Tom & Jerry <script>".to_owned()),
                Block::Heading("Losses".to_owned()),
                Block::List(vec!["one".to_owned(), "two".to_owned()]),
                Block::Link {
                    label: "Open".to_owned(),
                    url: "http://127.0.0.1/a?b=c&d".to_owned(),
                },
                Block::Small("seal".to_owned()),
            ],
            footer: "Why.".to_owned(),
        };
        let text = letter.text().expect("the template works");
        assert_eq!(
            text,
            "Tom & Jerry <script>\n\nLosses\n\n- one\n- two\n\nOpen:\nhttp://127.0.0.1/a?b=c&d\n\nseal\n\n-- \nWhy."
        );
        let html = letter.html().expect("the template works");
        assert!(html.contains("Tom &#38; Jerry &#60;script&#62;"));
        assert!(html.contains("href=\"http://127.0.0.1/a?b=c&#38;d\""));
    }
}
