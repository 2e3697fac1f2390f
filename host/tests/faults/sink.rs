//! A mail server with moods: it takes mails, puts them off, hangs up, or takes
//! one and hangs up without saying so. It knows what it took and what it said.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// How it takes the next mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Willing,
    /// 451 to whatever comes.
    Busy,
    /// The connection ends where the answer should be.
    HangsUp,
    /// The same, but the mail is on its way.
    TakesAndHangsUp,
    /// It answers, by and by.
    Slow,
}

/// A mail that it took.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub message_id: String,
    pub at: Instant,
    /// Whether the sender was told that it was taken.
    pub was_told: bool,
}

#[derive(Clone, Debug)]
pub struct Sink {
    port: u16,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
struct Inner {
    mood: Mood,
    taken: Vec<Delivery>,
}

impl Sink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let sink = Self {
            port: listener.local_addr().expect("it is bound").port(),
            inner: Arc::new(Mutex::new(Inner {
                mood: Mood::Willing,
                taken: Vec::new(),
            })),
        };
        let accepting = sink.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let sink = accepting.clone();
                tokio::spawn(async move {
                    // Who breaks off is part of the test.
                    let _ = sink.talk(client).await;
                });
            }
        });
        sink
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    pub fn turn(&self, mood: Mood) {
        self.inner.lock().expect("nobody panicked").mood = mood;
    }

    pub fn taken(&self) -> Vec<Delivery> {
        self.inner.lock().expect("nobody panicked").taken.clone()
    }

    fn mood(&self) -> Mood {
        self.inner.lock().expect("nobody panicked").mood
    }

    fn take(&self, message: &str, was_told: bool) {
        let named = message.split_once("Message-ID:").map(|(_, rest)| rest);
        let named = named.and_then(|rest| rest.split_once('<')?.1.split_once('>'));
        let (message_id, _) = named.unwrap_or_else(|| panic!("a mail without a name:\n{message}"));
        let delivery = Delivery {
            message_id: message_id.to_owned(),
            at: Instant::now(),
            was_told,
        };
        let mut inner = self.inner.lock().expect("nobody panicked");
        inner.taken.push(delivery);
    }

    async fn talk(&self, client: TcpStream) -> std::io::Result<()> {
        let mut client = BufReader::new(client);
        client.write_all(b"220 sink\r\n").await?;
        let mut line = String::new();
        loop {
            line.clear();
            if client.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let word = line.split_whitespace().next().unwrap_or_default();
            let answer: &[u8] = match word.to_ascii_uppercase().as_str() {
                "DATA" => {
                    client.write_all(b"354 go on\r\n").await?;
                    let message = read_message(&mut client).await?;
                    match self.mood() {
                        Mood::HangsUp => return Ok(()),
                        Mood::TakesAndHangsUp => {
                            self.take(&message, false);
                            return Ok(());
                        }
                        Mood::Busy => b"451 4.3.0 busy\r\n",
                        mood => {
                            if mood == Mood::Slow {
                                tokio::time::sleep(Duration::from_millis(700)).await;
                            }
                            self.take(&message, true);
                            b"250 taken\r\n"
                        }
                    }
                }
                "QUIT" => {
                    client.write_all(b"221 bye\r\n").await?;
                    return Ok(());
                }
                _ => b"250 ok\r\n",
            };
            client.write_all(answer).await?;
        }
    }
}

async fn read_message(client: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut message = String::new();
    loop {
        let mut line = Vec::new();
        if client.read_until(b'\n', &mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            return Ok(message);
        }
        message.push_str(&String::from_utf8_lossy(&line));
    }
}
