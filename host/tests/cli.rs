//! The command line as a shell sees it: exit codes, and one line that says what
//! to do.

#[path = "support/database.rs"]
#[allow(dead_code, unreachable_pub)]
mod database;
#[path = "support/program.rs"]
#[allow(dead_code, unreachable_pub)]
mod program;

use database::TestDatabase;
use program::{fieldpost, said};

const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

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
