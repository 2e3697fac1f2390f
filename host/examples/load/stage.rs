//! What every measurement stands on: a database of its own, people with seats,
//! and a host process as the system runs it.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use actix_web::cookie::{Cookie, CookieJar, Key};
use diesel::{QueryableByName, prelude::*, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost::{
    app::State,
    auth::{invitations, sessions},
    cluster::{Cluster, Durability},
    config::{Access, Config, DatabaseUrl, PublicUrl, Secret},
    db,
    games::{self, NewGame},
    schema::accounts,
};
use fieldpost_engine::scenario::Scenario;

/// The database and a way to it. Thrown away when dropped.
pub struct Stage {
    pub state: State,
    pub url: String,
    folder: PathBuf,
    cluster: Option<Cluster>,
}

/// Somebody at a seat.
#[derive(Clone)]
pub struct Seated {
    pub game_id: i64,
    pub game_key: String,
    pub cookie: String,
}

/// The host's own program, beside this one.
pub fn program() -> PathBuf {
    let here = std::env::current_exe().expect("this program has a file");
    let folder = here.parent().and_then(Path::parent).expect("a folder");
    let program = folder.join("fieldpost");
    assert!(program.is_file(), "{} is not built", program.display());
    program
}

impl Stage {
    pub async fn set() -> Self {
        let folder = std::env::temp_dir().join(format!("fieldpost-load-{}", std::process::id()));
        let path = folder.join("postgres");
        let start = move || Cluster::start(&path, Durability::Safe, &program());
        let cluster = tokio::task::spawn_blocking(start).await.expect("no panic");
        let cluster = cluster.expect("the database starts");
        let url = cluster.url("postgres");
        db::migrate(&url).await.expect("the migrations apply");
        let config = Config {
            database_url: DatabaseUrl(url.clone()),
            listen: "127.0.0.1:0".parse().expect("an address"),
            public_url: PublicUrl::parse("http://127.0.0.1:8080").expect("an address"),
            secret: Secret::new(&[7; 32]),
            smtp_url: None,
            mailbox: folder.join("mailbox"),
            mail_from: "fieldpost@example.org".parse().expect("an address"),
            operator_listen: None,
            access: Access::default(),
        };
        Self {
            state: State::connect(config).await.expect("the database answers"),
            url,
            folder,
            cluster: Some(cluster),
        }
    }

    pub async fn conn(&self) -> AsyncPgConnection {
        use diesel_async::AsyncConnection;
        AsyncPgConnection::establish(&self.url)
            .await
            .expect("the database answers")
    }

    /// A game that has begun, and its players.
    pub async fn game(&self, scenario: Scenario) -> Vec<Seated> {
        let seats = scenario.seats.len();
        let new = NewGame {
            name: None,
            scenario,
            deadline_seconds: None,
            reserve_seconds: 0,
            created_by: None,
        };
        let mut conn = self.state.db.get().await.expect("the database answers");
        let game = games::create(&mut conn, new).await.expect("a game");
        let mut seated = Vec::new();
        for seat in 0..i16::try_from(seats).expect("a few seats") {
            let account_id: i64 = diesel::insert_into(accounts::table)
                .values((
                    accounts::email.eq(format!("seat{seat}.{}@example.org", game.key)),
                    accounts::name.eq(""),
                ))
                .returning(accounts::id)
                .get_result(&mut conn)
                .await
                .expect("an account");
            let token = invitations::offer(&mut conn, &self.state.auth, game.id, seat, None)
                .await
                .expect("a free seat");
            games::take_seat(&mut conn, &token, account_id)
                .await
                .expect("a seat");
            let session = sessions::begin(&mut conn, account_id, "load", None)
                .await
                .expect("a session");
            seated.push(Seated {
                game_id: game.id,
                game_key: game.key.clone(),
                cookie: cookie(&session.reveal()),
            });
        }
        seated
    }

    /// Processor time that the database has used, in its living processes.
    pub fn server_cpu(&self) -> Duration {
        let pid_file = self.folder.join("postgres/data/postmaster.pid");
        let text = std::fs::read_to_string(pid_file).expect("it runs");
        let server = text.lines().next().expect("its number").to_owned();
        let processes = std::fs::read_dir("/proc").expect("the system tells");
        processes
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|pid| fields(&pid))
            .filter(|fields| fields[1] == server)
            .map(|fields| cpu(&fields))
            .sum()
    }

    /// A host process, ready.
    pub async fn host(&self) -> Host {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let child = Command::new(program())
            .arg("serve")
            .env("FIELDPOST_DATABASE_URL", &self.url)
            .env("FIELDPOST_SECRET", "07".repeat(32))
            .env("FIELDPOST_LISTEN", format!("127.0.0.1:{port}"))
            .env("FIELDPOST_MAILBOX", self.folder.join("mailbox"))
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .spawn()
            .expect("the host starts");
        let host = Host {
            child,
            address: format!("127.0.0.1:{port}"),
        };
        let patience = Instant::now() + Duration::from_secs(30);
        loop {
            if let Ok(mut client) = super::http::Client::open(&host.address).await
                && client.get("/readyz", "").await.0 == 200
            {
                return host;
            }
            assert!(Instant::now() < patience, "the host does not come up");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(cluster) = self.cluster.take() {
            let _ = cluster.stop();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A host process; ends when dropped.
pub struct Host {
    child: Child,
    pub address: String,
}

impl Host {
    /// Processor time that it has used.
    pub fn cpu(&self) -> Duration {
        cpu(&fields(&self.child.id().to_string()).expect("it runs"))
    }

    /// Memory that it holds, in MiB.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        kilobytes
            .and_then(|text| text.parse().ok())
            .unwrap_or(0_u64)
            / 1024
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the system tells of a process, from its state on; none if there is no such one.
fn fields(pid: &str) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    Some(fields.split(' ').map(str::to_owned).collect())
}

/// User and system time, which the system counts in hundredths of a second.
fn cpu(fields: &[String]) -> Duration {
    let ticks = |at: usize| fields[at].parse::<u64>().expect("ticks");
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// The session's cookie as a host would have signed it.
fn cookie(session: &str) -> String {
    let secret = Secret::new(&[7; 32]);
    let mut key = [0; 64];
    key[..32].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, signing"));
    key[32..].copy_from_slice(&secret.derive("fieldpost 2026-01 cookies, sealing"));
    let mut jar = CookieJar::new();
    jar.signed_mut(&Key::from(&key))
        .add(Cookie::new("fieldpost", session.to_owned()));
    let signed = jar.get("fieldpost").expect("it was added");
    format!("fieldpost={}", signed.value())
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// One number out of the database.
pub async fn number(conn: &mut AsyncPgConnection, sql: &str) -> i64 {
    let row: Number = diesel::sql_query(sql)
        .get_result(conn)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
    row.n
}
