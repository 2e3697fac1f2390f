//! The private Postgres: started, joined, killed, found again, stopped.

#[path = "support/database.rs"]
#[allow(dead_code, unreachable_pub)]
mod database;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use fieldpost::cluster::{Cluster, Durability};

fn folder(name: &str) -> PathBuf {
    // Deep on purpose: the socket's path must not grow with it.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("cluster-{name}-{}", database::random_name()))
        .join("a folder of a rather long name that would not fit into the path of a unix socket");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn start(folder: &Path) -> Cluster {
    let guard = Path::new(env!("CARGO_BIN_EXE_fieldpost"));
    Cluster::start(folder, Durability::Safe, guard).unwrap()
}

fn server_pid(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join("data/postmaster.pid")).ok()?;
    text.lines().next().map(str::to_owned)
}

fn is_alive(pid: &str) -> bool {
    Path::new("/proc")
        .join(pid)
        .join("exe")
        .symlink_metadata()
        .is_ok()
}

async fn run(cluster: &Cluster, sql: &str) -> Result<(), diesel::result::Error> {
    let mut conn = AsyncPgConnection::establish(&cluster.url("postgres"))
        .await
        .unwrap();
    conn.batch_execute(sql).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_survives_a_kill_and_keeps_its_data() {
    let folder = folder("kill");
    let first = start(&folder);
    run(
        &first,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)",
    )
    .await
    .unwrap();
    let pid = server_pid(&folder).unwrap();
    // A second user joins the same server, and one that leaves does not end it.
    let second = start(&folder);
    assert_eq!(server_pid(&folder).as_ref(), Some(&pid));
    first.stop().unwrap();
    run(&second, "INSERT INTO kept VALUES (2)").await.unwrap();

    assert!(
        Command::new("kill")
            .args(["-9", &pid])
            .status()
            .unwrap()
            .success()
    );
    let patience = Instant::now() + Duration::from_secs(10);
    while is_alive(&pid) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(50));
    }
    // Its pid file and socket are still there.
    assert!(server_pid(&folder).is_some());
    drop(second);
    let third = start(&folder);
    run(
        &third,
        "DO $$ BEGIN ASSERT (SELECT sum(n) = 3 FROM kept); END $$",
    )
    .await
    .unwrap();
    third.stop().unwrap();
    assert!(server_pid(&folder).is_none());
    let _ = fs::remove_dir_all(&folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_that_nobody_uses_any_more_is_stopped_by_its_guard() {
    let folder = folder("guard");
    let cluster = start(&folder);
    let pid = server_pid(&folder).unwrap();
    assert!(is_alive(&pid));
    // As if the process had been killed: nothing is said to anybody.
    drop(cluster);
    let patience = Instant::now() + Duration::from_secs(30);
    while server_pid(&folder).is_some() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(server_pid(&folder).is_none());
    let _ = fs::remove_dir_all(&folder);
}
