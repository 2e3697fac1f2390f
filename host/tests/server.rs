//! The server itself: health, headers, the shape of errors, dead connections.

mod support;

use std::{
    net::TcpListener,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use diesel_async::SimpleAsyncConnection;
use support::TestApp;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_a_migrated_database_is_healthy_and_ready() {
    let app = TestApp::start().await;
    for path in ["/healthz", "/readyz"] {
        let response = reqwest::get(app.url(path)).await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_told_of_an_error_by_a_problem_document() {
    let app = TestApp::start().await;
    let response = reqwest::get(app.url("/no/such/thing")).await.unwrap();
    assert_eq!(response.status(), 404);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    let problem: serde_json::Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "not-found");
    assert_eq!(problem["status"], 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_die_in_the_pool_are_replaced_unseen() {
    let app = TestApp::start().await;
    let ready = async || reqwest::get(app.url("/readyz")).await.unwrap().status();
    assert_eq!(ready().await, 200);
    for _ in 0..3 {
        let killed = app
            .number(
                "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            .await;
        assert!(killed > 0);
        // The end of a connection is seen when the system has told of it.
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        assert_eq!(ready().await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_is_whole_for_a_browser_that_takes_compressed_pages() {
    let app = TestApp::start().await;
    let response = reqwest::Client::new()
        .get(app.url("/no/such/thing"))
        .header("accept", "text/html,application/xhtml+xml")
        .header("accept-encoding", "identity")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 404);
    let plain = response.text().await.unwrap();
    assert!(!plain.is_empty());
    let response = reqwest::Client::new()
        .get(app.url("/no/such/thing"))
        .header("accept", "text/html,application/xhtml+xml")
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    let is_compressed = response.headers().get("content-encoding").is_some();
    let body = response.bytes().await.unwrap();
    // What says that it is compressed is, and the other way round.
    assert_eq!(is_compressed, body.starts_with(&[0x1f, 0x8b]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_is_answered_as_a_get_without_what_it_holds() {
    let app = TestApp::start().await;
    let client = reqwest::Client::new();
    for path in [
        "/",
        "/healthz",
        "/sign-in",
        "/no/such/page",
        "/api/v1/games",
    ] {
        let got = client.get(app.url(path)).send().await.unwrap();
        let head = client.head(app.url(path)).send().await.unwrap();
        assert_eq!(head.status(), got.status(), "{path}");
        let kind = |response: &reqwest::Response| response.headers().get("content-type").cloned();
        assert_eq!(kind(&head), kind(&got), "{path}");
        assert_eq!(head.text().await.unwrap(), "", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_says_within_seconds_that_its_database_is_silent() {
    let app = TestApp::start().await;
    // Whoever holds this holds up the question that readiness asks.
    let mut conn = app.database.connect().await;
    conn.batch_execute("BEGIN; LOCK __diesel_schema_migrations")
        .await
        .unwrap();
    let asked = std::time::Instant::now();
    let ready = reqwest::get(app.url("/readyz")).await.unwrap();
    assert_eq!(ready.status(), 503);
    assert_eq!(
        ready.text().await.unwrap(),
        "the database does not answer\n"
    );
    // Ten seconds and more before there was a limit.
    assert!(asked.elapsed().as_secs() < 8, "{:?}", asked.elapsed());
    conn.batch_execute("ROLLBACK").await.unwrap();
    let ready = reqwest::get(app.url("/readyz")).await.unwrap();
    assert_eq!(ready.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_waits_for_a_database_that_is_away_and_says_so() {
    let app = TestApp::start().await;
    // Where the database will be, once it has come.
    let place = std::env::temp_dir().join(format!("fp-{}", app.database.name));
    let (before, behind) = app.database.url.split_once("host=").unwrap();
    let (socket, behind) = behind.split_once('&').unwrap();
    let url = format!("{before}host={}&{behind}", place.display());
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let log = app.mailbox.with_extension("away.log");
    std::fs::create_dir_all(log.parent().unwrap()).unwrap();
    let mut host = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("serve")
        .env("FIELDPOST_DATABASE_URL", &url)
        .env("FIELDPOST_SECRET", "07".repeat(32))
        .env("FIELDPOST_LISTEN", format!("127.0.0.1:{port}"))
        .env("FIELDPOST_PUBLIC_URL", format!("http://127.0.0.1:{port}"))
        .env("FIELDPOST_MAILBOX", &app.mailbox)
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let says = |what: &str| std::fs::read_to_string(&log).unwrap().contains(what);
    let until = async |what: &str| {
        for _ in 0..300 {
            if says(what) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{what}: {}", std::fs::read_to_string(&log).unwrap());
    };
    until("the database is away").await;
    assert!(host.try_wait().unwrap().is_none(), "it waits");
    std::os::unix::fs::symlink(socket, &place).unwrap();
    until("serving").await;
    host.kill().unwrap();
    host.wait().unwrap();
    std::fs::remove_file(&place).unwrap();
    std::fs::remove_file(&log).unwrap();
}

/// Whether the wire below takes everything and passes nothing on.
static IS_STUCK: AtomicBool = AtomicBool::new(false);

/// One way of a wire.
async fn pass_on(mut from: impl AsyncReadExt + Unpin, mut to: impl AsyncWriteExt + Unpin) {
    let mut bytes = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        while IS_STUCK.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_hangs_loses_its_connections_and_nobody_waits_for_ever() {
    let app = TestApp::start().await;
    let place = std::env::temp_dir().join(format!("fp-{}", app.database.name));
    std::fs::create_dir(&place).unwrap();
    let (before, behind) = app.database.url.split_once("host=").unwrap();
    let (socket, behind) = behind.split_once('&').unwrap();
    let url = format!("{before}host={}&{behind}", place.display());
    let server = std::path::Path::new(socket).join(".s.PGSQL.5432");
    let listener = UnixListener::bind(place.join(".s.PGSQL.5432")).unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (from, to) = client.into_split();
            let (back, there) = UnixStream::connect(&server).await.unwrap().into_split();
            tokio::spawn(pass_on(from, there));
            tokio::spawn(pass_on(back, to));
        }
    });
    let mut state = app.host_on(&url).await.state.clone();
    state.db.patience = Duration::from_millis(300);
    state.db.probe().await.unwrap();
    let waiting = state.db.clone();
    IS_STUCK.store(true, Ordering::Relaxed);
    let waits = tokio::spawn(async move {
        let mut conn = waiting.get().await.unwrap();
        conn.batch_execute("SELECT 1").await
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let began = Instant::now();
    state.db.probe().await.unwrap_err();
    assert!(waits.await.unwrap().is_err(), "who waited is told");
    assert!(began.elapsed() < Duration::from_secs(5));
    IS_STUCK.store(false, Ordering::Relaxed);
    state.db.probe().await.unwrap();
    std::fs::remove_dir_all(&place).unwrap();
}
