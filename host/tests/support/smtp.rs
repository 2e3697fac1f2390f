//! A real SMTP server for tests, on a free port of this machine; what it takes can be read here.
//!
//! It speaks the protocol through `smtp_sink.py` (aiosmtpd), so that what is tested is what goes over
//! the wire. It must not know what Fieldpost writes into its mails.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long [`SmtpSink::wait_for`] waits. Long, since CI's machines stop and start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A message as it came in.
#[derive(Debug, Clone)]
pub struct Received {
    /// The recipients of the envelope, which need not be those of the header.
    pub to: Vec<String>,
    /// The message itself, byte for byte.
    pub raw: Vec<u8>,
}

/// A running server. Dropping it ends it and removes what it took.
#[derive(Debug)]
pub struct SmtpSink {
    child: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    port: u16,
    folder: PathBuf,
    certificate: Option<PathBuf>,
}

impl SmtpSink {
    /// Starts a server that takes everything, in the clear.
    pub fn start() -> Self {
        Self::launch(false)
    }

    /// Starts a server that insists on STARTTLS and shows a certificate for `localhost` made just now;
    /// [`SmtpSink::certificate`] is what a client has to trust.
    pub fn start_with_tls() -> Self {
        Self::launch(true)
    }

    fn launch(tls: bool) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "smtp-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder for the mails");
        let mut command = Command::new(python());
        command
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/smtp_sink.py"))
            .arg(&folder);
        let certificate = tls.then(|| make_certificate(&folder));
        if let Some(certificate) = &certificate {
            command.arg(certificate).arg(folder.join("key.pem"));
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python starts");
        let commands = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        let mut line = String::new();
        answers
            .read_line(&mut line)
            .expect("the mail server answers");
        let port = line.trim().parse().unwrap_or_else(|_| {
            panic!("the mail server did not start (see above); scripts/test sets it up")
        });
        Self {
            child,
            commands,
            answers,
            port,
            folder,
            certificate,
        }
    }

    /// Where it listens, on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address as `FIELDPOST_SMTP_URL` wants it.
    pub fn url(&self) -> String {
        match self.certificate {
            None => format!("smtp://127.0.0.1:{}", self.port),
            Some(_) => format!("smtp://localhost:{}?tls=required", self.port),
        }
    }

    /// The certificate (PEM) that a client has to trust, where TLS is on.
    pub fn certificate(&self) -> Option<&Path> {
        self.certificate.as_deref()
    }

    /// From now on every message is answered with this, e.g. `451 4.3.0 busy` or `550 5.1.1 nobody`.
    pub fn answer_with(&mut self, reply: &str) {
        self.tell(&format!("answer {reply}"));
    }

    /// From now on messages are taken again.
    pub fn accept(&mut self) {
        self.tell("accept");
    }

    fn tell(&mut self, command: &str) {
        let commands = self.commands.as_mut().expect("open until dropped");
        writeln!(commands, "{command}").expect("the mail server listens");
        let mut line = String::new();
        self.answers
            .read_line(&mut line)
            .expect("the mail server answers");
        assert_eq!(line.trim(), "ok", "the mail server obeys");
    }

    /// The messages taken so far, in the order in which they came.
    pub fn received(&self) -> Vec<Received> {
        let mut paths: Vec<PathBuf> = fs::read_dir(&self.folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").path())
            .filter(|path| path.extension().is_some_and(|end| end == "eml"))
            .collect();
        paths.sort();
        let read = |path: PathBuf| Received {
            to: fs::read_to_string(path.with_extension("to"))
                .expect("each message has its recipients")
                .lines()
                .map(str::to_owned)
                .collect(),
            raw: fs::read(&path).expect("each message can be read"),
        };
        paths.into_iter().map(read).collect()
    }

    /// Waits until at least this many messages fit, and gives those that do.
    pub async fn wait_for(&self, count: usize, fits: impl Fn(&Received) -> bool) -> Vec<Received> {
        let began = Instant::now();
        loop {
            let mut found = self.received();
            found.retain(&fits);
            if found.len() >= count {
                return found;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "{} of {count} mails came within {PATIENCE:?}; in all there are {:?}",
                found.len(),
                self.received()
                    .iter()
                    .map(|mail| &mail.to)
                    .collect::<Vec<_>>()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        // It ends by itself when its input does; the signal is for one that hangs.
        drop(self.commands.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The checkout's own Python, which `scripts/test` sets up, or another one that is named.
fn python() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.test/venv/bin/python");
    match std::env::var_os("FIELDPOST_TEST_PYTHON") {
        Some(named) => named.into(),
        None if own.exists() => own,
        None => "python3".into(),
    }
}

/// Makes a certificate that is its own authority, for as long as a test lasts.
fn make_certificate(folder: &Path) -> PathBuf {
    let certificate = folder.join("certificate.pem");
    let request = folder.join("request.cnf");
    fs::write(
        &request,
        "[req]\ndistinguished_name = name\nx509_extensions = ext\nprompt = no\n\
         [name]\nCN = a mail server of tests\n\
         [ext]\nbasicConstraints = critical, CA:FALSE\nsubjectAltName = DNS:localhost, IP:127.0.0.1\n",
    )
    .expect("the folder can be written");
    let made = Command::new("openssl")
        .args(["req", "-x509", "-days", "2", "-nodes", "-newkey", "ec"])
        .args(["-pkeyopt", "ec_paramgen_curve:prime256v1", "-config"])
        .arg(&request)
        .arg("-keyout")
        .arg(folder.join("key.pem"))
        .arg("-out")
        .arg(&certificate)
        .output()
        .expect("openssl starts");
    assert!(
        made.status.success(),
        "openssl: {}",
        String::from_utf8_lossy(&made.stderr)
    );
    certificate
}
