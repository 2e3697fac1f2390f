//! The live part of a game's page: who is here, who has committed, and that a
//! turn is ready. Nothing else.

mod support;

use std::{net::TcpListener, time::Duration};

use actix_web::{App, HttpResponse, HttpServer, web};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use fieldpost::{
    app::State,
    auth::sessions,
    bus::{self, Notice},
    close,
    error::Error,
    live::{self, Reader},
    schema::{accounts, fieldpost_now, seats},
    worker,
};
use serde_json::Value;
use support::{TestApp, TestGame};

/// A server with nothing but the streams: pages are not what this is about. Whoever
/// asks for a seat's is its player, by a session of its own.
async fn streams(state: &State) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let data = web::Data::new(state.clone());
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .route("/{game}/{seat}", web::get().to(stream))
    });
    tokio::spawn(
        server
            .workers(1)
            .listen(listener)
            .unwrap()
            .disable_signals()
            .run(),
    );
    tokio::spawn(worker::listen(state));
    address
}

async fn stream(
    state: web::Data<State>,
    path: web::Path<(i64, u8)>,
) -> Result<HttpResponse, Error> {
    let (game_id, seat) = path.into_inner();
    let mut conn = state.db.get().await?;
    let account_id: i64 = seats::table
        .find((game_id, i16::from(seat)))
        .select(seats::account_id.assume_not_null())
        .first(&mut conn)
        .await?;
    let token = sessions::begin(&mut conn, account_id, "a page", None).await;
    let reader = Reader {
        game_id,
        seat,
        session: token.unwrap().hashed(),
    };
    live::stream(&state, account_id, reader)
}

struct Page {
    response: reqwest::Response,
    text: String,
}

impl Page {
    async fn open(address: &str, game: &TestGame, seat: u8) -> Self {
        let response = reqwest::get(format!("{address}/{}/{seat}", game.id))
            .await
            .unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Self {
            response,
            text: String::new(),
        }
    }

    /// The next event: its name and data.
    async fn next(&mut self) -> (String, Value) {
        loop {
            while let Some((message, rest)) = self.text.split_once("\n\n") {
                let (message, rest) = (message.to_owned(), rest.to_owned());
                self.text = rest;
                let field = |name: &str| {
                    message
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(str::to_owned)
                };
                if let Some((event, data)) = field("event: ").zip(field("data: ")) {
                    return (event, serde_json::from_str(&data).unwrap());
                }
            }
            let chunk = tokio::time::timeout(Duration::from_secs(10), self.response.chunk());
            let chunk = chunk
                .await
                .expect("an event comes")
                .unwrap()
                .expect("the stream goes on");
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }

    /// Waits until no event has come for half a second, and gives those that did.
    async fn quiet(&mut self) -> Vec<(String, Value)> {
        let mut heard = Vec::new();
        while let Ok(event) = tokio::time::timeout(Duration::from_millis(500), self.next()).await {
            heard.push(event);
        }
        heard
    }

    /// Waits for an event of a name that satisfies.
    async fn wait(&mut self, name: &str, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (event, data) = self.next().await;
            if event == name && holds(&data) {
                return data;
            }
        }
    }
}

