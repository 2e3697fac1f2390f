//! Bodies of requests: none is unpacked, none holds a host up, whoever sends it.

mod support;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use support::TestApp;
use support::people::Browser;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A connection that sends this and no more.
async fn begun(app: &TestApp, text: &str) -> TcpStream {
    let address = app.address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(text.as_bytes()).await.expect("it reads");
    stream
}

/// All that comes, until the host closes.
async fn answer(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let whole = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut all));
    // A connection that is reset after its answer has closed as well.
    let _ = whole.await.expect("the host closes");
    String::from_utf8_lossy(&all).into_owned()
}

/// The head of a form whose body is this long.
fn head(path: &str, more: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: \
         application/x-www-form-urlencoded\r\n{more}\r\n\r\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_packed_body_is_refused_before_any_of_it_is_read() {
    let app = TestApp::start().await;
    let doors = [
        "/sign-in",
        "/games/new",
        "/games/new/upload",
        "/games/AAAAAAAAAAAA/pad",
        "/api/v1/games/AAAAAAAAAAAA/orders",
        "/no/such/thing",
    ];
    for door in doors {
        for encoding in ["gzip", "GZIP", "deflate, identity", "br"] {
            // Not a byte of the body is sent: nothing can have been waited for.
            let more = format!("content-encoding: {encoding}\r\ncontent-length: 244627");
            let began = Instant::now();
            let told = answer(&mut begun(&app, &head(door, &more)).await).await;
            assert!(told.starts_with("HTTP/1.1 415 "), "{door}: {told}");
            assert!(told.contains(r#""code":"content-encoding""#), "{told}");
            assert!(told.contains("x-content-type-options: nosniff"), "{told}");
            assert!(began.elapsed() < Duration::from_secs(5), "{door}");
        }
    }
    // A browser gets a page that says so.
    let more = "content-encoding: gzip\r\naccept: text/html\r\ncontent-length: 9";
    let told = answer(&mut begun(&app, &head("/sign-in", more)).await).await;
    assert!(told.contains("without Content-Encoding"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_said_to_be_as_it_is_goes_in() {
    let app = TestApp::start().await;
    let body = "csrf=x&email=ada%40example.org";
    let more = format!(
        "content-encoding: identity\r\nconnection: close\r\ncontent-length: {}",
        body.len()
    );
    let told = answer(&mut begun(&app, &(head("/sign-in", &more) + body)).await).await;
    // It was read: what is wrong is its token.
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_stops_is_answered_and_its_connection_closed() {
    let app = TestApp::start().await;
    let began = Instant::now();
    let lengths = ["content-length: 900", "transfer-encoding: chunked"];
    let bodies = ["csrf=x", "6\r\ncsrf=x\r\n"];
    for (length, body) in lengths.into_iter().zip(bodies) {
        let mut slow = begun(&app, &(head("/sign-in", length) + body)).await;
        let told = answer(&mut slow).await;
        assert!(told.starts_with("HTTP/1.1 408 "), "{length}: {told}");
        assert!(told.contains(r#""code":"too-slow""#), "{told}");
    }
    let took = began.elapsed();
    assert!(took > Duration::from_secs(19), "{took:?}");
    // One that nobody reads is not waited for either, however it would come.
    for (length, body) in lengths.into_iter().zip(bodies) {
        let began = Instant::now();
        let mut slow = begun(&app, &(head("/no/such/thing", length) + body)).await;
        let told = answer(&mut slow).await;
        assert!(told.starts_with("HTTP/1.1 404 "), "{length}: {told}");
        assert!(began.elapsed() < Duration::from_secs(8), "{length}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_one_place_has_begun_make_the_host_deaf_to_nobody() {
    let app = TestApp::start().await;
    let mut held = Vec::new();
    for _ in 0..200 {
        held.push(begun(&app, &(head("/sign-in", "content-length: 900") + "csrf=")).await);
    }
    // The host hears others, and pages too.
    let page = Browser::at(&app.host).get("/healthz").await;
    assert_eq!(page.status, 200);
    // Those beyond the limit were answered at once.
    let told =
        join_all(held.iter_mut().map(async |stream| {
            tokio::time::timeout(Duration::from_secs(5), answer(stream)).await
        }));
    let told: Vec<String> = told.await.into_iter().flatten().collect();
    assert_eq!(told.len(), 136, "64 are waited for");
    for told in told {
        assert!(told.starts_with("HTTP/1.1 429 "), "{told}");
        assert!(told.contains("retry-after: 5"), "{told}");
    }
    // From elsewhere a form goes in meanwhile: it is read, and refused for its token.
    let body = "csrf=x";
    let more = format!(
        "x-forwarded-for: 203.0.113.9\r\nconnection: close\r\ncontent-length: {}",
        body.len()
    );
    let told = answer(&mut begun(&app, &(head("/sign-in", &more) + body)).await).await;
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
    // And from here again, once those are gone.
    drop(held);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let more = format!("connection: close\r\ncontent-length: {}", body.len());
    let told = answer(&mut begun(&app, &(head("/sign-in", &more) + body)).await).await;
    assert!(told.starts_with("HTTP/1.1 403 "), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_says_little_and_a_door_for_players_listens_to_none() {
    let app = TestApp::start().await;
    let more = "content-length: 70000";
    let told = answer(&mut begun(&app, &head("/sign-in", more)).await).await;
    assert!(told.starts_with("HTTP/1.1 413 "), "{told}");
    // Who is not signed in is told so before the orders have come.
    let head = head("/api/v1/games/AAAAAAAAAAAA/orders", "content-length: 5000");
    let told = answer(&mut begun(&app, &head).await).await;
    assert!(told.starts_with("HTTP/1.1 401 "), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_in_an_address_is_answered_with_the_headers_of_every_answer() {
    let app = TestApp::start().await;
    let response = reqwest::get(app.url("/games/%00"))
        .await
        .expect("an answer");
    assert_eq!(response.status(), 404);
    assert!(response.headers().contains_key("content-security-policy"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}
