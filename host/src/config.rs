//! Configuration: flags and environment in, checked values out.
//!
//! A bad setting is refused here, before anything is started, and named.
//! Nothing else in the host reads the environment, but for the place of the
//! Postgres programs (`FIELDPOST_PG_BIN`, see `cluster`).

use std::{fmt, net::SocketAddr, path::PathBuf};

use clap::Args;

/// The settings as given, not yet checked.
#[derive(Args, Clone, Debug)]
pub struct ConfigArgs {
    /// Where the database is, e.g. postgresql://fieldpost@localhost/fieldpost
    #[arg(long, env = "FIELDPOST_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Address and port to serve on
    #[arg(long, env = "FIELDPOST_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// The address that people open, as it stands in mails
    #[arg(
        long,
        env = "FIELDPOST_PUBLIC_URL",
        default_value = "http://127.0.0.1:8080"
    )]
    pub public_url: String,
    /// At least 32 random bytes in hex; all keys are derived from it
    #[arg(long, env = "FIELDPOST_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Mail server, e.g. smtps://user:password@mail.example.org; without it mail goes to the mailbox
    #[arg(long, env = "FIELDPOST_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Folder for mail where no mail server is configured
    #[arg(long, env = "FIELDPOST_MAILBOX", default_value = ".play/mailbox")]
    pub mailbox: PathBuf,
    /// Sender of all mails
    #[arg(
        long,
        env = "FIELDPOST_MAIL_FROM",
        default_value = "Fieldpost <fieldpost@localhost>"
    )]
    pub mail_from: String,
    /// Who may get an account: open (whoever asks), invited, or closed
    #[arg(long, env = "FIELDPOST_REGISTRATION", default_value = "open")]
    pub registration: String,
    /// Mail addresses of operators, with commas between them
    #[arg(long, env = "FIELDPOST_OPERATORS", default_value = "")]
    pub operators: String,
    /// Address and port for operators only (metrics, health)
    #[arg(long, env = "FIELDPOST_OPERATOR_LISTEN")]
    pub operator_listen: Option<String>,
}

/// A setting that cannot be used, by the name of its variable.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {fault}")]
pub struct ConfigError {
    /// The environment variable.
    pub name: &'static str,
    /// What is wrong and what to do.
    pub fault: String,
}

/// Checked settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// Postgres connection string.
    pub database_url: DatabaseUrl,
    /// Where to serve; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What links in mails start with.
    pub public_url: PublicUrl,
    /// Root of all keys.
    pub secret: Secret,
    /// `None`: mail goes into `mailbox`.
    pub smtp_url: Option<SmtpUrl>,
    /// Folder of `.eml` files.
    pub mailbox: PathBuf,
    /// Sender of all mails.
    pub mail_from: lettre::message::Mailbox,
    /// Listener for operators.
    pub operator_listen: Option<SocketAddr>,
    /// Who may come in, and who operates.
    pub access: Access,
}

/// Who may come in, and who operates.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Who may get an account.
    pub registration: Registration,
    /// Addresses of operators, in lower case.
    pub operators: Vec<String>,
}

/// Who may get an account. Whoever has one may always sign in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// Whoever asks.
    #[default]
    Open,
    /// Whoever was invited to a seat, by mail or by a link.
    Invited,
    /// Nobody.
    Closed,
}

impl Access {
    fn check(registration: &str, operators: &str) -> Result<Self, ConfigError> {
        let registration = match registration {
            "open" => Registration::Open,
            "invited" => Registration::Invited,
            "closed" => Registration::Closed,
            other => {
                let fault = format!("{other:?} is none of open, invited, closed");
                return Err(missing("FIELDPOST_REGISTRATION", &fault));
            }
        };
        let given = operators.split(',').map(str::trim);
        let operators = given.filter(|text| !text.is_empty()).map(|text| {
            let address: Result<lettre::Address, _> = text.to_lowercase().parse();
            address.map(|address| address.to_string()).map_err(|_| {
                missing(
                    "FIELDPOST_OPERATORS",
                    &format!("{text:?} is no mail address"),
                )
            })
        });
        Ok(Self {
            registration,
            operators: operators.collect::<Result<_, _>>()?,
        })
    }
}

/// A connection string; never printed, as it may hold a password.
#[derive(Clone)]
pub struct DatabaseUrl(pub String);

/// A mail server's address; never printed, as it may hold a password.
#[derive(Clone)]
pub struct SmtpUrl(pub String);

/// The root of all keys of a host; never printed.
#[derive(Clone)]
pub struct Secret([u8; 32]);

/// Scheme and host that people reach this host by, without a trailing slash.
#[derive(Clone, Debug)]
pub struct PublicUrl(String);

