//! Ten thousand open games with clocks: what they cost while nothing is due, how
//! late closes are when they are spread, and how long a burst takes.

use std::time::{Duration, Instant};

use diesel_async::SimpleAsyncConnection;
use fieldpost_engine::scenario::{Scenario, shipped};

use super::stage::{Stage, number};

pub async fn run(small: bool) {
    let (games, spread, over, burst) = if small {
        (300, 20, 10, 50)
    } else {
        (10_000, 300, 60, 1_000)
    };
    let stage = Stage::set().await;
    let text = shipped("kelsey-ford").expect("it ships");
    let people = stage
        .game(Scenario::parse(text).expect("it is sound"))
        .await;
    let template = people[0].game_id;
    let mut conn = stage.conn().await;
    // The same game over and over: what a host knows of one tells it nothing of
    // another.
    let copies = format!(
        "INSERT INTO games (key, name, header, seed, seed_commitment, rules_version, phase, \
             turn, head_chain, deadline_seconds) \
         SELECT substr(md5(i::text), 1, 10), name, header, seed, seed_commitment, \
             rules_version, 'orders', 1, head_chain, 86400 \
         FROM games, generate_series(1, {games}) AS i WHERE id = {template}; \
         INSERT INTO seats (game_id, seat, name, account_id) \
         SELECT g.id, s.seat, s.name, s.account_id FROM games g, seats s \
         WHERE s.game_id = {template} AND g.id > {template}; \
         INSERT INTO clocks (game_id, turn, deadline_at, expected) \
         SELECT g.id, 1, fieldpost_now() + interval '1 day', '{{0,1,2}}' FROM games g \
         WHERE g.id > {template}; \
         ANALYZE"
    );
    conn.batch_execute(&copies).await.expect("the games");
    let host = stage.host().await;
    tokio::time::sleep(Duration::from_secs(if small { 2 } else { 10 })).await;
    let (before, server, began) = (host.cpu(), stage.server_cpu(), Instant::now());
    tokio::time::sleep(Duration::from_secs(if small { 5 } else { 30 })).await;
    let share = |used: Duration| 100.0 * used.as_secs_f64() / began.elapsed().as_secs_f64();
    println!(
        "{games} open games, nothing due: {:.1} % of a core for the host, {:.1} % for the \
         database (asked: 5), {} MiB (asked: 300)",
        share(host.cpu() - before),
        share(stage.server_cpu() - server),
        host.memory()
    );

    let due = format!(
        "UPDATE clocks SET deadline_at = fieldpost_now() + interval '2 s' \
             + (game_id - {template} - 1) * interval '{over} s' / {spread} \
         WHERE game_id BETWEEN {template} + 1 AND {template} + {spread}"
    );
    conn.batch_execute(&due).await.expect("they fall due");
    let last = template + spread;
    wait(&mut conn, template + 1, last, 2 * over + 60).await;
    let late = format!(
        "SELECT (extract(epoch FROM max(closed_at - deadline_at)) * 1000)::int8 AS n \
         FROM clocks WHERE turn = 1 AND game_id BETWEEN {template} + 1 AND {last}"
    );
    let late = number(&mut conn, &late).await;
    println!("{spread} closes over {over} s: at most {late} ms late (asked: 2000)");

    let due = format!(
        "UPDATE clocks SET deadline_at = fieldpost_now() + interval '1 s' \
         WHERE turn = 1 AND game_id BETWEEN {last} + 1 AND {last} + {burst}"
    );
    conn.batch_execute(&due).await.expect("they fall due");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    wait(&mut conn, last + 1, last + burst, 300).await;
    println!(
        "{burst} closes at once: drained in {:.1?} (asked: 60 s), {} MiB",
        began.elapsed(),
        host.memory()
    );
}

/// Until turn 2 is open in each of them.
async fn wait(conn: &mut diesel_async::AsyncPgConnection, from: i64, to: i64, seconds: i64) {
    let patience = Instant::now() + Duration::from_secs(seconds.unsigned_abs());
    let open =
        format!("SELECT count(*) AS n FROM games WHERE id BETWEEN {from} AND {to} AND turn < 2");
    loop {
        let left = number(conn, &open).await;
        if left == 0 {
            return;
        }
        assert!(Instant::now() < patience, "{left} games are still open");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
