//! What an operator is told by numbers and by logs, and what neither tells.

mod support;

use std::{net::TcpListener, process::Stdio, time::Duration};

use fieldpost::app;
use support::{
    TestApp, TestGame,
    people::Browser,
    table::{fight, player},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_listener_counts_and_the_public_one_does_not_tell() {
    let app = TestApp::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(app::operator_server(app.state.clone(), listener).unwrap());
    let game = TestGame::with_clock(&app, Some(600), 0).await;
    let ada = player(&app, &game, 0).await;
    for seat in 1..3 {
        game.take(&app.state, seat, 1, r#"{"kind":"Concede"}"#)
            .await;
    }
    fight(&app, &game, 1).await;
    assert_eq!(game.standing(&app).await.1, "ended");
    assert_eq!(ada.get("/nothing/here").await.status, 404);
    assert_eq!(ada.get("/metrics").await.status, 404);
    let read = async || {
        let text = reqwest::get(format!("http://{address}/metrics"))
            .await
            .unwrap();
        assert_eq!(text.status(), 200);
        text.text().await.unwrap()
    };
    // The game that is over is counted beside the close, not in it.
    assert!(!read().await.contains("finished_stances_total{"));
    app.work().await;
    let text = read().await;
    for line in [
        "fieldpost_requests_total{method=\"GET\",status=\"404\"} 2\n",
        "fieldpost_closes_total 1\n",
        "fieldpost_close_late_seconds_count 1\n",
        "fieldpost_mails_total{outcome=\"sent\"}",
        "fieldpost_finished_activations_total ",
        "fieldpost_finished_stances_total{stance=\"",
        "fieldpost_outbox_mails{state=\"waiting\"} 0\n",
        "fieldpost_outbox_oldest_seconds 0\n",
        "fieldpost_games{phase=\"ended\"} 1\n",
        "fieldpost_overdue_games 0\n",
        "fieldpost_clock_halted 0\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let count = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.rsplit(' ').next());
        value.and_then(|value| value.parse::<f64>().ok()).unwrap()
    };
    assert!(count("fieldpost_replay_seconds_count") >= 1.0);
    assert!(count("fieldpost_finished_activations_total") > 5.0);
    for secret in [game.key.as_str(), "example.org"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_game_that_runs_nothing_of_its_play_is_counted() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    fight(&app, &game, 1).await;
    app.work().await;
    let text = app.state.metrics.print();
    assert!(text.contains("fieldpost_closes_total 1\n"), "{text}");
    for line in text.lines().filter(|line| line.contains("finished")) {
        assert!(line.starts_with('#'), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_hold_no_address_and_no_token() {
    let app = TestApp::start().await;
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let log = app.mailbox.with_extension("log");
    std::fs::create_dir_all(log.parent().unwrap()).unwrap();
    let mut host = std::process::Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .arg("serve")
        .env("FIELDPOST_DATABASE_URL", &app.database.url)
        .env("FIELDPOST_SECRET", "07".repeat(32))
        .env("FIELDPOST_LISTEN", format!("127.0.0.1:{port}"))
        .env("FIELDPOST_PUBLIC_URL", format!("http://127.0.0.1:{port}"))
        .env("FIELDPOST_MAILBOX", &app.mailbox)
        // As much as there is to tell.
        .env("RUST_LOG", "debug")
        .stderr(Stdio::from(std::fs::File::create(&log).unwrap()))
        .spawn()
        .unwrap();
    let address = format!("http://127.0.0.1:{port}");
    let ready = format!("{address}/readyz");
    for _ in 0..200 {
        if reqwest::get(&ready)
            .await
            .is_ok_and(|answer| answer.status() == 200)
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let visitor = Browser::to(&address);
    visitor.ask_for_link("sally@example.org", "/").await;
    let mut mail = None;
    for _ in 0..200 {
        mail = support::people::mails_to(&app, "sally@example.org")
            .await
            .pop();
        if mail.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let text = mail.expect("the mail comes").text;
    let link = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix(&address))
        .expect("a link")
        .to_owned();
    let token = link.rsplit('/').next().unwrap().to_owned();
    assert_eq!(token.len(), 43, "{link}");
    let page = visitor.spend(&link).await;
    let session = page.cookies()[0].to_owned();
    let session = session.split(['=', ';']).nth(1).unwrap().to_owned();
    // A link that opens nothing and a page that is not there, too.
    visitor.get(&format!("/sign-in/link/{token}")).await;
    visitor.get(&format!("/invitations/{token}")).await;
    visitor.get("/games/abcdefghij").await;
    let pid = host.id().to_string();
    std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .unwrap();
    host.wait().unwrap();
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(
        said.contains("mail sent") && said.lines().count() > 5,
        "{said}"
    );
    for secret in ["example.org", token.as_str(), session.as_str(), "07070707"] {
        let line = said.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "a log line holds {secret}");
    }
    for line in said.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("structured");
    }
    std::fs::remove_file(&log).unwrap();
}
