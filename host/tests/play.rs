//! `fieldpost play` as a newcomer meets it: one command, an address, Ctrl-C,
//! and again.

#[path = "support/database.rs"]
#[allow(dead_code, unreachable_pub)]
mod database;

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

struct Play {
    child: Child,
    address: String,
    said: String,
}

impl Play {
    fn start(folder: &Path, port: u16) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
            .args(["play", "--port", &port.to_string(), "--folder"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut address = String::new();
        while !said.contains("Ctrl-C") {
            let before = said.len();
            assert_ne!(
                output.read_line(&mut said).unwrap(),
                0,
                "it ended early: {said}"
            );
            if let Some((_, found)) = said[before..].split_once("is ready: ") {
                address = found.trim().trim_end_matches('/').to_owned();
            }
        }
        // What it says at its end is read by nobody.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Self {
            child,
            address,
            said,
        }
    }

    fn interrupt(mut self) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &pid])
                .status()
                .unwrap()
                .success()
        );
        let patience = Instant::now() + Duration::from_secs(30);
        while Instant::now() < patience {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.child.kill().unwrap();
        panic!("Ctrl-C did not stop it");
    }
}

fn mails(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder.join("mailbox"))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
        .collect();
    found.sort();
    found
}

async fn a_killed_database_comes_back(folder: &Path, address: &str) {
    let pid = || {
        let text = std::fs::read_to_string(folder.join("postgres/data/postmaster.pid"));
        text.ok()?.lines().next().map(str::to_owned)
    };
    let killed = pid().unwrap();
    let kill = Command::new("kill").args(["-9", &killed]).status();
    assert!(kill.unwrap().success());
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        let ready = reqwest::get(format!("{address}/readyz")).await.unwrap();
        if pid().is_some_and(|pid| pid != killed) && ready.status() == 200 {
            return;
        }
        assert!(Instant::now() < patience, "the database stays dead");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_command_plays_and_plays_on() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("play-{}", database::random_name()));
    // Somebody has the port already.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let play = Play::start(&folder, port);
    assert!(
        play.said
            .contains(&format!("Port {port} is in use; taking ")),
        "{}",
        play.said
    );
    assert!(
        play.said.contains("First Steps") && play.said.contains("/mailbox"),
        "{}",
        play.said
    );
    let ready = reqwest::get(format!("{}/readyz", play.address))
        .await
        .unwrap();
    assert_eq!(ready.status(), 200);
    let patience = Instant::now() + Duration::from_secs(20);
    while mails(&folder).is_empty() && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let first = mails(&folder);
    assert_eq!(first.len(), 1, "one person, and the machine");
    play.interrupt();
    assert!(!folder.join("postgres/data/postmaster.pid").exists());

    drop(taken);
    let play = Play::start(&folder, port);
    assert_eq!(play.address, format!("http://127.0.0.1:{port}"));
    let ready = reqwest::get(format!("{}/readyz", play.address))
        .await
        .unwrap();
    assert_eq!(ready.status(), 200);
    a_killed_database_comes_back(&folder, &play.address).await;
    play.interrupt();
    // The same game, so nobody is invited again.
    assert_eq!(mails(&folder), first);
    let _ = std::fs::remove_dir_all(&folder);
}
