//! Faults: two host processes, a Postgres, wires, mail and clock, and whatever
//! can happen to them while people play. Then everything must add up.
//!
//! `FIELDPOST_FAULT_SEED=7 FIELDPOST_FAULTS=2000 cargo test -p fieldpost --test faults -- --nocapture`
//! does the same things again, and more of them. The seed fixes what is done and
//! in which order; how the processes and the machine take it is their affair.

// What the parts show one another.
#![allow(missing_debug_implementations, unreachable_pub)]

#[path = "faults/checks.rs"]
mod checks;
#[path = "faults/dice.rs"]
mod dice;
#[path = "faults/machines.rs"]
mod machines;
#[path = "faults/players.rs"]
mod players;
#[path = "faults/proxy.rs"]
mod proxy;
#[path = "faults/sink.rs"]
mod sink;
#[path = "faults/storm.rs"]
mod storm;
#[path = "faults/table.rs"]
mod table;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use diesel::{QueryableByName, sql_types::BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use fieldpost::{
    app::State,
    config::{Config, DatabaseUrl, PublicUrl, Secret},
    db,
};
use serde_json::json;

use checks::Kept;
use dice::Dice;
use machines::{Machine, Server};
use players::Player;
use sink::Sink;
use storm::Storm;

/// Deadline and reserve of each game, in seconds. The clock is pushed by two
/// minutes at most.
const GAMES: [(Option<i32>, i32); 3] = [(None, 0), (Some(90), 200), (Some(600), 0)];

/// What nothing may take longer than once all is well again.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_dies_nothing_is_lost_and_nothing_is_done_twice() {
    let seed = setting("FIELDPOST_FAULT_SEED").unwrap_or_else(any_seed);
    let faults = setting("FIELDPOST_FAULTS").unwrap_or(200);
    println!("FIELDPOST_FAULT_SEED={seed} FIELDPOST_FAULTS={faults}");
    let began = Instant::now();
    let mut dice = Dice::new(seed);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");

    let server = Server::start(&folder.join("postgres")).await;
    db::migrate(&server.url)
        .await
        .expect("the migrations apply");
    let sink = Sink::start().await;
    let (a, a_ended) = Machine::start("a", &server, &sink, &folder).await;
    let (b, b_ended) = Machine::start("b", &server, &sink, &folder).await;
    let storm = Storm {
        server,
        machines: vec![a, b],
        sink,
        happened: Mutex::default(),
    };
    let client = reqwest::Client::new();
    let hosts: Vec<String> = storm.machines.iter().map(|m| m.address.clone()).collect();
    let mut seated = Vec::new();
    {
        let state = connect(&storm.server.url, folder.join("mailbox")).await;
        for (deadline, reserve) in GAMES {
            let table = table::game(&state, deadline, reserve, &hosts, &client, &mut dice);
            seated.extend(table.await);
        }
    }
    for machine in &storm.machines {
        machine.wait_until_ready(&client).await;
    }

    let over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = seated
        .into_iter()
        .map(|player| tokio::spawn(player.play(Arc::clone(&over))))
        .collect();
    storm.rage(&mut dice, faults as usize).await;
    let raged = began.elapsed();
    storm.heal();
    for machine in &storm.machines {
        machine.wait_until_ready(&client).await;
    }
    over.store(true, SeqCst);
    let mut players = Vec::new();
    for playing in playing {
        players.push(playing.await.expect("a player who does not panic"));
    }

    let mut conn = storm.server.connect().await;
    nothing_is_stuck(&mut conn, &mut players, &hosts).await;
    both_hosts_show_the_same(&mut players, &hosts).await;
    let owed = empty_the_outbox(&mut conn, &storm).await;
    for machine in &storm.machines {
        machine.stop().await;
    }
    assert!(a_ended.await.expect("no panic") && b_ended.await.expect("no panic"));
    nothing_is_under_way(&mut conn).await;

    checks::check_alarms(&mut conn).await;
    let (mut orders, mut turns) = (0, 0);
    for game in games_of(&players) {
        let kept = Kept::read(&mut conn, game).await;
        kept.check_log();
        kept.check_clocks(&mut conn).await;
        kept.check_owed(&mut conn).await;
        turns += kept.closes();
        for player in players.iter().filter(|player| player.game == game) {
            orders += kept.check_player(&mut conn, player).await;
        }
    }
    let (mails, again) = checks::check_mails(&mut conn, &storm, owed).await;
    let mut kinds = BTreeMap::<&str, usize>::new();
    for (fault, ..) in storm.happened.lock().expect("nobody panicked").iter() {
        *kinds.entry(fault.name()).or_default() += 1;
    }
    let unanswered = players.iter().flat_map(|player| &player.sent);
    let unanswered = unanswered.filter(|sent| sent.answers.is_none()).count();
    println!(
        "{faults} faults in {raged:.0?}, all in {:.0?}: {kinds:?}\n\
         {orders} orders acknowledged and found, {unanswered} submissions never answered, \
         {turns} turns closed, {mails} mails sent, {again} of them again",
        began.elapsed()
    );
    // A storm in which nobody could play would prove nothing.
    assert!(orders as u64 > faults / 2 && u64::from(turns) > faults / 20);
    drop(conn);
    storm.server.stop().await;
    let _ = std::fs::remove_dir_all(&folder);
}

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}: no number")))
}

