//! The way out: an SMTP server, or where none is set a folder on this machine.

use std::fmt;

use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use super::compose::Undelivered;
use super::letter::Ids;
use super::mailbox::Mailbox;
use crate::config::Config;
use crate::error::Error;

/// An attempt must be over well before its lease is.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30);

/// Where messages go.
pub enum Transport {
    /// A mail server. Whether by TLS is the address's word: `smtps://`, or
    /// `smtp://…?tls=required`.
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// A folder of `.eml` files.
    Mailbox(Mailbox),
}

impl Transport {
    /// What the settings ask for. Connects to nobody yet.
    ///
    /// # Errors
    /// When the address of the server cannot be read.
    pub fn new(config: &Config) -> Result<Self, Error> {
        match &config.smtp_url {
            Some(url) => {
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url.0)
                    .map_err(Error::internal)?
                    .timeout(Some(TIMEOUT))
                    .build();
                Ok(Self::Smtp(smtp))
            }
            None => Ok(Self::Mailbox(Mailbox::new(config.mailbox.clone()))),
        }
    }

    /// The local mailbox, where mail goes into one.
    #[must_use]
    pub fn mailbox(&self) -> Option<&Mailbox> {
        match self {
            Self::Smtp(_) => None,
            Self::Mailbox(mailbox) => Some(mailbox),
        }
    }

    /// Hands a message over.
    ///
    /// # Errors
    /// Whether and why to try again: a server's 5xx is its last word, all else
    /// may pass.
    pub async fn send(&self, ids: &Ids, message: Message) -> Result<(), Undelivered> {
        match self {
            Self::Smtp(smtp) => match smtp.send(message).await {
                Ok(_) => Ok(()),
                Err(error) => Err(judge(&error)),
            },
            Self::Mailbox(mailbox) => mailbox
                .put(&ids.message, message.formatted())
                .await
                .map_err(|error| Undelivered::NotNow(format!("the mailbox folder: {error}"))),
        }
    }
}

fn judge(error: &SmtpError) -> Undelivered {
    // The cause tells more than the category; both belong to the operator.
    let why = match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    let why = why.chars().take(500).collect();
    if error.is_permanent() {
        Undelivered::Never(why)
    } else {
        Undelivered::NotNow(why)
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Smtp(_) => "Smtp",
            Self::Mailbox(_) => "Mailbox",
        })
    }
}
