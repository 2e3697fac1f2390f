//! Orders a second: checked, chained, durable and answered with a receipt, beside
//! a bare append of one statement on the same server, in turns.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use actix_web::{
    App, HttpResponse, HttpServer,
    middleware::from_fn,
    web::{self, Data, Json, Path},
};
use diesel::sql_types::{BigInt, Bytea, Text};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{api, app::State, auth, db::prepared, error};
use fieldpost_engine::scenario::{Scenario, shipped};
use serde_json::Value;

use super::{
    http::Client,
    stage::{Seated, Stage},
};

/// Who sends, and what.
#[derive(Clone)]
struct Sender {
    seated: Seated,
    csrf: String,
    unit: u64,
}

pub async fn run(small: bool) {
    let (games, seconds, clients) = if small { (6, 2, 6) } else { (60, 10, 30) };
    let stage = Stage::set().await;
    let mut people = Vec::new();
    for _ in 0..games {
        let text = shipped("kelsey-ford").expect("it ships");
        people.extend(
            stage
                .game(Scenario::parse(text).expect("it is sound"))
                .await,
        );
    }
    let tables = "CREATE TABLE bare_heads (game_id bigint PRIMARY KEY, seq bigint NOT NULL); \
         CREATE TABLE bare_log (game_id bigint, seq bigint, record text NOT NULL, \
             chain bytea NOT NULL, recorded_at timestamptz NOT NULL DEFAULT fieldpost_now(), \
             PRIMARY KEY (game_id, seq)); \
         INSERT INTO bare_heads SELECT id, 0 FROM games; \
         GRANT ALL ON bare_heads, bare_log TO fieldpost_host";
    stage
        .conn()
        .await
        .batch_execute(tables)
        .await
        .expect("the bare tables");
    let address = serve(stage.state.clone());
    let mut client = Client::open(&address).await.expect("the server listens");
    let mut senders = Vec::new();
    for seated in people {
        let path = format!("/api/v1/games/{}/view", seated.game_key);
        let (status, body) = client.get(&path, &seated.cookie).await;
        assert_eq!(status, 200, "{body}");
        let seen: Value = serde_json::from_str(&body).expect("a view");
        senders.push(Sender {
            seated,
            csrf: seen["csrf"].as_str().expect("a token").to_owned(),
            unit: seen["view"]["units"][0]["unit"].as_u64().expect("a unit"),
        });
    }
    drop(client);
    println!("{games} games, {clients} connections, {seconds} s each");
    let (mut ratio, rounds) = (0.0, 3);
    for _ in 0..rounds {
        let bare = measure(
            "bare append",
            &address,
            &senders,
            clients,
            seconds,
            None,
            What::Bare,
        )
        .await;
        let full = measure(
            "order",
            &address,
            &senders,
            clients,
            seconds,
            None,
            What::Order,
        )
        .await;
        ratio += full / bare / f64::from(rounds);
    }
    println!(
        "orders come to {:.0} % of bare appends (asked: 70)",
        ratio * 100.0
    );
    let pace = if small { 50.0 } else { 1000.0 };
    let name = "order at a pace (asked: p99 under 30 ms)";
    measure(
        name,
        &address,
        &senders,
        clients,
        seconds,
        Some(pace),
        What::Order,
    )
    .await;
}

/// The JSON door as the host serves it, and the bare append beside it.
fn serve(state: State) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let data = Data::new(state);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .wrap(from_fn(auth::identify))
            .wrap(from_fn(error::present))
            .route("/bare/{game}", web::post().to(append))
            .configure(api::routes)
    })
    .workers(2)
    .tcp_nodelay(true)
    .disable_signals()
    .listen(listener)
    .expect("it listens");
    tokio::spawn(server.run());
    address
}

/// One statement, as an append without any game would be.
async fn append(
    state: Data<State>,
    game: Path<i64>,
    order: Json<Value>,
) -> Result<HttpResponse, error::Error> {
    let mut conn = state.db.get().await?;
    let append = diesel::sql_query(
        "WITH g AS (UPDATE bare_heads SET seq = seq + 1 WHERE game_id = $1 RETURNING seq) \
         INSERT INTO bare_log (game_id, seq, record, chain) SELECT $1, g.seq, $2, $3 FROM g",
    )
    .bind::<BigInt, _>(*game)
    .bind::<Text, _>(order.to_string())
    .bind::<Bytea, _>(&[0_u8; 32][..]);
    prepared(append).execute(&mut conn).await?;
    Ok(HttpResponse::Ok().json(serde_json::json!({ "taken": true })))
}

/// What is sent.
#[derive(Clone, Copy)]
enum What {
    Bare,
    Order,
}

async fn send(what: What, client: &mut Client, sender: &Sender, count: usize) {
    let json = body(sender, count);
    let (cookie, csrf) = (&sender.seated.cookie, &sender.csrf);
    let (status, body) = match what {
        What::Bare => {
            let path = format!("/bare/{}", sender.seated.game_id);
            client.post(&path, cookie, csrf, &json).await
        }
        What::Order => {
            let path = format!("/api/v1/games/{}/orders", sender.seated.game_key);
            client.post(&path, cookie, csrf, &json).await
        }
    };
    assert!(status == 200 && body.contains("taken"), "{status}: {body}");
}

fn body(sender: &Sender, count: usize) -> String {
    let stance = if count.is_multiple_of(2) {
        "March"
    } else {
        "Hold"
    };
    format!(
        "{{\"turn\":1,\"orders\":[{{\"kind\":\"SetStance\",\"unit\":{},\"stance\":\"{stance}\"}}]}}",
        sender.unit
    )
}

/// Every connection sends for its own seats in turn, as fast as it is answered
/// or so many a second in all. Yields how many a second were answered.
async fn measure(
    name: &str,
    address: &str,
    senders: &[Sender],
    clients: usize,
    seconds: u64,
    pace: Option<f64>,
    what: What,
) -> f64 {
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let mut running = Vec::new();
    for own in senders.chunks(senders.len().div_ceil(clients)) {
        let (own, address) = (own.to_vec(), address.to_owned());
        running.push(tokio::spawn(async move {
            let mut client = Client::open(&address).await.expect("the server listens");
            let mut times = Vec::new();
            for count in 0.. {
                if let Some(pace) = pace {
                    let due = Duration::from_secs_f64(count as f64 * clients as f64 / pace);
                    tokio::time::sleep_until((began + due).into()).await;
                }
                let asked = Instant::now();
                if asked >= until {
                    break;
                }
                send(what, &mut client, &own[count % own.len()], count).await;
                times.push(asked.elapsed());
            }
            times
        }));
    }
    let mut times = Vec::new();
    for client in running {
        times.extend(client.await.expect("a client that does not panic"));
    }
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{name}: {rate:.0}/s, p50 {:.1?}, p99 {:.1?}, longest {:.1?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    rate
}
