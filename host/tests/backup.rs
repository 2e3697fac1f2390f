//! Backup and restore with PostgreSQL's own programs: the games are the same,
//! nothing is mailed a second time, and the clocks get the gap back.

mod support;

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use diesel::{prelude::*, sql_types::BigInt};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{export, games, heartbeat};
use fieldpost_engine::verify::verify;
use support::{TestApp, TestDatabase, TestGame};

/// Where `pg_dump` is: beside the server's programs.
fn program(name: &str) -> PathBuf {
    let mut folders: Vec<PathBuf> = std::env::var_os("FIELDPOST_PG_BIN")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    folders.extend(versions.filter_map(|entry| Some(entry.ok()?.path().join("bin"))));
    let found = folders.into_iter().map(|folder| folder.join(name));
    found
        .filter(|path| path.is_file())
        .max()
        .unwrap_or_else(|| PathBuf::from(name))
}

/// Runs one of them as the operator would. The cluster's socket is its owner's
/// alone, so root steps down to whoever that is.
fn run(name: &str, database: &TestDatabase, args: &[&str]) {
    let mut command = Command::new(program(name));
    let owner = socket_owner(&database.url);
    if owner != "0" && is_root() {
        let program = command.get_program().to_owned();
        command = Command::new("setpriv");
        command.args([format!("--reuid={owner}"), "--clear-groups".to_owned()]);
        command.arg(program);
    }
    let output = command
        .args(args)
        .arg("--dbname")
        .arg(&database.url)
        .current_dir("/")
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout == b"0\n"
}

fn socket_owner(url: &str) -> String {
    let (_, host) = url.split_once("host=").expect("a socket");
    let folder = host.split('&').next().expect("a folder");
    let output = Command::new("stat")
        .args(["-c", "%u", folder])
        .output()
        .expect("stat runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

async fn number(conn: &mut AsyncPgConnection, sql: &str) -> i64 {
    let row: Number = diesel::sql_query(sql).get_result(conn).await.expect(sql);
    row.n
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_restored_plays_on_and_mails_nothing_twice() {
    let app = TestApp::start().await;
    let game = TestGame::with_clock(&app, Some(600), 120).await;
    for seat in 0..3 {
        game.commit(&app.state, seat, 1).await;
    }
    app.work().await;
    game.take(
        &app.state,
        0,
        2,
        r#"{"kind":"SetStance","unit":601,"stance":"March"}"#,
    )
    .await;
    {
        // The host lives when the backup is made.
        let mut conn = app.state.db.get().await.unwrap();
        let mut pulse = heartbeat::Pulse::default();
        heartbeat::beat(&mut conn, &mut pulse, heartbeat::uptime())
            .await
            .unwrap();
    }
    let folder = Path::new("/tmp").join(format!("fieldpost-{}", app.database.name));
    std::fs::create_dir_all(&folder).unwrap();
    let mut open = std::fs::metadata(&folder).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut open, 0o777);
    std::fs::set_permissions(&folder, open).unwrap();
    let dump = folder.join("fieldpost.dump");
    let dump = dump.to_str().unwrap();
    run(
        "pg_dump",
        &app.database,
        &["--format=custom", "--file", dump],
    );
    let mailed = app.number("SELECT count(*) AS n FROM outbox").await;

    // An hour later the machine is gone, and what was backed up goes to another.
    let restored = TestDatabase::empty().await;
    run("pg_restore", &restored, &["--exit-on-error", dump]);
    std::fs::remove_dir_all(&folder).unwrap();
    let mut owner = AsyncPgConnection::establish(&restored.url).await.unwrap();
    let later = "UPDATE clock_offset SET \"offset\" = \"offset\" + interval '1 hour'";
    owner.batch_execute(later).await.unwrap();

    // It is what it was: rights and triggers too.
    for wrong in ["DELETE FROM log", "DELETE FROM audit"] {
        let refused = owner.batch_execute(wrong).await.unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{refused}");
    }
    let rights = "SELECT has_table_privilege('fieldpost_host', 'log', 'INSERT')::int::int8 \
                  - has_table_privilege('fieldpost_host', 'log', 'UPDATE')::int::int8 AS n";
    assert_eq!(number(&mut owner, rights).await, 1);
    let row = games::find(&mut owner, &game.key).await.unwrap();
    let file = export::read(&mut owner, row.id).await.unwrap();
    assert_eq!((file.lines.len(), file.witnesses.len()), (5, 1));
    assert_eq!(verify(&file), []);
    let checked = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["check-games", "--database-url", &restored.url])
        .output()
        .unwrap();
    assert!(checked.status.success(), "{checked:?}");

    // A host comes up on it: nobody is out of time, nobody hears anything twice.
    let other = app.host_on(&restored.url).await;
    let mut conn = other.state.db.get().await.unwrap();
    assert!(
        fieldpost::close::step(&other.state)
            .await
            .unwrap()
            .is_none()
    );
    let mut pulse = heartbeat::Pulse::default();
    let beat = heartbeat::beat(&mut conn, &mut pulse, heartbeat::uptime())
        .await
        .unwrap();
    assert!(
        matches!(
            beat,
            heartbeat::Beat::Credited {
                seconds: 3600..=3700,
                phases: 1
            }
        ),
        "{beat:?}"
    );
    assert!(!fieldpost::worker::step(&other.state).await.unwrap());
    let clock = fieldpost::phases::read(&mut conn, row.id).await.unwrap();
    let left = clock.phase_clock.deadline_at.unwrap() - clock.now;
    assert!((500..=600).contains(&left.num_seconds()), "{left:?}");
    assert_eq!(
        number(&mut conn, "SELECT count(*) AS n FROM outbox").await,
        mailed
    );
    // And the game goes on.
    for seat in 0..3 {
        game.commit(&other.state, seat, 2).await;
    }
    while fieldpost::worker::step(&other.state).await.unwrap() {}
    let turns = "SELECT count(*) AS n FROM witnesses";
    assert_eq!(number(&mut conn, turns).await, 2);
    drop(conn);
    other.kill().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
}
