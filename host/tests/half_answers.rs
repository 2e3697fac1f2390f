//! An answer that breaks off before the commit is heard of is no answer. Found by
//! the faults: a server that was stopped at once sent the row of an append that
//! it never committed, and the order was acknowledged.

mod support;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use diesel_async::{AsyncConnection, AsyncPgConnection};
use fieldpost::{
    error::Error,
    log::{self, Busy},
};
use support::{TestApp, TestGame};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
};

const MARCH: &str = r#"{"kind":"SetStance","unit":601,"stance":"March"}"#;

/// `ReadyForQuery`: what a server says once a statement is committed.
const READY: usize = 6;

/// A wire to the database that, when told to, keeps back the end of an answer
/// and breaks. Yields the address of the database at its end.
async fn wire(app: &TestApp, breaks: Arc<AtomicBool>) -> String {
    let (_, host) = app.database.url.split_once("host=").unwrap();
    let socket = PathBuf::from(host.split('&').next().unwrap()).join(".s.PGSQL.5432");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = UnixStream::connect(&socket).await.unwrap();
            tokio::spawn(carry(client, server, Arc::clone(&breaks)));
        }
    });
    let name = &app.database.name;
    format!("postgresql://fieldpost@127.0.0.1:{port}/{name}")
}

async fn carry(client: TcpStream, server: UnixStream, breaks: Arc<AtomicBool>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
    let mut piece = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from_server.read(&mut piece).await {
        let is_end = length > READY && piece[length - READY] == b'Z';
        // The answer with the row, and not the one to its preparation.
        let has_row = piece[..length].contains(&b'D');
        if is_end && has_row && breaks.load(SeqCst) {
            let _ = to_client.write_all(&piece[..length - READY]).await;
            return;
        }
        if to_client.write_all(&piece[..length]).await.is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_is_in_when_its_commit_is_heard_of() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let breaks = Arc::new(AtomicBool::new(false));
    let url = wire(&app, Arc::clone(&breaks)).await;
    let mut conn = AsyncPgConnection::establish(&url).await.unwrap();
    // Heard to its end it is taken; this also prepares the statement.
    let first = [game.append(&app, 0, MARCH).await];
    let taken = log::append(&mut conn, &first, Busy::Wait).await;
    assert_eq!(taken.unwrap(), [true]);
    breaks.store(true, SeqCst);
    let second = [game.append(&app, 0, MARCH).await];
    let taken = log::append(&mut conn, &second, Busy::Wait).await;
    assert!(taken.is_err(), "{taken:?}");
    app.work().await;
}

/// It may be in, so nobody may say that it is not, or enter it once more.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_without_an_answer_is_not_entered_again() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let breaks = Arc::new(AtomicBool::new(false));
    let host = app.host_on(&wire(&app, Arc::clone(&breaks)).await).await;
    game.take(&host.state, 0, 1, MARCH).await;
    breaks.store(true, SeqCst);
    let answered = game.send(&host.state, 0, 1, &[MARCH]).await;
    assert!(matches!(answered, Err(Error::Internal(_))), "{answered:?}");
    assert_eq!(game.assert_sound(&app).await.len(), 2);
    breaks.store(false, SeqCst);
    game.take(&host.state, 0, 1, MARCH).await;
    assert_eq!(game.assert_sound(&app).await.len(), 3);
    app.work().await;
}
