//! The wire between a host and its database: TCP on one side, the server's
//! socket on the other, and in between somebody who cuts, delays and swallows.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};

/// One host's wire. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub struct Proxy {
    port: u16,
    wire: Arc<Wire>,
}

#[derive(Debug)]
struct Wire {
    socket: PathBuf,
    cuts: watch::Sender<u64>,
    delay_ms: AtomicU64,
    swallows: AtomicBool,
    holds: AtomicBool,
}

impl Proxy {
    pub async fn start(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let wire = Arc::new(Wire {
            socket,
            cuts: watch::Sender::new(0),
            delay_ms: AtomicU64::new(0),
            swallows: AtomicBool::new(false),
            holds: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&wire);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&accepting).carry(client));
            }
        });
        Self { port, wire }
    }

    /// The database as seen through the wire.
    pub fn url(&self) -> String {
        format!("postgresql://fieldpost@127.0.0.1:{}/postgres", self.port)
    }

    /// Every connection breaks.
    pub fn cut(&self) {
        self.wire.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Each piece of an answer comes so much later.
    pub fn delay(&self, delay: Duration) {
        let delay = u64::try_from(delay.as_millis()).expect("a short delay");
        self.wire.delay_ms.store(delay, Relaxed);
    }

    /// What is asked is done, and no answer ever comes. Cut the wire before
    /// letting answers through again: a half answer is none.
    pub fn swallow(&self, swallows: bool) {
        self.wire.swallows.store(swallows, Relaxed);
    }

    /// Nothing moves in either direction until it is let go.
    pub fn hold(&self, holds: bool) {
        self.wire.holds.store(holds, Relaxed);
    }

    /// As if nothing had ever been done to it.
    pub fn heal(&self) {
        self.delay(Duration::ZERO);
        self.hold(false);
        if self.wire.swallows.load(Relaxed) {
            self.cut();
            self.swallow(false);
        }
    }
}

impl Wire {
    async fn carry(self: Arc<Self>, client: TcpStream) {
        let mut cuts = self.cuts.subscribe();
        // The server is away: so is the connection.
        let Ok(server) = UnixStream::connect(&self.socket).await else {
            return;
        };
        let _ = client.set_nodelay(true);
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        tokio::select! {
            _ = cuts.changed() => {}
            () = self.pump(from_client, to_server, false) => {}
            () = self.pump(from_server, to_client, true) => {}
        }
    }

    async fn pump(
        &self,
        mut from: impl AsyncRead + Unpin,
        mut to: impl AsyncWrite + Unpin,
        answers: bool,
    ) {
        let mut piece = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = from.read(&mut piece).await {
            while self.holds.load(Relaxed) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            if answers {
                let delay = self.delay_ms.load(Relaxed);
                tokio::time::sleep(Duration::from_millis(delay)).await;
                if self.swallows.load(Relaxed) {
                    continue;
                }
            }
            if to.write_all(&piece[..length]).await.is_err() {
                return;
            }
        }
    }
}
