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
use fieldpost::log::{self, ChainedRecord, Expected};
use fieldpost_engine::{
    ids::SeatId,
    log::{Hash, OrderRecord, parse_order},
};
use support::{TestApp, TestGame};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, UnixStream},
};

/// `ReadyForQuery`: what a server says once a statement is committed.
const READY: usize = 6;

/// A wire to the database that, when told to, keeps back the end of an answer
/// and breaks. Yields its port.
async fn wire(socket: PathBuf, breaks: Arc<AtomicBool>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (client, _) = listener.accept().await.unwrap();
        let server = UnixStream::connect(socket).await.unwrap();
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
            to_client.write_all(&piece[..length]).await.unwrap();
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_whose_commit_was_not_heard_of_is_not_taken() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let (_, host) = app.database.url.split_once("host=").unwrap();
    let socket = PathBuf::from(host.split('&').next().unwrap()).join(".s.PGSQL.5432");
    let breaks = Arc::new(AtomicBool::new(false));
    let port = wire(socket, Arc::clone(&breaks)).await;
    let url = format!(
        "postgresql://fieldpost@127.0.0.1:{port}/{}",
        app.database.name
    );
    let mut conn = AsyncPgConnection::establish(&url).await.unwrap();
    let mut chain = app
        .state
        .replays
        .head(&app.state.db, game.id)
        .await
        .unwrap()
        .chain;
    let mut append = async |head_seq: i32, conn: &mut AsyncPgConnection| {
        let record = OrderRecord {
            seq: head_seq as u32 + 1,
            turn: 1,
            seat: Some(SeatId(0)),
            order: parse_order(r#"{"kind":"CommitOrders"}"#).unwrap(),
        };
        let head_chain = chain;
        let record = ChainedRecord::behind(chain, record);
        chain = Hash(record.chain.0);
        let expected = Expected {
            game_id: game.id,
            head_seq,
            head_chain,
            turn: 1,
            seat: 0,
            session: None,
            within_deadline: true,
        };
        log::append(conn, &expected, &[record], true, None).await
    };
    // Heard to its end it is taken; this also prepares the statement.
    assert!(append(0, &mut conn).await.unwrap());
    breaks.store(true, SeqCst);
    let taken = append(1, &mut conn).await;
    assert!(taken.is_err(), "{taken:?}");
    app.work().await;
}
