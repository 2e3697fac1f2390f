//! The command line as a shell sees it: exit codes, and one line that says what
//! to do.

#[path = "support/database.rs"]
#[allow(dead_code, unreachable_pub)]
mod database;

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output},
};

use database::TestDatabase;
use fieldpost_engine::{
    game::Game,
    log::{GameFile, Header, OrderRecord, Witness, file::Line},
    order::{Marker, Order},
    ruleset::RULES_VERSION,
    scenario::{Scenario, shipped},
};
use serde_json::Value;

const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn fieldpost(args: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldpost"));
    command
        .args(args)
        .env_clear()
        .envs(settings.iter().copied());
    command.output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{}-{name}", database::random_name()));
    std::fs::File::create(&path)
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    path
}

#[test]
fn serve_refuses_a_bad_setting_and_names_it() {
    let good = [
        (
            "FIELDPOST_DATABASE_URL",
            "postgresql://nobody@127.0.0.1:1/nothing",
        ),
        ("FIELDPOST_SECRET", SECRET),
        ("FIELDPOST_LISTEN", "127.0.0.1:0"),
    ];
    let bad = [
        ("FIELDPOST_DATABASE_URL", ""),
        ("FIELDPOST_DATABASE_URL", "mysql://localhost/fieldpost"),
        ("FIELDPOST_SECRET", ""),
        ("FIELDPOST_SECRET", "0011"),
        (
            "FIELDPOST_SECRET",
            "not hex, though it is quite long enough to be one, is it not?...",
        ),
        ("FIELDPOST_LISTEN", "localhost"),
        ("FIELDPOST_LISTEN", "192.0.2.1:80"),
        ("FIELDPOST_PUBLIC_URL", "fieldpost.example"),
        ("FIELDPOST_PUBLIC_URL", "https://fieldpost.example/below"),
        ("FIELDPOST_SMTP_URL", "ftp://mail.example"),
        ("FIELDPOST_MAIL_FROM", "nobody"),
        ("FIELDPOST_OPERATOR_LISTEN", "here"),
        // All is well with the settings, but nothing answers there.
        (
            "FIELDPOST_DATABASE_URL",
            "postgresql://nobody@127.0.0.1:1/nothing",
        ),
    ];
    for (name, value) in bad {
        let settings: Vec<_> = good
            .into_iter()
            .filter(|(other, _)| *other != name)
            .chain([(name, value)])
            .collect();
        let output = fieldpost(&["serve"], &settings);
        let line = said(&output);
        assert_eq!(output.status.code(), Some(1), "{name}={value}: {line}");
        assert!(
            line.starts_with(&format!("fieldpost: {name}: ")),
            "{name}={value}: {line}"
        );
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(!line.contains(SECRET));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_wants_a_migrated_database_and_migrate_makes_one() {
    let database = TestDatabase::empty().await;
    let settings = [
        ("FIELDPOST_DATABASE_URL", database.url.as_str()),
        ("FIELDPOST_SECRET", SECRET),
        ("FIELDPOST_LISTEN", "127.0.0.1:0"),
    ];
    let output = fieldpost(&["serve"], &settings);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("run: fieldpost migrate"),
        "{}",
        said(&output)
    );

    let migrated = fieldpost(&["migrate"], &settings);
    assert!(migrated.status.success(), "{}", said(&migrated));
    assert!(!migrated.stdout.is_empty());
    assert!(fieldpost(&["migrate"], &settings).stdout.is_empty());

    let made = fieldpost(
        &[
            "game",
            "new",
            "kelsey-ford",
            "--deadline",
            "3600",
            "--invite",
            "Ada@Example.org",
        ],
        &settings,
    );
    assert!(made.status.success(), "{}", said(&made));
    let made = String::from_utf8(made.stdout).unwrap();
    assert_eq!(
        made.matches("http://127.0.0.1:8080/invitations/").count(),
        3,
        "{made}"
    );
    assert_eq!(
        made.matches("mailed to ada@example.org").count(),
        1,
        "{made}"
    );
    let key = &made[..10];
    let list = String::from_utf8(fieldpost(&["game", "list"], &settings).stdout).unwrap();
    assert!(
        list.starts_with(key) && list.contains("gathering"),
        "{list}"
    );
    let again = fieldpost(&["game", "invite", key, "2"], &settings);
    assert!(again.status.success(), "{}", said(&again));
    let nobody = fieldpost(&["game", "invite", key, "7"], &settings);
    assert_eq!(nobody.status.code(), Some(1));
    // What a game is moved on with is what it was made on.
    let fixed = "Europe/Vienna mon,thu 20:00";
    let terms = ["--deadline", fixed, "--reserve", "60", "--press", "public"];
    let watched = ["--spectators", "delayed:6", "--anonymous", "--public"];
    let new = [&["game", "new", "kelsey-ford"][..], &terms, &watched].concat();
    let made = fieldpost(&new, &settings);
    assert!(made.status.success(), "{}", said(&made));
    for wrong in [
        &["--spectators", "delayed:4"][..],
        &["--press", "loud"],
        &["--pace", "slow"],
        &["--deadline", "soon"],
        &["--reserve", "60"],
    ] {
        let refused = fieldpost(
            &[&["game", "new", "kelsey-ford"], wrong].concat(),
            &settings,
        );
        assert_eq!(refused.status.code(), Some(1), "{wrong:?}");
        assert!(said(&refused).contains(wrong[0]), "{}", said(&refused));
    }
    let short = fieldpost(
        &["game", "new", "kelsey-ford", "--deadline", "29"],
        &settings,
    );
    assert_eq!(
        (
            short.status.code(),
            said(&short).contains("a deadline is 30 seconds")
        ),
        (Some(1), true)
    );
}

#[test]
fn usage_errors_exit_with_two_and_every_help_has_an_example() {
    assert_eq!(fieldpost(&["no-such-command"], &[]).status.code(), Some(2));
    assert_eq!(
        fieldpost(&["scenario", "check"], &[]).status.code(),
        Some(2)
    );
    let commands: [&[&str]; 8] = [
        &["serve"],
        &["play"],
        &["migrate"],
        &["replay"],
        &["game", "new"],
        &["game", "list"],
        &["game", "invite"],
        &["scenario", "check"],
    ];
    for command in commands {
        let output = fieldpost(&[command, &["--help"]].concat(), &[]);
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && help.contains("Example:"),
            "{command:?}: {help}"
        );
    }
}

