//! The server itself: health, headers, the shape of errors, dead connections.

mod support;

use support::TestApp;

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