impl Secret {
    /// From any 32 bytes or more.
    pub fn new(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// A key for one purpose. `context` is a constant of that purpose.
    pub fn derive(&self, context: &'static str) -> [u8; 32] {
        blake3::derive_key(context, &self.0)
    }
}

impl PublicUrl {
    /// Whether cookies can be limited to TLS.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The full address of a path that begins with `/`.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Scheme, host and port.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks and cuts a trailing slash.
    pub fn parse(text: &str) -> Result<Self, String> {
        let uri: actix_web::http::Uri = text.parse().map_err(|_| "not an address".to_owned())?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none() {
            return Err("must begin with http:// or https:// and a host".to_owned());
        }
        if uri.path().len() > 1 || uri.query().is_some() {
            return Err("must have no path: put the host at the root of a name".to_owned());
        }
        Ok(Self(text.trim_end_matches('/').to_owned()))
    }
}

macro_rules! hidden {
    ($($name:ident),*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )*};
}
hidden!(DatabaseUrl, SmtpUrl, Secret);

impl Config {
    /// Checks all settings; the first bad one is returned.
    pub fn check(args: ConfigArgs) -> Result<Self, ConfigError> {
        let database_url = database_url(args.database_url)?;
        let secret = args
            .secret
            .ok_or_else(|| missing("FIELDPOST_SECRET", SECRET_HINT))?;
        let secret = unhex(secret.trim())
            .filter(|bytes| bytes.len() >= 32)
            .ok_or_else(|| missing("FIELDPOST_SECRET", SECRET_HINT))?;
        Ok(Self {
            database_url,
            listen: socket("FIELDPOST_LISTEN", &args.listen)?,
            public_url: PublicUrl::parse(&args.public_url).map_err(|fault| ConfigError {
                name: "FIELDPOST_PUBLIC_URL",
                fault,
            })?,
            secret: Secret::new(&secret),
            smtp_url: args
                .smtp_url
                .filter(|url| !url.is_empty())
                .map(smtp)
                .transpose()?,
            mailbox: args.mailbox,
            mail_from: args.mail_from.parse().map_err(|error| ConfigError {
                name: "FIELDPOST_MAIL_FROM",
                fault: format!("{:?} is no mail address: {error}", args.mail_from),
            })?,
            access: Access::check(&args.registration, &args.operators)?,
            operator_listen: args
                .operator_listen
                .map(|listen| socket("FIELDPOST_OPERATOR_LISTEN", &listen))
                .transpose()?,
        })
    }
}

const SECRET_HINT: &str = "needs at least 32 bytes in hex; make one with: openssl rand -hex 32";

/// Checks the connection string alone, for commands that need nothing else.
pub fn database_url(given: Option<String>) -> Result<DatabaseUrl, ConfigError> {
    let name = "FIELDPOST_DATABASE_URL";
    let url = given
        .filter(|url| !url.is_empty())
        .ok_or_else(|| missing(name, "is not set; give the address of a Postgres database"))?;
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        Ok(DatabaseUrl(url))
    } else {
        Err(missing(name, "must begin with postgresql://"))
    }
}

fn smtp(url: String) -> Result<SmtpUrl, ConfigError> {
    let name = "FIELDPOST_SMTP_URL";
    // Without TLS, or with one that a middleman can talk away, anybody on the
    // way reads the password.
    let is_secure = url.starts_with("smtps://") || url.contains("tls=required");
    if url.contains('@') && !is_secure {
        return Err(missing(
            name,
            "has a password and no TLS; use smtps://, or add ?tls=required",
        ));
    }
    lettre::AsyncSmtpTransport::<lettre::Tokio1Executor>::from_url(&url).map_err(|error| {
        ConfigError {
            name,
            fault: format!("not a mail server: {error}"),
        }
    })?;
    Ok(SmtpUrl(url))
}

fn socket(name: &'static str, text: &str) -> Result<SocketAddr, ConfigError> {
    text.parse().map_err(|_| ConfigError {
        name,
        fault: format!("{text:?} is no address and port, such as 127.0.0.1:8080"),
    })
}

fn missing(name: &'static str, fault: &str) -> ConfigError {
    ConfigError {
        name,
        fault: fault.to_owned(),
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::smtp;

    #[test]
    fn a_password_is_never_sent_in_the_clear() {
        for url in [
            "smtps://ann:secret@mail.example.org",
            "smtp://ann:secret@mail.example.org:587?tls=required",
            "smtp://127.0.0.1:2525",
        ] {
            assert!(smtp(url.to_owned()).is_ok(), "{url}");
        }
        for url in [
            "smtp://ann:secret@mail.example.org",
            "smtp://ann:secret@mail.example.org?tls=opportunistic",
            "http://mail.example.org",
        ] {
            let error = smtp(url.to_owned()).expect_err(url).to_string();
            assert!(error.starts_with("FIELDPOST_SMTP_URL"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