fn any_seed() -> u64 {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    u32::from_le_bytes(bytes).into()
}

/// A way in for making games, beside the hosts.
async fn connect(url: &str, mailbox: PathBuf) -> State {
    let listen = "127.0.0.1:0".parse().expect("an address");
    let config = Config {
        database_url: DatabaseUrl(url.to_owned()),
        listen,
        public_url: PublicUrl::parse("http://127.0.0.1:8080").expect("an address"),
        secret: Secret::new(&[7; 32]),
        smtp_url: None,
        mailbox,
        mail_from: "fieldpost@example.org".parse().expect("an address"),
        operator_listen: None,
        access: fieldpost::config::Access::default(),
    };
    State::connect(config).await.expect("the database answers")
}

fn games_of(players: &[Player]) -> Vec<i64> {
    let mut games: Vec<i64> = players.iter().map(|player| player.game).collect();
    games.dedup();
    games
}

/// Everybody commits, wherever, and every game that is not over goes on.
async fn nothing_is_stuck(conn: &mut AsyncPgConnection, players: &mut [Player], hosts: &[String]) {
    let mut open = BTreeMap::new();
    for game in games_of(players) {
        let patience = Instant::now() + PATIENCE;
        loop {
            let kept = Kept::read(conn, game).await;
            match kept.phase.as_str() {
                "orders" => {
                    open.insert(game, kept.turn);
                    break;
                }
                "ended" => break,
                phase => assert!(Instant::now() < patience, "game {game} stays {phase}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    for (at, player) in players.iter_mut().enumerate() {
        let Some(turn) = open.get(&player.game) else {
            continue;
        };
        let look = player.look(&hosts[at % hosts.len()]).await;
        let csrf = look.expect("a host that is well answers").csrf;
        let commit = vec![json!({ "kind": "CommitOrders" })];
        player.submit(*turn as u32, commit, &csrf).await;
    }
    for (game, turn) in open {
        let patience = Instant::now() + PATIENCE;
        loop {
            let kept = Kept::read(conn, game).await;
            if kept.phase == "ended" || (kept.phase == "orders" && kept.turn > turn) {
                break;
            }
            assert!(
                Instant::now() < patience,
                "game {game} is stuck in turn {turn}"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// What a host had sent when it was stopped, the server may still be committing: what
/// is checked must stand still, for it is read piece by piece.
async fn nothing_is_under_way(conn: &mut AsyncPgConnection) {
    let patience = Instant::now() + PATIENCE;
    let busy = "SELECT count(*) AS n FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid() \
            AND backend_type = 'client backend' AND state IS DISTINCT FROM 'idle'";
    while count(conn, busy).await > 0 {
        assert!(Instant::now() < patience, "a statement does not end");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn count(conn: &mut AsyncPgConnection, sql: &str) -> i64 {
    let count: Count = diesel::sql_query(sql)
        .get_result(conn)
        .await
        .expect("a query of the test");
    count.n
}

/// Mails that were put off come due as time goes by, until none is left. Yields the
/// number of the last one: what a turn that closes later owes is nobody's fault.
async fn empty_the_outbox(conn: &mut AsyncPgConnection, storm: &Storm) -> i64 {
    let patience = Instant::now() + PATIENCE;
    loop {
        let busy = "SELECT (SELECT count(*) FROM games WHERE phase = 'closing') \
             + (SELECT count(*) FROM outbox WHERE state = 'waiting' \
                AND not_before <= fieldpost_now() \
                AND coalesce(leased_until, '-infinity') <= fieldpost_now()) AS n";
        while count(conn, busy).await > 0 {
            assert!(Instant::now() < patience, "the outbox is not worked off");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let waiting = "SELECT count(*) AS n FROM outbox WHERE state = 'waiting'";
        let last = count(conn, "SELECT coalesce(max(id), 0) AS n FROM outbox").await;
        if count(conn, waiting).await == 0 {
            return last;
        }
        assert!(
            Instant::now() < patience,
            "the outbox does not become empty"
        );
        storm.advance(130).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

/// Each player sees one and the same game, whichever host is asked. A turn whose
/// time is up may close between two looks; then both are taken again.
async fn both_hosts_show_the_same(players: &mut [Player], hosts: &[String]) {
    for player in players {
        let patience = Instant::now() + PATIENCE;
        loop {
            let mut seen = Vec::new();
            for host in hosts {
                let look = player.look(host).await;
                let look = look.expect("a host that is well answers");
                seen.push((look.phase, look.view));
            }
            let is_shown = !seen[0].1.is_null();
            if is_shown && seen.windows(2).all(|pair| pair[0] == pair[1]) {
                break;
            }
            assert!(
                Instant::now() < patience,
                "game {}, seat {}: two hosts show different games, or nothing",
                player.game,
                player.seat
            );
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