fn of_seats(data: &Value, field: &str) -> Vec<bool> {
    let seats = data["seats"].as_array().unwrap();
    seats
        .iter()
        .map(|seat| seat[field].as_bool().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_presence_commits_time_and_the_next_turn_across_hosts() {
    let app = TestApp::start().await;
    let other = app.second_host().await;
    let game = TestGame::with_clock(&app, Some(3600), 60).await;
    let (here, there) = (streams(&app.state).await, streams(&other.state).await);

    let mut page = Page::open(&here, &game, 0).await;
    let first = page.wait("presence", |_| true).await;
    let fields: Vec<_> = first
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        ["deadline_at", "phase", "seats", "seconds_left", "turn"]
    );
    let fields: Vec<_> = first["seats"][0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        ["committed", "connected", "reserve_seconds", "seat"]
    );
    assert_eq!(
        (&first["turn"], &first["phase"]),
        (&1.into(), &"orders".into())
    );
    assert!((3500..=3600).contains(&first["seconds_left"].as_i64().unwrap()));

    // Somebody opens the page at the other host.
    let second = Page::open(&there, &game, 2).await;
    page.wait("presence", |data| {
        of_seats(data, "connected") == [true, false, true]
    })
    .await;
    drop(second);
    page.wait("presence", |data| {
        of_seats(data, "connected") == [true, false, false]
    })
    .await;

    // An order is nobody's business; a commit is everybody's.
    page.quiet().await;
    game.take(
        &other.state,
        1,
        1,
        r#"{"kind":"SetStance","unit":488,"stance":"Hold"}"#,
    )
    .await;
    assert!(page.quiet().await.is_empty());
    game.commit(&other.state, 1, 1).await;
    page.wait("presence", |data| {
        of_seats(data, "committed") == [false, true, false]
    })
    .await;
    game.commit(&app.state, 0, 1).await;
    game.commit(&other.state, 2, 1).await;
    close::step(&other.state).await.unwrap();
    let ready = page.wait("turn", |data| data["phase"] == "orders").await;
    assert_eq!(ready, serde_json::json!({ "turn": 2, "phase": "orders" }));
    page.wait("presence", |data| {
        data["turn"] == 2 && of_seats(data, "committed") == [false; 3]
    })
    .await;
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_has_eight_pages_kept_up_to_date_and_the_ninth_takes_the_oldest_s_place() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let address = streams(&app.state).await;
    let mut pages = Vec::new();
    for _ in 0..9 {
        let mut page = Page::open(&address, &game, 0).await;
        page.wait("presence", |_| true).await;
        pages.push(page);
    }
    // The oldest is told not to come back by itself, and ends.
    let mut oldest = pages.remove(0);
    oldest.wait("aside", |_| true).await;
    let end = tokio::time::timeout(Duration::from_secs(10), oldest.response.text());
    assert_eq!(end.await.expect("it ends").unwrap(), "");
    // The others go on, and the seat is still here.
    game.commit(&app.state, 1, 1).await;
    for page in &mut pages {
        page.wait("presence", |data| {
            of_seats(data, "committed") == [false, true, false]
                && of_seats(data, "connected") == [true, false, false]
        })
        .await;
    }
    drop(pages);
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_opens_pages_without_end_is_slowed_and_another_is_not() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let address = streams(&app.state).await;
    let ask = async |seat: u8| {
        let answer = reqwest::get(format!("{address}/{}/{seat}", game.id)).await;
        answer.unwrap()
    };
    let mut tries = 0;
    let refused = loop {
        let answer = ask(0).await;
        if answer.status() != 200 {
            break answer;
        }
        tries += 1;
        assert!(tries < 200, "never slowed");
    };
    assert!(tries >= 60, "slowed after {tries}");
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=3).contains(&wait), "{wait}");
    assert_eq!(ask(1).await.status(), 200);
    app.work().await;
}

/// A page that nobody reads any more is noticed by writing to it, and that must come
/// round however much is said of other games meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn notices_of_other_games_put_off_no_sign_of_life_and_no_word_of_who_is_here() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let address = streams(&app.state).await;
    let mut page = Page::open(&address, &game, 0).await;
    page.wait("presence", |_| true).await;
    let mut heard = app.state.bus.subscribe();
    let state = app.state.clone();
    let foreign = Notice::Commits { game_id: -1 };
    let others = tokio::spawn(async move {
        let mut conn = state.db.get().await.unwrap();
        loop {
            bus::notify(&mut conn, &foreign).await.unwrap();
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    // 3 s apart each; half a minute holds many, and two words of who is here.
    let (mut signs, mut words) = (0, 0);
    let until = tokio::time::Instant::now() + Duration::from_secs(32);
    loop {
        tokio::select! {
            chunk = page.response.chunk() => {
                let chunk = chunk.unwrap().expect("the stream goes on");
                signs += usize::from(chunk.as_ref() == b":\n\n");
            }
            notice = heard.recv() => {
                words += usize::from(matches!(notice, Ok(Notice::Present { .. })));
            }
            () = tokio::time::sleep_until(until) => break,
        }
    }
    assert!(signs >= 8, "{signs} signs of life in 32 s");
    assert!(words >= 2, "{words} words of who is here in 32 s");

    // The reader goes without a word: the seat is seen to be empty all the same.
    drop(page);
    let mut tries = 0;
    while !app.state.bus.presence.seats(game.id).is_empty() {
        tries += 1;
        assert!(tries < 100, "a page that is gone still counts");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    others.abort();
    app.work().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_ends_when_its_reader_is_shown_out() {
    let app = TestApp::start().await;
    let game = TestGame::start(&app).await;
    let address = streams(&app.state).await;
    let mut page = Page::open(&address, &game, 0).await;
    page.wait("presence", |_| true).await;
    diesel::update(accounts::table.find(game.accounts[0]))
        .set(accounts::blocked_at.eq(fieldpost_now().nullable()))
        .execute(&mut app.database.connect().await)
        .await
        .unwrap();
    // With the next news of its game, or in a few seconds by itself.
    game.commit(&app.state, 1, 1).await;
    let rest = tokio::time::timeout(Duration::from_secs(30), page.response.text());
    let rest = rest.await.expect("it ends").unwrap();
    assert!(!rest.contains("\"committed\":true"), "{rest}");
    app.work().await;
}
