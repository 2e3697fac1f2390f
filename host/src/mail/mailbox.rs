//! The local mailbox: a folder of `.eml` files, for play without a mail server.
//!
//! A file is named by its message, so a mail that is sent twice lies there
//! once, and is whole when it appears. Any mail program can open the files.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use mail_parser::{Message, MessageParser};

/// A folder of mails.
#[derive(Clone, Debug)]
pub struct Mailbox {
    folder: PathBuf,
}

/// A mail in the list.
#[derive(Clone, Debug)]
pub struct Item {
    /// What its page is called.
    pub name: String,
    /// To whom it went.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// When, by its own header.
    pub date: String,
    /// Keys of the games that it links to.
    pub games: Vec<String>,
}

/// A mail to read.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What stands in the list too.
    pub item: Item,
    /// Who sent it.
    pub from: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

impl Mailbox {
    /// A mailbox in a folder, which is made when the first mail comes.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Stores a message.
    ///
    /// # Errors
    /// The file system's.
    pub async fn put(&self, message_id: &str, message: Vec<u8>) -> io::Result<()> {
        let folder = self.folder.clone();
        let name: String = message_id
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        blocking(move || {
            fs::create_dir_all(&folder)?;
            let part = folder.join(format!("{name}.part"));
            fs::write(&part, message)?;
            fs::rename(part, folder.join(format!("{name}.eml")))
        })
        .await
    }

    /// All mails, newest first.
    ///
    /// # Errors
    /// The file system's.
    pub async fn list(&self) -> io::Result<Vec<Item>> {
        let folder = self.folder.clone();
        blocking(move || {
            let mut mails = mails(&folder)?;
            mails.sort_by(|one, other| other.cmp(one));
            Ok(mails
                .into_iter()
                .filter_map(|(_, path)| Some(opened(&path)?.item))
                .collect())
        })
        .await
    }

    /// One mail by its name in the list; `None` for whatever is not in it.
    ///
    /// # Errors
    /// The file system's.
    pub async fn open(&self, name: &str) -> io::Result<Option<Opened>> {
        // A name is letters and digits: it cannot lead out of the folder.
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(None);
        }
        let path = self.folder.join(format!("{name}.eml"));
        blocking(move || Ok(opened(&path))).await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(io::Error::other)?
}

fn mails(folder: &Path) -> io::Result<Vec<(SystemTime, PathBuf)>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|end| end == "eml") {
            found.push((entry.metadata()?.modified()?, path));
        }
    }
    Ok(found)
}

/// A file that somebody removed or broke meanwhile is no mail.
fn opened(path: &Path) -> Option<Opened> {
    let bytes = fs::read(path).ok()?;
    let name = path.file_stem()?.to_str()?.to_owned();
    let message = MessageParser::default().parse(&bytes)?;
    let text = message.body_text(0).unwrap_or_default().into_owned();
    Some(Opened {
        item: Item {
            games: games(&text),
            name,
            to: addresses(message.to()),
            subject: message.subject().unwrap_or_default().to_owned(),
            date: date(&message),
        },
        from: addresses(message.from()),
        text,
        html: message.body_html(0).unwrap_or_default().into_owned(),
    })
}

/// The games whose pages a text links to, each once.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = text
        .split("/games/")
        .skip(1)
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            rest[..end.unwrap_or(rest.len())].to_owned()
        })
        .collect();
    games.sort_unstable();
    games.dedup();
    games
}

fn addresses(list: Option<&mail_parser::Address<'_>>) -> String {
    let Some(list) = list else {
        return String::new();
    };
    list.iter()
        .filter_map(|address| address.address.as_deref())
        .collect::<Vec<_>>()
        .join(", ")
}

fn date(message: &Message<'_>) -> String {
    message
        .date()
        .and_then(|date| chrono::DateTime::from_timestamp(date.to_timestamp(), 0))
        .map(|at| crate::texts::instant(at, chrono_tz::Tz::UTC))
        .unwrap_or_default()
}