/// Three turns that nobody gives an order in, with their witnesses.
fn game_file() -> GameFile {
    let scenario = Scenario::parse(shipped("kelsey-ford").unwrap()).unwrap();
    let header = Header::new(scenario, [7; 32], RULES_VERSION);
    let mut game = Game::new(&header).unwrap();
    let mut file = GameFile {
        header,
        lines: Vec::new(),
        witnesses: Vec::new(),
    };
    for turn in 1..=3 {
        let order = Order::CloseOrders {
            markers: vec![Marker::TimedOut; 3],
        };
        let record = OrderRecord {
            seq: turn,
            turn,
            seat: None,
            order,
        };
        let result = game.apply(&record).unwrap().unwrap();
        file.lines.push(Line {
            record,
            chain: None,
        });
        file.witnesses.push(Witness {
            turn,
            activation: result.activation,
            state: result.state,
            turn_hash: result.turn_hash,
        });
    }
    file
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn fields(line: &Value) -> Vec<&str> {
    line.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn replay_prints_a_line_a_turn_and_of_a_seat_no_more_than_its_own() {
    let game = game_file();
    let path = file("sound.fieldpost", &game.print(true));
    let path = path.to_str().unwrap();
    let all = fieldpost(&["replay", path, "--json"], &[]);
    assert!(all.status.success(), "{}", said(&all));
    let turns = lines(&all);
    assert_eq!(turns.len(), 3);
    assert_eq!(
        fields(&turns[0]),
        [
            "activation",
            "events",
            "fallbacks",
            "order",
            "phase",
            "stances",
            "state",
            "turn",
            "turn_hash"
        ]
    );
    assert_eq!(
        turns[2]["turn_hash"],
        game.witnesses[2].turn_hash.to_string()
    );
    assert_eq!(turns[0]["order"][0]["terms"].as_array().unwrap().len(), 7);
    // Another process, the same bytes.
    assert_eq!(
        fieldpost(&["replay", path, "--json"], &[]).stdout,
        all.stdout
    );

    let seat = fieldpost(
        &["replay", path, "--json", "--seat", "0", "--turn", "2"],
        &[],
    );
    let seat = lines(&seat);
    assert_eq!(seat.len(), 1);
    assert_eq!(
        fields(&seat[0]),
        ["events", "fallbacks", "order", "phase", "turn"]
    );
    assert_eq!(seat[0]["turn"], 2);
    assert!(
        seat[0]["order"]
            .as_array()
            .unwrap()
            .iter()
            .all(|slot| slot["seat"] == 0)
    );

    let summary = fieldpost(&["replay", path], &[]);
    assert!(
        String::from_utf8(summary.stdout)
            .unwrap()
            .starts_with("turn 1: ")
    );
    for wrong in [["--seat", "3"], ["--turn", "4"]] {
        let output = fieldpost(&[&["replay", path], &wrong[..]].concat(), &[]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{wrong:?}: {}",
            said(&output)
        );
    }
}

#[test]
fn replay_tells_a_changed_hash_and_unknown_rules_apart() {
    let mut game = game_file();
    game.witnesses[1].state = game.witnesses[0].state;
    let changed = file("changed.fieldpost", &game.print(true));
    let output = fieldpost(&["replay", changed.to_str().unwrap(), "--json"], &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        said(&output).contains("turn 2: the state hash"),
        "{}",
        said(&output)
    );
    assert_eq!(lines(&output).len(), 1);

    let other_rules =
        game_file()
            .print(true)
            .replacen("\"rules_version\":1", "\"rules_version\":99", 1);
    let other_rules = file("other-rules.fieldpost", &other_rules);
    let output = fieldpost(&["replay", other_rules.to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));

    for (name, text) in [
        ("seedless", game_file().print(false)),
        ("empty", String::new()),
        ("cut off", game_file().print(true)[..1_000].to_owned()),
    ] {
        let path = file("bad.fieldpost", &text);
        let output = fieldpost(&["replay", path.to_str().unwrap()], &[]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", said(&output));
        assert_eq!(said(&output).lines().count(), 1, "{name}");
    }
}
