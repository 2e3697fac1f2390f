//! The machines that faults happen to: a Postgres of this test's own, and host
//! processes under somebody who starts them again.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use diesel_async::{AsyncConnection, AsyncPgConnection};
use fieldpost::cluster::{Cluster, Durability};
use tokio::{process::Command, sync::Mutex, task::JoinHandle};

use super::{proxy::Proxy, sink::Sink};

/// A Postgres that keeps what it has acknowledged, in a folder of its own.
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    /// Its URL and nothing in between.
    pub url: String,
    /// Its socket, for the wires.
    pub socket: PathBuf,
    /// One at a time stops and starts it.
    cluster: Mutex<Option<Cluster>>,
}

impl Server {
    pub async fn start(folder: &Path) -> Self {
        let cluster = launch(folder.to_owned()).await;
        let url = cluster.url("postgres");
        let (_, host) = url.split_once("host=").expect("a socket");
        let folder_of_socket = host.split('&').next().expect("a folder");
        Self {
            folder: folder.to_owned(),
            socket: Path::new(folder_of_socket).join(".s.PGSQL.5432"),
            url,
            cluster: Mutex::new(Some(cluster)),
        }
    }

    /// Stops it, leaves it stopped for a while, starts it. Immediately is as if
    /// the power had failed; fast is how an operator does it.
    pub async fn restart(&self, immediately: bool, down: Duration) {
        let mut cluster = self.cluster.lock().await;
        let pid_file = self.folder.join("data/postmaster.pid");
        let text = std::fs::read_to_string(&pid_file).expect("a server that runs");
        let pid = text.lines().next().expect("its number").to_owned();
        signal(if immediately { "QUIT" } else { "INT" }, &pid).await;
        let patience = Instant::now() + Duration::from_secs(60);
        while is_alive(&pid) {
            assert!(Instant::now() < patience, "the database does not stop");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(down).await;
        *cluster = Some(launch(self.folder.clone()).await);
    }

    /// A connection with the owner's rights, by no wire.
    pub async fn connect(&self) -> AsyncPgConnection {
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            match AsyncPgConnection::establish(&self.url).await {
                Ok(conn) => return conn,
                Err(error) => assert!(Instant::now() < patience, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn stop(&self) {
        let cluster = self.cluster.lock().await.take().expect("it runs");
        let stopped = tokio::task::spawn_blocking(move || cluster.stop()).await;
        stopped.expect("no panic").expect("it stops");
    }
}

async fn launch(folder: PathBuf) -> Cluster {
    let start = move || {
        let guard = Path::new(env!("CARGO_BIN_EXE_fieldpost"));
        Cluster::start(&folder, Durability::Safe, guard).expect("the database starts")
    };
    tokio::task::spawn_blocking(start).await.expect("no panic")
}

fn is_alive(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z ") && !stat.contains(") X "))
}

async fn signal(name: &str, pid: &str) {
    let mut kill = Command::new("kill");
    // It may be gone by itself already.
    let _ = kill
        .args(["-s", name, pid])
        .stderr(Stdio::null())
        .status()
        .await;
}

/// A host process, started again whenever it ends.
#[derive(Clone, Debug)]
pub struct Machine {
    pub name: &'static str,
    pub address: String,
    pub wire: Proxy,
    pub log: PathBuf,
    pid: Arc<AtomicU32>,
    stops: Arc<AtomicBool>,
}

impl Machine {
    /// Starts it; the handle ends when it was told to stop and has, with
    /// whether it went well.
    pub async fn start(
        name: &'static str,
        server: &Server,
        sink: &Sink,
        folder: &Path,
    ) -> (Self, JoinHandle<bool>) {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let machine = Self {
            name,
            address: format!("http://127.0.0.1:{port}"),
            wire: Proxy::start(server.socket.clone()).await,
            log: folder.join(format!("{name}.log")),
            pid: Arc::default(),
            stops: Arc::default(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
        command
            .arg("serve")
            .env("FIELDPOST_DATABASE_URL", machine.wire.url())
            .env("FIELDPOST_SECRET", "07".repeat(32))
            .env("FIELDPOST_LISTEN", format!("127.0.0.1:{port}"))
            .env("FIELDPOST_SMTP_URL", sink.url())
            .env("RUST_LOG", "info")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        let kept = tokio::spawn(machine.clone().keep(command));
        (machine, kept)
    }

    async fn keep(self, mut command: Command) -> bool {
        loop {
            let mut log = std::fs::File::options();
            let log = log.create(true).append(true).open(&self.log);
            command.stderr(log.expect("a log"));
            let mut child = command.spawn().expect("a host starts");
            self.pid.store(child.id().expect("it runs"), SeqCst);
            let ended = child.wait().await.expect("it ends");
            if self.stops.load(SeqCst) {
                return ended.success();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// It dies at once and comes back.
    pub async fn kill(&self) {
        self.signal("KILL").await;
    }

    /// It stands still, and goes on as if nothing had been.
    pub async fn freeze(&self, time: Duration) {
        let pid = self.pid.load(SeqCst).to_string();
        signal("STOP", &pid).await;
        tokio::time::sleep(time).await;
        signal("CONT", &pid).await;
    }

    /// It is asked to end, and does not come back.
    pub async fn stop(&self) {
        self.stops.store(true, SeqCst);
        self.signal("TERM").await;
    }

    async fn signal(&self, name: &str) {
        signal(name, &self.pid.load(SeqCst).to_string()).await;
    }

    /// Waits until it says that it is ready.
    pub async fn wait_until_ready(&self, client: &reqwest::Client) {
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            let asked = client.get(format!("{}/readyz", self.address)).send().await;
            if asked.is_ok_and(|answer| answer.status() == 200) {
                return;
            }
            assert!(
                Instant::now() < patience,
                "host {} does not come up; see {}",
                self.name,
                self.log.display()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
